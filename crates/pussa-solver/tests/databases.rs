//! Databases as an oracle: what engines make of it is right, and takes fewer positions.

use pussa_egdb::Build;
use pussa_engine::{Engine, Oracle, Roster, Watch};
use pussa_rules::{Board, GAMES, Game, Position, RAJA_PASU, Ring, Round, Side, Variant, WALAK_PUSSA};
use pussa_solver::{Databases, FolderError, Head, ProofFile, Record, Scope};
use pussa_testing::{layout, position};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

fn built(variant: Variant, [south, north]: [u8; 2], levels: u8) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let ring = Ring::new(south, north).unwrap();
    Build::new(folder.path(), variant, ring, levels).unwrap().run(&|_| ()).unwrap();
    folder
}

fn opened(folder: &Path, variant: Variant) -> Arc<Databases> {
    let databases = Databases::open(folder, &[variant]).unwrap();
    databases.load().unwrap();
    Arc::new(databases)
}

fn engine(roster: &Roster) -> Box<dyn Engine> {
    roster.engine(&"alpha-beta:depth=250:hash=1MiB".parse().unwrap()).unwrap()
}

/// Compares what is found with databases of half of the counters with the values of all boards, and counts the positions
/// looked at with them and without.
fn compare(game: Game, open: [u8; 2], counters: u8) -> [u64; 2] {
    let variant = Variant::new(game).with_counters(18).unwrap();
    let layout = layout(open);
    let values = pussa_testing::values(variant, layout.ring(), counters);
    let folder = built(variant, open, counters / 2);
    let with = Roster::default().with_oracle(opened(folder.path(), variant));
    let mut engines = [with, Roster::default()].map(|roster| engine(&roster));
    let mut nodes = [0; 2];
    for (plain, value) in values.positions().step_by(41) {
        let round = Round::new(variant, position(layout, &plain));
        if round.outcome().is_some() {
            continue;
        }
        for (engine, nodes) in engines.iter_mut().zip(&mut nodes) {
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
fn engines_that_ask_prove_the_same_with_fewer_positions() {
    for game in GAMES {
        // Longer rows on either side.
        for (open, counters) in [([7, 7], 6), ([5, 5], 8), ([3, 5], 8), ([5, 3], 8)] {
            let [with, without] = compare(game, open, counters);
            assert!(with < without, "{game} {open:?}: {with} positions instead of {without}");
        }
    }
}

#[test]
fn what_is_not_there_is_not_known() {
    let small = Variant::new(RAJA_PASU).with_holes(3).unwrap();
    let folder = built(small, [2, 3], 4);
    let databases = opened(folder.path(), small);
    assert_eq!(databases.holds(), ["raja-pasu, reading default, 2x3 holes, up to 4 counters"]);
    let ring = |south, north| Ring::new(south, north).unwrap();
    let reach = |variant: &Variant, ring| databases.reach(variant, ring);
    assert_eq!(
        [reach(&small, ring(2, 3)), reach(&small, ring(3, 2)), reach(&small, ring(3, 3))],
        [Some(4), Some(4), None]
    );
    assert_eq!(reach(&Variant::new(WALAK_PUSSA), ring(2, 3)), None);
    let skipped = small.with_reading("origin=skipped".parse().unwrap()).unwrap();
    assert_eq!(reach(&skipped, ring(2, 3)), None);
    let board = Board::new(&[1, 2, 0, 2, 0], 0, 0);
    let bounds = databases.bounds(&small, ring(2, 3), Side::South, board, 0);
    assert_eq!([bounds.low(), bounds.high()], [-5, 5], "one counter too many");
}

#[test]
fn what_becomes_of_holes_between_rounds_makes_no_difference() {
    let walak = Variant::new(WALAK_PUSSA);
    let folder = built(walak, [7, 7], 2);
    let closed = walak.with_reading("unfilled=closed".parse().unwrap()).unwrap();
    let databases = opened(folder.path(), closed);
    assert_eq!(databases.reach(&closed, Ring::new(7, 7).unwrap()), Some(2));
}

#[test]
fn a_folder_without_a_database_of_the_game_is_refused() {
    let folder = built(Variant::new(RAJA_PASU), [7, 7], 1);
    for folder in [folder.path(), &folder.path().join("none")] {
        let error = Databases::open(folder, &[Variant::new(WALAK_PUSSA)]).unwrap_err();
        assert!(matches!(error, FolderError::Nothing { .. }), "{error}");
        assert!(error.to_string().contains("there is no walak-pussa.default.7x7.00.egdb"), "{error}");
    }
}

#[test]
fn a_foreign_file_is_refused() {
    let variant = Variant::new(RAJA_PASU);
    let folder = built(variant, [7, 7], 2);
    let path = folder.path().join("raja-pasu.default.7x7.01.egdb");
    std::fs::write(&path, "counters").unwrap();
    let error = Databases::open(folder.path(), &[variant]).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: this is no endgame database", path.display()));
}

/// A proof that says of this board that its value, for South to move, is from `low` to `high`.
fn proof(path: &Path, variant: Variant, open: [u8; 2], holes: &[u8], [low, high]: [i16; 2]) {
    let board = Board::new(holes, 0, 0);
    let root = Position::new(layout(open), Side::South, board);
    let head = Head { variant, root, low, high, scope: Scope::Root, given: Vec::new() };
    let record = Record { mover: Side::South, board, low, high, mv: None, rank: 0 };
    ProofFile::write(path, &head, std::iter::once(record)).unwrap();
}

#[test]
fn proofs_of_the_folder_are_asked_too() {
    let variant = Variant::new(RAJA_PASU);
    let folder = built(variant, [5, 7], 2);
    let holes = [0, 1, 1, 1, 0, 0, 2, 0, 0, 0, 1, 0];
    proof(&folder.path().join("a.proof"), variant, [5, 7], &holes, [-1, 3]);
    proof(&folder.path().join("b.proof"), variant, [5, 7], &holes, [2, 6]);
    proof(&folder.path().join("c.proof"), Variant::new(WALAK_PUSSA), [5, 7], &holes, [0, 0]);
    let databases = opened(folder.path(), variant);
    assert_eq!(databases.holds().len(), 3);
    assert_eq!(
        databases.holds()[1],
        "raja-pasu, reading default, certificate of 0,1,1,1,0,x,x/0,2,0,0,0,1,0/0,0/S, 1 record"
    );
    let ring = |south, north| Ring::new(south, north).unwrap();
    assert_eq!(databases.reach(&variant, ring(5, 7)), Some(6));
    let told = |ring, mover, holes: &[u8]| {
        let bounds = databases.bounds(&variant, ring, mover, Board::new(holes, 0, 0), 0);
        [bounds.low(), bounds.high()]
    };
    assert_eq!(told(ring(5, 7), Side::South, &holes), [2, 3], "what both say");
    assert_eq!(told(ring(7, 5), Side::North, &holes), [2, 3], "the rows exchanged");
    assert_eq!(told(ring(5, 7), Side::North, &holes), [-6, 6], "it is of another ring, with as many holes");
    let [low, high] = told(ring(5, 7), Side::South, &[0, 1, 0, 0, 0, 1]);
    assert_eq!(low, high, "the database has it");
}

#[test]
fn a_folder_may_have_proofs_only_and_each_must_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let variant = Variant::new(RAJA_PASU);
    proof(&folder.path().join("a.proof"), variant, [1, 1], &[1, 1], [0, 2]);
    let databases = opened(folder.path(), variant);
    assert_eq!((databases.holds().len(), databases.memory() > 0), (1, true));
    let closed = Variant::new(WALAK_PUSSA);
    assert!(matches!(Databases::open(folder.path(), &[closed]), Err(FolderError::Nothing { .. })));
    let path = folder.path().join("b.proof");
    std::fs::write(&path, "counters").unwrap();
    let error = Databases::open(folder.path(), &[variant]).unwrap_err();
    assert!(error.to_string().starts_with(&format!("{}: ", path.display())), "{error}");
}
