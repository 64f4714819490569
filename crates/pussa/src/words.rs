//! Words that answers share: how moves, winners and endings are written.

use pussa_rules::{Drawing, Ending, Moves, Outcome, Round, Side};
use serde::Serialize;

/// The moves made so far, in a row.
pub(crate) fn moves(round: &Round) -> String {
    round.moves().iter().map(|hole| hole.letter()).collect()
}

/// The letters of moves of the player to move, one each.
pub(crate) fn letters(round: &Round, moves: Moves) -> Vec<char> {
    moves.iter().map(|mv| round.start().layout().hole(round.side(), mv).letter()).collect()
}

/// `south`, `north` or `draw`, for programs.
pub(crate) fn winner(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::South) => "south",
        Some(Side::North) => "north",
        None => "draw",
    }
}

/// How a round ended, and the final reserves, for programs.
#[derive(Serialize)]
pub(crate) struct Over {
    ending: &'static str,
    south: u8,
    north: u8,
}

impl From<Outcome> for Over {
    fn from(outcome: Outcome) -> Self {
        let [south, north] = outcome.holdings;
        Self { ending: outcome.ending.name(), south, north }
    }
}

/// How a round ended and who is ahead, in two sentences.
pub(crate) fn told(round: &Round, outcome: Outcome) -> String {
    let (mover, other) = (round.side(), round.side().other());
    let left = round.board().total();
    let end = match outcome.ending {
        Ending::NoMove => format!("{mover} has no counters in the own row: {other} takes what is left, {left}."),
        Ending::Endless => format!("{mover}'s sowing would never end: what is left, {left}, is split."),
        Ending::Repetition => format!("This board stands for the third time: what is left, {left}, is split."),
    };
    let [south, north] = outcome.holdings;
    let margin = outcome.margin().abs();
    match outcome.winner() {
        Some(winner) => format!("{end} South {south}, North {north}: {winner} wins the round by {margin}."),
        None => format!("{end} South {south}, North {north}: the round is a draw."),
    }
}

/// The board as it stands, drawn; with a pointer at the player to move while the round goes on.
pub(crate) fn drawing(round: &Round) -> Drawing {
    let position = round.position();
    if round.outcome().is_some() { position.drawing().without_pointer() } else { position.drawing() }
}
