//! `advantage --match`: who wins the whole match, from every holding.

use super::{Args, of_readings};
use crate::context::Context;
use crate::failure::{OrUsage, Usage};
use crate::interrupt::stop_on_interrupt;
use crate::made::made;
use crate::memory;
use crate::output::{note, spinner};
use anyhow::bail;
use indicatif::HumanCount;
use pussa_arena::Progress;
use pussa_rules::{GAMES, Variant};
use pussa_solver::Settings;
use pussa_solver::matches::{Fate, Part};
use pussa_study::advantage::Plan;
use pussa_study::matches::{MatchFindings, MatchPlan, MatchRow, MatchRun, MatchStep, MatchWishes};
use serde::Serialize;
use std::path::Path;

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    out: String,
    games: Vec<Table>,
}

/// A game under a reading.
#[derive(Serialize)]
struct Table {
    game: &'static str,
    reading: String,
    holes: u8,
    counters: u8,
    states: Vec<Told>,
}

/// A state of the match.
#[derive(Serialize)]
struct Told {
    /// What the player holds who leads.
    leader: u8,
    /// What the other holds.
    other: u8,
    /// `leader`, `other` or `nobody`; nothing if it is open.
    winner: Option<&'static str>,
    /// Within how many rounds; nothing if nobody wins.
    rounds: Option<u16>,
    /// The letters of the first moves that are best.
    best: String,
    /// The letters of those that keep what can be kept.
    keeping: String,
}

/// Runs the command.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    context.options.ensure_one_size_since("with --match there is one size")?;
    for (option, is_given) in
        [("egdb", args.egdb.is_some()), ("engines", args.engines.is_some()), ("pairs", args.pairs.is_some())]
    {
        if is_given {
            return Err(Usage(format!("--{option}: this is not for --match, which plays nothing; leave it out")).into());
        }
    }
    let plan = plan(args, context)?;
    if args.all_readings && context.options.name_a_reading() {
        return Err(Usage("--all-readings: a reading is named besides; leave out one or the other".into()).into());
    }
    let threads = context.threads();
    let all = args.hash.unwrap_or(Plan::HASH).saturating_mul(threads as u64);
    memory::check(all, None, "the tables of the search", "try less with --hash, or fewer --threads")?;
    let made = made();
    let run = match &args.out {
        Some(folder) if args.resume && MatchRun::is_in(folder) => MatchRun::resume(folder, plan, &made)?,
        Some(folder) => {
            if args.resume {
                note(format_args!("there is no run in {}; one begins", folder.display()));
            }
            MatchRun::create(folder, plan, &made)?
        }
        None => MatchRun::create_under(Path::new("results/runs"), "match", plan, &made)?,
    };
    let stop = stop_on_interrupt()?;
    let spinner = spinner("solving");
    let report = |variant: Variant, step: MatchStep| {
        let name = MatchFindings::name(variant);
        spinner.set_message(match step {
            MatchStep::Layer { total, rounds, questions } => {
                let questions = HumanCount(questions as u64);
                format!("{name}: {total} counters, won within {rounds} rounds? {questions} questions")
            }
            MatchStep::States { done, of } => format!("{name}: {done} of {of} states are told"),
        });
    };
    let settings = Settings { hash: usize::try_from(all).or_usage()?, threads };
    let (progress, findings) = run.work(settings, &stop, &report)?;
    spinner.finish_and_clear();
    let folder = run.folder().display();
    if progress == Progress::Stopped {
        bail!("interrupted; go on with: pussa advantage --match --resume --out {folder}");
    }
    for findings in &findings {
        context.output.text(format_args!("{}\n", findings.words()))?;
    }
    context.output.text(format_args!("All of it is in {folder}\n"))?;
    context.output.json(&Answer { out: folder.to_string(), games: findings.iter().map(Table::of).collect() })
}

/// What is to be found out: what the options say, or the run that is taken up.
fn plan(args: &Args, context: &Context) -> anyhow::Result<MatchPlan> {
    let options = &context.options;
    let is_given = args.all_readings || options.name_a_game();
    let written = match &args.out {
        Some(folder) if args.resume && MatchRun::is_in(folder) => MatchRun::wishes(folder).map_err(|error| {
            let of_rounds = pussa_study::advantage::Run::wishes(folder).is_ok();
            if of_rounds {
                Usage(format!("{}: this is no run of --match; leave that out", folder.display())).into()
            } else {
                anyhow::Error::from(error)
            }
        })?,
        _ => MatchWishes::default(),
    };
    let mut plan = written.plan().or_usage()?;
    if is_given || plan.variants.is_empty() {
        let games = match options.game {
            Some(game) => vec![game],
            None if options.name_a_reading() => vec![context.variant.game()],
            None => GAMES.to_vec(),
        };
        plan.variants = of_readings(args, context, &games, true)?;
    }
    plan.nodes = args.nodes.or(plan.nodes);
    plan.certificates |= args.certificates;
    Ok(plan)
}

impl Table {
    fn of(findings: &MatchFindings) -> Self {
        let MatchFindings { variant, rows } = findings;
        Self {
            game: variant.game().name(),
            reading: variant.reading().to_string(),
            holes: variant.holes(),
            counters: variant.counters(),
            states: rows.iter().map(Told::of).collect(),
        }
    }
}

impl Told {
    fn of(row: &MatchRow) -> Self {
        let (winner, rounds) = match row.fate {
            None => (None, None),
            Some(Fate::Nobodys) => (Some("nobody"), None),
            Some(Fate::Won { by: Part::Leader, rounds }) => (Some("leader"), Some(rounds)),
            Some(Fate::Won { by: Part::Other, rounds }) => (Some("other"), Some(rounds)),
        };
        let MatchRow { state, best, keeping, .. } = row;
        Self { leader: state.leader, other: state.other, winner, rounds, best: best.clone(), keeping: keeping.clone() }
    }
}
