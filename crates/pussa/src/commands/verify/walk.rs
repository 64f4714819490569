//! The positions that can be reached from the root of a proof in a few plies: each must have its exact value there.

use super::proof::Lookup;
use anyhow::bail;
use indicatif::ProgressBar;
use pussa_reference::{Outcome, Position, Reserves, children, end_without_history};
use rayon::prelude::*;
use std::collections::HashSet;

/// Sees to it that the value of every position is known that can be reached in so many plies or fewer, on the threads of
/// the pool this is called from. Tells how many there are, those where the round is over left out.
pub(super) fn every_value_is_known(lookup: &Lookup, plies: u16, bar: &ProgressBar) -> anyhow::Result<u64> {
    let (mut met, mut known) = (HashSet::new(), 0);
    let mut ahead = vec![*lookup.root()];
    for ply in 0..=plies {
        ahead.retain(|position| met.insert(super::seen_by_mover(position)));
        bar.set_message(format!("{}: ply {ply} of {plies}", lookup.name()));
        let looked = ahead.par_iter().map(|position| look(lookup, position, ply, ply < plies));
        let looked = looked.filter_map(Result::transpose).collect::<anyhow::Result<Vec<_>>>()?;
        known += looked.len() as u64;
        ahead = looked.into_iter().flatten().collect();
        if ahead.is_empty() {
            break;
        }
    }
    Ok(known)
}

/// Sees to it that the value of a position is known, and gives those that its moves lead to; nothing if the round is over.
fn look(lookup: &Lookup, position: &Position, ply: u16, go_on: bool) -> anyhow::Result<Option<Vec<Position>>> {
    if end_without_history(lookup.rules(), position).is_some() {
        return Ok(None);
    }
    if lookup.known(position)?.is_none_or(|known| known.low != known.high) {
        let plies = if ply == 1 { "1 ply".into() } else { format!("{ply} plies") };
        bail!("{}: the value of {position} is not there, which can be reached in {plies}", lookup.name());
    }
    let mut all = [None; pussa_reference::MOST_HOLES_IN_A_ROW];
    if go_on {
        children(lookup.rules(), position, &mut all);
    }
    let after = all.into_iter().flatten().filter_map(|outcome| match outcome {
        Outcome::Ended { after, .. } => {
            let counters = after.ring().counters();
            Position::from_ring(after.layout(), counters, Reserves::default(), after.to_move()).ok()
        }
        Outcome::Endless => None,
    });
    Ok(Some(after.collect()))
}
