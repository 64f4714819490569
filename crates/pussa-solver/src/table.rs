//! What is proved of positions: bounds of their values, shared by all threads without locks. `entries` of the engines'
//! crate tells how positions are told apart.
//!
//! ```text
//! known of a position, 26 bits, the lowest first:   work 5, move 3, lower 9, upper 9
//! ```

use crate::bounds::{Bounds, both};
use pussa_engine::entries::{self, Keys, Slot};
use pussa_rules::{Board, Move, Side};
use zerocopy::{FromBytes, IntoBytes};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Of its value, for the player to move.
    pub(crate) bounds: Bounds,
    /// The move that the lower bound is proved by, or else the most promising one.
    pub(crate) mv: Option<Move>,
    /// The binary logarithm of the positions that were looked at for it: what has cost most is kept longest.
    pub(crate) work: u8,
}

impl Entry {
    /// Bits that all but the position takes.
    const BITS: u32 = 9 + 9 + 3 + 5;
    const MOST_WORK: u8 = 31;
    /// No game has more counters.
    const MOST: i16 = 252;

    fn pack(self) -> u128 {
        let mv = self.mv.map_or(7, Move::place);
        let bound = |value: i16| u128::from((value + Self::MOST).cast_unsigned());
        u128::from(self.work.min(Self::MOST_WORK))
            | u128::from(mv) << 5
            | bound(self.bounds.low()) << 8
            | bound(self.bounds.high()) << 17
    }

    fn unpack(bits: u128) -> Self {
        let mv = (bits >> 5 & 7) as u8;
        let bound = |shift: u32| (bits >> shift & 0x1ff) as i16 - Self::MOST;
        Self {
            bounds: Bounds::new(bound(8), bound(17)).unwrap_or(Bounds::of_counters(Self::MOST as u8)),
            mv: (mv < 7).then(|| Move::new(mv)),
            work: bits as u8 & Self::MOST_WORK,
        }
    }

    /// Both at once: of two that are true of a position, the later one being `self`.
    fn and(self, earlier: Self) -> Self {
        let raises = self.bounds.low() > earlier.bounds.low();
        Self {
            bounds: both(self.bounds, earlier.bounds),
            mv: if raises { self.mv } else { earlier.mv.or(self.mv) },
            work: self.work.max(earlier.work),
        }
    }
}

/// Four entries that a position may stand in; a cache line.
#[derive(Debug, Default, FromBytes, IntoBytes)]
#[repr(C, align(64))]
pub(crate) struct Bucket([Slot; 4]);

/// The table, as searches see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    buckets: &'a [Bucket],
    keys: EntryKeys,
}

type EntryKeys = Keys<{ Entry::BITS }>;

impl<'a> Table<'a> {
    /// The fewest buckets: a MiB of them.
    pub(crate) const LEAST: usize = 1 << 14;

    /// The table in these buckets, a power of two of them and at least [`Table::LEAST`]. `sided` as for [`Keys::new`].
    pub(crate) fn new(buckets: &'a [Bucket], sided: bool) -> Self {
        Self { buckets, keys: Keys::new(buckets.len(), sided) }
    }

    /// How many entries it has room for.
    pub(crate) fn room(&self) -> u64 {
        4 * self.buckets.len() as u64
    }

    /// Puts all entries into a larger table, which is empty.
    pub(crate) fn move_to(&self, larger: &Table) {
        for (place, bucket) in self.buckets.iter().enumerate() {
            for bits in bucket.0.iter().map(entries::load).filter(|&bits| bits != 0) {
                let (place, bits) = self.keys.carry_over(place, bits, larger.keys);
                let free = larger.buckets[place].0.iter().find(|slot| entries::load(slot) == 0);
                entries::store(free.expect("what was in one bucket fits into one"), bits);
            }
        }
    }

    /// Where a position stands, and its key.
    #[inline]
    fn place(&self, board: Board, side: Side) -> (&'a Bucket, u128) {
        let (bucket, key) = self.keys.of(board, side);
        (&self.buckets[bucket], key)
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, board: Board, side: Side) -> Option<Entry> {
        let (bucket, key) = self.place(board, side);
        bucket.0.iter().map(entries::load).find(|&bits| EntryKeys::is_of(bits, key)).map(Entry::unpack)
    }

    /// Adds to what is known of a position; if there is no room, it takes the place of an entry of the least work. True if
    /// something else is lost so.
    pub(crate) fn put(&self, board: Board, side: Side, entry: Entry) -> bool {
        self.change(board, side, |known| known.map_or(entry, |known| entry.and(known)))
    }

    /// Keeps a move that is promising, unless a lower bound is proved already by another.
    pub(crate) fn hint(&self, board: Board, side: Side, mv: Option<Move>, work: u8) {
        let bounds = Bounds::of_counters(board.total() as u8);
        self.change(board, side, |known| {
            let known = known.unwrap_or(Entry { bounds, mv, work });
            Entry { mv: if known.bounds.low() > bounds.low() { known.mv } else { mv }, ..known }
        });
    }

    /// Puts the entry that is made of what is known of a position so far in its place, or in that of an entry of the least
    /// work. True if something else is lost so.
    fn change(&self, board: Board, side: Side, change: impl Fn(Option<Entry>) -> Entry) -> bool {
        let (bucket, key) = self.place(board, side);
        let mut least = (0, u32::MAX);
        for (i, slot) in bucket.0.iter().enumerate() {
            let bits = entries::load(slot);
            if EntryKeys::is_of(bits, key) {
                entries::store(slot, key | change(Some(Entry::unpack(bits))).pack());
                return false;
            }
            let worth = if bits == 0 { 0 } else { 1 + u32::from(Entry::unpack(bits).work) };
            if worth < least.1 {
                least = (i, worth);
            }
        }
        entries::store(&bucket.0[least.0], key | change(None).pack());
        least.1 > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buckets(count: usize) -> Vec<Bucket> {
        std::iter::repeat_with(Bucket::default).take(count).collect()
    }

    fn bounds(low: i16, high: i16) -> Bounds {
        Bounds::new(low, high).unwrap()
    }

    fn boards() -> impl Iterator<Item = Board> {
        (0..20_000u32).map(|i| {
            let holes: [u8; 14] = std::array::from_fn(|h| ((i >> (h % 15)) & 3) as u8 * (h as u8 + 1));
            Board::new(&holes, 0, 0)
        })
    }

    #[test]
    fn what_is_put_is_got_back_and_nothing_else() {
        let buckets = buckets(1 << 16);
        let table = Table::new(&buckets, true);
        let entry = |i: usize| Entry {
            bounds: bounds(-i16::from(i as u8 / 2), i16::from((i / 3) as u8 / 2)),
            mv: (!i.is_multiple_of(8)).then(|| Move::new((i % 8 - 1) as u8)),
            work: (i % 32) as u8,
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
    fn what_is_put_later_adds_to_what_is_there() {
        let buckets = buckets(Table::LEAST);
        let table = Table::new(&buckets, false);
        let board = Board::new(&[1, 2, 3], 0, 0);
        let [first, second] = [Move::new(1), Move::new(2)];
        let upper = Entry { bounds: bounds(-6, 4), mv: Some(first), work: 9 };
        let lower = Entry { bounds: bounds(-2, 6), mv: Some(second), work: 3 };
        table.put(board, Side::South, upper);
        table.put(board, Side::South, lower);
        let both = Entry { bounds: bounds(-2, 4), mv: Some(second), work: 9 };
        // The rows are of one length, so it is the same for both players.
        assert_eq!(table.get(board, Side::North), Some(both));
        table.put(board, Side::South, Entry { mv: Some(first), ..upper });
        assert_eq!(table.get(board, Side::South), Some(both), "the move is the one that the lower bound is proved by");
    }

    #[test]
    fn what_has_cost_most_is_kept() {
        let buckets = buckets(Table::LEAST);
        let table = Table::new(&buckets, false);
        let entry = |work: u8| Entry { bounds: bounds(-1, 1), mv: None, work };
        let dear = Board::new(&[0, 0, 0, 1], 0, 0);
        table.put(dear, Side::South, entry(20));
        for i in 0..=u16::MAX {
            let [low, high] = i.to_le_bytes();
            for third in 0..4 {
                table.put(Board::new(&[low, high, third], 0, 0), Side::South, entry(1));
            }
        }
        assert_eq!(table.get(dear, Side::South), Some(entry(20)));
    }

    #[test]
    fn a_larger_table_takes_all_over() {
        let (small, large) = (buckets(Table::LEAST), buckets(4 * Table::LEAST));
        let [small, large] = [&small, &large].map(|buckets| Table::new(buckets, true));
        let entry = |i: u8| Entry { bounds: bounds(-i16::from(i), i.into()), mv: Some(Move::new(i % 7)), work: i % 32 };
        let all = || boards().zip((0..=250).cycle());
        for (board, i) in all() {
            small.put(board, Side::North, entry(i));
        }
        small.move_to(&large);
        for (board, _) in all() {
            assert_eq!(large.get(board, Side::North), small.get(board, Side::North));
            assert_eq!(large.get(board, Side::South), None);
        }
    }
}
