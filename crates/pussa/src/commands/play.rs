//! `play`: a person against an engine, or against a person, in the terminal.

mod order;
mod table;
mod telling;

use crate::context::Context;
use crate::databases::EgdbArg;
use crate::words::{self, Over};
use pussa_rules::Round;
use serde::Serialize;
use table::{Seat, Table};

/// Play a round in the terminal, against an engine or a person
#[derive(Debug, clap::Args)]
#[command(after_help = "\
While playing, say the letter of a hole to lift it; help tells what else can be said: undo, save, load and \
more. With --format json the talk goes to standard error, and the round as it was left to standard \
output.

Example: North against an engine that begins
  pussa play --south greedy --north human")]
pub(crate) struct Args {
    /// The position to start from [default: the start of the game]
    #[arg(value_name = "BOARD")]
    board: Option<String>,

    /// Who plays South: human, or an engine as `pussa engines` lists them
    #[arg(long, value_name = "WHO", default_value = "human")]
    south: String,

    /// Who plays North: human, or an engine
    #[arg(long, value_name = "WHO", default_value = "greedy")]
    north: String,

    #[command(flatten)]
    egdb: EgdbArg,
}

/// The answer for programs: the round as it was left.
#[derive(Serialize)]
struct Answer {
    opening: String,
    moves: String,
    board: String,
    over: Option<Over>,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let (variant, position) = context.options.position(args.board.as_deref())?;
    let context = &args.egdb.given_to(context, &[variant])?;
    let seats = [Seat::new("--south", &args.south, context)?, Seat::new("--north", &args.north, context)?];
    let round = Table::new(Round::new(variant, position), seats, context).play()?;
    context.output.json(&Answer {
        opening: round.start().to_string(),
        moves: words::moves(&round),
        board: round.position().to_string(),
        over: round.outcome().map(Over::from),
    })
}
