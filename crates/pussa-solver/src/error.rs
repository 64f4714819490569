//! What can be wrong with what a solver is to be made of, and with what it is to be told.

use crate::proof::ProofError;
use pussa_egdb::DatabaseError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a solver can't be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// There is not so much memory for the table, in bytes.
    #[error("the table of {} MiB does not fit into memory; try a smaller one", .0 >> 20)]
    NoMemory(usize),
    /// The database is of another game, reading or ring.
    #[error("the database is of another game, reading or ring")]
    OtherDatabase,
}

/// Why a folder of endgame databases and proofs can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// It can't be read.
    #[error("{} could not be read", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It has neither a database nor a proof of a game.
    #[error("{}: there is no {name}, the first file of a database of this game, and no proof of it", folder.display())]
    Nothing {
        /// The folder.
        folder: PathBuf,
        /// The file looked for.
        name: String,
    },
    /// A database is not what it should be.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A proof is not what it should be.
    #[error(transparent)]
    Proof(#[from] ProofError),
}
