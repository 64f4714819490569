//! `alpha-beta` is right, not only strong: what it calls exact is the value, found by complete retrograde.

mod common;

use common::engine;
use pussa_engine::{Roster, Watch};
use pussa_rules::{GAMES, Game, Position, Reading, Round, Side, Variant};
use pussa_testing::{layout, position, value};

/// Compares what `spec` finds with the value of every position on a ring with at most so many counters. Says how many
/// positions there were.
fn compare(game: Game, reading: Reading, [south, north]: [u8; 2], counters: u8, spec: &str, every: usize) -> usize {
    let variant = Variant::new(game).with_reading(reading).unwrap().with_counters(18).unwrap();
    let layout = layout([south, north]);
    let values = pussa_testing::values(variant, layout.ring(), counters);
    let mut engine = engine(spec);
    engine.new_game(1);
    let mut compared = 0;
    for (plain, known) in values.positions().step_by(every) {
        let round = Round::new(variant, position(layout, &plain));
        let side = round.side();
        if round.outcome().is_some() {
            continue;
        }
        let choice = engine.choose(&round, &Watch::none()).unwrap();
        let told = || format!("{spec} {game} {reading} {south}x{north} {plain}");
        // Without those bounds, some lines go round for longer than the search looks ahead.
        assert!(choice.exact || ["bounds", "deeper"].iter().any(|name| spec.ends_with(name)), "{}: proved", told());
        if !choice.exact {
            continue;
        }
        assert_eq!(choice.score, Some(f32::from(known)), "{}", told());
        // The move keeps the value.
        let mut next = round.clone();
        next.play_unchecked(choice.mv);
        let gained = |round: &Round, side| i16::from(round.position().reserve(side));
        let margin = gained(&next, side) - gained(&next, side.other());
        let to_come = match next.outcome() {
            Some(outcome) if side == Side::South => outcome.margin() as i16,
            Some(outcome) => -(outcome.margin() as i16),
            None => margin - value(&values, layout.ring(), next.side(), next.board()).unwrap(),
        };
        assert_eq!(to_come, known, "{}: {} keeps the value", told(), round.letter(choice.mv));
        compared += 1;
    }
    compared
}

#[test]
fn every_board_of_at_most_eight_counters_is_exact_on_the_full_ring() {
    for game in GAMES {
        let compared = compare(game, Reading::default(), [7, 7], 8, "alpha-beta:depth=250", 1);
        assert_eq!(compared, 626_670, "{game}");
    }
}

#[test]
fn every_board_of_at_most_eight_counters_is_exact_on_smaller_rings() {
    for game in GAMES {
        for ring in
            [[1, 1], [1, 2], [2, 1], [2, 2], [2, 3], [3, 3], [4, 2], [4, 4], [5, 3], [5, 5], [6, 6], [3, 7], [7, 1]]
        {
            assert!(compare(game, Reading::default(), ring, 8, "alpha-beta:depth=250", 1) > 0);
        }
    }
}

/// Rings on which moves without captures go round in cycles, and short and uneven ones, under every reading.
#[test]
fn every_reading_is_exact_on_smaller_rings() {
    for game in GAMES {
        for reading in Reading::all(game, false) {
            for (ring, counters) in
                [([4, 4], 5), ([5, 5], 4), ([6, 6], 3), ([3, 3], 7), ([5, 3], 5), ([1, 7], 6), ([2, 2], 12)]
            {
                compare(game, reading, ring, counters, "alpha-beta:depth=250", 7);
            }
        }
    }
}

#[test]
fn threads_and_features_do_not_change_what_is_exact() {
    for game in GAMES {
        for spec in [
            "alpha-beta:depth=250:threads=2",
            "alpha-beta:depth=250:without=bounds",
            "alpha-beta:depth=250:without=empty-windows",
            "alpha-beta:depth=250:without=table-moves",
            "alpha-beta:depth=250:without=outlook",
            "alpha-beta:depth=250:without=strides",
            "alpha-beta:depth=250:without=deeper",
            "alpha-beta:depth=250:evaluation=plain",
            "alpha-beta:depth=250:hash=1MiB",
        ] {
            compare(game, Reading::default(), [5, 5], 5, spec, 23);
            compare(game, Reading::default(), [7, 7], 6, spec, 997);
        }
    }
}

#[test]
fn the_same_limit_gives_the_same_choice() {
    for game in GAMES {
        let variant = Variant::new(game);
        let round = Round::new(variant, variant.start());
        for spec in ["alpha-beta:depth=9", "alpha-beta:nodes=20000"] {
            let choices = [(); 2].map(|()| {
                let mut engine = engine(spec);
                engine.new_game(1);
                engine.choose(&round, &Watch::none()).unwrap()
            });
            assert_eq!(choices[0], choices[1]);
            assert!(choices[0].line.moves().len() > 3 && choices[0].line.moves()[0] == choices[0].mv);
        }
    }
}

#[test]
fn limits_are_kept() {
    let variant = Variant::new(GAMES[0]);
    let round = Round::new(variant, variant.start());
    let choice = engine("alpha-beta:depth=5").choose(&round, &Watch::none()).unwrap();
    assert_eq!(choice.depth, 5);
    let choice = engine("alpha-beta:nodes=5000").choose(&round, &Watch::none()).unwrap();
    assert!(choice.nodes <= 5001, "{}", choice.nodes);
    let begin = std::time::Instant::now();
    engine("alpha-beta:time=50ms").choose(&round, &Watch::none()).unwrap();
    assert!(begin.elapsed().as_millis() < 500);
    let stop = std::sync::atomic::AtomicBool::new(true);
    let watch = Watch { stop: &stop, ..Watch::none() };
    let choice = engine("alpha-beta:depth=250").choose(&round, &watch).unwrap();
    assert!(choice.nodes < 10_000 && round.choices().contains(choice.mv));
}

/// In whole rounds, reserves fill up and boards come back; what is expected from a position never depends on the first.
#[test]
fn what_is_in_reserve_does_not_matter() {
    for game in GAMES {
        let variant = Variant::new(game);
        let mut round = Round::new(variant, variant.start());
        while round.outcome().is_none() {
            let found = |round: &Round| {
                let mut engine = engine("alpha-beta:depth=6");
                engine.new_game(1);
                let choice = engine.choose(round, &Watch::none()).unwrap();
                (choice.mv, choice.score)
            };
            let position = round.position();
            let bare = Position::new(position.layout(), position.side(), position.board().without_reserves());
            if round.history().len() == 1 {
                assert_eq!(found(&round), found(&Round::new(variant, bare)), "{position}");
            }
            round.play_unchecked(found(&round).0);
        }
        assert!(round.position().board().mover_reserve() > 0);
    }
}

#[test]
fn values_of_keys_that_make_no_sense_are_refused() {
    for (spec, message) in [
        ("depth=0", "depth=0 will not do; depth is a whole number from 1 to 250"),
        ("depth=x", "depth=x will not do; depth is a whole number from 1 to 250"),
        ("time=5", "time=5 will not do; time is a time of 1ms or more, as in 100ms or 2s"),
        ("time=0ms", "time=0ms will not do; time is a time of 1ms or more, as in 100ms or 2s"),
        ("hash=3", "hash=3 will not do; hash is a size from 1MiB to 1048576MiB, as in 64MiB or 2GiB"),
        (
            "hash=99999999GiB",
            "hash=99999999GiB will not do; hash is a size from 1MiB to 1048576MiB, as in 64MiB or 2GiB",
        ),
        ("threads=0", "threads=0 will not do; threads is a whole number from 1 to 256"),
        (
            "without=luck",
            "without=luck will not do; without is bounds or empty-windows or table-moves or outlook or strides or deeper or oracle",
        ),
    ] {
        let error = Roster::default().engine(&format!("alpha-beta:{spec}").parse().unwrap()).err().expect("refused");
        assert_eq!(error.to_string(), format!("engine \"alpha-beta:{spec}\": {message}"));
    }
}

#[test]
fn an_evaluation_that_is_neither_named_nor_a_file_is_refused() {
    let error = Roster::default().engine(&"alpha-beta:evaluation=good".parse().unwrap()).err().expect("refused");
    assert!(
        error.to_string().contains("evaluation=good will not do; evaluation is fitted, plain, or a file"),
        "{error}"
    );
}
