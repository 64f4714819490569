//! Bounds that something else rests on.

use super::spot::Spot;
use rustc_hash::FxHashMap;

/// Which bounds of a position's value are needed; all counters on the board, or minus all, where none is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    pub(crate) low: i16,
    pub(crate) high: i16,
}

impl Need {
    /// None, with so many counters on the board.
    pub(crate) fn none(counters: i16) -> Self {
        Self { low: -counters, high: counters }
    }

    /// That the value is `low` or more.
    pub(crate) fn at_least(low: i16, counters: i16) -> Self {
        Self { low: low.max(-counters), high: counters }
    }

    /// That the value is `high` or less.
    pub(crate) fn at_most(high: i16, counters: i16) -> Self {
        Self { low: -counters, high: high.min(counters) }
    }

    /// Adds another need. True if it asks for more than that so far.
    pub(crate) fn add(&mut self, other: Self) -> bool {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        std::mem::replace(self, both) != both
    }

    /// Whether a value has these bounds.
    pub(crate) fn holds(self, value: i16) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether play without end is not good enough for who needs it: then it takes a rank to show it.
    pub(crate) fn takes_rank(self) -> bool {
        self.low > 0 || self.high < 0
    }
}

/// What is needed of positions that have not been looked into, by counters on the board.
#[derive(Debug)]
pub(crate) struct Needs(Vec<FxHashMap<Spot, Need>>);

impl Needs {
    /// Nothing, of boards with at most so many counters.
    pub(crate) fn new(most_counters: i16) -> Self {
        Self((0..=most_counters).map(|_| FxHashMap::default()).collect())
    }

    /// What is needed of a position with so many counters.
    pub(crate) fn get(&self, counters: i16, spot: Spot) -> Option<Need> {
        self.0[usize::from(counters.unsigned_abs())].get(&spot).copied()
    }

    /// Adds to what is needed of a position with so many counters.
    pub(crate) fn add(&mut self, counters: i16, spot: Spot, need: Need) {
        let of_level = &mut self.0[usize::from(counters.unsigned_abs())];
        of_level.entry(spot).and_modify(|known| _ = known.add(need)).or_insert(need);
    }

    /// Hands over what is needed of positions with so many counters, in order.
    pub(crate) fn take(&mut self, counters: i16) -> Vec<(Spot, Need)> {
        let taken = std::mem::take(&mut self.0[usize::from(counters.unsigned_abs())]);
        let mut taken: Vec<_> = taken.into_iter().collect();
        taken.sort_unstable_by_key(|&(spot, _)| spot);
        taken
    }

    /// How many bytes it takes, about.
    pub(crate) fn memory(&self) -> u64 {
        let room: usize = self.0.iter().map(FxHashMap::capacity).sum();
        // One slot in eight stays free, and each has a byte of its own.
        (room * (size_of::<(Spot, Need)>() + 1) * 8 / 7) as u64
    }
}
