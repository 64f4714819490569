//! One round of an engine against itself.

use super::plan::{Exploration, Plan};
use super::row::{Row, ahead, rounded};
use crate::seeds;
use pussa_engine::{Choice, Engine, EngineError, Limit, Watch};
use pussa_rules::{MAX_HOLES, Move, Position, Round, Side};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::{AtomicBool, Ordering};

/// A game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its number, from 0 on.
    pub id: u64,
    /// A row for each position that the engine was asked about; why there is none, if the engine failed.
    pub rows: Result<Vec<Row>, EngineError>,
}

/// Why a round is not played to its end.
enum Broken {
    /// It was stopped.
    Stopped,
    /// The engine failed.
    Failed(EngineError),
}

/// Plays game number `id`; `None` if it was stopped before its end.
pub(super) fn play(plan: &Plan, id: u64, engine: &mut dyn Engine, stop: &AtomicBool) -> Option<Game> {
    let mut rng = seeds::self_play(plan.seed, id);
    engine.new_game(rng.next_u64());
    let mut round = Round::new(plan.variant, plan.variant.start());
    open(&mut round, plan.exploration.opening_plies, &mut rng);
    let mut asked = Asked { engine, stop };
    match asked.play_out(&mut round, &plan.exploration, &mut rng) {
        Ok(seen) => Some(Game { id, rows: Ok(rows(id, &round, &seen)) }),
        Err(Broken::Failed(error)) => Some(Game { id, rows: Err(error) }),
        Err(Broken::Stopped) => None,
    }
}

/// Makes moves drawn at random, as long as there are any.
fn open(round: &mut Round, plies: u32, rng: &mut ChaCha8Rng) {
    for _ in 0..plies {
        let choices = round.choices();
        if choices.is_empty() {
            return;
        }
        round.play_unchecked(choices.nth(rng.random_range(0..choices.len())).expect("one of the choices"));
    }
}

/// A position that the engine was asked about, and its score.
struct Seen {
    ply: u32,
    position: Position,
    score: Option<f32>,
}

/// An engine that is asked until it is told to stop.
struct Asked<'a> {
    engine: &'a mut dyn Engine,
    stop: &'a AtomicBool,
}

impl Asked<'_> {
    fn play_out(
        &mut self,
        round: &mut Round,
        exploration: &Exploration,
        rng: &mut ChaCha8Rng,
    ) -> Result<Vec<Seen>, Broken> {
        let mut seen = Vec::new();
        while round.outcome().is_none() {
            let choice = self.choose(round, Limit::NONE)?;
            let score = choice.score.and_then(rounded);
            let mv = if exploration.draws(seen.len()) {
                self.draw(round, &choice, exploration.temperature, rng)?
            } else {
                choice.mv
            };
            seen.push(Seen { ply: round.moves().len() as u32, position: round.position(), score });
            round.play_unchecked(mv);
        }
        Ok(seen)
    }

    fn choose(&mut self, round: &Round, limit: Limit) -> Result<Choice, Broken> {
        let choice = self.engine.choose(round, &Watch { limit, stop: self.stop, ..Watch::none() });
        // What an engine says when it is called off is not worth a move.
        if self.stop.load(Ordering::Relaxed) {
            return Err(Broken::Stopped);
        }
        match choice {
            Ok(choice) if round.choices().contains(choice.mv) => Ok(choice),
            Ok(choice) => Err(Broken::Failed(EngineError::Illegal(format!("it chose {:?}", choice.mv)))),
            Err(error) => Err(Broken::Failed(error)),
        }
    }

    /// Draws a move by the scores of all; the engine's own if one of them has no score.
    fn draw(&mut self, round: &Round, own: &Choice, temperature: f64, rng: &mut ChaCha8Rng) -> Result<Move, Broken> {
        let choices = round.choices();
        if choices.len() == 1 {
            return Ok(own.mv);
        }
        let limit = share(own, choices.len() as u64);
        let mut scores = [0.0; MAX_HOLES as usize];
        for (score, mv) in scores.iter_mut().zip(choices.iter()) {
            match self.score(round, mv, limit)? {
                Some(worth) => *score = worth,
                None => return Ok(own.mv),
            }
        }
        let number = softmax_draw(&scores[..choices.len()], temperature, rng.random());
        Ok(choices.nth(number).expect("one of the choices"))
    }

    /// What the engine thinks of a move: the margin to come for whoever makes it, in counters.
    fn score(&mut self, round: &Round, mv: Move, limit: Limit) -> Result<Option<f64>, Broken> {
        let side = round.side();
        let mut next = round.clone();
        next.play_unchecked(mv);
        let before = ahead(&round.position(), side);
        if next.outcome().is_some() {
            return Ok(Some(f64::from(final_margin(&next, side) - before)));
        }
        let gain = f64::from(ahead(&next.position(), side) - before);
        let answer = self.choose(&next, limit)?;
        Ok(answer.score.filter(|score| score.is_finite()).map(|score| gain - f64::from(score)))
    }
}

/// The limit of a look at each of so many moves that together cost as much as the look that gave `own`. An engine that
/// does not say how far it looked keeps its own limit.
fn share(own: &Choice, moves: u64) -> Limit {
    let nodes = own.nodes / moves;
    if nodes > 1 {
        Limit { depth: (own.depth > 1).then(|| own.depth - 1), nodes: Some(nodes), ..Limit::NONE }
    } else {
        Limit::NONE
    }
}

/// The number of the score that a uniform number from 0 to 1 draws, each with a probability proportional to
/// exp(score / temperature).
fn softmax_draw(scores: &[f64], temperature: f64, uniform: f64) -> usize {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |score: &f64| ((score - best) / temperature).exp();
    let mut left = uniform * scores.iter().map(weight).sum::<f64>();
    let drawn = scores.iter().position(|score| {
        left -= weight(score);
        left < 0.0
    });
    // If rounding leaves something of the sum, it is the last that is meant.
    drawn.unwrap_or(scores.len() - 1)
}

/// The rows of a round that is over.
fn rows(game_id: u64, round: &Round, seen: &[Seen]) -> Vec<Row> {
    let row = |&Seen { ply, position, score }: &Seen| Row {
        game_id,
        ply,
        position,
        score,
        margin: final_margin(round, position.side()),
    };
    seen.iter().map(row).collect()
}

/// The margin of a round that is over, for one side.
fn final_margin(round: &Round, side: Side) -> i16 {
    let margin = round.outcome().expect("the round is over").margin() as i16;
    if side == Side::South { margin } else { -margin }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_moves_together_are_looked_at_as_long_as_the_position_was() {
        let own = |depth, nodes| Choice { depth, nodes, ..Choice::at_once(Move::new(0)) };
        let limit = Limit { depth: Some(5), nodes: Some(201), ..Limit::NONE };
        assert_eq!(share(&own(6, 1007), 5), limit);
        assert_eq!(share(&own(1, 1007), 5), Limit { depth: None, ..limit });
        assert_eq!([share(&own(1, 5), 5), share(&own(0, 1), 5), share(&own(0, 0), 5)], [Limit::NONE; 3]);
    }

    #[test]
    fn better_moves_are_drawn_more_often() {
        let scores = [0.0, 1.0, -50.0, 1.0];
        let mut counts = [0; 4];
        for i in 0..10_000 {
            counts[softmax_draw(&scores, 1.0, f64::from(i) / 10_000.0)] += 1;
        }
        // 1, e and e out of 1 + 2e.
        assert_eq!(counts, [1554, 4223, 0, 4223]);
    }

    #[test]
    fn a_low_temperature_draws_the_best_and_any_temperature_draws_something() {
        for uniform in [0.0, 0.3, 0.999_999_999_999] {
            assert_eq!(softmax_draw(&[3.0, 7.0, 6.0], 1e-9, uniform), 1);
            assert!(softmax_draw(&[3.0, 7.0, 6.0], 1e300, uniform) < 3);
            assert_eq!(softmax_draw(&[-1e300, 1e300], 1e-300, uniform), 1);
        }
    }
}
