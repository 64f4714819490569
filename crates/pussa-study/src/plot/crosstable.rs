//! Every two engines against each other, as a matrix of coloured cells for every game and reading.

use super::card::{Align, Card, MARGIN, card, note};
use super::colours::{FAINT, INK, QUIET, WHITE, of_score};
use super::names::heading;
use super::ratings::{NOTHING, groups};
use super::text::{Block, Font, count, interval, number, rounds, signed};
use pussa_arena::CrossTableRow;
use std::collections::HashMap;

/// Up to so many engines, a cell has room for the interval, and a column for the engine's name.
const ROOMY: usize = 10;
/// Between the parts of a table.
const GAP: i32 = 14;

/// The room for a row's number.
const NUMBER: i32 = 28;

/// The results of every two engines, row against column, as the text of an SVG.
///
/// Every game and reading is a table, in the order in which they first occur, with its engines by their share of all
/// points. A cell has the colour of the share of points, orange below one half and blue above, and says it in per cent;
/// below that stands the Elo difference, up to ten engines with its 95 % interval, or the mean margin if there is no
/// difference that is a finite number. A pairing without rounds is empty.
#[must_use]
pub fn crosstable(rows: &[CrossTableRow]) -> String {
    let title = "Scores of every two engines";
    if rows.is_empty() {
        return note(title, NOTHING);
    }
    let groups = groups(rows, |row| (row.game, row.reading.as_str()));
    let tables: Vec<_> = groups.into_iter().map(|((game, reading), rows)| Table::new(game, reading, &rows)).collect();
    let dense = tables.iter().any(|table| table.engines.len() > ROOMY);
    let figures = if dense { "the Elo difference" } else { "the Elo difference with its 95 % interval" };
    let note = format!(
        "Row against column: the row's share of points, blue above one half and orange below; under it, {figures}"
    );
    let (title, note) = (Block::new(title, Font::Title, 70), Block::new(&note, Font::Small, 100));
    let layouts: Vec<_> = tables.iter().map(|table| Layout::of(table, dense)).collect();
    let right = layouts.iter().map(|layout| layout.width).max().unwrap_or(0).max(title.width()).max(note.width());
    let heights: i32 = layouts.iter().map(|layout| layout.height + 2 * GAP).sum();
    let first = MARGIN + title.height() + note.height() + GAP;

    card((MARGIN + right + MARGIN, first + heights + MARGIN - GAP), |card| {
        card.block(&title, (MARGIN, MARGIN), Align::Left, INK);
        card.block(&note, (MARGIN, MARGIN + title.height()), Align::Left, QUIET);
        let mut top = first;
        for (table, layout) in tables.iter().zip(&layouts) {
            layout.draw(card, table, top);
            top += layout.height + 2 * GAP;
        }
    })
}

/// The results of a game under a reading.
struct Table<'a> {
    heading: String,
    rounds: u128,
    /// By their share of points.
    engines: Vec<&'a str>,
    /// By the two engines' places in that order. None is against itself, and all have rounds.
    cells: HashMap<[usize; 2], &'a CrossTableRow>,
    /// Every engine's share of points, 0 to 1.
    scores: Vec<Option<f64>>,
}

impl<'a> Table<'a> {
    fn new(game: &str, reading: &str, rows: &[&'a CrossTableRow]) -> Self {
        let mut engines: Vec<&str> = Vec::new();
        let mut totals: HashMap<&str, [f64; 2]> = HashMap::new();
        for row in rows {
            let [points, games] = totals.entry(&row.engine).or_default();
            if row.engine != row.opponent && row.games > 0 {
                *points += points_of(row);
                *games += row.games as f64;
            }
        }
        for name in rows.iter().flat_map(|row| [row.engine.as_str(), row.opponent.as_str()]) {
            if !engines.contains(&name) {
                engines.push(name);
            }
        }
        let score =
            |name: &str| totals.get(name).filter(|[_, games]| *games > 0.0).map(|[points, games]| points / games);
        // Stable: equals stay in the order given.
        engines.sort_by(|a, b| score(b).unwrap_or(-1.0).total_cmp(&score(a).unwrap_or(-1.0)));

        let places: HashMap<&str, usize> = engines.iter().enumerate().map(|(place, &name)| (name, place)).collect();
        let place = |row: &CrossTableRow| [places[row.engine.as_str()], places[row.opponent.as_str()]];
        let played = rows.iter().filter(|row| row.engine != row.opponent && row.games > 0);
        let cells: HashMap<_, _> = played.map(|&row| (place(row), row)).collect();
        let rounds_of = |cell| cells.get(&cell).map_or(0, |row| u128::from(row.games));
        let pairs = (0..engines.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let rounds = pairs.map(|[a, b]| rounds_of([a, b]).max(rounds_of([b, a]))).sum();
        let scores = engines.iter().map(|name| score(name)).collect();
        Self { heading: heading(game, reading), rounds, engines, cells, scores }
    }
}

fn points_of(row: &CrossTableRow) -> f64 {
    row.wins as f64 + row.draws as f64 / 2.0
}

/// Where the parts of a table are; it begins at the margin.
struct Layout {
    heading: Block,
    names: Vec<Block>,
    /// What stands over the columns: names, or, where these do not fit, numbers.
    columns: Vec<Block>,
    numbered: bool,
    dense: bool,
    /// The width of a cell, and the least height.
    cell: (i32, i32),
    /// The left edge of the first cell.
    left: i32,
    width: i32,
    height: i32,
}

impl Layout {
    fn of(table: &Table<'_>, dense: bool) -> Self {
        let cell = if dense { (58, 38) } else { (96, 58) };
        let heading = Block::new(&table.heading, Font::Heading, 60);
        let names: Vec<_> = table.engines.iter().map(|name| Block::new(name, Font::Plain, 48)).collect();
        let mut columns: Vec<_> = table.engines.iter().map(|name| Block::new(name, Font::Small, 14)).collect();
        let numbered = dense || columns.iter().any(|name| name.width() > cell.0 - 4 || name.lines().len() > 4);
        if numbered {
            columns = (1..=columns.len()).map(|place| Block::new(&place.to_string(), Font::Small, 14)).collect();
        }
        let left = MARGIN + names.iter().map(Block::width).max().unwrap_or(0) + if numbered { NUMBER } else { 0 } + GAP;
        let cells = (count(columns.len()) + 1) * cell.0 + GAP;
        let width = (left + cells - MARGIN).max(heading.width() + 2 * GAP + Font::Small.width(&rounds(table.rounds)));
        let mut layout = Self { heading, names, columns, numbered, dense, cell, left, width, height: 0 };
        layout.height = layout.over_cells() + layout.row_heights().sum::<i32>();
        layout
    }

    /// The height of the heading and of what stands over the columns.
    fn over_cells(&self) -> i32 {
        self.heading.height() + GAP / 2 + self.tallest_column() + GAP / 2
    }

    fn tallest_column(&self) -> i32 {
        self.columns.iter().map(Block::height).max().unwrap_or(0)
    }

    fn row_heights(&self) -> impl Iterator<Item = i32> {
        self.names.iter().map(|name| self.cell.1.max(name.height() + 8))
    }

    /// The left edge of a column of cells; the one after the last has the scores against all.
    fn column(&self, number: usize) -> i32 {
        let beside = if number == self.columns.len() { GAP } else { 0 };
        self.left + count(number) * self.cell.0 + beside
    }

    fn draw(&self, card: &mut Card<'_>, table: &Table<'_>, top: i32) {
        card.block(&self.heading, (MARGIN, top), Align::Left, INK);
        // At the right edge of the scores against all.
        let end = (MARGIN + self.width, top + Font::Heading.size() * 2 / 3);
        card.text(&rounds(table.rounds), end, Align::Right, Font::Small, QUIET);

        let mut y = top + self.over_cells();
        let all = Block::new("all", Font::Small, 14);
        for (number, name) in self.columns.iter().chain([&all]).enumerate() {
            let middle = self.column(number) + self.cell.0 / 2;
            card.block(name, (middle, y - GAP / 2 - name.height()), Align::Centre, QUIET);
        }
        for (row, (name, height)) in self.names.iter().zip(self.row_heights()).enumerate() {
            let middle = y + height / 2;
            if self.numbered {
                card.text(&(row + 1).to_string(), (self.left - GAP, middle), Align::Right, Font::Small, QUIET);
            }
            let end = self.left - GAP - if self.numbered { NUMBER } else { 0 };
            card.block(name, (end, middle - name.height() / 2), Align::Right, INK);
            for column in (0..self.columns.len()).filter(|&column| column != row) {
                let corners = [(self.column(column), y), (self.column(column) + self.cell.0, y + height)];
                self.draw_cell(card, table.cells.get(&[row, column]).copied(), corners);
            }
            let all = table.scores[row].map_or("–".into(), percent);
            let place = (self.column(self.columns.len()) + self.cell.0 / 2, middle);
            card.text(&all, place, Align::Centre, Font::Plain, INK);
            y += height;
        }
    }

    fn draw_cell(
        &self,
        card: &mut Card<'_>,
        row: Option<&CrossTableRow>,
        [(left, top), (right, bottom)]: [(i32, i32); 2],
    ) {
        let Some(row) = row else {
            // Only a frame.
            card.rectangle((left + 1, top + 1), (right - 1, bottom - 1), FAINT);
            card.rectangle((left + 2, top + 2), (right - 2, bottom - 2), WHITE);
            return;
        };
        let score = points_of(row) / row.games as f64;
        card.rectangle((left + 1, top + 1), (right - 1, bottom - 1), of_score(score));
        let middle = i32::midpoint(left, right);
        let mut lines = vec![(percent(score), if self.dense { Font::Plain } else { Font::Heading })];
        lines.extend(below(row, self.dense).into_iter().map(|line| (line, Font::Small)));
        let leading = if self.dense { 14 } else { 16 };
        let first = i32::midpoint(top, bottom) - (count(lines.len()) - 1) * leading / 2;
        for ((line, font), y) in lines.iter().zip((0..).map(|i| first + i * leading)) {
            card.text(line, (middle, y), Align::Centre, *font, INK);
        }
    }
}

fn percent(score: f64) -> String {
    format!("{} %", number(100.0 * score, 1))
}

/// What stands below the score.
fn below(row: &CrossTableRow, dense: bool) -> Vec<String> {
    let (what, [value, low, high]) = if row.elo.is_finite() {
        (String::new(), [row.elo, row.elo_low, row.elo_high])
    } else {
        (
            "by ".into(),
            [row.mean_margin, row.mean_margin_low, row.mean_margin_high].map(|number| number.unwrap_or(f64::NAN)),
        )
    };
    let decimals = usize::from(!row.elo.is_finite());
    let mut lines = vec![what + &signed(value, decimals)];
    if !dense {
        lines.push(interval(low, high, decimals));
    }
    lines
}
