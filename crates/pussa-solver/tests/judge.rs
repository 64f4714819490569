//! The judge: what it tells is proved, keeps to its effort, and follows from the question alone.

use pussa_egdb::Build;
use pussa_engine::{Findings, Oracle};
use pussa_rules::{Board, GAMES, RAJA_PASU, Ring, Round, Side, Variant, WALAK_PUSSA};
use pussa_solver::{Databases, Judge};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The positions of a round in which each player lifts the hole farthest to the left, or to the right.
fn course(variant: Variant, to_the_right: bool) -> Vec<(Side, Board)> {
    let mut round = Round::new(variant, variant.start());
    let mut course = Vec::new();
    while round.outcome().is_none() {
        course.push((round.side(), round.board().without_reserves()));
        let choices = round.choices();
        let n = if to_the_right { choices.len() - 1 } else { 0 };
        round.play_unchecked(choices.nth(n).expect("the round is not over"));
    }
    course
}

fn ring(variant: Variant) -> Ring {
    variant.start().layout().ring()
}

/// What the judge finds, without the time it took.
fn found(judge: &Judge, variant: Variant, course: &[(Side, Board)], effort: u64) -> Findings {
    let found = judge.bounds_along(&variant, ring(variant), course, effort, &AtomicBool::new(false)).unwrap();
    assert_eq!(found.bounds.len(), course.len());
    assert!(found.nodes <= effort * course.len() as u64, "{} nodes", found.nodes);
    Findings { time: Duration::ZERO, ..found }
}

#[test]
fn with_enough_effort_it_proves_all_and_with_less_it_says_nothing_false() {
    for game in GAMES {
        let (judge, variant) = (Judge::default(), Variant::new(game));
        let course = course(variant, true);
        let course = &course[2..];
        let exact = found(&judge, variant, course, 10_000_000);
        assert!(exact.bounds.iter().all(|bounds| bounds.value().is_some()));
        let mut proved = 0;
        for effort in [0, 1, 255, 256, 257, 5000, 100_000] {
            let part = found(&judge, variant, course, effort);
            for (part, whole) in part.bounds.iter().zip(&exact.bounds) {
                assert!(part.low() <= whole.low() && whole.high() <= part.high(), "{game}: {part:?} {whole:?}");
            }
            let now = part.bounds.iter().filter(|bounds| bounds.value().is_some()).count();
            assert!(now >= proved, "{game}: effort helps");
            proved = now;
        }
    }
}

#[test]
fn what_it_tells_follows_from_the_question_alone() {
    // So little that much stays open, and what was proved before would show.
    for (game, effort) in [(WALAK_PUSSA, 3000), (RAJA_PASU, 300)] {
        let (judge, variant) = (Judge::default(), Variant::new(game));
        let courses = [false, true].map(|right| course(variant, right));
        let first = courses.each_ref().map(|course| found(&judge, variant, course, effort));
        assert!(first.iter().any(|found| found.bounds.iter().any(|bounds| bounds.value().is_none())));
        found(&judge, variant, &courses[0], 2_000_000);
        let again = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|i| {
                    let (judge, course) = (&judge, &courses[i % 2]);
                    scope.spawn(move || found(judge, variant, course, effort))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        for (i, found) in again.iter().enumerate() {
            assert_eq!(*found, first[i % 2], "{game}");
        }
        let (side, board) = courses[1][1];
        let one = judge.bounds(&variant, ring(variant), side, board, effort);
        assert_eq!(one, found(&judge, variant, &[(side, board)], effort).bounds[0], "{game}");
    }
}

#[test]
fn exchanged_rows_make_no_difference() {
    for game in GAMES {
        let (judge, variant) = (Judge::default(), Variant::new(game));
        let [ring, other] = [(5, 7), (7, 5)].map(|(south, north)| Ring::new(south, north).unwrap());
        let board = Board::new(&[2, 0, 1, 3, 1, 0, 2, 1, 0, 1, 1, 2], 0, 0);
        let [one, turned] = [(ring, Side::South), (other, Side::North)]
            .map(|(ring, side)| judge.bounds(&variant, ring, side, board, 1_000_000));
        assert!(one.value().is_some());
        assert_eq!(one, turned);
        assert_ne!(one, judge.bounds(&variant, other, Side::South, board, 1_000_000), "{game}: a board of other rows");
    }
}

#[test]
fn databases_are_looked_up_and_save_positions() {
    let (folder, variant) = (tempfile::tempdir().unwrap(), Variant::new(WALAK_PUSSA).with_holes(5).unwrap());
    Build::new(folder.path(), variant, ring(variant), 13).unwrap().run(&|_| ()).unwrap();
    let databases = Databases::open(folder.path(), &[variant]).unwrap();
    databases.load().unwrap();
    let (plain, with) = (Judge::default(), Judge::default().with_databases(Arc::new(databases)));
    let course = course(variant, true);
    let bare = Judge::default().with_counters(0);
    let [all, some, none] = [&with, &plain, &bare].map(|judge| found(judge, variant, &course[2..], 10_000_000));
    assert_eq!((&all.bounds, &some.bounds), (&none.bounds, &none.bounds));
    assert!(none.bounds.iter().all(|bounds| bounds.value().is_some()));
    assert!(all.nodes < some.nodes && some.nodes < none.nodes, "{} {} {}", all.nodes, some.nodes, none.nodes);
    assert_eq!([&plain, &with].map(|judge| judge.reach(&variant, ring(variant))), [None, Some(13)]);
    // Without effort, it knows what they have, and nothing else.
    let (side, board) = *course.iter().find(|(_, board)| board.total() <= 13).unwrap();
    assert!(with.bounds(&variant, ring(variant), side, board, 0).value().is_some());
    assert_eq!(plain.bounds(&variant, ring(variant), side, board, 0).value(), None);
    let (side, board) = course[0];
    assert_eq!(with.bounds(&variant, ring(variant), side, board, 0).value(), None);
}

#[test]
fn it_can_be_stopped() {
    let variant = Variant::new(WALAK_PUSSA);
    let course = course(variant, false);
    let stop = AtomicBool::new(true);
    assert_eq!(Judge::default().bounds_along(&variant, ring(variant), &course, u64::MAX, &stop), None);
}
