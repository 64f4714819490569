//! A white card to draw on, which ends as the text of an SVG. All lengths are pixels, from the upper left corner, to
//! the right and down.

use super::colours::{COLOURS, INK, QUIET, WHITE};
use super::text::{Block, Font, printable};
use plotters::backend::{DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, IntoTextStyle, RGBColor, ShapeStyle};
use std::fmt::Debug;

/// Free room along the edges.
pub(super) const MARGIN: i32 = 24;

/// Whatever of these a viewer has; none is needed to draw.
const FAMILY: &str = "Helvetica Neue, Helvetica, Arial, sans-serif";

/// Where text stands beside its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    /// To the right of it.
    Left,
    /// Around it.
    Centre,
    /// To the left of it.
    Right,
}

/// The card, while it is drawn on.
pub(super) struct Card<'a> {
    backend: SVGBackend<'a>,
}

/// A card of this size with what is drawn on it.
pub(super) fn card((width, height): (i32, i32), draw: impl FnOnce(&mut Card<'_>)) -> String {
    let mut svg = String::new();
    let mut card = Card { backend: SVGBackend::with_string(&mut svg, (width.unsigned_abs(), height.unsigned_abs())) };
    card.rectangle((0, 0), (width, height), WHITE);
    draw(&mut card);
    drawn(card.backend.present());
    drop(card);
    svg
}

/// A card with a title and a note only.
pub(super) fn note(title: &str, note: &str) -> String {
    let (title, note) = (Block::new(title, Font::Title, 70), Block::new(note, Font::Small, 100));
    let width = MARGIN + title.width().max(note.width()) + MARGIN;
    card((width, MARGIN + title.height() + note.height() + MARGIN), |card| {
        card.block(&title, (MARGIN, MARGIN), Align::Left, INK);
        card.block(&note, (MARGIN, MARGIN + title.height()), Align::Left, QUIET);
    })
}

impl Card<'_> {
    /// A straight line.
    pub(super) fn line(&mut self, from: (i32, i32), to: (i32, i32), colour: RGBColor, thickness: u32) {
        drawn(self.backend.draw_line(from, to, &stroke(colour, thickness)));
    }

    /// Straight lines from point to point; nothing if there are fewer than two.
    pub(super) fn path(&mut self, points: &[(i32, i32)], colour: RGBColor, thickness: u32) {
        if points.len() > 1 {
            drawn(self.backend.draw_path(points.iter().copied(), &stroke(colour, thickness)));
        }
    }

    /// A filled area that lets what is below it through; nothing if its outline has fewer than three points.
    pub(super) fn area(&mut self, outline: &[(i32, i32)], colour: RGBColor, opacity: f64) {
        if outline.len() < 3 {
            return;
        }
        let style = ShapeStyle { color: colour.mix(opacity), filled: true, stroke_width: 0 };
        drawn(self.backend.fill_polygon(outline.iter().copied(), &style));
    }

    /// A filled rectangle between two opposite corners, in any order.
    pub(super) fn rectangle(&mut self, (x0, y0): (i32, i32), (x1, y1): (i32, i32), colour: RGBColor) {
        let (upper_left, lower_right) = ((x0.min(x1), y0.min(y1)), (x0.max(x1), y0.max(y1)));
        drawn(self.backend.draw_rect(upper_left, lower_right, &stroke(colour, 1), true));
    }

    /// A filled dot.
    pub(super) fn dot(&mut self, centre: (i32, i32), radius: u32, colour: RGBColor) {
        drawn(self.backend.draw_circle(centre, radius, &stroke(colour, 0), true));
    }

    /// A filled mark of the shape of this number, as large as a dot: shapes tell lines apart where colours do not. They
    /// come again after as many as there are colours.
    pub(super) fn mark(&mut self, (x, y): (i32, i32), number: usize, colour: RGBColor) {
        let corners: &[(i32, i32)] = match number % COLOURS {
            0 => return self.dot((x, y), 3, colour),
            1 => &[(-3, -3), (3, -3), (3, 3), (-3, 3)],
            2 => &[(0, -4), (4, 3), (-4, 3)],
            3 => &[(0, -5), (4, 0), (0, 5), (-4, 0)],
            4 => &[(0, 4), (4, -3), (-4, -3)],
            _ => &[(-4, -1), (4, -1), (4, 1), (-4, 1)],
        };
        let corners: Vec<_> = corners.iter().map(|(right, down)| (x + right, y + down)).collect();
        self.area(&corners, colour, 1.0);
    }

    /// One line of text, its middle at the place's height.
    pub(super) fn text(&mut self, text: &str, place: (i32, i32), align: Align, font: Font, colour: RGBColor) {
        let h_pos = match align {
            Align::Left => HPos::Left,
            Align::Centre => HPos::Center,
            Align::Right => HPos::Right,
        };
        let style = if font.bold() { FontStyle::Bold } else { FontStyle::Normal };
        // The backend writes a font's size divided by 1.24.
        let font = FontDesc::new(FontFamily::Name(FAMILY), f64::from(font.size()) * 1.24, style);
        let style = font.with_color(colour).with_anchor::<RGBColor>(Pos::new(h_pos, VPos::Center));
        drawn(self.backend.draw_text(&printable(text), &style.into_text_style(&(1, 1)), place));
    }

    /// A block of text, from the place down.
    pub(super) fn block(&mut self, block: &Block, (x, top): (i32, i32), align: Align, colour: RGBColor) {
        for (line, y) in block.lines().iter().zip(block.middles(top)) {
            self.text(line, (x, y), align, block.font(), colour);
        }
    }
}

fn stroke(colour: RGBColor, thickness: u32) -> ShapeStyle {
    ShapeStyle { color: colour.into(), filled: false, stroke_width: thickness }
}

fn drawn<E: Debug>(result: Result<(), E>) {
    result.expect("a string takes whatever is written");
}
