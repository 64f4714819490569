//! `advantage`: what the first move is worth, exactly and in play, on boards of many sizes; or who wins the whole match.

mod matches;

use crate::context::Context;
use crate::databases;
use crate::failure::Usage;
use crate::interrupt::stop_on_interrupt;
use crate::made::made;
use crate::memory;
use crate::options::{Span, number};
use crate::output::{bar, note};
use anyhow::bail;
use indicatif::ProgressBar;
use pussa_arena::{EngineWish, GameWish, Progress, Wishes as PlayWishes};
use pussa_engine::Spec;
use pussa_rules::{GAMES, Game, Reading, Variant};
use pussa_solver::Databases;
use pussa_study::advantage::{AdvantageError, Plan, Run, Step, Wishes, Worth};
use pussa_study::matches::MatchRun;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Find out what the first move is worth: exactly, by proof, and in play between equals
#[derive(Debug, clap::Args)]
#[command(after_help = "\
For every board the value of the start is proved, and of every first move, or bounds of it when the effort is used up. \
Beside that, engines play against themselves. --holes and --counters take ranges here, as in 1-7. Results go to a folder of \
their own: summary.md, a heat map and plots for each game and reading, cells.csv, play.csv, and run.toml, which has all \
that the run follows from. With --match there are a table and a picture for each game and reading, and summary.md. A run \
that was stopped, by whatever, goes on with --resume.

Example: small boards of Raja Pasu under every reading; and a run, after it was stopped
  pussa advantage --game raja --all-readings --holes 1-4 --counters 1-7
  pussa advantage --resume --out results/runs/advantage-1

Example: who wins the match of Raja Pasu, proved
  pussa advantage --match --game raja --certificates")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Args {
    /// Who wins the whole match instead, round after round, from every holding and in how many rounds at most
    #[arg(long = "match")]
    matches: bool,

    /// With --match: write what proves it too, for `pussa verify`
    #[arg(long, requires = "matches")]
    certificates: bool,

    /// Every reading that makes a difference within a round, or with --match within a match
    #[arg(long)]
    all_readings: bool,

    /// Positions for the solver to look at on each board, about [default: 20000000; with --match, for each question: no limit]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(1, i64::MAX as u64))]
    nodes: Option<u64>,

    /// Size of the solver's table on each thread, as in 512MiB or 4GiB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = memory::size)]
    hash: Option<u64>,

    /// A folder with endgame databases for the solver, made by `pussa egdb build`
    #[arg(long, value_name = "DIR")]
    egdb: Option<PathBuf>,

    /// The engines that play against themselves, the weakest first, or none [default: random, greedy, and mcts with 10, 100
    /// and 1000 playouts]
    #[arg(long, value_name = "A,B,…")]
    engines: Option<String>,

    /// Pairs of rounds for each engine and board [default: 50]
    #[arg(long, value_name = "N", value_parser = number(1, 1_000_000_u32), allow_negative_numbers = true)]
    pairs: Option<u32>,

    /// The folder for the results, which must not hold any yet [default: a new one under results/runs]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Go on with the run in this folder
    #[arg(long, requires = "out")]
    resume: bool,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    out: String,
    /// How many boards there are, each under one reading.
    boards: usize,
    /// How many of them have a value that is proved.
    proved: usize,
    cells: Vec<Cell>,
}

/// A board under a reading.
#[derive(Serialize)]
struct Cell {
    game: &'static str,
    reading: String,
    holes: u8,
    counters: u8,
    /// The margin of the player who leads, in counters; nothing while it is open.
    value: Option<i16>,
    lower: i16,
    upper: i16,
    /// The letters of the best first moves.
    best: String,
    nodes: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.matches {
        return matches::run(args, context);
    }
    let mut plan = plan(args, context)?;
    let databases = open_databases(&mut plan, context)?;
    plan.check(&context.roster).map_err(of_plan)?;
    ensure_memory(&plan, context)?;
    let made = made();
    let mut run = match &args.out {
        Some(folder) if args.resume && Run::is_in(folder) => Run::resume(folder, plan, &made)?,
        Some(folder) => {
            if args.resume {
                note(format_args!("there is no run in {}; one begins", folder.display()));
            }
            Run::create(folder, plan, &made)?
        }
        None => Run::create_under(Path::new("results/runs"), "advantage", plan, &made)?,
    };
    let stop = stop_on_interrupt()?;
    let mut shown = ProgressBar::hidden();
    let progress = run.work(databases.as_deref(), &context.roster, context.threads(), &stop, |step| match step {
        Step::Begins { steps, done } => {
            shown = bar(steps, "boards");
            shown.set_position(done);
            shown.reset_eta();
        }
        Step::Done(steps) => shown.inc(steps),
    })?;
    shown.finish_and_clear();
    let folder = run.folder().display();
    if progress == Progress::Stopped {
        let (found, all) = (run.worths().count(), run.plan().boards().len());
        bail!(
            "interrupted: {found} of {all} boards are in {folder}; go on with: pussa advantage --resume --out {folder}"
        );
    }
    let files = run.findings().files();
    context.output.text(&files.first().expect("there is a summary").1)?;
    context.output.text(format_args!("\nAll of it is in {folder}\n"))?;
    let cells: Vec<_> = run.worths().map(Cell::of).collect();
    context.output.json(&Answer {
        out: folder.to_string(),
        boards: cells.len(),
        proved: cells.iter().filter(|cell| cell.value.is_some()).count(),
        cells,
    })
}

impl Cell {
    fn of(worth: &Worth) -> Self {
        let Worth { board, bounds, best, nodes, .. } = worth;
        Self {
            game: board.game().name(),
            reading: board.reading().to_string(),
            holes: board.holes(),
            counters: board.counters(),
            value: bounds.value(),
            lower: bounds.low(),
            upper: bounds.high(),
            best: best.clone(),
            nodes: *nodes,
        }
    }
}

/// What is to be found out: what the options say, then the run that is taken up, then what is usual.
fn plan(args: &Args, context: &Context) -> anyhow::Result<Plan> {
    let given = wishes(args, context)?;
    let written = match &args.out {
        Some(folder) if args.resume && Run::is_in(folder) => Run::wishes(folder).map_err(|error| {
            let of_matches = MatchRun::wishes(folder).is_ok();
            if of_matches {
                Usage(format!("{}: this is a run of --match; add that", folder.display())).into()
            } else {
                anyhow::Error::from(error)
            }
        })?,
        Some(folder) if args.resume && given == Wishes::default() => {
            bail!("{}: there is no run in this folder to go on with", folder.display());
        }
        _ => Wishes::default(),
    };
    given.or(written).plan().map_err(of_plan)
}

/// What the options say.
fn wishes(args: &Args, context: &Context) -> anyhow::Result<Wishes> {
    let engines = match args.engines.as_deref() {
        None => None,
        Some("none") => Some(Vec::new()),
        Some(list) => Some(Spec::list(list).map_err(|error| Usage(format!("--engines: {error}")))?),
    };
    let engines = engines.map(|all| all.iter().map(|spec| EngineWish::Spec(spec.to_string())).collect());
    let [holes, counters] = context.options.sizes().map(|size| size.map(|Span { from, to }| [from, to]));
    let games = games(args, context)?.map(|games| games.iter().map(unsized_wish).collect());
    Ok(Wishes {
        holes,
        counters,
        nodes: args.nodes,
        hash: args.hash,
        egdb: args.egdb.as_ref().map(|dir| dir.display().to_string()),
        egdb_holds: None,
        play: PlayWishes { engines, pairs: args.pairs, seed: context.options.seed, games, ..PlayWishes::default() },
    })
}

/// A game with its reading; its sizes are told elsewhere.
fn unsized_wish(variant: &Variant) -> GameWish {
    let usual = Variant::new(variant.game()).with_reading(variant.reading()).unwrap_or(*variant);
    GameWish::of(&usual)
}

/// The games and readings that the options name, if they name any: both games, unless one is asked for.
fn games(args: &Args, context: &Context) -> Result<Option<Vec<Variant>>, Usage> {
    let options = &context.options;
    if args.all_readings && options.name_a_reading() {
        return Err(Usage("--all-readings: a reading is named besides; leave out one or the other".into()));
    }
    if !args.all_readings && !options.name_a_reading() && options.game.is_none() {
        return Ok(None);
    }
    of_readings(args, context, &options.game.map_or(GAMES.to_vec(), |game| vec![game]), false).map(Some)
}

/// These games under the reading that the options name, or under all; those that differ only between rounds too, if that is
/// wished for.
fn of_readings(args: &Args, context: &Context, games: &[Game], between_rounds: bool) -> Result<Vec<Variant>, Usage> {
    let mut all = Vec::new();
    for &game in games {
        let variant = context.options.variant_of(game)?;
        let readings = Reading::all(game, between_rounds).filter_map(|reading| variant.with_reading(reading).ok());
        if args.all_readings { all.extend(readings) } else { all.push(variant) }
    }
    Ok(all)
}

/// The databases that the plan names, in memory, and in the plan what they hold.
fn open_databases(plan: &mut Plan, context: &Context) -> anyhow::Result<Option<Arc<Databases>>> {
    let variants = plan.variants.clone();
    let Some(egdb) = &mut plan.egdb else { return Ok(None) };
    let databases = databases::open(Path::new(&egdb.dir), &variants, context)?;
    egdb.holds = databases.holds();
    Ok(Some(databases))
}

/// Refuses tables that do not fit.
fn ensure_memory(plan: &Plan, context: &Context) -> anyhow::Result<()> {
    let tables = context.threads() as u64;
    let what = if tables == 1 { "the solver's table".into() } else { format!("a table on each of {tables} threads") };
    memory::check(tables.saturating_mul(plan.hash), None, &what, "try less with --hash, or fewer --threads")
}

/// Why a plan can't be worked out: because of what was asked for.
fn of_plan(error: AdvantageError) -> anyhow::Error {
    match error {
        AdvantageError::Play(error) => Usage(format!("--engines: {error}")).into(),
        error @ (AdvantageError::Value { .. } | AdvantageError::Wish(_) | AdvantageError::Variant(_)) => {
            Usage(format!("--{error}")).into()
        }
        error => error.into(),
    }
}
