//! What leading is worth to an engine that plays itself: found by play, and as a row of `play.csv`.

use super::error::AdvantageError;
use super::plan::Plan;
use super::worth::board_of;
use pussa_arena::ratings::{Estimate, PairMargins};
use pussa_arena::{Pair, PlanError, Tournament};
use pussa_engine::Roster;
use pussa_rules::{Side, Variant};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// What leading is worth to an engine that plays itself on a board. The player who leads is South.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The game, the reading and the size.
    pub board: Variant,
    /// The engine's spec.
    pub engine: String,
    /// How many rounds South won, how many were drawn, and how many South lost.
    pub results: [u64; 3],
    /// South's share of points, 0 to 1, with its 95 % interval over pairs of rounds.
    pub share: Estimate,
    /// South's mean margin in counters, likewise; none if no pair ended by the rules.
    pub margin: Option<Estimate>,
}

/// Results of an engine so far.
#[derive(Clone, Copy, Default)]
struct Tally {
    results: [u64; 3],
    /// South's half points in both rounds of a pair, less those of an even pair.
    points: PairMargins,
    margins: PairMargins,
}

impl Tally {
    fn add(&mut self, pair: &Pair) {
        let points = pair.legs.each_ref().map(|leg| leg.half_points(Side::South));
        for points in points {
            self.results[2 - points] += 1;
        }
        self.points.record(points.iter().map(|&points| i32::from(points as u8) - 1).sum());
        if let [Some(first), Some(second)] = pair.legs.each_ref().map(pussa_arena::Leg::margin) {
            self.margins.record(first + second);
        }
    }

    fn finish(self, board: Variant, engine: String) -> Edge {
        // A pair has two rounds.
        let share = self.points.mean(2);
        let margin = self.margins.mean(2 * u32::from(board.total()));
        let each = |estimate: Estimate, change: fn(f64) -> f64| Estimate {
            value: change(estimate.value),
            low: change(estimate.low),
            high: change(estimate.high),
        };
        let margin = (self.margins.pairs() > 0).then(|| each(margin, |margin| margin / 2.0));
        Edge { board, engine, results: self.results, share: each(share, |points| (points + 2.0) / 4.0), margin }
    }
}

impl Edge {
    /// Plays the plan's rounds on a board, on one thread: an edge for each engine, in their order. `None` if `stop` was
    /// set meanwhile.
    ///
    /// # Errors
    /// If they can't be played.
    pub fn play(
        plan: &Plan,
        board: Variant,
        roster: &Roster,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Self>>, AdvantageError> {
        if plan.engines.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let tournament = Tournament::new(plan.tournament(board), roster.clone())?;
        let mut tallies = vec![Tally::default(); plan.engines.len()];
        let mut pairs = 0;
        tournament.play(0, 1, stop, |pair| {
            tallies[pair.engines[0]].add(&pair);
            pairs += 1;
            Ok::<_, PlanError>(ControlFlow::Continue(()))
        })?;
        if pairs < tournament.pairs() {
            return Ok(None);
        }
        let edges = tallies.into_iter().zip(&plan.engines).map(|(tally, spec)| tally.finish(board, spec.to_string()));
        Ok(Some(edges.collect()))
    }
}

/// A row of `play.csv`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EdgeRow {
    game: String,
    reading: String,
    holes: u8,
    counters: u8,
    engine: String,
    rounds: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    share: f64,
    share_low: f64,
    share_high: f64,
    mean_margin: Option<f64>,
    mean_margin_low: Option<f64>,
    mean_margin_high: Option<f64>,
}

impl EdgeRow {
    /// The columns, in their order.
    pub(super) const HEADER: &'static str = "game,reading,holes,counters,engine,rounds,wins,draws,losses,share,share_low,\
        share_high,mean_margin,mean_margin_low,mean_margin_high\n";

    pub(super) fn new(edge: &Edge) -> Self {
        let Edge { board, engine, results: [wins, draws, losses], share, margin } = edge;
        Self {
            game: board.game().name().into(),
            reading: board.reading().to_string(),
            holes: board.holes(),
            counters: board.counters(),
            engine: engine.clone(),
            rounds: wins + draws + losses,
            wins: *wins,
            draws: *draws,
            losses: *losses,
            share: share.value,
            share_low: share.low,
            share_high: share.high,
            mean_margin: margin.map(|margin| margin.value),
            mean_margin_low: margin.map(|margin| margin.low),
            mean_margin_high: margin.map(|margin| margin.high),
        }
    }

    /// What the row tells; `None` if it makes no sense.
    pub(super) fn edge(&self) -> Option<Edge> {
        let Self { wins, draws, losses, share, share_low, share_high, .. } = *self;
        let margin = match (self.mean_margin, self.mean_margin_low, self.mean_margin_high) {
            (Some(value), Some(low), Some(high)) => Some(Estimate { value, low, high }),
            _ => None,
        };
        Some(Edge {
            board: board_of(&self.game, &self.reading, self.holes, self.counters)?,
            engine: self.engine.clone(),
            results: [wins, draws, losses],
            share: Estimate { value: share, low: share_low, high: share_high },
            margin,
        })
    }
}
