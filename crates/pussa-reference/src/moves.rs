//! Which moves there are at a position (M1, M8), one of them played with all checks, all of them played, and counted.

use std::error::Error;
use std::fmt;

use crate::{Ending, Endless, Hole, MOST_HOLES_IN_A_ROW, Outcome, Player, Position, Rules, sow};

/// Plays one move: the checked form of [`sow`].
///
/// Where `endless=illegal` the outcome is never [`Outcome::Endless`].
///
/// # Errors
/// The hole is not one that the player to move may lift (M1, M8, N3).
pub fn play(rules: Rules, before: &Position, hole: Hole) -> Result<Outcome, MoveError> {
    if hole.player() != before.to_move {
        return Err(MoveError::NotTheMovers { hole, to_move: before.to_move });
    }
    if !before.layout.has(hole) {
        return Err(MoveError::NoSuchHole(hole));
    }
    let Some(place) = before.layout.place_of(hole) else {
        return Err(MoveError::Closed(hole));
    };
    if before.ring.counters[place] == 0 {
        return Err(MoveError::Empty(hole));
    }
    let outcome = sow(rules, before, place);
    if outcome == Outcome::Endless && !may_be_endless(rules) {
        return Err(MoveError::Endless(hole));
    }
    Ok(outcome)
}

/// The holes that the player to move may lift, left to right (M1, M8).
pub fn legal_moves(rules: Rules, position: &Position) -> impl Iterator<Item = Hole> {
    position.layout.open_holes().enumerate().filter_map(move |(place, hole)| {
        let own = hole.player() == position.to_move;
        (own && position.ring.counters[place] > 0 && is_legal(rules, position, place)).then_some(hole)
    })
}

/// Whether the player to move may lift any hole. Stops at the first.
pub(crate) fn has_legal_move(rules: Rules, position: &Position) -> bool {
    position
        .ring
        .row(position.to_move)
        .any(|place| position.ring.counters[place] > 0 && is_legal(rules, position, place))
}

/// Whether a hole of the mover's that holds counters may be lifted: if its sowing ends, or if it need not (M8).
fn is_legal(rules: Rules, position: &Position, place: usize) -> bool {
    may_be_endless(rules) || sow(rules, position, place) != Outcome::Endless
}

/// Whether endless moves may be chosen (M8).
fn may_be_endless(rules: Rules) -> bool {
    rules.reading().endless == Endless::Split
}

/// What becomes of each move of a position: one entry for each open hole of the mover's row, from the left, and nothing
/// for an empty hole or beyond the row's end.
pub type Children = [Option<Outcome>; MOST_HOLES_IN_A_ROW];

/// Plays every move of a position, endless ones too.
pub fn children(rules: Rules, position: &Position, children: &mut Children) {
    *children = [None; MOST_HOLES_IN_A_ROW];
    for (child, place) in children.iter_mut().zip(position.ring.row(position.to_move)) {
        if position.ring.counters[place] > 0 {
            *child = Some(sow(rules, position, place));
        }
    }
}

/// Counts the sequences of exactly `depth` legal moves from a position. A finished round adds none.
///
/// Only E1 and E2 finish a round here, not repetition (E3); where `endless=split`, an endless move is counted and
/// nothing follows it (M8).
#[must_use]
pub fn perft(rules: Rules, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sequences = 0;
    for place in position.ring.row(position.to_move) {
        if position.ring.counters[place] == 0 {
            continue;
        }
        sequences += match sow(rules, position, place) {
            Outcome::Ended { after, .. } => perft(rules, &after, depth - 1),
            Outcome::Endless => u64::from(may_be_endless(rules) && depth == 1),
        };
    }
    sequences
}

/// Why a move is refused (N3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The character is no hole's letter.
    NotALetter(char),
    /// The hole lies in the other player's row.
    NotTheMovers {
        /// The hole named.
        hole: Hole,
        /// Whose move it is.
        to_move: Player,
    },
    /// The rows are not that long.
    NoSuchHole(Hole),
    /// The hole is closed (B4).
    Closed(Hole),
    /// The hole holds no counters (M1).
    Empty(Hole),
    /// The move is endless, and that is illegal (M8).
    Endless(Hole),
    /// The round is over.
    RoundOver(Ending),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NotALetter(found) => {
                write!(f, "`{}` is not a hole: A to G are South's, a to g North's", found.escape_debug())
            }
            MoveError::NotTheMovers { hole, to_move } => {
                write!(f, "{hole} is not in the row of {to_move:?}, whose move it is")
            }
            MoveError::NoSuchHole(hole) => write!(f, "the board has no hole {hole}"),
            MoveError::Closed(hole) => write!(f, "hole {hole} is closed"),
            MoveError::Empty(hole) => write!(f, "hole {hole} is empty"),
            MoveError::Endless(hole) => write!(f, "sowing from {hole} would never end"),
            MoveError::RoundOver(ending) => write!(f, "the round is over ({ending})"),
        }
    }
}

impl Error for MoveError {}
