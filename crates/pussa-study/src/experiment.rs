//! Experiments: a question, the tournaments and measurements that are to answer it, and what they gave.
//!
//! One is written as a TOML file, such as those in `experiments/`:
//!
//! ```toml
//! question = "Is every step up in depth stronger?"
//! answer = "What the tables below show, in words, written when they are known."
//!
//! [[parts]]                       # a tournament each, with the keys of one
//! name = "raja-pasu-depth"
//! schedule = "ladder"
//! engines = ["alpha-beta:depth=1", "alpha-beta:depth=2"]
//! pairs = 200
//! [[parts.games]]
//! game = "raja-pasu"
//!
//! [[suites]]                      # positions that engines search, and how many nodes each takes
//! name = "raja-pasu-nodes"
//! engines = ["alpha-beta:depth=8", "alpha-beta:depth=8:without=killers"]
//! pairs = 100                     # how many positions
//! ```

mod first_moves;
mod report;
mod suite;
mod truth;

pub use first_moves::FirstMove;
pub use suite::{Measured, Suite};
pub use truth::Truth;

use pussa_arena::{
    CrossTableRow, Egdb, Made, PhaseLosses, Plan, PlanError, PlyLosses, Progress, Run, RunError, Schedule, Standing,
    Tournament, Wishes,
};
use pussa_engine::{EngineError, Oracle, Roster};
use pussa_rules::Variant;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A question and what is to answer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Its name, which is that of its file.
    pub name: String,
    /// What is asked.
    pub question: String,
    /// The answer in words, once it is known.
    pub answer: Option<String>,
    /// The tournaments.
    pub parts: Vec<Part>,
    /// The measurements.
    pub suites: Vec<Suite>,
}

/// A tournament of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name, as in `raja-pasu-depth`: letters, digits and hyphens.
    pub name: String,
    /// What is played.
    pub plan: Plan,
    /// Whether it is set beside perfect play: engines play themselves in it, single rounds, and its openings are solved.
    pub beside_perfect_play: bool,
}

/// Why an experiment can't be made.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum ExperimentError {
    #[error("{} could not be read", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}: {why}", path.display())]
    File { path: PathBuf, why: String },
    #[error("{name}: {source}")]
    Plan { name: String, source: Box<PlanError> },
    #[error("{name}: {engine} failed: {source}")]
    Engine { name: String, engine: String, source: EngineError },
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    question: String,
    answer: Option<String>,
    #[serde(default)]
    parts: Vec<toml::Table>,
    #[serde(default)]
    suites: Vec<toml::Table>,
}

impl Experiment {
    /// Reads an experiment. Files of openings are looked for from its folder on.
    ///
    /// # Errors
    /// If it can't be read, or says what can't be done.
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| ExperimentError::Read { path: path.into(), source })?;
        let error = |why: String| ExperimentError::File { path: path.into(), why };
        let Written { question, answer, parts, suites } = toml::from_str(&text).map_err(|fault| {
            let line = fault.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            error(format!("line {line}: {}", fault.message().lines().next().unwrap_or_default()))
        })?;
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if parts.is_empty() && suites.is_empty() {
            return Err(error("there is nothing to be done; write [[parts]] or [[suites]]".into()));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let plan = |table| plan(table, folder).map_err(|why| error(why.to_string()));
        let part = |table| part(table, folder).map_err(|why| error(why.to_string()));
        let parts: Vec<_> = parts.into_iter().map(part).collect::<Result<_, _>>()?;
        let suites: Vec<_> = suites.into_iter().map(plan).collect::<Result<_, _>>()?;
        let suites: Vec<_> = suites.into_iter().map(|(name, plan)| Suite { name, plan }).collect();
        let names = parts.iter().map(|part| &part.name);
        let names: Vec<_> = names.chain(suites.iter().map(|suite| &suite.name)).collect();
        if let Some((_, twice)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(error(format!("two parts are called {twice:?}")));
        }
        Ok(Self { name, question, answer, parts, suites })
    }

    /// The same with so many pairs in every tournament: to see whether it works, or to see more clearly.
    #[must_use]
    pub fn with_pairs(mut self, pairs: u32) -> Self {
        for part in &mut self.parts {
            part.plan.pairs = Some(pairs);
        }
        self
    }
}

impl Experiment {
    /// The same with engines that ask these databases, which the [`Laboratory`]'s list must hand to them.
    #[must_use]
    pub fn with_egdb(mut self, egdb: &Egdb) -> Self {
        let suites = self.suites.iter_mut().map(|suite| &mut suite.plan);
        for plan in self.parts.iter_mut().map(|part| &mut part.plan).chain(suites) {
            plan.egdb = Some(egdb.clone());
        }
        self
    }

    /// The games that are played in it, each once.
    #[must_use]
    pub fn variants(&self) -> Vec<Variant> {
        let suites = self.suites.iter().map(|suite| &suite.plan);
        let mut all: Vec<Variant> = Vec::new();
        for variant in self.parts.iter().map(|part| &part.plan).chain(suites).flat_map(|plan| &plan.variants) {
            if !all.contains(variant) {
                all.push(*variant);
            }
        }
        all
    }
}

/// A tournament as it is written.
fn part(mut table: toml::Table, folder: &Path) -> Result<Part, Box<dyn std::error::Error>> {
    const KEY: &str = "beside-perfect-play";
    let beside = table.remove(KEY);
    let (name, plan) = plan(table, folder)?;
    let beside_perfect_play = match beside {
        None => false,
        Some(toml::Value::Boolean(beside)) => beside,
        Some(other) => return Err(format!("{name}: {KEY} is true or false, and here is {other}").into()),
    };
    if beside_perfect_play && (plan.schedule != Schedule::Mirror || plan.matches.is_some()) {
        return Err(
            format!("{name}: {KEY} takes single rounds of engines with themselves, schedule = \"mirror\"").into()
        );
    }
    Ok(Part { name, plan, beside_perfect_play })
}

/// A tournament or a measurement as it is written.
fn plan(mut table: toml::Table, folder: &Path) -> Result<(String, Plan), Box<dyn std::error::Error>> {
    let name = table.remove("name").and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(format!("a part needs a name of letters, digits and hyphens, and here is {name:?}").into());
    }
    let in_part = |error: &dyn std::fmt::Display| format!("{name}: {error}");
    let wishes: Wishes =
        toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| in_part(&error.message()))?;
    let wishes = wishes.with_openings_of(folder).map_err(|error| in_part(&error))?;
    if wishes.egdb.is_some() {
        return Err(in_part(&"an experiment is given its endgame database by --egdb").into());
    }
    let plan = wishes.plan().map_err(|error| in_part(&error))?;
    Ok((name, plan))
}

/// What a tournament gave.
#[derive(Clone, Debug)]
pub struct Played {
    /// The part.
    pub part: Part,
    /// Results by engine.
    pub standings: Vec<Standing>,
    /// Results by engine and opponent.
    pub crosstable: Vec<CrossTableRow>,
    /// What each first move came to, if the engines play themselves.
    pub first_moves: Vec<FirstMove>,
    /// What moves lost against perfect play, by phase of the round, if that is looked at.
    pub losses_by_phase: Vec<PhaseLosses>,
    /// The same by ply.
    pub losses_by_ply: Vec<PlyLosses>,
    /// Play beside perfect play, if it is set beside it.
    pub truths: Vec<Truth>,
    /// What the sequential test came to, in a sentence, if there is one.
    pub sprt: Option<String>,
}

/// What came of an experiment.
#[derive(Clone, Debug)]
pub struct Findings {
    experiment: Experiment,
    played: Vec<Played>,
    measured: Vec<Measured>,
    made: Made,
    command: String,
}

/// What an experiment has at hand.
pub struct Laboratory<'a> {
    /// Every engine there is.
    pub roster: &'a Roster,
    /// Judges what moves lose, in parts that look at it.
    pub judge: &'a Arc<dyn Oracle>,
    /// Where the rounds go: a folder for every part.
    pub runs: &'a Path,
    /// Whether parts that are there already are taken up.
    pub resume: bool,
    /// How many threads work.
    pub threads: usize,
    /// Who makes it.
    pub made: &'a Made,
    /// When set, it ends as soon as it can.
    pub stop: &'a AtomicBool,
}

/// What is being done.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A part begins, with so many steps of which some have been done before.
    Begins {
        /// Its name.
        name: &'a str,
        /// How many steps it has.
        steps: u64,
        /// How many have been done before.
        done: u64,
    },
    /// A step is done.
    Done,
}

impl Experiment {
    /// Makes the experiment; `each` hears how it goes. `None` if it was stopped: what has been played is kept. `command`
    /// is how it can be repeated.
    ///
    /// # Errors
    /// If something in it can't be done, or files can't be written.
    pub fn run(
        &self,
        laboratory: &Laboratory,
        command: String,
        mut each: impl FnMut(Step) + Send,
    ) -> Result<Option<Findings>, ExperimentError> {
        let mut measured = Vec::new();
        for suite in &self.suites {
            let Some(found) = suite.measure(laboratory, &mut each)? else { return Ok(None) };
            measured.push(found);
        }
        let mut played = Vec::new();
        for part in &self.parts {
            let Some(found) = part.play(laboratory, &mut each)? else { return Ok(None) };
            played.push(found);
        }
        Ok(Some(Findings { experiment: self.clone(), played, measured, made: laboratory.made.clone(), command }))
    }
}

impl Part {
    fn play(
        &self,
        laboratory: &Laboratory,
        each: &mut (impl FnMut(Step) + Send),
    ) -> Result<Option<Played>, ExperimentError> {
        let Self { name, plan, beside_perfect_play } = self;
        let Laboratory { roster, judge, runs, resume, threads, made, stop } = *laboratory;
        let tournament = Tournament::judged(plan.clone(), roster.clone(), Arc::clone(judge))
            .map_err(|source| ExperimentError::Plan { name: name.clone(), source: source.into() })?;
        let folder = runs.join(name);
        let mut run = if resume && Run::is_in(&folder) {
            Run::resume(&folder, &tournament, made)?
        } else {
            Run::create(&folder, &tournament, made)?
        };
        each(Step::Begins { name, steps: tournament.pairs(), done: run.results().pairs() });
        if run.play(threads, stop, |_| each(Step::Done))? == Progress::Stopped {
            return Ok(None);
        }
        let is_mirror = plan.schedule == Schedule::Mirror;
        let first_moves = if is_mirror { first_moves::of(run.folder())? } else { Vec::new() };
        let mut truths = Vec::new();
        if *beside_perfect_play {
            let Some(found) = truth::of((name, plan), run.folder(), laboratory, each)? else { return Ok(None) };
            truths = found;
        }
        let results = run.results();
        Ok(Some(Played {
            part: self.clone(),
            standings: results.standings(),
            crosstable: results.crosstable(),
            first_moves,
            losses_by_phase: results.losses_by_phase(),
            losses_by_ply: results.losses_by_ply(),
            truths,
            sprt: run.verdict(),
        }))
    }
}
