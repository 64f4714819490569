//! Certificates of matches: every fate by its two strategies.

use crate::context::Context;
use crate::failure::Usage;
use crate::output::bar;
use anyhow::{Context as _, anyhow, ensure};
use pussa_reference as reference;
use pussa_solver::matches::{Certified, Fate, MatchCertificate, Part, State};
use rayon::prelude::*;
use reference::{MatchClaims, Player, Rules, Size};
use serde::Serialize;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The answer for programs, about one file.
#[derive(Serialize)]
pub(super) struct Answer {
    file: String,
    game: String,
    reading: String,
    holes: u8,
    counters: u8,
    /// How many states it tells the fates of: all of them hold.
    states: usize,
    /// Positions that were looked at.
    positions: u64,
    seconds: f64,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, game, reading, holes, counters, states, positions, seconds } = self;
        let size = format_args!("{holes} holes with {counters} counters");
        write!(f, "{file}: {game}, reading {reading}, {size}: ")?;
        writeln!(f, "all {states} fates hold, by {positions} positions ({seconds:.1} s)")
    }
}

/// Whether a file begins like a certificate of a match. One that can't be read does not.
pub(super) fn is_one(path: &Path) -> bool {
    let mut first = [0; 32];
    File::open(path).and_then(|mut file| file.read(&mut first)).is_ok() && MatchCertificate::is_meant(&first)
}

/// Checks a certificate of a match.
pub(super) fn check(path: &Path, sample: Option<u64>, context: &Context) -> anyhow::Result<Answer> {
    let begun = Instant::now();
    let name = path.display();
    if sample.is_some() {
        return Err(Usage(format!("--sample: {name} is of matches, and checked whole; leave it out")).into());
    }
    let bytes = std::fs::read(path).with_context(|| format!("{name} could not be read"))?;
    let MatchCertificate { variant, states } =
        MatchCertificate::from_bytes(&bytes).with_context(|| name.to_string())?;
    context.options.agree_with(variant, &name.to_string())?;
    let rules = Rules::parse(variant.game().name().parse()?, &variant.reading().to_string())?;
    let size = Size::new(variant.holes().into(), variant.counters().into())?;
    let claims = MatchClaims::new(rules, size, states.iter().map(|one| (holdings(one.state), fate(one.fate))));
    for [leader, other] in claims.states_with_all_counters() {
        let state = State { leader, other };
        ensure!(claims.fate([leader, other]).is_some(), "{name}: nothing is said of {state}, so it is not complete");
    }
    let moves = |one: &Certified| one.strategies.iter().map(Vec::len).sum::<usize>() as u64;
    let bar = bar(states.iter().map(moves).sum(), name.to_string());
    let positions = AtomicU64::new(0);
    context.pool()?.install(|| {
        states.par_iter().try_for_each(|one| {
            let [first, second] = &one.strategies;
            let looked =
                claims.verify(holdings(one.state), [first, second]).map_err(|flaw| anyhow!("{name}: {flaw}"))?;
            positions.fetch_add(looked as u64, Ordering::Relaxed);
            bar.inc(moves(one));
            Ok::<(), anyhow::Error>(())
        })
    })?;
    bar.finish_and_clear();
    let (positions, seconds) = (positions.into_inner(), begun.elapsed().as_secs_f64());
    Ok(Answer {
        file: name.to_string(),
        game: variant.game().to_string(),
        reading: variant.reading().to_string(),
        holes: variant.holes(),
        counters: variant.counters(),
        states: states.len(),
        positions,
        seconds,
    })
}

fn holdings(state: State) -> [u8; 2] {
    [state.leader, state.other]
}

/// A fate in words of the reference, where South leads.
fn fate(fate: Fate) -> reference::Fate {
    match fate {
        Fate::Nobodys => reference::Fate::Nobodys,
        Fate::Won { by, rounds } => {
            let by = if by == Part::Leader { Player::South } else { Player::North };
            reference::Fate::Won { by, rounds: rounds.into() }
        }
    }
}
