//! `selfplay`: an engine against itself, for positions to learn from.

mod merge;

use crate::context::Context;
use crate::databases::{self, EgdbArg};
use crate::failure::{OrUsage, Usage};
use crate::interrupt::stop_on_interrupt;
use crate::memory;
use crate::options::number;
use crate::output::{bar, note};
use anyhow::{Context as _, bail, ensure};
use pussa_arena::selfplay::{Exploration, Label, Plan, Resumed, Run, SelfPlay, Shard};
use pussa_engine::Spec;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Let an engine play itself, and keep the positions, with scores and results, to learn from
#[derive(Debug, clap::Args)]
#[command(subcommand_negates_reqs = true)]
#[command(after_help = "\
The file is comma-separated and compressed with zstd; its columns are game_id, ply, side, board, score and margin. The \
score is what the engine expects still to come for the player to move, the margin what that player is ahead by at the end \
of the round, both in counters. What the file holds stands beside it, in FILE.toml.

The same seed gives the same file with any number of threads, and however often it was stopped, unless the engine is \
limited by time.

A move that is drawn by temperature costs about as much as two that are not: the engine looks at each move there is.

Example: the first of four parts of 100000 games, and all four as one file
  pussa selfplay --engine alpha-beta:depth=4 --games 100000 --shard 1/4 --out part-1.csv.zst
  pussa selfplay merge all.csv.zst part-1.csv.zst part-2.csv.zst part-3.csv.zst part-4.csv.zst")]
pub(crate) struct Args {
    #[command(flatten)]
    play: Play,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Default, PartialEq, clap::Args)]
struct Play {
    /// The engine, with a limit that does not depend on the machine if the file is not to
    #[arg(long, value_name = "ENGINE", required = true)]
    engine: Option<String>,

    /// How many rounds there are, in all shards together
    #[arg(long, value_name = "N", required = true, allow_negative_numbers = true)]
    #[arg(value_parser = number(1, 1_000_000_000_000_u64))]
    games: Option<u64>,

    /// The file to make, NAME.csv.zst [default: a new one under results/runs]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Take up a run that was stopped, with the same options; start it if there is none
    #[arg(long, requires = "out")]
    resume: bool,

    /// Play only part I of N equal ones [default: 1/1]
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,

    /// Moves drawn at random before the engine takes over [default: 6]
    #[arg(long, value_name = "N", value_parser = number(0, 100_u32), allow_negative_numbers = true)]
    opening_plies: Option<u32>,

    /// Counters by which a move may be worse and still be drawn about a third as often; 0 to draw none [default: 1]
    #[arg(long, value_name = "T", value_parser = temperature, allow_negative_numbers = true)]
    temperature: Option<f64>,

    /// Moves drawn by temperature, those at random not counted [default: 6]
    #[arg(long, value_name = "N", value_parser = number(0, 1_000_000_u32), allow_negative_numbers = true)]
    temperature_plies: Option<u32>,

    #[command(flatten)]
    egdb: EgdbArg,
}

#[derive(Debug, clap::Subcommand)]
#[command(disable_help_subcommand = true)]
enum Command {
    Merge(merge::Args),
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    out: String,
    seed: u64,
    /// Those of this shard.
    games: u64,
    /// Those of them without rows, since the engine failed.
    failed: u64,
    rows: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if let Some(Command::Merge(merge)) = &args.command {
        if args.play != Play::default() {
            return Err(Usage("merge: the options of selfplay have no place before it".into()).into());
        }
        return merge::run(merge, context);
    }
    let args = &args.play;
    let mut plan = plan(args, context)?;
    let mut roster = context.roster.clone();
    if let Some(dir) = &args.egdb.egdb {
        let databases = databases::open(dir, &[plan.variant], context)?;
        plan.egdb = databases.holds();
        roster = roster.with_oracle(databases);
    }
    let games = plan.shard.games(plan.games);
    let self_play = SelfPlay::new(plan, roster).or_usage()?;
    let (path, label) = match resumed(args, self_play.plan())? {
        Resumed::Finished(label) => (args.out.clone().expect("it is taken up by name"), label),
        Resumed::Run(run) => (run.path().to_path_buf(), play(&self_play, run)?),
    };
    let Label { rows, failed, .. } = label;
    let (out, games) = (path.display().to_string(), games.end - games.start);
    context.output.text(format_args!("{rows} positions of {games} games are in {out}\n"))?;
    context.output.json(&Answer { out, seed: context.seed(), games, failed, rows })
}

fn plan(args: &Play, context: &Context) -> anyhow::Result<Plan> {
    let (engine, games) = (args.engine.as_deref().unwrap_or_default(), args.games.unwrap_or_default());
    let engine: Spec = engine.parse().or_usage().context("--engine")?;
    memory::check_engines([&engine], context.threads()).context("--engine")?;
    // Refused here, to name the option.
    context.roster.engine(&engine).or_usage().context("--engine")?;
    Ok(Plan {
        variant: context.variant,
        engine,
        games,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        exploration: Exploration {
            opening_plies: args.opening_plies.unwrap_or(6),
            temperature: args.temperature.unwrap_or(1.0),
            temperature_plies: args.temperature_plies.unwrap_or(6),
        },
        egdb: Vec::new(),
        seed: context.seed(),
        threads: context.threads(),
    })
}

/// The run to go on with, or to start.
fn resumed(args: &Play, plan: &Plan) -> anyhow::Result<Resumed> {
    let Some(path) = &args.out else {
        return Ok(Resumed::Run(Run::create_under(Path::new("results/runs"), "selfplay", plan)?));
    };
    check_name("--out", path)?;
    Ok(if args.resume { Run::resume(path, plan)? } else { Resumed::Run(Run::create(path, plan)?) })
}

/// Refuses a name that does not say what is in the file.
fn check_name(option: &str, path: &Path) -> Result<(), Usage> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.len() > ".csv.zst".len() && name.ends_with(".csv.zst") {
        return Ok(());
    }
    Err(Usage(format!("{option}: {} is no name for the file; it must end in .csv.zst", path.display())))
}

/// Plays what is not done, and makes the file.
fn play(self_play: &SelfPlay, mut run: Run) -> anyhow::Result<Label> {
    let Plan { shard, games, .. } = self_play.plan();
    let games = shard.games(*games);
    let all = games.end - games.start;
    let stop = stop_on_interrupt()?;
    let bar = bar(all, "games");
    let done = run.done().clone();
    bar.set_position(done.count());
    self_play.play(&done, &stop, |game| -> anyhow::Result<()> {
        run.add(&game)?;
        if let Err(error) = &game.rows {
            bar.suspend(|| note(format_args!("game {} is left out, since the engine failed: {error}", game.id)));
        }
        bar.inc(1);
        Ok(())
    })?;
    let done = run.done();
    if !done.is_all() {
        let part = Run::part(run.path());
        bail!("interrupted: {} of {all} games are in {}; go on with --resume", done.count(), part.display());
    }
    let label = run.finish()?;
    ensure!(label.failed < all, "the engine failed in every game");
    Ok(label)
}

fn shard(text: &str) -> Result<Shard, String> {
    text.parse().map_err(|error: pussa_arena::selfplay::ShardError| error.to_string())
}

fn temperature(text: &str) -> Result<f64, String> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = text.parse().ok().filter(|number| plain && (0.0..=1000.0).contains(number));
    number.ok_or_else(|| format!("{text:?} is not a number from 0 to 1000"))
}
