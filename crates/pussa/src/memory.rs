//! Memory: sizes as users write them, how much of it is free, and whether that is enough.

use anyhow::ensure;
use indicatif::BinaryBytes;
use pussa_engine::{Spec, keys};
use sysinfo::System;

/// Refuses what takes more bytes than are allowed, or than are free if nothing is said.
pub(crate) fn check(needed: u64, allowed: Option<u64>, what: &str, advice: &str) -> anyhow::Result<()> {
    let most = allowed.unwrap_or_else(free);
    let (bytes, told) = (BinaryBytes(needed), BinaryBytes(most));
    let but = if allowed.is_some() { format!("--max-memory allows {told}") } else { format!("{told} are free") };
    ensure!(needed <= most, "{what} takes {bytes} of memory, and {but}; {advice}");
    Ok(())
}

/// Refuses engines whose tables, as far as their specs tell a size, don't fit into what is free; each is made so often.
pub(crate) fn check_engines<'a>(specs: impl IntoIterator<Item = &'a Spec>, times: usize) -> anyhow::Result<()> {
    let hash = |spec: &Spec| spec.value("hash").and_then(keys::size).unwrap_or(0);
    let once = specs.into_iter().map(hash).fold(0, u64::saturating_add);
    if once == 0 {
        return Ok(());
    }
    let (what, advice) = match times {
        1 => ("the engine's table".into(), "try a smaller hash"),
        _ => (format!("the engines' tables on {times} threads"), "try a smaller hash, or fewer --threads"),
    };
    check(once.saturating_mul(times as u64), None, &what, advice)
}

/// Bytes of memory that nobody uses; all there could be if the machine does not tell.
pub(crate) fn free() -> u64 {
    let Ok(mut system) = System::new() else { return u64::MAX };
    system.refresh_memory();
    let limited = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(limited)
}

/// Reads a size in bytes, as in `64MiB`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    keys::size(text).ok_or_else(|| format!("{text:?} is not a size in MiB or GiB, as in 512MiB or 20GiB"))
}
