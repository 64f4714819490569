//! Settles a level: from bounds that say nothing to the value of every board with so many counters.
//! How, and why that is right, is told in `bounds.rs`; here it is done for many boards at once.

use crate::bounds::Bounds;
use crate::chunk::Chunk;
use crate::index::{Index, Walk};
use pussa_rules::{Children, Ring, Side, Sower};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU16, Ordering};

/// Boards whose moves are made before what they lead to is looked up. Memory is slow to answer but answers many at
/// once, so looking up is kept apart from the rest.
const BATCH: usize = 64;
const LOOK_UPS: usize = 7 * BATCH;

/// How a ring's positions are kept: one table for each player to move, or one for both where the rows are equally long,
/// since from the mover's side they look alike.
pub(crate) fn movers(ring: Ring) -> &'static [Side] {
    if ring.holes(Side::South) == ring.holes(Side::North) { &[Side::South] } else { &Side::BOTH }
}

/// A level under work.
pub(crate) struct Level<'a> {
    pub(crate) sower: &'a Sower,
    /// Whether an endless move may be chosen (M8).
    pub(crate) allows_endless: bool,
    pub(crate) index: &'a Index,
    pub(crate) counters: u8,
    /// For each table, the values of all boards with fewer counters, by number.
    pub(crate) known: &'a [Vec<i8>],
    /// For each table, the bounds of the level's boards, by place in the level.
    pub(crate) bounds: &'a [Vec<AtomicU16>],
}

/// What has to be looked up for some boards, and what is known of them so far.
struct Batch {
    boards: usize,
    places: [u64; BATCH],
    bounds: [Bounds; BATCH],
    leaves: LookUps,
    stays: LookUps,
}

/// Where to look, for which board of the batch, and what the move gains.
struct LookUps {
    count: usize,
    at: [u64; LOOK_UPS],
    board: [u8; LOOK_UPS],
    gain: [i8; LOOK_UPS],
}

impl LookUps {
    const NONE: Self = Self { count: 0, at: [0; LOOK_UPS], board: [0; LOOK_UPS], gain: [0; LOOK_UPS] };

    #[inline]
    fn add(&mut self, board: usize, at: u64, gain: i8) {
        let i = self.count;
        self.count += 1;
        (self.at[i], self.board[i], self.gain[i]) = (at, board as u8, gain);
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = (usize, usize, i8)> {
        let list = self.at.iter().zip(&self.board).zip(&self.gain).take(self.count);
        list.map(|((&at, &board), &gain)| (at as usize, usize::from(board), gain))
    }
}

impl Level<'_> {
    /// Settles the level. `settled` is told how many boards have come to their value, again and again, by any thread.
    pub(crate) fn settle(&self, settled: &(dyn Fn(u64) + Sync)) {
        let mut chunks = Chunk::share_out(self.bounds.len(), self.index.boards(self.counters));
        let mut pass = |first: bool| -> bool {
            let look = |chunk: &mut Chunk| {
                let before = chunk.count();
                let changed = self.look(chunk, first);
                settled(before - chunk.count());
                changed
            };
            let changed = chunks.par_iter_mut().map(look).reduce(|| false, |a, b| a | b);
            chunks.retain(|chunk| chunk.count() > 0);
            changed
        };
        let mut changed = pass(true);
        while changed {
            changed = pass(false);
        }
        settled(chunks.iter().map(Chunk::count).sum());
    }

    /// Looks at the chunk's unsettled boards, for the first time or once more. Whether any bounds changed.
    fn look(&self, chunk: &mut Chunk, first: bool) -> bool {
        let places = chunk.places();
        let below = self.index.boards_below(self.counters);
        let mover = movers(self.sower.ring())[chunk.table()];
        let mut walk = Walk::new(self.index, below + places[0]);
        let mut batch = Batch::new();
        let mut children = Children::default();
        let mut changed = false;
        for place in places {
            self.sower.children(mover, &walk.to(below + place), &mut children);
            let start = if first { self.without_moves(&children) } else { self.of_leaving(chunk, place) };
            let slot = batch.begin(place, start);
            for (_, child) in children.iter() {
                let (gain, loss) = (child.other_reserve(), child.mover_reserve());
                if gain | loss == 0 {
                    batch.stays.add(slot, self.index.number(child) - below, 0);
                } else if first {
                    batch.leaves.add(slot, self.index.number(child), gain.cast_signed() - loss.cast_signed());
                }
            }
            if batch.is_full() {
                changed |= self.resolve(&mut batch, chunk);
            }
        }
        changed | self.resolve(&mut batch, chunk)
    }

    /// What is known of the moves that leave the level, once the board has been looked at.
    fn of_leaving(&self, chunk: &Chunk, place: u64) -> Bounds {
        Bounds::from_bits(self.bounds[chunk.table()][place as usize].load(Ordering::Relaxed)).of_leaving()
    }

    /// What a board is worth by its endless moves, or by having none.
    fn without_moves(&self, children: &Children) -> Bounds {
        match (children.legal().is_empty(), children.endless().is_empty()) {
            // E1.
            (true, true) => Bounds::exactly(-self.counters.cast_signed()),
            // E2, M8: what is left is split.
            (true, false) => Bounds::exactly(0),
            (false, false) if self.allows_endless => Bounds::exactly(0),
            _ => Bounds::NO_CHOICE,
        }
    }

    /// Looks up what the batch waits for and writes its boards' bounds. Whether any changed.
    fn resolve(&self, batch: &mut Batch, chunk: &mut Chunk) -> bool {
        let after = self.bounds.len() - 1 - chunk.table();
        let known = &self.known[after][..];
        for (number, slot, gain) in batch.leaves.iter() {
            batch.bounds[slot] = batch.bounds[slot].or(Bounds::exactly(gain - known[number]));
        }
        let bounds = &self.bounds[after][..];
        for (place, slot, _) in batch.stays.iter() {
            let child = Bounds::from_bits(bounds[place].load(Ordering::Relaxed));
            batch.bounds[slot] = batch.bounds[slot].or(child.turned());
        }
        let mut changed = false;
        for (&place, &bounds) in batch.places.iter().zip(&batch.bounds).take(batch.boards) {
            let cell = &self.bounds[chunk.table()][place as usize];
            let bits = bounds.to_bits();
            if cell.load(Ordering::Relaxed) != bits {
                cell.store(bits, Ordering::Relaxed);
                changed = true;
            }
            if bounds.are_exact() {
                chunk.done(place);
            }
        }
        (batch.boards, batch.leaves.count, batch.stays.count) = (0, 0, 0);
        changed
    }
}

impl Batch {
    fn new() -> Self {
        Self {
            boards: 0,
            places: [0; BATCH],
            bounds: [Bounds::NO_CHOICE; BATCH],
            leaves: LookUps::NONE,
            stays: LookUps::NONE,
        }
    }

    /// Takes on one more board, with what is known without looking anything up; its number in the batch.
    #[inline]
    fn begin(&mut self, place: u64, bounds: Bounds) -> usize {
        let slot = self.boards;
        self.boards += 1;
        (self.places[slot], self.bounds[slot]) = (place, bounds);
        slot
    }

    fn is_full(&self) -> bool {
        self.boards == BATCH
    }
}
