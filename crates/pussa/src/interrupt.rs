//! Interrupts: Ctrl-C and its like end long work where it can be taken up again.

use anyhow::Context as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is set when the user interrupts the program.
pub(crate) fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).context("interrupts can't be caught")?;
    Ok(stop)
}
