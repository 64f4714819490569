//! What can go wrong while it is found out what first moves are worth.

use pussa_arena::{PlanError, RunError, WishError};
use pussa_rules::VariantError;
use pussa_solver::SolverError;
use thiserror::Error;

/// Why it can't be found out, or kept.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum AdvantageError {
    #[error("{key}: {why}")]
    Value { key: &'static str, why: String },
    #[error(transparent)]
    Wish(#[from] WishError),
    #[error(transparent)]
    Variant(#[from] VariantError),
    #[error(transparent)]
    Play(#[from] PlanError),
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(transparent)]
    Run(#[from] RunError),
}
