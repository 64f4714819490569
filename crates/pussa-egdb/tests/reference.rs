//! Every value against the plain complete retrograde of the reference.

use pussa_egdb::{Build, Database, Tally};
use pussa_rules::{GAMES, Game, Reading, Ring, Variant};
use std::path::Path;

/// Every game under every reading that changes its moves.
fn readings() -> Vec<(Game, Reading)> {
    GAMES.into_iter().flat_map(|game| Reading::all(game, false).map(move |reading| (game, reading))).collect()
}

/// Builds a database and holds every value in it against the reference.
fn agree(folder: &Path, game: Game, reading: Reading, [south, north]: [u8; 2], counters: u8) {
    let variant = Variant::new(game).with_reading(reading).unwrap();
    let ring = Ring::new(south, north).unwrap();
    Build::new(folder, variant, ring, counters).unwrap().run(&|_| ()).unwrap();
    let database = Database::open(folder, variant, ring).unwrap();
    assert_eq!(database.most_counters(), counters);
    let in_memory = Database::in_memory(variant, ring, counters, &|_| ()).unwrap();
    let values = pussa_testing::values(variant, ring, counters);
    let mut tallies = vec![Tally::default(); usize::from(counters) + 1];
    for (position, value) in values.positions() {
        let (mover, board) = pussa_testing::seen_by_mover(&position);
        let found = database.value(mover, board).unwrap();
        assert_eq!(found.map(i16::from), Some(value), "{game} {reading} {position}");
        assert_eq!(in_memory.value(mover, board.with_reserves(3, 4)).unwrap(), found, "reserves make no difference");
        let tally = &mut tallies[position.ring().total()];
        match value {
            1.. => tally.won += 1,
            0 => tally.drawn += 1,
            _ => tally.lost += 1,
        }
    }
    // On equal rows both players to move share one table.
    let twice = if south == north { 2 } else { 1 };
    for (counters, counted) in (0..).zip(tallies) {
        let Tally { won, lost, drawn, endless } = database.tally(counters).unwrap();
        assert_eq!(endless, 0, "no draw of a small ring hangs on endless play");
        assert_eq!(Tally { won: twice * won, lost: twice * lost, drawn: twice * drawn, endless }, counted);
        assert_eq!(in_memory.tally(counters), database.tally(counters));
    }
}

fn agree_on(rings: &[([u8; 2], u8)]) {
    for (game, reading) in readings() {
        let folder = tempfile::tempdir().unwrap();
        for &(ring, counters) in rings {
            agree(folder.path(), game, reading, ring, counters);
        }
    }
}

#[test]
fn rows_of_one_to_three_holes() {
    agree_on(&[([1, 1], 36), ([2, 2], 24), ([3, 3], 12)]);
}

#[test]
fn rows_of_different_lengths() {
    agree_on(&[([1, 2], 20), ([3, 1], 16), ([2, 3], 14), ([1, 7], 6), ([5, 2], 7), ([3, 4], 7), ([7, 5], 4)]);
}

/// Four holes a row are the least on which counters can go round without a capture.
#[test]
fn rows_on_which_counters_can_go_round() {
    agree_on(&[([4, 4], 8), ([5, 5], 6), ([6, 6], 5), ([7, 7], 5)]);
}

/// As many counters as can be enumerated in some minutes, two holes a row to their fullest.
#[test]
#[ignore = "takes some minutes"]
fn as_many_counters_as_can_be_enumerated() {
    agree_on(&[([2, 2], 72), ([1, 2], 54), ([2, 1], 54), ([1, 3], 48), ([3, 2], 30), ([3, 3], 24), ([4, 4], 14)]);
}
