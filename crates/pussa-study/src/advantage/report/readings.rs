//! Where two readings of a clause that the sources leave open give different winners.

use crate::advantage::words::{self, Winner};
use crate::advantage::worth::Worth;
use pussa_rules::{Reading, ReadingOption};
use std::fmt::Write;

/// What another choice for one option comes to, over all boards and all choices for the other options.
struct Flip {
    option: ReadingOption,
    /// Pairs of boards that differ in this option only, both proved.
    pairs: usize,
    /// Those of another value, and those of another winner.
    values: usize,
    winners: usize,
}

impl Flip {
    fn of(option: ReadingOption, worths: &[Worth]) -> Self {
        let mut flip = Self { option, pairs: 0, values: 0, winners: 0 };
        for worth in worths.iter().filter(|worth| !worth.board.reading().differs(option)) {
            let Some(other) = with(worth.board.reading(), option) else { continue };
            let Some(other) = worth.board.with_reading(other).ok() else { continue };
            let Some(other) = worths.iter().find(|known| known.board == other) else { continue };
            let (Some(value), Some(other_value)) = (worth.bounds.value(), other.bounds.value()) else { continue };
            flip.pairs += 1;
            flip.values += usize::from(value != other_value);
            flip.winners += usize::from(Winner::of(worth.bounds) != Winner::of(other.bounds));
        }
        flip
    }
}

/// The reading with an option at its other value.
fn with(mut reading: Reading, option: ReadingOption) -> Option<Reading> {
    reading.set(option, option.values()[1]).ok().map(|()| reading)
}

/// Tells it, if boards were looked into under several readings.
pub(super) fn tell(worths: &[Worth], text: &mut String) {
    let flips: Vec<_> = ReadingOption::ALL.map(|option| Flip::of(option, worths)).into();
    let flips: Vec<_> = flips.into_iter().filter(|flip| flip.pairs > 0).collect();
    if flips.is_empty() {
        return;
    }
    *text += "\n## What the silent clauses decide\n\nThe sources leave some clauses open. Two boards that differ in one \
              option only, both proved:\n\n";
    *text += "| option | boards compared | another value | another winner |\n| --- | --- | --- | --- |\n";
    for Flip { option, pairs, values, winners } in &flips {
        let [usual, other] = option.values();
        let _ = writeln!(text, "| `{option}`: {usual} or {other} | {pairs} | {values} | {winners} |");
    }
    tell_of_disputes(worths, text);
}

/// The boards with another winner under another reading.
fn tell_of_disputes(worths: &[Worth], text: &mut String) {
    let key = |worth: &Worth| (worth.board.game().name(), worth.board.holes(), worth.board.counters());
    let mut sizes: Vec<Vec<&Worth>> = Vec::new();
    for worth in worths {
        match sizes.iter_mut().find(|group| key(group[0]) == key(worth)) {
            Some(group) => group.push(worth),
            None => sizes.push(vec![worth]),
        }
    }
    let under = |group: &[&Worth], winner| {
        let readings = group.iter().filter(|worth| Winner::of(worth.bounds) == Some(winner));
        readings.map(|worth| words::reading(worth.board.reading())).collect::<Vec<_>>()
    };
    let is_disputed =
        |group: &&Vec<&Worth>| Winner::ALL.into_iter().filter(|&winner| !under(group, winner).is_empty()).count() > 1;
    let disputed: Vec<_> = sizes.iter().filter(is_disputed).collect();
    let (all, several) = (words::boards(sizes.len()), disputed.len());
    if disputed.is_empty() {
        let _ = writeln!(text, "\nOf {all}, each has the same winner under all readings, as far as is proved.");
        return;
    }
    let _ = write!(text, "\n**Who wins depends on the reading on {several} of {all}**");
    let is_usual = |group: &&&Vec<&Worth>| {
        group[0].board.counters() == group[0].board.game().default_counters() && group[0].board.holes() == 7
    };
    let mut separator = ", the usual one";
    for group in disputed.iter().filter(is_usual) {
        let _ = write!(text, "{separator} of {} included", group[0].board.game().title());
        separator = ", and that";
    }
    *text += ":\n\n| game | holes | counters | who leads wins under | draws under | loses under |\n";
    *text += "| --- | --- | --- | --- | --- | --- |\n";
    for group in disputed {
        let board = group[0].board;
        let [wins, draws, loses] = Winner::ALL.map(|winner| under(group, winner).join(", "));
        let (game, holes, counters) = (board.game().title(), board.holes(), board.counters());
        let _ = writeln!(text, "| {game} | {holes} | {counters} | {wins} | {draws} | {loses} |");
    }
}
