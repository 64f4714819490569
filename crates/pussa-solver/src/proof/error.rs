//! What can be wrong with the file of a proof, in words that say where and what would be right.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why the file of a proof can't be written, opened or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// It could not be read or written.
    #[error("{} could not be {doing}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was being done: `read`, `written`.
        doing: &'static str,
        /// Why it could not.
        source: io::Error,
    },
    /// It is not what it should be.
    #[error("{}: {fault}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: ProofFault,
    },
    /// What is to be proved can't be written down.
    #[error("{}: the root of a proof has nothing in reserve, and names of files have at most 255 bytes", path.display())]
    Head {
        /// The file.
        path: PathBuf,
    },
    /// Records to be written do not come in their order, or are no positions of the ring.
    #[error("{}: record {number} is not in its place, or no position of the ring", path.display())]
    Order {
        /// The file.
        path: PathBuf,
        /// Which one, from 1.
        number: u64,
    },
    /// There is not enough memory.
    #[error("{}: {needed} bytes of memory were not to be had", path.display())]
    NoMemory {
        /// The file.
        path: PathBuf,
        /// How many bytes were asked for.
        needed: u64,
    },
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofFault {
    /// It does not begin as proofs do.
    #[error("this is no proof; a proof is made by pussa solve --certificate or --strong")]
    NotAProof,
    /// It is of another version.
    #[error("this has format {found}, and only format {known} is understood; make the proof again")]
    Version {
        /// The format's number in the file.
        found: u32,
        /// The one that is understood.
        known: u32,
    },
    /// It is too short or too long.
    #[error("this has {found} bytes, and should have {expected}; make the proof again")]
    Length {
        /// The bytes it should have.
        expected: u64,
        /// The bytes it has.
        found: u64,
    },
    /// Its beginning, which says what it proves, is damaged.
    #[error("the file's head is damaged; make the proof again")]
    Head,
    /// Its end, which says where blocks are, is damaged.
    #[error("the list of blocks at the file's end is damaged; make the proof again")]
    Index,
    /// A block of records is damaged.
    #[error("block {block} of {blocks} is damaged; make the proof again")]
    Block {
        /// Which one, from 1.
        block: usize,
        /// How many there are.
        blocks: usize,
    },
}

impl ProofError {
    pub(super) fn io(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.into(), doing, source }
    }

    pub(super) fn file(path: &Path) -> impl Fn(ProofFault) -> Self {
        move |fault| Self::File { path: path.into(), fault }
    }
}
