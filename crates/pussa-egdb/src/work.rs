//! Levels worked out one after another, and the memory that takes.

use crate::bounds::Bounds;
use crate::error::DatabaseError;
use crate::index::Index;
use crate::level::{Level, movers};
use crate::memory::{fill, reserved};
use crate::tally::Tally;
use pussa_rules::{Ring, Sower, Variant};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

/// Levels of one ring under work: the values of those that are done, and the bounds of one.
pub(crate) struct Work {
    sower: Sower,
    allows_endless: bool,
    index: Index,
    /// For each table, the values of all boards of the levels that are kept, by number.
    known: Vec<Vec<i8>>,
    /// For each table, the bounds of the level that was settled last, by place.
    bounds: Vec<Vec<AtomicU16>>,
}

impl Work {
    /// Takes the memory to settle levels of at most `last` counters and to keep so many boards.
    pub(crate) fn new(variant: Variant, ring: Ring, last: u8, kept: u64) -> Result<Self, DatabaseError> {
        let (sower, index) = (variant.sower(ring), Index::new(ring));
        let tables = movers(ring).len();
        let known = (0..tables).map(|_| reserved(kept as usize)).collect::<Result<_, _>>()?;
        let room = index.boards(last) as usize;
        let bounds = (0..tables).map(|_| reserved(room)).collect::<Result<_, _>>()?;
        Ok(Self { sower, allows_endless: variant.allows_endless(), index, known, bounds })
    }

    /// How many bytes that takes: one for each board that is kept; two, and a bit, for each of the level under work.
    pub(crate) fn memory(index: &Index, tables: u64, last: u8, kept: u64) -> u64 {
        let level = index.boards(last);
        tables.saturating_mul(kept.saturating_add(2 * level + level / 8))
    }

    /// Works out the level with so many counters; all with fewer must be kept. `settled` is told how many more boards
    /// have come to their value, again and again, by any thread.
    pub(crate) fn settle(&mut self, counters: u8, settled: &(dyn Fn(u64) + Sync)) {
        let boards = self.index.boards(counters) as usize;
        for bounds in &mut self.bounds {
            fill(bounds, boards, Bounds::of_any(counters).to_bits());
        }
        let level = Level {
            sower: &self.sower,
            allows_endless: self.allows_endless,
            index: &self.index,
            counters,
            known: &self.known,
            bounds: &self.bounds,
        };
        level.settle(settled);
    }

    /// Keeps the level that was settled last.
    pub(crate) fn keep(&mut self) {
        for (known, bounds) in self.known.iter_mut().zip(&self.bounds) {
            known.par_extend(bounds.par_iter().map(|bits| read(bits).value()));
        }
    }

    /// The values that are kept, to be added to, or to be taken along.
    pub(crate) fn known(&mut self) -> &mut Vec<Vec<i8>> {
        &mut self.known
    }

    /// Values of the level that was settled last.
    pub(crate) fn values(&self, table: usize, places: Range<usize>) -> Vec<i8> {
        self.bounds[table][places].iter().map(|bits| read(bits).value()).collect()
    }

    /// What that level has come to.
    pub(crate) fn tally(&self, table: usize) -> Tally {
        let one = |bits: &AtomicU16| {
            let value = read(bits).value();
            let [won, lost, drawn] = [value > 0, value < 0, value == 0].map(u64::from);
            Tally { won, lost, drawn, endless: drawn * u64::from(!read(bits).are_exact()) }
        };
        self.bounds[table].par_iter().map(one).sum()
    }
}

fn read(bits: &AtomicU16) -> Bounds {
    Bounds::from_bits(bits.load(Ordering::Relaxed))
}
