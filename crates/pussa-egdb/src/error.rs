//! What can be wrong with a database, in words that say where and what would be right.

use crate::contents::Contents;
use crate::index::Index;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a database can't be built, opened or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// A file or folder could not be read or written.
    #[error("{} could not be {doing}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done: `read`, `written`.
        doing: &'static str,
        /// Why it could not.
        source: io::Error,
    },
    /// A file is not what its name says.
    #[error("{}: {fault}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Somebody else is building in the same folder.
    #[error("{}: another build is at work in this folder; let it end first", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no database of that kind.
    #[error("{}: there is no {name}, the first file of a database of this game, reading and ring", folder.display())]
    Missing {
        /// The folder looked into.
        folder: PathBuf,
        /// The file looked for.
        name: String,
    },
    /// More counters than a database can have.
    #[error("a database has at most {most} counters, not {0}", most = Index::MOST_COUNTERS)]
    TooManyCounters(u32),
    /// There is not enough memory.
    #[error("{needed} bytes of memory were not to be had")]
    NoMemory {
        /// How many bytes were asked for.
        needed: u64,
    },
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// It does not begin as files of the database do.
    #[error("this is no endgame database")]
    NotADatabase,
    /// It is of another version.
    #[error("this has format {found}, and only format {known} is understood; remove it and build again")]
    Version {
        /// The format's number in the file.
        found: u32,
        /// The one that is understood.
        known: u32,
    },
    /// It holds something else.
    #[error("this should hold {expected}, but holds {found}")]
    Foreign {
        /// What it should hold.
        expected: Box<Contents>,
        /// What it holds.
        found: Box<Contents>,
    },
    /// It is too short or too long.
    #[error("this has {found} bytes, and should have {expected}; remove it and build again")]
    Length {
        /// The bytes it should have.
        expected: u64,
        /// The bytes it has.
        found: u64,
    },
    /// Its beginning, which says what it holds, is damaged.
    #[error("the file's head is damaged; remove it and build again")]
    Head,
    /// A block of values is damaged.
    #[error("block {block} of {blocks} is damaged; remove it and build again")]
    Block {
        /// Which one, from 1.
        block: usize,
        /// How many there are.
        blocks: usize,
    },
    /// A value is not what the moves lead to.
    #[error("its values contradict each other; remove it and build again")]
    Contradiction,
}

impl DatabaseError {
    pub(crate) fn io(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.into(), doing, source }
    }

    pub(crate) fn file(path: &Path) -> impl Fn(Fault) -> Self {
        move |fault| Self::File { path: path.into(), fault }
    }
}
