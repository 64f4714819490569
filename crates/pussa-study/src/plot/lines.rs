//! Lines through points with intervals, every line with its name at its end, over numbers or over named steps.

use super::axis::{Axis, Scale};
use super::card::{Align, Card, MARGIN, card};
use super::colours::{FAINT, INK, QUIET, RULE, accent, shade, tint};
use super::text::{Block, Font, count};
use plotters::style::RGBColor;

/// The size of the part where the lines are; with many names it is higher.
const PLOT: (i32, i32) = (560, 340);
/// Between the parts of a card.
const GAP: i32 = 14;
/// From the plot to the names at the lines' ends.
const NAMES: i32 = 2 * GAP + 6;
/// Between these names.
const BETWEEN_NAMES: i32 = 4;
/// Lines with more points than this are marked at some only.
const MARKS: usize = 40;
/// How many points of such a line are marked, about.
const SOME: usize = 12;
/// An axis that goes up begins at zero if the least value is no more than this share of the greatest: near the lower end of
/// the plot, a value looks like nothing.
const NEAR_ZERO: f64 = 0.4;
/// For named steps: the room to the left of the first one and to the right of the last, and the characters of a line.
const STEP: (i32, usize) = (52, 14);
/// The opacity of the bands that show intervals.
const BAND: f64 = 0.15;

/// A measured point and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// How far to the right.
    pub x: f64,
    /// How far up.
    pub y: f64,
    /// The lower end of the interval of `y`; if there is none, `y` again.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Points that a line joins, by `x`.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What stands at the line's end.
    pub name: String,
    /// The points, in any order.
    pub points: Vec<Point>,
}

/// Lines through points with their intervals, as the text of an SVG. With `log_x` equal ratios of `x` are equally long.
///
/// Points without a place are not drawn: if a coordinate is not a finite number or beyond 10¹⁵ either way, or, with
/// `log_x`, if `x` is below 10⁻¹⁵. The name of a series without points stands there all the same.
///
/// ```
/// use pussa_study::plot::{Point, Series, lines};
/// let points = [(1.0, 0.0), (2.0, 120.0), (4.0, 230.0)].map(|(x, y)| Point { x, y, low: y - 9.0, high: y + 9.0 });
/// let ladder = Series { name: "mcts".into(), points: points.to_vec() };
/// assert!(lines("Strength", "playouts", "Elo", &[ladder], true).contains("mcts"));
/// ```
#[must_use]
pub fn lines(title: &str, x_label: &str, y_label: &str, series: &[Series], log_x: bool) -> String {
    let scale = if log_x { Scale::Logarithmic } else { Scale::Linear };
    Layout::of([title, x_label, y_label], series, scale, &[]).draw(series)
}

/// The same where what goes to the right are no numbers but steps with a name each: the `x` of a point is the number of its
/// step, from 0 on.
///
/// ```
/// use pussa_study::plot::{Point, Series, steps};
/// let points = [(0.0, 55.0), (1.0, 81.0)].map(|(x, y)| Point { x, y, low: y - 4.0, high: y + 4.0 });
/// let share = Series { name: "small boards".into(), points: points.to_vec() };
/// let svg = steps("The leader's share", "engine", "% of points", &["random", "greedy"].map(String::from), &[share]);
/// assert!(svg.contains("greedy"));
/// ```
#[must_use]
pub fn steps(title: &str, x_label: &str, y_label: &str, steps: &[String], series: &[Series]) -> String {
    Layout::of([title, x_label, y_label], series, Scale::Linear, steps).draw(series)
}

/// Where everything is.
struct Layout {
    size: (i32, i32),
    title: Block,
    x_label: Block,
    y_label: Block,
    names: Vec<Block>,
    x: Axis,
    y: Axis,
    /// All places of points along the axis.
    xs: Vec<f64>,
    /// What stands below the axis instead of numbers, if there is anything.
    steps: Vec<Block>,
    /// The left and the right edge of the plot, and the upper and the lower one.
    edges: [[i32; 2]; 2],
}

/// A point on the card.
struct Placed {
    point: (i32, i32),
    /// The heights of the interval's ends, if it has any.
    interval: Option<(i32, i32)>,
}

impl Layout {
    fn of([title, x_label, y_label]: [&str; 3], series: &[Series], scale: Scale, steps: &[String]) -> Self {
        let (title, x_label) = (Block::new(title, Font::Title, 70), Block::new(x_label, Font::Small, 90));
        let y_label = Block::new(y_label, Font::Small, 90);
        let names: Vec<_> = series.iter().map(|series| Block::new(&series.name, Font::Plain, 40)).collect();
        let names_height = names.iter().map(|name| name.height() + BETWEEN_NAMES).sum::<i32>();

        let top = MARGIN + title.height() + GAP / 2 + y_label.height() + GAP / 2;
        let bottom = top + PLOT.1.max(names_height);
        let points = || series.iter().flat_map(|series| &series.points);
        let placed =
            points().filter(|point| Axis::has_place(point.x, scale) && Axis::has_place(point.y, Scale::Linear));
        let placed: Vec<_> = placed.collect();
        let heights: Vec<_> = placed.iter().flat_map(|point| [point.y, point.low, point.high]).collect();
        let zero = is_near_zero(&heights).then_some(0.0);
        let y = Axis::over(heights.into_iter().chain(zero), Scale::Linear, [bottom - 8, top + 8]);
        let ticks = y.ticks_up().iter().map(|tick| Font::Small.width(&tick.label)).max().unwrap_or(0);

        let (left, right) = (MARGIN + ticks + 8, MARGIN + ticks + 8 + PLOT.0);
        let xs: Vec<_> = placed.iter().map(|point| point.x).collect();
        let steps: Vec<_> = steps.iter().map(|name| Block::new(name, Font::Small, STEP.1)).collect();
        let inset = if steps.is_empty() { 12 } else { STEP.0 };
        let ends = [0.0, f64::from(count(steps.len())) - 1.0].into_iter().filter(|_| !steps.is_empty());
        let x = Axis::over(xs.iter().copied().chain(ends), scale, [left + inset, right - inset]);
        let names_width = names.iter().map(Block::width).max().unwrap_or(0);
        let end = (right + NAMES + names_width).max(MARGIN + title.width()).max(MARGIN + y_label.width());
        let mut layout = Self {
            size: (0, 0),
            title,
            x_label,
            y_label,
            names,
            x,
            y,
            xs,
            steps,
            edges: [[left, right], [top, bottom]],
        };
        let width = end.max(left + layout.x_label.width()) + MARGIN;
        layout.size = (width, bottom + layout.below_axis() + layout.x_label.height() + MARGIN);
        layout
    }

    /// The room for what stands along the axis below it.
    fn below_axis(&self) -> i32 {
        26.max(8 + self.steps.iter().map(Block::height).max().unwrap_or(0) + 6)
    }

    fn draw(&self, series: &[Series]) -> String {
        card(self.size, |card| {
            self.draw_axes(card);
            let all: Vec<_> = series.iter().map(|series| self.places(series)).collect();
            // Intervals first, so that they cover no lines.
            for (number, places) in all.iter().enumerate() {
                draw_intervals(card, places, accent(number));
            }
            for (number, places) in all.iter().enumerate() {
                draw_line(card, places, number);
            }
            self.draw_names(card, &all);
        })
    }

    fn draw_axes(&self, card: &mut Card<'_>) {
        let [[left, right], [top, bottom]] = self.edges;
        card.block(&self.title, (MARGIN, MARGIN), Align::Left, INK);
        card.block(&self.y_label, (MARGIN, top - GAP / 2 - self.y_label.height()), Align::Left, QUIET);
        card.block(&self.x_label, (left, bottom + self.below_axis()), Align::Left, QUIET);
        card.line((left, bottom), (right, bottom), RULE, 1);
        if self.xs.is_empty() {
            let middle = (i32::midpoint(left, right), i32::midpoint(top, bottom));
            card.text("There are no points.", middle, Align::Centre, Font::Plain, QUIET);
            return;
        }
        for tick in self.y.ticks_up() {
            let at_zero = self.y.place(0.0) == Some(tick.place);
            card.line((left, tick.place), (right, tick.place), if at_zero { RULE } else { FAINT }, 1);
            card.text(&tick.label, (left - 8, tick.place), Align::Right, Font::Small, QUIET);
        }
        for (step, name) in self.steps.iter().enumerate() {
            let place = self.x.place(count(step).into()).unwrap_or(left);
            card.line((place, bottom), (place, bottom + 4), RULE, 1);
            card.block(name, (place, bottom + 8), Align::Centre, QUIET);
        }
        for tick in self.x.ticks_along(&self.xs).iter().filter(|_| self.steps.is_empty()) {
            card.line((tick.place, bottom), (tick.place, bottom + 4), RULE, 1);
            card.text(&tick.label, (tick.place, bottom + 14), Align::Centre, Font::Small, QUIET);
        }
    }

    /// The points of a series that have a place, from left to right.
    fn places(&self, series: &Series) -> Vec<Placed> {
        let mut points = series.points.clone();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        let place = |point: Point| {
            let interval = self.y.place(point.low).zip(self.y.place(point.high));
            Some(Placed { point: (self.x.place(point.x)?, self.y.place(point.y)?), interval })
        };
        points.into_iter().filter_map(place).collect()
    }

    /// The names, as near to the lines' ends as they can be without touching, with a thin line to each.
    fn draw_names(&self, card: &mut Card<'_>, all: &[Vec<Placed>]) {
        let [[_, right], [top, bottom]] = self.edges;
        let ends: Vec<_> = all.iter().map(|places| places.last().map(|placed| placed.point)).collect();
        let wanted: Vec<_> = ends.iter().map(|end| end.map_or(bottom, |(_, y)| y)).collect();
        let heights: Vec<_> = self.names.iter().map(|name| name.height() + BETWEEN_NAMES).collect();
        for (number, (name, middle)) in self.names.iter().zip(apart(&wanted, &heights, [top, bottom])).enumerate() {
            let colour = accent(number);
            if let Some((x, y)) = ends[number] {
                let mark = right + 2 * GAP - 4;
                card.path(&[(x + 6, y), (right + 2, y), (mark - 8, middle)], tint(colour), 1);
                card.mark((mark, middle), number, colour);
            }
            card.block(name, (right + NAMES, middle - name.height() / 2), Align::Left, shade(colour));
        }
    }
}

/// A band along the line; for a single point a bar.
fn draw_intervals(card: &mut Card<'_>, places: &[Placed], colour: RGBColor) {
    let heights = || places.iter().filter_map(|placed| placed.interval.map(|(low, high)| (placed.point.0, low, high)));
    let lower = heights().map(|(x, low, _)| (x, low));
    let upper: Vec<_> = heights().map(|(x, _, high)| (x, high)).collect();
    match places {
        [Placed { point: (x, _), interval: Some((low, high)) }] => card.line((*x, *low), (*x, *high), tint(colour), 2),
        _ => card.area(&lower.chain(upper.into_iter().rev()).collect::<Vec<_>>(), colour, BAND),
    }
}

/// The line of a series, with the marks of its number.
fn draw_line(card: &mut Card<'_>, places: &[Placed], number: usize) {
    let line: Vec<_> = places.iter().map(|placed| placed.point).collect();
    card.path(&line, accent(number), 2);
    let every = if line.len() <= MARKS { 1 } else { line.len().div_ceil(SOME) };
    for &point in line.iter().step_by(every) {
        card.mark(point, number, accent(number));
    }
}

/// Whether zero belongs on an axis with these values: all are on one side of it, and some are near.
fn is_near_zero(values: &[f64]) -> bool {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let near = |sign: f64| {
        let least = finite().map(|value| sign * value).fold(f64::INFINITY, f64::min);
        let greatest = finite().map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max);
        least >= 0.0 && least <= NEAR_ZERO * greatest
    };
    near(1.0) || near(-1.0)
}

/// Middles for labels of these heights, near those wanted but not touching each other, and within the edges if there is
/// room.
fn apart(wanted: &[i32], heights: &[i32], [top, bottom]: [i32; 2]) -> Vec<i32> {
    let mut order: Vec<_> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| wanted[i]);
    let mut middles = wanted.to_vec();
    let mut free = top;
    for &i in &order {
        middles[i] = wanted[i].max(free + heights[i] / 2);
        free = middles[i] - heights[i] / 2 + heights[i];
    }
    let mut free = bottom;
    for &i in order.iter().rev() {
        middles[i] = middles[i].min(free - heights[i] + heights[i] / 2);
        free = middles[i] - heights[i] / 2;
    }
    middles
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn zero_is_on_the_axis_if_values_come_near_and_only_then() {
        assert!(is_near_zero(&[0.2, 1.8]) && is_near_zero(&[-2.0, -9.0, f64::NAN]));
        assert!(!is_near_zero(&[60.0, 100.0]) && !is_near_zero(&[]));
        // It is between them, or one of them, already.
        assert!(!is_near_zero(&[-1.0, 5.0]));
        assert!(is_near_zero(&[0.0, 5.0]));
    }

    #[test]
    fn names_stay_where_they_are_wanted_if_they_do_not_touch() {
        assert_eq!(apart(&[50, 20, 80], &[10, 10, 10], [0, 100]), [50, 20, 80]);
    }

    #[test]
    fn names_at_one_height_make_room_for_each_other() {
        assert_eq!(apart(&[50, 50], &[10, 10], [0, 100]), [50, 60]);
        assert_eq!(apart(&[100, 100], &[10, 10], [0, 100]), [85, 95]);
    }

    proptest! {
        #[test]
        fn names_never_touch_nor_leave_the_plot_where_there_is_room(
            labels in prop::collection::vec((0..=400, 1..=20), 0..=20),
        ) {
            let (wanted, heights): (Vec<i32>, Vec<i32>) = labels.into_iter().unzip();
            let middles = apart(&wanted, &heights, [0, 400]);
            let edge = |i: usize| middles[i] - heights[i] / 2;
            let mut spans: Vec<_> = (0..wanted.len()).map(|i| [edge(i), edge(i) + heights[i]]).collect();
            spans.sort_unstable();
            prop_assert!(spans.iter().flatten().all(|y| (0..=400).contains(y)));
            prop_assert!(spans.windows(2).all(|pair| pair[0][1] <= pair[1][0]));
        }
    }
}
