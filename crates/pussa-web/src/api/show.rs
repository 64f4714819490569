//! `show`: plays moves, and says how the board stands then.

use super::Desk;
use crate::asked::{Asked, patiently};
use crate::refusal::Refusal;
use crate::told::{Over, ToldMove, endless, letters, side};
use axum::Json;
use axum::extract::State;
use pussa_rules::Round;
use serde::Serialize;

/// The answer: that of the command line, and what a page needs beside it.
#[derive(Serialize)]
pub(super) struct Shown {
    board: String,
    legal: Vec<char>,
    endless: Vec<char>,
    over: Option<Over>,
    /// Who is to move.
    side: &'static str,
    holes: u8,
    counters: u8,
    /// All counters of the game.
    total: u8,
    /// With `boards=true`: the boards from the start on, one more than there are moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<Vec<String>>,
    /// With `tell=true`: the last move, lap by lap; nothing if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<ToldMove>,
}

pub(super) async fn answer(State(desk): State<Desk>, mut asked: Asked) -> Result<Json<Shown>, Refusal> {
    let (boards, tell) = (asked.is_true("boards")?, asked.is_true("tell")?);
    let mut played = asked.played()?;
    asked.nothing_else()?;
    let work = move || {
        let last = if tell { played.moves.pop() } else { None };
        let mut round = played.round()?;
        let mut told = None;
        if let Some(letter) = last {
            let number = played.moves.chars().count() + 1;
            let refused = |error| Refusal::wrong(format_args!("moves: move {number}, {error}"));
            told = round.explain(round.check(letter).map_err(refused)?).map(|how| ToldMove::new(letter, &how));
            patiently(|| round.play(letter))?.map_err(refused)?;
            played.moves.push(letter);
        }
        let boards = if boards { Some(all_boards(&round)) } else { None };
        Ok(Json(shown(&round, boards, told)))
    };
    desk.clerks.done(work).await
}

fn shown(round: &Round, boards: Option<Vec<String>>, told: Option<ToldMove>) -> Shown {
    let variant = round.variant();
    Shown {
        board: round.position().to_string(),
        legal: letters(round, round.choices()),
        endless: letters(round, endless(round)),
        over: round.outcome().map(Over::from),
        side: side(round.side()),
        holes: variant.holes(),
        counters: variant.counters(),
        total: variant.total(),
        boards,
        told,
    }
}

/// The boards from the start of a round on. Its moves were made before, and are legal.
fn all_boards(round: &Round) -> Vec<String> {
    let mut again = Round::new(round.variant(), round.start());
    let mut boards = vec![again.position().to_string()];
    for hole in round.moves() {
        if again.play(hole.letter()).is_ok() {
            boards.push(again.position().to_string());
        }
    }
    boards
}
