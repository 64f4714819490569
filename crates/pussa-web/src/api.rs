//! The API, a file an answer; `API.md` tells it to those who ask.

mod about;
mod analyse;
mod fate;
mod matches;
mod play;
mod records;
mod show;

use crate::asked::Asked;
use crate::champions::Champions;
use crate::crew::Crew;
use crate::known::Known;
use crate::refusal::Refusal;
use crate::solvers::Solvers;
use axum::Router;
use axum::extract::{FromRequestParts, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::routing::{get, post};
use pussa_engine::Roster;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What all requests have in common.
#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) roster: Roster,
    pub(crate) known: Known,
    pub(crate) solvers: Arc<Solvers>,
    pub(crate) champions: Arc<Champions>,
    /// For what is answered at once.
    pub(crate) clerks: Crew,
    /// For engines that choose a move.
    pub(crate) players: Crew,
    /// For analyses.
    pub(crate) thinkers: Crew,
    /// Set when the server stops.
    pub(crate) stop: Arc<AtomicBool>,
}

/// The paths below `/api/`.
pub(crate) fn routes() -> Router<Desk> {
    Router::new()
        .route("/api/engines", get(about::engines))
        .route("/api/rules", get(about::rules))
        .route("/api/status", get(about::status))
        .route("/api/show", get(show::answer))
        .route("/api/play", get(play::answer))
        .route("/api/analyse", get(analyse::answer))
        .route("/api/match", get(matches::answer))
        .route("/api/fate", get(fate::answer))
        .route("/api/records/read", post(records::read))
        .route("/api/records/write", post(records::write))
}

/// What is asked with a query, as in `?game=raja-pasu&moves=C`.
impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        match Query::<Vec<(String, String)>>::from_request_parts(parts, state).await {
            Ok(Query(words)) => Self::new(words),
            Err(error) => Err(Refusal::with(StatusCode::BAD_REQUEST, error)),
        }
    }
}
