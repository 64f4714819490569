//! The mean margin of the pairs of games, with its 95 % interval.

use super::Estimate;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Student's t with more degrees of freedom than this is taken to have this many: that is within 0.02 % of the normal
/// distribution, and `statrs` loses digits beyond.
const PLENTY: f64 = 1e4;

/// The margins of pairs of games, summed up exactly: a pair's margin is the sum of its two games' margins, in
/// counters, from one engine's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairMargins {
    pairs: u64,
    sum: i64,
    squares: u64,
}

impl PairMargins {
    /// Adds a pair: the sum of its two games' margins, in counters.
    pub fn record(&mut self, margin: i32) {
        self.pairs = self.pairs.saturating_add(1);
        self.sum = self.sum.saturating_add(i64::from(margin));
        self.squares = self.squares.saturating_add(u64::from(margin.unsigned_abs()).pow(2));
    }

    /// Adds all pairs of `other`.
    pub fn merge(&mut self, other: Self) {
        self.pairs = self.pairs.saturating_add(other.pairs);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The same pairs from the other engine's point of view.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { sum: self.sum.saturating_neg(), ..self }
    }

    /// How many pairs there are.
    pub fn pairs(self) -> u64 {
        self.pairs
    }

    /// The mean margin a pair with its 95 % interval, in counters; `largest` is the largest margin a pair can have
    /// (twice all counters), and the interval stays within it.
    ///
    /// Where margins differ, the interval is Student's t on the pairs. Where none does, as with one pair or none, the
    /// spread cannot be estimated, and the interval is as wide as an unseen kind of pair can make it: with 95 %
    /// confidence such pairs are at most the share `1 - 0.05^(1/pairs)` of all (the "rule of three"), and their
    /// margins at worst are the largest either way. So no pairs give the mean 0 and the interval ±`largest`.
    pub fn mean(self, largest: u32) -> Estimate {
        let (pairs, largest) = (self.pairs as f64, f64::from(largest));
        let mean = self.sum as f64 / pairs.max(1.0);
        let (below, above) = if let Some(error) = self.standard_error() {
            let width = student_quantile(pairs - 1.0) * error;
            (width, width)
        } else {
            let unseen = 1.0 - 0.05_f64.powf(1.0 / pairs);
            (unseen * (largest + mean), unseen * (largest - mean))
        };
        Estimate {
            value: mean,
            low: (mean - below).max(-largest).min(mean),
            high: (mean + above).min(largest).max(mean),
        }
    }

    /// Standard error of the mean, or `None` if all margins are the same.
    fn standard_error(self) -> Option<f64> {
        let pairs = i128::from(self.pairs);
        let spread = pairs.saturating_mul(i128::from(self.squares)) - i128::from(self.sum).pow(2);
        let pairs = self.pairs as f64;
        (spread > 0 && self.pairs > 1).then(|| (spread as f64 / (pairs - 1.0)).sqrt() / pairs)
    }
}

impl FromIterator<i32> for PairMargins {
    fn from_iter<I: IntoIterator<Item = i32>>(margins: I) -> Self {
        let mut all = Self::default();
        margins.into_iter().for_each(|margin| all.record(margin));
        all
    }
}

/// The 97.5 % point of Student's t distribution; `freedom` is at least 1.
pub(super) fn student_quantile(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom.min(PLENTY)).map_or(f64::INFINITY, |student| student.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }

    #[test]
    fn the_quantile_is_that_of_the_printed_tables() {
        let table = [(1.0, 12.706_205), (2.0, 4.302_653), (4.0, 2.776_445), (9.0, 2.262_157), (29.0, 2.045_230)];
        for (freedom, quantile) in table {
            assert_close(student_quantile(freedom), quantile, 1e-6);
        }
        for (freedom, quantile) in [(100.0, 1.983_972), (1000.0, 1.962_339), (1e4, 1.960_201), (1e12, 1.960_201)] {
            assert_close(student_quantile(freedom), quantile, 2e-6);
        }
    }

    #[test]
    fn the_interval_is_students() {
        // "Student", The probable error of a mean, Biometrika 6 (1908): Cushny and Peebles' hours of sleep gained, here
        // in tenths of an hour. Mean 1.58 and standard deviation 1.23 over ten; t = 2.262.
        let hours: PairMargins = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14].into_iter().collect();
        let mean = hours.mean(1000);
        assert_close(mean.value, 15.8, 1e-12);
        assert_close(mean.high - mean.value, 2.262_157 * 12.299_5 / 10.0_f64.sqrt(), 1e-3);
        assert_close(mean.value - mean.low, mean.high - mean.value, 1e-12);
    }

    #[test]
    fn with_no_pair_or_one_little_is_known() {
        let none = PairMargins::default().mean(196);
        assert_eq!((none.value, none.low, none.high), (0.0, -196.0, 196.0));
        let one = PairMargins::from_iter([20]).mean(196);
        assert_close(one.low, 20.0 - 0.95 * 216.0, 1e-9);
        assert_close(one.high, 20.0 + 0.95 * 176.0, 1e-9);
    }

    #[test]
    fn pairs_all_alike_do_not_make_certain() {
        let alike: PairMargins = std::iter::repeat_n(4, 300).collect();
        let mean = alike.mean(100);
        assert_close(mean.value, 4.0, 1e-12);
        assert_close(mean.high - 4.0, 96.0 * 3.0 / 300.0, 0.01);
        assert_close(4.0 - mean.low, 104.0 * 3.0 / 300.0, 0.01);
    }

    #[test]
    fn two_pairs_give_an_interval_within_the_possible() {
        let mean = PairMargins::from_iter([-10, 90]).mean(98);
        assert_eq!((mean.value, mean.low, mean.high), (40.0, -98.0, 98.0));
    }

    #[test]
    fn the_other_engine_sees_the_opposite_and_parts_add_up() {
        let mut first: PairMargins = [3, -8, 40, 2].into_iter().collect();
        let second: PairMargins = [7, 7, -30].into_iter().collect();
        first.merge(second);
        assert_eq!(first, [3, -8, 40, 2, 7, 7, -30].into_iter().collect());
        let (one, other) = (first.mean(98), first.reversed().mean(98));
        assert_eq!((one.value, one.low, one.high), (-other.value, -other.high, -other.low));
    }

    #[test]
    fn everything_is_finite_for_any_margins() {
        for margins in [vec![i32::MIN; 3], vec![i32::MAX, i32::MIN], vec![i32::MAX; 100], vec![0; 1000]] {
            for largest in [0, 98, u32::MAX] {
                let mut all: PairMargins = margins.iter().copied().collect();
                for _ in 0..70 {
                    let mean = all.mean(largest);
                    assert!(
                        mean.low.is_finite()
                            && mean.high.is_finite()
                            && mean.low <= mean.value
                            && mean.value <= mean.high
                    );
                    all.merge(all);
                }
            }
        }
    }

    #[test]
    fn the_interval_holds_the_truth_19_times_in_20() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut held = 0;
        for _ in 0..4000 {
            let margins: PairMargins =
                (0..12).map(|_| rng.random_range(-20..=28) + rng.random_range(-20..=28)).collect();
            let mean = margins.mean(196);
            held += i32::from(mean.low <= 8.0 && 8.0 <= mean.high);
        }
        assert!((3740..=3860).contains(&held), "{held} of 4000");
    }
}
