//! The holes' letters (B2), and which holes are open (B4).

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{MOST_HOLES_IN_A_ROW, Player};

/// A hole of the board, open or closed: `A` to `G` are South's, `a` to `g` North's, each left to right as its player
/// sees them (B2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hole {
    player: Player,
    column: u8,
}

impl Hole {
    /// The hole in that player's row, `column` holes from the left end; none if the column is not 0 to 6.
    #[must_use]
    pub fn new(player: Player, column: usize) -> Option<Hole> {
        (column < MOST_HOLES_IN_A_ROW).then_some(Hole { player, column: column as u8 })
    }

    /// The hole of that letter, if it is one.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Hole> {
        match letter {
            'A'..='G' => Some(Hole { player: Player::South, column: letter as u8 - b'A' }),
            'a'..='g' => Some(Hole { player: Player::North, column: letter as u8 - b'a' }),
            _ => None,
        }
    }

    /// The hole's letter, which is also the move that lifts it (N2).
    #[must_use]
    pub fn letter(self) -> char {
        match self.player {
            Player::South => char::from(b'A' + self.column),
            Player::North => char::from(b'a' + self.column),
        }
    }

    /// In whose row the hole lies.
    #[must_use]
    pub fn player(self) -> Player {
        self.player
    }

    /// How many holes from the left end of its row, as its player sees it.
    #[must_use]
    pub fn column(self) -> usize {
        usize::from(self.column)
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Hole {
    type Err = NotALetter;

    /// Reads one letter.
    fn from_str(text: &str) -> Result<Hole, NotALetter> {
        let mut letters = text.chars();
        match (letters.next().and_then(Hole::from_letter), letters.next()) {
            (Some(hole), None) => Ok(hole),
            _ => Err(NotALetter(text.to_owned())),
        }
    }
}

/// A text that is not a hole's letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotALetter(pub String);

impl fmt::Display for NotALetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a hole: A to G are South's, a to g North's", self.0)
    }
}

impl Error for NotALetter {}

/// Which holes of a board are open: the map between holes and places on the ring.
///
/// The ring is numbered through the open holes alone, South's from the left and then North's from the left (B2, B4):
///
/// ```text
///    g  f  e  d  c  b  a          12 11 10  9  8  7  x     here `a` and `B` are closed:
///    A  B  C  D  E  F  G           0  x  1  2  3  4  5     a ring of 12, `b` follows `G`
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    holes_in_a_row: u8,
    /// One bit a column, for South and for North; set where the hole is open.
    open: [u8; 2],
}

impl Layout {
    /// Two rows of so many holes, 1 to 7, all open.
    pub(crate) fn all_open(holes_in_a_row: usize) -> Layout {
        let row = (1u8 << holes_in_a_row) - 1;
        Layout { holes_in_a_row: holes_in_a_row as u8, open: [row, row] }
    }

    /// Closes a hole (B4).
    pub(crate) fn close(&mut self, hole: Hole) {
        self.open[hole.player as usize] &= !(1 << hole.column);
    }

    /// `m`: the holes of a row, open and closed.
    #[must_use]
    pub fn holes_in_a_row(self) -> usize {
        usize::from(self.holes_in_a_row)
    }

    /// Whether the board has that hole at all, open or closed.
    #[must_use]
    pub fn has(self, hole: Hole) -> bool {
        hole.column < self.holes_in_a_row
    }

    /// Whether that hole is on the board and open.
    #[must_use]
    pub fn is_open(self, hole: Hole) -> bool {
        self.open[hole.player as usize] & (1 << hole.column) != 0
    }

    /// How many holes of that player's row are open.
    #[must_use]
    pub fn open_in_row(self, player: Player) -> usize {
        self.open[player as usize].count_ones() as usize
    }

    /// The place on the ring of a hole, if it is open.
    #[must_use]
    pub fn place_of(self, hole: Hole) -> Option<usize> {
        if !self.is_open(hole) {
            return None;
        }
        let to_the_left = self.open[hole.player as usize] & ((1 << hole.column) - 1);
        let before_the_row = match hole.player {
            Player::South => 0,
            Player::North => self.open_in_row(Player::South),
        };
        Some(before_the_row + to_the_left.count_ones() as usize)
    }

    /// The hole at a place on the ring, if the ring is that long.
    #[must_use]
    pub fn hole_at(self, place: usize) -> Option<Hole> {
        self.open_holes().nth(place)
    }

    /// The open holes, in ring order from South's leftmost (B2).
    pub fn open_holes(self) -> impl Iterator<Item = Hole> {
        [Player::South, Player::North]
            .into_iter()
            .flat_map(move |player| (0..self.holes_in_a_row).map(move |column| Hole { player, column }))
            .filter(move |hole| self.is_open(*hole))
    }
}
