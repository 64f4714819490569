//! How a round ends, and who gets the counters left on the board (E1 to E4).

use std::fmt;

use crate::moves::has_legal_move;
use crate::{Player, Position, Reserves, Rules};

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The player to move has no counters in the own row (E1).
    NoMove,
    /// The same board with the same player to move stands for the third time (E3).
    Repetition,
    /// There are only endless moves (E2), or one was chosen (M8).
    Endless,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::NoMove => "no-move",
            Ending::Repetition => "repetition",
            Ending::Endless => "endless",
        })
    }
}

/// The result of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RoundResult {
    /// How it ended.
    pub ending: Ending,
    /// Both reserves, the counters left on the board shared out: the holdings, if a match goes on (T1).
    pub reserves: Reserves,
    /// Who took the counters left, even if there were none (E1); nobody after a split.
    pub remainder_taken_by: Option<Player>,
    /// How many moves were played, a move called off included.
    pub plies: u32,
}

impl RoundResult {
    /// South's reserve less North's (E4). Positive: South wins; zero: a draw.
    #[must_use]
    pub fn margin(&self) -> i16 {
        i16::from(self.reserves.south()) - i16::from(self.reserves.north())
    }

    /// E1: the player to move has no counters; the other takes all that are left.
    pub(crate) fn no_move(last: &Position, plies: u32) -> RoundResult {
        let taker = last.to_move.other();
        let mut reserves = last.reserves;
        reserves.give(taker, last.ring.total() as u8);
        RoundResult { ending: Ending::NoMove, reserves, remainder_taken_by: Some(taker), plies }
    }

    /// E2, E3, M8: each takes half of the counters left; an odd one stays out.
    pub(crate) fn split(last: &Position, ending: Ending, plies: u32) -> RoundResult {
        let half = last.ring.total() / 2;
        let mut reserves = last.reserves;
        reserves.give(Player::South, half as u8);
        reserves.give(Player::North, half as u8);
        RoundResult { ending, reserves, remainder_taken_by: None, plies }
    }
}

/// Whether a round is over at a position as it stands, by E1 or E2; what went before it (E3) is not asked.
#[must_use]
pub fn end_without_history(rules: Rules, position: &Position) -> Option<Ending> {
    if !position.ring.has_counters(position.to_move) {
        Some(Ending::NoMove)
    } else if !has_legal_move(rules, position) {
        Some(Ending::Endless)
    } else {
        None
    }
}
