//! `egdb`: the endgame database.

mod build;
mod probe;
mod ring;
mod stats;

use crate::context::Context;
use anyhow::anyhow;
use pussa_egdb::{Database, DatabaseError};
use pussa_rules::{Ring, Variant};
use std::path::PathBuf;

/// Build the endgame database, the exact value of every board with few counters, and ask it
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = false)]
#[command(after_help = "\
Example: all boards with up to 16 counters, and what is known of them then
  pussa egdb build --levels 16
  pussa egdb stats")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Build(build::Args),
    Stats(stats::Args),
    Probe(probe::Args),
}

/// Where a database is.
#[derive(Debug, clap::Args)]
struct Place {
    /// The folder of the database
    #[arg(long, value_name = "DIR", default_value = "egdb")]
    dir: PathBuf,
}

impl Place {
    /// The database of a game on a ring.
    fn database(&self, variant: Variant, ring: Ring) -> anyhow::Result<Database> {
        Database::open(&self.dir, variant, ring).map_err(|error| match error {
            DatabaseError::Missing { .. } => anyhow!("{error}; build it with pussa egdb build"),
            error => error.into(),
        })
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.command {
        Command::Build(args) => build::run(args, context),
        Command::Stats(args) => stats::run(args, context),
        Command::Probe(args) => probe::run(args, context),
    }
}
