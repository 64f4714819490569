//! A round: moves in a row from an opening board to the end, with what E3 has to remember.

use std::error::Error;
use std::fmt;

use crate::{
    Ending, Hole, MOST_HOLES, MoveError, Outcome, Position, Reserves, RoundResult, Rules, end_without_history, play,
};

/// How often the boards of a round have stood (E3).
///
/// Counters that were captured never come back, so only boards since the last capture need keeping.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    /// Board after board, the players to move taking turns. One layout serves the whole round, so counters suffice.
    boards: Vec<[u8; MOST_HOLES]>,
}

impl Standing {
    /// Begins with the board the round starts from, which so stands once.
    pub(crate) fn start(&mut self, position: &Position) {
        self.boards.clear();
        self.boards.push(position.ring.counters);
    }

    /// Adds the board after a move that captured so much; whether it now stands for the third time.
    pub(crate) fn stands_third_time(&mut self, after: &Position, captured: Reserves) -> bool {
        if captured != Reserves::default() {
            self.boards.clear();
        }
        self.boards.push(after.ring.counters);
        // The same player is to move at every other board.
        let same = self.boards.iter().rev().step_by(2).filter(|&board| *board == after.ring.counters);
        same.count() >= 3
    }
}

/// A round, from the board it starts from to where it stands.
#[derive(Clone, Debug)]
pub struct Round {
    rules: Rules,
    position: Position,
    standing: Standing,
    moves: Vec<Hole>,
    result: Option<RoundResult>,
}

impl Round {
    /// A round that starts at a position; it may be over already (E1, E2).
    #[must_use]
    pub fn new(rules: Rules, start: Position) -> Round {
        let mut round =
            Round { rules, position: start, standing: Standing::default(), moves: Vec::new(), result: None };
        round.standing.start(&start);
        round.look_for_end();
        round
    }

    /// Plays one move.
    ///
    /// # Errors
    /// The round is over, or the move is refused by [`play`]; the round is then as it was.
    pub fn play(&mut self, hole: Hole) -> Result<(), MoveError> {
        if let Some(result) = self.result {
            return Err(MoveError::RoundOver(result.ending));
        }
        let outcome = play(self.rules, &self.position, hole)?;
        self.moves.push(hole);
        match outcome {
            Outcome::Endless => {
                // M8: called off, with board and reserves as before the move.
                self.result = Some(RoundResult::split(&self.position, Ending::Endless, self.plies()));
            }
            Outcome::Ended { after, captured } => {
                self.position = after;
                if self.standing.stands_third_time(&after, captured) {
                    self.result = Some(RoundResult::split(&after, Ending::Repetition, self.plies()));
                } else {
                    self.look_for_end();
                }
            }
        }
        Ok(())
    }

    /// Plays moves written in a row, letter by letter: `CgGcFb` (N2).
    ///
    /// # Errors
    /// A letter is no legal move, or follows the round's end (N3). The moves before it stay played.
    pub fn play_moves(&mut self, letters: &str) -> Result<(), MovesError> {
        for (index, letter) in letters.chars().enumerate() {
            Hole::from_letter(letter)
                .ok_or(MoveError::NotALetter(letter))
                .and_then(|hole| self.play(hole))
                .map_err(|error| MovesError { number: index + 1, error })?;
        }
        Ok(())
    }

    /// The position the round has come to. After the end it shows the counters left, before they are shared out.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[Hole] {
        &self.moves
    }

    /// The result, once the round is over.
    #[must_use]
    pub fn result(&self) -> Option<RoundResult> {
        self.result
    }

    /// Ends the round if the player to move cannot go on (E1, E2).
    fn look_for_end(&mut self) {
        self.result = end_without_history(self.rules, &self.position).map(|ending| match ending {
            Ending::NoMove => RoundResult::no_move(&self.position, self.plies()),
            Ending::Repetition | Ending::Endless => RoundResult::split(&self.position, ending, self.plies()),
        });
    }

    fn plies(&self) -> u32 {
        self.moves.len() as u32
    }
}

/// A move refused among moves in a row, and which it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovesError {
    /// The number of the move in the text, from 1.
    pub number: usize,
    /// Why it is refused.
    pub error: MoveError,
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, self.error)
    }
}

impl Error for MovesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
