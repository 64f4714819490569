//! Self-play: what is written, that it does not depend on how it was played, and that it is never half there.

mod files;
mod runs;

use pussa_arena::selfplay::{self, Exploration, Game, Label, Merge, Merged, Plan, Row, Run, SelfPlay, SelfPlayError};
use pussa_engine::{Choice, Engine, EngineError, Kind, Roster, Spec, SpecError, Watch};
use pussa_rules::{RAJA_PASU, Round, Side, Variant, WALAK_PUSSA};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tempfile::TempDir;

const EXPLORATION: Exploration = Exploration { opening_plies: 3, temperature: 1.0, temperature_plies: 6 };

fn plan() -> Plan {
    Plan {
        variant: Variant::new(WALAK_PUSSA),
        engine: "alpha-beta:depth=2:hash=1MiB".parse().unwrap(),
        games: 60,
        shard: "1/1".parse().unwrap(),
        exploration: EXPLORATION,
        egdb: Vec::new(),
        seed: 1,
        threads: 2,
    }
}

fn file(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(format!("{name}.csv.zst"))
}

/// Goes on with a run, which is stopped after so many more games.
fn go_on(plan: &Plan, mut run: Run, most: u64) -> Option<Label> {
    let self_play = SelfPlay::new(plan.clone(), Roster::default()).unwrap();
    let (done, stop, mut added) = (run.done().clone(), AtomicBool::new(false), 0);
    let played = self_play.play(&done, &stop, |game: Game| -> Result<(), SelfPlayError> {
        if added < most {
            run.add(&game)?;
        }
        added += 1;
        stop.store(added >= most, Ordering::Relaxed);
        Ok(())
    });
    played.unwrap();
    run.done().is_all().then(|| run.finish().unwrap())
}

/// Plays all of a plan into a file.
fn play(plan: &Plan, path: &Path) -> Label {
    go_on(plan, Run::create(path, plan).unwrap(), u64::MAX).unwrap()
}

fn rows(path: &Path) -> Vec<Row> {
    selfplay::read(path).unwrap().map(Result::unwrap).collect()
}

/// The text in a file, as any program for zstd gives it.
fn text(path: &Path) -> String {
    String::from_utf8(zstd::decode_all(fs::File::open(path).unwrap()).unwrap()).unwrap()
}

fn merge(out: &Path, files: &[PathBuf], memory: usize) -> Result<Merged, SelfPlayError> {
    selfplay::merge(out, files, &Merge { memory, stop: &AtomicBool::new(false), progress: &|_| () })
}

fn names(folder: &TempDir) -> HashSet<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_row_is_a_position_of_a_round_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    for (game, reading) in [(WALAK_PUSSA, "endless=split"), (RAJA_PASU, "default")] {
        let variant = Variant::new(game).with_reading(reading.parse().unwrap()).unwrap().with_holes(4).unwrap();
        let plan = Plan { variant, ..plan() };
        let label = play(&plan, &path);
        let rows = rows(&path);
        assert_eq!((label.rows, label.failed, label.distinct), (rows.len() as u64, 0, false));
        for game in rows.chunk_by(|a, b| a.game_id == b.game_id) {
            assert!(game.iter().map(|row| row.ply).eq(3..3 + game.len() as u32));
            for two in game.windows(2) {
                let mut children = moves(variant, &two[0]);
                assert!(children.any(|round| round.position() == two[1].position), "{two:?}");
                assert_eq!(two[0].margin, -two[1].margin, "the players take turns");
            }
            let last = game.last().unwrap();
            let sign = if last.position.side() == Side::South { 1 } else { -1 };
            let ends = |round: Round| round.outcome().is_some_and(|o| o.margin() * sign == i32::from(last.margin));
            // A repetition can't be seen from one position.
            assert!(moves(variant, last).any(ends) || game.len() > 8, "{last:?}");
        }
        fs::remove_file(Label::path(&path)).unwrap();
        fs::remove_file(&path).unwrap();
    }
}

/// The rounds that go on from a position by one move.
fn moves(variant: Variant, row: &Row) -> impl Iterator<Item = Round> {
    let round = Round::new(variant, row.position);
    round.choices().iter().map(move |mv| {
        let mut next = round.clone();
        next.play_unchecked(mv);
        next
    })
}

#[test]
fn the_first_rows_are_what_they_have_always_been() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    play(&Plan { engine: "greedy".parse().unwrap(), ..plan() }, &path);
    let text = text(&path);
    let first: Vec<_> = text.lines().take(4).collect();
    assert_eq!(first, FIRST);
    assert_eq!(names(&folder), HashSet::from(["all.csv.zst".into(), "all.csv.zst.toml".into()]));
}

/// The header and three rows.
const FIRST: [&str; 4] = [
    "game_id,ply,side,board,score,margin",
    "0,3,N,\"8,1,0,0,0,0,9/0,1,1,1,1,7,1/19,7/N\",1.00,-40",
    "0,4,S,\"9,0,1,0,0,0,9/0,1,0,2,0,8,0/19,7/S\",0.00,40",
    "0,5,N,\"0,1,2,1,1,1,10/1,2,1,0,1,9,0/19,7/N\",1.00,-40",
];

#[test]
fn scores_are_what_the_engine_says_and_foretell_the_margin_to_come() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    let small = Variant::new(RAJA_PASU).with_holes(2).unwrap().with_counters(2).unwrap();
    let exploration = Exploration { opening_plies: 2, temperature: 0.0, temperature_plies: 0 };
    let engine = "alpha-beta:depth=40:hash=1MiB".parse().unwrap();
    play(&Plan { variant: small, engine, exploration, ..plan() }, &path);
    for row in rows(&path) {
        // On so small a board play is perfect.
        assert_eq!(row.score, Some(f32::from(row.margin_to_come())), "{row:?}");
    }
    fs::remove_file(Label::path(&path)).unwrap();
    fs::remove_file(&path).unwrap();
    play(&Plan { engine: "random".parse().unwrap(), ..plan() }, &path);
    assert!(rows(&path).iter().all(|row| row.score.is_none()), "who does not look ahead has no score");
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for engine in ["alpha-beta:depth=2:hash=1MiB", "mcts:playouts=20:hash=1MiB", "greedy", "random"] {
        let files = [1, 2, 5].map(|threads| {
            let path = file(&folder, &format!("{}-{threads}", &engine[..4]));
            play(&Plan { engine: engine.parse().unwrap(), threads, ..plan() }, &path);
            fs::read(path).unwrap()
        });
        assert!(files[0] == files[1] && files[1] == files[2], "{engine}");
    }
    let other = file(&folder, "other");
    play(&Plan { seed: 2, ..plan() }, &other);
    assert_ne!(text(&other), text(&file(&folder, "alph-1")));
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let refusal = |plan| SelfPlay::new(plan, Roster::default()).err().expect("refused").to_string();
    assert_eq!(refusal(Plan { games: 0, ..plan() }), "self-play takes a game at least");
    let shard = "1/61".parse().unwrap();
    assert_eq!(refusal(Plan { shard, ..plan() }), "shard 1/61: 60 games can't be shared among so many");
    assert!(refusal(Plan { engine: "clever".parse().unwrap(), ..plan() }).contains("no engine is called"));
}

#[test]
fn a_round_that_ends_before_the_engine_is_asked_has_no_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    let tiny = Variant::new(WALAK_PUSSA).with_holes(1).unwrap().with_counters(1).unwrap();
    let label = play(&Plan { variant: tiny, ..plan() }, &path);
    assert_eq!((label.rows, text(&path).lines().count(), rows(&path).len()), (0, 1, 0));
    let out = file(&folder, "merged");
    assert_eq!(merge(&out, &[path], 1 << 20).unwrap().read, 0);
}

/// An engine that fails at its third move in every third game.
#[derive(Default)]
struct Failing {
    moves: u32,
}

static GAMES: AtomicU32 = AtomicU32::new(0);

impl Engine for Failing {
    fn new_game(&mut self, _: u64) {
        self.moves = if GAMES.fetch_add(1, Ordering::Relaxed).is_multiple_of(3) { 0 } else { 3 };
    }

    fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
        self.moves += 1;
        if self.moves == 3 {
            return Err(EngineError::Crash("gone".into()));
        }
        Ok(Choice::at_once(round.choices().nth(0).unwrap()))
    }
}

#[test]
fn a_game_in_which_the_engine_fails_is_left_out_and_the_run_goes_on() {
    let make = |_: &Spec| -> Result<Box<dyn Engine>, SpecError> { Ok(Box::new(Failing::default())) };
    let mut roster = Roster::default();
    roster.add(Kind { name: "failing", about: "fails", keys: &[], make });
    let plan = Plan { engine: "failing".parse().unwrap(), ..plan() };
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    let mut run = Run::create(&path, &plan).unwrap();
    let done = run.done().clone();
    let self_play = SelfPlay::new(plan, roster).unwrap();
    self_play.play(&done, &AtomicBool::new(false), |game| run.add(&game)).unwrap();
    let label = run.finish().unwrap();
    let games: HashSet<_> = rows(&path).iter().map(|row| row.game_id).collect();
    assert_eq!((label.failed, games.len()), (20, 40));
}
