//! The engines of this crate, and how they are named.

use pussa_engine::{Engine, Roster, Spec, SpecError, Watch};
use pussa_rules::{GAMES, Reading, Round, Variant};

fn engine(spec: &str) -> Box<dyn Engine> {
    Roster::default().engine(&spec.parse().unwrap()).unwrap()
}

/// The moves of a round in which `spec` plays both sides.
fn alone(spec: &str, variant: Variant, seed: u64) -> String {
    let mut engine = engine(spec);
    engine.new_game(seed);
    let mut round = Round::new(variant, variant.start());
    while round.outcome().is_none() {
        let choice = engine.choose(&round, &Watch::none()).unwrap();
        assert!(round.choices().contains(choice.mv), "{spec} chooses a move that may be chosen");
        round.play_unchecked(choice.mv);
    }
    round.moves().iter().map(|hole| hole.letter()).collect()
}

#[test]
fn rounds_follow_from_the_seed_under_every_reading() {
    for game in GAMES {
        for reading in Reading::all(game, false) {
            let variant = Variant::new(game).with_reading(reading).unwrap();
            for spec in ["random", "greedy"] {
                assert_eq!(alone(spec, variant, 5), alone(spec, variant, 5), "{spec}");
                assert_ne!(alone(spec, variant, 5), alone(spec, variant, 6), "{spec}");
            }
        }
    }
}

/// Results that others cite must come out the same after any update of a library.
#[test]
fn the_first_rounds_are_what_they_have_always_been() {
    let moves = GAMES.map(|game| alone("random", Variant::new(game), 1));
    assert_eq!(moves, ["DcGaBeDaGaFeEdDaBgAfEaFcGa", "DeEdBbCgGaF"]);
}

#[test]
fn greedy_takes_the_most_it_can_get_at_once() {
    let variant = Variant::new(pussa_rules::WALAK_PUSSA);
    for (board, best) in [
        // A drops into B, finds C empty and takes the five in D; G brings nothing.
        ("1,0,0,5,0,0,1/1,0,0,0,0,0,1/0,0/S", 'A'),
        // After F's counter falls into G, a is empty and b holds two; after A's, C is empty, and so is D.
        ("1,0,0,0,0,1,0/0,2,0,0,0,0,0/0,0/S", 'F'),
    ] {
        let round = Round::new(variant, variant.parse_board(board).unwrap());
        assert_eq!(round.letter(engine("greedy").choose(&round, &Watch::none()).unwrap().mv), best, "{board}");
    }
}

#[test]
fn greedy_counts_what_falls_to_it_when_the_other_player_is_stuck() {
    let variant = Variant::new(pussa_rules::WALAK_PUSSA);
    // F leaves North without counters, and South takes all that are left; G would give North a counter to move with.
    let round = Round::new(variant, variant.parse_board("0,0,0,0,3,1,1/0,0,0,0,0,0,0/0,0/S").unwrap());
    let choice = engine("greedy").choose(&round, &Watch::none()).unwrap();
    assert_eq!(choice.score, Some(5.0));
    assert_ne!(round.letter(choice.mv), 'G');
}

#[test]
fn specs_that_name_no_engine_are_refused() {
    for (spec, message) in [
        ("", "engine \"\": there is no name; write NAME, or NAME:KEY=VALUE:…"),
        (":depth=1", "engine \":depth=1\": there is no name; write NAME, or NAME:KEY=VALUE:…"),
        ("greedy:", "engine \"greedy:\": \"\" is not of the form KEY=VALUE"),
        ("greedy:depth", "engine \"greedy:depth\": \"depth\" is not of the form KEY=VALUE"),
        ("greedy:depth=", "engine \"greedy:depth=\": \"depth=\" is not of the form KEY=VALUE"),
        ("greedy:a=1:a=2", "engine \"greedy:a=1:a=2\": the key a stands twice"),
        ("greedy:depth=3", "engine \"greedy:depth=3\": greedy has no key \"depth\"; it has none"),
        ("clever", "engine \"clever\": no engine is called \"clever\"; there are random, greedy, alpha-beta, mcts"),
        ("Greedy", "engine \"Greedy\": no engine is called \"Greedy\"; there are random, greedy, alpha-beta, mcts"),
    ] {
        let error: SpecError = match spec.parse::<Spec>() {
            Ok(spec) => Roster::default().engine(&spec).err().expect("refused"),
            Err(error) => error,
        };
        assert_eq!(error.to_string(), message);
    }
}
