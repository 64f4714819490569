//! `egdb build`: works out all values, level by level.

use super::Place;
use super::ring::RingArg;
use crate::context::Context;
use crate::memory;
use crate::options::number;
use crate::output::{bar, note};
use indicatif::BinaryBytes;
use pussa_egdb::{Build, Index};
use pussa_rules::Side;
use serde::Serialize;
use std::fmt;
use std::time::Instant;

/// Work out the value of every board with few counters; what is there already is not built again
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each level, the boards with one count of counters, becomes a file when it is done. A build that was stopped, by whatever, \
goes on from the last whole level when it is started again. On seven holes a row, files have half a byte a board or less, \
and memory is needed for one byte a board of the levels below and two of the last: 16 counters take 0.2 GiB, 20 take 2 \
GiB, 22 take 5 GiB.

Example: all boards of Raja Pasu with up to 18 counters
  pussa egdb build --game raja-pasu --levels 18")]
pub(crate) struct Args {
    /// Counters on a board, at most
    #[arg(long, value_name = "N", default_value_t = 14, allow_negative_numbers = true)]
    #[arg(value_parser = number(0, Index::MOST_COUNTERS))]
    levels: u8,

    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    ring: RingArg,

    /// Memory to use, at most, as in 512MiB or 20GiB [default: what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory::size)]
    max_memory: Option<u64>,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    dir: String,
    game: &'static str,
    reading: String,
    ring: [u8; 2],
    /// The most counters of a board.
    levels: u8,
    /// The levels that were not there yet.
    built: Vec<u8>,
    /// The boards of these, once for each player to move where the rows differ.
    boards: u64,
    /// Bytes of memory, at most.
    memory: u64,
    seconds: f64,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let ring = args.ring.ring(context);
    let build = Build::new(&args.place.dir, context.variant, ring, args.levels)?;
    let answer = Answer {
        dir: args.place.dir.display().to_string(),
        game: context.variant.game().name(),
        reading: context.variant.reading().to_string(),
        ring: Side::BOTH.map(|side| ring.holes(side)),
        levels: args.levels,
        built: build.levels().collect(),
        boards: build.boards(),
        memory: build.memory(),
        seconds: 0.0,
    };
    let what = format!("a database of up to {} counters", args.levels);
    memory::check(answer.memory, args.max_memory, &what, "try fewer with --levels")?;
    if !answer.built.is_empty() {
        note(format_args!("{} boards, {} of memory", answer.boards, BinaryBytes(answer.memory)));
    }
    let begun = Instant::now();
    let bar = bar(answer.boards, "boards");
    context.pool()?.install(|| build.run(&|settled| bar.inc(settled)))?;
    bar.finish_and_clear();
    let answer = Answer { seconds: begun.elapsed().as_secs_f64(), ..answer };
    context.output.text(&answer)?;
    context.output.json(&answer)
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dir, game, reading, ring: [south, north], levels, built, boards, seconds, .. } = self;
        write!(f, "{game}, reading {reading}, {south}x{north} holes: up to {levels} counters in {dir}")?;
        match built.as_slice() {
            [] => writeln!(f, ", all there already"),
            [first, ..] => writeln!(f, "; {boards} boards from {first} counters on took {seconds:.1} s"),
        }
    }
}
