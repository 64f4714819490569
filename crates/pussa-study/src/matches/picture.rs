//! The picture of a match: every holding, leading and not, with who wins and in how many rounds.

use super::findings::{Lot, MatchFindings};
use super::words::safe;
use crate::plot::{MatchBar, MatchMap, MatchPanel, heading, match_map};

pub(super) fn picture(findings: &MatchFindings) -> String {
    let variant = findings.variant;
    let panel = |leads: bool| {
        let bars = findings.holdings(leads).into_iter().map(|held| {
            let rounds = findings.lot(held, leads).map(|(lot, rounds)| match lot {
                Lot::Won => i32::from(rounds),
                Lot::Nobodys => 0,
                Lot::Lost => -i32::from(rounds),
            });
            MatchBar { held, rounds }
        });
        let who = if leads { "That player leads the round" } else { "The other player leads the round" };
        let name = format!("{who}: within how many rounds the match is won (up) or lost (down)");
        MatchPanel { name, safe: safe(findings, leads), bars: bars.collect() }
    };
    match_map(&MatchMap {
        title: format!("{}: who wins the match", heading(variant.game().name(), &variant.reading().to_string())),
        note: format!(
            "{} holes in a row, {} counters in all. By what a player holds before a round: whether that player \
             wins the match if both play as well as can be, and within how many rounds",
            variant.holes(),
            variant.total()
        ),
        x_label: format!(
            "counters that the player holds; the other has the rest of {}. The thick line is where both hold the same",
            variant.total()
        ),
        tick: variant.counters(),
        total: variant.total(),
        panels: vec![panel(true), panel(false)],
    })
}
