//! Writing files whole, and folders that are new.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Puts a file there in one piece: written under another name, then renamed.
///
/// # Errors
/// If it can't be written; what was there before is there still.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// Makes a new folder `NAME-1`, `NAME-2`, … below `parent`, the first that is free; `parent` too, if it is not there.
///
/// # Errors
/// If none can be made; with the folder that could not be.
pub fn new_folder(parent: &Path, name: &str) -> Result<PathBuf, (PathBuf, io::Error)> {
    fs::create_dir_all(parent).map_err(|error| (parent.into(), error))?;
    let mut number = 1u64;
    loop {
        let folder = parent.join(format!("{name}-{number}"));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err((folder, error)),
        }
    }
}
