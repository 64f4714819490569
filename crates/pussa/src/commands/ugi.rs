//! `ugi`: an engine on standard input and output, for other people's managers.

use crate::context::Context;
use crate::databases::EgdbArg;
use crate::failure::OrUsage;
use crate::memory;
use crate::output::write_error;
use anyhow::Context as _;
use pussa_engine::Spec;
use pussa_ugi::Server;
use rand::Rng;
use std::io::{BufReader, stdin, stdout};

/// Be an engine for a manager that speaks the Universal Game Interface on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The manager's options take the place of those given here; an endgame database is that of the game given here. What is spoken is described in crates/pussa-ugi/UGI.md.

Example: which options there are
  echo ugi | pussa ugi --engine alpha-beta:hash=64MiB")]
pub(crate) struct Args {
    /// The engine, as `pussa engines` lists them
    #[arg(long, value_name = "ENGINE", default_value = "alpha-beta")]
    engine: String,

    #[command(flatten)]
    egdb: EgdbArg,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let spec: Spec = args.engine.parse().or_usage().context("--engine")?;
    memory::check_engines([&spec], 1).context("--engine")?;
    let context = &args.egdb.given_to(context, &[context.variant])?;
    let mut seeds = context.rng();
    let server = Server::new(context.roster.clone(), spec, context.variant, move || seeds.next_u64());
    let server = server.or_usage().context("--engine")?;
    server.run(BufReader::new(stdin()), stdout()).or_else(write_error)
}
