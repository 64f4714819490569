//! Panels of rows: a name, a dot or a bar on a common axis with its interval, and the figures again in numbers.

use super::axis::{Axis, Scale};
use super::card::{Align, Card, MARGIN, card};
use super::colours::{FAINT, INK, QUIET, RULE, shade, tint};
use super::text::{Block, Font};
use plotters::style::RGBColor;

/// The width of the part where the dots and bars are.
const PLOT: i32 = 460;
/// The least height of a row.
const ROW: i32 = 24;
/// Between two columns, and between a panel's heading and its rows.
const GAP: i32 = 14;
/// The ticks and the numbers under the rows.
const AXIS: i32 = 26;
/// Between the end of the axis and the first dot, so that a dot does not hang over.
const INSET: i32 = 8;

/// What stands for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A dot at the value.
    Dot,
    /// A bar from zero.
    Bar,
}

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// What stands to the left.
    pub(super) name: String,
    /// The value.
    pub(super) value: f64,
    /// The ends of its interval, if there is one.
    pub(super) interval: Option<[f64; 2]>,
    /// What stands to the right: the value and the interval.
    pub(super) figures: [String; 2],
}

/// Rows that belong together.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    /// What stands over them; nothing if it is empty.
    pub(super) heading: String,
    /// What stands at the other end of that line.
    pub(super) note: String,
    /// The colour of its dots and bars.
    pub(super) colour: RGBColor,
    /// From top to bottom.
    pub(super) rows: Vec<Row>,
}

/// A whole card.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// What stands on top.
    pub(super) title: String,
    /// What the numbers on the axis are.
    pub(super) label: String,
    /// Dots or bars.
    pub(super) mark: Mark,
    /// From top to bottom.
    pub(super) panels: Vec<Panel>,
}

impl Chart {
    /// The SVG.
    pub(super) fn draw(&self) -> String {
        let layout = Layout::of(self);
        card(layout.size, |card| {
            card.block(&layout.title, (MARGIN, MARGIN), Align::Left, INK);
            let mut top = MARGIN + layout.title.height() + GAP;
            for (panel, texts) in self.panels.iter().zip(&layout.panels) {
                top = layout.draw_panel(card, self.mark, panel, texts, top);
            }
            card.block(&layout.label, (layout.pixels[0], top - GAP), Align::Left, QUIET);
        })
    }

    /// Everything that the axis has to reach: values, intervals and zero.
    fn values(&self) -> impl Iterator<Item = f64> {
        let rows = self.panels.iter().flat_map(|panel| &panel.rows);
        rows.flat_map(|row| [row.value].into_iter().chain(row.interval.into_iter().flatten())).chain([0.0])
    }
}

/// Where everything is.
struct Layout {
    size: (i32, i32),
    title: Block,
    label: Block,
    panels: Vec<Texts>,
    axis: Axis,
    /// From where to where the axis goes.
    pixels: [i32; 2],
    /// Where the columns of figures end.
    ends: [i32; 2],
}

/// A panel's texts.
struct Texts {
    heading: Block,
    names: Vec<Block>,
}

impl Texts {
    fn of(panel: &Panel) -> Self {
        let names = panel.rows.iter().map(|row| Block::new(&row.name, Font::Plain, 48)).collect();
        Self { heading: Block::new(&panel.heading, Font::Heading, 60), names }
    }

    /// The height of the heading, if there is one.
    fn over_rows(&self, panel: &Panel) -> i32 {
        if panel.heading.is_empty() { 0 } else { self.heading.height() + GAP / 2 }
    }

    fn height(&self, panel: &Panel) -> i32 {
        self.over_rows(panel) + self.names.iter().map(row_height).sum::<i32>() + AXIS + GAP
    }
}

fn row_height(name: &Block) -> i32 {
    ROW.max(name.height() + 6)
}

/// The widest of some lines.
fn widest<'a>(lines: impl Iterator<Item = &'a String>) -> i32 {
    lines.map(|line| Font::Plain.width(line)).max().unwrap_or(0)
}

impl Layout {
    fn of(chart: &Chart) -> Self {
        let panels: Vec<_> = chart.panels.iter().map(Texts::of).collect();
        let (title, label) = (Block::new(&chart.title, Font::Title, 70), Block::new(&chart.label, Font::Small, 60));
        let rows = || chart.panels.iter().flat_map(|panel| &panel.rows);
        let names = panels.iter().flat_map(|texts| &texts.names).map(Block::width).max().unwrap_or(0);
        let figures = [0, 1].map(|i| widest(rows().map(|row| &row.figures[i])));

        let pixels = [MARGIN + names + GAP, MARGIN + names + GAP + PLOT];
        let first = pixels[1] + GAP + figures[0];
        let ends = [first, if figures[1] == 0 { first } else { first + GAP + figures[1] }];
        let over_rows = |(texts, panel): (&Texts, &Panel)| {
            MARGIN + texts.heading.width() + 2 * GAP + Font::Small.width(&panel.note)
        };
        let headings = panels.iter().zip(&chart.panels).map(over_rows).max().unwrap_or(0);
        let right = ends[1].max(headings).max(MARGIN + title.width()).max(pixels[0] + label.width());

        let heights: i32 = panels.iter().zip(&chart.panels).map(|(texts, panel)| texts.height(panel)).sum();
        let height = MARGIN + title.height() + GAP + heights + label.height() + MARGIN - GAP;
        let axis = Axis::over(chart.values(), Scale::Linear, [pixels[0] + INSET, pixels[1] - INSET]);
        Self { size: (right + MARGIN, height), title, label, panels, axis, pixels, ends }
    }

    /// Draws a panel from this height down, and says where it ends.
    fn draw_panel(&self, card: &mut Card<'_>, mark: Mark, panel: &Panel, texts: &Texts, mut top: i32) -> i32 {
        if !panel.heading.is_empty() {
            card.block(&texts.heading, (MARGIN, top), Align::Left, shade(panel.colour));
            let end = (self.size.0 - MARGIN, texts.heading.middles(top).next().unwrap_or(top));
            card.text(&panel.note, end, Align::Right, Font::Small, QUIET);
        }
        top += texts.over_rows(panel);
        let bottom = top + texts.names.iter().map(row_height).sum::<i32>();
        self.draw_axis(card, top, bottom);
        for (row, name) in panel.rows.iter().zip(&texts.names) {
            let height = row_height(name);
            card.block(name, (MARGIN, top + (height - name.height()) / 2), Align::Left, INK);
            self.draw_row(card, mark, row, panel.colour, top + height / 2);
            top += height;
        }
        bottom + AXIS + GAP
    }

    /// The line at zero through all rows, and the ticks under them.
    fn draw_axis(&self, card: &mut Card<'_>, top: i32, bottom: i32) {
        if let Some(zero) = self.axis.place(0.0) {
            card.line((zero, top), (zero, bottom), RULE, 1);
        }
        card.line((self.pixels[0], bottom), (self.pixels[1], bottom), FAINT, 1);
        for tick in self.axis.ticks_along(&[]) {
            card.line((tick.place, bottom), (tick.place, bottom + 4), RULE, 1);
            card.text(&tick.label, (tick.place, bottom + 14), Align::Centre, Font::Small, QUIET);
        }
    }

    fn draw_row(&self, card: &mut Card<'_>, mark: Mark, row: &Row, colour: RGBColor, y: i32) {
        let (value, zero) = (self.axis.place(row.value), self.axis.place(0.0));
        if mark == Mark::Dot {
            card.line((self.pixels[0], y), (self.pixels[1], y), FAINT, 1);
        } else if let (Some(value), Some(zero)) = (value, zero) {
            card.rectangle((zero, y - 6), (value, y + 6), tint(colour));
        }
        if let Some([Some(low), Some(high)]) = row.interval.map(|ends| ends.map(|end| self.axis.place(end))) {
            card.line((low, y), (high, y), colour, 2);
        }
        if let (Mark::Dot, Some(value)) = (mark, value) {
            card.dot((value, y), 3, colour);
        }
        for ((figure, end), colour) in row.figures.iter().zip(self.ends).zip([INK, QUIET]) {
            card.text(figure, (end, y), Align::Right, Font::Plain, colour);
        }
    }
}
