//! Who makes what is kept in files: this program, this machine, today.

use pussa_arena::Made;
use std::fs;

/// This program, this machine, today.
pub(crate) fn made() -> Made {
    Made {
        version: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("PUSSA_COMMIT").unwrap_or_default().to_owned(),
        machine: machine(),
        day: jiff::tz::Offset::UTC.to_datetime(jiff::Timestamp::now()).date().to_string(),
    }
}

/// The machine, for people: as in `AMD EPYC, 2 cores, linux`.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cores = if cores == 1 { "1 core".into() } else { format!("{cores} cores") };
    format!("{}, {cores}, {}", processor().unwrap_or_else(|| std::env::consts::ARCH.into()), std::env::consts::OS)
}

/// What the processor calls itself, where the system tells.
fn processor() -> Option<String> {
    let about = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = about.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
