//! An oracle that knows boards of few counters: what `alpha-beta` makes of it is right, and takes fewer positions.

mod common;

use common::engine;
use pussa_engine::{Bounds, Oracle, Watch};
use pussa_reference as reference;
use pussa_rules::{Board, GAMES, Game, Ring, Round, Side, Variant};
use pussa_testing::{layout, position, value};
use std::sync::Arc;

/// Knows the values of boards with few counters, more or less well.
struct Few {
    values: reference::Values,
    ring: Ring,
    counters: u8,
    /// How far its bounds are from the value.
    slack: i16,
}

impl Few {
    fn new(game: Game, ring: Ring, counters: u8, slack: i16) -> Self {
        let values = pussa_testing::values(Variant::new(game), ring, counters);
        Self { values, ring, counters, slack }
    }
}

impl Oracle for Few {
    fn reach(&self, _: &Variant, ring: Ring) -> Option<u8> {
        (ring == self.ring).then_some(self.counters)
    }

    fn bounds(&self, _: &Variant, ring: Ring, mover: Side, board: Board, effort: u64) -> Bounds {
        assert!(board == board.without_reserves() && board.total() <= u32::from(self.counters) && effort == 0);
        let all = Bounds::of_counters(board.total() as u8);
        let value = value(&self.values, ring, mover, board).unwrap();
        Bounds::new(all.low().max(value - self.slack), all.high().min(value + self.slack)).unwrap()
    }
}

/// Compares what is found with an oracle for half of the counters with the values of all boards, and counts the positions
/// looked at with it and without.
fn compare(game: Game, open: [u8; 2], counters: u8, slack: i16, spec: &str) -> [u64; 2] {
    let variant = Variant::new(game).with_counters(18).unwrap();
    let layout = layout(open);
    let all = Few::new(game, layout.ring(), counters, 0);
    let [mut with, mut without] = [engine(spec), engine(spec)];
    with.consult(Arc::new(Few::new(game, layout.ring(), counters / 2, slack)));
    let mut nodes = [0; 2];
    for (plain, value) in all.values.positions().step_by(41) {
        let round = Round::new(variant, position(layout, &plain));
        if round.outcome().is_some() {
            continue;
        }
        for (engine, nodes) in [&mut with, &mut without].into_iter().zip(&mut nodes) {
            engine.new_game(1);
            let choice = engine.choose(&round, &Watch::none()).unwrap();
            assert!(choice.exact, "{game} {plain}: proved");
            assert_eq!(choice.score, Some(f32::from(value)), "{game} {plain}");
            *nodes += choice.nodes;
        }
    }
    nodes
}

#[test]
fn what_an_oracle_knows_is_taken_for_proved() {
    for game in GAMES {
        for (open, counters) in [([7, 7], 6), ([5, 5], 8), ([3, 5], 8)] {
            let [with, without] = compare(game, open, counters, 0, "alpha-beta:depth=250:hash=1MiB");
            assert!(with < without, "{game} {open:?}: {with} positions instead of {without}");
        }
    }
}

#[test]
fn bounds_that_leave_room_do_no_harm() {
    for game in GAMES {
        for slack in [1, 3] {
            compare(game, [5, 4], 8, slack, "alpha-beta:depth=250:hash=1MiB");
        }
    }
}

#[test]
fn threads_share_an_oracle() {
    for game in GAMES {
        compare(game, [5, 5], 6, 0, "alpha-beta:depth=250:hash=1MiB:threads=2");
    }
}

#[test]
fn an_oracle_of_another_ring_is_not_asked() {
    for game in GAMES {
        let variant = Variant::new(game);
        let round = Round::new(variant, variant.start());
        let found = [Some(Few::new(game, Ring::new(2, 3).unwrap(), 4, 0)), None].map(|oracle| {
            let mut engine = engine("alpha-beta:depth=12");
            if let Some(oracle) = oracle {
                engine.consult(Arc::new(oracle));
            }
            engine.choose(&round, &Watch::none()).unwrap()
        });
        assert_eq!(found[0], found[1]);
    }
}

#[test]
fn engines_without_a_use_for_an_oracle_leave_it() {
    let variant = Variant::new(GAMES[0]);
    let round = Round::new(variant, variant.start());
    for spec in ["random", "greedy"] {
        let mut engine = engine(spec);
        engine.consult(Arc::new(Few::new(GAMES[0], round.sower().ring(), 2, 0)));
        assert!(round.choices().contains(engine.choose(&round, &Watch::none()).unwrap().mv), "{spec}");
    }
}
