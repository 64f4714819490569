//! How likely the pairs of games of one pairing are, for each difference in strength: the empirical likelihood of
//! their mean score. Everything else about ratings is built on this one curve.
//!
//! A pair of games gives a score of 0, ¼, ½, ¾ or 1 (points over two), and nothing is assumed about how often each
//! comes but the mean `m` of them all: a curve's height at `m` is the greatest log likelihood any distribution with
//! that mean gives to what was counted (A. B. Owen, *Empirical likelihood ratio confidence intervals for a single
//! functional*, Biometrika 75, 1988). So the correlation within a pair, and however many draws the game has, are taken
//! from the games themselves. Twice the drop from the top is asymptotically chi-squared (S. S. Wilks, 1938; for the
//! empirical likelihood, Owen's theorem 1).

use super::Pentanomial;

/// The scores a pair can have, as a share of its two points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The prior: one drawn pair of unknown composition, spread over the five outcomes as (1, 4, 6, 4, 1)/16.
///
/// It is what two games between equals would give if each were won, drawn and lost a quarter, half and a quarter of
/// the time. All five outcomes must have some weight, or else the likelihood would know no score above the best one
/// seen, and no games, or wins alone, or draws alone, would have infinite or empty intervals.
const PRIOR: [f64; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];

/// Beyond this many units of log odds either way (some 40 000 Elo) a curve is taken as its tangent, which it is to
/// within rounding, so that no square of the odds overflows.
const FARTHEST: f64 = 230.0;

/// More pairs than this of one outcome are taken as this many: beyond, rounding would swamp the prior.
const MOST_PAIRS: f64 = 1e9;

/// One pairing's log likelihood as a function of the difference in strength, in natural log odds: at difference `x`
/// the first engine's expected score is `1 / (1 + exp(-x))`.
///
/// The curve is strictly concave with its top at the mean score: with `m` the mean and `s` the slope a pair,
/// `1/s = 1/(1 - w₀) + 1/(w₄ - 1)` where `w₀`, `w₄` are the ratios of the outcomes' shares seen to those supposed,
/// one of which grows and the other falls all the way from the top outwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairLikelihood {
    /// How often each outcome came, the prior included; the first and the last above zero.
    weights: [f64; 5],
}

/// The curve at one difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    /// Log likelihood less the curve's maximum: 0 or less.
    pub(crate) value: f64,
    /// First derivative of `value`, for one unit of log odds.
    pub(crate) slope: f64,
    /// Second derivative of `value`: 0 or less.
    pub(crate) curvature: f64,
}

impl PairLikelihood {
    /// The curve for these pairs and the prior pair.
    pub(crate) fn new(pairs: Pentanomial) -> Self {
        Self { weights: std::array::from_fn(|outcome| (pairs.0[outcome] as f64).min(MOST_PAIRS) + PRIOR[outcome]) }
    }

    /// The curve with this many more prior pairs.
    pub(crate) fn with_more_prior(self, pairs: f64) -> Self {
        Self { weights: std::array::from_fn(|outcome| self.weights[outcome] + pairs * PRIOR[outcome]) }
    }

    /// How many pairs there are, the prior included.
    pub(crate) fn pairs(self) -> f64 {
        self.weights.iter().sum()
    }

    /// The curve for these weights as they are, without a prior: to compare with what others publish.
    #[cfg(test)]
    pub(crate) fn without_prior(weights: [f64; 5]) -> Self {
        Self { weights }
    }

    /// The curve at a difference in strength, in natural log odds: any number up to 1e200.
    pub(crate) fn at(&self, difference: f64) -> Point {
        let inside = difference.clamp(-FARTHEST, FARTHEST);
        let (expected, missed) = (logistic(inside), logistic(-inside));
        let surplus: f64 = SCORES
            .iter()
            .zip(self.weights)
            .map(|(score, weight)| weight * (score * missed - (1.0 - score) * expected))
            .sum();
        let mut point =
            if surplus >= 0.0 { self.below_the_mean(inside) } else { self.reversed().below_the_mean(-inside) };
        if surplus < 0.0 {
            point.slope = -point.slope;
        }
        point.value += point.slope * (difference - inside);
        point
    }

    /// The same pairs as the second engine sees them.
    fn reversed(mut self) -> Self {
        self.weights.reverse();
        self
    }

    /// The curve at a difference whose expected score is at most the mean of the scores.
    ///
    /// The likeliest distribution with expected score μ gives outcome k, of score a, the share `n_k / (N w_k)` with
    /// `w_k = 1 + λ (a - μ)`. Here `w_k = 1 + y e_k` with `e_k = (1 - a) - a (1 - μ)/μ` and `y = exp(tilt) - 1`,
    /// which loses no digits however near μ is to 0 or 1.
    fn below_the_mean(&self, difference: f64) -> Point {
        let odds_against = (-difference).exp();
        let pulls = SCORES.map(|score| (1.0 - score) - score * odds_against);
        let tilt = self.solve_tilt(odds_against, &pulls);
        let ratios = tilted_ratios(tilt, odds_against);

        let (expected, missed) = (logistic(difference), logistic(-difference));
        let total = self.pairs();
        let (mut value, mut rise, mut spread) = (-self.weights[0] * tilt, 0.0, 0.0);
        for outcome in 0..5 {
            let (weight, score, pull, ratio) =
                (self.weights[outcome], SCORES[outcome], pulls[outcome], ratios[outcome]);
            if outcome > 0 {
                value -= weight * (tilt.exp_m1() * pull).ln_1p();
            }
            rise += weight * (score * missed * missed + (1.0 - score) * expected * expected) / (ratio * ratio);
            spread += weight * (expected * pull / ratio).powi(2);
        }
        Point { value, slope: -total * missed * tilt.exp_m1(), curvature: -total * expected * missed * rise / spread }
    }

    /// The tilt, ln w₀, at which the tilted distribution has the mean asked for: the root of Σ nₖ eₖ / wₖ, which falls
    /// as the tilt rises and lies between ln(n₀/N) and 0. Newton's method, and bisection where that would leave the
    /// bracket.
    fn solve_tilt(&self, odds_against: f64, pulls: &[f64; 5]) -> f64 {
        let others: f64 = self.weights[1..].iter().sum();
        let (mut low, mut high) = (-(others / self.weights[0]).ln_1p(), 0.0);
        let mut tilt: f64 = 0.0;
        for _ in 0..100 {
            let ratios = tilted_ratios(tilt, odds_against);
            let (mut excess, mut fall) = (0.0, 0.0);
            for outcome in 0..5 {
                let share = pulls[outcome] / ratios[outcome];
                excess += self.weights[outcome] * share;
                fall += self.weights[outcome] * share * share;
            }
            if excess > 0.0 {
                low = tilt;
            } else {
                high = tilt;
            }
            let newton = tilt + excess / (fall * tilt.exp());
            let next = if newton >= low && newton <= high { newton } else { f64::midpoint(low, high) };
            if (next - tilt).abs() <= 2.0 * f64::EPSILON * tilt.abs() {
                return next;
            }
            tilt = next;
        }
        tilt
    }
}

/// The five `w_k` for a tilt, as sums of terms of one sign.
fn tilted_ratios(tilt: f64, odds_against: f64) -> [f64; 5] {
    let (worst, best) = (tilt.exp(), 1.0 - tilt.exp_m1() * odds_against);
    SCORES.map(|score| (1.0 - score) * worst + score * best)
}

/// Expected score at a difference in natural log odds.
fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Greatest Σ n ln(q) over all q on five scores with this mean, by nested golden sections over q₁, q₂, q₃.
    fn brute_force(weights: [f64; 5], mean: f64) -> f64 {
        fn greatest(low: f64, high: f64, steps: usize, height: &dyn Fn(f64) -> f64) -> f64 {
            let (mut low, mut high) = (low, high);
            let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
            for _ in 0..steps {
                let (left, right) = (high - golden * (high - low), low + golden * (high - low));
                if height(left) < height(right) {
                    low = left;
                } else {
                    high = right;
                }
            }
            height(f64::midpoint(low, high))
        }
        let height = |q1: f64, q2: f64, q3: f64| {
            let q4 = mean - 0.25 * q1 - 0.5 * q2 - 0.75 * q3;
            let shares = [1.0 - q1 - q2 - q3 - q4, q1, q2, q3, q4];
            weights.iter().zip(shares).map(|(n, q)| if q > 0.0 { n * q.ln() } else { -1e9 * (1.0 - q) }).sum()
        };
        greatest(0.0, 1.0, 45, &|q2| {
            greatest(0.0, 1.0 - q2, 45, &|q1| greatest(0.0, 1.0 - q2 - q1, 45, &|q3| height(q1, q2, q3)))
        })
    }

    fn some_weights(rng: &mut ChaCha8Rng) -> [f64; 5] {
        let scale = 10_u64.pow(rng.random_range(0..7));
        PairLikelihood::new(Pentanomial(std::array::from_fn(|_| rng.random_range(0..2) * rng.random_range(0..=scale))))
            .weights
    }

    #[test]
    fn no_distribution_with_the_mean_is_likelier() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..6 {
            let weights = std::array::from_fn(|_| f64::from(rng.random_range(1..30)));
            let total: f64 = weights.iter().sum();
            let top: f64 = weights.iter().map(|n| n * (n / total).ln()).sum();
            let mean: f64 = rng.random_range(0.1..0.9);
            let point = PairLikelihood::without_prior(weights).at((mean / (1.0 - mean)).ln());
            let expected = brute_force(weights, mean) - top;
            assert!((point.value - expected).abs() < 1e-5, "{weights:?} at {mean}: {} and {expected}", point.value);
        }
    }

    #[test]
    fn wins_and_losses_alone_give_the_binomial_likelihood() {
        let (lost, won) = (20.0, 50.0);
        let curve = PairLikelihood::without_prior([lost, 0.0, 0.0, 0.0, won]);
        for difference in [-9.0, -1.0, 0.0, 0.3, 2.0, 40.0] {
            let point = curve.at(difference);
            let (score, missed) = (logistic(difference), logistic(-difference));
            let value = won * (score * 70.0 / won).ln() + lost * (missed * 70.0 / lost).ln();
            assert!((point.value - value).abs() < 1e-12 * (1.0 + value.abs()));
            assert!((point.slope - (won - 70.0 * score)).abs() < 1e-12);
            assert!((point.curvature + 70.0 * score * missed).abs() < 1e-12);
        }
    }

    #[test]
    fn wins_draws_and_losses_give_the_trinomial_closed_form() {
        // With shares l, d, w and w - l = 2μ - 1 fixed, Lagrange's condition is n_w/w + n_l/l = 2 n_d/d, a quadratic
        // in l once w = l + c and d = 1 - c - 2l are put in.
        let (lost, drawn, won) = (7.0, 30.0, 12.0);
        let curve = PairLikelihood::without_prior([lost, 0.0, drawn, 0.0, won]);
        for mean in [0.2, 0.45, 0.6, 0.9_f64] {
            let c = 2.0 * mean - 1.0;
            let (a, b) = (-2.0 * (won + lost + drawn), (1.0 - c) * (won + lost) - 2.0 * lost * c - 2.0 * drawn * c);
            let root = (-b - (b * b - 4.0 * a * lost * c * (1.0 - c)).sqrt()) / (2.0 * a);
            let shares = [root, 1.0 - c - 2.0 * root, root + c];
            let counts = [lost, drawn, won];
            let value: f64 = counts.iter().zip(shares).map(|(n, q)| n * (q / (n / 49.0)).ln()).sum();
            let point = curve.at((mean / (1.0 - mean)).ln());
            assert!((point.value - value).abs() < 1e-10, "at {mean}: {} and {value}", point.value);
        }
    }

    #[test]
    fn slope_and_curvature_are_the_derivatives_and_the_curve_is_concave() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..2000 {
            let curve = PairLikelihood { weights: some_weights(&mut rng) };
            let difference = rng.random_range(-12.0..12.0);
            let (before, here, after) =
                (curve.at(difference - 1e-5), curve.at(difference), curve.at(difference + 1e-5));
            let size = 1.0 + here.value.abs() + here.slope.abs() + here.curvature.abs();
            assert!(((after.value - before.value) / 2e-5 - here.slope).abs() < 1e-4 * size);
            assert!(((after.slope - before.slope) / 2e-5 - here.curvature).abs() < 1e-3 * size);
            assert!(here.curvature < 0.0 && here.value <= 0.0);
        }
    }

    #[test]
    fn the_curve_is_finite_at_any_difference_for_any_counts() {
        for counts in [[0; 5], [u64::MAX; 5], [u64::MAX, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 1_000_000, 0, 0]] {
            for difference in [-1e200, -1e4, -231.0, -30.0, -1e-12, 0.0, 1e-300, 3.0, 700.0, 1e9] {
                let point = PairLikelihood::new(Pentanomial(counts)).at(difference);
                let all = [point.value, point.slope, point.curvature];
                assert!(all.iter().all(|number| number.is_finite()), "{counts:?} at {difference}: {point:?}");
            }
        }
    }

    #[test]
    fn the_likeliest_shares_sum_to_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..2000 {
            let curve = PairLikelihood { weights: some_weights(&mut rng) };
            let mean: f64 = curve.weights.iter().zip(SCORES).map(|(weight, score)| weight * score).sum::<f64>()
                / curve.weights.iter().sum::<f64>();
            let difference = (mean / (1.0 - mean)).ln() - rng.random_range(0.0..40.0);
            let odds_against = (-difference).exp();
            let tilt = curve.solve_tilt(odds_against, &SCORES.map(|score| (1.0 - score) - score * odds_against));
            let ratios = tilted_ratios(tilt, odds_against);
            let total: f64 = curve.weights.iter().sum();
            let shares: f64 = curve.weights.iter().zip(ratios).map(|(weight, ratio)| weight / ratio / total).sum();
            assert!((shares - 1.0).abs() < 1e-9, "{curve:?} at {difference}: {shares}");
        }
    }
}
