//! The positions of one player to move: their boards by number, and what is found of them, level by level.

use pussa_egdb::Index;
use pussa_rules::Move;

/// What is found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) value: i8,
    pub(crate) rank: u16,
    /// None if the round is over.
    pub(crate) best: Option<Move>,
}

/// Stands for no move.
const NO_MOVE: u8 = u8::MAX;

/// How many numbers there are to a sample: four cache lines of them.
const STRIDE: usize = 32;

/// The positions of one player to move, in some twelve bytes each.
#[derive(Debug)]
pub(crate) struct Table {
    numbers: Vec<u64>,
    /// Every [`STRIDE`]th of them, so that looking one up touches little memory.
    samples: Vec<u64>,
    /// Where each level begins, and where the last one ends.
    starts: Vec<usize>,
    values: Vec<i8>,
    ranks: Vec<u16>,
    moves: Vec<u8>,
}

impl Table {
    /// Those with these numbers, ascending, that have at most so many counters.
    pub(crate) fn new(numbers: impl Iterator<Item = u64>, count: usize, index: &Index, most_counters: u8) -> Self {
        let mut all = Vec::with_capacity(count);
        all.extend(numbers);
        let numbers = all;
        let start = |counters| numbers.partition_point(|&number| number < index.boards_below(counters));
        let mut starts: Vec<_> = (0..=most_counters).map(start).collect();
        starts.push(numbers.len());
        let (values, ranks, moves) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        let samples = numbers.iter().step_by(STRIDE).copied().collect();
        Self { numbers, samples, starts, values, ranks, moves }
    }

    /// The numbers of the boards with so many counters.
    pub(crate) fn level(&self, counters: u8) -> &[u64] {
        let counters = usize::from(counters);
        &self.numbers[self.starts[counters]..self.starts[counters + 1]]
    }

    /// The place in its level of a board that is there.
    #[inline]
    pub(crate) fn place(&self, counters: u8, number: u64) -> usize {
        let place = self.find(counters, number);
        debug_assert_eq!(self.numbers[place], number, "what is reached leads to what is reached");
        place - self.starts[usize::from(counters)]
    }

    /// The value of a board that is there and settled.
    #[inline]
    pub(crate) fn value(&self, counters: u8, number: u64) -> i8 {
        self.values[self.find(counters, number)]
    }

    /// Where the first number is that is not less than this one, of a board with so many counters.
    #[inline]
    fn find(&self, counters: u8, number: u64) -> usize {
        let counters = usize::from(counters);
        let (start, end) = (self.starts[counters], self.starts[counters + 1]);
        let samples = &self.samples[start.div_ceil(STRIDE)..end.div_ceil(STRIDE)];
        let before = start.div_ceil(STRIDE) + samples.partition_point(|&sample| sample <= number);
        let start = start.max(before.saturating_sub(1) * STRIDE);
        let end = end.min(before * STRIDE);
        start + self.numbers[start..end].partition_point(|&other| other < number)
    }

    /// Adds what has been found of the next level.
    pub(crate) fn add(&mut self, level: &[Found]) {
        self.values.extend(level.iter().map(|found| found.value));
        self.ranks.extend(level.iter().map(|found| found.rank));
        self.moves.extend(level.iter().map(|found| found.best.map_or(NO_MOVE, Move::place)));
    }

    /// What has been found of a board; `None` if it is not there.
    pub(crate) fn get(&self, counters: u8, number: u64) -> Option<Found> {
        self.starts.get(usize::from(counters) + 1)?;
        let at = self.find(counters, number);
        (self.numbers.get(at) == Some(&number)).then(|| self.found(at))
    }

    /// The boards with so many counters by number, descending, and what has been found of each.
    pub(crate) fn descending(&self, counters: u8) -> impl Iterator<Item = (u64, Found)> {
        let counters = usize::from(counters);
        (self.starts[counters]..self.starts[counters + 1]).rev().map(|at| (self.numbers[at], self.found(at)))
    }

    /// How many positions have a move.
    pub(crate) fn with_a_move(&self) -> u64 {
        self.moves.iter().filter(|&&mv| mv != NO_MOVE).count() as u64
    }

    fn found(&self, at: usize) -> Found {
        let mv = self.moves[at];
        Found { value: self.values[at], rank: self.ranks[at], best: (mv != NO_MOVE).then(|| Move::new(mv)) }
    }
}
