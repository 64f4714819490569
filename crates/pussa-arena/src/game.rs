//! One round between two engines.

use pussa_engine::{Engine, Limit, Watch};
use pussa_rules::{Hole, Outcome, Round, Variant};
use std::sync::atomic::{AtomicBool, Ordering};

/// A round that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The moves that were given to both sides.
    pub opening: Vec<Hole>,
    /// All moves, the opening included.
    pub moves: Vec<Hole>,
    /// What it came to.
    pub outcome: Outcome,
}

/// Who plays, South first.
pub(crate) struct Players<'a> {
    pub(crate) engines: [&'a mut dyn Engine; 2],
    pub(crate) seeds: [u64; 2],
}

/// Plays a round from the start, through the opening, to its end; `None` if it was stopped before.
pub(crate) fn play(variant: &Variant, opening: &[Hole], players: Players, stop: &AtomicBool) -> Option<Game> {
    let Players { mut engines, seeds } = players;
    for (engine, seed) in engines.iter_mut().zip(seeds) {
        engine.new_game(seed);
    }
    let mut round = Round::new(*variant, variant.start());
    for hole in opening {
        round.play(hole.letter()).expect("an opening is made of moves that may be made");
    }
    loop {
        if let Some(outcome) = round.outcome() {
            return Some(Game { opening: opening.to_vec(), moves: round.moves().to_vec(), outcome });
        }
        let watch = Watch { limit: Limit::NONE, stop };
        let choice = engines[round.side().index()].choose(&round, &watch);
        // What an engine says when it is called off is not worth a move.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        round.play_unchecked(choice.mv);
    }
}
