//! Telling a move lap by lap, and what each move would bring.

use pussa_engine::Choice;
use pussa_rules::{Explanation, Move, Round, Side};
use std::fmt::Write;

/// A move with more laps than this is told by its beginning and its end.
const LAPS_TOLD: usize = 30;

/// The lines left out are those after so many.
const LAPS_AT_BEGINNING: usize = 20;

/// A move of the player to move, lap by lap.
pub(super) fn move_made(round: &Round, mv: Move) -> String {
    let hole = round.start().layout().hole(round.side(), mv);
    let mut text = format!("{} lifts {hole}.\n", round.side());
    let told = round.explain(mv).map(|told| told.to_string()).unwrap_or_default();
    let lines: Vec<_> = told.lines().collect();
    let left_out = if lines.len() > LAPS_TOLD { LAPS_AT_BEGINNING..lines.len() - 5 } else { 0..0 };
    for (i, line) in lines.iter().enumerate() {
        if i == left_out.start && !left_out.is_empty() {
            let _ = writeln!(text, "  … {} laps more …", left_out.len());
        }
        if !left_out.contains(&i) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// What an engine went by that has several ways to choose, and what it expects.
pub(super) fn choice(choice: &Choice) -> Option<String> {
    let by = choice.by?;
    let score = choice.score.map_or_else(String::new, |score| format!(": {score:+} to come"));
    let sure = if choice.exact { ", proved" } else { "" };
    Some(format!("By {by}{score}{sure}.\n"))
}

/// Every hole with counters of the player to move, and what lifting it would bring.
pub(super) fn moves(round: &Round) -> String {
    let mut text = String::new();
    let layout = round.start().layout();
    for hole in layout.row(round.side()) {
        let Some(told) = layout.move_of(hole).and_then(|mv| round.explain(mv)) else { continue };
        let _ = writeln!(text, "{hole}  {}", brings(&told));
    }
    text
}

/// `3 laps, South 5`.
fn brings(told: &Explanation) -> String {
    if told.is_endless() {
        return "never ends".into();
    }
    let mut text = match told.laps.len() {
        1 => "1 lap".into(),
        laps => format!("{laps} laps"),
    };
    for (side, gain) in Side::BOTH.into_iter().zip(told.gains()).filter(|&(_, gain)| gain > 0) {
        let _ = write!(text, ", {gain} for {side}");
    }
    text
}
