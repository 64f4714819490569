//! A move told counter by counter, for people: to be read in a terminal, or shown step by step on a drawn board.
//!
//! Written one counter at a time from the rules, far from the fast path, and tested against it.

use crate::hole::{Hole, Move};
use crate::layout::Layout;
use crate::position::Position;
use crate::reading::LastFour;
use crate::round::Round;
use crate::side::Side;
use crate::sowing::Laws;
use crate::variant::Variant;
use core::fmt;
use std::collections::HashMap;

/// A move, lap by lap and counter by counter, with what it brings.
///
/// ```
/// use pussa_rules::{Move, RAJA_PASU, Variant};
/// let raja = Variant::new(RAJA_PASU);
/// let position = raja.parse_board("0,0,2,0,3,0,1/0,1,0,0,0,0,5/0,0/S")?;
/// let explanation = raja.explain(&position, Move::new(2)).expect("C holds counters");
/// assert_eq!(
///     explanation.to_string(),
///     "lap 1: C, 2 counters: D E; E makes four, South takes them\n\
///      F is empty: the sowing is over\n\
///      captures: 1 from G"
/// );
/// assert_eq!(explanation.gains(), [5, 0]);
/// # Ok::<(), pussa_rules::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Who makes the move.
    pub mover: Side,
    /// The laps in order (B5): one at least.
    pub laps: Vec<Lap>,
    /// What comes after them.
    pub end: SowingEnd,
}

/// A lap: one hole lifted and sown (B5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lap {
    /// The hole lifted.
    pub lifted: Hole,
    /// How many counters it held.
    pub counters: u8,
    /// Where they fell, one by one: as many as were lifted.
    pub sown: Vec<Sown>,
}

/// A counter sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sown {
    /// The hole it fell into.
    pub hole: Hole,
    /// How many counters the hole then holds: none if it made a four that was taken.
    pub holds: u8,
    /// Who takes the four that it made (M6), if it made one and it is taken.
    pub four_to: Option<Side>,
}

/// A hole captured by the mover (M4, M5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The hole.
    pub hole: Hole,
    /// How many counters it held.
    pub counters: u8,
}

/// How the laps of a move come to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SowingEnd {
    /// The hole after the last counter is empty, and the sowing is over (M3).
    Over {
        /// That empty hole.
        empty: Hole,
        /// What the mover captures behind it, in order (M4, M5); often nothing.
        captures: Vec<Capture>,
        /// The position after the move, the other player to move.
        after: Position,
    },
    /// It never is (M8): the last lap told ends with the board and the hole that an earlier one ended with.
    Endless {
        /// The place of that earlier lap in [`Explanation::laps`].
        returns_to: usize,
    },
    /// There are more than [`Explanation::MOST_LAPS`] laps; the rest is not told.
    TooLong,
}

impl Explanation {
    /// How many laps are told at most. Nearly all moves have fewer than a hundred; but on boards of many counters there
    /// are moves of many millions, which nobody would read. Whether those end, [`Sower::play`](crate::Sower::play) finds
    /// out.
    pub const MOST_LAPS: usize = 10_000;

    /// What the move brings to South and to North, fours and captures together. For an endless move (which is called
    /// off, M8) and one too long to be told, what its laps told bring.
    #[must_use]
    pub fn gains(&self) -> [u8; 2] {
        let mut gains = [0; 2];
        for side in self.laps.iter().flat_map(|lap| &lap.sown).filter_map(|sown| sown.four_to) {
            gains[side.index()] += 4;
        }
        gains[self.mover.index()] += self.captures().iter().map(|capture| capture.counters).sum::<u8>();
        gains
    }

    /// What the mover captures at the end (M4, M5).
    #[must_use]
    pub fn captures(&self) -> &[Capture] {
        if let SowingEnd::Over { captures, .. } = &self.end { captures } else { &[] }
    }

    /// Whether the move is endless (M8); false also if that is not known, the move being too long to be told.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        matches!(self.end, SowingEnd::Endless { .. })
    }

    /// The position after the move, the other player to move; `None` if the move is endless, or too long to be told.
    #[must_use]
    pub fn after(&self) -> Option<Position> {
        if let SowingEnd::Over { after, .. } = self.end { Some(after) } else { None }
    }
}

impl Variant {
    /// Tells how `mv` goes at `position`, whether it may be chosen or is endless. `None` if the player to move has no
    /// such open hole, or it is empty.
    #[must_use]
    pub fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        self.sower(position.layout().ring()).explain(position, mv)
    }
}

impl Round {
    /// Tells how `mv` would go as the next move. See [`Variant::explain`].
    #[must_use]
    pub fn explain(&self, mv: Move) -> Option<Explanation> {
        self.sower().explain(&self.position(), mv)
    }
}

/// Tells a move under the laws `L`.
pub(crate) fn explain<L: Laws>(position: &Position, mv: Move) -> Option<Explanation> {
    let mut table = Table::new(position, mv)?;
    let mut laps = Vec::new();
    // The lap after which each state stood.
    let mut seen = HashMap::new();
    let end = loop {
        if laps.len() == Explanation::MOST_LAPS {
            break SowingEnd::TooLong;
        }
        laps.push(table.lap::<L>());
        if table.counters[table.at] == 0 {
            let empty = table.holes[table.at];
            let captures = table.captures::<L>();
            break SowingEnd::Over { empty, captures, after: table.position() };
        }
        if let Some(returns_to) = seen.insert((table.counters, table.at), laps.len() - 1) {
            break SowingEnd::Endless { returns_to };
        }
    };
    Some(Explanation { mover: position.side(), laps, end })
}

/// The board while a move is told. Places count round the ring, from the mover's first open hole on.
struct Table {
    layout: Layout,
    mover: Side,
    holes: Vec<Hole>,
    counters: [u8; 14],
    /// The hole to lift; once the sowing is over, the empty hole that ended it.
    at: usize,
    /// South's and North's.
    reserves: [u8; 2],
}

impl Table {
    /// Before the move; `None` if there is nothing to lift.
    fn new(position: &Position, mv: Move) -> Option<Self> {
        let (layout, mover) = (position.layout(), position.side());
        let holes: Vec<_> = layout.open_holes(mover).collect();
        let mut counters = [0; 14];
        for (count, &hole) in counters.iter_mut().zip(&holes) {
            *count = position.counters(hole)?;
        }
        let at = mv.index();
        let lifts = holes.get(at).is_some_and(|hole| hole.side() == mover) && counters[at] > 0;
        let reserves = Side::BOTH.map(|side| position.reserve(side));
        lifts.then_some(Self { layout, mover, holes, counters, at, reserves })
    }

    fn next(&self, place: usize) -> usize {
        (place + 1) % self.holes.len()
    }

    /// Lifts a hole and sows it (M2, M6), and moves on to the hole after the last counter (M3).
    fn lap<L: Laws>(&mut self) -> Lap {
        let origin = self.at;
        let counters = core::mem::take(&mut self.counters[origin]);
        let mut sown = Vec::with_capacity(usize::from(counters));
        let mut place = origin;
        for left in (0..counters).rev() {
            place = self.next(place);
            if L::SKIP_ORIGIN && place == origin {
                place = self.next(place);
            }
            let hole = self.holes[place];
            self.counters[place] += 1;
            let taken = match L::PASU {
                None => false,
                Some(LastFour::Kept) if left == 0 => false,
                Some(_) => self.counters[place] == 4,
            };
            if taken {
                self.counters[place] = 0;
                self.reserves[hole.side().index()] += 4;
            }
            sown.push(Sown { hole, holds: self.counters[place], four_to: taken.then_some(hole.side()) });
        }
        self.at = self.next(place);
        Lap { lifted: self.holes[origin], counters, sown }
    }

    /// Captures behind the empty hole that ended the sowing (M4) and along the necklace (M5).
    fn captures<L: Laws>(&mut self) -> Vec<Capture> {
        let mut captures = Vec::new();
        let mut empty = self.at;
        loop {
            let behind = self.next(empty);
            if self.counters[empty] != 0 || self.counters[behind] == 0 {
                return captures;
            }
            let counters = core::mem::take(&mut self.counters[behind]);
            self.reserves[self.mover.index()] += counters;
            captures.push(Capture { hole: self.holes[behind], counters });
            if !L::NECKLACE {
                return captures;
            }
            empty = self.next(behind);
        }
    }

    /// The position after the move.
    fn position(&self) -> Position {
        let side = self.mover.other();
        let place = |hole| self.holes.iter().position(|&open| open == hole).expect("an open hole");
        let board = self.layout.board(side, |hole| self.counters[place(hole)]);
        let reserve = |side: Side| self.reserves[side.index()];
        Position::new(self.layout, side, board.with_reserves(reserve(side), reserve(side.other())))
    }
}

/// In words: a line a lap, then how it ends. No line break at the very end.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, lap) in self.laps.iter().enumerate() {
            writeln!(f, "lap {}: {lap}", i + 1)?;
        }
        match &self.end {
            SowingEnd::Over { empty, captures, .. } if captures.is_empty() => {
                write!(f, "{empty} is empty: the sowing is over\nno capture")
            }
            SowingEnd::Over { empty, captures, .. } => {
                write!(f, "{empty} is empty: the sowing is over\ncaptures:")?;
                for (i, Capture { hole, counters }) in captures.iter().enumerate() {
                    write!(f, "{} {counters} from {hole}", if i > 0 { "," } else { "" })?;
                }
                Ok(())
            }
            SowingEnd::Endless { returns_to } => {
                write!(f, "endless: lap {} ends as lap {} did, and so on for ever", self.laps.len(), returns_to + 1)
            }
            SowingEnd::TooLong => write!(f, "and so on: there are more than {} laps", Self::MOST_LAPS),
        }
    }
}

/// `C, 4 counters: D E F G; F makes four, South takes them`.
impl fmt::Display for Lap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.counters == 1 { "" } else { "s" };
        write!(f, "{}, {} counter{plural}:", self.lifted, self.counters)?;
        for sown in &self.sown {
            write!(f, " {}", sown.hole)?;
        }
        for sown in &self.sown {
            if let Some(side) = sown.four_to {
                write!(f, "; {} makes four, {side} takes them", sown.hole)?;
            }
        }
        Ok(())
    }
}
