//! `play`: an engine chooses a move.

use super::Desk;
use crate::asked::{Asked, MOST_LAPS, patiently};
use crate::engines::{MOST_TIME, engine};
use crate::refusal::{OrWrong, Refusal};
use axum::Json;
use axum::extract::State;
use pussa_engine::{Limit, Spec, Watch};
use pussa_rules::{Round, with_patience};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// What the engine chose.
#[derive(Serialize)]
pub(super) struct Choice {
    /// The board it was asked about.
    board: String,
    r#move: char,
    /// The margin it expects to come, for the player to move, if it looks ahead.
    value: Option<f32>,
    exact: bool,
    depth: u32,
    nodes: u64,
    /// The moves it expects, its own first.
    line: String,
}

pub(super) async fn answer(State(desk): State<Desk>, mut asked: Asked) -> Result<Json<Choice>, Refusal> {
    let spec = asked.word("engine").unwrap_or_else(|| "greedy".into());
    let seed = asked.number("seed", 0, u64::MAX)?.unwrap_or(1);
    let played = asked.played()?;
    asked.nothing_else()?;
    let (roster, stop) = (desk.roster.clone(), Arc::clone(&desk.stop));
    let work = move || {
        let mut engine = engine(&roster, &spec)?;
        let round = played.round()?;
        if round.outcome().is_some() {
            return Err(Refusal::wrong("the round is over: there is no move to choose"));
        }
        engine.new_game(seed);
        let limit = Limit { time: most_time(&spec), ..Limit::NONE };
        let watch = Watch { limit, clock: None, stop: &stop, report: &|_| () };
        let done = with_patience(MOST_LAPS, || engine.choose(&round, &watch));
        let choice = done.value.or_wrong()?;
        if !round.choices().contains(choice.mv) {
            return Err(Refusal::wrong("the engine chose a move that may not be made"));
        }
        Ok(Json(Choice {
            board: round.position().to_string(),
            r#move: round.letter(choice.mv),
            value: choice.score,
            exact: choice.exact && !done.gave_up,
            depth: choice.depth,
            nodes: choice.nodes,
            line: line(&round, choice.line.moves())?,
        }))
    };
    desk.players.done(work).await
}

/// The most time there is; nothing for an engine that is given no bound of its own, and takes its usual time.
fn most_time(spec: &str) -> Option<Duration> {
    let spec: Spec = spec.parse().ok()?;
    ["depth", "nodes", "playouts", "time"].iter().any(|key| spec.value(key).is_some()).then_some(MOST_TIME)
}

/// The letters of a line, as far as it can be played.
pub(super) fn line(round: &Round, moves: &[pussa_rules::Move]) -> Result<String, Refusal> {
    let mut round = round.clone();
    let mut letters = String::new();
    for &mv in moves {
        if !round.choices().contains(mv) {
            break;
        }
        letters.push(round.letter(mv));
        patiently(|| round.play_unchecked(mv))?;
    }
    Ok(letters)
}
