//! Writing a file: under another name first, block after block, and under its own when all of it is on the disk.

use super::BLOCK;
use super::head::{Block, Head};
use crate::contents::Contents;
use crate::error::DatabaseError;
use crate::tally::Tally;
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// How hard Zstandard tries. Harder makes files a tenth shorter and takes many times as long.
const EFFORT: i32 = 1;

/// Blocks that are packed at once, by all threads, before they are written.
const WINDOW: usize = 256;

/// Bytes that writing takes in memory: a window's values, and as many packed ones.
pub(crate) const MEMORY: u64 = 2 * (WINDOW * BLOCK) as u64;

/// Writes the file of `contents` into `folder`. `values` gives the values of the boards with these places in the level.
pub(crate) fn write(
    folder: &Path,
    contents: Contents,
    tally: Tally,
    values: &(dyn Fn(Range<usize>) -> Vec<i8> + Sync),
) -> Result<(), DatabaseError> {
    let path = folder.join(contents.file_name());
    let part = folder.join(format!("{}.part", contents.file_name()));
    let written = write_blocks(&part, contents, tally, values)
        .and_then(|()| fs::rename(&part, &path))
        .and_then(|()| sync_folder(folder));
    written.map_err(|error| {
        // The part is of no use, and may be what fills the disk.
        let _ = fs::remove_file(&part);
        DatabaseError::io(&path, "written")(error)
    })
}

fn write_blocks(
    part: &PathBuf,
    contents: Contents,
    tally: Tally,
    values: &(dyn Fn(Range<usize>) -> Vec<i8> + Sync),
) -> io::Result<()> {
    let boards = contents.boards() as usize;
    let count = boards.div_ceil(BLOCK);
    let mut head = Head { contents, tally, blocks: vec![Block::default(); count] };
    let mut file = File::create(part)?;
    // Room for the head, which can't be told before the blocks are.
    file.write_all(&head.to_bytes())?;
    for first in (0..count).step_by(WINDOW) {
        let window = first..count.min(first + WINDOW);
        let places = |block: usize| block * BLOCK..boards.min((block + 1) * BLOCK);
        let packed: Vec<Vec<u8>> = window.clone().into_par_iter().map(|block| pack(values(places(block)))).collect();
        for (block, bytes) in head.blocks[window].iter_mut().zip(packed) {
            *block = Block { length: bytes.len() as u32, checksum: xxh3_64(&bytes) };
            file.write_all(&bytes)?;
        }
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&head.to_bytes())?;
    file.sync_all()
}

/// A block's bytes as they go into the file.
fn pack(values: Vec<i8>) -> Vec<u8> {
    let bytes: Vec<u8> = values.into_iter().map(i8::cast_unsigned).collect();
    match zstd::bulk::compress(&bytes, EFFORT) {
        Ok(packed) if packed.len() < bytes.len() => packed,
        _ => bytes,
    }
}

/// Makes sure that the folder knows the file by its new name, where folders can be asked to.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
