//! Who does the work: so many at once and no more, and so many that wait for it.

use crate::refusal::Refusal;
use axum::http::StatusCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A crew for one kind of work. Work that comes when all are busy waits a while, and is refused then.
#[derive(Clone, Debug)]
pub(crate) struct Crew {
    hands: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    patience: Duration,
}

impl Crew {
    /// A crew of so many, with room for so many that wait, each no longer than `patience`.
    pub(crate) fn new(hands: usize, queue: usize, patience: Duration) -> Self {
        Self { hands: Arc::new(Semaphore::new(hands)), queue: Arc::new(Semaphore::new(queue)), patience }
    }

    /// Waits for one that is free: until what is returned is dropped, it is busy.
    ///
    /// # Errors
    /// Busy, if too many wait already, or nobody got free in time.
    pub(crate) async fn hand(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let _place = self.queue.try_acquire().map_err(|_| Refusal::busy())?;
        let hand = Arc::clone(&self.hands).acquire_owned();
        match tokio::time::timeout(self.patience, hand).await {
            Ok(Ok(hand)) => Ok(hand),
            _ => Err(Refusal::busy()),
        }
    }

    /// Has some work done off the threads that answer.
    ///
    /// # Errors
    /// Busy, or what the work itself refuses.
    pub(crate) async fn done<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let hand = self.hand().await?;
        let work = move || {
            let done = work();
            drop(hand);
            done
        };
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
            Err(Refusal::with(StatusCode::INTERNAL_SERVER_ERROR, "the server failed at this; the fault is its own"))
        })
    }
}
