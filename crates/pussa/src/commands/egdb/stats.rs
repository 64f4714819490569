//! `egdb stats`: what the levels of a database have come to.

use super::Place;
use super::ring::{RingArg, position};
use crate::context::Context;
use crate::memory;
use crate::output::bar;
use pussa_egdb::{Database, LongestWin, Tally};
use pussa_rules::Side;
use serde::Serialize;
use std::fmt;

/// Tell, by count of counters, how many boards are won, lost and drawn for the player to move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A board counts as drawn only by endless play if one of the players at least can hold the draw only by playing on for \
ever. The longest forced win is the most plies it can take the player to move, if ahead, until counters are captured or \
the round is over, the value kept; to find it takes about as long as building the database.

Example: without the longest forced win
  pussa egdb stats --quick")]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    ring: RingArg,

    /// Leave out the longest forced win
    #[arg(long)]
    quick: bool,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    dir: String,
    game: &'static str,
    reading: String,
    ring: [u8; 2],
    levels: Vec<Level>,
}

/// What a level has come to.
#[derive(Serialize)]
struct Level {
    counters: u8,
    boards: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    /// Of the drawn ones.
    endless: u64,
    /// Nothing if no board is won, or it was not asked for.
    longest: Option<Longest>,
}

#[derive(Serialize)]
struct Longest {
    plies: u32,
    value: i8,
    board: String,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let ring = args.ring.ring(context);
    let database = args.place.database(context.variant, ring)?;
    let mut answer = Answer {
        dir: args.place.dir.display().to_string(),
        game: context.variant.game().name(),
        reading: context.variant.reading().to_string(),
        ring: Side::BOTH.map(|side| ring.holes(side)),
        levels: Vec::new(),
    };
    context.output.text(format_args!(
        "{:>8} {:>13} {:>13} {:>13} {:>11} {:>8}  longest forced win\n",
        "counters", "boards", "won", "lost", "drawn", "endless"
    ))?;
    let tallies =
        (0..=database.most_counters()).map(|counters| database.tally(counters).expect("a level that is there"));
    let tallies: Vec<Tally> = tallies.collect();
    if !args.quick {
        // Two bytes for each board of a level, beside the values.
        let needed = database.memory() + 2 * tallies.last().map_or(0, Tally::boards);
        memory::check(needed, None, "finding the longest forced win", "leave it out with --quick")?;
    }
    let all = if args.quick { 0 } else { tallies.iter().map(Tally::boards).sum() };
    let bar = bar(all, "boards");
    let pool = context.pool()?;
    if !args.quick {
        pool.install(|| database.load())?;
    }
    for (counters, tally) in (0..).zip(tallies) {
        let longest = || database.longest_win(counters, &|done| bar.inc(done));
        let longest = if args.quick { None } else { pool.install(longest)? };
        let level = Level::new(&database, counters, tally, longest);
        bar.suspend(|| context.output.text(&level))?;
        answer.levels.push(level);
    }
    bar.finish_and_clear();
    context.output.json(&answer)
}

impl Level {
    fn new(database: &Database, counters: u8, tally: Tally, longest: Option<LongestWin>) -> Self {
        let Tally { won, lost, drawn, endless } = tally;
        let longest = longest.map(|LongestWin { plies, mover, board, value }| Longest {
            plies,
            value,
            board: position(database.ring(), mover, board).to_string(),
        });
        Self { counters, boards: tally.boards(), won, lost, drawn, endless, longest }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { counters, boards, won, lost, drawn, endless, longest } = self;
        write!(f, "{counters:8} {boards:13} {won:13} {lost:13} {drawn:11} {endless:8}")?;
        match longest {
            Some(Longest { plies, value, board }) => {
                let s = if *plies == 1 { "ply" } else { "plies" };
                writeln!(f, "  {value} in {plies} {s}: {board}")
            }
            None => writeln!(f),
        }
    }
}
