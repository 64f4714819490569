//! Positions that engines search, and how many nodes each takes.

use super::{ExperimentError, Laboratory, Step};
use pussa_arena::{Plan, PlanError, Tournament};
use pussa_engine::{Engine, EngineError, Spec, Watch};
use pussa_rules::{Round, Variant};
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Positions, which are the openings of a plan, and engines to search them, of which the first is what the others are
/// compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// Its name.
    pub name: String,
    /// The engines, and the positions as openings.
    pub plan: Plan,
}

/// What engines took for the positions of a suite.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The suite.
    pub suite: Suite,
    /// A row for every game and engine.
    pub rows: Vec<SuiteRow>,
}

/// What an engine took for the positions of a game.
#[derive(Clone, Debug)]
pub struct SuiteRow {
    /// The game's name.
    pub game: &'static str,
    /// The engine's spec.
    pub engine: String,
    /// How many positions there are.
    pub positions: usize,
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time for all positions, one after the other.
    pub time: Duration,
    /// Geometric mean over the positions of its nodes by those of the first engine, with its 95 % interval.
    pub ratio: [f64; 3],
}

/// What an engine took for each position.
type Spent = Vec<(u64, Duration)>;

impl Suite {
    /// Has every engine search every position afresh. `None` if it was stopped.
    pub(super) fn measure(
        &self,
        laboratory: &Laboratory,
        each: &mut (impl FnMut(Step) + Send),
    ) -> Result<Option<Measured>, ExperimentError> {
        let (name, plan) = (&self.name, &self.plan);
        let of_plan = |source: PlanError| ExperimentError::Plan { name: name.clone(), source: source.into() };
        // A plan with one engine measures it, too.
        let mirrored = Plan { schedule: pussa_arena::Schedule::Mirror, ..plan.clone() };
        let tournament = Tournament::new(mirrored, laboratory.roster.clone()).map_err(of_plan)?;
        let games = plan.variants.iter().zip(tournament.openings());
        let positions: usize = tournament.openings().iter().map(|openings| openings.openings.len()).sum();
        each(Step::Begins { name, steps: (positions * plan.engines.len()) as u64, done: 0 });
        let pool = rayon::ThreadPoolBuilder::new().num_threads(laboratory.threads).build();
        let pool = pool.map_err(|error| of_plan(error.into()))?;
        let done = Mutex::new(each);
        let mut rows = Vec::new();
        for (variant, openings) in games {
            let rounds: Vec<_> =
                openings.openings.iter().map(|opening| Round::new(*variant, opening.position)).collect();
            let mut first = None;
            for spec in &plan.engines {
                let of_engine = |source| {
                    let engine = spec.to_string();
                    ExperimentError::Engine { name: name.clone(), engine, source }
                };
                let heard = || (done.lock().expect("nobody fails while hearing"))(Step::Done);
                let spent = pool.install(|| search(laboratory, spec, plan.seed, &rounds, heard)).map_err(of_engine)?;
                if laboratory.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                rows.push(row(variant, spec, &spent, first.get_or_insert_with(|| spent.clone())));
            }
        }
        Ok(Some(Measured { suite: self.clone(), rows }))
    }
}

/// What an engine takes for each of these positions.
fn search(
    laboratory: &Laboratory,
    spec: &Spec,
    seed: u64,
    rounds: &[Round],
    heard: impl Fn() + Sync,
) -> Result<Spent, EngineError> {
    let make = || laboratory.roster.engine(spec).expect("the spec was looked at before");
    let measure = |engine: &mut Box<dyn Engine>, round: &Round| {
        if laboratory.stop.load(Ordering::Relaxed) {
            return Ok((0, Duration::ZERO));
        }
        engine.new_game(seed);
        let begin = Instant::now();
        let choice = engine.choose(round, &Watch { stop: laboratory.stop, ..Watch::none() })?;
        heard();
        Ok((choice.nodes, begin.elapsed()))
    };
    rounds.par_iter().map_init(make, measure).collect()
}

fn row(variant: &Variant, spec: &Spec, spent: &Spent, first: &Spent) -> SuiteRow {
    let ratios: Vec<f64> =
        spent.iter().zip(first).map(|(own, first)| (own.0.max(1) as f64 / first.0.max(1) as f64).ln()).collect();
    let count = ratios.len().max(1) as f64;
    let mean = ratios.iter().sum::<f64>() / count;
    let spread = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    // Suites have positions enough for the normal distribution.
    let width = 1.96 * (spread / count).sqrt();
    SuiteRow {
        game: variant.game().name(),
        engine: spec.to_string(),
        positions: spent.len(),
        nodes: spent.iter().map(|(nodes, _)| nodes).sum(),
        time: spent.iter().map(|(_, time)| *time).sum(),
        ratio: [mean, mean - width, mean + width].map(f64::exp),
    }
}
