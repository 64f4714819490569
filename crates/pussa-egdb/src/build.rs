//! Building a database: level after level, each written when it is settled. What is there already is not built again.

use crate::bounds::Bounds;
use crate::contents::Contents;
use crate::error::DatabaseError;
use crate::file::read::LevelFile;
use crate::file::write;
use crate::index::Index;
use crate::level::{Level, movers};
use crate::memory::{fill, reserved};
use crate::tally::Tally;
use pussa_rules::{Ring, Sower, Variant};
use rayon::prelude::*;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU16, Ordering};

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
    sower: Sower,
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
        let sower = variant.sower(ring);
        let files = |counters| {
            let contents = movers(&sower).iter().map(|&mover| Contents::new(variant, ring, mover, counters));
            contents.map(|contents| LevelFile::open(folder, contents)).collect::<Result<Vec<_>, _>>()
        };
        let levels = (0..=most_counters).map(files).collect::<Result<_, _>>()?;
        Ok(Self { folder: folder.into(), variant, sower, index: Index::new(ring), levels, _lock: lock })
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
        // For each board below a byte, for each of the level two and a bit.
        let level = self.index.boards(last);
        let table = self.index.boards_below(last).saturating_add(2 * level + level / 8);
        self.tables().saturating_mul(table).saturating_add(write::MEMORY)
    }

    /// Builds what is missing, on the threads of the pool this is called from. `settled` is told how many more boards
    /// have come to their value, again and again, by any thread.
    ///
    /// # Errors
    /// If a file is damaged or can't be read or written, or memory runs out. The levels written by then are whole.
    pub fn run(self, settled: &(dyn Fn(u64) + Sync)) -> Result<(), DatabaseError> {
        let Some(last) = self.levels().next_back() else { return Ok(()) };
        let below = self.index.boards_below(last) as usize;
        let mut known = (0..self.tables()).map(|_| reserved(below)).collect::<Result<Vec<Vec<i8>>, _>>()?;
        let most = self.index.boards(last) as usize;
        let mut bounds = (0..self.tables()).map(|_| reserved(most)).collect::<Result<Vec<Vec<AtomicU16>>, _>>()?;
        for (counters, files) in (0..=last).zip(&self.levels) {
            if let Some(files) = files.iter().map(Option::as_ref).collect::<Option<Vec<_>>>() {
                files.iter().zip(&mut known).try_for_each(|(file, known)| file.append_to(known))?;
                continue;
            }
            self.settle(counters, &known, &mut bounds, settled);
            for (table, bounds) in bounds.iter().enumerate() {
                if files[table].is_none() {
                    self.write(counters, table, bounds)?;
                }
                if counters < last {
                    known[table].par_extend(bounds.par_iter().map(value));
                }
            }
        }
        Ok(())
    }

    fn tables(&self) -> u64 {
        movers(&self.sower).len() as u64
    }

    fn settle(&self, counters: u8, known: &[Vec<i8>], bounds: &mut [Vec<AtomicU16>], settled: &(dyn Fn(u64) + Sync)) {
        let boards = self.index.boards(counters) as usize;
        let unknown = Bounds::of_any(counters).to_bits();
        for bounds in &mut *bounds {
            fill(bounds, boards, unknown);
        }
        let (sower, index, allows_endless) = (&self.sower, &self.index, self.variant.allows_endless());
        Level { sower, allows_endless, index, counters, known, bounds }.settle(settled);
    }

    fn write(&self, counters: u8, table: usize, bounds: &[AtomicU16]) -> Result<(), DatabaseError> {
        let mover = movers(&self.sower)[table];
        let contents = Contents::new(self.variant, self.sower.ring(), mover, counters);
        write::write(&self.folder, contents, tally(bounds), &|places| bounds[places].iter().map(value).collect())
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

fn value(bounds: &AtomicU16) -> i8 {
    Bounds::from_bits(bounds.load(Ordering::Relaxed)).value()
}

fn tally(bounds: &[AtomicU16]) -> Tally {
    let one = |bits: &AtomicU16| {
        let bounds = Bounds::from_bits(bits.load(Ordering::Relaxed));
        let value = bounds.value();
        let [won, lost, drawn] = [value > 0, value < 0, value == 0].map(u64::from);
        Tally { won, lost, drawn, endless: drawn * u64::from(!bounds.are_exact()) }
    };
    bounds.par_iter().map(one).sum()
}
