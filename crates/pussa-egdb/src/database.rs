//! A database in use: the value of a board, looked up.

use crate::contents::Contents;
use crate::error::DatabaseError;
use crate::file::read::LevelFile;
use crate::index::Index;
use crate::level::movers;
use crate::tally::Tally;
use pussa_rules::{Board, Ring, Side, Sower, Variant};
use std::path::Path;

/// The value of every board of a ring with few counters, in one game under one reading.
///
/// The files are read block by block when a board of a block is first asked for; [`Database::load`] reads all of them.
/// Any number of threads can use it at once.
#[derive(Debug)]
pub struct Database {
    variant: Variant,
    sower: Sower,
    index: Index,
    /// By counters, and by table.
    levels: Vec<Vec<LevelFile>>,
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
        let sower = variant.sower(ring);
        let mut levels = Vec::new();
        for counters in 0..=most_counters.min(Index::MOST_COUNTERS) {
            let contents = movers(&sower).iter().map(|&mover| Contents::new(variant, ring, mover, counters));
            let files = contents.map(|contents| LevelFile::open(folder, contents));
            let Some(files) = files.collect::<Result<Option<Vec<_>>, _>>()? else { break };
            levels.push(files);
        }
        if levels.is_empty() {
            let name = Contents::new(variant, ring, Side::South, 0).file_name();
            return Err(DatabaseError::Missing { folder: folder.into(), name });
        }
        Ok(Self { variant, sower, index: Index::new(ring), levels })
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
        (self.levels.len() - 1) as u8
    }

    /// The margin still to come for `mover` on `board`, a board of the ring (E5); `None` if it has more than
    /// [`most_counters`](Self::most_counters). Reserves are left out.
    ///
    /// # Errors
    /// If the block with the value is damaged or can't be read. After [`load`](Self::load) there are no errors.
    #[inline]
    pub fn value(&self, mover: Side, board: Board) -> Result<Option<i8>, Box<DatabaseError>> {
        let (number, counters) = self.index.number_and_counters(board);
        let Some(files) = self.levels.get(usize::from(counters)) else { return Ok(None) };
        let file = if files.len() == 1 { &files[0] } else { &files[mover.index()] };
        file.value(number - self.index.boards_below(counters)).map(Some)
    }

    /// The value of the board with this place among those with so many counters, which must be there.
    #[inline]
    pub(crate) fn value_at(&self, mover: Side, counters: u8, place: u64) -> Result<i8, Box<DatabaseError>> {
        self.file(mover, counters).value(place)
    }

    /// The numbers of the boards.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// The file with the values for `mover` on boards with so many counters, which must be there.
    #[inline]
    pub(crate) fn file(&self, mover: Side, counters: u8) -> &LevelFile {
        let files = &self.levels[usize::from(counters)];
        if files.len() == 1 { &files[0] } else { &files[mover.index()] }
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
        self.levels.iter().flatten().try_for_each(LevelFile::load)
    }

    /// How many boards with so many counters are won, lost and drawn, for each player to move where the rows differ.
    #[must_use]
    pub fn tally(&self, counters: u8) -> Option<Tally> {
        Some(self.levels.get(usize::from(counters))?.iter().map(LevelFile::tally).sum())
    }
}
