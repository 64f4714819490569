//! `tournament`: engines against each other.

mod losses;
mod table;

use crate::context::Context;
use crate::databases::{self, EgdbArg};
use crate::failure::{OrUsage, Usage};
use crate::files::{self, Existing};
use crate::interrupt::stop_on_interrupt;
use crate::made::made;
use crate::memory;
use crate::options::number;
use crate::output::{bar, if_it_takes_long, note};
use anyhow::{Context as _, bail};
use clap::builder::PossibleValuesParser;
use indicatif::{HumanCount, ProgressBar};
use losses::Losses;
use pussa_arena::sprt::{SprtState, Verdict};
use pussa_arena::{
    Adjudication, BookWish, End, EngineWish, GameWish, OpeningError, Pair, Plan, PlanError, Progress, Run, RunError,
    Schedule, Spent, SprtWish, Standing, Tournament, WishError, Wishes,
};
use pussa_engine::Spec;
use pussa_rules::GAMES;
use pussa_study::plot;
use serde::Serialize;
use std::path::{Path, PathBuf};
use table::Table;

/// Let engines play a tournament: pairs of rounds from one opening, with the sides exchanged
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The two rounds of a pair start from the same opening. Results go to a folder of their own: games.csv, timings.csv, \
standings.csv, crosstable.csv, pictures of these two, and run.toml, which has all that the run follows from and can be given as FILE.toml. The \
same seed gives the same games with any number of threads. A run that was stopped, by whatever, goes on with --resume.

Elo ratings are relative: their mean is 0, and a drawn pair between every two engines is supposed beforehand. Margins are \
counters a round; of matches, the counters by which their last round was won.

With --exact-loss, losses.csv has the counters that each move loses against perfect play, as far as a solver proves them: \
where it does not, the least loss that is proved, if any. Standings have the mean loss of a move, the share of moves that \
lose nothing, and how many were judged; losses-by-phase.csv and losses-by-ply.csv tell where they were lost.

Example: 2000 pairs of each game; a sequential test; who errs how much; the first again, after it was stopped
  pussa tournament --engines random,greedy --pairs 2000 --out results/runs/mine
  pussa tournament --engines mcts:time=5ms,alpha-beta:time=5ms --game raja --pairs 20000 --sprt elo0=0,elo1=10
  pussa tournament --engines greedy,mcts:playouts=1000 --pairs 100 --exact-loss
  pussa tournament --resume --out results/runs/mine")]
pub(crate) struct Args {
    /// What is played, in TOML; what the options say goes before it
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,

    /// The engines, separated by commas [default: random,greedy,mcts:playouts=300,alpha-beta:depth=6:hash=1MiB]
    #[arg(long, value_name = "A,B,…")]
    engines: Option<String>,

    /// Who plays whom: every two, the first one all others, each the one before it, or each itself [default: round-robin]
    #[arg(long, value_name = "WHICH", value_parser = PossibleValuesParser::new(Schedule::ALL.map(Schedule::name)))]
    schedule: Option<String>,

    /// Pairs of rounds for every two engines and game [default: 500, or as many as there are openings]
    #[arg(long, value_name = "N", value_parser = number(1, 100_000_000_u32), allow_negative_numbers = true)]
    pairs: Option<u32>,

    /// Openings: `random`, `all` of so many plies, or a file with the moves of one, or a board, a line [default: random]
    #[arg(long, value_name = "WHICH")]
    openings: Option<String>,

    /// Moves of an opening, before the engines take over; more, if there are too few at random [default: 6]
    #[arg(long, value_name = "N", value_parser = number(0, 100_u32), allow_negative_numbers = true)]
    opening_plies: Option<u32>,

    /// Whole matches instead of single rounds
    #[arg(long)]
    matches: bool,

    /// After so many rounds a match is decided by who holds more counters [default: 100]
    #[arg(long, value_name = "N", value_parser = number(1, u32::MAX), requires = "matches", allow_negative_numbers = true)]
    max_rounds: Option<u32>,

    /// A player's clock in each round, as in 10s or 10s+100ms; without, the engines' own limits hold
    #[arg(long, value_name = "TIME+TIME")]
    clock: Option<String>,

    /// Whether a round ends when a player has more than half of all counters [default: none]
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(Adjudication::ALL.map(Adjudication::name)))]
    adjudicate: Option<String>,

    /// Stop as soon as it is clear which of two differences in Elo holds, as in elo0=0,elo1=10
    #[arg(long, value_name = "elo0=X,elo1=Y", allow_hyphen_values = true, value_parser = hypotheses)]
    sprt: Option<SprtWish>,

    /// Judge what each move loses against perfect play
    #[arg(long)]
    exact_loss: bool,

    /// Positions that may be looked at to judge one; 0 for what the endgame database has [default: 1000000]
    #[arg(long, value_name = "N", value_parser = number(0, i64::MAX as u64), requires = "exact_loss", allow_negative_numbers = true)]
    effort: Option<u64>,

    #[command(flatten)]
    egdb: EgdbArg,

    /// The folder for the results, which must not hold any yet [default: a new one under results/runs]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Go on with the run in this folder
    #[arg(long, requires = "out")]
    resume: bool,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtAnswer>,
}

/// What a sequential test has come to.
#[derive(Serialize)]
struct SprtAnswer {
    ratio: f64,
    lower: f64,
    upper: f64,
    /// `elo0`, `elo1` or `open`.
    verdict: &'static str,
}

impl From<SprtState> for SprtAnswer {
    fn from(state: SprtState) -> Self {
        let SprtState { ratio, lower, upper, verdict } = state;
        let verdict = match verdict {
            Verdict::AcceptNull => "elo0",
            Verdict::AcceptAlternative => "elo1",
            Verdict::GoOn => "open",
        };
        Self { ratio, lower, upper, verdict }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut plan = plan(args, context)?;
    memory::check_engines(&plan.engines, context.threads()).context("--engines")?;
    let mut roster = context.roster.clone();
    let mut judge = databases::judge(None);
    if let Some(egdb) = &mut plan.egdb {
        let databases = databases::open(Path::new(&egdb.dir), &plan.variants, context)?;
        egdb.holds = databases.holds();
        judge = databases::judge(Some(&databases));
        roster = roster.with_oracle(databases);
    }
    let tournament = {
        let _silence = if_it_takes_long("openings are being drawn");
        Tournament::judged(plan, roster, judge).map_err(|error| of_plan(error, args))?
    };
    tell_of_openings(&tournament);
    let made = made();
    let mut run = match &args.out {
        Some(folder) if args.resume && Run::is_in(folder) => Run::resume(folder, &tournament, &made)?,
        Some(folder) => {
            if args.resume {
                note(format_args!("there is no run in {}; one begins", folder.display()));
            }
            Run::create(folder, &tournament, &made)?
        }
        None => Run::create_under(Path::new("results/runs"), "tournament", &tournament, &made)?,
    };
    let stop = stop_on_interrupt()?;
    let pairs = tournament.pairs();
    let bar = bar(pairs, "pairs");
    bar.set_position(run.results().pairs());
    bar.reset_eta();
    let progress = run.play(context.threads(), &stop, |pair| {
        tell_of_forfeits(&tournament, pair, &bar);
        bar.inc(1);
    })?;
    let folder = run.folder().display();
    if progress == Progress::Stopped {
        let (rounds, played) = (run.rounds(), run.results().pairs());
        bail!(
            "interrupted: {rounds} rounds, {played} of {pairs} pairs, are in {folder}; go on with: pussa tournament \
             --resume --out {folder}"
        );
    }
    bar.finish_and_clear();
    let standings = run.results().standings();
    let pictures =
        [("ratings.svg", plot::ratings(&standings)), ("crosstable.svg", plot::crosstable(&run.results().crosstable()))];
    // Of engines that play themselves there is nothing to be seen there.
    for (name, picture) in pictures.iter().filter(|_| tournament.plan().schedule != Schedule::Mirror) {
        files::write(&run.folder().join(name), picture, Existing::Replace)?;
    }
    for (name, picture) in plot::losses(&run.results().losses_by_ply()) {
        files::write(&run.folder().join(name), &picture, Existing::Replace)?;
    }
    tell_of_judging(&run);
    context.output.text(Table { plan: tournament.plan(), standings: &standings })?;
    context.output.text(Losses { standings: &standings, phases: &run.results().losses_by_phase() })?;
    if let Some(verdict) = run.verdict() {
        context.output.text(format_args!("{verdict}\n"))?;
    }
    context.output.text(format_args!("Games and standings are in {folder}\n"))?;
    context.output.json(&Answer {
        out: folder.to_string(),
        seed: tournament.plan().seed,
        pairs: run.results().pairs(),
        standings: &standings,
        sprt: run.sprt().map(SprtAnswer::from),
    })
}

/// What is to be played: what the options say, then the file or the run that is taken up, then what is usual.
fn plan(args: &Args, context: &Context) -> anyhow::Result<Plan> {
    let given = wishes(args, context)?;
    if let Some(folder) = args.out.as_ref().filter(|folder| args.resume && !Run::is_in(folder))
        && (args.file.is_none() && given == Wishes::default())
    {
        bail!("{}: there is no run in this folder to go on with", folder.display());
    }
    let written = match (&args.file, &args.out) {
        (Some(file), _) => Wishes::read(file).map_err(|error| match error {
            RunError::Read { .. } => error.into(),
            error => anyhow::Error::from(Usage(error.to_string())),
        })?,
        (None, Some(folder)) if args.resume && Run::is_in(folder) => Wishes::read(&folder.join("run.toml"))?,
        _ => Wishes::default(),
    };
    let usual = Wishes { engines: Some(engines(ENGINES)?), ..Wishes::default() };
    if let Some(file) = &args.file {
        written.plan().or_usage().with_context(|| file.display().to_string())?;
    }
    given.or(written).or(usual).plan().map_err(of_wishes)
}

/// What the options say.
fn wishes(args: &Args, context: &Context) -> anyhow::Result<Wishes> {
    let options = &context.options;
    let games = match options.game {
        Some(game) => vec![game],
        None => GAMES.to_vec(),
    };
    let games = games.into_iter().map(|game| options.variant_of(game));
    let games = if options.name_a_game() { Some(games.collect::<Result<Vec<_>, _>>()?) } else { None };
    let wishes = Wishes {
        engines: args.engines.as_deref().map(engines).transpose()?,
        schedule: Schedule::ALL.into_iter().find(|schedule| Some(schedule.name()) == args.schedule.as_deref()),
        pairs: args.pairs,
        openings: args.openings.clone().map(BookWish::Named),
        opening_plies: args.opening_plies,
        matches: args.matches.then_some(true),
        max_rounds: args.max_rounds,
        clock: args.clock.clone(),
        adjudicate: Adjudication::ALL.into_iter().find(|how| Some(how.name()) == args.adjudicate.as_deref()),
        sprt: args.sprt,
        exact_loss: args.exact_loss.then_some(true),
        effort: args.effort,
        egdb: args.egdb.dir(),
        egdb_holds: None,
        seed: options.seed,
        games: games.map(|games| games.iter().map(GameWish::of).collect()),
    };
    wishes.with_openings_of(Path::new("")).map_err(of_wishes)
}

fn engines(list: &str) -> anyhow::Result<Vec<EngineWish>> {
    let specs = Spec::list(list).or_usage().context("--engines")?;
    Ok(specs.iter().map(|spec| EngineWish::Spec(spec.to_string())).collect())
}

/// Reads `elo0=0,elo1=10`.
fn hypotheses(text: &str) -> Result<SprtWish, String> {
    let number = |text: &str, key: &str| text.strip_prefix(key)?.parse().ok();
    let both =
        text.split_once(',').and_then(|(first, second)| Some((number(first, "elo0=")?, number(second, "elo1=")?)));
    let (elo0, elo1) = both.ok_or_else(|| format!("{text:?} is not of the form elo0=0,elo1=10"))?;
    Ok(SprtWish { elo0, elo1 })
}

/// Why a plan can't be made, with the option that asks for it.
fn of_wishes(error: WishError) -> anyhow::Error {
    match error {
        WishError::Opening(error @ OpeningError::Io { .. }) => anyhow::Error::from(error).context("--openings"),
        error => Usage(format!("--{error}")).into(),
    }
}

/// Why a plan can't be played: most often because of what was asked for.
fn of_plan(error: PlanError, args: &Args) -> anyhow::Error {
    if let (Some(file), false) = (&args.file, matches!(error, PlanError::TooFewOpenings(_) | PlanError::Threads(_))) {
        return Usage(format!("{}: {error}", file.display())).into();
    }
    let option = match &error {
        PlanError::TooFewOpenings(_) | PlanError::Threads(_) => return error.into(),
        PlanError::Opening(_) => "openings",
        PlanError::NobodyJudges => "exact-loss",
        PlanError::WideSprt => "sprt",
        PlanError::AdjudicatedMatches => "adjudicate",
        PlanError::NoPairs => "pairs",
        PlanError::NoGame | PlanError::GameTwice { .. } => "game",
        PlanError::TooFewEngines { .. } | PlanError::Twice(_) | PlanError::Spec(_) => "engines",
    };
    Usage(format!("--{option}: {error}")).into()
}

fn tell_of_openings(tournament: &Tournament) {
    let plan = tournament.plan();
    for (variant, openings) in plan.variants.iter().zip(tournament.openings()) {
        let (game, count) = (variant.game(), openings.openings.len());
        if let Some(plies) = openings.longer {
            note(format_args!(
                "{game}: there are too few openings so short for {count} pairs; they have {plies} moves"
            ));
        }
        if let Some(pairs) = plan.pairs.filter(|&pairs| pairs as usize > count) {
            let openings = if count == 1 { "is 1 opening".into() } else { format!("are {count} openings") };
            note(format_args!(
                "{game}: there {openings} for {pairs} pairs; they are gone through again, and rounds repeat where \
             engines leave nothing to chance"
            ));
        }
    }
}

/// Says what judging took, if there was any.
fn tell_of_judging(run: &Run) {
    let Spent { time, nodes } = run.judging();
    if nodes > 0 {
        let (nodes, seconds) = (HumanCount(nodes), time.as_secs_f64());
        note(format_args!("judging took {nodes} positions and {seconds:.1} s of processor time"));
    }
}

/// Says aloud if an engine failed: such a round is lost, and nobody should have to find out from a file.
fn tell_of_forfeits(tournament: &Tournament, pair: &Pair, bar: &ProgressBar) {
    for (leg, game) in pair.games() {
        if let End::Forfeited { loser, why, .. } = &game.end {
            let engine = &tournament.plan().engines[pair.engine(leg, *loser)];
            bar.suspend(|| note(format_args!("pair {}: {engine} ({loser}) forfeits: {why}", pair.id)));
        }
    }
}
