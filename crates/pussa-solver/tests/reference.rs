//! The solver is right: what it proves is the value, found by complete retrograde.

use pussa_reference as reference;
use pussa_rules::{GAMES, Game, Layout, Reading, Round, Side, Variant};
use pussa_solver::{Bounds, Settings, Solver, Watch};
use pussa_testing::{layout, position, value};

/// A ring, all of whose boards up to so many counters are compared, or every so-manieth of them.
#[derive(Clone, Copy)]
struct Boards {
    ring: [u8; 2],
    counters: u8,
    every: usize,
}

impl Boards {
    fn all(ring: [u8; 2], counters: u8) -> Self {
        Self { ring, counters, every: 1 }
    }

    fn layout(self) -> Layout {
        layout(self.ring)
    }
}

fn solver(game: Game, reading: Reading, layout: Layout, settings: Settings) -> Solver {
    let variant = Variant::new(game).with_reading(reading).unwrap().with_counters(18).unwrap();
    Solver::new(variant, layout.ring(), settings).unwrap()
}

/// Compares what is proved of every position, and of its best move, with the values. Says how many positions there were.
fn compare(game: Game, reading: Reading, boards: Boards, settings: Settings) -> usize {
    let layout = boards.layout();
    let mut solver = solver(game, reading, layout, settings);
    let values = pussa_testing::values(solver.variant(), layout.ring(), boards.counters);
    let [south, north] = boards.ring;
    let mut compared = 0;
    // Most counters first, so that it is found out and not known.
    let all: Vec<_> = values.positions().collect();
    for (plain, value) in all.iter().rev().step_by(boards.every) {
        let position = position(layout, plain);
        let found = solver.solve(&position, &Watch::none());
        let told = || format!("{game} {reading} {south}x{north} {plain}");
        assert_eq!(found.bounds, Bounds::exactly(*value), "{}", told());
        let round = Round::new(solver.variant(), position);
        assert_eq!(found.best.is_none(), round.outcome().is_some(), "{}", told());
        if let Some(best) = found.best {
            let of_best = found.moves.iter().find(|(mv, _)| *mv == best).expect("one of the moves").1;
            assert!(of_best.low() <= *value && of_best.high() == *value, "{}: {of_best:?}", told());
            assert_eq!(worth(&round, best, &values), *value, "{}: {}", told(), round.letter(best));
        }
        compared += 1;
    }
    compared
}

/// What a move is worth, by the values.
fn worth(round: &Round, mv: pussa_rules::Move, values: &reference::Values) -> i16 {
    let side = round.side();
    let mut next = round.clone();
    next.play_unchecked(mv);
    let ahead = i16::from(next.position().reserve(side)) - i16::from(next.position().reserve(side.other()));
    if let Some(outcome) = next.outcome() {
        let margin = outcome.margin() as i16;
        return if side == Side::South { margin } else { -margin };
    }
    ahead - value(values, next.sower().ring(), next.side(), next.board()).unwrap()
}

fn one_thread() -> Settings {
    Settings { hash: 1 << 22, threads: 1 }
}

fn every_reading(boards: &[Boards]) -> usize {
    let each = |game| Reading::all(game, false).map(move |reading| (game, reading));
    let all: Vec<_> = GAMES.into_iter().flat_map(each).collect();
    all.iter().flat_map(|&(game, reading)| boards.iter().map(move |&b| compare(game, reading, b, one_thread()))).sum()
}

#[test]
fn every_position_of_one_to_three_holes_a_row() {
    let mut boards = Vec::new();
    for south in 1..=3 {
        for north in 1..=3 {
            let counters = match south + north {
                2 => 60,
                3 => 24,
                4 => 14,
                5 => 10,
                _ => 8,
            };
            boards.push(Boards::all([south, north], counters));
        }
    }
    let compared = every_reading(&boards);
    assert!(compared > 100_000, "{compared}");
}

/// On these, moves without captures go round in cycles.
#[test]
fn every_position_of_few_counters_on_longer_rows() {
    let boards = [([4, 4], 5), ([5, 5], 4), ([6, 6], 3), ([7, 7], 3), ([4, 6], 4), ([7, 5], 4), ([1, 7], 5)]
        .map(|(ring, counters)| Boards::all(ring, counters));
    let compared = every_reading(&boards);
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn positions_of_up_to_eight_counters_on_the_full_ring() {
    for game in GAMES {
        let boards = Boards { ring: [7, 7], counters: 8, every: 41 };
        compare(game, Reading::default(), boards, one_thread());
    }
}

#[test]
fn two_threads_prove_the_same() {
    let settings = Settings { threads: 2, ..one_thread() };
    for game in GAMES {
        for (ring, counters) in [([5, 5], 5), ([4, 6], 5), ([7, 7], 6)] {
            compare(game, Reading::default(), Boards { ring, counters, every: 53 }, settings);
        }
    }
}
