//! `play`: an engine chooses a move.

use super::Desk;
use crate::asked::{Asked, MOST_LAPS, patiently};
use crate::engines::{MOST_TIME, engine as named};
use crate::refusal::{OrWrong, Refusal};
use crate::told::ToldFate;
use axum::Json;
use axum::extract::State as Shared;
use pussa_engine::{Limit, Spec, Watch};
use pussa_rules::{Move, Round, with_patience};
use pussa_solver::matches::{Prospect, State};
use serde::Serialize;
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
    /// What becomes of the match, if the move was chosen for its sake.
    #[serde(skip_serializing_if = "Option::is_none")]
    fate: Option<ToldFate>,
}

pub(super) async fn answer(Shared(desk): Shared<Desk>, mut asked: Asked) -> Result<Json<Choice>, Refusal> {
    let spec = asked.word("engine").unwrap_or_else(|| "greedy".into());
    let seed = asked.number("seed", 0, u64::MAX)?.unwrap_or(1);
    let played = asked.played()?;
    asked.nothing_else()?;
    let players = desk.players.clone();
    let work = move || {
        let spec: Spec = spec.parse().or_wrong()?;
        let mut engine = named(&desk.roster, &spec, &desk.known)?;
        let round = played.round()?;
        if round.outcome().is_some() {
            return Err(Refusal::wrong("the round is over: there is no move to choose"));
        }
        if is_for_match(&spec) {
            if let Some((mv, prospect)) = for_match(&desk, &round) {
                return Ok(Json(Choice::for_match(&round, mv, prospect)));
            }
            // No table is made within the time for a move: then it plays for the round.
            engine = named(&desk.roster, &spec.clone().with("aim", "round"), &desk.known)?;
        }
        engine.new_game(seed);
        let limit = Limit { time: most_time(&spec), ..Limit::NONE };
        let watch = Watch { limit, clock: None, stop: &desk.stop, report: &|_| () };
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
            fate: None,
        }))
    };
    players.done(work).await
}

/// Whether an engine plays for the sake of the match.
fn is_for_match(spec: &Spec) -> bool {
    spec.name() == "perfect" && spec.value("aim") == Some("match")
}

/// The move for the sake of the match, if its table is there and tells of such a round.
fn for_match(desk: &Desk, round: &Round) -> Option<(Move, Prospect)> {
    State::before(round.variant(), &round.start())?;
    desk.known.wish(round.variant());
    desk.champions.choose(&desk.known.table(round.variant())?, round, MOST_TIME, &desk.stop)
}

impl Choice {
    fn for_match(round: &Round, mv: Move, prospect: Prospect) -> Self {
        let letter = round.letter(mv);
        Self {
            board: round.position().to_string(),
            r#move: letter,
            value: None,
            exact: false,
            depth: 0,
            nodes: 1,
            line: letter.to_string(),
            fate: Some(ToldFate::of(prospect, round.side())),
        }
    }
}

/// The most time there is; nothing for an engine that is given no bound of its own, and takes its usual time.
fn most_time(spec: &Spec) -> Option<Duration> {
    ["depth", "nodes", "playouts", "time"].iter().any(|key| spec.value(key).is_some()).then_some(MOST_TIME)
}

/// The letters of a line, as far as it can be played.
pub(super) fn line(round: &Round, moves: &[Move]) -> Result<String, Refusal> {
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
