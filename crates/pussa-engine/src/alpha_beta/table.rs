//! The transposition table: what has been found out about positions, shared by all threads without locks. [`entries`]
//! tells how positions are told apart.
//!
//! ```text
//! known of a position, 29 bits, the lowest first:   value 16, depth 8, bound 2, move 3
//! ```

use crate::entries::{self, Keys, Slot};
use pussa_rules::{Board, Move, Side};

/// What an entry's value is of the position's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// At most so much.
    Upper,
    /// At least so much.
    Lower,
    /// Just so much.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// For the player to move, in counters.
    pub(super) value: i16,
    pub(super) bound: Bound,
    /// How many moves were looked ahead; [`Entry::PROVED`] if nothing was left to look at.
    pub(super) depth: u8,
    /// The best move.
    pub(super) mv: Option<Move>,
}

impl Entry {
    /// The depth of what holds at any depth.
    pub(super) const PROVED: u8 = u8::MAX;
    /// Bits that all but the position takes.
    const BITS: u32 = 16 + 8 + 2 + 3;

    /// Whether nothing was estimated.
    pub(super) fn is_proved(self) -> bool {
        self.depth == Self::PROVED
    }

    /// Whether it is as good as looking so many moves ahead.
    pub(super) fn reaches(self, depth: u32) -> bool {
        self.is_proved() || u32::from(self.depth) >= depth
    }

    fn pack(self) -> u128 {
        let mv = self.mv.map_or(7, Move::place);
        u128::from(self.value.cast_unsigned())
            | u128::from(self.depth) << 16
            | (self.bound as u128) << 24
            | u128::from(mv) << 26
    }

    fn unpack(bits: u128) -> Self {
        let mv = (bits >> 26 & 7) as u8;
        Self {
            value: (bits as u16).cast_signed(),
            depth: (bits >> 16) as u8,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact, Bound::Exact][(bits >> 24 & 3) as usize],
            mv: (mv < 7).then(|| Move::new(mv)),
        }
    }
}

/// Four entries that a position may stand in; a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    keys: EntryKeys,
}

type EntryKeys = Keys<{ Entry::BITS }>;

impl Table {
    /// The least size, in bytes.
    pub(super) const LEAST: usize = 1 << 20;

    /// A table of at most so many bytes, and at least [`Table::LEAST`]; `None` if there is no memory for it. `sided` as
    /// for [`Keys::new`].
    pub(super) fn new(bytes: usize, sided: bool) -> Option<Self> {
        let count = 1 << (bytes.max(Self::LEAST) / size_of::<Bucket>()).ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Bucket::default);
        Some(Self { buckets, keys: Keys::new(count, sided) })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self, sided: bool) {
        self.keys = Keys::new(self.buckets.len(), sided);
        for word in self.buckets.iter_mut().flat_map(|bucket| bucket.0.as_flattened_mut()) {
            *word.get_mut() = 0;
        }
    }

    /// Where a position stands, and its key.
    fn place(&self, board: Board, side: Side) -> (&Bucket, u128) {
        let (bucket, key) = self.keys.of(board, side);
        (&self.buckets[bucket], key)
    }

    /// What is known of a position.
    pub(super) fn get(&self, board: Board, side: Side) -> Option<Entry> {
        let (bucket, key) = self.place(board, side);
        bucket.0.iter().map(entries::load).find(|&bits| EntryKeys::is_of(bits, key)).map(Entry::unpack)
    }

    /// Keeps what is known of a position, in the place of an entry of the same position or of the least depth.
    pub(super) fn put(&self, board: Board, side: Side, entry: Entry) {
        let (bucket, key) = self.place(board, side);
        let worth = |slot: &Slot| match entries::load(slot) {
            0 => -2,
            bits if EntryKeys::is_of(bits, key) => -1,
            bits => i32::from(Entry::unpack(bits).depth),
        };
        let own = bucket.0.iter().find(|slot| EntryKeys::is_of(entries::load(slot), key));
        let slot = own.or_else(|| bucket.0.iter().min_by_key(|slot| worth(slot))).expect("a bucket has slots");
        entries::store(slot, key | entry.pack());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = Board> {
        (0..20_000u32).map(|i| {
            let holes: [u8; 14] = std::array::from_fn(|h| ((i >> (h % 15)) & 3) as u8 * (h as u8 + 1));
            Board::new(&holes, 0, 0)
        })
    }

    #[test]
    fn what_is_put_is_got_back_and_nothing_else() {
        let table = Table::new(1 << 22, true).unwrap();
        let entry = |i: usize| Entry {
            value: i16::try_from(i).expect("a few thousand") - 5000,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][i % 3],
            depth: (i % 256) as u8,
            mv: (!i.is_multiple_of(8)).then(|| Move::new((i % 8 - 1) as u8)),
        };
        let mut seen = std::collections::HashSet::new();
        let boards: Vec<_> = boards().filter(|&board| seen.insert(board)).take(8000).collect();
        for (i, &board) in boards.iter().enumerate() {
            table.put(board, Side::South, entry(i));
        }
        let found = boards.iter().enumerate().filter(|&(i, &board)| {
            assert_eq!(table.get(board, Side::North), None);
            let got = table.get(board, Side::South);
            assert!(got.is_none_or(|got| got == entry(i)), "{board:?}");
            got.is_some()
        });
        assert!(found.count() > 7900);
    }

    #[test]
    fn there_is_no_table_larger_than_any_memory() {
        assert!(Table::new(isize::MAX as usize, true).is_none());
    }

    #[test]
    fn a_later_entry_takes_the_place_of_an_earlier_one() {
        let mut table = Table::new(0, false).unwrap();
        let board = Board::new(&[1, 2, 3], 0, 0);
        for depth in [3, 200, 1] {
            let entry = Entry { value: 7, bound: Bound::Exact, depth, mv: None };
            table.put(board, Side::South, entry);
            assert_eq!(table.get(board, Side::North), Some(entry));
        }
        table.clear(false);
        assert_eq!(table.get(board, Side::South), None);
    }
}
