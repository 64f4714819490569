//! The shape of a round's ring.

use crate::hole::MAX_HOLES;
use crate::side::Side;

/// How many open holes each player has in a round, 1 to 7: the ring's shape (B4).
///
/// On the ring, holes are counted in the direction of sowing from the mover's leftmost open hole on: first the
/// mover's, then the other player's. That number is a hole's *place*.
///
/// ```text
///      9  8  7  6  5        the other player's five, their left end at place 5
///      0  1  2  3  4        the mover's five
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    south: u8,
    north: u8,
}

impl Ring {
    /// The ring with so many open holes for South and North, or `None` if a number is not 1 to 7.
    #[must_use]
    pub const fn new(south: u8, north: u8) -> Option<Self> {
        if south >= 1 && south <= MAX_HOLES && north >= 1 && north <= MAX_HOLES {
            Some(Self { south, north })
        } else {
            None
        }
    }

    /// Every shape there is: 49.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=MAX_HOLES).flat_map(|south| (1..=MAX_HOLES).map(move |north| Self { south, north }))
    }

    /// The open holes of `side`, 1 to 7.
    #[must_use]
    pub const fn holes(self, side: Side) -> u8 {
        match side {
            Side::South => self.south,
            Side::North => self.north,
        }
    }

    /// All open holes, 2 to 14.
    #[must_use]
    pub const fn length(self) -> u8 {
        self.south + self.north
    }
}
