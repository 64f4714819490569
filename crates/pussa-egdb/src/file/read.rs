//! Reading a file: its head at once, each block when it is first asked for, or all of them in a row.

use super::BLOCK;
use super::head::{Block, Head, PREFIX};
use crate::contents::Contents;
use crate::error::{DatabaseError, Fault};
use crate::tally::Tally;
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use xxhash_rust::xxh3::xxh3_64;

/// A file of a database. Its values come into memory block by block, as they are asked for.
#[derive(Debug)]
pub(crate) struct LevelFile {
    path: PathBuf,
    file: Mutex<File>,
    contents: Contents,
    boards: usize,
    tally: Tally,
    blocks: Vec<Packed>,
    values: Vec<OnceLock<Box<[i8]>>>,
}

/// Where a block is.
#[derive(Clone, Copy, Debug)]
struct Packed {
    start: u64,
    block: Block,
}

impl LevelFile {
    /// Opens the file of `contents` in `folder`; nothing if there is none. What its head says is checked, and its length.
    pub(crate) fn open(folder: &Path, contents: Contents) -> Result<Option<Self>, DatabaseError> {
        let path = folder.join(contents.file_name());
        match Self::open_path(&path) {
            Err(DatabaseError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            Ok(file) if file.contents != contents => {
                let fault = Fault::Foreign { expected: Box::new(contents), found: Box::new(file.contents) };
                Err(DatabaseError::file(&path)(fault))
            }
            opened => opened.map(Some),
        }
    }

    /// Opens a file, whatever it holds. What its head says is checked, and its length.
    pub(crate) fn open_path(path: &Path) -> Result<Self, DatabaseError> {
        let mut file = File::open(path).map_err(DatabaseError::io(path, "read"))?;
        let head = read_head(&mut file).map_err(DatabaseError::io(path, "read"))?;
        let (head, length, found) = head.map_err(DatabaseError::file(path))?;
        let mut end = length;
        let blocks: Vec<Packed> = head
            .blocks
            .iter()
            .map(|&block| {
                let start = end;
                end += u64::from(block.length);
                Packed { start, block }
            })
            .collect();
        if end != found {
            return Err(DatabaseError::file(path)(Fault::Length { expected: end, found }));
        }
        let values = blocks.iter().map(|_| OnceLock::new()).collect();
        let Head { contents, tally, .. } = head;
        let boards = contents.boards() as usize;
        Ok(Self { path: path.into(), file: Mutex::new(file), contents, boards, tally, blocks, values })
    }

    pub(crate) fn contents(&self) -> Contents {
        self.contents
    }

    pub(crate) fn tally(&self) -> Tally {
        self.tally
    }

    /// The value of the board with this place in the level, which has so many boards at least.
    #[inline]
    pub(crate) fn value(&self, place: u64) -> Result<i8, Box<DatabaseError>> {
        let (block, within) = (place as usize / BLOCK, place as usize % BLOCK);
        match self.values[block].get() {
            Some(values) => Ok(values[within]),
            None => self.first_use(block).map(|values| values[within]),
        }
    }

    #[cold]
    fn first_use(&self, block: usize) -> Result<&[i8], Box<DatabaseError>> {
        let values = self.read(block)?;
        Ok(self.values[block].get_or_init(|| values))
    }

    /// Adds all values to `all`, on all threads, without keeping them here.
    pub(crate) fn append_to(&self, all: &mut Vec<i8>) -> Result<(), DatabaseError> {
        for window in (0..self.blocks.len()).collect::<Vec<_>>().chunks(256) {
            let blocks: Result<Vec<_>, _> = window.par_iter().map(|&block| self.read(block)).collect();
            blocks.map_err(|error| *error)?.iter().for_each(|values| all.extend_from_slice(values));
        }
        Ok(())
    }

    fn read(&self, block: usize) -> Result<Box<[i8]>, Box<DatabaseError>> {
        let Packed { start, block: Block { length, checksum } } = self.blocks[block];
        let mut bytes = vec![0; length as usize];
        {
            // Whoever panicked while reading has changed nothing but where the next read begins, and that is set anew.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(DatabaseError::io(&self.path, "read"))?;
        }
        let boards = BLOCK.min(self.boards - block * BLOCK);
        let whole = (xxh3_64(&bytes) == checksum).then(|| unpack(bytes, boards, self.contents.counters())).flatten();
        let fault = Fault::Block { block: block + 1, blocks: self.blocks.len() };
        whole.ok_or_else(|| Box::new(DatabaseError::file(&self.path)(fault)))
    }
}

/// The values of a block of so many boards with so many counters, or nothing if `bytes` can't be unpacked to as many, or
/// one is more than all counters: whoever reckons with values may rely on that.
fn unpack(bytes: Vec<u8>, boards: usize, counters: u8) -> Option<Box<[i8]>> {
    let values = if bytes.len() == boards { bytes } else { zstd::bulk::decompress(&bytes, boards).ok()? };
    let values: Box<[i8]> = values.into_iter().map(u8::cast_signed).collect();
    let most = values.iter().map(|value| value.unsigned_abs()).max().unwrap_or(0);
    (values.len() == boards && most <= counters).then_some(values)
}

/// The head, its length, and the length of the file.
fn read_head(file: &mut File) -> io::Result<Result<(Head, u64, u64), Fault>> {
    let found = file.metadata()?.len();
    let mut prefix = Vec::new();
    file.take(PREFIX as u64).read_to_end(&mut prefix)?;
    let (length, checksum) = match Head::expect(&prefix) {
        Ok(expected) => expected,
        Err(fault) => return Ok(Err(fault)),
    };
    if length as u64 > found {
        return Ok(Err(Fault::Head));
    }
    let mut rest = vec![0; length - PREFIX];
    file.read_exact(&mut rest)?;
    Ok(Head::from_rest(&rest, checksum).map(|head| (head, length as u64, found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_more_than_all_counters_are_none() {
        let values = |values: [i8; 4]| values.map(i8::cast_unsigned).to_vec();
        assert_eq!(unpack(values([5, -5, 0, 3]), 4, 5).as_deref(), Some(&[5, -5, 0, 3][..]));
        for wrong in [[5, -6, 0, 3], [6, 0, 0, 0], [0, 0, 0, i8::MIN], [i8::MAX, 0, 0, 0]] {
            assert_eq!(unpack(values(wrong), 4, 5), None, "{wrong:?}");
        }
        assert_eq!(unpack(values([0; 4]), 5, 5), None, "one board too few");
    }
}
