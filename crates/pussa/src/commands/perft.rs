//! `perft`: counts move sequences.

use crate::context::Context;
use crate::options::number;
use crate::output;
use indicatif::ProgressBar;
use pussa_rules::{Move, Perft};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// No more: seven moves at each of 22 plies is what 64 bits can count.
const MOST_DEPTH: usize = 22;

/// How many plies are made before the work is shared out: some hundred parts for the threads.
const SHARED_PLIES: usize = 3;

/// How many depths are counted in one pass. Counts of shallow depths come early then, and next to nothing is counted
/// twice.
const DEPTHS_A_PASS: usize = 3;

/// Count the sequences of legal moves: a measure, and a test, of making moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A round in which the player to move has no move adds none. Repetition is not looked at.

Example: how many ways the first seven moves can go, by the first of them
  pussa perft --depth 7 --divide")]
pub(crate) struct Args {
    /// The position to start from [default: the start of the game]
    #[arg(value_name = "BOARD")]
    board: Option<String>,

    /// Count sequences of 1 to D moves, D from 0 to 22
    #[arg(long, value_name = "D", value_parser = number(0, MOST_DEPTH), allow_negative_numbers = true)]
    depth: usize,

    /// Count also what follows each first move, at depth D
    #[arg(long)]
    divide: bool,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    /// Sequences of one move, of two, and so on up to D.
    counts: Vec<u64>,
    /// Sequences of D moves, by the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<char, u64>>,
    seconds: f64,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let (variant, position) = context.options.position(args.board.as_deref())?;
    let perft = Perft::new(&variant, &position);
    let parts = perft.counts(SHARED_PLIES as u32).pop().unwrap_or(0);
    let pool = context.pool()?;
    let begun = Instant::now();

    let mut answer = Answer { counts: Vec::new(), divide: args.divide.then(BTreeMap::new), seconds: 0.0 };
    context.output.text(format_args!("depth {:>21}\n", "sequences"))?;
    for depth in (args.depth % DEPTHS_A_PASS..=args.depth).step_by(DEPTHS_A_PASS).filter(|&depth| depth > 0) {
        // A pass takes many times as long as the one before; after short ones a bar would only flicker.
        let is_long = begun.elapsed() > Duration::from_millis(20);
        let bar = if is_long { output::bar(parts, format!("depth {depth}")) } else { ProgressBar::hidden() };
        let branches = pool.install(|| branches(&perft, depth, SHARED_PLIES, &bar));
        bar.finish_and_clear();
        let counts = sum(depth, &branches);
        for (i, count) in counts.iter().enumerate().skip(answer.counts.len()) {
            context.output.text(format_args!("{:5} {count:21}\n", i + 1))?;
        }
        answer.counts = counts;
        if depth == args.depth && args.divide {
            let letter = |mv| position.layout().hole(position.side(), mv).letter();
            answer.divide = Some(branches.iter().map(|(mv, counts)| (letter(*mv), counts[depth - 1])).collect());
        }
    }
    answer.seconds = begun.elapsed().as_secs_f64();

    if let Some(divide) = &answer.divide {
        let header = format!("at depth {}", args.depth);
        context.output.text(format_args!("\nfirst {header:>21}\n"))?;
        for (letter, count) in divide {
            context.output.text(format_args!("{letter:>5} {count:21}\n"))?;
        }
    }
    context.output.text(format_args!("\n{:.3} seconds\n", answer.seconds))?;
    context.output.json(&answer)
}

/// The sequences that begin with each move, of one move up to `depth`, which is 1 or more. The next `shared` plies are
/// shared out to the threads.
fn branches(perft: &Perft, depth: usize, shared: usize, bar: &ProgressBar) -> Vec<(Move, Vec<u64>)> {
    let below = |(mv, rest): (Move, Option<Perft>)| {
        let below = rest.map_or(vec![0; depth - 1], |rest| counts(&rest, depth - 1, shared - 1, bar));
        (mv, [vec![1], below].concat())
    };
    perft.divide().into_par_iter().map(below).collect()
}

/// All sequences, of one move up to `depth`.
fn counts(perft: &Perft, depth: usize, shared: usize, bar: &ProgressBar) -> Vec<u64> {
    if depth == 0 || shared == 0 {
        bar.inc(1);
        return perft.counts(depth as u32);
    }
    sum(depth, &branches(perft, depth, shared, bar))
}

/// Sums of counts, depth by depth.
fn sum(depth: usize, branches: &[(Move, Vec<u64>)]) -> Vec<u64> {
    (0..depth).map(|i| branches.iter().map(|(_, counts)| counts[i]).sum()).collect()
}
