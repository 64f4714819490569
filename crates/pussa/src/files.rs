//! Reading and writing files whole.

use anyhow::{Context as _, bail};
use std::io::{self, Read, Write};
use std::path::Path;

/// What to do if there is a file of that name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    /// Leave it, and fail.
    Keep,
    /// Put the new one in its place.
    Replace,
}

/// Writes a file whole or not at all: beside it first, then under its name.
pub(crate) fn write(path: &Path, contents: &str, existing: Existing) -> anyhow::Result<()> {
    // What a link leads to is replaced, not the link; and nothing but a file ever is.
    let target = path.canonicalize();
    let path = target.as_deref().unwrap_or(path);
    if existing == Existing::Replace && path.exists() && !path.is_file() {
        bail!("{} is no file that could be replaced", path.display());
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let write = || {
        let mut file = beside(folder)?;
        file.write_all(contents.as_bytes())?;
        file.as_file().sync_all()?;
        match existing {
            Existing::Keep => file.persist_noclobber(path)?,
            Existing::Replace => file.persist(path)?,
        };
        Ok::<(), io::Error>(())
    };
    write().with_context(|| format!("{} could not be written", path.display()))
}

/// A new file of no lasting name in `folder`, with the rights that new files get.
fn beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pussa-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("{} is not a folder", folder.display())));
    }
    // The name that was tried means nothing to anybody.
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

/// Reads a whole file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if is_standard_input(path) {
        io::stdin().lock().read_to_end(&mut bytes).context("standard input could not be read")?;
    } else {
        bytes = std::fs::read(path).with_context(|| format!("{} could not be read", path.display()))?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        crate::failure::Usage(format!("{}, line {line}: this is not UTF-8", name(path))).into()
    })
}

/// The name of a file in a message.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) { "standard input".into() } else { path.display().to_string() }
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}
