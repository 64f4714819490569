//! `verify`: checks what others have found out, by the reference alone.

mod matches;

use crate::context::Context;
use crate::failure::Usage;
use crate::memory;
use crate::options::number;
use crate::output::bar;
use anyhow::{Context as _, anyhow, bail};
use indicatif::ProgressBar;
use pussa_egdb::{Contents, Database, DatabaseError};
use pussa_reference as reference;
use pussa_rules::{Board, Side, Variant};
use rand::RngExt;
use rayon::prelude::*;
use reference::{Claimed, Flaw, Player};
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Check the files of an endgame database, every value against its moves, and certificates of matches
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Moves are made by a plain implementation of the rules that shares no code with the one that built the database. A value \
must be the best of its moves, and whoever it puts ahead must be able to force it. Files with fewer counters are taken \
for right: check them too, and the database is proved.

A certificate of a match tells, for every holding, who wins the match and in how many rounds, and has the strategies that \
show it: each is followed through all that the other player may do.

Example: a level of the endgame database; a thousand boards of each level
  pussa verify egdb/walak-pussa.default.7x7.10.egdb
  pussa verify egdb/*.egdb --sample 1000")]
pub(crate) struct Args {
    /// The files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Check only so many boards of each file, drawn at random, and those that their values rest on
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX), allow_negative_numbers = true)]
    sample: Option<u64>,
}

/// The answer for programs, one a file.
#[derive(Serialize)]
struct Answer {
    file: String,
    /// What was checked: `positions` of `of`.
    positions: u64,
    of: u64,
    seconds: f64,
    /// Of a certificate of a match: how many states it tells the fates of.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<usize>,
}

/// Runs the command. The first file that does not hold ends it.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut answers = Vec::new();
    for path in &args.files {
        let answer = if matches::is_meant(path) {
            if args.sample.is_some() {
                let why = "a certificate of a match is checked whole; leave it out";
                return Err(Usage(format!("--sample: {}: {why}", path.display())).into());
            }
            matches::check(path, context)?
        } else {
            database(path, args.sample, context)?
        };
        context.output.text(&answer)?;
        answers.push(answer);
    }
    context.output.json(&answers)
}

/// Checks a file of the endgame database.
fn database(path: &Path, sample: Option<u64>, context: &Context) -> anyhow::Result<Answer> {
    let begun = Instant::now();
    let contents = Contents::of_file(path)?;
    let database = open(path, contents)?;
    let rules = reference::Rules::parse(contents.game().name().parse()?, &contents.reading().to_string())?;
    let [south, north] = Side::BOTH.map(|side| usize::from(contents.ring().holes(side)));
    let claimed = Claimed::new(rules, south, north, contents.counters())?;
    let claim = |position: &reference::Position| value(&database, position);
    let of = claimed.positions() as u64;
    let positions = sample.map_or(of, |sample| sample.min(of));
    // What is left to be shown, and that about half of all positions at most, is kept as a list.
    let needed = database.memory() + if positions == of { 5 * of } else { 0 };
    memory::check(needed, None, "checking this file", "it can't be checked here")?;
    let bar = bar(positions, path.display().to_string());
    let found = context.pool()?.install(|| {
        database.load().map_err(|error| Flaw::Unknown(Box::new(error)))?;
        if positions == of {
            claimed.verify(&claim, context.threads(), &|done| bar.inc(done as u64))
        } else {
            verify_some(&claimed, &claim, positions, context, &bar)
        }
    });
    found.map_err(|flaw| match flaw {
        // It names the file it is about.
        Flaw::Unknown(error) => anyhow::Error::from(*error),
        flaw => anyhow!("{}: {flaw}", path.display()),
    })?;
    bar.finish_and_clear();
    Ok(Answer { file: path.display().to_string(), positions, of, seconds: begun.elapsed().as_secs_f64(), states: None })
}

/// The file's database, up to the file's count of counters.
fn open(path: &Path, contents: Contents) -> anyhow::Result<Database> {
    let name = contents.file_name();
    if path.file_name().is_none_or(|named| *named != *name) {
        bail!("{}: this holds {contents}, and must be called {name} to be checked", path.display());
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let variant = Variant::new(contents.game()).with_reading(contents.reading())?;
    let database = Database::open_up_to(folder, variant, contents.ring(), contents.counters())
        .with_context(|| format!("{}: the files with fewer counters are needed beside it", path.display()))?;
    if database.most_counters() < contents.counters() {
        let missing = Contents::new(variant, contents.ring(), Side::South, database.most_counters() + 1);
        let what = "that, or its other half, is needed to check it, and not there";
        bail!("{}: {}: {what}", path.display(), missing.file_name());
    }
    Ok(database)
}

/// Checks positions drawn at random.
fn verify_some(
    claimed: &Claimed,
    claim: &(impl Fn(&reference::Position) -> Result<i16, Box<DatabaseError>> + Sync),
    positions: u64,
    context: &Context,
    bar: &ProgressBar,
) -> Result<(), Flaw<Box<DatabaseError>>> {
    let mut rng = context.rng();
    let numbers = (0..positions).map(|_| rng.random_range(0..claimed.positions() as u64) as usize);
    numbers.collect::<Vec<_>>().into_par_iter().try_for_each(|number| {
        claimed.verify_one(number, claim)?;
        bar.inc(1);
        Ok(())
    })
}

/// What the database claims about a position.
fn value(database: &Database, position: &reference::Position) -> Result<i16, Box<DatabaseError>> {
    let ring = position.ring();
    let mut holes = ring.counters().to_vec();
    let mover = match position.to_move() {
        Player::South => Side::South,
        Player::North => {
            holes.rotate_left(ring.row(Player::South).len());
            Side::North
        }
    };
    let value = database.value(mover, Board::new(&holes, 0, 0))?;
    Ok(value.expect("no position has more counters than those that are checked").into())
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, positions, of, seconds, states } = self;
        if let Some(states) = states {
            writeln!(f, "{file}: all {states} fates hold, by {positions} positions ({seconds:.1} s)")
        } else if positions == of {
            writeln!(f, "{file}: all {of} values hold ({seconds:.1} s)")
        } else {
            writeln!(f, "{file}: {positions} values of {of} hold ({seconds:.1} s)")
        }
    }
}
