//! The board: sixteen bytes in one number.

use core::fmt;

/// The counters in the open holes and in the reserves, from the side of the player to move.
///
/// One `u128`, sixteen lanes of eight bits. Lane *i* is the hole at place *i* of the [`Ring`](crate::Ring); lanes
/// beyond the ring are 0. Lane 14 is the other player's reserve, lane 15 the mover's.
///
/// ```text
/// lane     0   1   2 …  s-1   s …  s+n-1   …   14        15
/// holds   the mover's  holes   the other's  0  other's   mover's
///         from left to right   left to right   reserve   reserve
/// ```
///
/// Making a move turns the board round: the result is the board as the other player sees it. So two positions that are
/// the same for whoever is to move are the same number, once the reserves are left out
/// ([`without_reserves`](Self::without_reserves)); and with the reserves empty before a move, those of the board after
/// it are what the move brought to each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Board(u128);

impl Board {
    /// Lanes for holes.
    pub const HOLES: usize = 14;
    pub(crate) const OTHER_RESERVE: usize = 14;
    pub(crate) const MOVER_RESERVE: usize = 15;
    const HOLE_BITS: u128 = (1 << (8 * Self::HOLES)) - 1;

    /// The board with these counters in the holes by place, and these reserves.
    ///
    /// # Panics
    /// If there are more than fourteen holes.
    #[must_use]
    pub fn new(holes: &[u8], mover_reserve: u8, other_reserve: u8) -> Self {
        let mut lanes = [0; 16];
        lanes[..Self::HOLES][..holes.len()].copy_from_slice(holes);
        lanes[Self::OTHER_RESERVE] = other_reserve;
        lanes[Self::MOVER_RESERVE] = mover_reserve;
        Self::from_lanes(lanes)
    }

    /// The board with these sixteen lanes.
    #[must_use]
    pub const fn from_lanes(lanes: [u8; 16]) -> Self {
        Self(u128::from_le_bytes(lanes))
    }

    /// The sixteen lanes.
    #[must_use]
    pub const fn lanes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// The number itself, lane 0 in the lowest bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The board that is this number.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The counters in the hole at `place`, 0 to 13.
    #[must_use]
    pub const fn counters(self, place: usize) -> u8 {
        self.lanes()[place]
    }

    /// The reserve of the player to move.
    #[must_use]
    pub const fn mover_reserve(self) -> u8 {
        self.lanes()[Self::MOVER_RESERVE]
    }

    /// The reserve of the other player.
    #[must_use]
    pub const fn other_reserve(self) -> u8 {
        self.lanes()[Self::OTHER_RESERVE]
    }

    /// The same board with empty reserves.
    #[must_use]
    pub const fn without_reserves(self) -> Self {
        Self(self.0 & Self::HOLE_BITS)
    }

    /// The same holes with these reserves.
    #[must_use]
    pub const fn with_reserves(self, mover: u8, other: u8) -> Self {
        let seats = (mover as u128) << (8 * Self::MOVER_RESERVE) | (other as u128) << (8 * Self::OTHER_RESERVE);
        Self(self.0 & Self::HOLE_BITS | seats)
    }

    /// Both reserves in one number.
    pub(crate) const fn reserves(self) -> u16 {
        (self.0 >> (8 * Self::OTHER_RESERVE)) as u16
    }

    /// Both reserves as they look when the board is turned round.
    pub(crate) const fn reserves_exchanged(self) -> u16 {
        self.reserves().swap_bytes()
    }

    /// How many counters lie in the holes.
    #[must_use]
    pub fn total(self) -> u32 {
        self.lanes()[..Self::HOLES].iter().map(|&n| u32::from(n)).sum()
    }

    /// A bit for each of the first `own` holes (1 to 7) that holds counters: the moves there are, endless ones
    /// included.
    #[inline]
    pub(crate) const fn full_holes(self, own: u8) -> u8 {
        const SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let row = self.0 as u64 & (u64::MAX >> (8 * (8 - own as u32)));
        // The highest bit of a byte is set if any bit of it is.
        let full = (((row & SEVEN) + SEVEN) | row) & !SEVEN;
        // Gathers those eight bits into the highest byte.
        ((full >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = self.lanes();
        write!(f, "Board({:?}, mover {}, other {})", &lanes[..14], self.mover_reserve(), self.other_reserve())
    }
}
