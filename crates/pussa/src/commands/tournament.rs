//! `tournament`: engines against each other.

use crate::context::Context;
use crate::failure::OrUsage;
use crate::options::number;
use crate::output::{bar, note};
use anyhow::{Context as _, bail};
use indicatif::ProgressBar;
use pussa_arena::{End, Pair, Plan, PlanError, Results, Run, Standing, Tournament};
use pussa_engine::Spec;
use pussa_rules::GAMES;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let engines play a tournament: every two of them, pairs of rounds with the sides exchanged
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The two rounds of a pair start from the same opening, drawn at random and different from all others. Results go to \
games.csv and standings.csv in a folder of their own. The same seed gives the same games with any number of threads.

Elo ratings are relative: their mean is 0, and a drawn pair between every two engines is supposed beforehand. Margins are \
counters a round.

Example: 2000 pairs of each game
  pussa tournament --engines random,greedy --pairs 2000")]
pub(crate) struct Args {
    /// The engines, separated by commas
    #[arg(long, value_name = "A,B,…", default_value = ENGINES)]
    engines: String,

    /// Pairs of rounds for every two engines and game
    #[arg(long, value_name = "N", default_value_t = 500, allow_negative_numbers = true)]
    #[arg(value_parser = number(1, 100_000_000_u32))]
    pairs: u32,

    /// Moves drawn at random before the engines take over; more if there are too few such openings
    #[arg(long, value_name = "N", default_value_t = 6, allow_negative_numbers = true)]
    #[arg(value_parser = number(0, 100_u32))]
    opening_plies: u32,

    /// The folder for the results, which must not hold any yet [default: a new one under results/runs]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The engines that play if none are named: one of each kind, with limits that do not depend on the machine.
const ENGINES: &str = "random,greedy,mcts:playouts=300,alpha-beta:depth=6:hash=1MiB";

/// The answer for programs.
#[derive(Serialize)]
struct Answer<'a> {
    out: String,
    seed: u64,
    pairs: u64,
    standings: &'a [Standing],
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let plan = plan(args, context)?;
    let tournament = match Tournament::new(plan, context.roster.clone()) {
        Err(error @ (PlanError::Openings(_) | PlanError::Threads(_))) => return Err(error.into()),
        made => made.or_usage().context("--engines")?,
    };
    tell_of_longer_openings(args, &tournament);
    let mut results = Results::new(tournament.plan());
    let mut run = match &args.out {
        Some(folder) => Run::create(folder)?,
        None => Run::create_under(Path::new("results/runs"), "tournament")?,
    };
    let stop = stop_on_interrupt()?;
    let bar = bar(2 * tournament.pairs(), "rounds");
    tournament.play(&stop, |pair| -> anyhow::Result<()> {
        run.add(&tournament, &pair)?;
        results.add(&pair);
        tell_of_forfeits(&tournament, &pair, &bar);
        bar.inc(2);
        Ok(())
    })?;
    let (played, all) = (results.pairs(), tournament.pairs());
    if played < all {
        let games = run.folder().join("games.csv");
        bail!("interrupted: {} of {} rounds are in {}", 2 * played, 2 * all, games.display());
    }
    bar.finish_and_clear();
    let standings = results.standings();
    let folder = run.folder().to_path_buf();
    run.finish(&results)?;
    context.output.text(Table(&standings))?;
    context.output.text(format_args!("Games and standings are in {}\n", folder.display()))?;
    context.output.json(&Answer {
        out: folder.display().to_string(),
        seed: context.options.seed,
        pairs: all,
        standings: &standings,
    })
}

fn plan(args: &Args, context: &Context) -> anyhow::Result<Plan> {
    let engines = Spec::list(&args.engines).or_usage().context("--engines")?;
    let games = match context.options.game {
        Some(game) => vec![game],
        None => GAMES.to_vec(),
    };
    let variants = games.into_iter().map(|game| context.options.variant_of(game)).collect::<Result<_, _>>()?;
    Ok(Plan {
        variants,
        engines,
        pairs: args.pairs,
        opening_plies: args.opening_plies,
        seed: context.options.seed,
        threads: context.threads(),
    })
}

fn tell_of_longer_openings(args: &Args, tournament: &Tournament) {
    for (variant, openings) in tournament.plan().variants.iter().zip(tournament.openings()) {
        if openings.plies > args.opening_plies {
            note(format_args!(
                "{}: there are too few openings of {} moves for {} pairs; they have {}",
                variant.game(),
                args.opening_plies,
                args.pairs,
                openings.plies
            ));
        }
    }
}

/// Says aloud if an engine failed: such a round is lost, and nobody should have to find out from a file.
fn tell_of_forfeits(tournament: &Tournament, pair: &Pair, bar: &ProgressBar) {
    for (leg, game) in pair.games.iter().enumerate() {
        if let End::Forfeited { loser, why, .. } = &game.end {
            let engine = &tournament.plan().engines[pair.engines[(loser.index() + leg) % 2]];
            let id = 2 * pair.id + leg as u64;
            bar.suspend(|| note(format_args!("round {id}: {engine} ({loser}) forfeits: {why}")));
        }
    }
}

/// A flag that is set when the user interrupts the program.
fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).context("interrupts can't be caught")?;
    Ok(stop)
}

/// The standings for people, game by game.
struct Table<'a>(&'a [Standing]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(standings) = self;
        let width = standings.iter().map(|row| row.engine.chars().count()).max().unwrap_or(0).max("engine".len());
        for rows in standings.chunk_by(|a, b| (a.game, &a.reading) == (b.game, &b.reading)) {
            writeln!(f, "{}, reading {}", rows[0].game, rows[0].reading)?;
            let engine = "engine";
            writeln!(
                f,
                "  #  {engine:width$}  rounds    won  drawn   lost   score  Elo, 95 % interval  margin, likewise"
            )?;
            for row in rows {
                let Standing { rank, engine, games, wins, draws, losses, .. } = row;
                write!(
                    f,
                    "{rank:3}  {engine:width$} {games:7} {wins:6} {draws:6} {losses:6} {:6.2}%",
                    100.0 * row.score
                )?;
                write!(f, " {:5.0} [{:5.0}, {:5.0}]", row.elo, row.elo_low, row.elo_high)?;
                writeln!(f, "  {:6.2} [{:.2}, {:.2}]", row.mean_margin, row.mean_margin_low, row.mean_margin_high)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
