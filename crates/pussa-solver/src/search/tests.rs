//! The search goes round in cycles as often as can be, and is right all the same.
//!
//! With moves in a good order, it hardly ever comes back to a board: captures come first, and end every cycle. So here the
//! moves come in the opposite order.

use super::*;
use crate::memory::Memory;
use crate::watch::{Shift, Watch};
use pussa_rules::{GAMES, Game, Reading, Ring, Variant};

/// How often the search went round.
#[derive(Debug, Default)]
struct Rounds {
    positions: usize,
    settled: usize,
    taken_back: usize,
}

/// Asks about every position of a ring with at most so many counters for every margin there could be, in an order that
/// leads astray, and compares the answers with the values. What was proved of one position is forgotten before the next, or
/// it is not.
fn compare(game: Game, reading: Reading, [south, north]: [u8; 2], counters: u8, forget: bool, rounds: &mut Rounds) {
    let variant = Variant::new(game).with_reading(reading).unwrap();
    let ring = Ring::new(south, north).unwrap();
    let values = pussa_testing::values(variant, ring, counters);
    let ground = Ground {
        sower: variant.sower(ring),
        order: Order::new(game, ring).turned(),
        database: None,
        adviser: None,
        allows_endless: variant.allows_endless(),
    };
    let mut memory = Memory::new(1 << 20, south != north).unwrap();
    let (watch, all) = (Watch::none(), values.positions().collect::<Vec<_>>());
    let shift = Shift::new(&watch);
    for (plain, value) in all.into_iter().rev() {
        let (side, board) = pussa_testing::seen_by_mover(&plain);
        if forget {
            memory = Memory::new(1 << 20, south != north).unwrap();
        }
        let (path, claims) = (Vec::new(), Claims::default());
        let meter = Meter::new(&shift);
        let mut search = Search { ground: &ground, table: memory.table(), meter, path, claims, thread: 0 };
        let most = board.total().cast_signed();
        for least in [1, 0, -1].into_iter().chain(-most..=most) {
            let answer = search.ask_first(board, side, least).expect("nobody stops it");
            let told = || format!("{game} {reading} {south}x{north} {plain}, {least} or more");
            assert_eq!(answer.value >= least, i32::from(value) >= least, "{}", told());
            let is_bound =
                if answer.value >= least { answer.value <= value.into() } else { answer.value >= value.into() };
            assert!(is_bound, "{}: {answer:?}", told());
        }
        rounds.positions += 1;
        rounds.settled += search.claims.settled;
        rounds.taken_back += search.claims.taken_back;
    }
}

#[test]
fn answers_are_right_however_often_the_search_goes_round() {
    let mut rounds = Rounds::default();
    for game in GAMES {
        for reading in Reading::all(game, false) {
            for (ring, counters) in [([4, 4], 4), ([5, 5], 4), ([6, 6], 3), ([4, 5], 4), ([7, 5], 3), ([7, 7], 3)] {
                compare(game, reading, ring, counters, false, &mut rounds);
            }
        }
        compare(game, Reading::default(), [7, 7], 4, false, &mut rounds);
        compare(game, Reading::default(), [6, 6], 5, false, &mut rounds);
    }
    assert!(rounds.settled > 50 && rounds.taken_back > 500, "{rounds:?}");
}

#[test]
fn answers_are_right_without_what_was_proved_before() {
    let mut rounds = Rounds::default();
    for game in GAMES {
        for reading in Reading::all(game, false) {
            for (ring, counters) in [([4, 4], 4), ([5, 5], 3), ([6, 6], 3), ([7, 7], 3), ([6, 5], 3)] {
                compare(game, reading, ring, counters, true, &mut rounds);
            }
        }
        compare(game, Reading::default(), [7, 7], 4, true, &mut rounds);
    }
    assert!(rounds.settled > 1000 && rounds.taken_back > 1000, "{rounds:?}");
}
