//! The solver keeps its limits, knows what it has proved, and claims nothing else.

use pussa_egdb::{Build, Database};
use pussa_rules::{GAMES, Game, RAJA_PASU, Reading, ReadingOption, Variant, WALAK_PUSSA};
use pussa_solver::{Bounds, Settings, Solution, Solver, SolverError, Watch};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn solver(variant: Variant) -> Solver {
    Solver::new(variant, variant.start().layout().ring(), Settings::default()).unwrap()
}

/// The value of the start, and of every first move from A to G.
fn first_moves(variant: Variant) -> (Option<i16>, Vec<Option<i16>>) {
    let found = solver(variant).solve_moves(&variant.start(), &Watch::none());
    (found.bounds.value(), found.moves.iter().map(|(_, bounds)| bounds.value()).collect())
}

fn read(game: Game, options: &[(ReadingOption, &str)]) -> Variant {
    let mut reading = Reading::default();
    for (option, value) in options {
        reading.set(*option, value).unwrap();
    }
    Variant::new(game).with_reading(reading).unwrap()
}

#[test]
fn first_moves_of_raja_pasu_under_every_reading() {
    use ReadingOption::{LastFour, Origin};
    let (skipped, kept) = ((Origin, "skipped"), (LastFour, "kept"));
    let values = |options: &[_]| first_moves(read(RAJA_PASU, options));
    let some = |values: [i16; 7]| values.map(Some).to_vec();
    assert_eq!(values(&[]), (Some(16), some([8, 8, 16, 10, 0, 16, 4])));
    for (options, value) in [(&[skipped][..], 20), (&[kept], -2), (&[skipped, kept], -4)] {
        let (best, moves) = values(options);
        assert_eq!((best, moves.iter().copied().max()), (Some(value), Some(Some(value))));
        assert!(moves.iter().all(Option::is_some));
    }
}

#[test]
fn the_same_search_takes_the_same_course() {
    let variant = Variant::new(RAJA_PASU);
    let solve = || solver(variant).solve_moves(&variant.start(), &Watch::none());
    assert_eq!(solve(), solve());
}

#[test]
fn what_is_proved_once_is_known_from_then_on() {
    let variant = Variant::new(RAJA_PASU);
    let mut solver = solver(variant);
    let first = solver.solve(&variant.start(), &Watch::none());
    let again = solver.solve(&variant.start(), &Watch::none());
    assert!(first.nodes > 1000);
    assert_eq!(again, Solution { nodes: 0, ..first });
}

#[test]
fn bounds_are_told_as_they_get_closer() {
    let variant = Variant::new(RAJA_PASU);
    let told = RefCell::new(Vec::new());
    let report = |bounds: Bounds, nodes: u64| told.borrow_mut().push((bounds, nodes));
    let found = solver(variant).solve(&variant.start(), &Watch { report: &report, ..Watch::none() });
    let told = told.into_inner();
    assert_eq!(told.last().map(|(bounds, _)| *bounds), Some(found.bounds));
    assert!(told.windows(2).all(|two| {
        let [(before, earlier), (after, later)] = [two[0], two[1]];
        before.low() <= after.low() && after.high() <= before.high() && earlier <= later
    }));
}

#[test]
fn limits_are_kept_and_nothing_is_claimed_that_is_not_proved() {
    let variant = Variant::new(WALAK_PUSSA);
    let start = variant.start();
    let open = |found: &Solution| {
        assert!(found.bounds.low() <= 6 && 6 <= found.bounds.high() && found.bounds.value().is_none(), "{found:?}");
        assert!(found.best.is_some() && found.moves.len() == 7);
        // The position is worth as much as its best move.
        let [low, high] =
            [Bounds::low, Bounds::high].map(|end| found.moves.iter().map(|(_, bounds)| end(*bounds)).max());
        assert!(low <= Some(found.bounds.low()) && Some(found.bounds.high()) == high, "{found:?}");
    };
    let found = solver(variant).solve_moves(&start, &Watch { nodes: Some(20_000), ..Watch::none() });
    open(&found);
    assert!(found.nodes < 22_000, "{}", found.nodes);
    let begun = Instant::now();
    open(&solver(variant).solve(&start, &Watch { time: Some(Duration::from_millis(30)), ..Watch::none() }));
    assert!(begun.elapsed() < Duration::from_secs(2));
    let stop = AtomicBool::new(true);
    let found = solver(variant).solve(&start, &Watch { stop: &stop, ..Watch::none() });
    open(&found);
    assert_eq!(found.nodes, 0);
    // In parts it is proved as well.
    let mut solver = solver(variant.with_counters(2).unwrap());
    let small = solver.variant().start();
    let mut parts = 1;
    while solver.solve(&small, &Watch { nodes: Some(2000), ..Watch::none() }).bounds.value().is_none() {
        parts += 1;
        assert!(parts < 1000);
    }
}

#[test]
fn a_database_gives_the_same_values_for_fewer_positions() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let variant = Variant::new(game).with_holes(4).unwrap().with_counters(4).unwrap();
        let (start, ring) = (variant.start(), variant.start().layout().ring());
        Build::new(folder.path(), variant, ring, 12).unwrap().run(&|_| ()).unwrap();
        let database = Arc::new(Database::open(folder.path(), variant, ring).unwrap());
        database.load().unwrap();
        let plain = solver(variant).solve_moves(&start, &Watch::none());
        let mut helped = solver(variant);
        helped.consult(Arc::clone(&database)).unwrap();
        let found = helped.solve_moves(&start, &Watch::none());
        assert_eq!((found.bounds, &found.moves), (plain.bounds, &plain.moves));
        assert!(found.nodes < plain.nodes, "{} and {}", found.nodes, plain.nodes);
        let mut other = solver(read(game, &[(ReadingOption::Origin, "skipped")]).with_holes(4).unwrap());
        assert_eq!(other.consult(database).unwrap_err(), SolverError::OtherDatabase);
    }
}
