//! `fate`: who wins the match that a round is a part of.

use super::Desk;
use crate::asked::Asked;
use crate::refusal::Refusal;
use crate::told::ToldFate;
use axum::Json;
use axum::extract::State as Shared;
use pussa_solver::matches::State;
use serde::Serialize;

/// The answer.
#[derive(Serialize)]
pub(super) struct Told {
    /// The board that the round began from.
    board: String,
    /// Whether it is known: `ready`; or not yet, `making` or `waiting`; or not at all, `failed` or `none`.
    state: &'static str,
    /// What becomes of the match, from before the round.
    fate: Option<ToldFate>,
}

pub(super) async fn answer(Shared(desk): Shared<Desk>, mut asked: Asked) -> Result<Json<Told>, Refusal> {
    let (variant, start) = asked.position()?;
    asked.nothing_else()?;
    let work = move || {
        let board = start.to_string();
        let Some(state) = State::before(variant, &start) else {
            return Ok(Json(Told { board, state: "none", fate: None }));
        };
        let progress = desk.known.wish(variant);
        let fate = desk.known.table(variant).and_then(|table| table.fate(state));
        let fate = fate.map(|fate| ToldFate::before(fate, start.side()));
        let progress = if progress == "ready" && fate.is_none() { "none" } else { progress };
        Ok(Json(Told { board, state: progress, fate }))
    };
    desk.clerks.clone().done(work).await
}
