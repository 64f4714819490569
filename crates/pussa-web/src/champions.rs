//! Who plays for the sake of the match: players that remember the rounds they are in, between one move and the next.

use pussa_rules::{Move, Round};
use pussa_solver::matches::{MatchPlayer, MatchTable, Prospect};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What a player may take of memory for what is shown in a round, in bytes.
const SHOWN: usize = 16 << 20;
/// How many are remembered.
const MOST: usize = 4;

/// Players that wait for the next move of their rounds, the one that moved last at the end. Who is forgotten starts afresh.
#[derive(Debug, Default)]
pub(crate) struct Champions {
    idle: Mutex<Vec<MatchPlayer>>,
}

impl Champions {
    /// A move of a round for the sake of the match, and what the player to move can make sure of; none if the table does not
    /// tell, or time is up.
    pub(crate) fn choose(
        &self,
        table: &Arc<MatchTable>,
        round: &Round,
        time: Duration,
        stop: &AtomicBool,
    ) -> Option<(Move, Prospect)> {
        let mut player = self.take(round).unwrap_or_else(|| MatchPlayer::new(Arc::clone(table), SHOWN));
        let chosen = player.choose_within(round, time, stop)?;
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(player);
        if idle.len() > MOST {
            idle.remove(0);
        }
        Some(chosen)
    }

    /// Who has played in a round so far.
    fn take(&self, round: &Round) -> Option<MatchPlayer> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let place = idle.iter().position(|player| player.follows(round))?;
        Some(idle.remove(place))
    }
}
