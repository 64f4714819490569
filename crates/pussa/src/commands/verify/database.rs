//! `verify` of a file of the endgame database: every value, or some drawn at random.

use super::seen_by_mover;
use crate::context::Context;
use crate::failure::Usage;
use crate::memory;
use crate::output::bar;
use anyhow::{Context as _, anyhow, bail, ensure};
use indicatif::ProgressBar;
use pussa_egdb::{Contents, Database, DatabaseError};
use pussa_reference as reference;
use pussa_rules::{Side, Variant};
use rand::RngExt;
use rayon::prelude::*;
use reference::{Claimed, Flaw};
use serde::Serialize;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

/// What was checked, for programs.
#[derive(Serialize)]
pub(super) struct Answer {
    file: String,
    /// What was checked: `positions` of `of`.
    positions: u64,
    of: u64,
    seconds: f64,
}

/// Whether a file begins like one of the endgame database. One that can't be read does not.
pub(super) fn is_one(path: &Path) -> bool {
    let mut first = Vec::new();
    File::open(path).and_then(|file| file.take(8).read_to_end(&mut first)).is_ok() && Contents::is_meant(&first)
}

/// Checks a file of the endgame database.
pub(super) fn check(path: &Path, sample: Option<u64>, context: &Context) -> anyhow::Result<Answer> {
    let begun = Instant::now();
    let contents = Contents::of_file(path)?;
    let name = path.display().to_string();
    let database = open(path, contents, |variant| context.options.agree_on_rounds(variant, &name))?;
    let claimed = claimed(&database, contents.counters())?;
    let of = claimed.positions() as u64;
    let positions = sample.map_or(of, |sample| sample.min(of));
    check_memory(&database, if positions == of { of } else { 0 })?;
    let bar = bar(positions, path.display().to_string());
    context.pool()?.install(|| {
        database.load()?;
        let checked = if positions == of {
            let claim = |position: &reference::Position| value(&database, position);
            claimed.verify(&claim, context.threads(), &|done| bar.inc(done as u64))
        } else {
            verify_some(&claimed, &database, positions, context, &bar)
        };
        checked.map_err(|flaw| told(flaw, path))?;
        if positions == of { check_tally(&claimed, &database, contents.counters(), path) } else { Ok(()) }
    })?;
    bar.finish_and_clear();
    Ok(Answer { file: path.display().to_string(), positions, of, seconds: begun.elapsed().as_secs_f64() })
}

/// Sees to it that as many boards are won, lost and drawn as the files of this level count.
fn check_tally(claimed: &Claimed, database: &Database, counters: u8, path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    let counted = (0..claimed.positions()).into_par_iter().map(|number| {
        let value = value(database, &claimed.position(number)).map_err(|error| *error)?;
        Ok([u64::from(value > 0), u64::from(value < 0), u64::from(value == 0)])
    });
    let sum = |a: [u64; 3], b: [u64; 3]| Ok([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
    let counted = counted.try_reduce(|| [0; 3], sum).map_err(|error: DatabaseError| anyhow::Error::from(error))?;
    let tally = database.tally(counters).unwrap_or_default();
    let said = [tally.won, tally.lost, tally.drawn];
    let words = |[won, lost, drawn]: [u64; 3]| format!("{won} won, {lost} lost and {drawn} drawn");
    ensure!(said == counted, "{name}: it counts {} boards, but there are {}", words(said), words(counted));
    let (endless, drawn) = (tally.endless, tally.drawn);
    ensure!(endless <= drawn, "{name}: of {drawn} drawn boards, {endless} are said to be drawn by endless play");
    Ok(())
}

/// The file's database, up to the file's count of counters, if its game is the right one.
fn open(path: &Path, contents: Contents, is_right: impl Fn(Variant) -> Result<(), Usage>) -> anyhow::Result<Database> {
    let name = contents.file_name();
    if path.file_name().is_none_or(|named| *named != *name) {
        bail!("{}: this holds {contents}, and must be called {name} to be checked", path.display());
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let variant = Variant::new(contents.game()).with_reading(contents.reading())?;
    is_right(variant)?;
    let database = Database::open_up_to(folder, variant, contents.ring(), contents.counters())
        .with_context(|| format!("{}: the files with fewer counters are needed beside it", path.display()))?;
    if database.most_counters() < contents.counters() {
        let missing = Contents::new(variant, contents.ring(), Side::South, database.most_counters() + 1);
        let what = "that, or its other half, is needed to check it, and not there";
        bail!("{}: {}: {what}", path.display(), missing.file_name());
    }
    Ok(database)
}

/// The positions of a level, about which the database claims something.
pub(super) fn claimed(database: &Database, counters: u8) -> anyhow::Result<Claimed> {
    let variant = database.variant();
    let rules = reference::Rules::parse(variant.game().name().parse()?, &variant.reading().to_string())?;
    let [south, north] = Side::BOTH.map(|side| usize::from(database.ring().holes(side)));
    Ok(Claimed::new(rules, south, north, counters)?)
}

/// Refuses what there is no memory for: the database, and what it takes to look at so many positions of a level at once.
pub(super) fn check_memory(database: &Database, positions: u64) -> anyhow::Result<()> {
    // What is left to be shown, and that about half of all positions at most, is kept as a list.
    let needed = database.memory() + 5 * positions;
    memory::check(needed, None, "checking this file", "it can't be checked here")
}

/// What is wrong with a file, by its name.
pub(super) fn told(flaw: Flaw<Box<DatabaseError>>, path: &Path) -> anyhow::Error {
    match flaw {
        // It names the file it is about.
        Flaw::Unknown(error) => anyhow::Error::from(*error),
        flaw => anyhow!("{}: {flaw}", path.display()),
    }
}

/// Checks positions drawn at random.
fn verify_some(
    claimed: &Claimed,
    database: &Database,
    positions: u64,
    context: &Context,
    bar: &ProgressBar,
) -> Result<(), Flaw<Box<DatabaseError>>> {
    let mut rng = context.rng();
    let numbers = (0..positions).map(|_| rng.random_range(0..claimed.positions() as u64) as usize);
    numbers.collect::<Vec<_>>().into_par_iter().try_for_each(|number| {
        claimed.verify_one(number, &|position: &reference::Position| value(database, position))?;
        bar.inc(1);
        Ok(())
    })
}

/// What the database claims about a position that has no more counters than those it has.
pub(super) fn value(database: &Database, position: &reference::Position) -> Result<i16, Box<DatabaseError>> {
    let (mover, board) = seen_by_mover(position);
    let value = database.value(mover, board)?;
    Ok(value.expect("no position has more counters than those that are checked").into())
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, positions, of, seconds } = self;
        if positions == of {
            writeln!(f, "{file}: all {of} values hold ({seconds:.1} s)")
        } else {
            writeln!(f, "{file}: {positions} values of {of} hold ({seconds:.1} s)")
        }
    }
}
