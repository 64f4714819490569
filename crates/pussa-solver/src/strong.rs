//! Strong solutions: the exact value of every position that can be reached from one, with a best move and a rank, as
//! records of a proof ([`Scope::Reachable`]).
//!
//! First all positions are gathered ([`Reach`]), then they are settled level by level, those with the fewest counters
//! first (`level.rs`).

mod cell;
mod level;
mod table;

use crate::proof::{Head, Record, Scope};
use crate::reach::{Reach, ReachError, ReachWatch};
use level::{Ground, Halt, Level};
use pussa_egdb::Index;
use pussa_rules::{Board, Position, Side, Variant};
use std::sync::atomic::Ordering;
use table::{Found, Table};
use thiserror::Error;

/// The exact value of every position that can be reached from one.
///
/// ```
/// use pussa_rules::{RAJA_PASU, Variant};
/// use pussa_solver::{Reach, ReachWatch, Strong};
/// let variant = Variant::new(RAJA_PASU).with_holes(3)?.with_counters(2)?;
/// let (start, watch) = (variant.start(), ReachWatch::none());
/// let mut reach = Reach::new(variant, &start)?;
/// while reach.go_on(&watch)? {}
/// let strong = Strong::solve(reach, &watch)?;
/// let record = strong.get(start.side(), start.board()).expect("it is the first to be reached");
/// assert_eq!((record.low, record.high), (strong.value(), strong.value()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Strong {
    variant: Variant,
    root: Position,
    index: Index,
    most_counters: u8,
    /// One for each player to move, or one for both where the rows are equally long.
    tables: Vec<Table>,
    value: i16,
    records: u64,
}

/// Why there is no strong solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StrongError {
    /// Positions can't be gathered.
    #[error(transparent)]
    Reach(#[from] ReachError),
    /// There are too many positions.
    #[error(
        "a strong solution of {} positions takes {} MiB of memory, and {} MiB may be used",
        at_least(*positions, *is_whole),
        needed.div_ceil(1 << 20),
        allowed >> 20
    )]
    Memory {
        /// How many positions there are, or have been counted so far.
        positions: u64,
        /// Whether these are all.
        is_whole: bool,
        /// How many bytes they take.
        needed: u64,
        /// How many there may be.
        allowed: u64,
    },
    /// There are more positions with one count of counters than places are numbered with.
    #[error("more than {most} positions have {0} counters, which is too many for a strong solution", most = u32::MAX)]
    TooManyAlike(u8),
    /// It was called off.
    #[error("stopped with {settled} of {positions} positions settled")]
    Stopped {
        /// How many positions are settled.
        settled: u64,
        /// How many there are.
        positions: u64,
    },
    /// It takes too long until counters are captured.
    #[error("a position takes more than {} plies to be won, which has no place in a record", u16::MAX - 1)]
    RankTooLarge,
}

fn at_least(positions: u64, is_whole: bool) -> String {
    if is_whole { positions.to_string() } else { format!("{positions} or more") }
}

impl Strong {
    /// Bytes of memory that so many positions take at most: two bytes for gathering one, twelve for what is found of it,
    /// and what its level takes while that is settled.
    #[must_use]
    pub const fn memory(positions: u64) -> u64 {
        positions.saturating_mul(30)
    }

    /// Settles all positions that can be reached, after gathering those that `reach` does not have yet. Works on the
    /// threads of the pool this is called from; the answer is the same with any number of them. `watch` is told how many
    /// more positions are settled.
    ///
    /// # Errors
    /// If there are too many, in all or with one count of counters, it is called off, or a rank is too large for its word.
    pub fn solve(mut reach: Reach, watch: &ReachWatch) -> Result<Self, StrongError> {
        let silent = ReachWatch { report: &|_| (), ..*watch };
        loop {
            Self::check(&reach, watch.memory)?;
            if !reach.go_on(&silent)? {
                break;
            }
        }
        let (variant, root, index, positions) =
            (reach.variant(), *reach.root(), reach.index().clone(), reach.positions());
        let most_counters = root.board().total() as u8;
        let table = |shelf| Table::new(reach.numbers(shelf), reach.count(shelf), &index, most_counters);
        let mut tables: Vec<_> = (0..reach.shelves()).map(table).collect();
        let sower = variant.sower(reach.ring());
        drop(reach);
        let too_many = |&counters: &u8| tables.iter().any(|table| !Level::has_room_for(table.level(counters).len()));
        if let Some(counters) = (0..=most_counters).find(too_many) {
            return Err(StrongError::TooManyAlike(counters));
        }
        let mut settled = 0;
        for counters in 0..=most_counters {
            let allows_endless = variant.allows_endless();
            let ground = Ground { sower: &sower, index: &index, allows_endless, tables: &tables };
            let found = Level::new(&ground, counters).settle(watch.stop).map_err(|halt| match halt {
                Halt::Stopped => StrongError::Stopped { settled, positions },
                Halt::RankTooLarge => StrongError::RankTooLarge,
            })?;
            let count = found.iter().map(|level| level.len() as u64).sum::<u64>();
            settled += count;
            (watch.report)(count);
            tables.iter_mut().zip(&found).for_each(|(table, level)| table.add(level));
            if watch.stop.load(Ordering::Relaxed) {
                return Err(StrongError::Stopped { settled, positions });
            }
        }
        let records = tables.iter().map(Table::with_a_move).sum();
        let mut strong = Self { variant, root, index, most_counters, tables, value: 0, records };
        strong.value = strong.find(root.side(), root.board()).map_or(0, |found| found.value.into());
        Ok(strong)
    }

    /// Refuses what takes more than so many bytes of memory.
    ///
    /// # Errors
    /// [`StrongError::Memory`] if the positions gathered so far do.
    pub fn check(reach: &Reach, allowed: u64) -> Result<(), StrongError> {
        let (positions, is_whole) = (reach.positions(), reach.is_whole());
        let needed = Self::memory(positions);
        if needed > allowed { Err(StrongError::Memory { positions, is_whole, needed, allowed }) } else { Ok(()) }
    }

    /// The value of the position it began with (RULES E5), for the player to move.
    #[must_use]
    pub fn value(&self) -> i16 {
        self.value
    }

    /// How many records there are: a position where the round is over has none.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.records
    }

    /// What it proves.
    #[must_use]
    pub fn head(&self) -> Head {
        let (variant, root, value) = (self.variant, self.root, self.value);
        Head { variant, root, low: value, high: value, scope: Scope::Reachable, given: Vec::new() }
    }

    /// What is proved of a position, reserves left out; `None` if it can't be reached, or the round is over.
    #[must_use]
    pub fn get(&self, mover: Side, board: Board) -> Option<Record> {
        let mover = if self.tables.len() == 1 { Side::South } else { mover };
        let found = self.find(mover, board)?;
        record(mover, board.without_reserves(), found)
    }

    /// All records in the order of a proof: those with the fewest counters first, then South to move before North, then by
    /// the bits of the board.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        let tables =
            move |counters| self.tables.iter().zip(Side::BOTH).map(move |(table, mover)| (counters, table, mover));
        (0..=self.most_counters).flat_map(tables).flat_map(move |(counters, table, mover)| {
            // The higher its number, the lower the bits of a board among those with as many counters.
            let boards = table.descending(counters);
            boards.filter_map(move |(number, found)| record(mover, self.index.board(number), found))
        })
    }

    fn find(&self, mover: Side, board: Board) -> Option<Found> {
        let counters = board.total();
        if counters > self.most_counters.into() {
            return None;
        }
        let table = if self.tables.len() == 1 { 0 } else { mover.index() };
        self.tables[table].get(counters as u8, self.index.number(board))
    }
}

fn record(mover: Side, board: Board, found: Found) -> Option<Record> {
    let value = found.value.into();
    let mv = Some(found.best?);
    Some(Record { mover, board, low: value, high: value, mv, rank: found.rank })
}
