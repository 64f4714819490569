//! Work that has so much time and no more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Does what a flag can call off, and calls it off when time is up, or when `stop` is set. `None` if there is no thread to be
/// had that watches the time.
pub(crate) fn within<T>(time: Duration, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> Option<T> {
    const STEP: Duration = Duration::from_millis(2);
    let begun = Instant::now();
    let off = AtomicBool::new(time.is_zero());
    std::thread::scope(|scope| {
        // Dropped when the work is done, however it ends.
        let (_working, done) = channel::<()>();
        let off = &off;
        let watch = move || {
            while done.recv_timeout(STEP) == Err(RecvTimeoutError::Timeout) {
                if stop.load(Ordering::Relaxed) || begun.elapsed() >= time {
                    off.store(true, Ordering::Relaxed);
                    return;
                }
            }
        };
        Builder::new().spawn_scoped(scope, watch).ok()?;
        Some(work(off))
    })
}
