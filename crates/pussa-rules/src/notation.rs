//! Board strings (RULES N1), both ways.

use crate::hole::Hole;
use crate::layout::Layout;
use crate::position::Position;
use crate::side::Side;
use crate::variant::Variant;
use core::fmt;

impl fmt::Display for Position {
    /// The board string: `4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            for (i, hole) in self.layout().row(side).enumerate() {
                if i > 0 {
                    f.write_str(",")?;
                }
                match self.counters(hole) {
                    Some(n) => write!(f, "{n}")?,
                    None => f.write_str("x")?,
                }
            }
            f.write_str("/")?;
        }
        write!(f, "{},{}/{}", self.reserve(Side::South), self.reserve(Side::North), self.side().letter())
    }
}

impl Variant {
    /// Reads a board string of this game.
    ///
    /// # Errors
    /// Anything that RULES N1 does not describe, or more counters than the game has (N3).
    ///
    /// ```
    /// use pussa_rules::{Variant, WALAK_PUSSA};
    /// let walak = Variant::new(WALAK_PUSSA);
    /// let board = walak.parse_board("x,4,5,4,4,2,0/3,4,2,3,2,3,4/13,2/N")?;
    /// assert_eq!(board.to_string(), "x,4,5,4,4,2,0/3,4,2,3,2,3,4/13,2/N");
    /// let error = walak.parse_board("4,4,4,4,4,4,4/4,4,4,04,4,4,4/0,0/S").unwrap_err();
    /// assert!(error.to_string().starts_with("board, column 21: \"04\""));
    /// # Ok::<(), pussa_rules::BoardError>(())
    /// ```
    pub fn parse_board(&self, text: &str) -> Result<Position, BoardError> {
        let whole = Span { column: 1, text };
        let parts: Vec<_> = whole.split('/').collect();
        let &[south, north, reserves, side] = parts.as_slice() else {
            return Err(whole.fault(Fault::Parts(parts.len())));
        };
        let mut counts = [[0; 7]; 2];
        let mut closed = [0; 2];
        for (side, row) in Side::BOTH.into_iter().zip([south, north]) {
            let holes: Vec<_> = row.split(',').collect();
            if holes.len() != usize::from(self.holes()) {
                return Err(row.fault(Fault::Row { side, holes: holes.len(), wanted: self.holes() }));
            }
            for (i, hole) in holes.into_iter().enumerate() {
                if hole.text == "x" {
                    closed[side.index()] |= 1 << i;
                } else {
                    counts[side.index()][i] = hole.count(true)?;
                }
            }
            if closed[side.index()] == (1 << self.holes()) - 1 {
                return Err(row.fault(Fault::NoOpenHole(side)));
            }
        }
        let pair: Vec<_> = reserves.split(',').collect();
        let &[south_reserve, north_reserve] = pair.as_slice() else {
            return Err(reserves.fault(Fault::Reserves(pair.len())));
        };
        let reserves = [south_reserve.count(false)?, north_reserve.count(false)?];
        let side = match side.text {
            "S" => Side::South,
            "N" => Side::North,
            other => return Err(side.fault(Fault::Side(shown(other)))),
        };
        let counters: u32 = counts.as_flattened().iter().chain(&reserves).map(|&n| u32::from(n)).sum();
        if counters > u32::from(self.total()) {
            return Err(whole.fault(Fault::TooMany { counters, variant: *self }));
        }
        let layout = Layout::new(self.holes(), closed).expect("each row was seen to have an open hole");
        let board = layout.board(side, |hole: Hole| counts[hole.side().index()][usize::from(hole.index())]);
        let board = board.with_reserves(reserves[side.index()], reserves[side.other().index()]);
        Ok(Position::new(layout, side, board))
    }
}

/// How many holes the first row of a board string has, if it is a number that a row can have. For settling the size of
/// a board before it is read.
#[must_use]
pub fn holes_of_board(text: &str) -> Option<u8> {
    let holes = text.split('/').next()?.split(',').count();
    u8::try_from(holes).ok().filter(|holes| (1..=crate::MAX_HOLES).contains(holes))
}

/// A part of the text, and the column where it starts, from 1 on, in characters.
#[derive(Clone, Copy)]
struct Span<'a> {
    column: usize,
    text: &'a str,
}

impl Span<'_> {
    fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut column = self.column;
        self.text.split(separator).map(move |text| {
            let part = Self { column, text };
            column += text.chars().count() + 1;
            part
        })
    }

    fn fault(self, fault: Fault) -> BoardError {
        BoardError { column: self.column, fault }
    }

    fn count(self, or_closed: bool) -> Result<u8, BoardError> {
        let plain = self.text == "0" || !self.text.starts_with('0');
        if self.text.is_empty() || !plain || !self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.fault(Fault::Count { text: shown(self.text), or_closed }));
        }
        self.text.parse().map_err(|_| self.fault(Fault::Large(shown(self.text))))
    }
}

/// A text to be shown in a message: the beginning of it.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 20;
    let start: String = text.chars().take(MOST).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

/// Why a text is no board of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    column: usize,
    fault: Fault,
}

impl BoardError {
    /// Where the fault starts, in characters from 1 on.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    Parts(usize),
    Row { side: Side, holes: usize, wanted: u8 },
    Count { text: String, or_closed: bool },
    Large(String),
    NoOpenHole(Side),
    Reserves(usize),
    Side(String),
    TooMany { counters: u32, variant: Variant },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board, column {}: ", self.column)?;
        match &self.fault {
            Fault::Parts(n) => write!(f, "a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, and this one has {n}"),
            Fault::Row { side, holes, wanted } => {
                let plural = if *holes == 1 { "" } else { "s" };
                write!(f, "{side}'s row has {holes} hole{plural} here, and must have {wanted}")
            }
            Fault::Count { text, or_closed } => {
                let or_closed = if *or_closed { ", or x for a closed hole" } else { "" };
                write!(f, "{text:?} is no count; write 0, or digits that start with 1 to 9{or_closed}")
            }
            Fault::Large(text) => write!(f, "{text} counters are more than any game has, 252"),
            Fault::NoOpenHole(side) => write!(f, "{side}'s row has no open hole, and must have one at least"),
            Fault::Reserves(n) => write!(f, "there are 2 reserves, South's and North's, and here stand {n}"),
            Fault::Side(text) => write!(f, "{text:?} is not the side to move; write S or N"),
            Fault::TooMany { counters, variant } => write!(
                f,
                "{counters} counters in holes and reserves are more than the game has: {}, from {} in each of {} holes",
                variant.total(),
                variant.counters(),
                2 * variant.holes()
            ),
        }
    }
}

impl core::error::Error for BoardError {}
