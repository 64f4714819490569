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
    let lines = [count, lead, holdings, leading, fewer, longest].map(|line| format!("- {}\n", line(findings)));
    format!("## {}, {reading}\n\n{}\n\n{}", variant.game().title(), start(findings), lines.concat())
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
    let still = match open {
        0 => String::new(),
        1 => "; 1 is open".into(),
        _ => format!("; {open} are open"),
    };
    format!(
        "Of {all} ways to begin a round, the player who leads wins {leader}, the other {other}, and nobody {nobody}{still}."
    )
}

/// From which holding on a player always wins.
pub(super) fn safe(findings: &MatchFindings, leads: bool) -> Option<u8> {
    let won = |held: &u8| findings.lot(*held, leads).is_some_and(|(lot, _)| lot == Lot::Won);
    findings.holdings(leads).into_iter().rev().take_while(won).last()
}

/// The smallest lead in counters that wins.
fn lead(findings: &MatchFindings) -> String {
    let lead = |held: u8| match 2 * i16::from(held) - i16::from(findings.variant.total()) {
        behind @ ..0 => format!("even {} behind", counters(-behind)),
        0 => "with as many as the other".into(),
        ahead => format!("with {} more than the other", counters(ahead)),
    };
    let one = |who: &str, leads: bool| match safe(findings, leads) {
        Some(held) => format!("{who} wins {}, and with everything above", lead(held)),
        None => format!("{who} is sure to win with no lead in counters"),
    };
    format!("{}; {}.", one("A player who leads", true), one("a player who does not lead", false))
}

/// With which holdings a player wins, leading and not.
fn holdings(findings: &MatchFindings) -> String {
    let told = |leads: bool, who: &str| {
        let with = |wanted: Option<Lot>, does: &str| {
            let held = findings.holdings(leads).into_iter();
            let held = ranges(held.filter(|&held| findings.lot(held, leads).map(|(lot, _)| lot) == wanted))?;
            Some(format!("{does} {held}"))
        };
        let lots = [
            (Some(Lot::Won), "wins with"),
            (Some(Lot::Lost), "loses with"),
            (Some(Lot::Nobodys), "neither with"),
            (None, "open with"),
        ];
        let lots: Vec<_> = lots.into_iter().filter_map(|(lot, does)| with(lot, does)).collect();
        format!("{who}: {}", lots.join(", "))
    };
    format!("By the counters held. {}. {}.", told(true, "Who leads"), told(false, "Who does not lead"))
}

/// Whether it is ever better not to lead.
fn leading(findings: &MatchFindings) -> String {
    let both = || {
        let held = findings.holdings(true).into_iter();
        held.filter_map(|held| Some((held, findings.lot(held, true)?.0, findings.lot(held, false)?.0)))
    };
    if both().all(|(held, ..)| 2 * i16::from(held) == i16::from(findings.variant.total())) {
        return "Who leads follows from what the players hold, so nobody can wish for it.".into();
    }
    let worse = ranges(both().filter(|(_, leads, not)| leads < not).map(|(held, ..)| held));
    let better = ranges(both().filter(|(_, leads, not)| leads > not).map(|(held, ..)| held));
    let worse = worse.map_or("It is never better not to lead".into(), |held| {
        format!("It is better not to lead with {held} counters")
    });
    let better = better.map_or("never better to lead".into(), |held| format!("better to lead with {held}"));
    format!("{worse}, and {better}; otherwise it comes to the same.")
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
    let held = ranges(states.map(|(_, state)| state.leader)).unwrap_or_default();
    format!("The longest win takes {}: where the player who leads holds {held}.", rounds(most))
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

/// `7 to 12, 15, 18 to 20`; nothing if there are none.
fn ranges(numbers: impl Iterator<Item = u8>) -> Option<String> {
    let numbers: Vec<u8> = numbers.collect();
    let runs = numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b)).map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        one => one.iter().map(u8::to_string).collect(),
    });
    let runs: Vec<_> = runs.collect();
    (!runs.is_empty()).then(|| runs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::MatchRow;
    use pussa_rules::{RAJA_PASU, Variant};
    use pussa_solver::matches::State;

    #[test]
    fn numbers_in_a_row_are_told_by_their_ends() {
        assert_eq!(ranges([7, 8, 9, 11, 13, 14].into_iter()).as_deref(), Some("7 to 9, 11, 13 to 14"));
        assert_eq!(ranges(std::iter::empty()), None);
    }

    /// Eight counters, and what becomes of the match for who leads with 2, 3, 4, 5, 6 of them.
    fn findings(fates: [Option<Fate>; 5]) -> MatchFindings {
        let rows = (2..).zip(fates).map(|(leader, fate)| MatchRow {
            state: State { leader, other: 8 - leader },
            fate,
            best: "B".into(),
            keeping: "AB".into(),
        });
        MatchFindings::new(Variant::new(RAJA_PASU).with_holes(2).unwrap().with_counters(2).unwrap(), rows.collect())
    }

    #[test]
    fn what_is_odd_about_a_match_is_told() {
        let won = |by, rounds| Some(Fate::Won { by, rounds });
        let fates = [won(Part::Other, 1), None, won(Part::Leader, 2), won(Part::Other, 3), won(Part::Leader, 1)];
        let told = section(&findings(fates));
        for line in [
            "**From the start the player who leads wins the match, within 2 rounds.** The first moves that win so soon: B; \
             those that win at all: A, B.",
            "- Of 5 ways to begin a round, the player who leads wins 2, the other 2, and nobody 0; 1 is open.",
            "- A player who leads wins with 4 counters more than the other, and with everything above; a player who does not \
             lead wins with 4 counters more than the other, and with everything above.",
            "- By the counters held. Who leads: wins with 4, 6, loses with 2, 5, open with 3. Who does not lead: wins with 3, \
             6, loses with 2, 4, open with 5.",
            "- It is never better not to lead, and better to lead with 4; otherwise it comes to the same.",
            "- One counter more is not always better: a player wins with 4 and loses with 5 (leading), wins with 3 and loses \
             with 4 (not leading).",
            "- The longest win takes 3 rounds: where the player who leads holds 5.",
        ] {
            assert!(told.contains(line), "{line}\n{told}");
        }
    }

    #[test]
    fn a_match_that_nobody_wins_is_told_so() {
        let told = section(&findings([Some(Fate::Nobodys); 5]));
        assert!(told.contains("**From the start the match is nobody's:**"), "{told}");
        assert!(told.contains("A player who leads is sure to win with no lead in counters"), "{told}");
        assert!(told.contains("Nobody wins a match."), "{told}");
    }
}
