//! The ring of open holes with their counters (B2, B4), and the position: all that a move needs to know.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::{Hole, Layout, MOST_COUNTERS, MOST_HOLES, Player, Reserves, Size};

/// The open holes and the counters in them, in the order of sowing, South's first.
///
/// A hole is named by its *place*: 0 is South's leftmost open hole. Closed holes have no place, so sowing never meets
/// them (B4). Within a round two boards are the same exactly when their rings are (B3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ring {
    /// Counters by place; nothing beyond `length`.
    pub(crate) counters: [u8; MOST_HOLES],
    pub(crate) south_length: u8,
    pub(crate) length: u8,
}

impl Ring {
    /// The counters in the hole at each place.
    #[must_use]
    pub fn counters(&self) -> &[u8] {
        &self.counters[..self.length()]
    }

    /// How many holes the ring has: at least 2.
    #[must_use]
    pub fn length(&self) -> usize {
        usize::from(self.length)
    }

    /// The place that follows, counter-clockwise: after North's last hole comes South's first (B2).
    #[must_use]
    #[inline]
    pub fn following(&self, place: usize) -> usize {
        let following = place + 1;
        if following == self.length() { 0 } else { following }
    }

    /// In whose row that place lies.
    #[must_use]
    #[inline]
    pub fn owner(&self, place: usize) -> Player {
        if place < usize::from(self.south_length) { Player::South } else { Player::North }
    }

    /// The places of a player's row, left to right as that player sees them.
    #[must_use]
    pub fn row(&self, player: Player) -> Range<usize> {
        match player {
            Player::South => 0..usize::from(self.south_length),
            Player::North => usize::from(self.south_length)..self.length(),
        }
    }

    /// All counters on the ring.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counters().iter().map(|&counters| usize::from(counters)).sum()
    }

    /// Whether a player has any counters in the own row.
    #[must_use]
    pub fn has_counters(&self, player: Player) -> bool {
        self.counters[self.row(player)].iter().any(|&counters| counters > 0)
    }

    /// Takes all counters out of a hole.
    #[inline]
    pub(crate) fn lift(&mut self, place: usize) -> u8 {
        std::mem::take(&mut self.counters[place])
    }
}

/// A board with both reserves and the player to move: what a board string (N1) says.
///
/// ```text
///    g  f  e  d  c  b  a      North's row, from g down to a
///    A  B  C  D  E  F  G      South's row; sowing runs A…G a…g A…
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) ring: Ring,
    pub(crate) layout: Layout,
    pub(crate) reserves: Reserves,
    pub(crate) to_move: Player,
}

impl Position {
    /// The board that opens a first round: all holes open and full, nothing in reserve, South to move (B1, T1).
    #[must_use]
    pub fn opening(size: Size) -> Position {
        let length = 2 * size.holes_in_a_row();
        let mut counters = [0; MOST_HOLES];
        counters[..length].fill(size.counters_in_a_hole() as u8);
        Position {
            ring: Ring { counters, south_length: (length / 2) as u8, length: length as u8 },
            layout: Layout::all_open(size.holes_in_a_row()),
            reserves: Reserves::default(),
            to_move: Player::South,
        }
    }

    /// A position from the counters on its ring, one number for each open hole of the layout, in ring order.
    ///
    /// # Errors
    /// There are not as many numbers as open holes, or more counters in all than any game has.
    pub fn from_ring(
        layout: Layout,
        counters: &[u8],
        reserves: Reserves,
        to_move: Player,
    ) -> Result<Position, RingError> {
        let south_length = layout.open_in_row(Player::South);
        let length = south_length + layout.open_in_row(Player::North);
        if counters.len() != length {
            return Err(RingError::Length { found: counters.len(), expected: length });
        }
        let mut ring = Ring { counters: [0; MOST_HOLES], south_length: south_length as u8, length: length as u8 };
        ring.counters[..length].copy_from_slice(counters);
        let total = ring.total() + reserves.total();
        if total > MOST_COUNTERS {
            return Err(RingError::TooManyCounters(total));
        }
        Ok(Position { ring, layout, reserves, to_move })
    }

    /// The counters in the open holes.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// Which holes are open, and where they are on the ring.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// What each player has in reserve (B3).
    #[must_use]
    pub fn reserves(&self) -> Reserves {
        self.reserves
    }

    /// Whose move it is.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The counters in a hole, if it is open.
    #[must_use]
    pub fn counters_in(&self, hole: Hole) -> Option<u8> {
        self.layout.place_of(hole).map(|place| self.ring.counters[place])
    }
}

/// Why counters do not make a ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RingError {
    /// Not one number for each open hole.
    Length {
        /// How many numbers were given.
        found: usize,
        /// How many holes are open.
        expected: usize,
    },
    /// More counters in holes and reserves than the largest game has.
    TooManyCounters(usize),
}

impl fmt::Display for RingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RingError::Length { found, expected } => {
                write!(f, "{found} numbers for a ring of {expected} open holes")
            }
            RingError::TooManyCounters(found) => {
                write!(f, "{found} counters in holes and reserves; no game has more than {MOST_COUNTERS}")
            }
        }
    }
}

impl Error for RingError {}
