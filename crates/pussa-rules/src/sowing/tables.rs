//! What the sowing looks up for one shape of ring, seen from the player to move.

/// A byte for each of a board's sixteen lanes.
pub(super) type Lanes = [u8; 16];

/// An index that picks nothing.
pub(super) const NONE: u8 = 128;

/// Made once for a ring and a player to move. Only [`Tables::laps`] serves single moves; the others serve the vectors.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Tables {
    /// How many open holes the mover has.
    pub(super) own: u8,
    /// How many open holes there are.
    pub(super) length: u8,
    /// `laps[at][n]`: a 1 in each hole that gets a counter when `n`, at most once round the ring, are lifted from `at`.
    pub(super) laps: [[u128; 15]; 14],

    /// 1 in all lanes.
    ///
    /// Read from memory rather than written as a constant, since compilers turn the smaller of *n* and a constant 1
    /// into a longer chain of instructions.
    pub(super) ones: Lanes,
    /// The ring's length, in all lanes.
    pub(super) lengths: Lanes,
    /// One less.
    pub(super) shorts: Lanes,
    /// The number of each lane less the length, wrapping.
    pub(super) less_length: Lanes,
    /// How many counters fall before this hole gets its first, when the hole at place 0 is lifted.
    pub(super) distance: Lanes,
    /// 1 for a hole, 0 beyond the ring.
    pub(super) open: Lanes,
    /// A necklace (M5): 0 for the empty hole at place 0, 1 for a full one after it, and so on in turns; 1 beyond the
    /// ring, where there are no full ones.
    pub(super) necklace: Lanes,
    /// `from[h]`: the ring from the mover's hole `h` on, or nothing if the mover has no such hole.
    pub(super) from: [u128; 8],
    /// The place that each hole has for the player now to move, once the board is turned round.
    pub(super) turned: u128,
    /// The mover's holes in the lower eight lanes, the other player's in the upper.
    pub(super) rows: u128,
}

impl Tables {
    pub(super) fn new(own: u8, other: u8) -> Self {
        let length = own + other;
        let every_hole = |hole: &dyn Fn(u8) -> u8, beyond: u8| -> Lanes {
            core::array::from_fn(|lane| if (lane as u8) < length { hole(lane as u8) } else { beyond })
        };
        let ring_from = |first: u8| every_hole(&|place| (first + place) % length, NONE);
        let mut laps = [[0; 15]; 14];
        for at in 0..length {
            for n in 1..=length {
                let last = (at + n) % length;
                laps[usize::from(at)][usize::from(n)] = laps[usize::from(at)][usize::from(n - 1)] | 1 << (8 * last);
            }
        }
        Self {
            own,
            length,
            laps,
            ones: [1; 16],
            lengths: [length; 16],
            shorts: [length - 1; 16],
            less_length: core::array::from_fn(|lane| (lane as u8).wrapping_sub(length)),
            distance: every_hole(&|place| (place + length - 1) % length, 255),
            open: every_hole(&|_| 1, 0),
            necklace: every_hole(&|place| place % 2, 1),
            from: core::array::from_fn(|hole| {
                let hole = hole as u8;
                u128::from_le_bytes(if hole < own { ring_from(hole) } else { [NONE; 16] })
            }),
            turned: u128::from_le_bytes(ring_from(own)),
            rows: u128::from_le_bytes(core::array::from_fn(|lane| match lane as u8 {
                lane @ 0..8 if lane < own => lane,
                lane @ 8.. if lane - 8 < other => own + lane - 8,
                _ => NONE,
            })),
        }
    }
}
