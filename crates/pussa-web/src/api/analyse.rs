//! `analyse`: what every move is worth, once, or better and better as a stream of events.

use super::Desk;
use crate::analysis::{Findings, Means, analyse};
use crate::asked::Asked;
use crate::refusal::Refusal;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use tokio_stream::wrappers::WatchStream;

/// How long an analysis takes unless told otherwise, and at most.
const TIMES: [Duration; 2] = [Duration::from_secs(2), Duration::from_mins(2)];

pub(super) async fn answer(
    State(desk): State<Desk>,
    headers: HeaderMap,
    mut asked: Asked,
) -> Result<Response, Refusal> {
    let [usual, most] = TIMES;
    let time = asked.time("time", most)?.unwrap_or(usual);
    let played = asked.played()?;
    asked.nothing_else()?;
    let hand = desk.thinkers.hand().await?;
    let (told, mut findings) = watch::channel(Findings::default());
    let (ready, begun) = oneshot::channel();
    let wanted = Wanted(Arc::new(AtomicBool::new(false)));
    let unwanted = Arc::clone(&wanted.0);
    tokio::task::spawn_blocking(move || {
        let _hand = hand;
        let round = match played.round() {
            Ok(round) => round,
            Err(refusal) => return drop(ready.send(Err(refusal))),
        };
        if ready.send(Ok(())).is_err() {
            return;
        }
        let means = Means { roster: &desk.roster, known: &desk.known, solvers: &desk.solvers };
        let report = |findings| {
            told.send_replace(findings);
            if desk.stop.load(Ordering::Relaxed) {
                unwanted.store(true, Ordering::Relaxed);
            }
        };
        analyse(&round, &means, time, &unwanted, &report);
    });
    let failed = || Refusal::with(StatusCode::INTERNAL_SERVER_ERROR, "the server failed at this; the fault is its own");
    begun.await.map_err(|_| failed())??;
    let streams = headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"text/event-stream"));
    if !streams {
        while findings.changed().await.is_ok() {}
        let findings = findings.borrow().clone();
        drop(wanted);
        return Ok(Json(findings).into_response());
    }
    let stream = WatchStream::from_changes(findings).map(move |findings| {
        // As long as somebody reads.
        let _ = &wanted;
        Ok::<_, Infallible>(Event::default().json_data(findings).unwrap_or_default())
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(2))).into_response())
}

/// Somebody wants to know; when dropped, nobody does.
struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
