//! Certificates hold, one record at a time, by the reference; and they say what the values are.

use super::*;
use crate::order::Order;
use crate::proof::spot::Step;
use crate::solver::Settings;
use pussa_egdb::Database;
use pussa_reference as reference;
use pussa_rules::{Board, GAMES, Game, Layout, RAJA_PASU, Reading, Ring, Side, Variant, WALAK_PUSSA};
use reference::{Claimed, Known, Outcome, Player, Reserves, Rules, Statement, Told, Values};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

/// Looks at records as the reference does.
struct Checker {
    rules: Rules,
    ring: Ring,
    /// The values of positions with few counters, if a certificate leans on them.
    given: Option<Values>,
}

impl Checker {
    fn new(variant: Variant, ring: Ring) -> Self {
        Self { rules: pussa_testing::rules(variant), ring, given: None }
    }

    fn values(&self, counters: u8) -> Values {
        let [south, north] = Side::BOTH.map(|side| self.ring.holes(side).into());
        Values::of(self.rules, south, north, counters).unwrap()
    }

    fn plain(&self, mover: Side, board: Board) -> reference::Position {
        let [south, north] = Side::BOTH.map(|side| usize::from(self.ring.holes(side)));
        let layout = Claimed::new(self.rules, south, north, 0).unwrap().position(0).layout();
        let (to_move, counters) = pussa_testing::plain(self.ring, mover, board);
        reference::Position::from_ring(layout, &counters, Reserves::default(), to_move).unwrap()
    }

    /// Who is to move, and on which board; South, if it makes no difference.
    fn seen(&self, plain: &reference::Position) -> (Side, Board) {
        let [south, north] = Side::BOTH.map(|side| self.ring.holes(side));
        let (mover, board) = pussa_testing::seen_by_mover(plain);
        (if south == north { Side::South } else { mover }, board)
    }

    /// Every record holds by itself.
    fn check(&self, certificate: &Certificate) {
        let all: HashMap<_, _> = certificate.records().map(|record| ((record.mover, record.board), record)).collect();
        assert_eq!(all.len() as u64, certificate.len(), "one record a position");
        assert!(certificate.records().is_sorted_by_key(|record| record.order()));
        let known = |child: &reference::Position| {
            let given = self.given.as_ref().and_then(|given| given.value(child.to_move(), child.ring().counters()));
            let said = all.get(&self.seen(child));
            let said = said.map(|record| Known { low: record.low, high: record.high, rank: Some(record.rank) });
            let known = given.map(|value| Known { low: value, high: value, rank: None }).or(said);
            Ok::<_, Infallible>(known.map_or(Told::Nothing, Told::Known))
        };
        for record in all.values() {
            let Record { mover, board, low, high, mv, rank } = *record;
            let statement = Statement { low, high, mv: mv.map(Move::index), rank };
            let checked = statement.check(self.rules, &self.plain(mover, board), false, known);
            assert!(checked.is_ok(), "{record:?}: {checked:?}");
        }
        let Head { root, low, high, .. } = *certificate.head();
        let root = all[&self.seen(&self.plain(root.side(), root.board()))];
        assert!(root.low >= low && root.high <= high, "{root:?}");
    }

    /// No record says anything that is not so.
    fn compare(&self, certificate: &Certificate, values: &Values) {
        for record in certificate.records() {
            let plain = self.plain(record.mover, record.board);
            let value = values.value(plain.to_move(), plain.ring().counters()).unwrap();
            assert!((record.low..=record.high).contains(&value), "{record:?}: {value}");
        }
    }
}

fn variant(game: Game, reading: Reading) -> Variant {
    Variant::new(game).with_reading(reading).unwrap().with_counters(18).unwrap()
}

fn layout(ring: Ring) -> Layout {
    Layout::new(7, Side::BOTH.map(|side| (0x7f_u8 << ring.holes(side)) & 0x7f)).unwrap()
}

/// A solver whose table is as small as can be, which goes astray if told so.
fn solver(variant: Variant, ring: Ring, astray: bool) -> Solver {
    let mut solver = Solver::new(variant, ring, Settings { hash: 1, threads: 1 }).unwrap();
    if astray {
        solver.team.ground.order = Order::new(variant.game(), ring).turned();
    }
    solver
}

/// Every so-manieth position of a ring with the most counters, and every reading.
fn every(rings: &[([u8; 2], u8)], step: usize, mut look: impl FnMut(Variant, &Checker, &Values, Position, i16)) {
    for game in GAMES {
        for reading in Reading::all(game, false) {
            for &([south, north], counters) in rings {
                let (variant, ring) = (variant(game, reading), Ring::new(south, north).unwrap());
                let checker = Checker::new(variant, ring);
                let values = checker.values(counters);
                let all: Vec<_> = values.positions().collect();
                for (plain, value) in all.iter().rev().step_by(step) {
                    let side = if plain.to_move() == Player::South { Side::South } else { Side::North };
                    let position = Position::new(layout(ring), side, checker.seen(plain).1);
                    look(variant, &checker, &values, position, *value);
                }
            }
        }
    }
}

/// Makes the certificate of a position's value, all of whose proof the solver has lost if it is to `forget`.
fn certify(solver: &mut Solver, position: &Position, value: i16, forget: bool) -> Option<Certificate> {
    let found = solver.solve(position, &Watch::none());
    assert_eq!(found.bounds, Bounds::exactly(value));
    if forget {
        let fresh = Team::new(solver.variant(), solver.ring(), Settings { hash: 1, threads: 1 }).unwrap();
        let order = std::mem::replace(&mut solver.team, fresh).ground.order;
        solver.team.ground.order = order;
    }
    match solver.certificate(position, found.bounds, &Making::freely()) {
        Err(CertificateError::Over) => None,
        made => Some(made.unwrap()),
    }
}

#[test]
fn every_small_position_has_a_certificate_that_holds() {
    let rings = [([1, 1], 9), ([2, 2], 7), ([3, 3], 5), ([1, 3], 6), ([3, 2], 6), ([2, 1], 7)];
    let (mut made, mut over) = (0, 0);
    let mut last: Option<(Variant, Solver)> = None;
    every(&rings, 5, |variant, checker, values, position, value| {
        let solver = match last.take() {
            Some((of, solver)) if of == variant && solver.ring() == checker.ring => solver,
            _ => solver(variant, checker.ring, false),
        };
        let (_, solver) = last.insert((variant, solver));
        let Some(certificate) = certify(solver, &position, value, false) else {
            over += 1;
            return;
        };
        checker.check(&certificate);
        checker.compare(&certificate, values);
        assert_eq!((certificate.head().low, certificate.head().high), (value, value));
        made += 1;
    });
    assert!(made > 2000 && over > 100, "{made} made, {over} over");
}

#[test]
fn what_the_solver_has_lost_is_found_again_however_far_it_goes_astray() {
    let rings = [([4, 4], 4), ([5, 5], 4), ([4, 5], 3), ([7, 5], 3), ([7, 7], 3)];
    let mut ranked = 0;
    every(&rings, 61, |variant, checker, values, position, value| {
        for astray in [false, true] {
            let mut solver = solver(variant, checker.ring, astray);
            let Some(certificate) = certify(&mut solver, &position, value, true) else { continue };
            checker.check(&certificate);
            checker.compare(&certificate, values);
            ranked = ranked.max(certificate.records().map(|record| record.rank).max().unwrap_or(0));
        }
    });
    assert!(ranked > 8, "{ranked}");
}

/// Knows all values, and leads round in circles as long as can be; but it is the solver that has to know the way out.
struct Astray<'a> {
    checker: &'a Checker,
    values: &'a Values,
    solved: Solved<'a>,
    /// How often it was asked for more moves.
    asked: usize,
}

impl Astray<'_> {
    fn value(&self, spot: Spot) -> i16 {
        let plain = self.checker.plain(spot.mover(), spot.board());
        self.values.value(plain.to_move(), plain.ring().counters()).unwrap()
    }
}

impl Guide for Astray<'_> {
    fn choose(&mut self, _: Spot, steps: &Steps, low: i16) -> Result<Move, CertificateError> {
        let enough = steps.iter().filter(|step| step.gain - self.value(step.to) >= low);
        // Not always the same one, as far as nothing is captured.
        let chance = |step: &Step| step.to.board().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) >> 96;
        Ok(enough.min_by_key(|step| (step.captured, chance(step))).unwrap().mv)
    }

    fn is_at_most(&mut self, spot: Spot, high: i16, effort: u64) -> Result<Option<bool>, CertificateError> {
        self.asked += 1;
        let told = self.solved.is_at_most(spot, high, effort)?;
        assert!(told.is_none_or(|told| told == (self.value(spot) <= high)), "{spot:?}, {high} or less: {told:?}");
        Ok(told)
    }

    fn count(&mut self, _: u64) -> Result<(), CertificateError> {
        Ok(())
    }

    fn settled(&mut self, _: u8, _: usize) -> Result<(), CertificateError> {
        Ok(())
    }
}

#[test]
fn circles_are_broken() {
    let rings = [([2, 2], 9), ([3, 3], 7), ([2, 3], 8), ([4, 4], 6), ([5, 5], 5), ([6, 5], 4), ([7, 7], 4)];
    let (mut asked, mut made) = (0, 0);
    every(&rings, 7, |variant, checker, values, position, value| {
        let field = Field::new(variant, checker.ring, None);
        let spot = field.spot(position.side(), position.board());
        if field.steps(spot).is_err() {
            return;
        }
        let (watch, making) = (Watch::none(), Making::freely());
        let (mut solver, shift) = (solver(variant, checker.ring, true), Shift::new(&watch));
        let way_out = Solved { team: &mut solver.team, shift: &shift, making: &making, looked: 0, recorded: 0 };
        let guide = Astray { checker, values, solved: way_out, asked: 0 };
        let bounds = Bounds::exactly(value);
        let mut pass = Pass::new(&field, &[(spot, bounds)], guide);
        let levels = pass.run().unwrap();
        asked += usize::from(pass.guide.asked > 0);
        let certificate = solver.certified(&position, bounds, Scope::Root, levels);
        checker.check(&certificate);
        checker.compare(&certificate, values);
        made += 1;
    });
    assert!(asked > 300, "{asked} of {made} had circles");
}

/// The start of a game with few counters.
fn small(game: Game, reading: Reading, holes: u8, counters: u8) -> (Variant, Position, Checker) {
    let variant = Variant::new(game).with_reading(reading).unwrap().with_holes(holes).unwrap();
    let variant = variant.with_counters(counters).unwrap();
    let start = variant.start();
    (variant, start, Checker::new(variant, start.layout().ring()))
}

#[test]
fn a_certificate_ends_where_the_database_begins() {
    let mut saved = 0;
    for game in GAMES {
        for reading in Reading::all(game, false) {
            let (variant, start, mut checker) = small(game, reading, 4, 3);
            let mut alone = solver(variant, checker.ring, false);
            let value = alone.solve(&start, &Watch::none()).bounds.value().unwrap();
            let alone = certify(&mut alone, &start, value, false).unwrap();
            checker.check(&alone);
            let database = Database::in_memory(variant, checker.ring, 6, &|_| ()).unwrap();
            let mut solver = solver(variant, checker.ring, false);
            solver.consult(Arc::new(database)).unwrap();
            let leaning = certify(&mut solver, &start, value, false).unwrap();
            checker.given = Some(checker.values(6));
            checker.check(&leaning);
            saved += alone.len() - leaning.len();
            assert!(leaning.records().all(|record| record.board.total() > 6));
            // A position that the database has itself.
            let few = Position::new(start.layout(), Side::North, Board::new(&[1, 0, 2, 0, 1, 2], 3, 2));
            let value = solver.solve(&few, &Watch::none()).bounds.value().unwrap();
            let one = certify(&mut solver, &few, value, false).unwrap();
            checker.check(&one);
            assert_eq!((one.len(), one.head().root.board()), (1, few.board().without_reserves()));
        }
    }
    assert!(saved > 30, "{saved} records saved");
}

#[test]
fn a_book_has_the_exact_value_of_every_position_within_its_plies() {
    for game in GAMES {
        for reading in Reading::all(game, false) {
            let (variant, start, checker) = small(game, reading, 4, 2);
            let mut solver = solver(variant, checker.ring, false);
            let book = solver.book(&start, 3, &Making::freely()).unwrap();
            assert_eq!(book.head().scope, Scope::Plies(3));
            checker.check(&book);
            let all: HashMap<_, _> = book.records().map(|record| (record.board, record)).collect();
            let mut ahead = vec![checker.plain(Side::South, start.board())];
            for _ in 0..=3 {
                let mut next = Vec::new();
                for plain in ahead {
                    let mut children = reference::Children::default();
                    reference::children(checker.rules, &plain, &mut children);
                    let record = all.get(&checker.seen(&plain).1);
                    let exact = record.is_some_and(|record| record.low == record.high);
                    let over = reference::legal_moves(checker.rules, &plain).next().is_none();
                    assert!(exact != over, "{game} {reading}: {plain}");
                    let ended = children.iter().filter_map(|outcome| match outcome {
                        Some(Outcome::Ended { after, .. }) => Some(*after),
                        _ => None,
                    });
                    next.extend(ended);
                }
                ahead = next;
            }
            assert!(!ahead.is_empty());
        }
    }
}

#[test]
fn certificates_of_full_boards_hold_though_the_table_is_too_small() {
    let starts = [(RAJA_PASU, "last-four=kept", 7, 7), (WALAK_PUSSA, "default", 7, 3)];
    for (game, reading, holes, counters) in starts {
        let (variant, start, checker) = small(game, reading.parse().unwrap(), holes, counters);
        let mut solver = solver(variant, checker.ring, false);
        let found = solver.solve(&start, &Watch::none());
        assert!(found.nodes > 65_536, "{} positions are more than the table holds", found.nodes);
        let certificate = solver.certificate(&start, found.bounds, &Making::freely()).unwrap();
        checker.check(&certificate);
    }
}

#[test]
fn with_one_thread_it_is_always_the_same_and_with_more_it_holds() {
    let (variant, start, checker) = small(WALAK_PUSSA, Reading::default(), 5, 3);
    let made = |threads: usize| {
        let mut solver = Solver::new(variant, checker.ring, Settings { hash: 16 << 20, threads }).unwrap();
        let found = solver.solve(&start, &Watch::none());
        solver.certificate(&start, found.bounds, &Making::freely()).unwrap()
    };
    let [first, second, many] = [1, 1, 3].map(made);
    assert!(first.records().eq(second.records()));
    checker.check(&many);
}

#[test]
fn bounds_that_are_open_have_a_certificate_too() {
    let (variant, start, checker) = small(WALAK_PUSSA, Reading::default(), 7, 2);
    let mut solver = solver(variant, checker.ring, false);
    let mut open = 0;
    loop {
        let found = solver.solve(&start, &Watch { nodes: Some(3000), ..Watch::none() });
        match solver.certificate(&start, found.bounds, &Making::freely()) {
            Err(error) => assert_eq!(error, CertificateError::Nothing),
            Ok(certificate) => checker.check(&certificate),
        }
        if found.bounds.value().is_some() {
            break;
        }
        open += usize::from(found.bounds != Bounds::of_counters(28));
    }
    assert!(open > 0);
}

#[test]
fn what_can_not_be_shown_is_refused() {
    let (variant, start, checker) = small(WALAK_PUSSA, Reading::default(), 5, 3);
    let mut solver = solver(variant, checker.ring, false);
    let value = solver.solve(&start, &Watch::none()).bounds.value().unwrap();
    let mut refused = |position: &Position, value: i16, making: &Making| {
        solver.certificate(position, Bounds::exactly(value), making).unwrap_err()
    };
    for wrong in [value - 1, value + 1, value - 9, value + 9] {
        assert_eq!(refused(&start, wrong, &Making::freely()), CertificateError::NotProved, "{wrong}");
    }
    let stop = AtomicBool::new(true);
    assert_eq!(refused(&start, value, &Making { stop: &stop, ..Making::freely() }), CertificateError::Stopped);
    let little = Making { memory: 1000, ..Making::freely() };
    assert_eq!(refused(&start, value, &little), CertificateError::NoMemory(1000));
    let over = Position::new(start.layout(), Side::South, Board::new(&[0, 0, 0, 0, 0, 1, 1], 0, 0));
    assert_eq!(refused(&over, -2, &Making::freely()), CertificateError::Over);
}
