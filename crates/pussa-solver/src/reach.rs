//! Which positions can be reached from one, ply by ply: how many come up for the first time after so many moves, and
//! where there is nothing new any more.
//!
//! Boards are told by their numbers ([`Index`]) and kept as what each adds to the one before, in one or two bytes. What
//! a ply leads to is gathered in heaps, sorted, and what was known before is left out, so that memory is read and written
//! in long stretches only.

mod run;
mod shelf;

use pussa_egdb::Index;
use pussa_rules::{Children, Position, Ring, Side, Sower, Variant};
use rayon::prelude::*;
use shelf::{Part, Shelf};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// How many positions, at most, are moved on from before what is found is packed.
const GROUP: u64 = 1 << 23;
/// The bytes of memory that a position takes in a heap for every position that is moved on from: some four moves of eight
/// bytes each, and the room that heaps grow by.
const HEAP: u64 = 64;

/// The positions that can be reached from one, reserves left out. With rows of one length, the player to move makes no
/// difference.
///
/// ```
/// use pussa_rules::{RAJA_PASU, Variant};
/// use pussa_solver::{Reach, ReachWatch};
/// let variant = Variant::new(RAJA_PASU).with_holes(3)?.with_counters(2)?;
/// let mut reach = Reach::new(variant, &variant.start())?;
/// while reach.go_on(&ReachWatch::none())? {}
/// let plies: Vec<u64> = reach.plies().iter().map(|ply| ply.positions).collect();
/// assert_eq!(plies.iter().sum::<u64>(), reach.positions());
/// assert_eq!(plies[..3], [1, 3, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reach {
    sower: Sower,
    index: Index,
    root: Position,
    variant: Variant,
    /// One for each player to move, or one for both where the rows are equally long.
    shelves: Vec<Shelf>,
    plies: Vec<Ply>,
    is_whole: bool,
}

/// What a ply brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The positions that can be reached with so many moves and no fewer.
    pub positions: u64,
    /// The fewest counters that lie on the board of one of them.
    pub fewest: u8,
    /// The most.
    pub most: u8,
}

/// What watches over the counting: a limit, a flag that calls it off, and who hears of it.
#[derive(Clone, Copy)]
pub struct ReachWatch<'a> {
    /// Bytes of memory to use at most.
    pub memory: u64,
    /// When set, counting stops.
    pub stop: &'a AtomicBool,
    /// Is told how many more positions of the last ply have been moved on from, by any thread.
    pub report: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for ReachWatch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReachWatch").field("memory", &self.memory).field("stop", self.stop).finish_non_exhaustive()
    }
}

impl ReachWatch<'_> {
    /// Watches over nothing: all memory may be used.
    #[must_use]
    pub fn none() -> ReachWatch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        ReachWatch { memory: u64::MAX, stop: &NEVER, report: &|_| () }
    }
}

/// Why counting does not go on. What was counted by then, whole plies, stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReachError {
    /// More counters than boards are numbered with.
    #[error("boards of at most {most} counters can be counted, not of {0}", most = Index::MOST_COUNTERS)]
    TooManyCounters(u32),
    /// More memory would be needed than there may be.
    #[error("the memory allowed, {} MiB, is not enough to go on from the {positions} positions of {plies} plies", allowed >> 20)]
    Memory {
        /// The positions counted so far.
        positions: u64,
        /// The plies counted so far.
        plies: usize,
        /// The bytes there may be.
        allowed: u64,
    },
    /// It was called off.
    #[error("stopped after {positions} positions of {plies} plies")]
    Stopped {
        /// The positions counted so far.
        positions: u64,
        /// The plies counted so far.
        plies: usize,
    },
}

impl Reach {
    /// Begins with the position itself.
    ///
    /// # Errors
    /// If more than [`Index::MOST_COUNTERS`] counters are on the board.
    pub fn new(variant: Variant, root: &Position) -> Result<Self, ReachError> {
        let board = root.board().without_reserves();
        let counters = board.total();
        if counters > Index::MOST_COUNTERS.into() {
            return Err(ReachError::TooManyCounters(counters));
        }
        let ring = root.layout().ring();
        let shelves = if ring.holes(Side::South) == ring.holes(Side::North) { 1 } else { 2 };
        let mut reach = Self {
            sower: variant.sower(ring),
            index: Index::new(ring),
            root: Position::new(root.layout(), root.side(), board),
            variant,
            shelves: (0..shelves).map(|_| Shelf::empty()).collect(),
            plies: Vec::new(),
            is_whole: false,
        };
        let first = reach.table_of(root.side());
        let number = reach.index.number(board);
        reach.shelves[first].find(&[number]);
        reach.end_ply(first);
        Ok(reach)
    }

    /// Goes one ply further; false if there is nothing new. Works on the threads of the pool this is called from.
    ///
    /// # Errors
    /// If it is called off, or would take more memory than it may; then all is as it was before.
    pub fn go_on(&mut self, watch: &ReachWatch) -> Result<bool, ReachError> {
        if self.is_whole {
            return Ok(false);
        }
        let mover = if self.plies.len() % 2 == 1 { self.root.side() } else { self.root.side().other() };
        let (from, to) = (self.table_of(mover), self.table_of(mover.other()));
        if let Err(error) = self.find(mover, from, to, watch) {
            self.shelves[to].forget();
            return Err(error);
        }
        if from != to {
            self.shelves[from].nothing_fresh();
        }
        self.is_whole = !self.end_ply(to);
        Ok(!self.is_whole)
    }

    /// What the plies brought, from the position itself on.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// All positions so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.shelves.iter().map(Shelf::count).sum()
    }

    /// Whether there are no others.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many bytes of memory they take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.shelves.iter().map(Shelf::memory).sum()
    }

    /// The position it began with, with nothing in reserve.
    #[must_use]
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// The game and the reading.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    pub(crate) fn ring(&self) -> Ring {
        self.sower.ring()
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// The numbers of the boards, ascending, by table ([`Self::table_of`]).
    pub(crate) fn numbers(&self, table: usize) -> impl Iterator<Item = u64> {
        self.shelves[table].numbers()
    }

    /// How many there are.
    pub(crate) fn count(&self, table: usize) -> usize {
        self.shelves[table].count() as usize
    }

    /// How many tables there are.
    pub(crate) fn shelves(&self) -> usize {
        self.shelves.len()
    }

    /// Where the boards are on which `mover` is to move.
    fn table_of(&self, mover: Side) -> usize {
        if self.shelves.len() == 1 { 0 } else { mover.index() }
    }

    /// Finds what the positions of the last ply lead to.
    fn find(&mut self, mover: Side, from: usize, to: usize, watch: &ReachWatch) -> Result<(), ReachError> {
        let group = (watch.memory / 4 / HEAP).clamp(1, GROUP);
        let (mut begun, parts) = (0, self.shelves[from].parts().len());
        while begun < parts {
            let mut ended = begun;
            let mut boards = 0;
            while ended < parts && (ended == begun || boards < group) {
                boards += self.shelves[from].parts()[ended].fresh().count();
                ended += 1;
            }
            if watch.stop.load(Ordering::Relaxed) {
                return Err(ReachError::Stopped { positions: self.positions(), plies: self.plies.len() - 1 });
            }
            // A ply whose fresh boards are known to take as much again is not begun in vain.
            if self.memory().saturating_add(boards * HEAP) > watch.memory {
                let (positions, plies) = (self.positions(), self.plies.len() - 1);
                return Err(ReachError::Memory { positions, plies, allowed: watch.memory });
            }
            let group = &self.shelves[from].parts()[begun..ended];
            group.par_iter().filter(|part| part.fresh().count() > 0).for_each(|part| {
                self.move_on(mover, part, to);
                (watch.report)(part.fresh().count());
            });
            self.shelves[to].pack();
            begun = ended;
        }
        Ok(())
    }

    /// Makes all moves from the fresh boards of a part.
    fn move_on(&self, mover: Side, part: &Part, to: usize) {
        let mut found = Vec::with_capacity(4 * part.fresh().count() as usize);
        let mut children = Children::default();
        let mut boards = self.index.ascending();
        for number in part.fresh().iter() {
            self.sower.children(mover, &boards.board(number), &mut children);
            found.extend(children.iter().map(|(_, child)| self.index.number(child)));
        }
        found.sort_unstable();
        found.dedup();
        self.shelves[to].find(&found);
    }

    /// Sorts out what is new. Whether there is anything.
    fn end_ply(&mut self, table: usize) -> bool {
        self.shelves[table].pack();
        self.shelves[table].end_ply();
        let Some([first, last]) = self.shelves[table].fresh_ends() else { return false };
        let [fewest, most] = [first, last].map(|number| self.index.board(number).total() as u8);
        self.plies.push(Ply { positions: self.shelves[table].fresh(), fewest, most });
        true
    }
}
