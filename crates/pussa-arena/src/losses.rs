//! What engines lose against perfect play, added up: by phase of the round, and by ply.

use crate::loss::{JudgedMove, Phase};
use crate::plan::Plan;
use crate::ratings::{Estimate, MoveLosses, PairLosses};
use crate::tournament::Pair;
use pussa_rules::Variant;
use serde::Serialize;

/// Losses of an engine in a phase of the round: a row of `losses-by-phase.csv`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseLosses {
    /// The game's name.
    pub game: &'static str,
    /// The reading.
    pub reading: String,
    /// The engine's spec.
    pub engine: String,
    /// The phase: the first (`opening`), second (`middle`) or last third (`end`) of the moves that engines made in a round.
    pub phase: &'static str,
    /// Moves made.
    pub moves: u64,
    /// The mean loss a move in counters, of those whose loss is proved; `None` if there are none.
    pub mean_loss: Option<f64>,
    /// The lower end of its 95 % interval, over pairs.
    pub mean_loss_low: Option<f64>,
    /// The upper end of its 95 % interval, over pairs.
    pub mean_loss_high: Option<f64>,
    /// The share of moves that lost nothing among those whose loss is proved, 0 to 1.
    pub share_perfect: Option<f64>,
    /// The share of moves whose loss is proved, 0 to 1.
    pub share_judged: Option<f64>,
}

/// Losses of an engine at a ply: a row of `losses-by-ply.csv`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlyLosses {
    /// The game's name.
    pub game: &'static str,
    /// The reading.
    pub reading: String,
    /// The engine's spec.
    pub engine: String,
    /// How many moves had been made before, those of the opening included.
    pub ply: usize,
    /// Moves made.
    pub moves: u64,
    /// How many of them have a proved loss.
    pub judged: u64,
    /// The mean loss of these in counters; `None` if there are none.
    pub mean_loss: Option<f64>,
    /// The lower end of its 95 % interval, over pairs.
    pub mean_loss_low: Option<f64>,
    /// The upper end of its 95 % interval, over pairs.
    pub mean_loss_high: Option<f64>,
}

/// All losses of a tournament: by variant, then by engine.
#[derive(Clone, Debug)]
pub(crate) struct Losses(Vec<Vec<Tally>>);

/// Those of one engine.
#[derive(Clone, Debug, Default)]
struct Tally {
    all: PairLosses,
    phases: [PairLosses; 3],
    plies: Vec<PairLosses>,
}

/// Those of one engine in one pair.
#[derive(Default)]
struct InPair {
    all: MoveLosses,
    phases: [MoveLosses; 3],
    plies: Vec<MoveLosses>,
}

/// The mean, and the ends of its interval.
fn parts(mean: Option<Estimate>) -> [Option<f64>; 3] {
    [mean.map(|mean| mean.value), mean.map(|mean| mean.low), mean.map(|mean| mean.high)]
}

impl Losses {
    pub(crate) fn new(plan: &Plan) -> Self {
        Self(vec![vec![Tally::default(); plan.engines.len()]; plan.variants.len()])
    }

    /// Adds what was judged of a pair.
    pub(crate) fn add(&mut self, pair: &Pair) {
        let mut engines = pair.engines.to_vec();
        engines.dedup();
        for engine in engines {
            let mut own = InPair::default();
            for (leg, game) in pair.games() {
                let moves = game.judged.iter().flat_map(|judged| &judged.moves);
                for judged in moves.filter(|judged| pair.engine(leg, judged.side) == engine) {
                    own.record(judged);
                }
            }
            self.0[pair.variant][engine].add(&own);
        }
    }

    /// By phase: game by game, the engines in their order.
    pub(crate) fn by_phase(&self, plan: &Plan) -> Vec<PhaseLosses> {
        let row = |(variant, engine, tally): (Variant, String, &Tally)| {
            Phase::ALL.map(|phase| {
                let sums = tally.phases[phase as usize];
                let [mean_loss, mean_loss_low, mean_loss_high] = parts(sums.mean());
                PhaseLosses {
                    game: variant.game().name(),
                    reading: variant.reading().to_string(),
                    engine: engine.clone(),
                    phase: phase.name(),
                    moves: sums.moves(),
                    mean_loss,
                    mean_loss_low,
                    mean_loss_high,
                    share_perfect: sums.share_perfect(),
                    share_judged: sums.share_judged(),
                }
            })
        };
        self.each(plan).flat_map(row).collect()
    }

    /// By ply: game by game, the engines in their order; plies at which an engine made no move are left out.
    pub(crate) fn by_ply(&self, plan: &Plan) -> Vec<PlyLosses> {
        let rows = |(variant, engine, tally): (Variant, String, &Tally)| {
            let plies = tally.plies.iter().enumerate().filter(|(_, sums)| sums.moves() > 0);
            let row = |(ply, sums): (usize, &PairLosses)| {
                let [mean_loss, mean_loss_low, mean_loss_high] = parts(sums.mean());
                PlyLosses {
                    game: variant.game().name(),
                    reading: variant.reading().to_string(),
                    engine: engine.clone(),
                    ply,
                    moves: sums.moves(),
                    judged: sums.judged(),
                    mean_loss,
                    mean_loss_low,
                    mean_loss_high,
                }
            };
            plies.map(row).collect::<Vec<_>>()
        };
        self.each(plan).flat_map(rows).collect()
    }

    fn each<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = (Variant, String, &'a Tally)> {
        let of = |(&variant, tallies): (&Variant, &'a Vec<Tally>)| {
            plan.engines.iter().zip(tallies).map(move |(spec, tally)| (variant, spec.to_string(), tally))
        };
        plan.variants.iter().zip(&self.0).flat_map(of)
    }

    /// The mean loss of a move of an engine with the ends of its interval, the share of moves that lost nothing, and the
    /// share of moves whose loss is proved.
    pub(crate) fn summary(&self, variant: usize, engine: usize) -> [Option<f64>; 5] {
        let sums = self.0[variant][engine].all;
        let [mean, low, high] = parts(sums.mean());
        [mean, low, high, sums.share_perfect(), sums.share_judged()]
    }
}

impl InPair {
    fn record(&mut self, judged: &JudgedMove) {
        let JudgedMove { ply, counters, phase, loss, .. } = *judged;
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, MoveLosses::default());
        }
        for sums in [&mut self.all, &mut self.phases[phase as usize], &mut self.plies[ply]] {
            sums.record(counters, loss.exact());
        }
    }
}

impl Tally {
    fn add(&mut self, pair: &InPair) {
        self.all.record(pair.all);
        if self.plies.len() < pair.plies.len() {
            self.plies.resize(pair.plies.len(), PairLosses::default());
        }
        let phases = self.phases.iter_mut().zip(pair.phases);
        for (sums, own) in phases.chain(self.plies.iter_mut().zip(pair.plies.iter().copied())) {
            sums.record(own);
        }
    }
}
