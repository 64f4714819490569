//! The mean loss a move, with its 95 % interval over pairs of games.

use super::Estimate;
use super::margin::student_quantile;

/// What an engine's moves in a pair of games lost: counts, and counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLosses {
    /// Moves it made.
    pub moves: u32,
    /// Those whose loss is proved.
    pub judged: u32,
    /// Those of them that lost nothing.
    pub perfect: u32,
    /// What those whose loss is proved lost together, in counters.
    pub loss: i32,
    /// The most that any of them could have lost.
    pub largest: u32,
    /// Whether any of them lost less than nothing.
    pub has_gains: bool,
}

impl MoveLosses {
    /// Adds a move made with so many counters in the holes, with its loss if that is proved.
    pub fn record(&mut self, counters: u8, loss: Option<i16>) {
        self.moves = self.moves.saturating_add(1);
        if let Some(loss) = loss {
            self.judged = self.judged.saturating_add(1);
            self.perfect = self.perfect.saturating_add(u32::from(loss <= 0));
            self.loss = self.loss.saturating_add(i32::from(loss));
            // All were to come, and all are lost.
            self.largest = self.largest.max(2 * u32::from(counters));
            self.has_gains |= loss < 0;
        }
    }
}

/// What an engine's moves lost, pair by pair, summed up exactly. Moves of one pair are not independent, pairs are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairLosses {
    /// Pairs with a move whose loss is proved.
    pairs: u64,
    moves: u64,
    judged: u64,
    perfect: u64,
    loss: i64,
    /// The sums, over pairs, of products: loss and loss, loss and moves judged, moves judged and moves judged.
    squares: i128,
    products: i128,
    judged_squares: i128,
    largest: u32,
    has_gains: bool,
}

impl PairLosses {
    /// Adds a pair.
    pub fn record(&mut self, pair: MoveLosses) {
        let (loss, judged) = (i128::from(pair.loss), i128::from(pair.judged));
        self.pairs = self.pairs.saturating_add(u64::from(judged > 0));
        self.moves = self.moves.saturating_add(pair.moves.into());
        self.judged = self.judged.saturating_add(pair.judged.into());
        self.perfect = self.perfect.saturating_add(pair.perfect.into());
        self.loss = self.loss.saturating_add(pair.loss.into());
        self.squares = self.squares.saturating_add(loss * loss);
        self.products = self.products.saturating_add(loss * judged);
        self.judged_squares = self.judged_squares.saturating_add(judged * judged);
        self.largest = self.largest.max(pair.largest);
        self.has_gains |= pair.has_gains;
    }

    /// How many moves there are.
    pub fn moves(self) -> u64 {
        self.moves
    }

    /// The loss of how many of them is proved.
    pub fn judged(self) -> u64 {
        self.judged
    }

    /// The share of moves whose loss is proved, 0 to 1; `None` if there are no moves.
    pub fn share_judged(self) -> Option<f64> {
        (self.moves > 0).then(|| self.judged as f64 / self.moves as f64)
    }

    /// The share of moves that lost nothing among those whose loss is proved, 0 to 1; `None` if there are none.
    pub fn share_perfect(self) -> Option<f64> {
        (self.judged > 0).then(|| self.perfect as f64 / self.judged as f64)
    }

    /// The mean loss of the moves whose loss is proved, in counters, with its 95 % interval; `None` if there are no such
    /// moves. The interval stays between nothing, if no move lost less, and the most that a move could have lost.
    ///
    /// The mean is the ratio of two sums over pairs, that of losses and that of moves; where pairs differ from it, the
    /// interval is Student's t on the pairs, with the spread of what each lost beyond the mean times its moves (W. G.
    /// Cochran, Sampling Techniques, 1977, chapter 6). Where none does, the spread can't be estimated, and the interval is
    /// as wide as an unseen kind of pair can make it, as in [`PairMargins::mean`](super::PairMargins::mean).
    pub fn mean(self) -> Option<Estimate> {
        if self.judged == 0 {
            return None;
        }
        let (pairs, largest) = (self.pairs as f64, f64::from(self.largest));
        let least = if self.has_gains { -largest } else { 0.0 };
        let mean = self.loss as f64 / self.judged as f64;
        let (below, above) = if let Some(error) = self.standard_error() {
            let width = student_quantile(pairs - 1.0) * error;
            (width, width)
        } else {
            let unseen = 1.0 - 0.05_f64.powf(1.0 / pairs);
            (unseen * (mean - least), unseen * (largest - mean))
        };
        let (low, high) = ((mean - below).max(least).min(mean), (mean + above).min(largest).max(mean));
        Some(Estimate { value: mean, low, high })
    }

    /// Standard error of the mean, or `None` if there is but one pair, or no pair differs from the mean.
    fn standard_error(self) -> Option<f64> {
        let (loss, judged) = (i128::from(self.loss), i128::from(self.judged));
        // The square of all moves times the sum of squares of what pairs lost beyond the mean.
        let spread = (judged.saturating_pow(2).saturating_mul(self.squares))
            .saturating_sub((2 * loss).saturating_mul(judged).saturating_mul(self.products))
            .saturating_add(loss.saturating_pow(2).saturating_mul(self.judged_squares));
        let pairs = self.pairs as f64;
        (spread > 0 && self.pairs > 1).then(|| (pairs / (pairs - 1.0) * spread as f64).sqrt() / (judged as f64).powi(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::PairMargins;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn of(pairs: &[(i32, u32)]) -> PairLosses {
        let mut all = PairLosses::default();
        for &(loss, judged) in pairs {
            all.record(MoveLosses { moves: judged, judged, perfect: 0, loss, largest: 112, has_gains: true });
        }
        all
    }

    #[test]
    fn with_a_move_a_pair_it_is_the_mean_of_pairs() {
        let losses = [3, 0, 12, 7, 1];
        let (mean, margins) =
            (of(&losses.map(|loss| (loss, 1))).mean().unwrap(), PairMargins::from_iter(losses).mean(112));
        assert!((mean.value - margins.value).abs() < 1e-12);
        assert!((mean.low - margins.low).abs() < 1e-9 && (mean.high - margins.high).abs() < 1e-9);
    }

    #[test]
    fn pairs_with_more_moves_weigh_more() {
        let mean = of(&[(10, 10), (0, 30)]).mean().unwrap();
        assert!((mean.value - 0.25).abs() < 1e-12);
        assert!(mean.low < mean.value && mean.value < mean.high);
    }

    #[test]
    fn without_judged_moves_there_is_no_mean() {
        let mut all = PairLosses::default();
        assert_eq!((all.mean(), all.share_judged(), all.share_perfect()), (None, None, None));
        all.record(MoveLosses { moves: 8, ..MoveLosses::default() });
        assert_eq!((all.mean(), all.share_judged(), all.share_perfect()), (None, Some(0.0), None));
    }

    #[test]
    fn nothing_ever_lost_does_not_make_certain() {
        let mut all = PairLosses::default();
        for _ in 0..300 {
            let mut pair = MoveLosses::default();
            for counters in [56, 40, 8] {
                pair.record(counters, Some(0));
            }
            all.record(pair);
        }
        let mean = all.mean().unwrap();
        assert!(mean.value.abs() < 1e-12 && mean.low.abs() < 1e-12);
        assert!((mean.high - 112.0 * 3.0 / 300.0).abs() < 0.02, "{mean:?}");
    }

    #[test]
    fn moves_are_counted_by_what_is_known_of_them() {
        let mut pair = MoveLosses::default();
        for loss in [Some(0), Some(4), None, Some(-2)] {
            pair.record(20, loss);
        }
        let counted = MoveLosses { moves: 4, judged: 3, perfect: 2, loss: 2, largest: 40, has_gains: true };
        assert_eq!(pair, counted);
    }

    /// Moves of a pair have much in common here: an interval over moves would be far too narrow.
    #[test]
    fn the_interval_holds_the_truth_19_times_in_20() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut held = 0;
        for _ in 0..4000 {
            let mut all = PairLosses::default();
            for _ in 0..40 {
                let (judged, each) = (rng.random_range(5..=15_i32), rng.random_range(0..=4));
                let loss = judged * each + rng.random_range(0..=judged);
                let judged = judged.cast_unsigned();
                all.record(MoveLosses { moves: 20, judged, perfect: 0, loss, largest: 112, has_gains: false });
            }
            let mean = all.mean().unwrap();
            held += i32::from(mean.low <= 2.5 && 2.5 <= mean.high);
        }
        assert!((3720..=3860).contains(&held), "{held} of 4000");
    }

    #[test]
    fn everything_is_finite_for_any_losses() {
        for (loss, judged) in [(i32::MAX, u32::MAX), (i32::MIN, u32::MAX), (i32::MIN, 1), (0, u32::MAX)] {
            let mean = of(&[(loss, judged), (1, 1), (loss, judged)]).mean().unwrap();
            assert!(mean.low.is_finite() && mean.high.is_finite() && mean.low <= mean.value && mean.value <= mean.high);
        }
    }
}
