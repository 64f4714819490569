//! What the table of a match means to a player, in words.

use super::findings::{Lot, MatchFindings};
use pussa_rules::Reading;
use pussa_solver::matches::{Fate, Part};

/// Everything that is told about one game, in Markdown.
pub(super) fn section(findings: &MatchFindings) -> String {
    let variant = findings.variant;
    let reading = match variant.reading() {
        reading if reading == Reading::default() => "the default reading".into(),
        reading => format!("reading `{reading}`"),
    };
    let mut text = format!("## {}, {reading}\n\n{}\n\n", variant.game().title(), start(findings));
    for line in
        [count(findings), lead(findings), holdings(findings), leading(findings), fewer(findings), longest(findings)]
    {
        text += &format!("- {line}\n");
    }
    text
}

/// What becomes of a match from its start.
fn start(findings: &MatchFindings) -> String {
    let Some(row) = findings.start() else { return "**Nothing is known of the match from its start.**".into() };
    let (best, keeping) = (letters(&row.best), letters(&row.keeping));
    match row.fate {
        None => "**It is open who wins the match from its start.**".into(),
        Some(Fate::Nobodys) => {
            format!(
                "**From the start the match is nobody's:** each player can keep the other from winning for ever. First moves \
                     that hold it: {keeping}."
            )
        }
        Some(Fate::Won { by: Part::Leader, rounds }) => format!(
            "**From the start the player who leads wins the match, within {}.** The first moves that win so soon: {best}; \
             those that win at all: {keeping}.",
            self::rounds(rounds)
        ),
        Some(Fate::Won { by: Part::Other, rounds }) => format!(
            "**From the start the player who does not lead wins the match, within {}.** The first moves that hold out so \
             long: {best}.",
            self::rounds(rounds)
        ),
    }
}

/// How many states there are of each kind.
fn count(findings: &MatchFindings) -> String {
    let of = |fate: fn(Option<Fate>) -> bool| findings.rows.iter().filter(|row| fate(row.fate)).count();
    let leader = of(|fate| matches!(fate, Some(Fate::Won { by: Part::Leader, .. })));
    let other = of(|fate| matches!(fate, Some(Fate::Won { by: Part::Other, .. })));
    let nobody = of(|fate| fate == Some(Fate::Nobodys));
    let open = of(|fate| fate.is_none());
    let all = findings.rows.len();
    let still = if open > 0 { format!("; {open} are open") } else { String::new() };
    format!(
        "Of {all} ways to begin a round, the player who leads wins {leader}, the other {other}, and nobody {nobody}{still}."
    )
}

/// From which holding on a player always wins.
fn safe(findings: &MatchFindings, leads: bool) -> Option<u8> {
    let won = |held: &u8| findings.lot(*held, leads).is_some_and(|(lot, _)| lot == Lot::Won);
    findings.holdings(leads).into_iter().rev().take_while(won).last()
}

/// The smallest lead in counters that wins.
fn lead(findings: &MatchFindings) -> String {
    let total = i16::from(findings.variant.total());
    let lead = |held: u8| 2 * i16::from(held) - total;
    let ahead = |lead: i16| match lead {
        ..0 => format!("as little as {} behind", counters(-lead)),
        0 => "as many as the other".into(),
        _ => format!("{} more than the other", counters(lead)),
    };
    match (safe(findings, true), safe(findings, false)) {
        (Some(leads), Some(not)) => format!(
            "A player who leads wins with {} and with everything more; one who does not lead, with {} and everything more.",
            ahead(lead(leads)),
            ahead(lead(not))
        ),
        (Some(held), None) => {
            format!(
                "A player who leads wins with {} and with everything more; one who does not lead is never sure to win by counters alone.",
                ahead(lead(held))
            )
        }
        (None, Some(held)) => {
            format!(
                "A player who does not lead wins with {} and with everything more; one who leads is never sure to win by counters alone.",
                ahead(lead(held))
            )
        }
        (None, None) => "No lead in counters is sure to win.".into(),
    }
}

/// With which holdings a player wins, leading and not.
fn holdings(findings: &MatchFindings) -> String {
    let with = |leads: bool, wanted: Lot| {
        let held = findings.holdings(leads).into_iter();
        ranges(held.filter(|&held| findings.lot(held, leads).is_some_and(|(lot, _)| lot == wanted)))
    };
    format!(
        "Who leads wins with {} and loses with {}; who does not lead wins with {} and loses with {} counters.",
        with(true, Lot::Won),
        with(true, Lot::Lost),
        with(false, Lot::Won),
        with(false, Lot::Lost)
    )
}

/// Whether it is ever better not to lead.
fn leading(findings: &MatchFindings) -> String {
    let both = || {
        let held = findings.holdings(true).into_iter();
        held.filter_map(|held| Some((held, findings.lot(held, true)?.0, findings.lot(held, false)?.0)))
    };
    if both().all(|(held, ..)| 2 * held == findings.variant.total()) {
        return "Who leads follows from what the players hold, so nobody can wish for it.".into();
    }
    let worse = ranges(both().filter(|(_, leads, not)| leads < not).map(|(held, ..)| held));
    let better = ranges(both().filter(|(_, leads, not)| leads > not).map(|(held, ..)| held));
    format!(
        "With {worse} counters a player is better off not to lead, with {better} it is better to lead; otherwise it comes to the same."
    )
}

/// Where one counter more makes the match worse.
fn fewer(findings: &MatchFindings) -> String {
    let mut found = Vec::new();
    for (leads, role) in [(true, "leading"), (false, "not leading")] {
        for held in findings.holdings(leads) {
            let lot = |held| Some(findings.lot(held, leads)?.0);
            if let (Some(fewer), Some(more)) = (lot(held), held.checked_add(1).and_then(lot))
                && more < fewer
            {
                found.push(format!("{} with {held} and {} with {} ({role})", verb(fewer), verb(more), held + 1));
            }
        }
    }
    match found.as_slice() {
        [] => "One counter more never makes the match worse.".into(),
        found => format!("One counter more is not always better: a player {}.", found.join(", ")),
    }
}

/// The longest way to a win.
fn longest(findings: &MatchFindings) -> String {
    let won = findings.rows.iter().filter_map(|row| match row.fate? {
        Fate::Won { rounds, .. } => Some((rounds, row.state)),
        Fate::Nobodys => None,
    });
    let all: Vec<_> = won.collect();
    let Some(most) = all.iter().map(|&(rounds, _)| rounds).max() else { return "Nobody wins a match.".into() };
    let states = all.iter().filter(|&&(rounds, _)| rounds == most);
    let states: Vec<_> = states.map(|(_, state)| format!("{} against {}", state.leader, state.other)).collect();
    format!("The longest win takes {}, where the player who leads holds {}.", rounds(most), states.join(" or "))
}

fn verb(lot: Lot) -> &'static str {
    match lot {
        Lot::Won => "wins",
        Lot::Nobodys => "holds the match",
        Lot::Lost => "loses",
    }
}

fn rounds(number: u16) -> String {
    if number == 1 { "1 round".into() } else { format!("{number} rounds") }
}

fn counters(number: i16) -> String {
    if number == 1 { "1 counter".into() } else { format!("{number} counters") }
}

/// `C, F`, or `none`.
fn letters(letters: &str) -> String {
    let letters: Vec<_> = letters.chars().map(String::from).collect();
    if letters.is_empty() { "none".into() } else { letters.join(", ") }
}

/// `7 to 12, 15, 18 to 20`, or `none`.
fn ranges(numbers: impl Iterator<Item = u8>) -> String {
    let numbers: Vec<u8> = numbers.collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    let runs: Vec<_> = runs.collect();
    if runs.is_empty() { "none".into() } else { runs.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_told_by_their_ends() {
        assert_eq!(ranges([7, 8, 9, 11, 13, 14].into_iter()), "7 to 9, 11, 13 to 14");
        assert_eq!(ranges(std::iter::empty()), "none");
    }
}
