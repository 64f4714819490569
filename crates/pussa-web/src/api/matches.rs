//! `match`: what follows a round of a match.

use super::Desk;
use crate::asked::Asked;
use crate::refusal::Refusal;
use crate::told::ToldNext;
use axum::Json;
use axum::extract::State;
use pussa_rules::{Match, NextRound};

pub(super) async fn answer(State(desk): State<Desk>, mut asked: Asked) -> Result<Json<ToldNext>, Refusal> {
    let most = asked.number("max-rounds", 1, u32::MAX)?.unwrap_or(Match::DEFAULT_MAX_ROUNDS);
    let number = asked.number("round", 1, u32::MAX)?.unwrap_or(1);
    let played = asked.played()?;
    asked.nothing_else()?;
    let work = move || {
        let round = played.round()?;
        let outcome = round.outcome().ok_or_else(|| Refusal::wrong("the round goes on: nothing follows it yet"))?;
        let led = round.start().side();
        let next = played.variant.next_round(outcome.holdings, led, outcome.remainder);
        let next = match next {
            NextRound::Opening(_) if number >= most => NextRound::Over(outcome.winner()),
            next => next,
        };
        Ok(Json(ToldNext::from(next)))
    };
    desk.clerks.done(work).await
}
