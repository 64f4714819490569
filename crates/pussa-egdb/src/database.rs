//! A database in use: the value of a board, looked up.

use crate::contents::Contents;
use crate::error::DatabaseError;
use crate::file::read::LevelFile;
use crate::index::Index;
use crate::level::movers;
use crate::memory::reserved;
use crate::tally::Tally;
use crate::work::Work;
use pussa_rules::{Board, Ring, Side, Sower, Variant};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The value of every board of a ring with few counters, in one game under one reading.
///
/// Any number of threads can use it at once. The files are read block by block, when a board of a block is first asked
/// for, unless [`Database::load`] has read all of them.
#[derive(Debug)]
pub struct Database {
    variant: Variant,
    sower: Sower,
    index: Index,
    most_counters: u8,
    /// By counters.
    tallies: Vec<Tally>,
    folder: PathBuf,
    /// By counters, and by table; none if it was never written.
    files: Vec<Vec<LevelFile>>,
    /// For each table, the values of all boards by number, once all are in memory.
    values: OnceLock<Vec<Vec<i8>>>,
}

impl Database {
    /// Opens the files that `folder` has for `variant` on `ring`: those with no counters, with one, and so on, as long as
    /// none is missing. What the files say of themselves is checked, and their lengths.
    ///
    /// # Errors
    /// If there is none, or one is not what its name says, or can't be read.
    pub fn open(folder: &Path, variant: Variant, ring: Ring) -> Result<Self, DatabaseError> {
        Self::open_up_to(folder, variant, ring, Index::MOST_COUNTERS)
    }

    /// The same, but no files with more than so many counters: what is not open takes no memory.
    ///
    /// # Errors
    /// If there is none, or one is not what its name says, or can't be read.
    pub fn open_up_to(folder: &Path, variant: Variant, ring: Ring, most_counters: u8) -> Result<Self, DatabaseError> {
        let mut files = Vec::new();
        for counters in 0..=most_counters.min(Index::MOST_COUNTERS) {
            let contents = movers(ring).iter().map(|&mover| Contents::new(variant, ring, mover, counters));
            let level = contents.map(|contents| LevelFile::open(folder, contents));
            let Some(level) = level.collect::<Result<Option<Vec<_>>, _>>()? else { break };
            files.push(level);
        }
        if files.is_empty() {
            let name = Contents::new(variant, ring, Side::South, 0).file_name();
            return Err(DatabaseError::Missing { folder: folder.into(), name });
        }
        let tallies = files.iter().map(|level| level.iter().map(LevelFile::tally).sum()).collect();
        let values = OnceLock::new();
        Ok(Self::new(variant, ring, tallies, folder.into(), files, values))
    }

    /// Works it out for boards with at most so many counters, without any files, on the threads of the pool this is
    /// called from. `settled` is told how many more boards have come to their value, again and again, by any thread.
    ///
    /// It takes a byte of memory a board, and two more for each with the most counters while it is worked out.
    ///
    /// ```
    /// use pussa_egdb::Database;
    /// use pussa_rules::{Board, RAJA_PASU, Ring, Side, Variant};
    /// let ring = Ring::new(7, 7).unwrap();
    /// let database = Database::in_memory(Variant::new(RAJA_PASU), ring, 5, &|_| ())?;
    /// let board = Board::new(&[0, 1, 0, 0, 2, 0, 0, 0, 0, 1, 0, 1, 0, 0], 0, 0);
    /// assert_eq!(database.value(Side::South, board)?, Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there can't be so many counters, or memory runs out.
    pub fn in_memory(
        variant: Variant,
        ring: Ring,
        most_counters: u8,
        settled: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, DatabaseError> {
        if most_counters > Index::MOST_COUNTERS {
            return Err(DatabaseError::TooManyCounters(most_counters.into()));
        }
        let mut work = Work::new(variant, ring, most_counters, all_boards(&Index::new(ring), most_counters))?;
        let mut tallies = Vec::new();
        for counters in 0..=most_counters {
            work.settle(counters, settled);
            tallies.push((0..movers(ring).len()).map(|table| work.tally(table)).sum());
            work.keep();
        }
        let values = OnceLock::from(std::mem::take(work.known()));
        Ok(Self::new(variant, ring, tallies, PathBuf::new(), Vec::new(), values))
    }

    fn new(
        variant: Variant,
        ring: Ring,
        tallies: Vec<Tally>,
        folder: PathBuf,
        files: Vec<Vec<LevelFile>>,
        values: OnceLock<Vec<Vec<i8>>>,
    ) -> Self {
        let most_counters = (tallies.len() - 1) as u8;
        Self {
            variant,
            sower: variant.sower(ring),
            index: Index::new(ring),
            most_counters,
            tallies,
            folder,
            files,
            values,
        }
    }

    /// The game and the reading.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The ring.
    #[must_use]
    pub fn ring(&self) -> Ring {
        self.sower.ring()
    }

    /// The most counters of a board that is here.
    #[must_use]
    pub fn most_counters(&self) -> u8 {
        self.most_counters
    }

    /// The margin still to come for `mover` on `board`, a board of the ring (E5); `None` if it has more than
    /// [`most_counters`](Self::most_counters). Reserves are left out.
    ///
    /// # Errors
    /// If the block with the value is damaged or can't be read. After [`load`](Self::load) there are no errors.
    #[inline]
    pub fn value(&self, mover: Side, board: Board) -> Result<Option<i8>, Box<DatabaseError>> {
        let (number, counters) = self.index.number_and_counters(board);
        if counters > self.most_counters {
            return Ok(None);
        }
        self.value_of(mover, counters, number).map(Some)
    }

    /// The value of the board with this number, which has so many counters and must be there.
    #[inline]
    pub(crate) fn value_of(&self, mover: Side, counters: u8, number: u64) -> Result<i8, Box<DatabaseError>> {
        if let Some(values) = self.values.get() {
            let values = if values.len() == 1 { &values[0] } else { &values[mover.index()] };
            return Ok(values[number as usize]);
        }
        let files = &self.files[usize::from(counters)];
        let file = if files.len() == 1 { &files[0] } else { &files[mover.index()] };
        file.value(number - self.index.boards_below(counters))
    }

    /// The numbers of the boards.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// The folder of the files.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What makes the moves.
    pub(crate) fn sower(&self) -> &Sower {
        &self.sower
    }

    /// Reads all there is into memory, a byte a board, on the threads of the pool this is called from. Whoever looks up
    /// much does this first.
    ///
    /// # Errors
    /// If a file is damaged or can't be read, or memory runs out.
    pub fn load(&self) -> Result<(), DatabaseError> {
        if self.values.get().is_none() {
            let boards = all_boards(&self.index, self.most_counters);
            let of_table = |table: usize| {
                let mut values = reserved(boards as usize)?;
                self.files.iter().try_for_each(|level| level[table].append_to(&mut values))?;
                Ok(values)
            };
            let values = (0..movers(self.ring()).len()).map(of_table).collect::<Result<_, DatabaseError>>()?;
            self.values.get_or_init(|| values);
        }
        Ok(())
    }

    /// How many bytes of memory all values take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        movers(self.ring()).len() as u64 * all_boards(&self.index, self.most_counters)
    }

    /// How many boards with so many counters are won, lost and drawn, for each player to move where the rows differ.
    #[must_use]
    pub fn tally(&self, counters: u8) -> Option<Tally> {
        self.tallies.get(usize::from(counters)).copied()
    }
}

/// How many boards have at most so many counters.
fn all_boards(index: &Index, most_counters: u8) -> u64 {
    index.boards_below(most_counters) + index.boards(most_counters)
}
