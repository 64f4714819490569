//! Ratings against independent, slow arithmetic, published figures, simulated tournaments, and at the extremes.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
}

fn pairing(first: usize, second: usize, counts: [u64; 5]) -> Pairing {
    Pairing { first, second, pairs: Pentanomial(counts) }
}

fn ratings(engines: usize, pairings: &[Pairing]) -> Vec<Estimate> {
    joint_ratings(engines, pairings).unwrap().into_iter().map(|rating| rating.elo).collect()
}

fn width(estimate: Estimate) -> f64 {
    estimate.high - estimate.low
}

fn assert_sound(estimate: Estimate) {
    let Estimate { value, low, high } = estimate;
    assert!(low.is_finite() && value.is_finite() && high.is_finite(), "{estimate:?}");
    assert!(low < value && value < high, "{estimate:?}");
}

/// The same model again, slowly and plainly: everything in Elo, λ by bisection, maxima by golden sections.
mod slow {
    /// Log likelihood of one pairing at an Elo difference, the prior included.
    pub(super) fn log_likelihood(counts: [u64; 5], elo: f64) -> f64 {
        let weights: Vec<f64> =
            counts.iter().zip([1.0, 4.0, 6.0, 4.0, 1.0]).map(|(&count, part)| count as f64 + part / 16.0).collect();
        let total: f64 = weights.iter().sum();
        let expected = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let offsets = [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| score - expected);
        let (mut low, mut high) = (-1.0 / offsets[4], -1.0 / offsets[0]);
        for _ in 0..200 {
            let lambda = f64::midpoint(low, high);
            let sum: f64 = weights.iter().zip(offsets).map(|(n, offset)| n * offset / (1.0 + lambda * offset)).sum();
            if sum > 0.0 {
                low = lambda;
            } else {
                high = lambda;
            }
        }
        weights.iter().zip(offsets).map(|(n, offset)| n * (n / total / (1.0 + low * offset)).ln()).sum()
    }

    /// Where a concave function is greatest, and how great.
    pub(super) fn maximum(mut low: f64, mut high: f64, height: impl Fn(f64) -> f64) -> (f64, f64) {
        let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
        for _ in 0..60 {
            let (left, right) = (high - golden * (high - low), low + golden * (high - low));
            if height(left) < height(right) {
                low = left;
            } else {
                high = right;
            }
        }
        (f64::midpoint(low, high), height(f64::midpoint(low, high)))
    }

    /// Where `height` falls through `level` between `inside`, above it, and `outside`, below it.
    pub(super) fn crossing(mut inside: f64, mut outside: f64, level: f64, height: impl Fn(f64) -> f64) -> f64 {
        for _ in 0..60 {
            let middle = f64::midpoint(inside, outside);
            if height(middle) > level {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    }

    /// Rating and interval on the ratings' axis, from a profile with its top somewhere within 2000 Elo of 0.
    pub(super) fn interval(profile: impl Fn(f64) -> f64) -> [f64; 3] {
        let (value, top) = maximum(-2000.0, 2000.0, &profile);
        let level = top - 3.841_459 / 2.0;
        [value, crossing(value, -4000.0, level, &profile), crossing(value, 4000.0, level, &profile)]
    }
}

fn assert_like(found: Estimate, expected: [f64; 3], tolerance: f64) {
    for (found, expected) in [found.value, found.low, found.high].into_iter().zip(expected) {
        assert_close(found, expected, tolerance);
    }
}

#[test]
fn elo_points_mean_what_everybody_says_they_mean() {
    for (elo, score) in [(0.0, 0.5), (100.0, 0.640_065), (200.0, 0.759_747), (400.0, 10.0 / 11.0), (-100.0, 0.359_935)]
    {
        assert_close(expected_score(elo), score, 1e-6);
    }
}

#[test]
fn the_difference_of_two_is_that_of_their_mean_score_with_the_prior() {
    let counts = [2, 5, 9, 11, 6];
    let points = 0.25 * 5.0 + 0.5 * 9.0 + 0.75 * 11.0 + 6.0 + 0.5;
    assert_close(expected_score(elo_difference(Pentanomial(counts)).value), points / 34.0, 1e-9);
}

#[test]
fn the_difference_of_two_is_that_of_a_slow_search() {
    let many = [[0; 5], [0, 0, 0, 0, 12], [0, 0, 30, 0, 0], [1, 0, 0, 0, 0], [13, 37, 50, 25, 3], [0, 1, 2, 400, 9000]];
    for counts in many {
        let expected = slow::interval(|elo| slow::log_likelihood(counts, elo));
        assert_like(elo_difference(Pentanomial(counts)), expected, 2e-4);
    }
}

#[test]
fn the_difference_of_two_is_about_the_one_others_publish() {
    // fastchess, app/tests/elo_test.cpp, "EloPentanomial" 1 and 2: Elo and half a 95 % interval, normal approximation
    // and no prior, so the agreement is to a few hundredths of the interval.
    for (counts, elo, error) in [([34, 54, 63, 64, 75], 55.58, 27.65), ([332, 433, 498, 333, 334], -8.64, 10.33)] {
        assert_like(elo_difference(Pentanomial(counts)), [elo, elo - error, elo + error], 0.03 * error);
    }
    // montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712 (fishtest's program); its interval allows for the
    // sequential test and cannot be compared.
    assert_close(elo_difference(Pentanomial([13, 37, 50, 25, 3])).value, -43.6578, 0.5);
    // fastchess, "EloPentanomial 2" again.
    assert_close(likelihood_of_superiority(Pentanomial([332, 433, 498, 333, 334])), 0.0505, 0.002);
}

#[test]
fn three_engines_are_rated_as_a_slow_search_rates_them() {
    let (ab, bc, ac) = ([1, 4, 9, 6, 4], [3, 3, 8, 2, 0], [0, 2, 2, 9, 5]);
    for with_ac in [true, false] {
        let log_likelihood = |a: f64, b: f64| {
            let c = -a - b;
            let without = slow::log_likelihood(ab, a - b) + slow::log_likelihood(bc, b - c);
            if with_ac { without + slow::log_likelihood(ac, a - c) } else { without }
        };
        let mut pairings = vec![pairing(0, 1, ab), pairing(2, 1, [0, 2, 8, 3, 3])];
        if with_ac {
            pairings.push(pairing(0, 2, ac));
        }
        let found = ratings(3, &pairings);
        let best = |profile: &dyn Fn(f64, f64) -> f64| {
            slow::interval(|held| slow::maximum(-2000.0, 2000.0, |other| profile(held, other)).1)
        };
        assert_like(found[0], best(&|held, other| log_likelihood(held, other)), 2e-3);
        assert_like(found[1], best(&|held, other| log_likelihood(other, held)), 2e-3);
        assert_like(found[2], best(&|held, other| log_likelihood(other, -held - other)), 2e-3);
    }
}

#[test]
fn sharp_pairings_that_contradict_each_other_are_rated_as_a_slow_search_rates_them() {
    let (ab, bc, ac) = ([0, 0, 0, 600_000, 0], [0, 0, 200_000, 0, 0], [3, 0, 100_000, 70_000, 0]);
    let log_likelihood = |a: f64, b: f64| {
        slow::log_likelihood(ab, a - b) + slow::log_likelihood(bc, a + 2.0 * b) + slow::log_likelihood(ac, 2.0 * a + b)
    };
    let found = ratings(3, &[pairing(0, 1, ab), pairing(1, 2, bc), pairing(0, 2, ac)]);
    let expected = slow::interval(|a| slow::maximum(-2000.0, 2000.0, |b| log_likelihood(a, b)).1);
    assert_like(found[0], expected, 2e-3);
}

#[test]
fn swapping_the_two_engines_turns_everything_round() {
    let pairs = Pentanomial([1, 4, 20, 15, 10]);
    let (one, other) = (elo_difference(pairs), elo_difference(pairs.reversed()));
    assert_like(other, [-one.value, -one.high, -one.low], 1e-6);
    assert_close(likelihood_of_superiority(pairs) + likelihood_of_superiority(pairs.reversed()), 1.0, 1e-9);
}

#[test]
fn two_engines_alone_are_half_their_difference_from_the_mean() {
    let pairs = Pentanomial([1, 4, 20, 15, 10]);
    let (alone, together) = (elo_difference(pairs), ratings(2, &[Pairing { first: 0, second: 1, pairs }]));
    assert_like(together[0], [alone.value / 2.0, alone.low / 2.0, alone.high / 2.0], 1e-6);
    assert_like(together[1], [-alone.value / 2.0, -alone.high / 2.0, -alone.low / 2.0], 1e-6);
}

#[test]
fn it_is_all_one_in_which_order_engines_and_pairings_come() {
    let straight = ratings(3, &[pairing(0, 1, [1, 4, 9, 6, 4]), pairing(1, 2, [3, 3, 8, 2, 0])]);
    let turned =
        ratings(3, &[pairing(2, 1, [0, 2, 8, 3, 3]), pairing(0, 1, [0, 1, 9, 6, 1]), pairing(1, 0, [3, 0, 0, 3, 1])]);
    assert_eq!(straight, turned);
    let renamed = ratings(3, &[pairing(2, 0, [1, 4, 9, 6, 4]), pairing(0, 1, [3, 3, 8, 2, 0])]);
    for (engine, name) in [(0, 2), (1, 0), (2, 1)] {
        let Estimate { value, low, high } = straight[engine];
        assert_like(renamed[name], [value, low, high], 1e-6);
    }
}

#[test]
fn four_times_the_pairs_halve_the_interval() {
    let counts = [4, 20, 60, 40, 24];
    let more = counts.map(|count| 4 * count);
    let pairings = |counts| [pairing(0, 1, counts), pairing(1, 2, counts), pairing(2, 0, counts)];
    for (few, many) in ratings(3, &pairings(counts)).into_iter().zip(ratings(3, &pairings(more))) {
        assert_close(width(few) / width(many), 2.0, 0.03);
    }
    assert_close(width(elo_difference(Pentanomial(counts))) / width(elo_difference(Pentanomial(more))), 2.0, 0.03);
}

#[test]
fn no_games_leave_everything_open_and_a_pair_says_a_little() {
    let none = elo_difference(Pentanomial::default());
    assert_close(none.value, 0.0, 1e-9);
    assert!(none.high > 400.0 && none.low < -400.0 && none.high < 2000.0);
    assert_close(likelihood_of_superiority(Pentanomial::default()), 0.5, 1e-12);

    let won = Pentanomial([0, 0, 0, 0, 1]);
    let one = elo_difference(won);
    assert!(one.value > 0.0 && one.low < 0.0);
    assert!((0.6..0.95).contains(&likelihood_of_superiority(won)));
}

#[test]
fn wins_alone_have_a_far_upper_end_and_a_lower_end_that_rises() {
    let lows: Vec<f64> = [3, 10, 100, 1000]
        .into_iter()
        .map(|wins| {
            let all = elo_difference(Pentanomial([0, 0, 0, 0, wins]));
            assert_sound(all);
            all.low
        })
        .collect();
    assert!(lows.is_sorted() && lows[1] > 0.0, "{lows:?}");
}

#[test]
fn draws_alone_are_equal_and_sure_of_it_in_time() {
    let (ten, hundred) =
        (elo_difference(Pentanomial([0, 0, 10, 0, 0])), elo_difference(Pentanomial([0, 0, 100, 0, 0])));
    assert_close(ten.value, 0.0, 1e-9);
    assert!(width(ten) > 5.0 * width(hundred) && width(hundred) > 1.0);
}

#[test]
fn superiority_is_above_975_in_a_thousand_exactly_where_the_interval_is_above_zero() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for _ in 0..500 {
        let pairs = Pentanomial(std::array::from_fn(|outcome| rng.random_range(0..12 + 3 * outcome as u64)));
        assert_eq!(likelihood_of_superiority(pairs) > 0.975, elo_difference(pairs).low > 0.0, "{pairs:?}");
    }
}

#[test]
fn groups_that_never_met_have_means_of_their_own() {
    let all =
        joint_ratings(6, &[pairing(5, 1, [0, 0, 1, 2, 9]), pairing(4, 0, [0; 5]), pairing(1, 2, [0, 3, 5, 5, 1])]);
    let all = all.unwrap();
    assert_eq!(all.iter().map(|rating| rating.group).collect::<Vec<_>>(), [0, 1, 1, 2, 0, 1]);
    assert_close(all[1].elo.value + all[2].elo.value + all[5].elo.value, 0.0, 1e-9);
    assert_close(all[0].elo.value, 0.0, 1e-9);
    assert_eq!(all[3].elo, Estimate { value: 0.0, low: 0.0, high: 0.0 });
}

#[test]
fn pairings_of_unknown_engines_or_of_one_with_itself_are_refused() {
    for (first, second) in [(0, 2), (7, 1), (1, 1)] {
        let refused = joint_ratings(2, &[pairing(first, second, [1; 5])]);
        assert_eq!(refused, Err(PairingError { first, second, engines: 2 }));
    }
    assert_eq!(joint_ratings(0, &[]), Ok(vec![]));
}

#[test]
fn everything_is_finite_and_in_order_for_any_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for round in 0..300 {
        let engines = rng.random_range(2..7);
        let scale = 10_u64.pow(round % 11);
        let mut pairings = Vec::new();
        for first in 0..engines {
            for second in 0..first {
                if first == second + 1 || rng.random::<f64>() < 0.5 {
                    let counts = std::array::from_fn(|_| rng.random_range(0..2) * rng.random_range(0..=scale));
                    pairings.push(pairing(first, second, counts));
                }
            }
        }
        let all = ratings(engines, &pairings);
        all.iter().copied().for_each(assert_sound);
        assert_close(all.iter().map(|elo| elo.value).sum(), 0.0, 1e-6);
    }
}

#[test]
fn a_chain_of_thirty_that_always_win_is_finite() {
    for wins in [0, 1, 1000, 1_000_000, u64::MAX] {
        let chain: Vec<Pairing> = (1..30).map(|engine| pairing(engine - 1, engine, [0, 0, 0, 0, wins])).collect();
        let all = ratings(30, &chain);
        all.iter().copied().for_each(assert_sound);
        let step = elo_difference(Pentanomial([0, 0, 0, 0, wins])).value;
        assert_close(all[0].value - all[29].value, 29.0 * step, 1e-3);
    }
}

#[test]
fn circles_of_wins_and_quarrels_of_any_size_are_finite() {
    for wins in [1, 1000, 1_000_000_000, u64::MAX] {
        let (won, lost) = ([0, 0, 0, 0, wins], [wins, 0, 0, 0, 0]);
        let circle = ratings(3, &[pairing(0, 1, won), pairing(1, 2, won), pairing(2, 0, won)]);
        for elo in circle {
            assert_close(elo.value, 0.0, 1e-6);
            assert_sound(elo);
        }
        let quarrel = ratings(4, &[pairing(0, 1, won), pairing(1, 2, won), pairing(0, 2, lost), pairing(3, 2, [1; 5])]);
        quarrel.into_iter().for_each(assert_sound);
    }
}

#[test]
fn thirty_engines_that_contradict_each_other_are_finite_and_soon_rated() {
    let mut rng = ChaCha8Rng::seed_from_u64(29);
    for wins in [1000, 100_000, u64::MAX] {
        let mut pairings = Vec::new();
        for first in 0..30 {
            for second in 0..first {
                let mut counts = [0; 5];
                counts[rng.random_range(0..5)] = wins;
                pairings.push(pairing(first, second, counts));
            }
        }
        for Estimate { value, low, high } in ratings(30, &pairings) {
            assert!(low.is_finite() && high.is_finite() && low <= value && value <= high);
        }
    }
}

/// Pairs of two games that are won, drawn and lost so that the expected score is as given, the second game half of the
/// time a copy of the first: dependent within pairs, as real ones are.
fn play(pairs: u32, score: f64, rng: &mut ChaCha8Rng) -> Pentanomial {
    let mut counts = [0; 5];
    for _ in 0..pairs {
        let mut game = || usize::from(rng.random::<f64>() < score) + usize::from(rng.random::<f64>() < score);
        let (first, second) = (game(), game());
        let copied = rng.random::<bool>();
        counts[first + if copied { first } else { second }] += 1;
    }
    Pentanomial(counts)
}

#[test]
fn intervals_hold_the_truth_19_times_in_20() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let truth = [90.0, -20.0, -70.0];
    let (mut alone, mut together) = (0, 0);
    for _ in 0..1000 {
        let mut meet = |first: usize, second: usize| {
            let pairs = play(60, expected_score(truth[first] - truth[second]), &mut rng);
            Pairing { first, second, pairs }
        };
        let pairings = [meet(0, 1), meet(1, 2), meet(2, 0)];
        let difference = elo_difference(pairings[0].pairs);
        alone += i32::from(difference.low <= 110.0 && 110.0 <= difference.high);
        together += ratings(3, &pairings)
            .iter()
            .zip(truth)
            .map(|(elo, truth)| i32::from(elo.low <= truth && truth <= elo.high))
            .sum::<i32>();
    }
    assert!((930..=970).contains(&alone), "{alone} of 1000");
    assert!((2820..=2895).contains(&together), "{together} of 3000");
}

#[test]
fn thirty_engines_are_rated_before_anybody_notices() {
    let mut rng = ChaCha8Rng::seed_from_u64(19);
    let mut pairings = Vec::new();
    for first in 0..30_u32 {
        for second in 0..first {
            let pairs = play(20, expected_score(60.0 * f64::from(second) - 60.0 * f64::from(first)), &mut rng);
            pairings.push(Pairing { first: first as usize, second: second as usize, pairs });
        }
    }
    let start = std::time::Instant::now();
    let all = ratings(30, &pairings);
    let seconds = start.elapsed().as_secs_f64();
    assert!(all.iter().is_sorted_by(|one, next| one.value > next.value));
    assert!(seconds < 5.0, "{seconds} seconds");
}
