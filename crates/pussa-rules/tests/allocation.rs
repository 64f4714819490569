//! Making moves allocates nothing.

use allocation_counter::measure;
use pussa_rules::{Children, GAMES, Reading, Round, Variant};

/// How often `work` allocates.
fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

fn variants() -> impl Iterator<Item = Variant> {
    let readings = |game| Reading::all(game, false).map(move |reading| (game, reading));
    GAMES.into_iter().flat_map(readings).map(|(game, reading)| Variant::new(game).with_reading(reading).unwrap())
}

/// Numbers below `n`, from a plain formula.
fn draw(state: &mut u64, n: usize) -> usize {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    ((*state >> 33) % n as u64) as usize
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1u8]))), 1);
}

#[test]
fn a_million_moves_allocate_nothing() {
    for variant in variants() {
        let start = variant.start();
        let sower = variant.sower(start.layout().ring());
        let mut state = 1;
        let found = allocations(|| {
            let (mut side, mut board) = (start.side(), start.board());
            let mut children = Children::default();
            for _ in 0..1_000_000 {
                sower.children(side, &board, &mut children);
                let legal = children.legal();
                if legal.is_empty() {
                    (side, board) = (start.side(), start.board());
                    continue;
                }
                let mv = legal.nth(draw(&mut state, legal.len())).unwrap();
                assert_eq!(sower.play(side, board, mv), Some(children.board(mv)));
                (side, board) = (side.other(), children.board(mv));
            }
        });
        assert_eq!(found, 0, "{} {}", variant.game(), variant.reading());
    }
}

#[test]
fn a_million_random_rounds_allocate_nothing() {
    for variant in variants() {
        let start = variant.start();
        let mut rounds = variant.random_rounds(start.layout().ring());
        let mut draws = |round: u64, block: u32, bytes: &mut [u8; 64]| {
            let mut state = round << 8 | u64::from(block);
            bytes.fill_with(|| draw(&mut state, 256) as u8);
        };
        let mut played = 0;
        let found = allocations(|| {
            rounds.play(start.side(), start.board(), 0..200_000, &mut draws, &mut |_, _| played += 1);
        });
        assert_eq!((found, played), (0, 200_000), "{} {}", variant.game(), variant.reading());
    }
}

#[test]
fn a_round_allocates_nothing_once_it_is_set_up() {
    for variant in variants() {
        let mut round = Round::new(variant, variant.start());
        let mut state = 1;
        let found = allocations(|| {
            for _ in 0..100_000 {
                let choices = round.choices();
                if choices.is_empty() {
                    assert!(round.outcome().is_some());
                    round.restart();
                } else {
                    round.play_unchecked(choices.nth(draw(&mut state, choices.len())).unwrap());
                }
            }
        });
        assert_eq!(found, 0, "{} {}", variant.game(), variant.reading());
    }
}
