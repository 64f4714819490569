//! The sequential probability ratio test: playing on until one of two Elo differences is likely enough, and no longer.
//!
//! Generalised to pairs of games as fishtest does it: the shares of the five outcomes are at their likeliest under each
//! hypothesis (M. Van den Bergh, *A practical introduction to the GSPRT*, 2019).

use crate::ratings::{ELO_PER_LOG_ODDS, Pentanomial, likelihood::PairLikelihood};

/// The chance of accepting the alternative though the null hypothesis holds.
pub const ALPHA: f64 = 0.05;

/// The chance of accepting the null hypothesis though the alternative holds.
pub const BETA: f64 = 0.05;

/// Hypotheses above this many Elo points, either way, are refused.
const LARGEST_ELO: f64 = 10_000.0;

/// A test between two hypotheses about the logistic Elo difference, first engine less second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// Log-likelihood ratio, the alternative over the null hypothesis: above 0 speaks for the alternative.
    pub ratio: f64,
    /// At this ratio or below, the null hypothesis is accepted: ln(β / (1 - α)) = -2.944.
    pub lower: f64,
    /// At this ratio or above, the alternative is accepted: ln((1 - β) / α) = 2.944.
    pub upper: f64,
    /// What that means.
    pub verdict: Verdict,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo0` (or less).
    AcceptNull,
    /// The difference is `elo1` (or more).
    AcceptAlternative,
    /// Not known yet: play on.
    GoOn,
}

/// Two hypotheses that make no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("elo0={elo0} and elo1={elo1}: elo0 must be below elo1, and both within 10000 of 0")]
pub struct SprtError {
    /// The null hypothesis given.
    pub elo0: f64,
    /// The alternative given.
    pub elo1: f64,
}

impl Sprt {
    /// A test of the null hypothesis `elo0` against the alternative `elo1`, in Elo points.
    ///
    /// # Errors
    /// Unless `elo0 < elo1` and both are within 10 000 of 0.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        let possible = elo0 < elo1 && elo0.abs() <= LARGEST_ELO && elo1.abs() <= LARGEST_ELO;
        possible.then_some(Self { elo0, elo1 }).ok_or(SprtError { elo0, elo1 })
    }

    /// The null hypothesis, in Elo points.
    pub fn elo0(self) -> f64 {
        self.elo0
    }

    /// The alternative, in Elo points.
    pub fn elo1(self) -> f64 {
        self.elo1
    }

    /// Where the test stands after these pairs of games.
    ///
    /// One drawn pair of unknown composition is added to them, as for the ratings
    /// ([`joint_ratings`](crate::ratings::joint_ratings)), where fishtest puts a thousandth of a pair in place of
    /// each outcome not seen. Over many pairs both come to the same; over few, the drawn pair keeps a handful of draws,
    /// which tell nothing of how far scores spread, from deciding.
    pub fn judge(self, pairs: Pentanomial) -> SprtState {
        let ratio = self.ratio(PairLikelihood::new(pairs));
        let (lower, upper) = ((BETA / (1.0 - ALPHA)).ln(), ((1.0 - BETA) / ALPHA).ln());
        let verdict = if ratio >= upper {
            Verdict::AcceptAlternative
        } else if ratio <= lower {
            Verdict::AcceptNull
        } else {
            Verdict::GoOn
        };
        SprtState { ratio, lower, upper, verdict }
    }

    fn ratio(self, likelihood: PairLikelihood) -> f64 {
        likelihood.at(self.elo1 / ELO_PER_LOG_ODDS).value - likelihood.at(self.elo0 / ELO_PER_LOG_ODDS).value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Log-likelihood ratio as fishtest has it, a thousandth in place of each zero.
    fn fishtest_ratio(elo0: f64, elo1: f64, counts: [u64; 5]) -> f64 {
        let weights = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        Sprt { elo0, elo1 }.ratio(PairLikelihood::without_prior(weights))
    }

    #[test]
    fn the_ratio_is_the_one_fastchess_expects() {
        // fastchess, app/tests/sprt_test.cpp, "logistic pentanomial" 1 and 2, given to three figures.
        assert!((fishtest_ratio(0.5, 2.5, [223, 9863, 21_279, 10_037, 246]) + 3.07).abs() < 0.005);
        assert!((fishtest_ratio(0.0, 2.0, [871, 26_175, 55_983, 26_678, 821]) + 4.98).abs() < 0.005);
    }

    #[test]
    fn the_ratio_is_the_one_montytest_publishes() {
        // montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712, "Logistic (exact)": fishtest's own program, the
        // alternative there being a score of 0.50391, 2.716 Elo.
        assert!((fishtest_ratio(0.0, 2.716, [13, 37, 50, 25, 3]) + 0.537_72).abs() < 2e-4);
    }

    #[test]
    fn over_many_pairs_the_prior_changes_little() {
        let counts = [223, 9863, 21_279, 10_037, 246];
        let state = Sprt::new(0.5, 2.5).unwrap().judge(Pentanomial(counts));
        assert!((state.ratio - fishtest_ratio(0.5, 2.5, counts)).abs() < 1e-3);
        assert_eq!(state.verdict, Verdict::AcceptNull);
    }

    #[test]
    fn the_bounds_are_plus_and_minus_the_logarithm_of_19() {
        let state = Sprt::new(0.0, 10.0).unwrap().judge(Pentanomial::default());
        assert!((state.upper - 19.0_f64.ln()).abs() < 1e-12 && (state.lower + 19.0_f64.ln()).abs() < 1e-12);
        assert!(state.ratio.abs() < 0.01);
        assert_eq!(state.verdict, Verdict::GoOn);
    }

    #[test]
    fn swapping_engines_and_hypotheses_turns_the_ratio_round() {
        let pairs = Pentanomial([3, 9, 20, 14, 8]);
        let (one, other) = (Sprt::new(-3.0, 12.0).unwrap(), Sprt::new(-12.0, 3.0).unwrap());
        assert!((one.judge(pairs).ratio + other.judge(pairs.reversed()).ratio).abs() < 1e-12);
    }

    #[test]
    fn wins_accept_and_losses_refuse_and_few_draws_do_neither() {
        let test = Sprt::new(0.0, 10.0).unwrap();
        assert_eq!(test.judge(Pentanomial([0, 0, 0, 0, 1000])).verdict, Verdict::AcceptAlternative);
        assert_eq!(test.judge(Pentanomial([1000, 0, 0, 0, 0])).verdict, Verdict::AcceptNull);
        assert_eq!(test.judge(Pentanomial([0, 0, 10, 0, 0])).verdict, Verdict::GoOn);
        assert_eq!(test.judge(Pentanomial([0, 0, 1000, 0, 0])).verdict, Verdict::AcceptNull);
    }

    #[test]
    fn hypotheses_that_make_no_test_are_refused() {
        for (elo0, elo1) in [(0.0, 0.0), (5.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-1e5, 0.0)] {
            assert!(Sprt::new(elo0, elo1).is_err());
        }
    }

    #[test]
    fn everything_is_finite_for_any_counts() {
        let test = Sprt::new(-10_000.0, 10_000.0).unwrap();
        for counts in [[0; 5], [u64::MAX; 5], [0, 0, 0, 0, u64::MAX], [0, 1, 0, 0, 0]] {
            assert!(test.judge(Pentanomial(counts)).ratio.is_finite());
        }
    }

    #[test]
    fn it_errs_no_more_often_than_promised() {
        // 400 tests with pairs drawn from a distribution of mean score μ: 5 % of wrong verdicts are 20, and 35 is more
        // than three standard deviations above.
        let (elo0, elo1) = (0.0, 60.0);
        let test = Sprt::new(elo0, elo1).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for (truth, wrong) in [(elo0, Verdict::AcceptAlternative), (elo1, Verdict::AcceptNull)] {
            let score = crate::ratings::expected_score(truth);
            let mistakes = (0..400).filter(|_| run(test, score, &mut rng) == wrong).count();
            assert!(mistakes < 35, "{mistakes} of 400 at {truth}");
        }
    }

    /// Plays pairs of two independent halves of a point each, won with the chance given, until there is a verdict.
    fn run(test: Sprt, score: f64, rng: &mut ChaCha8Rng) -> Verdict {
        let mut pairs = Pentanomial::default();
        loop {
            let outcome = (0..4).filter(|_| rng.random::<f64>() < score).count();
            pairs.0[outcome] += 1;
            let verdict = test.judge(pairs).verdict;
            if verdict != Verdict::GoOn {
                return verdict;
            }
        }
    }
}
