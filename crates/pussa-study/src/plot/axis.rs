//! An axis: a range of values laid along pixels, and the ticks that fit there.

use super::text::{Font, count, number, power_of_ten};

/// Values farther from zero than this are left out like those that are not finite.
const LARGEST: f64 = 1e15;

/// The widest label of a tick, in pixels.
const WIDEST: i32 = 80;

/// How values are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long. Values not above zero have no place.
    Logarithmic,
}

impl Scale {
    /// Where a value stands on the scale, if it has a place there.
    fn of(self, value: f64) -> Option<f64> {
        let usable = value.is_finite() && value.abs() <= LARGEST;
        match self {
            Self::Linear => usable.then_some(value),
            Self::Logarithmic => (usable && value >= 1.0 / LARGEST).then(|| value.log10()),
        }
    }
}

/// A range of values along pixels.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    scale: Scale,
    /// The ends of the range, as they stand on the scale.
    low: f64,
    high: f64,
    /// Where they are; on an axis that goes up the first is the greater one.
    pixels: [i32; 2],
}

/// Where a tick is, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tick {
    /// Its pixel.
    pub(super) place: i32,
    /// Its number.
    pub(super) label: String,
}

impl Axis {
    /// The axis that reaches over all values that have a place on the scale, from the first pixel to the second. If
    /// they are all the same, or there are none, it reaches a little farther.
    pub(super) fn over(values: impl IntoIterator<Item = f64>, scale: Scale, pixels: [i32; 2]) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter_map(|value| scale.of(value)) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let size = low.abs().max(high.abs());
        if high - low <= 1e-9 * size.max(1e-3) {
            let room = if size > 1e-9 { size / 2.0 } else { 1.0 };
            (low, high) = (low - room, high + room);
        }
        Self { scale, low, high, pixels }
    }

    /// Whether a value has a place on axes of this scale.
    pub(super) fn has_place(value: f64, scale: Scale) -> bool {
        scale.of(value).is_some()
    }

    /// The pixel of a value, if it has a place on the axis.
    pub(super) fn place(&self, value: f64) -> Option<i32> {
        self.scale.of(value).map(|value| self.pixel(value))
    }

    fn pixel(&self, on_scale: f64) -> i32 {
        let share = ((on_scale - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let [from, to] = self.pixels.map(f64::from);
        (from + share * (to - from)).round() as i32
    }

    /// Ticks for an axis that goes to the right: at the values themselves, if they are few, or else at round numbers,
    /// so that their labels do not touch.
    pub(super) fn ticks_along(&self, values: &[f64]) -> Vec<Tick> {
        self.candidates(values).map(|values| self.ticks(&values)).find(|ticks| fit(ticks)).unwrap_or_default()
    }

    /// Ticks for an axis that goes up.
    pub(super) fn ticks_up(&self) -> Vec<Tick> {
        let [bottom, top] = self.pixels;
        self.ticks(&self.round_numbers((bottom - top).abs() / 50))
    }

    /// Values for ticks, the best ones first.
    fn candidates(&self, values: &[f64]) -> impl Iterator<Item = Vec<f64>> {
        let mut own = values.to_vec();
        own.retain(|&value| self.place(value).is_some());
        own.sort_by(f64::total_cmp);
        own.dedup();
        let few = (2..=12).contains(&own.len());
        let logarithmic = self.scale == Scale::Logarithmic;
        let powers = (0..=8).filter(move |_| logarithmic).map(|every| self.powers(every));
        let powers = powers.filter(|values| values.len() > 1);
        let round = (1..=8).rev().map(|count| self.round_numbers(count));
        few.then_some(own).into_iter().chain(powers).chain(round)
    }

    /// The powers of ten within a logarithmic range, every so many of them; for 0 with 2 and 5 times each.
    fn powers(&self, every: i32) -> Vec<f64> {
        let times: &[f64] = if every == 0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let exponents = self.low.floor() as i32..=self.high.ceil() as i32;
        let powers = exponents.step_by(every.max(1).unsigned_abs() as usize).map(|exponent| 10_f64.powi(exponent));
        self.within(powers.flat_map(|power| times.iter().map(move |times| times * power)))
    }

    /// About so many multiples of 1, 2 or 5 times a power of ten.
    fn round_numbers(&self, count: i32) -> Vec<f64> {
        let ends = match self.scale {
            Scale::Linear => [self.low, self.high],
            Scale::Logarithmic => [self.low, self.high].map(|end| 10_f64.powf(end)),
        };
        let least = (ends[1] - ends[0]) / f64::from(count.max(1));
        let power = 10_f64.powf(least.log10().floor());
        let step = [1.0, 2.0, 5.0].map(|times| times * power).into_iter().find(|&step| step >= least);
        let step = step.unwrap_or(10.0 * power);
        let first = (ends[0] / step).floor();
        self.within((0..=count + 1).map(|i| (first + f64::from(i)) * step))
    }

    /// Those on the scale between the ends of the axis.
    fn within(&self, values: impl Iterator<Item = f64>) -> Vec<f64> {
        // Round numbers at the very ends are not lost to rounding.
        let room = 1e-9 * (self.high - self.low);
        let inside = |value: f64| value >= self.low - room && value <= self.high + room;
        values.filter(|&value| self.scale.of(value).is_some_and(inside)).collect()
    }

    fn ticks(&self, values: &[f64]) -> Vec<Tick> {
        let decimals = values.iter().map(|&value| decimals(value)).max().unwrap_or(0);
        // On a logarithmic scale each has its own.
        let decimals = |value| if self.scale == Scale::Linear { decimals } else { self::decimals(value) };
        let tick = |&value| Some(Tick { place: self.place(value)?, label: short(value, decimals(value)) });
        values.iter().filter_map(tick).collect()
    }
}

/// Whether labels neither touch nor hang over the end of the axis by more than half of [`WIDEST`].
fn fit(ticks: &[Tick]) -> bool {
    let width = |tick: &Tick| Font::Small.width(&tick.label);
    let apart = |pair: &[Tick]| pair[1].place - pair[0].place >= i32::midpoint(width(&pair[0]), width(&pair[1])) + 8;
    ticks.iter().all(|tick| width(tick) <= WIDEST) && ticks.windows(2).all(apart)
}

/// As many decimals as show a number to eight digits.
pub(super) fn decimals(value: f64) -> usize {
    let shown = |decimals: usize| {
        let scale = 10_f64.powi(count(decimals));
        ((value * scale).round() / scale - value).abs() <= 1e-8 * value.abs()
    };
    (0..=12).find(|&decimals| shown(decimals)).unwrap_or(0)
}

/// A number for a tick: as it is, or as a digit or some and a power of ten if it has many zeros.
fn short(value: f64, decimals: usize) -> String {
    if value != 0.0 && !(1e-4..1e9).contains(&value.abs()) { power_of_ten(value) } else { number(value, decimals) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PIXELS: [i32; 2] = [100, 500];

    fn labels(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn the_ends_of_the_range_are_at_the_ends_of_the_axis() {
        let axis = Axis::over([-3.0, 7.0, 5.0], Scale::Linear, PIXELS);
        assert_eq!([-3.0, 2.0, 7.0].map(|value| axis.place(value)), [Some(100), Some(300), Some(500)]);
        let up = Axis::over([0.0, 10.0], Scale::Linear, [500, 100]);
        assert_eq!([0.0, 10.0].map(|value| up.place(value)), [Some(500), Some(100)]);
    }

    #[test]
    fn equal_ratios_are_equally_long_on_a_logarithmic_scale() {
        let axis = Axis::over([1.0, 16.0], Scale::Logarithmic, PIXELS);
        let places = [1.0, 2.0, 4.0, 8.0, 16.0].map(|value| axis.place(value).unwrap());
        assert_eq!(places, [100, 200, 300, 400, 500]);
        assert_eq!([0.0, -2.0].map(|value| axis.place(value)), [None, None]);
    }

    #[test]
    fn one_value_is_in_the_middle() {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            assert_eq!(Axis::over([5.0], scale, PIXELS).place(5.0), Some(300));
        }
    }

    #[test]
    fn ticks_are_at_the_values_if_they_are_few_and_else_at_round_numbers() {
        let axis = Axis::over([100.0, 800.0], Scale::Logarithmic, PIXELS);
        assert_eq!(labels(&axis.ticks_along(&[100.0, 800.0, 200.0, 400.0])), ["100", "200", "400", "800"]);
        assert_eq!(labels(&axis.ticks_along(&[])), ["100", "200", "500"]);
        let axis = Axis::over([-230.0, 140.0], Scale::Linear, PIXELS);
        let round = axis.ticks_along(&[]);
        assert_eq!(labels(&round), ["−200", "−150", "−100", "−50", "0", "50", "100"]);
    }

    #[test]
    fn powers_of_ten_are_left_out_where_they_would_touch() {
        let axis = Axis::over([1.0, 1e9], Scale::Logarithmic, PIXELS);
        let every_second = ["1", "100", "10,000", "1,000,000", "100,000,000"];
        assert_eq!(labels(&axis.ticks_along(&[])), every_second);
    }

    #[test]
    fn the_ticks_of_an_axis_have_equally_many_decimals() {
        let axis = Axis::over([0.0, 1.0], Scale::Linear, PIXELS);
        assert_eq!(labels(&axis.ticks_up()), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    }

    proptest! {
        #[test]
        fn labels_never_touch_whatever_the_values_are(
            values in prop::collection::vec(prop_oneof![any::<f64>(), -1e4..1e4, 1e6..1e6 + 1.0], 0..20),
            scale in prop_oneof![Just(Scale::Linear), Just(Scale::Logarithmic)],
        ) {
            let axis = Axis::over(values.iter().copied(), scale, PIXELS);
            let ticks = axis.ticks_along(&values);
            prop_assert!(fit(&ticks));
            for tick in ticks.iter().chain(&axis.ticks_up()) {
                prop_assert!((100..=500).contains(&tick.place), "{tick:?}");
            }
        }
    }
}
