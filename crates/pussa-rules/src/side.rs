//! The two players.

use core::fmt;

/// A player, named after the side of the board the player sits at (RULES B2). South leads the first round (T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Has the holes `A` to `G`, drawn below.
    South,
    /// Has the holes `a` to `g`, drawn on top.
    North,
}

impl Side {
    /// Both, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// 0 for South, 1 for North: for tables of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `S` or `N`, as a board string has it (N1).
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::South => "South",
            Self::North => "North",
        })
    }
}
