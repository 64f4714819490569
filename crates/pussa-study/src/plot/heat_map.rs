//! A table of coloured cells with something written in each, over two axes.

use super::card::{Align, Card, MARGIN, card};
use super::colours::{FAINT, INK, QUIET, RULE, WHITE, of_surplus};
use super::text::{Block, Font, count};

/// Between the parts of a card.
const GAP: i32 = 14;
/// The least size of a cell.
const CELL: (i32, i32) = (64, 46);
/// The side of a patch of the legend.
const PATCH: i32 = 16;
/// The characters of a line in a cell.
const COLUMNS: usize = 16;

/// One cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Its colour: from -1, orange, over 0, nearly white, to 1, blue. Without, it has none.
    pub surplus: Option<f64>,
    /// Whether only its frame has that colour: for what is known in part.
    pub is_open: bool,
    /// What is written in it; the first line is the important one.
    pub lines: Vec<String>,
}

/// A table of cells, and what is told about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// What stands on top.
    pub title: String,
    /// What stands below that.
    pub note: String,
    /// What the columns are.
    pub x_label: String,
    /// What the rows are.
    pub y_label: String,
    /// The columns' names, which stand below them.
    pub columns: Vec<String>,
    /// The rows' names and their cells, from top to bottom. Cells that are missing are left out.
    pub rows: Vec<(String, Vec<Cell>)>,
    /// What colours mean: cells to show beside a text each.
    pub legend: Vec<(Cell, String)>,
}

/// The table as the text of an SVG.
///
/// ```
/// use pussa_study::plot::{Cell, HeatMap, heat_map};
/// let cell = |value: i32| Cell {
///     surplus: Some(f64::from(value) / 8.0),
///     is_open: false,
///     lines: vec![format!("{value:+}"), "A".into()],
/// };
/// let svg = heat_map(&HeatMap {
///     title: "What leading is worth".into(),
///     x_label: "counters in a hole".into(),
///     y_label: "holes in a row".into(),
///     columns: vec!["1".into(), "2".into()],
///     rows: vec![("1".into(), vec![cell(2), cell(-4)])],
///     ..HeatMap::default()
/// });
/// assert!(svg.contains("+2") && svg.contains("-4"));
/// ```
#[must_use]
pub fn heat_map(map: &HeatMap) -> String {
    let layout = Layout::of(map);
    card(layout.size, |card| {
        card.block(&layout.title, (MARGIN, MARGIN), Align::Left, INK);
        card.block(&layout.note, (MARGIN, MARGIN + layout.title.height()), Align::Left, QUIET);
        card.block(&layout.y_label, (MARGIN, layout.top - GAP / 2 - layout.y_label.height()), Align::Left, QUIET);
        for (row, (name, cells)) in layout.rows.iter().zip(&layout.cells).enumerate() {
            let top = layout.row(row);
            let middle = top + layout.cell.1 / 2;
            card.block(name, (layout.left - GAP / 2, middle - name.height() / 2), Align::Right, INK);
            for (column, cell) in cells.iter().enumerate() {
                layout.draw_cell(card, cell, layout.column(column), top);
            }
        }
        let bottom = layout.row(layout.rows.len()) + GAP / 2;
        for (column, name) in layout.columns.iter().enumerate() {
            card.block(name, (layout.column(column) + layout.cell.0 / 2, bottom), Align::Centre, INK);
        }
        let below = bottom + tallest(&layout.columns) + GAP / 2;
        card.block(&layout.x_label, (layout.left, below), Align::Left, QUIET);
        layout.draw_legend(card, below + layout.x_label.height() + GAP);
    })
}

/// Where everything is.
struct Layout {
    size: (i32, i32),
    title: Block,
    note: Block,
    x_label: Block,
    y_label: Block,
    columns: Vec<Block>,
    rows: Vec<Block>,
    cells: Vec<Vec<Written>>,
    legend: Vec<(Written, Block)>,
    cell: (i32, i32),
    left: i32,
    top: i32,
}

/// A cell and its text.
struct Written {
    surplus: Option<f64>,
    is_open: bool,
    lines: Vec<Block>,
}

impl Written {
    fn of(cell: &Cell) -> Self {
        let font = |number| if number == 0 { Font::Heading } else { Font::Small };
        let lines = cell.lines.iter().enumerate().map(|(number, line)| Block::new(line, font(number), COLUMNS));
        Self {
            surplus: cell.surplus.filter(|surplus| !surplus.is_nan()),
            is_open: cell.is_open,
            lines: lines.collect(),
        }
    }

    fn height(&self) -> i32 {
        self.lines.iter().map(Block::height).sum()
    }

    fn width(&self) -> i32 {
        self.lines.iter().map(Block::width).max().unwrap_or(0)
    }
}

fn tallest(blocks: &[Block]) -> i32 {
    blocks.iter().map(Block::height).max().unwrap_or(0)
}

fn widest<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> i32 {
    blocks.into_iter().map(Block::width).max().unwrap_or(0)
}

impl Layout {
    fn of(map: &HeatMap) -> Self {
        let (title, note) = (Block::new(&map.title, Font::Title, 70), Block::new(&map.note, Font::Small, 100));
        let (x_label, y_label) = (Block::new(&map.x_label, Font::Small, 90), Block::new(&map.y_label, Font::Small, 90));
        let columns: Vec<_> = map.columns.iter().map(|name| Block::new(name, Font::Plain, COLUMNS)).collect();
        let rows: Vec<_> = map.rows.iter().map(|(name, _)| Block::new(name, Font::Plain, 30)).collect();
        let cells: Vec<Vec<_>> = map.rows.iter().map(|(_, cells)| cells.iter().map(Written::of).collect()).collect();
        let legend: Vec<_> =
            map.legend.iter().map(|(cell, text)| (Written::of(cell), Block::new(text, Font::Small, 60))).collect();

        let all = || cells.iter().flatten();
        let width = CELL.0.max(all().map(Written::width).max().unwrap_or(0) + 8).max(widest(&columns) + 8);
        let height = CELL.1.max(all().map(Written::height).max().unwrap_or(0) + 10).max(tallest(&rows) + 8);
        let left = MARGIN + widest(&rows) + GAP / 2;
        let top = MARGIN + title.height() + note.height() + GAP + y_label.height() + GAP / 2;
        let across = cells.iter().map(Vec::len).max().unwrap_or(0).max(columns.len());
        let texts = widest([&title, &note, &y_label]).max(left - MARGIN + x_label.width());
        let patches = 2 * GAP + PATCH + widest(legend.iter().map(|(_, text)| text));
        let right = (left + count(across) * width).max(MARGIN + texts).max(MARGIN + patches);
        let mut layout = Self {
            size: (right + MARGIN, 0),
            title,
            note,
            x_label,
            y_label,
            columns,
            rows,
            cells,
            legend,
            cell: (width, height),
            left,
            top,
        };
        let grid = layout.row(layout.rows.len()) + GAP / 2 + tallest(&layout.columns) + GAP / 2;
        layout.size.1 = grid + layout.x_label.height() + GAP + layout.legend_height() + MARGIN;
        layout
    }

    fn row(&self, number: usize) -> i32 {
        self.top + count(number) * self.cell.1
    }

    fn column(&self, number: usize) -> i32 {
        self.left + count(number) * self.cell.0
    }

    fn legend_height(&self) -> i32 {
        self.legend.iter().map(|(_, text)| text.height().max(PATCH) + 4).sum()
    }

    fn draw_cell(&self, card: &mut Card<'_>, cell: &Written, left: i32, top: i32) {
        let (right, bottom) = (left + self.cell.0, top + self.cell.1);
        fill(card, cell, [(left + 1, top + 1), (right - 1, bottom - 1)]);
        let mut y = i32::midpoint(top, bottom) - cell.height() / 2;
        for line in &cell.lines {
            card.block(line, (i32::midpoint(left, right), y), Align::Centre, INK);
            y += line.height();
        }
    }

    fn draw_legend(&self, card: &mut Card<'_>, mut top: i32) {
        for (cell, text) in &self.legend {
            let height = text.height().max(PATCH) + 4;
            let upper = top + (height - PATCH) / 2;
            fill(card, cell, [(self.left, upper), (self.left + PATCH, upper + PATCH)]);
            card.block(text, (self.left + PATCH + GAP / 2, top + (height - text.height()) / 2), Align::Left, INK);
            top += height;
        }
    }
}

/// The colour of a cell, or its frame.
fn fill(card: &mut Card<'_>, cell: &Written, [(left, top), (right, bottom)]: [(i32, i32); 2]) {
    let colour = match cell.surplus {
        None => FAINT,
        // The colour of a draw would not be seen as a frame.
        Some(0.0) if cell.is_open => RULE,
        Some(surplus) => of_surplus(surplus),
    };
    card.rectangle((left, top), (right, bottom), colour);
    if cell.is_open || cell.surplus.is_none() {
        card.rectangle((left + 4, top + 4), (right - 4, bottom - 4), WHITE);
    }
}
