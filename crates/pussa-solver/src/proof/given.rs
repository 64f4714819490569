//! The files of the endgame database that a proof leans on: what they are called, and their checksums.

use super::Given;
use super::error::ProofError;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use xxhash_rust::xxh3::Xxh3Default;

/// Bytes that are read at once.
const PART: usize = 1 << 20;

impl Given {
    /// The file as it is now.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn of_file(path: &Path) -> Result<Self, ProofError> {
        let failed = |error| ProofError::io(path, "read")(error);
        let mut file = File::open(path).map_err(failed)?;
        let (mut hash, mut part) = (Xxh3Default::new(), vec![0; PART]);
        loop {
            match file.read(&mut part).map_err(failed)? {
                0 => break,
                read => hash.update(&part[..read]),
            }
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self { name, checksum: hash.digest() })
    }
}
