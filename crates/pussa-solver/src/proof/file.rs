//! The files of proofs: what they look like on the disk, and one in use.
//!
//! All numbers have their lowest byte first.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `pussaPRF` |
//! | 4 | the format's number, 1 |
//! | 4 | the length of the head, all that comes before the first block |
//! | 8 | the checksum of the head from here on |
//! | 1 + n | the length of the game's name, and the name |
//! | 1 + n | the reading, in the same way |
//! | 1, 1 | the holes of a row, the counters of a hole at the start |
//! | 1 + n | the board string of the root |
//! | 2, 2 | what is claimed of it: low and high |
//! | 1, 2 | how far the proof goes: 0 for the root, 1 for so many plies, 2 for all that can be reached; the plies, or 0 |
//! | 2 | how many files of the endgame database it leans on |
//! | 1 + n, 8 | each of them: its name, and its checksum |
//! | 8 | how many records there are |
//! | 8, 8, 8 | where the list of blocks begins, its length, and its checksum |
//! | | the blocks |
//! | 16, 4, 4, 8 | the list, for each block: the number of its first record, how many it has, its length, its checksum |
//!
//! Records stand in their order, which is that of the numbers of their positions: positions with fewer counters first; of
//! those with as many, South's to move before North's, if the rows have not one length; then those with fewer counters in
//! the last hole, as the mover counts them, then in the hole before, and so on (`numbers.rs`).
//!
//! A block is packed by Zstandard. Unpacked, it begins with the width `w` of gaps, 0 to 16. Then come columns of bytes, one
//! byte of each column for a record: `w` columns with the gap between its number and the number of the record before, less
//! one, which the first record does not have, the highest byte first; low, high less low, and rank, the high byte of each
//! and then the low byte of each; and 0 or one more than the place of the move. Checksums are XXH3 with 64 bits, a block's
//! of its bytes as they are in the file.

use super::block::{BLOCK, Claim, Numbered, unpack};
use super::error::{ProofError, ProofFault};
use super::head::{self, Bytes, FileHead, PREFIX};
use super::loaded::Loaded;
use super::numbers::Numbers;
use super::{Head, Record, write};
use pussa_rules::{Board, Side};
use quick_cache::sync::Cache;
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use xxhash_rust::xxh3::xxh3_64;

/// How many unpacked blocks are kept: 64 KiB each.
const KEPT: usize = 1024;

/// Blocks that are unpacked at once, by all threads.
const WINDOW: usize = 128;

/// Bytes of a block in the list of blocks.
const LISTED: usize = 32;

/// A block as it is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The number of its first record.
    pub(super) first: u128,
    pub(super) records: u32,
    pub(super) start: u64,
    /// In bytes.
    pub(super) length: u32,
    pub(super) checksum: u64,
}

/// The file of a proof, open. Any number of threads can ask it at once.
///
/// Blocks are read as they are asked for, and some are kept, unless [`ProofFile::load`] has read all of them.
#[derive(Debug)]
pub struct ProofFile {
    path: PathBuf,
    file: Mutex<File>,
    head: FileHead,
    numbers: Numbers,
    blocks: Vec<Block>,
    kept: Cache<usize, Arc<Vec<Numbered>>>,
    loaded: OnceLock<Loaded>,
}

impl ProofFile {
    /// Writes a file whole or not at all, on the threads of the pool this is called from. The records come sorted by
    /// [`Record::order`], no two of one position.
    ///
    /// # Errors
    /// If they come in another order, are no positions of the root's ring, or the file can't be written.
    pub fn write(path: &Path, head: &Head, records: impl Iterator<Item = Record>) -> Result<(), ProofError> {
        write::write(path, head, records)
    }

    /// Whether the file begins as proofs do.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn is_one(path: &Path) -> Result<bool, ProofError> {
        let mut beginning = Vec::new();
        let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut beginning));
        read.map_err(ProofError::io(path, "read"))?;
        Ok(head::is_one(&beginning))
    }

    /// Opens a file. What it says of itself is checked, and its length.
    ///
    /// # Errors
    /// If it is no proof, is cut or damaged, or can't be read.
    pub fn open(path: &Path) -> Result<Self, ProofError> {
        let mut file = File::open(path).map_err(ProofError::io(path, "read"))?;
        let read = read_head(&mut file).map_err(ProofError::io(path, "read"))?;
        let (head, blocks) = read.map_err(ProofError::file(path))?;
        let root = head.head.root;
        let numbers = Numbers::new(root.layout().ring(), root.board().total());
        let (file, kept, loaded) = (Mutex::new(file), Cache::new(KEPT), OnceLock::new());
        Ok(Self { path: path.into(), file, head, numbers, blocks, kept, loaded })
    }

    /// What it proves, and what it leans on.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head.head
    }

    /// How many records there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.head.records
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is claimed of the position in which `mover` is to move on `board`, whose reserves do not count; `None` if
    /// nothing is.
    ///
    /// # Errors
    /// If the block with the record is damaged or can't be read. After [`load`](Self::load) there are no errors.
    pub fn get(&self, mover: Side, board: Board) -> Result<Option<Record>, ProofError> {
        let Some(number) = self.numbers.number(mover, board) else { return Ok(None) };
        let claim = match self.loaded.get() {
            Some(loaded) => loaded.get(number),
            None => self.look_up(number)?,
        };
        Ok(claim.map(|claim| claim.of(self.numbers.mover(mover), board.without_reserves())))
    }

    /// Looks into the block that may have the record with this number.
    fn look_up(&self, number: u128) -> Result<Option<Claim>, ProofError> {
        let after = self.blocks.partition_point(|block| block.first <= number);
        let Some(block) = after.checked_sub(1) else { return Ok(None) };
        let records = self.kept.get_or_insert_with(&block, || self.read(block).map(Arc::new))?;
        Ok(records.binary_search_by_key(&number, |record| record.number).ok().map(|at| records[at].claim))
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The records of block number `block`, from 0 on, in their order; those of all blocks are all records in their order.
    ///
    /// # Errors
    /// If the block is damaged or can't be read.
    ///
    /// # Panics
    /// If there are not so many blocks.
    pub fn block(&self, block: usize) -> Result<Vec<Record>, ProofError> {
        let records = self.read(block)?.into_iter().map(|record| record.record(self.numbers));
        records.collect::<Option<_>>().ok_or_else(|| self.damaged(block))
    }

    /// All records in their order, read block by block.
    pub fn records(&self) -> impl Iterator<Item = Result<Record, ProofError>> {
        (0..self.blocks()).flat_map(|block| {
            let (records, error) = match self.block(block) {
                Ok(records) => (records, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            records.into_iter().map(Ok).chain(error)
        })
    }

    /// Reads all records into memory, on the threads of the pool this is called from. Whoever looks up much does this
    /// first.
    ///
    /// # Errors
    /// If the file is damaged or can't be read, or memory runs out.
    pub fn load(&self) -> Result<(), ProofError> {
        if self.loaded.get().is_none() {
            let loaded = self.load_some(0..self.blocks())?;
            self.loaded.get_or_init(|| loaded);
        }
        Ok(())
    }

    /// How many bytes of memory all records take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        Loaded::memory(self.numbers, self.len())
    }

    /// The parts of the file that each take so many bytes of memory or fewer, or as little as can be: for whoever can look
    /// at the same records again and again, but not have all of them in memory.
    #[must_use]
    pub fn parts(&self, memory: u64) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let (mut first, mut records) = (0, 0);
        for (number, block) in self.blocks.iter().enumerate() {
            let more = records + u64::from(block.records);
            if number > first && Loaded::memory(self.numbers, more) > memory {
                parts.push(first..number);
                (first, records) = (number, 0);
            }
            records += u64::from(block.records);
        }
        parts.push(first..self.blocks());
        parts
    }

    /// Reads the records of some blocks into memory, on the threads of the pool this is called from.
    ///
    /// # Errors
    /// If one of them is damaged or can't be read, or memory runs out.
    ///
    /// # Panics
    /// If there are not so many blocks.
    pub fn part(&self, blocks: Range<usize>) -> Result<ProofPart, ProofError> {
        let first = if blocks.start == 0 { 0 } else { self.blocks[blocks.start].first };
        let end = self.blocks.get(blocks.end).map_or_else(|| self.numbers.end(), |next| next.first);
        Ok(ProofPart { numbers: self.numbers, first, end, loaded: self.load_some(blocks)? })
    }

    /// Reads some blocks into memory.
    fn load_some(&self, blocks: Range<usize>) -> Result<Loaded, ProofError> {
        let records = self.blocks[blocks.clone()].iter().map(|block| u64::from(block.records)).sum();
        let needed = Loaded::memory(self.numbers, records);
        let no_memory = || ProofError::NoMemory { path: self.path.clone(), needed };
        let mut loaded = Loaded::with_room(self.numbers, records).ok_or_else(no_memory)?;
        for window in blocks.collect::<Vec<_>>().chunks(WINDOW) {
            let read: Result<Vec<_>, _> = window.par_iter().map(|&block| self.read(block)).collect();
            read?.iter().flatten().for_each(|record| loaded.push(record));
        }
        Ok(loaded)
    }

    fn read(&self, block: usize) -> Result<Vec<Numbered>, ProofError> {
        let Block { first, records, start, length, checksum } = self.blocks[block];
        let mut bytes = vec![0; length as usize];
        {
            // Whoever panicked while reading has changed nothing but where the next read begins, and that is set anew.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(ProofError::io(&self.path, "read"))?;
        }
        let whole = (xxh3_64(&bytes) == checksum).then(|| unpack(&bytes, first, records as usize)).flatten();
        let end = self.blocks.get(block + 1).map_or_else(|| self.numbers.end(), |next| next.first);
        whole.filter(|records| records.last().is_some_and(|last| last.number < end)).ok_or_else(|| self.damaged(block))
    }

    fn damaged(&self, block: usize) -> ProofError {
        ProofError::file(&self.path)(ProofFault::Block { block: block + 1, blocks: self.blocks() })
    }
}

/// A part of a file in memory: all that it says of the positions from one to another.
#[derive(Debug)]
pub struct ProofPart {
    numbers: Numbers,
    first: u128,
    end: u128,
    loaded: Loaded,
}

/// What a part of a file says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// This.
    Record(Record),
    /// Nothing, and nor does any other part.
    Nothing,
    /// Another part may say something.
    Elsewhere,
}

impl ProofPart {
    /// What is claimed of the position in which `mover` is to move on `board`, whose reserves do not count.
    #[must_use]
    pub fn get(&self, mover: Side, board: Board) -> Found {
        match self.numbers.number(mover, board) {
            None => Found::Nothing,
            Some(number) if number < self.first || number >= self.end => Found::Elsewhere,
            Some(number) => self.loaded.get(number).map_or(Found::Nothing, |claim| {
                Found::Record(claim.of(self.numbers.mover(mover), board.without_reserves()))
            }),
        }
    }
}

/// The list of blocks as it goes into the file.
pub(super) fn index_bytes(blocks: &[Block]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(blocks.len() * LISTED);
    for block in blocks {
        bytes.extend(block.first.to_le_bytes());
        bytes.extend(block.records.to_le_bytes());
        bytes.extend(block.length.to_le_bytes());
        bytes.extend(block.checksum.to_le_bytes());
    }
    bytes
}

/// The head and the list of blocks.
fn read_head(file: &mut File) -> io::Result<Result<(FileHead, Vec<Block>), ProofFault>> {
    let found = file.metadata()?.len();
    let mut prefix = Vec::new();
    file.take(PREFIX as u64).read_to_end(&mut prefix)?;
    let (length, checksum) = match FileHead::expect(&prefix) {
        Ok(expected) => expected,
        Err(fault) => return Ok(Err(fault)),
    };
    if length as u64 > found {
        return Ok(Err(ProofFault::Head));
    }
    let mut rest = vec![0; length - PREFIX];
    file.read_exact(&mut rest)?;
    let head = match FileHead::from_rest(&rest, checksum) {
        Ok(head) => head,
        Err(fault) => return Ok(Err(fault)),
    };
    let expected = head.index.saturating_add(head.index_length);
    if expected != found {
        return Ok(Err(ProofFault::Length { expected, found }));
    }
    file.seek(SeekFrom::Start(head.index))?;
    let mut index = Vec::new();
    file.read_to_end(&mut index)?;
    let blocks = (xxh3_64(&index) == head.index_checksum).then(|| read_index(&index, length as u64, &head)).flatten();
    Ok(blocks.map(|blocks| (head, blocks)).ok_or(ProofFault::Index))
}

/// The blocks of a list, the first of which begins at `start`; `None` if they can't be those of the file.
fn read_index(index: &[u8], start: u64, head: &FileHead) -> Option<Vec<Block>> {
    let (mut bytes, mut end, mut all) = (Bytes(index), start, 0);
    let mut blocks: Vec<Block> = Vec::with_capacity(index.len() / LISTED);
    while !bytes.0.is_empty() {
        let first = u128::from_le_bytes(bytes.take()?);
        let (records, length, checksum) = (bytes.u32()?, bytes.u32()?, bytes.u64()?);
        let ascending = blocks.last().is_none_or(|last| last.first < first);
        if !ascending || records == 0 || records as usize > BLOCK {
            return None;
        }
        blocks.push(Block { first, records, start: end, length, checksum });
        end = end.checked_add(length.into())?;
        all += u64::from(records);
    }
    (end == head.index && all == head.records).then_some(blocks)
}
