//! Maximum-likelihood ratings of several engines at once, with profile-likelihood intervals.
//!
//! The log likelihood of all ratings is the sum of the pairings' curves, each at the difference of its two ratings; it
//! is concave, so Newton's method finds the one maximum. Ratings are in natural log odds here.

use super::likelihood::PairLikelihood;
use super::network::Network;

/// Half of 3.841459, the 95 % point of chi-squared with one degree of freedom: how far the log likelihood may fall
/// below its maximum within an interval.
const DROP_AT_THE_BOUND: f64 = 3.841_459 / 2.0;

/// Where a normal likelihood has fallen by that much, in standard deviations: the first guess at a bound.
const DEVIATIONS_AT_THE_BOUND: f64 = 1.959_964;

/// No step changes a rating by more than this (some 870 Elo).
const LONGEST_STEP: f64 = 5.0;

/// A Newton step that promises less log likelihood than this is the last: it leaves an error of about its square.
const PROMISE_OF_THE_LAST_STEP: f64 = 1e-9;

/// If Newton's method has not arrived after this many steps, it needs to be led.
const MOST_STEPS: usize = 40;

/// Changes to a bound below this (a millionth of an Elo) are not worth another step.
const CLOSE_ENOUGH: f64 = 5e-9;

/// Engines that are linked, directly or through others, by pairings; numbered from 0 within the group.
pub(crate) struct Group {
    /// How many engines.
    pub(crate) engines: usize,
    /// Every pairing: its two engines and its curve, from the first one's side.
    pub(crate) pairings: Vec<(usize, usize, PairLikelihood)>,
}

/// A rating and its 95 % interval, in natural log odds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The log likelihood and its derivatives where the ratings are as given.
struct Place {
    ratings: Vec<f64>,
    /// Log likelihood less the sum of the pairings' own maxima: 0 or less.
    value: f64,
    /// Derivative by each rating; they sum to 0.
    slopes: Vec<f64>,
    /// Minus the matrix of second derivatives.
    curvatures: Network,
}

impl Group {
    /// The likeliest ratings with mean 0, each with its profile interval: the values of that rating for which the
    /// best choice of all others (mean 0 again) is within 3.841459/2 of the greatest log likelihood.
    pub(crate) fn ratings(&self) -> Vec<Bounds> {
        if self.engines < 2 {
            return vec![Bounds { value: 0.0, low: 0.0, high: 0.0 }; self.engines];
        }
        let top = self.climb(vec![0.0; self.engines], None);
        let bounds = |engine| Bounds {
            value: top.ratings[engine],
            low: self.bound(&top, engine, -1.0),
            high: self.bound(&top, engine, 1.0),
        };
        (0..self.engines).map(bounds).collect()
    }

    /// The likelihood at these ratings, each pairing having some prior pairs more than its own.
    fn look(&self, ratings: Vec<f64>, more_prior: f64) -> Place {
        let (mut value, mut slopes) = (0.0, vec![0.0; self.engines]);
        let mut ties = vec![vec![0.0; self.engines]; self.engines];
        for &(first, second, likelihood) in &self.pairings {
            let point = likelihood.with_more_prior(more_prior).at(ratings[first] - ratings[second]);
            value += point.value;
            slopes[first] += point.slope;
            slopes[second] -= point.slope;
            // Far out the curvature underflows, though it is never quite 0.
            ties[first.min(second)][first.max(second)] += (-point.curvature).max(1e-12);
        }
        Place { ratings, value, slopes, curvatures: Network::new(ties) }
    }

    /// From these ratings to the greatest log likelihood, with one engine's rating held if wanted. Their mean stays
    /// what it is.
    ///
    /// Where nearly all pairs of a pairing are alike, its curve is a roof whose ridge is the sharper the more pairs
    /// there are, and where several such contradict each other Newton's method creeps along the ridges. So if it has
    /// not arrived soon, it is led there: by way of the summits with very many prior pairs, whose ridges are blunt, and
    /// then with fewer and fewer.
    fn climb(&self, ratings: Vec<f64>, held: Option<usize>) -> Place {
        let (mut here, arrived) = self.ascend(ratings, held, 0.0);
        if arrived {
            return here;
        }
        let mut more_prior = self.pairings.iter().map(|(_, _, likelihood)| likelihood.pairs()).fold(0.0, f64::max);
        while more_prior > 0.1 {
            here = self.ascend(here.ratings, held, more_prior).0;
            more_prior /= 10.0;
        }
        self.ascend(here.ratings, held, 0.0).0
    }

    /// Newton's method; and whether it has arrived.
    fn ascend(&self, ratings: Vec<f64>, held: Option<usize>, more_prior: f64) -> (Place, bool) {
        let mut here = self.look(ratings, more_prior);
        for _ in 0..MOST_STEPS {
            let step = here.newton_step(held);
            let promise = here.rise(&step);
            if promise < PROMISE_OF_THE_LAST_STEP {
                return (self.look(here.moved(&step, 1.0), more_prior), true);
            }
            let Some(next) = self.search(&here, &step, promise, more_prior) else { break };
            here = next;
        }
        (here, false)
    }

    /// The first of the whole step, half of it, a quarter and so on that gains a fair part of what it promises.
    fn search(&self, here: &Place, step: &[f64], promise: f64, more_prior: f64) -> Option<Place> {
        let rounding = 1e-14 * here.value.abs();
        (0..50).map(|halvings| 0.5_f64.powi(halvings)).find_map(|share| {
            let next = self.look(here.moved(step, share), more_prior);
            (next.value >= here.value + 1e-4 * share * promise - rounding).then_some(next)
        })
    }

    /// The end of one engine's profile interval, above its rating (`side` 1) or below (`side` -1).
    ///
    /// Newton's method on the profile of the log likelihood, which is concave: its tangents lie above it, so every
    /// step ends outside the interval or on its end, and all after the first come nearer from outside.
    fn bound(&self, top: &Place, engine: usize, side: f64) -> f64 {
        let (along, variance) = top.response(engine);
        let guess = (DEVIATIONS_AT_THE_BOUND * variance.sqrt()).min(LONGEST_STEP);
        let mut here = self.climb(top.moved(&along, side * guess), Some(engine));
        for _ in 0..100 {
            let excess = (top.value - here.value) - DROP_AT_THE_BOUND;
            let (along, _) = here.response(engine);
            // All others being at their best, how they move makes no difference to the slope of the profile.
            let change = (excess / here.rise(&along)).clamp(-LONGEST_STEP, LONGEST_STEP);
            if !change.is_finite() {
                break;
            }
            here = self.climb(here.moved(&along, change), Some(engine));
            if change.abs() < CLOSE_ENOUGH {
                break;
            }
        }
        here.ratings[engine]
    }
}

impl Place {
    /// The ratings when moved from here by so many times the step.
    fn moved(&self, step: &[f64], times: f64) -> Vec<f64> {
        self.ratings.iter().zip(step).map(|(rating, change)| rating + times * change).collect()
    }

    /// Newton's step towards the greatest log likelihood, the mean (and one rating, if wanted) staying as it is.
    fn newton_step(&self, held: Option<usize>) -> Vec<f64> {
        let mut step = self.curvatures.solve(&self.slopes);
        if let Some(engine) = held {
            let (along, _) = self.response(engine);
            let change = step[engine];
            for (other, along) in step.iter_mut().zip(along) {
                *other -= change * along;
            }
        }
        let longest = step.iter().fold(0.0, |longest: f64, change| longest.max(change.abs()));
        if longest > LONGEST_STEP {
            for change in &mut step {
                *change *= LONGEST_STEP / longest;
            }
        }
        step
    }

    /// How all ratings move best when one is moved by 1 and the mean stays, to first order; and that one's variance.
    fn response(&self, engine: usize) -> (Vec<f64>, f64) {
        let engines = self.ratings.len();
        let mut pulls = vec![-1.0 / engines as f64; engines];
        pulls[engine] += 1.0;
        let moved = self.curvatures.solve(&pulls);
        let variance = moved[engine];
        (moved.into_iter().map(|change| change / variance).collect(), variance)
    }

    /// How fast the log likelihood rises along a step.
    fn rise(&self, step: &[f64]) -> f64 {
        self.slopes.iter().zip(step).map(|(slope, change)| slope * change).sum()
    }
}
