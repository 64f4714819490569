//! Whether rounds between equals end as perfect play would have them end.

use super::{ExperimentError, Laboratory, Step};
use pussa_arena::ratings::{Estimate, PairMargins};
use pussa_arena::{Plan, PlanError, RunError};
use pussa_rules::{Round, Side, Variant};
use rayon::prelude::*;
use serde::Serialize;
use std::path::Path;
use std::sync::Mutex;

/// How many positions may be looked at to prove the value of where engines took over: there are few of them, and much hangs
/// on each.
const EFFORT: u64 = 100_000_000;

/// What an engine made of rounds against itself, beside what perfect play makes of them from where the engine took over.
/// Pairs are left out if a round of theirs did not end by the rules, or if the value of their opening was not proved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Truth {
    /// The game's name.
    pub game: &'static str,
    /// The reading.
    pub reading: String,
    /// The engine's spec.
    pub engine: String,
    /// Rounds looked at.
    pub rounds: u64,
    /// Rounds left out.
    pub left_out: u64,
    /// South's share of points, 0 to 1, with its 95 % interval over pairs.
    pub share_south: f64,
    /// The lower end.
    pub share_south_low: f64,
    /// The upper end.
    pub share_south_high: f64,
    /// The same under perfect play.
    pub share_south_perfect: f64,
    /// South's mean margin in counters, with its 95 % interval over pairs.
    pub margin: f64,
    /// The lower end.
    pub margin_low: f64,
    /// The upper end.
    pub margin_high: f64,
    /// The same under perfect play.
    pub margin_perfect: f64,
    /// The share of rounds, 0 to 1, that have the winner they have under perfect play, or none as there; with its 95 %
    /// interval over pairs.
    pub share_true: f64,
    /// The lower end.
    pub share_true_low: f64,
    /// The upper end.
    pub share_true_high: f64,
}

/// A round of a run.
struct Played {
    pair: u64,
    variant: usize,
    engine: usize,
    /// The number of where it was taken over.
    opening: usize,
    /// South's, if it ended by the rules.
    margin: Option<i32>,
}

/// Where a round was taken over: its first board, and the moves given to both.
type Opening = (usize, String, String);

/// Sums over the pairs of a game and engine.
#[derive(Clone, Default)]
struct Sums {
    pairs: u64,
    left_out: u64,
    /// South's half points, less two.
    shares: PairMargins,
    margins: PairMargins,
    /// Rounds that ended as they should.
    true_ones: PairMargins,
    perfect_margin: i64,
    perfect_half_points: i64,
}

/// Looks at all rounds of a mirrored run of single rounds. `None` if it was stopped.
pub(super) fn of(
    (name, plan): (&str, &Plan),
    folder: &Path,
    laboratory: &Laboratory,
    each: &mut (impl FnMut(Step) + Send),
) -> Result<Option<Vec<Truth>>, ExperimentError> {
    let mut openings = Vec::new();
    let rounds = read(plan, folder, &mut openings)?;
    let about = format!("{name}: values");
    each(Step::Begins { name: &about, steps: openings.len() as u64, done: 0 });
    let of_plan = |error: rayon::ThreadPoolBuildError| ExperimentError::Plan {
        name: name.to_owned(),
        source: Box::new(PlanError::from(error)),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(laboratory.threads).build().map_err(of_plan)?;
    let each = Mutex::new(each);
    let value = |opening: &Opening| {
        let value = value(plan, opening, laboratory);
        (each.lock().expect("nobody fails while hearing"))(Step::Done);
        value
    };
    let Ok(values) = pool.install(|| openings.par_iter().map(value).collect::<Result<Vec<_>, _>>()) else {
        return Ok(None);
    };
    let mut sums = vec![vec![Sums::default(); plan.engines.len()]; plan.variants.len()];
    for pair in rounds.chunk_by(|a, b| a.pair == b.pair) {
        sums[pair[0].variant][pair[0].engine].add(pair, &values);
    }
    let rows = plan.variants.iter().zip(&sums).flat_map(|(variant, sums)| {
        plan.engines.iter().zip(sums).filter_map(|(spec, sums)| sums.row(*variant, &spec.to_string()))
    });
    Ok(Some(rows.collect()))
}

/// The rounds of a run; the places where they were taken over are put into `openings`, each once.
fn read(plan: &Plan, folder: &Path, openings: &mut Vec<Opening>) -> Result<Vec<Played>, RunError> {
    let path = folder.join("games.csv");
    let unreadable = |why: String| RunError::Unreadable { path: path.clone(), why };
    let mut reader = csv::Reader::from_path(&path).map_err(|error| unreadable(error.to_string()))?;
    let mut rounds = Vec::new();
    for (i, row) in reader.records().enumerate() {
        let row = row.map_err(|error| unreadable(error.to_string()))?;
        let field = |column: usize| row.get(column).unwrap_or_default();
        let is_of = |variant: &Variant| variant.game().name() == field(4) && variant.reading().to_string() == field(5);
        let variant = plan.variants.iter().position(is_of);
        let engine = plan.engines.iter().position(|spec| spec.to_string() == field(8));
        let (Some(variant), Some(engine), Ok(pair)) = (variant, engine, field(1).parse()) else {
            return Err(unreadable(format!("row {}: this is no round of the plan", i + 2)));
        };
        let opening = (variant, field(10).to_owned(), field(11).to_owned());
        let opening = openings.iter().position(|known| *known == opening).unwrap_or_else(|| {
            openings.push(opening);
            openings.len() - 1
        });
        rounds.push(Played { pair, variant, engine, opening, margin: field(16).parse().ok() });
    }
    Ok(rounds)
}

/// It was stopped.
struct Stopped;

/// South's margin at the end under perfect play, if it is proved.
fn value(plan: &Plan, opening: &Opening, laboratory: &Laboratory) -> Result<Option<i32>, Stopped> {
    let (variant, board, moves) = opening;
    let variant = plan.variants[*variant];
    let start = variant.parse_board(board).expect("the run was looked at before");
    let mut round = Round::new(variant, start);
    round.play_all(moves).expect("the run was looked at before");
    if let Some(outcome) = round.outcome() {
        return Ok(Some(outcome.margin()));
    }
    let (position, course) = (round.position(), [(round.side(), round.board().without_reserves())]);
    let ring = position.layout().ring();
    let found = laboratory.judge.bounds_along(&variant, ring, &course, EFFORT, laboratory.stop).ok_or(Stopped)?;
    let ahead = i32::from(position.reserve(Side::South)) - i32::from(position.reserve(Side::North));
    let to_come = found.bounds.first().and_then(|bounds| bounds.value()).map(i32::from);
    Ok(to_come.map(|value| ahead + if round.side() == Side::South { value } else { -value }))
}

/// What South makes of a round with this margin, in half points.
fn half_points(margin: i32) -> i32 {
    1 + margin.signum()
}

impl Sums {
    fn add(&mut self, pair: &[Played], values: &[Option<i32>]) {
        let known = pair.iter().map(|round| Some((round.margin?, values[round.opening]?))).collect::<Option<Vec<_>>>();
        let Some(known) = known.filter(|known| known.len() == 2) else {
            self.left_out += pair.len() as u64;
            return;
        };
        let sum =
            |of: &dyn Fn(i32, i32) -> i32| known.iter().map(|&(margin, perfect)| of(margin, perfect)).sum::<i32>();
        self.pairs += 1;
        self.shares.record(sum(&|margin, _| half_points(margin)) - 2);
        self.margins.record(sum(&|margin, _| margin));
        self.true_ones.record(sum(&|margin, perfect| i32::from(margin.signum() == perfect.signum())));
        self.perfect_margin += i64::from(sum(&|_, perfect| perfect));
        self.perfect_half_points += i64::from(sum(&|_, perfect| half_points(perfect)));
    }

    /// The row of a game and engine, if there is a pair to be looked at.
    fn row(&self, variant: Variant, engine: &str) -> Option<Truth> {
        if self.pairs == 0 {
            return None;
        }
        let rounds = 2 * self.pairs;
        let share = self.shares.mean(2);
        let [share_south, share_south_low, share_south_high] =
            [share.value, share.low, share.high].map(|surplus| (surplus + 2.0) / 4.0);
        let margin = self.margins.mean(2 * u32::from(variant.total()));
        let Estimate { value, low, high } = self.true_ones.mean(2);
        Some(Truth {
            game: variant.game().name(),
            reading: variant.reading().to_string(),
            engine: engine.into(),
            rounds,
            left_out: self.left_out,
            share_south,
            share_south_low,
            share_south_high,
            share_south_perfect: self.perfect_half_points as f64 / (2 * rounds) as f64,
            margin: margin.value / 2.0,
            margin_low: margin.low / 2.0,
            margin_high: margin.high / 2.0,
            margin_perfect: self.perfect_margin as f64 / rounds as f64,
            share_true: value / 2.0,
            share_true_low: low.max(0.0) / 2.0,
            share_true_high: high / 2.0,
        })
    }
}
