//! Ratings with their intervals, a panel for every game and reading.

use super::card::note;
use super::colours::accent;
use super::names::heading;
use super::rows::{Chart, Mark, Panel, Row};
use super::text::{interval, rounds, signed};
use plotters::style::RGBColor;
use pussa_arena::Standing;

/// What stands in the place of results if there are none.
pub(super) const NOTHING: &str = "No rounds were played.";

/// The Elo ratings of a tournament with their 95 % intervals, as the text of an SVG.
///
/// Every game and reading is a panel, in the order in which they first occur, with its engines by rank. All panels have
/// the same scale, and 0 is the mean of each one's engines.
#[must_use]
pub fn ratings(standings: &[Standing]) -> String {
    let title = "Elo, 95 % intervals";
    if standings.is_empty() {
        return note(title, NOTHING);
    }
    let panels = groups(standings, |row| (row.game, row.reading.as_str()));
    let games = groups(standings, |row| row.game);
    let colour = |game| accent(games.iter().position(|&(name, _)| name == game).unwrap_or(0));
    Chart {
        title: title.into(),
        label: "Elo, where 0 is the mean of the engines of a panel".into(),
        mark: Mark::Dot,
        panels: panels.into_iter().map(|((game, _), rows)| panel(rows, colour(game))).collect(),
    }
    .draw()
}

fn panel(mut standings: Vec<&Standing>, colour: RGBColor) -> Panel {
    standings.sort_by_key(|row| row.rank);
    // Every round counts for two engines.
    let played = standings.iter().map(|row| u128::from(row.games)).sum::<u128>() / 2;
    Panel {
        heading: standings.first().map_or(String::new(), |row| heading(row.game, &row.reading)),
        note: rounds(played),
        colour,
        rows: standings.into_iter().map(row).collect(),
    }
}

fn row(standing: &Standing) -> Row {
    let &Standing { elo, elo_low, elo_high, .. } = standing;
    Row {
        name: standing.engine.clone(),
        value: elo,
        interval: Some([elo_low, elo_high]),
        figures: [signed(elo, 0), interval(elo_low, elo_high, 0)],
    }
}

/// Rows by a key, the keys in the order in which they first occur.
pub(super) fn groups<'a, T, K: PartialEq>(rows: &'a [T], key: impl Fn(&'a T) -> K) -> Vec<(K, Vec<&'a T>)> {
    let mut groups: Vec<(K, Vec<&T>)> = Vec::new();
    for row in rows {
        let key = key(row);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
}
