//! Horizontal bars with a name each.

use super::axis::decimals;
use super::colours::accent;
use super::rows::{Chart, Mark, Panel, Row};
use super::text::{interval, number};

/// A bar from zero to a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What stands beside it.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The ends of the value's interval, if it has one.
    pub interval: Option<[f64; 2]>,
}

/// Values as horizontal bars from zero, from top to bottom in the order given, as the text of an SVG; `label` says what
/// the numbers are.
///
/// What is not a finite number, or is beyond 10¹⁵ either way, is not drawn.
///
/// ```
/// use pussa_study::plot::{Bar, bars};
/// let order = Bar { name: "move order".into(), value: 4.2, interval: Some([3.9, 4.6]) };
/// let table = Bar { name: "transposition table".into(), value: 2.5, interval: None };
/// let svg = bars("What it is worth", "times fewer nodes", &[order, table]);
/// assert!(svg.contains("[3.9, 4.6]"));
/// ```
#[must_use]
pub fn bars(title: &str, label: &str, bars: &[Bar]) -> String {
    let shown = decimals_of(bars);
    let row = |bar: &Bar| Row {
        name: bar.name.clone(),
        value: bar.value,
        interval: bar.interval,
        figures: [
            number(bar.value, shown),
            bar.interval.map_or(String::new(), |[low, high]| interval(low, high, shown)),
        ],
    };
    let panel =
        Panel { heading: String::new(), note: String::new(), colour: accent(0), rows: bars.iter().map(row).collect() };
    Chart { title: title.into(), label: label.into(), mark: Mark::Bar, panels: vec![panel] }.draw()
}

/// As many decimals as give the largest number three digits, but no more than all numbers need.
fn decimals_of(bars: &[Bar]) -> usize {
    let numbers = || {
        let ends = |bar: &Bar| bar.interval.into_iter().flatten().chain([bar.value]);
        bars.iter().flat_map(ends).filter(|number| number.is_finite())
    };
    let largest = numbers().map(f64::abs).fold(0.0, f64::max);
    let whole_digits = if largest > 0.0 { largest.log10().floor() as i32 } else { 0 };
    let enough = (2 - whole_digits).clamp(0, 12).unsigned_abs() as usize;
    enough.min(numbers().map(decimals).max().unwrap_or(0))
}
