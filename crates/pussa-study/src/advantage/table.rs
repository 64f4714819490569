//! A file of rows that are added as they are found, and read again when a run is taken up.

use pussa_arena::RunError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A file that gets whole rows, locked as long as this lives.
pub(super) struct Table {
    path: PathBuf,
    file: File,
    /// How many bytes of whole rows it has.
    length: u64,
}

/// A row that was read, and how many bytes the file has up to its end.
pub(super) type Ending<R> = (R, u64);

impl Table {
    /// The file of this name, made if it is not there.
    pub(super) fn open(folder: &Path, name: &str) -> Result<Self, RunError> {
        let path = folder.join(name);
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(io_at(&path))?;
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => RunError::InUse { folder: folder.into() },
            fs::TryLockError::Error(source) => io_at(&path)(source),
        })?;
        Ok(Self { path, file, length: 0 })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it has not a byte.
    pub(super) fn is_empty(&self) -> bool {
        self.file.metadata().is_ok_and(|file| file.len() == 0)
    }

    /// Adds whole rows, or nothing, and brings them to the disk itself, where a power cut does no harm.
    pub(super) fn append(&mut self, rows: &[u8]) -> Result<(), RunError> {
        let written = self.file.write_all(rows).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // What got onto a disk that is full is taken back.
            let _ = self.file.set_len(self.length);
            io_at(&self.path)(error)
        })?;
        self.length += rows.len() as u64;
        Ok(())
    }

    /// Drops what comes after so many bytes.
    pub(super) fn cut(&mut self, length: u64) -> Result<(), RunError> {
        self.file.set_len(length).map_err(io_at(&self.path))?;
        self.length = length;
        Ok(())
    }

    /// The whole rows that are there, after the header; the header is put there if it is not there in one piece. A last
    /// row that is cut off is passed over.
    pub(super) fn rows<R: Serialize + DeserializeOwned>(&mut self, header: &str) -> Result<Vec<Ending<R>>, RunError> {
        let mut text = Vec::new();
        let read = self.file.read_to_end(&mut text);
        read.map_err(|source| RunError::Read { path: self.path.clone(), source })?;
        if text.len() < header.len() && header.as_bytes().starts_with(&text) {
            self.cut(0)?;
            self.append(header.as_bytes())?;
            return Ok(Vec::new());
        }
        if !text.starts_with(header.as_bytes()) {
            return Err(self.foreign(1));
        }
        let (mut rows, mut end) = (Vec::new(), header.len());
        while let Some(length) = text[end..].iter().position(|&byte| byte == b'\n').map(|place| place + 1) {
            let line = &text[end..end + length];
            let row = parse(line).filter(|row| to_csv(std::slice::from_ref(row), false) == line);
            end += length;
            // The header is row 1.
            rows.push((row.ok_or_else(|| self.foreign(rows.len() as u64 + 2))?, end as u64));
        }
        self.length = end as u64;
        Ok(rows)
    }

    /// The row with this number is not what the run would have written.
    pub(super) fn foreign(&self, row: u64) -> RunError {
        RunError::Foreign { path: self.path.clone(), row }
    }
}

fn parse<R: DeserializeOwned>(line: &[u8]) -> Option<R> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
    reader.deserialize().next()?.ok()
}

/// The rows as comma-separated text, after a header row if one is wanted.
pub(super) fn to_csv<R: Serialize>(rows: &[R], header: bool) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("a flat row goes into memory");
    }
    writer.into_inner().expect("memory takes all rows")
}

/// A file of the run could not be written.
pub(super) fn io_at(path: &Path) -> impl Fn(io::Error) -> RunError {
    move |source| RunError::Io { path: path.into(), source }
}

#[cfg(test)]
mod tests {
    use super::super::edge::EdgeRow;
    use super::super::worth::WorthRow;

    /// A header row can't be had without a row: so it is written out, and must be what a row would have given.
    #[test]
    fn headers_are_those_of_the_rows() {
        for (header, columns) in [(WorthRow::HEADER, 16), (EdgeRow::HEADER, 15)] {
            assert_eq!(header.trim_end().split(',').count(), columns);
        }
    }
}
