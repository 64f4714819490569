//! Holes by their letters, and moves.

use crate::side::Side;
use core::fmt;

/// The most holes a row has (B1).
pub const MAX_HOLES: u8 = 7;

/// A hole of the board as players name it: `A` to `G` are South's, `a` to `g` North's (B2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole {
    side: Side,
    index: u8,
}

impl Hole {
    /// The hole of `side` that is `index` places from that player's left, 0 to 6.
    ///
    /// # Panics
    /// If `index` is above 6.
    #[must_use]
    pub const fn new(side: Side, index: u8) -> Self {
        assert!(index < MAX_HOLES, "a row has at most seven holes");
        Self { side, index }
    }

    /// The hole with this letter, or `None` if no hole has it.
    ///
    /// ```
    /// use pussa_rules::{Hole, Side};
    /// assert_eq!(Hole::from_letter('c'), Some(Hole::new(Side::North, 2)));
    /// assert_eq!(Hole::from_letter('h'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A'..='G' => Some(Self::new(Side::South, letter as u8 - b'A')),
            'a'..='g' => Some(Self::new(Side::North, letter as u8 - b'a')),
            _ => None,
        }
    }

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        let first = match self.side {
            Side::South => b'A',
            Side::North => b'a',
        };
        (first + self.index) as char
    }

    /// Whose row it is in.
    #[must_use]
    pub const fn side(self) -> Side {
        self.side
    }

    /// How many holes lie to its left in its row, as its owner sees it: 0 to 6.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.index
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// A move: which of the mover's open holes is lifted (M1), counted from the mover's left, 0 to 6.
///
/// This is the engines' view, in which closed holes do not exist and the mover's side is left out.
/// [`Layout::hole`](crate::Layout::hole) gives the letter that players know it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The move that lifts the mover's open hole number `place`, 0 to 6.
    ///
    /// # Panics
    /// If `place` is above 6.
    #[must_use]
    pub const fn new(place: u8) -> Self {
        assert!(place < MAX_HOLES, "a row has at most seven holes");
        Self(place)
    }

    /// The number of the open hole it lifts, 0 to 6.
    #[must_use]
    pub const fn place(self) -> u8 {
        self.0
    }

    /// The same, for tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Some of the mover's moves: a set of seven bits.
///
/// ```
/// use pussa_rules::{Move, Moves};
/// let moves: Moves = [Move::new(4), Move::new(1)].into_iter().collect();
/// assert_eq!(moves.len(), 2);
/// assert_eq!(moves.iter().next(), Some(Move::new(1)));
/// assert_eq!(moves.nth(1), Some(Move::new(4)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves(u8);

impl Moves {
    /// No move.
    pub const NONE: Self = Self(0);

    /// The moves whose places are the set bits of `bits`.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0x7f)
    }

    /// The places as bits, the lowest for place 0.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many there are, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        ROWS[self.0 as usize].len as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `mv` is one of them.
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        self.0 >> mv.0 & 1 != 0
    }

    /// These without those of `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Move number `n` from the left, or `None` if there are not so many.
    #[inline]
    #[must_use]
    pub fn nth(self, n: usize) -> Option<Move> {
        (n < self.len()).then(|| Move(ROWS[self.0 as usize].places[n]))
    }

    /// From the mover's left to the right.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Move> + Clone {
        let mut bits = self.0;
        (0..self.len()).map(move |_| {
            let place = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            Move(place)
        })
    }
}

/// The moves of a set, written out.
#[derive(Clone, Copy)]
struct Row {
    places: [u8; MAX_HOLES as usize],
    len: u8,
}

/// The moves of every set. A table, since a loop over bits is as hard to foretell as a move drawn at random.
static ROWS: [Row; 128] = {
    let mut rows = [Row { places: [0; MAX_HOLES as usize], len: 0 }; 128];
    let mut bits = 0;
    while bits < 128 {
        let row = &mut rows[bits];
        let mut place = 0;
        while place < MAX_HOLES {
            if bits >> place & 1 != 0 {
                row.places[row.len as usize] = place;
                row.len += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    rows
};

impl FromIterator<Move> for Moves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().fold(0, |bits, mv| bits | 1 << mv.0))
    }
}
