//! What can be wrong with what a solver is to be made of.

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
