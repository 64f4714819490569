//! What comes of a tournament: results added up by game and engine, and the standings.

use crate::crosstable::Duel;
use crate::game::End;
use crate::leg::Leg;
use crate::losses::{Losses, PhaseLosses, PlyLosses};
use crate::plan::{Adjudication, Plan, Schedule};
use crate::ratings::{Estimate, PairMargins, Pairing, Pentanomial, joint_ratings};
use crate::tournament::Pair;
use pussa_rules::Side;
use serde::Serialize;

/// Results added up: pairs may come in any order.
#[derive(Clone, Debug)]
pub struct Results {
    pub(crate) plan: Plan,
    /// By variant, then by the pairing's engines, the first one's index times the number of engines plus the second's.
    pub(crate) duels: Vec<Vec<Duel>>,
    /// By variant, then by engine.
    tallies: Vec<Vec<Tally>>,
    /// What moves lost, if that is looked at.
    losses: Option<Losses>,
    pairs: u64,
}

/// One engine against all others.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Wins, draws and losses, as South and as North.
    by_side: [[u64; 3]; 2],
    margins: PairMargins,
    forfeits: u64,
}

/// An engine's results in one game under one reading: a row of `standings.csv`. In a tournament of matches, what stands
/// here of rounds is true of matches; if engines play themselves, what stands here of the engine is true of South.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The game's name.
    pub game: &'static str,
    /// The reading.
    pub reading: String,
    /// 1 for the highest rating; of equals, for the higher mean margin.
    pub rank: usize,
    /// The engine's spec.
    pub engine: String,
    /// Rounds played.
    pub games: u64,
    /// Rounds won.
    pub wins: u64,
    /// Rounds drawn.
    pub draws: u64,
    /// Rounds lost.
    pub losses: u64,
    /// Share of points, 0 to 1: a draw is half a win.
    pub score: f64,
    /// The rating in Elo, where the mean of all engines is 0; a drawn pair between every two engines is supposed
    /// beforehand.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub elo_low: f64,
    /// The upper end of its 95 % interval.
    pub elo_high: f64,
    /// The mean margin of a round in counters, over the pairs of which both rounds ended by the rules; `None` if there are
    /// none, or if rounds may end early, since then those that did not are the close ones.
    pub mean_margin: Option<f64>,
    /// The lower end of its 95 % interval, over pairs.
    pub mean_margin_low: Option<f64>,
    /// The upper end of its 95 % interval, over pairs.
    pub mean_margin_high: Option<f64>,
    /// Share of points as South.
    pub score_south: f64,
    /// Share of points as North.
    pub score_north: f64,
    /// Rounds that the engine lost by forfeit.
    pub forfeits: u64,
    /// The mean loss a move against perfect play in counters, of those whose loss is proved; `None` if there are none, or
    /// if that is not looked at.
    pub mean_loss: Option<f64>,
    /// The lower end of its 95 % interval, over pairs.
    pub mean_loss_low: Option<f64>,
    /// The upper end of its 95 % interval, over pairs.
    pub mean_loss_high: Option<f64>,
    /// The share of moves that lost nothing among those whose loss is proved, 0 to 1; `None` as above.
    pub share_perfect: Option<f64>,
    /// The share of moves whose loss is proved, 0 to 1; `None` if that is not looked at, or there are no moves.
    pub share_judged: Option<f64>,
}

impl Results {
    /// No results so far.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        let engines = plan.engines.len();
        Self {
            duels: vec![vec![Duel::default(); engines * engines]; plan.variants.len()],
            tallies: vec![vec![Tally::default(); engines]; plan.variants.len()],
            losses: plan.exact_loss.map(|_| Losses::new(plan)),
            plan: plan.clone(),
            pairs: 0,
        }
    }

    /// Adds a pair.
    pub fn add(&mut self, pair: &Pair) {
        let [first, second] = pair.engines;
        self.pairs += 1;
        if let Some(losses) = &mut self.losses {
            losses.add(pair);
        }
        for (leg, game) in pair.games() {
            if let End::Forfeited { loser, .. } = game.end {
                self.tallies[pair.variant][pair.engine(leg, loser)].forfeits += 1;
            }
        }
        if first == second {
            return self.add_mirror(pair);
        }
        self.duels[pair.variant][first * self.plan.engines.len() + second].add(pair);
        for (engine, sign) in [(first, 1), (second, -1)] {
            let tally = &mut self.tallies[pair.variant][engine];
            if let Some(margin) = pair.margin() {
                tally.margins.record(sign * margin);
            }
            for (number, leg) in pair.legs.iter().enumerate() {
                let side = if (number == 0) == (engine == first) { Side::South } else { Side::North };
                tally.by_side[side.index()][2 - leg.half_points(side)] += 1;
            }
        }
    }

    /// Adds a pair of an engine with itself, as South sees it.
    fn add_mirror(&mut self, pair: &Pair) {
        let tally = &mut self.tallies[pair.variant][pair.engines[0]];
        if let [Some(first), Some(second)] = pair.legs.each_ref().map(Leg::margin) {
            tally.margins.record(first + second);
        }
        for leg in &pair.legs {
            for side in Side::BOTH {
                tally.by_side[side.index()][2 - leg.half_points(side)] += 1;
            }
        }
    }

    /// What moves lost, by phase of the round; nothing if that is not looked at.
    #[must_use]
    pub fn losses_by_phase(&self) -> Vec<PhaseLosses> {
        self.losses.as_ref().map_or_else(Vec::new, |losses| losses.by_phase(&self.plan))
    }

    /// What moves lost, by ply; nothing if that is not looked at.
    #[must_use]
    pub fn losses_by_ply(&self) -> Vec<PlyLosses> {
        self.losses.as_ref().map_or_else(Vec::new, |losses| losses.by_ply(&self.plan))
    }

    /// How many pairs have been added.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The pairs of the first two engines that meet, in the first game, by the points made in them.
    #[must_use]
    pub fn first_pairing(&self) -> Pentanomial {
        self.plan.pairings().first().map_or_else(Pentanomial::default, |&[first, second]| {
            self.duels[0][first * self.plan.engines.len() + second].pairs
        })
    }

    /// The standings: game by game, the highest rating first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        (0..self.plan.variants.len()).flat_map(|variant| self.standings_of(variant)).collect()
    }

    fn standings_of(&self, number: usize) -> Vec<Standing> {
        let variant = self.plan.variants[number];
        let engines = self.plan.engines.len();
        // All that are planned: for each, the ratings suppose a drawn pair beforehand.
        let pairing = |[first, second]: [usize; 2]| {
            let pairs = self.duels[number][first * engines + second].pairs;
            Pairing { first, second, pairs }
        };
        let is_mirror = self.plan.schedule == Schedule::Mirror;
        let pairings: Vec<_> = self.plan.pairings().into_iter().filter(|_| !is_mirror).map(pairing).collect();
        let ratings = joint_ratings(engines, &pairings).expect("pairings are of two different engines of the plan");
        let rows = self.tallies[number].iter().zip(ratings).zip(&self.plan.engines).enumerate();
        let mut rows: Vec<_> = rows
            .map(|(engine, ((tally, rating), spec))| {
                let [south, north] = tally.by_side;
                // Of an engine that plays itself, South's count.
                let [wins, draws, losses] = [0, 1, 2].map(|i| south[i] + if is_mirror { 0 } else { north[i] });
                let margin = self.margin_of_a_round(tally.margins, variant.total());
                let lost = self.losses.as_ref().map(|losses| losses.summary(number, engine));
                let [mean_loss, mean_loss_low, mean_loss_high, share_perfect, share_judged] = lost.unwrap_or_default();
                Standing {
                    game: variant.game().name(),
                    reading: variant.reading().to_string(),
                    rank: 0,
                    engine: spec.to_string(),
                    games: wins + draws + losses,
                    wins,
                    draws,
                    losses,
                    score: share([wins, draws, losses]),
                    elo: rating.elo.value,
                    elo_low: rating.elo.low,
                    elo_high: rating.elo.high,
                    mean_margin: margin.map(|margin| margin.value),
                    mean_margin_low: margin.map(|margin| margin.low),
                    mean_margin_high: margin.map(|margin| margin.high),
                    score_south: share(south),
                    score_north: share(north),
                    forfeits: tally.forfeits,
                    mean_loss,
                    mean_loss_low,
                    mean_loss_high,
                    share_perfect,
                    share_judged,
                }
            })
            .collect();
        // Stable: equals in all stay in the order of the plan.
        let by_margin = |row: &Standing| row.mean_margin.unwrap_or_default();
        rows.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(by_margin(b).total_cmp(&by_margin(a))));
        for (i, row) in rows.iter_mut().enumerate() {
            row.rank = i + 1;
        }
        rows
    }
}

impl Results {
    /// The mean margin of a round, from those of pairs, which have two; `None` if nothing is to be learnt from them.
    pub(crate) fn margin_of_a_round(&self, margins: PairMargins, counters: u8) -> Option<Estimate> {
        if self.plan.adjudicate != Adjudication::None || (margins.pairs() == 0 && self.pairs > 0) {
            return None;
        }
        let Estimate { value, low, high } = margins.mean(2 * u32::from(counters));
        Some(Estimate { value: value / 2.0, low: low / 2.0, high: high / 2.0 })
    }
}

/// The share of points in wins, draws and losses; half if there are none.
fn share([wins, draws, losses]: [u64; 3]) -> f64 {
    let games = wins + draws + losses;
    if games == 0 { 0.5 } else { (wins as f64 + draws as f64 / 2.0) / games as f64 }
}
