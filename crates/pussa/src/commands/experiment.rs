//! `experiment`: plays and measures what is to answer a question, and keeps what came of it.

use crate::context::Context;
use crate::databases::{self, EgdbArg};
use crate::failure::Usage;
use crate::files::{self, Existing};
use crate::interrupt::stop_on_interrupt;
use crate::made::made;
use crate::options::number;
use crate::output::bar;
use anyhow::{Context as _, bail};
use indicatif::ProgressBar;
use pussa_arena::Egdb;
use pussa_study::experiment::{Experiment, ExperimentError, Laboratory, Step};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Make an experiment: a question, and the tournaments and measurements that are to answer it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What came of it goes to a folder: summary.md with question, answer and tables, pictures, and the figures as CSV. The \
rounds themselves go to results/runs, or to runs in the folder that is named, from where a stopped experiment goes on \
with --resume. Games, readings and seeds are those of the file.

Example: what each step up in depth, or in playouts, is worth; and the same to see whether it works
  pussa experiment experiments/strength-ladder.toml
  pussa experiment experiments/strength-ladder.toml --pairs 2 --out results/runs/try")]
pub(crate) struct Args {
    /// The experiment, in TOML, such as those in experiments/
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,

    /// Pairs for every two engines that meet [default: what the file says]
    #[arg(long, value_name = "N", value_parser = number(1, 100_000_000_u32), allow_negative_numbers = true)]
    pairs: Option<u32>,

    /// The folder for what came of it [default: results/ and the file's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Put what came of it in the place of what is there
    #[arg(long)]
    replace: bool,

    /// Go on with an experiment that was stopped
    #[arg(long)]
    resume: bool,

    #[command(flatten)]
    egdb: EgdbArg,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer<'a> {
    name: &'a str,
    out: String,
    files: Vec<&'a str>,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    ensure_nothing_else(context)?;
    let mut experiment = Experiment::read(&args.file).map_err(|error| match error {
        ExperimentError::Read { .. } => error.into(),
        error => anyhow::Error::from(Usage(error.to_string())),
    })?;
    if let Some(pairs) = args.pairs {
        experiment = experiment.with_pairs(pairs);
    }
    let mut roster = context.roster.clone();
    let mut judge = databases::judge(None);
    if let Some(dir) = &args.egdb.egdb {
        let databases = databases::open(dir, &experiment.variants(), context)?;
        let egdb = Egdb { dir: dir.display().to_string(), holds: databases.holds() };
        experiment = experiment.with_egdb(&egdb);
        judge = databases::judge(Some(&databases));
        roster = roster.with_oracle(databases);
    }
    let out = args.out.clone().unwrap_or_else(|| Path::new("results").join(&experiment.name));
    // What is tried elsewhere keeps its rounds there, too.
    let runs = match &args.out {
        Some(out) => out.join("runs"),
        None => Path::new("results/runs").join(&experiment.name),
    };
    if !args.replace && out.join("summary.md").exists() {
        bail!(
            "{}: there is a summary already; name another folder with --out, or put it there with --replace",
            out.display()
        );
    }
    fs::create_dir_all(&out).with_context(|| format!("{} could not be made", out.display()))?;
    let stop = stop_on_interrupt()?;
    let made = made();
    let laboratory = Laboratory {
        roster: &roster,
        judge: &judge,
        runs: &runs,
        resume: args.resume,
        threads: context.threads(),
        made: &made,
        stop: &stop,
    };
    let mut shown = ProgressBar::hidden();
    let findings = experiment.run(&laboratory, command(args), |step| match step {
        Step::Begins { name, steps, done } => {
            shown.finish_and_clear();
            shown = bar(steps, name.to_owned());
            shown.set_position(done);
            shown.reset_eta();
        }
        Step::Done => shown.inc(1),
    });
    shown.finish_and_clear();
    let Some(findings) = findings.map_err(of_experiment)? else {
        bail!("interrupted: what was played is in {}; go on with: {} --resume", runs.display(), command(args));
    };
    let files = findings.files();
    for (name, text) in &files {
        files::write(&out.join(name), text, Existing::Replace)?;
    }
    let summary = &files.first().expect("there is a summary").1;
    context.output.text(summary)?;
    context.output.text(format_args!("\nAll of it is in {}\n", out.display()))?;
    context.output.json(&Answer {
        name: &experiment.name,
        out: out.display().to_string(),
        files: files.iter().map(|(name, _)| name.as_str()).collect(),
    })
}

/// Refuses options that would be passed over: the file says what is played.
fn ensure_nothing_else(context: &Context) -> Result<(), Usage> {
    if context.options.name_a_game() || context.options.seed.is_some() {
        return Err(Usage(
            "games, readings and seeds are those of the file; options for them have no place here".into(),
        ));
    }
    Ok(())
}

/// The command that makes the same experiment.
fn command(args: &Args) -> String {
    let pairs = args.pairs.map(|pairs| format!(" --pairs {pairs}")).unwrap_or_default();
    let out = args.out.as_ref().map(|out| format!(" --out {}", out.display())).unwrap_or_default();
    let egdb = args.egdb.dir().map(|dir| format!(" --egdb {dir}")).unwrap_or_default();
    format!("pussa experiment {}{pairs}{out}{egdb}", args.file.display())
}

/// What went wrong: most often what was asked for.
fn of_experiment(error: ExperimentError) -> anyhow::Error {
    match error {
        ExperimentError::Plan { .. } => Usage(error.to_string()).into(),
        error => error.into(),
    }
}
