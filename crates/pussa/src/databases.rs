//! The endgame databases that engines and judges are given: the option, and the way from a folder to those who ask.

use crate::context::Context;
use crate::memory;
use anyhow::anyhow;
use pussa_engine::Oracle;
use pussa_rules::Variant;
use pussa_solver::{Databases, FolderError, Judge};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which databases engines are given.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub(crate) struct EgdbArg {
    /// The folder of an endgame database, made by `pussa egdb build`, or of proofs, made by `pussa solve`, for the
    /// engines that can ask them: alpha-beta and perfect
    #[arg(long, value_name = "DIR")]
    pub(crate) egdb: Option<PathBuf>,
}

impl EgdbArg {
    /// The folder, as it is written in files.
    pub(crate) fn dir(&self) -> Option<String> {
        self.egdb.as_ref().map(|dir| dir.display().to_string())
    }

    /// The same command with engines that have the databases for rounds of these games.
    pub(crate) fn given_to(&self, context: &Context, variants: &[Variant]) -> anyhow::Result<Context> {
        match &self.egdb {
            None => Ok(context.clone()),
            Some(dir) => Ok(context.with_databases(&open(dir, variants, context)?)),
        }
    }
}

/// What judges moves: the solver, with these databases if there are any.
pub(crate) fn judge(databases: Option<&Arc<Databases>>) -> Arc<dyn Oracle> {
    let judge = Judge::default();
    Arc::new(match databases {
        Some(databases) => judge.with_databases(Arc::clone(databases)),
        None => judge,
    })
}

/// The databases of a folder for rounds of these games, all in memory.
pub(crate) fn open(dir: &Path, variants: &[Variant], context: &Context) -> anyhow::Result<Arc<Databases>> {
    let databases = Databases::open(dir, variants).map_err(|error| match error {
        FolderError::Nothing { .. } => anyhow!("--egdb: {error}; make one with pussa egdb build or pussa solve"),
        error => anyhow::Error::from(error).context("--egdb"),
    })?;
    memory::check(databases.memory(), None, "what is in the folder", "name a folder with a smaller one")?;
    context.pool()?.install(|| databases.load())?;
    Ok(Arc::new(databases))
}
