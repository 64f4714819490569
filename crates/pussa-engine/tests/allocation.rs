//! Engines do not allocate while they think.

use allocation_counter::measure;
use pussa_engine::{Roster, Watch};
use pussa_rules::{GAMES, Round, Variant};

#[test]
fn the_counter_counts() {
    let counted = measure(|| drop(std::hint::black_box(vec![1u8])));
    assert_eq!(counted.count_total, 1);
}

#[test]
fn after_the_first_move_of_a_game_nothing_is_allocated() {
    for game in GAMES {
        // The smallest tree there is, so that it gets full and is made room in.
        for spec in [
            "mcts:playouts=20000:hash=1MiB",
            "mcts:playouts=2000:rollouts=random",
            "mcts:time=5ms:together=16:rollouts=random",
            "alpha-beta:depth=10",
            "alpha-beta:time=5ms",
        ] {
            let variant = Variant::new(game);
            let mut engine = Roster::default().engine(&spec.parse().unwrap()).unwrap();
            engine.new_game(1);
            let mut round = Round::new(variant, variant.start());
            // What suits the variant is made when it is first seen.
            let first = engine.choose(&round, &Watch::none()).unwrap();
            round.play_unchecked(first.mv);
            while round.outcome().is_none() {
                let mut choice = None;
                let counted = measure(|| choice = Some(engine.choose(&round, &Watch::none()).unwrap()));
                assert_eq!(counted.count_total, 0, "{game} {spec}, move {}", round.moves().len());
                round.play_unchecked(choice.unwrap().mv);
            }
        }
    }
}
