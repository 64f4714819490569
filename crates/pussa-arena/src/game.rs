//! One round between two engines.

use pussa_engine::{Engine, EngineError, Watch};
use pussa_rules::{Forfeit, Hole, Outcome, RecordEnding, Round, Side, Variant};
use std::sync::atomic::{AtomicBool, Ordering};

/// A round that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The moves that were given to both sides.
    pub opening: Vec<Hole>,
    /// All moves, the opening included.
    pub moves: Vec<Hole>,
    /// What it came to.
    pub end: End,
}

/// How a round between engines ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// By the rules.
    Played(Outcome),
    /// An engine failed, and lost it.
    Forfeited {
        /// Whose engine failed.
        loser: Side,
        /// What it did.
        forfeit: Forfeit,
        /// The same in words.
        why: String,
        /// The reserves as they were, South's first.
        reserves: [u8; 2],
    },
}

impl Game {
    /// Who won, or nobody.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match &self.end {
            End::Played(outcome) => outcome.winner(),
            End::Forfeited { loser, .. } => Some(loser.other()),
        }
    }

    /// South's reserve less North's at the end; `None` if the round was forfeited.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        match &self.end {
            End::Played(outcome) => Some(outcome.margin()),
            End::Forfeited { .. } => None,
        }
    }

    /// The reserves at the end, South's first.
    #[must_use]
    pub fn reserves(&self) -> [u8; 2] {
        match &self.end {
            End::Played(outcome) => outcome.holdings,
            End::Forfeited { reserves, .. } => *reserves,
        }
    }

    /// How it ended, as files name it.
    #[must_use]
    pub fn ending(&self) -> RecordEnding {
        match &self.end {
            End::Played(outcome) => outcome.ending.into(),
            End::Forfeited { forfeit, .. } => (*forfeit).into(),
        }
    }

    /// What `side` made of it, in half points: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, side: Side) -> usize {
        match self.winner() {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
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
    let end = loop {
        if let Some(outcome) = round.outcome() {
            break End::Played(outcome);
        }
        let watch = Watch { stop, ..Watch::none() };
        let choice = engines[round.side().index()].choose(&round, &watch);
        // What an engine says when it is called off is not worth a move.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        match choice {
            Ok(choice) if round.choices().contains(choice.mv) => round.play_unchecked(choice.mv),
            Ok(choice) => break forfeited(&round, &EngineError::Illegal(format!("it chose {:?}", choice.mv))),
            Err(error) => break forfeited(&round, &error),
        }
    };
    Some(Game { opening: opening.to_vec(), moves: round.moves().to_vec(), end })
}

/// The end of a round in which the engine to move failed.
fn forfeited(round: &Round, error: &EngineError) -> End {
    let forfeit = match error {
        EngineError::Timeout(_) => Forfeit::Timeout,
        EngineError::Crash(_) => Forfeit::Crash,
        EngineError::Illegal(_) => Forfeit::Illegal,
    };
    let reserves = Side::BOTH.map(|side| round.position().reserve(side));
    End::Forfeited { loser: round.side(), forfeit, why: error.to_string(), reserves }
}
