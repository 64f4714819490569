//! What an engine is.

use crate::limit::Watch;
use crate::oracle::Oracle;
use pussa_rules::{Move, Round};
use std::sync::Arc;
use thiserror::Error;

/// What an engine chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// One of the round's choices.
    pub mv: Move,
    /// The margin the engine expects to come for the player to move, in counters; `None` if it does not look ahead.
    pub score: Option<f32>,
    /// Whether the score is the position's value (RULES E5), proved, rather than an estimate.
    pub exact: bool,
    /// How many moves it looked ahead.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// The moves it expects, the one chosen first.
    pub line: Line,
    /// What it went by, in a word, if it has several ways to choose.
    pub by: Option<&'static str>,
}

impl Choice {
    /// A move chosen without a look ahead.
    #[must_use]
    pub fn at_once(mv: Move) -> Self {
        Self { mv, score: None, exact: false, depth: 0, nodes: 1, line: Line::of(mv), by: None }
    }
}

/// Moves expected to be made in turn, at most [`Line::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    moves: [Move; Self::MOST],
    len: usize,
}

impl Line {
    /// How many moves a line tells at most.
    pub const MOST: usize = 24;

    /// No moves.
    pub const EMPTY: Self = Self { moves: [Move::new(0); Self::MOST], len: 0 };

    /// One move.
    #[must_use]
    pub fn of(mv: Move) -> Self {
        Self::EMPTY.after(mv)
    }

    /// This line with a move before it; the last one is left out if there is no room.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let len = (self.len + 1).min(Self::MOST);
        let mut moves = [mv; Self::MOST];
        moves[1..len].copy_from_slice(&self.moves[..len - 1]);
        Self { moves, len }
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

/// Chooses moves.
///
/// What it chooses follows from the seed given to [`new_game`](Self::new_game), the rounds it has been shown since, and
/// the limits; from nothing else, unless a limit is one of time.
pub trait Engine: Send {
    /// Forgets all games so far. Every random choice from here on follows from `seed`.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move of a round that is not over, within the engine's own limits and those of the watch.
    ///
    /// # Errors
    /// If the engine is a program of its own and failed. It is started afresh for the next game.
    fn choose(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError>;

    /// Hands it an oracle, in place of any it had, to ask from the next move on. Engines that have no use for one leave
    /// it.
    fn consult(&mut self, oracle: Arc<dyn Oracle>) {
        drop(oracle);
    }
}

/// Why an engine gave no move: it forfeits the round.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EngineError {
    /// It did not answer in time, with what it was asked for and how long.
    #[error("timeout: {0}")]
    Timeout(String),
    /// It could not be started, ended, or closed its output.
    #[error("crash: {0}")]
    Crash(String),
    /// Its move may not be made, with the reason.
    #[error("illegal: {0}")]
    Illegal(String),
}
