//! `reach`: counts the positions that can be reached.

use crate::context::Context;
use crate::interrupt::stop_on_interrupt;
use crate::memory;
use crate::options::number;
use crate::output::bar;
use anyhow::Context as _;
use indicatif::{BinaryBytes, HumanCount};
use pussa_solver::{Ply, Reach, ReachError, ReachWatch};
use serde::Serialize;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Count the positions that can be reached, ply by ply: those that come up for the first time after so many moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A position is the counters in the holes and who is to move; reserves are left out, and with rows of one length it makes no \
difference which player is to move. Positions in which the round is over count too. What is counted is kept in memory, in \
one to two bytes a position. Counting that is stopped, by --max-memory or by Ctrl-C, tells what it has; the exit status is \
1 then.

Example: all positions of Raja Pasu
  pussa reach --game raja-pasu")]
pub(crate) struct Args {
    /// The position to start from [default: the start of the game]
    #[arg(value_name = "BOARD")]
    board: Option<String>,

    /// Count what can be reached with D moves or fewer [default: all there is]
    #[arg(long, value_name = "D", value_parser = number(0, u32::MAX), allow_negative_numbers = true)]
    depth: Option<u32>,

    /// Memory to use, at most, as in 512MiB or 20GiB [default: what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory::size)]
    max_memory: Option<u64>,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    board: String,
    /// From the position itself, ply 0, on.
    plies: Vec<Line>,
    /// All positions.
    positions: u64,
    /// Whether there are no others.
    complete: bool,
    seconds: f64,
}

/// What a ply brings.
#[derive(Serialize)]
struct Line {
    ply: usize,
    /// Positions that can be reached with so many moves and no fewer.
    new: u64,
    /// Positions that can be reached with so many moves or fewer.
    total: u64,
    /// The fewest and the most counters on the boards of the new ones.
    fewest: u8,
    most: u8,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let (variant, position) = context.options.position(args.board.as_deref())?;
    let (stop, memory) = (stop_on_interrupt()?, args.max_memory.unwrap_or_else(memory::free));
    let begun = Instant::now();
    let mut reach = Reach::new(variant, &position)?;
    let mut lines: Vec<Line> = Vec::new();
    context.output.text(format_args!("  ply {:>16} {:>16}  counters\n", "new", "total"))?;
    let told = |reach: &Reach, lines: &mut Vec<Line>| {
        for (ply, &Ply { positions, fewest, most }) in reach.plies().iter().enumerate().skip(lines.len()) {
            let total = positions + lines.last().map_or(0, |line| line.total);
            let line = Line { ply, new: positions, total, fewest, most };
            context.output.text(&line)?;
            lines.push(line);
        }
        anyhow::Ok(())
    };
    told(&reach, &mut lines)?;
    let pool = context.pool()?;
    let mut halted = None;
    while halted.is_none() && !reach.is_whole() && args.depth.is_none_or(|depth| reach.plies().len() <= depth as usize)
    {
        halted = pool.install(|| go_on(&mut reach, memory, &stop)).err();
        told(&reach, &mut lines)?;
    }
    let (positions, complete, seconds) = (reach.positions(), reach.is_whole(), begun.elapsed().as_secs_f64());
    let answer = Answer { board: position.to_string(), plies: lines, positions, complete, seconds };
    context.output.text(&answer)?;
    context.output.json(&answer)?;
    halted.map_or(Ok(()), |error| Err(error).context("there are more positions"))
}

/// Goes one ply further, with a bar.
pub(super) fn go_on(reach: &mut Reach, memory: u64, stop: &AtomicBool) -> Result<bool, ReachError> {
    let (ply, positions) = (reach.plies().len(), reach.positions());
    let last = reach.plies().last().map_or(0, |ply| ply.positions);
    let about = format!("{} positions, {}, ply {ply}", HumanCount(positions), BinaryBytes(reach.memory()));
    // Short plies go by before a bar would be seen.
    let bar = if last > 100_000 { bar(last, about) } else { indicatif::ProgressBar::hidden() };
    let went_on = reach.go_on(&ReachWatch { memory, stop, report: &|count| bar.inc(count) });
    bar.finish_and_clear();
    went_on
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, new, total, fewest, most } = self;
        write!(f, "{ply:5} {new:16} {total:16}  {fewest}")?;
        if fewest == most { writeln!(f) } else { writeln!(f, " to {most}") }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, complete, seconds, .. } = self;
        let noun = if *positions == 1 { "position" } else { "positions" };
        let what = if *complete { "and no others" } else { "and there may be more" };
        writeln!(f, "\n{positions} {noun}, {what}; {seconds:.3} seconds")
    }
}
