//! Entries of tables that all threads share without locks: how they tell positions apart, and how they are read and
//! written.
//!
//! A position is told by all of its bits, never by a hash alone, so that what is proved is proved: its 113 bits are
//! mixed by steps that can be undone, some of the mixed bits say in which bucket of the table it stands, and the others
//! stand in the entry.
//!
//! ```text
//! mixed position, 113 bits:   bucket | rest
//! entry, 128 bits:            rest   | what is known of it
//! ```
//!
//! An entry is two words, written one after the other, and who reads it meanwhile may get words of two entries. So the
//! first word is stored mixed with the second. The second has nothing but bits of positions: if it is the same in both
//! entries, the first word belongs to it, whichever of the two it is of; and if not, the first comes out as if by chance.
//! Where `k` bits are known of a position, such words pass for an entry of the position looked up once in
//! 2<sup>64 − k</sup> times. With one thread there are none.
//!
//! ```
//! use pussa_engine::entries::{Keys, Slot, load, store};
//! use pussa_rules::{RAJA_PASU, Side, Variant};
//! // A table of 2^16 buckets, for 20 bits about each position.
//! let keys: Keys<20> = Keys::new(1 << 16, false);
//! let (bucket, key) = keys.of(Variant::new(RAJA_PASU).start().board(), Side::South);
//! assert!(bucket < 1 << 16);
//! let slot = Slot::default();
//! store(&slot, key | 12_345);
//! assert!(Keys::<20>::is_of(load(&slot), key));
//! assert_eq!(load(&slot) - key, 12_345);
//! ```

use pussa_rules::{Board, Side};
use std::sync::atomic::{AtomicU64, Ordering};

/// Where an entry stands: its two words.
pub type Slot = [AtomicU64; 2];

/// Bits of a position: fourteen holes of eight bits, and the player to move.
const POSITION: u32 = 8 * Board::HOLES as u32 + 1;
const MASK: u128 = (1 << POSITION) - 1;

/// How a table of one size tells positions apart, in whose entries `KNOWN` bits, 64 at most, say what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Keys<const KNOWN: u32> {
    /// How many bits of a mixed position say in which bucket it stands.
    bits: u32,
    /// Whether positions with different players to move can look alike.
    sided: bool,
}

impl<const KNOWN: u32> Keys<KNOWN> {
    /// The fewest buckets: with less, the rest of a position would not fit into an entry.
    pub const LEAST: usize = 1 << (POSITION + KNOWN).saturating_sub(u128::BITS);

    /// Those of a table of so many buckets, a power of two and at least [`Self::LEAST`]. `sided` if positions with
    /// different players to move can look alike: if the rows of the ring differ.
    #[inline]
    #[must_use]
    pub fn new(buckets: usize, sided: bool) -> Self {
        debug_assert!(buckets.is_power_of_two() && buckets >= Self::LEAST && KNOWN <= 64);
        Self { bits: buckets.ilog2(), sided }
    }

    /// In which bucket a position stands, and its key: what its entry says in the bits above those of what is known. All
    /// of the latter are 0. Reserves are left out.
    #[inline]
    pub fn of(self, board: Board, side: Side) -> (usize, u128) {
        self.of_mixed(mix(board, side, self.sided))
    }

    /// Where an entry of this table goes in another one: the bucket, and its bits there.
    #[inline]
    pub fn carry_over(self, bucket: usize, entry: u128, other: Self) -> (usize, u128) {
        let mixed = (bucket as u128) << (POSITION - self.bits) | entry >> KNOWN;
        let (bucket, key) = other.of_mixed(mixed);
        (bucket, key | entry & ((1 << KNOWN) - 1))
    }

    #[inline]
    fn of_mixed(self, mixed: u128) -> (usize, u128) {
        let rest = POSITION - self.bits;
        ((mixed >> rest) as usize, (mixed & ((1 << rest) - 1)) << KNOWN)
    }

    /// Whether it is an entry of the position with this key. 0 is an entry of none.
    #[inline]
    pub fn is_of(entry: u128, key: u128) -> bool {
        entry != 0 && (entry ^ key) >> KNOWN == 0
    }
}

/// A number that differs for every position, with the bits of all holes spread over all of its own.
///
/// Both kinds of step can be undone: multiplying by an odd number, and mixing higher bits into lower ones.
#[inline]
fn mix(board: Board, side: Side, sided: bool) -> u128 {
    const ODD: u128 = 0x1_2d83_5f9b_9e37_79b9_7f4a_7c15_f39d;
    let side = u128::from(sided && side == Side::North);
    let mut bits = board.without_reserves().bits() | side << (POSITION - 1);
    for _ in 0..2 {
        bits = bits.wrapping_mul(ODD) & MASK;
        bits ^= bits >> 57;
    }
    bits
}

/// Mixes the second word of an entry for its first.
#[inline]
fn seal(word: u64) -> u64 {
    let word = (word ^ word >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 32
}

/// The entry in a slot; 0 if there is none.
#[inline]
pub fn load(slot: &Slot) -> u128 {
    let high = slot[1].load(Ordering::Relaxed);
    let low = slot[0].load(Ordering::Relaxed);
    if high == 0 && low == 0 { 0 } else { u128::from(high) << 64 | u128::from(low ^ seal(high)) }
}

/// Puts an entry into a slot.
#[inline]
pub fn store(slot: &Slot, entry: u128) {
    let high = (entry >> 64) as u64;
    slot[1].store(high, Ordering::Relaxed);
    slot[0].store(entry as u64 ^ seal(high), Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> Vec<Board> {
        let holes = |i: u32| -> [u8; 14] { std::array::from_fn(|h| ((i >> (h % 15)) & 3) as u8 * (h as u8 + 1)) };
        let mut boards: Vec<_> = (0..20_000).map(|i| Board::new(&holes(i), 0, 0)).collect();
        boards.sort();
        boards.dedup();
        boards
    }

    #[test]
    fn mixed_positions_are_different_and_small_enough() {
        let boards = boards();
        let mut all: Vec<_> = boards.iter().flat_map(|&board| Side::BOTH.map(|side| mix(board, side, true))).collect();
        assert!(all.iter().all(|&bits| bits <= MASK));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2 * boards.len());
    }

    #[test]
    fn an_entry_carried_over_is_of_the_same_position_and_says_the_same() {
        let [small, large] = [1 << 14, 1 << 20].map(|buckets| Keys::<29>::new(buckets, true));
        for (known, board) in (1..).zip(boards()) {
            for side in Side::BOTH {
                let (bucket, key) = small.of(board, side);
                let there = large.of(board, side);
                assert_eq!(small.carry_over(bucket, key | known, large), (there.0, there.1 | known));
                assert_eq!(large.carry_over(there.0, there.1 | known, small), (bucket, key | known));
            }
        }
    }

    #[test]
    fn the_smallest_table_has_just_room_for_the_rest() {
        assert_eq!(Keys::<29>::LEAST, 1 << 14);
        let keys = Keys::<29>::new(Keys::<29>::LEAST, true);
        let all = boards().into_iter().fold(0, |all, board| all | keys.of(board, Side::North).1);
        assert_eq!((all.leading_zeros(), all.trailing_zeros()), (0, 29));
    }

    #[test]
    fn words_of_two_entries_pass_for_neither() {
        let keys = Keys::<26>::new(1 << 14, false);
        let keyed: Vec<_> = boards().iter().map(|&board| keys.of(board, Side::South).1).collect();
        for two in keyed.windows(2) {
            let slots = [Slot::default(), Slot::default()];
            for (slot, key) in slots.iter().zip(two) {
                store(slot, key | 0x4d);
                assert_eq!(load(slot), key | 0x4d);
            }
            let [[low, _], [_, high]] = slots;
            let torn = load(&[low, high]);
            assert!(two[0] >> 64 == two[1] >> 64 || two.iter().all(|&key| !Keys::<26>::is_of(torn, key)));
        }
    }
}
