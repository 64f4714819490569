//! What can go wrong with self-play and its files.

use crate::selfplay::plan::Shard;
use pussa_engine::SpecError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why self-play can't be done, kept, read or merged.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum SelfPlayError {
    // Plans.
    #[error("self-play takes a game at least")]
    NoGames,
    #[error("shard {shard}: {games} games can't be shared among so many")]
    Shards { shard: Shard, games: u64 },
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("a thread could not be started")]
    Threads(#[source] io::Error),

    // Files.
    #[error("{} could not be written", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{} could not be read", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is there already; name another file, or remove it", .0.display())]
    Taken(PathBuf),
    #[error("{} holds games of a run that was stopped; take it up with --resume, or remove it", .0.display())]
    Stopped(PathBuf),
    #[error("{} is in use by another run", .0.display())]
    InUse(PathBuf),
    #[error("{} holds no games of a run that was stopped", .0.display())]
    NoPart(PathBuf),
    #[error("{} is damaged, and can't be taken up; remove it to start anew", .0.display())]
    BadPart(PathBuf),
    #[error("{} is of another run: {key} is {there} there, and {here} here", path.display())]
    Different { path: PathBuf, key: String, there: String, here: String },

    // Reading.
    #[error("{}: the label is missing that says what {} holds", label.display(), file.display())]
    NoLabel { file: PathBuf, label: PathBuf },
    #[error("{}: this is no label of self-play: {why}", label.display())]
    Label { label: PathBuf, why: String },
    #[error("{} is no zstd file, or a damaged one: {why}", path.display())]
    Zstd { path: PathBuf, why: String },
    #[error("{} is cut off", .0.display())]
    Cut(PathBuf),
    #[error("{}, line {line}: {fault}", path.display())]
    Row { path: PathBuf, line: u64, fault: String },
    #[error("{} has {found} rows, and its label says {wanted}; the one is not of the other", path.display())]
    Rows { path: PathBuf, found: u64, wanted: u64 },

    // Merging.
    #[error("shard {shard} is missing; {} is shard {other}", path.display())]
    Missing { shard: Shard, other: Shard, path: PathBuf },
    #[error("shard {shard} is there twice: {} and {}", first.display(), second.display())]
    Twice { shard: Shard, first: PathBuf, second: PathBuf },
    #[error("{} and {} don't belong together: {key} is {one} in the one and {other} in the other", first.display(), second.display())]
    Apart { first: PathBuf, second: PathBuf, key: String, one: String, other: String },
    #[error("there is no file to merge")]
    NoFiles,
    #[error("interrupted; nothing is written")]
    Interrupted,
}

impl SelfPlayError {
    /// Makes a failure to write a file into one of these.
    pub(super) fn write(path: &std::path::Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Write { path: path.into(), source }
    }

    /// Makes a failure to read a file into one of these.
    pub(super) fn read(path: &std::path::Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Read { path: path.into(), source }
    }
}
