//! Building a database: level after level, each written when it is settled. What is there already is not built again.

use crate::contents::Contents;
use crate::error::DatabaseError;
use crate::file::read::LevelFile;
use crate::file::write;
use crate::index::Index;
use crate::level::movers;
use crate::work::Work;
use pussa_rules::{Ring, Variant};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The file that says that a build is at work in a folder. It is locked as long as that is so, and stays there, empty.
const LOCK: &str = ".build.lock";

/// A build that can begin: what is there has been looked at, and the folder is nobody else's as long as this lives.
///
/// ```
/// use pussa_egdb::{Build, Database};
/// use pussa_rules::{Board, Ring, Side, Variant, WALAK_PUSSA};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let variant = Variant::new(WALAK_PUSSA);
/// let ring = Ring::new(2, 2).unwrap();
/// let build = Build::new(folder, variant, ring, 6)?;
/// assert_eq!(build.boards(), 210);
/// build.run(&|_| ())?;
///
/// let database = Database::open(folder, variant, ring)?;
/// let board = Board::new(&[1, 0, 0, 1], 0, 0);
/// assert_eq!(database.value(Side::South, board)?, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Build {
    folder: PathBuf,
    variant: Variant,
    ring: Ring,
    index: Index,
    /// By counters: the files of the level that are there, one for each table.
    levels: Vec<Vec<Option<LevelFile>>>,
    _lock: File,
}

impl Build {
    /// Looks at what `folder`, which is made if it is not there, has of the database of `variant` on `ring` with at most
    /// so many counters.
    ///
    /// # Errors
    /// If there can't be so many counters, a file there is not what its name says, another build is at work in the
    /// folder, or the folder can't be read or written.
    pub fn new(folder: &Path, variant: Variant, ring: Ring, most_counters: u8) -> Result<Self, DatabaseError> {
        if most_counters > Index::MOST_COUNTERS {
            return Err(DatabaseError::TooManyCounters(most_counters.into()));
        }
        let lock = lock(folder)?;
        let files = |counters| {
            let contents = movers(ring).iter().map(|&mover| Contents::new(variant, ring, mover, counters));
            contents.map(|contents| LevelFile::open(folder, contents)).collect::<Result<Vec<_>, _>>()
        };
        let levels = (0..=most_counters).map(files).collect::<Result<_, _>>()?;
        Ok(Self { folder: folder.into(), variant, ring, index: Index::new(ring), levels, _lock: lock })
    }

    /// The levels that have to be built, by their counters, ascending.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = u8> {
        (0..self.levels.len() as u8).filter(|&counters| self.levels[usize::from(counters)].iter().any(Option::is_none))
    }

    /// How many boards have to be settled, each once for each player to move if the rows differ.
    #[must_use]
    pub fn boards(&self) -> u64 {
        let boards = self.levels().map(|counters| self.tables().saturating_mul(self.index.boards(counters)));
        boards.fold(0, u64::saturating_add)
    }

    /// How many bytes of memory it takes at most.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let Some(last) = self.levels().next_back() else { return 0 };
        Work::memory(&self.index, self.tables(), last, self.index.boards_below(last)).saturating_add(write::MEMORY)
    }

    /// Builds what is missing, on the threads of the pool this is called from. `settled` is told how many more boards
    /// have come to their value, again and again, by any thread.
    ///
    /// # Errors
    /// If a file is damaged or can't be read or written, or memory runs out. The levels written by then are whole.
    pub fn run(self, settled: &(dyn Fn(u64) + Sync)) -> Result<(), DatabaseError> {
        let Some(last) = self.levels().next_back() else { return Ok(()) };
        let mut work = Work::new(self.variant, self.ring, last, self.index.boards_below(last))?;
        for (counters, files) in (0..=last).zip(&self.levels) {
            if let Some(files) = files.iter().map(Option::as_ref).collect::<Option<Vec<_>>>() {
                files.iter().zip(work.known()).try_for_each(|(file, known)| file.append_to(known))?;
                continue;
            }
            work.settle(counters, settled);
            for (table, _) in files.iter().enumerate().filter(|(_, file)| file.is_none()) {
                let contents = self.contents(table, counters);
                write::write(&self.folder, contents, work.tally(table), &|places| work.values(table, places))?;
            }
            if counters < last {
                work.keep();
            }
        }
        Ok(())
    }

    fn tables(&self) -> u64 {
        movers(self.ring).len() as u64
    }

    fn contents(&self, table: usize, counters: u8) -> Contents {
        Contents::new(self.variant, self.ring, movers(self.ring)[table], counters)
    }
}

/// The folder's lock.
fn lock(folder: &Path) -> Result<File, DatabaseError> {
    fs::create_dir_all(folder).map_err(DatabaseError::io(folder, "made"))?;
    let path = folder.join(LOCK);
    let file = File::options().create(true).write(true).truncate(false).open(&path);
    let file = file.map_err(DatabaseError::io(&path, "written"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(DatabaseError::Busy { folder: folder.into() }),
        Err(TryLockError::Error(error)) => Err(DatabaseError::io(&path, "locked")(error)),
    }
}
