//! Writing a file: beside its place first, block after block, and in its place when all of it is on the disk.

use super::block::{BLOCK, Numbered, pack};
use super::error::ProofError;
use super::file::{Block, index_bytes};
use super::head::FileHead;
use super::numbers::Numbers;
use super::{Head, Record};
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::xxh3_64;

/// Blocks that are packed at once, by all threads, before they are written.
const WINDOW: usize = 128;

/// Writes the records, which come in their order, as the file of a proof.
pub(super) fn write(path: &Path, head: &Head, mut records: impl Iterator<Item = Record>) -> Result<(), ProofError> {
    let numbers = Numbers::new(head.root.layout().ring(), head.root.board().total());
    let mut head = FileHead { head: head.clone(), records: 0, index: 0, index_length: 0, index_checksum: 0 };
    if !head.can_be_read() {
        return Err(ProofError::Head { path: path.into() });
    }
    let folder = folder_of(path);
    let failed = |error| ProofError::io(path, "written")(error);
    if path.exists() && !path.is_file() {
        let kind = io::ErrorKind::AlreadyExists;
        return Err(failed(io::Error::new(kind, "it is no file that could be replaced")));
    }
    let mut part = beside(folder).map_err(failed)?;
    // Room for the head, which can't be told before the blocks are.
    let mut end = head.to_bytes().len() as u64;
    part.write_all(&head.to_bytes()).map_err(failed)?;
    let mut blocks = Vec::new();
    let mut last = None;
    loop {
        let mut window = Vec::new();
        for record in records.by_ref().take(WINDOW * BLOCK) {
            head.records += 1;
            let numbered =
                Numbered::of(numbers, &record).filter(|numbered| last.is_none_or(|last| last < numbered.number));
            let numbered = numbered.ok_or_else(|| ProofError::Order { path: path.into(), number: head.records })?;
            last = Some(numbered.number);
            window.push(numbered);
        }
        if window.is_empty() {
            break;
        }
        let packed: Vec<Vec<u8>> = window.par_chunks(BLOCK).map(pack).collect::<io::Result<_>>().map_err(failed)?;
        for (bytes, records) in packed.iter().zip(window.chunks(BLOCK)) {
            blocks.push(Block {
                first: records[0].number,
                records: records.len() as u32,
                start: end,
                length: bytes.len() as u32,
                checksum: xxh3_64(bytes),
            });
            end += bytes.len() as u64;
            part.write_all(bytes).map_err(failed)?;
        }
    }
    let index = index_bytes(&blocks);
    (head.index, head.index_length, head.index_checksum) = (end, index.len() as u64, xxh3_64(&index));
    finish(part, &index, &head, path, folder).map_err(failed)
}

/// Writes the list of blocks and the head, and puts the file in its place.
fn finish(mut part: NamedTempFile, index: &[u8], head: &FileHead, path: &Path, folder: &Path) -> io::Result<()> {
    part.write_all(index)?;
    part.seek(SeekFrom::Start(0))?;
    part.write_all(&head.to_bytes())?;
    put(part, path, folder)
}

/// Writes some bytes as a file, whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut part = beside(folder)?;
    part.write_all(bytes)?;
    put(part, path, folder)
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Puts a file in its place when all of it is on the disk.
fn put(part: NamedTempFile, path: &Path, folder: &Path) -> io::Result<()> {
    part.as_file().sync_all()?;
    part.persist(path)?;
    // Makes sure that the folder knows the file by its name, where folders can be asked to.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// A new file of no lasting name in `folder`, with the rights that new files get.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pussa-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}
