//! Puts a file of positions there in one piece, with its label: written under another name, then renamed.

use super::error::SelfPlayError;
use super::label::{Label, with_suffix};
use super::row::COLUMNS;
use crate::files::write_whole;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use zstd::stream::write::Encoder;

/// How hard zstd tries.
const LEVEL: i32 = 6;

/// A file of positions that is being written.
pub(super) struct Writer {
    path: PathBuf,
    beside: PathBuf,
    /// Taken when it is finished.
    encoder: Option<Encoder<'static, BufWriter<File>>>,
    rows: u64,
}

impl Writer {
    /// Begins a file. It has its name only when it is finished.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn create(path: &Path) -> Result<Self, SelfPlayError> {
        let beside = with_suffix(path, ".new");
        let begun = || {
            let mut encoder = Encoder::new(BufWriter::new(File::create(&beside)?), LEVEL)?;
            encoder.include_checksum(true)?;
            writeln!(encoder, "{}", COLUMNS.join(","))?;
            Ok(encoder)
        };
        let encoder = Some(begun().map_err(SelfPlayError::write(path))?);
        Ok(Self { path: path.into(), beside, encoder, rows: 0 })
    }

    /// Adds so many rows, each with its line break.
    ///
    /// # Errors
    /// If they can't be written.
    pub(super) fn add(&mut self, rows: &[u8], count: u32) -> Result<(), SelfPlayError> {
        self.rows += u64::from(count);
        let encoder = self.encoder.as_mut().expect("it is not finished");
        encoder.write_all(rows).map_err(SelfPlayError::write(&self.path))
    }

    /// How many rows there are so far.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Makes sure that all is on the disk, and gives label and file their names.
    ///
    /// # Errors
    /// If that fails.
    pub(super) fn finish(mut self, label: &Label) -> Result<(), SelfPlayError> {
        let encoder = self.encoder.take().expect("it is not finished");
        let finished = || {
            encoder.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            write_whole(&Label::path(&self.path), label.to_toml().as_bytes())?;
            fs::rename(&self.beside, &self.path)
        };
        finished().map_err(SelfPlayError::write(&self.path))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // There is none if it was finished, and nothing more to be done if it can't be removed.
        let _ = fs::remove_file(&self.beside);
    }
}
