//! `analyse`: what every move is worth, once, or better and better as a stream of events.

use super::Desk;
use crate::analysis::{Findings, Means, analyse};
use crate::asked::Asked;
use crate::refusal::Refusal;
use axum::Json;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use pussa_rules::Round;
use pussa_solver::matches::{MatchTable, State};
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};
use tokio_stream::wrappers::WatchStream;

/// How long an analysis takes unless told otherwise, and at most.
const TIMES: [Duration; 2] = [Duration::from_secs(2), Duration::from_mins(2)];

/// How long findings may wait until somebody takes them.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) async fn answer(
    Shared(desk): Shared<Desk>,
    headers: HeaderMap,
    mut asked: Asked,
) -> Result<Response, Refusal> {
    let [usual, most] = TIMES;
    let time = asked.time("time", most)?.unwrap_or(usual);
    let for_match = asked.is_true("match")?;
    let played = asked.played()?;
    asked.nothing_else()?;
    let hand = desk.thinkers.hand().await?;
    let (told, mut findings) = watch::channel(Findings::default());
    let (ready, begun) = oneshot::channel();
    let wanted = Wanted::default();
    let Wanted { unwanted, untaken } = &wanted;
    let (unwanted, waits) = (Arc::clone(unwanted), Arc::clone(untaken));
    tokio::task::spawn_blocking(move || {
        let _hand = hand;
        let round = match played.round() {
            Ok(round) => round,
            Err(refusal) => return drop(ready.send(Err(refusal))),
        };
        if ready.send(Ok(())).is_err() {
            return;
        }
        let table = if for_match { table_for(&desk, &round) } else { None };
        let means =
            Means { roster: &desk.roster, lore: &desk.known.lore(), solvers: &desk.solvers, table: table.as_deref() };
        let report = |findings| {
            waits.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now);
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
        while findings.changed().await.is_ok() {
            wanted.take();
        }
        let findings = findings.borrow().clone();
        drop(wanted);
        return Ok(Json(findings).into_response());
    }
    tokio::spawn(call_off_if_untaken(Arc::downgrade(&wanted.untaken), Arc::clone(&wanted.unwanted)));
    let stream = WatchStream::from_changes(findings).map(move |findings| {
        // As long as somebody reads.
        wanted.take();
        Ok::<_, Infallible>(Event::default().json_data(findings).unwrap_or_default())
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(2))).into_response())
}

/// The table of the match that a round is a part of; if there is none yet, it is wished for.
fn table_for(desk: &Desk, round: &Round) -> Option<Arc<MatchTable>> {
    State::before(round.variant(), &round.start())?;
    desk.known.wish(round.variant());
    desk.known.table(round.variant())
}

/// Somebody wants to know; when dropped, nobody does.
#[derive(Default)]
struct Wanted {
    unwanted: Arc<AtomicBool>,
    untaken: Arc<Untaken>,
}

/// Since when there is something to tell that nobody has taken.
type Untaken = Mutex<Option<Instant>>;

impl Wanted {
    /// What there is to tell is taken.
    fn take(&self) {
        *self.untaken.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}

/// Calls an analysis off once what it tells is not taken for too long, as by a client that does not read.
async fn call_off_if_untaken(untaken: Weak<Untaken>, unwanted: Arc<AtomicBool>) {
    while let Some(untaken) = untaken.upgrade() {
        let since = *untaken.lock().unwrap_or_else(PoisonError::into_inner);
        if since.is_some_and(|since| since.elapsed() > PATIENCE) {
            return unwanted.store(true, Ordering::Relaxed);
        }
        drop(untaken);
        tokio::time::sleep(PATIENCE / 5).await;
    }
}
