//! `bench`: how fast this machine is.

use crate::context::Context;
use crate::options::number;
use pussa_engine::{Watch, round_draws};
use pussa_rules::{Backend, Board, Children, GAMES, Perft, Round, Side, Sower, Variant};
use rand::RngExt;
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Measure this machine's speeds, on one thread: making moves, rounds played at random, searching
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each figure is the median of several runs. Positions and rounds follow from --seed.

Example: both games, as JSON
  pussa bench --format json")]
pub(crate) struct Args {
    /// About how long each figure is measured, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 500, allow_negative_numbers = true)]
    #[arg(value_parser = number(1, 3_600_000_u64))]
    time: u64,
}

/// A line of the table: one number, with its unit.
#[derive(Serialize)]
struct Figure {
    game: &'static str,
    what: &'static str,
    backend: String,
    value: f64,
    unit: &'static str,
}

/// Positions that the moves are measured on.
///
/// So many that no branch predictor learns them by heart.
const POSITIONS: usize = 50_000;
/// Rounds played at random in one go.
const ROUNDS: u64 = 1000;
/// Depth of the count of move sequences.
const DEPTH: u32 = 7;

/// The search that is measured.
const SEARCH: &str = "alpha-beta:depth=12:hash=1MiB";

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let games = context.options.game.map_or(GAMES.to_vec(), |game| vec![game]);
    // Before anything is said: an option may not be one of both games.
    let variants = games.into_iter().map(|game| context.options.variant_of(game)).collect::<Result<Vec<_>, _>>()?;
    let mut figures = Vec::new();
    context.output.text(format_args!("{:12} {:14} {:9} {:>14}\n", "game", "what", "code", "speed"))?;
    for variant in variants {
        for figure in measure(&variant, args, context) {
            let Figure { game, what, backend, value, unit } = &figure;
            context.output.text(format_args!("{game:12} {what:14} {backend:9} {value:14.0} {unit}\n"))?;
            figures.push(figure);
        }
    }
    context.output.json(&figures)
}

fn measure(variant: &Variant, args: &Args, context: &Context) -> Vec<Figure> {
    let game = variant.game();
    let positions = positions(variant, context);
    let start = variant.start();
    let ring = start.layout().ring();
    let budget = Duration::from_millis(args.time);
    let mut figures = Vec::new();
    let mut figure = |what, backend: Backend, count: f64, unit, work: &mut dyn FnMut()| {
        let value = count / seconds(budget, work);
        figures.push(Figure { game: game.name(), what, backend: backend.to_string(), value, unit });
    };
    for backend in Backend::available() {
        let sower = variant.sower_on(ring, backend);
        let mut children = Children::default();
        figure("all children", backend, positions.len() as f64, "positions/s", &mut || {
            for (side, board) in &positions {
                sower.children(*side, black_box(board), &mut children);
                black_box(&children);
            }
        });
        let mut rounds = variant.random_rounds_on(ring, backend);
        let mut draws = round_draws(context.seed());
        figure("random rounds", backend, ROUNDS as f64, "rounds/s", &mut || {
            rounds.play(start.side(), start.board(), 0..ROUNDS, &mut draws, &mut |_, round| {
                black_box(round);
            });
        });
    }
    let best = variant.sower(ring);
    figure("single moves", Backend::Portable, positions.len() as f64, "moves/s", &mut || single(&best, &positions));
    let mut engine = context.engine("bench", SEARCH).expect("a spec of our own");
    let mut search = || {
        engine.new_game(context.seed());
        let choice = engine.choose(&Round::new(*variant, start), &Watch::none());
        choice.expect("a search of our own does not fail").nodes
    };
    let nodes = if Round::new(*variant, start).outcome().is_none() { search() } else { 0 };
    figure("search", best.backend(), nodes as f64, "nodes/s", &mut || {
        if nodes > 0 {
            black_box(search());
        }
    });
    let perft = Perft::new(variant, &start);
    figure("perft", best.backend(), perft.count(DEPTH) as f64, "sequences/s", &mut || {
        black_box(black_box(&perft).count(DEPTH));
    });
    figures
}

/// The first move of each position, by itself.
fn single(sower: &Sower, positions: &[(Side, Board)]) {
    for &(side, board) in positions {
        if let Some(mv) = sower.movable(side, board).nth(0) {
            black_box(sower.play(side, black_box(board), mv));
        }
    }
}

/// The positions of rounds played at random.
fn positions(variant: &Variant, context: &Context) -> Vec<(Side, Board)> {
    let mut rng = context.rng();
    let mut round = Round::new(*variant, variant.start());
    let mut positions = Vec::with_capacity(POSITIONS);
    while positions.len() < POSITIONS {
        let choices = round.choices();
        if choices.is_empty() {
            if round.moves().is_empty() {
                break; // The start itself is over, or has endless moves only.
            }
            round.restart();
            continue;
        }
        positions.push((round.side(), round.board()));
        round.play_unchecked(choices.nth(rng.random_range(0..choices.len())).expect("one of the choices"));
    }
    positions
}

/// The median time that `work` takes, in seconds, over as many runs as the budget has room for, five at least.
fn seconds(budget: Duration, work: &mut dyn FnMut()) -> f64 {
    work();
    let mut times = Vec::new();
    let begin = Instant::now();
    while times.len() < 5 || begin.elapsed() < budget {
        let start = Instant::now();
        work();
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2].max(f64::MIN_POSITIVE)
}
