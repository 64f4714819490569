//! What an engine is.

use pussa_rules::{Move, Round};

/// What an engine chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// One of the round's choices.
    pub mv: Move,
    /// The margin the engine expects to come for the player to move, in counters; `None` if it does not look ahead.
    pub score: Option<f32>,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// Chooses moves.
///
/// What it chooses follows from the seed given to [`new_game`](Self::new_game), the rounds it has been shown since, and
/// its own limits; from nothing else, unless a limit is one of time.
pub trait Engine: Send {
    /// Forgets all games so far. Every random choice from here on follows from `seed`.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move. The round is not over.
    fn choose(&mut self, round: &Round) -> Choice;
}
