//! The cross table: every two engines against each other.

use crate::ratings::{PairMargins, Pentanomial, elo_difference, likelihood_of_superiority};
use crate::standings::Results;
use crate::tournament::Pair;
use serde::Serialize;

/// Two engines against each other, from the first one's point of view.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Duel {
    /// Wins, draws and losses, by legs.
    rounds: [u64; 3],
    pub(crate) pairs: Pentanomial,
    margins: PairMargins,
}

impl Duel {
    /// Adds a pair. One that did not end by the rules has no margin.
    pub(crate) fn add(&mut self, pair: &Pair) {
        let points = pair.half_points();
        self.pairs.0[points.iter().sum::<usize>()] += 1;
        if let Some(margin) = pair.margin() {
            self.margins.record(margin);
        }
        for points in points {
            self.rounds[2 - points] += 1;
        }
    }

    /// Both together.
    fn plus(mut self, other: Self) -> Self {
        self.margins.merge(other.margins);
        let rounds = [0, 1, 2].map(|i| self.rounds[i] + other.rounds[i]);
        Self { rounds, pairs: self.pairs.plus(other.pairs), margins: self.margins }
    }

    /// The same from the other one's point of view.
    fn reversed(self) -> Self {
        let [wins, draws, losses] = self.rounds;
        Self { rounds: [losses, draws, wins], pairs: self.pairs.reversed(), margins: self.margins.reversed() }
    }
}

/// An engine's results against one opponent: a row of `crosstable.csv`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrossTableRow {
    /// The game's name.
    pub game: &'static str,
    /// The reading.
    pub reading: String,
    /// The engine's spec.
    pub engine: String,
    /// The opponent's spec.
    pub opponent: String,
    /// Rounds played.
    pub games: u64,
    /// Rounds won.
    pub wins: u64,
    /// Rounds drawn.
    pub draws: u64,
    /// Rounds lost.
    pub losses: u64,
    /// Pairs in which the engine made no point of two.
    pub ptnml_0: u64,
    /// Pairs with half a point.
    pub ptnml_1: u64,
    /// Pairs with one point.
    pub ptnml_2: u64,
    /// Pairs with one and a half.
    pub ptnml_3: u64,
    /// Pairs with two.
    pub ptnml_4: u64,
    /// The difference in Elo.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub elo_low: f64,
    /// The upper end of its 95 % interval.
    pub elo_high: f64,
    /// The likelihood of superiority, 0 to 1.
    pub los: f64,
    /// The mean margin of a round in counters; `None` as in the standings.
    pub mean_margin: Option<f64>,
    /// The lower end of its 95 % interval, over pairs.
    pub mean_margin_low: Option<f64>,
    /// The upper end of its 95 % interval, over pairs.
    pub mean_margin_high: Option<f64>,
}

impl Results {
    /// The cross table: game by game, every engine against every other that it meets, in the order of the plan.
    #[must_use]
    pub fn crosstable(&self) -> Vec<CrossTableRow> {
        let both_ways = |[first, second]: [usize; 2]| [(first, second), (second, first)];
        let mut duels: Vec<_> = self.plan.pairings().into_iter().filter(|[a, b]| a != b).flat_map(both_ways).collect();
        duels.sort_unstable();
        (0..self.plan.variants.len())
            .flat_map(|variant| duels.iter().map(move |&duel| self.row(variant, duel)))
            .collect()
    }

    fn row(&self, number: usize, (engine, opponent): (usize, usize)) -> CrossTableRow {
        let variant = self.plan.variants[number];
        let duel = |first: usize, second: usize| self.duels[number][first * self.plan.engines.len() + second];
        // Only one of the two ways is in the plan.
        let Duel { rounds, pairs, margins } = duel(engine, opponent).plus(duel(opponent, engine).reversed());
        let (elo, margin) = (elo_difference(pairs), self.margin_of_a_round(margins, variant.total()));
        CrossTableRow {
            game: variant.game().name(),
            reading: variant.reading().to_string(),
            engine: self.plan.engines[engine].to_string(),
            opponent: self.plan.engines[opponent].to_string(),
            games: rounds.iter().sum(),
            wins: rounds[0],
            draws: rounds[1],
            losses: rounds[2],
            ptnml_0: pairs.0[0],
            ptnml_1: pairs.0[1],
            ptnml_2: pairs.0[2],
            ptnml_3: pairs.0[3],
            ptnml_4: pairs.0[4],
            elo: elo.value,
            elo_low: elo.low,
            elo_high: elo.high,
            los: likelihood_of_superiority(pairs),
            mean_margin: margin.map(|margin| margin.value),
            mean_margin_low: margin.map(|margin| margin.low),
            mean_margin_high: margin.map(|margin| margin.high),
        }
    }
}
