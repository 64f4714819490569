//! Self-play: what is written, that it does not depend on how it was played, and that it is never half there.

use pussa_arena::selfplay::{
    self, Exploration, Game, Label, Merge, Merged, Plan, Resumed, Row, Run, SelfPlay, SelfPlayError,
};
use pussa_engine::{Choice, Engine, EngineError, Kind, Roster, Spec, SpecError, Watch};
use pussa_rules::{RAJA_PASU, Round, Side, Variant, WALAK_PUSSA};
use std::collections::{HashMap, HashSet};
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
fn a_run_that_was_stopped_again_and_again_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, stopped] = ["whole", "stopped"].map(|name| file(&folder, name));
    play(&plan(), &whole);
    let mut rounds = 0;
    loop {
        rounds += 1;
        let plan = Plan { threads: 1 + rounds % 3, ..plan() };
        let Resumed::Run(run) = Run::resume(&stopped, &plan).unwrap() else { panic!("it is not finished") };
        assert_eq!(run.done().count(), 7 * (rounds as u64 - 1), "no game is lost");
        if go_on(&plan, run, 7).is_some() {
            break;
        }
        assert!(!stopped.exists());
        // What a power cut may leave: half a block.
        let part = Run::part(&stopped);
        let mut bytes = fs::read(&part).unwrap();
        bytes.extend([200, 0, 0, 0, 1, 2, 3]);
        fs::write(&part, bytes).unwrap();
    }
    assert_eq!(rounds, 9);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&stopped).unwrap());
    assert_eq!(Label::of(&whole).unwrap(), Label::of(&stopped).unwrap());
    assert!(!Run::part(&stopped).exists());
    assert!(matches!(Run::resume(&stopped, &plan()).unwrap(), Resumed::Finished(label) if label.rows > 0));
}

#[test]
fn a_run_may_be_cut_off_at_any_byte() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| file(&folder, name));
    let plan = Plan { games: 6, engine: "greedy".parse().unwrap(), ..plan() };
    play(&plan, &whole);
    go_on(&plan, Run::create(&cut, &plan).unwrap(), 5);
    let part = Run::part(&cut);
    let bytes = fs::read(&part).unwrap();
    for length in (0..bytes.len()).step_by(31) {
        fs::write(&part, &bytes[..length]).unwrap();
        let Resumed::Run(run) = Run::resume(&cut, &plan).unwrap() else { panic!("it is not finished") };
        go_on(&plan, run, u64::MAX).unwrap();
        assert!(fs::read(&whole).unwrap() == fs::read(&cut).unwrap(), "cut to {length}");
        fs::remove_file(&cut).unwrap();
        fs::remove_file(Label::path(&cut)).unwrap();
    }
}

#[test]
fn a_run_that_was_killed_while_the_file_was_made_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| file(&folder, name));
    play(&plan(), &whole);
    let mut run = Run::create(&killed, &plan()).unwrap();
    let self_play = SelfPlay::new(plan(), Roster::default()).unwrap();
    self_play.play(&run.done().clone(), &AtomicBool::new(false), |game| run.add(&game)).unwrap();
    drop(run);
    let part = Run::part(&killed);
    let kept = fs::read(&part).unwrap();
    // The file half made, its label there already.
    fs::write(folder.path().join("killed.csv.zst.new"), "half").unwrap();
    fs::copy(Label::path(&whole), Label::path(&killed)).unwrap();
    let Resumed::Run(run) = Run::resume(&killed, &plan()).unwrap() else { panic!("it is not finished") };
    assert!(run.done().is_all());
    go_on(&plan(), run, 0).unwrap();
    assert!(fs::read(&whole).unwrap() == fs::read(&killed).unwrap());
    // The file made, and what was kept not yet removed.
    fs::write(&part, kept).unwrap();
    assert!(matches!(Run::resume(&killed, &plan()).unwrap(), Resumed::Finished(_)));
    let all = ["whole.csv.zst", "whole.csv.zst.toml", "killed.csv.zst", "killed.csv.zst.toml"];
    assert_eq!(names(&folder), HashSet::from(all.map(String::from)));
}

#[test]
fn a_run_that_is_another_or_in_use_is_not_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    let run = Run::create(&path, &plan()).unwrap();
    let refusal = |plan: &Plan| Run::resume(&path, plan).err().unwrap().to_string();
    assert!(refusal(&plan()).ends_with("all.csv.zst.part is in use by another run"));
    drop(run);
    let created = Run::create(&path, &plan()).err().unwrap();
    assert!(matches!(created, SelfPlayError::Stopped(_)), "{created}");
    for (other, key) in [
        (Plan { seed: 2, ..plan() }, "seed is \"1\" there, and \"2\" here"),
        (Plan { games: 61, ..plan() }, "games is 60 there, and 61 here"),
        (Plan { variant: Variant::new(RAJA_PASU), ..plan() }, "counters is 4 there, and 7 here"),
        (
            Plan { exploration: Exploration { temperature: 2.0, ..EXPLORATION }, ..plan() },
            "temperature is 1.0 there, and 2.0 here",
        ),
        (Plan { shard: "1/2".parse().unwrap(), ..plan() }, "shard is \"1/1\" there, and \"1/2\" here"),
    ] {
        let told = refusal(&other);
        assert!(told.ends_with(&format!("all.csv.zst.part is of another run: {key}")), "{told}");
    }
    fs::write(Run::part(&path), "Dear diary").unwrap();
    assert!(refusal(&plan()).ends_with("all.csv.zst.part holds no games of a run that was stopped"));
    assert_eq!(fs::read(Run::part(&path)).unwrap(), b"Dear diary");
    fs::write(&path, "").unwrap();
    let created = Run::create(&path, &plan()).err().unwrap();
    assert!(matches!(created, SelfPlayError::Taken(_)), "{created}");
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

#[test]
fn merged_shards_are_the_same_bytes_as_the_whole_merged() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, out] = ["whole", "whole-merged"].map(|name| file(&folder, name));
    play(&plan(), &whole);
    let merged = merge(&out, &[whole], 1 << 30).unwrap();
    assert_eq!(merged.shards, 1);
    for of in [1, 2, 7] {
        let mut shards: Vec<_> = (1..=of)
            .map(|i| {
                let path = file(&folder, &format!("{i}-of-{of}"));
                play(&Plan { shard: format!("{i}/{of}").parse().unwrap(), ..plan() }, &path);
                path
            })
            .collect();
        shards.reverse();
        // From all in memory down to a few positions at a time.
        for memory in [1 << 30, 20_000, 1000] {
            let again = file(&folder, &format!("{of}-{memory}"));
            let Merged { label, read, shards } = merge(&again, &shards, memory).unwrap();
            assert_eq!((&label, read, shards), (&merged.label, merged.read, of as usize));
            assert!(fs::read(&out).unwrap() == fs::read(&again).unwrap(), "{of} shards, {memory} bytes");
        }
    }
    let twice = file(&folder, "twice");
    assert_eq!(merge(&twice, &[out.clone()], 1 << 20).unwrap().label, merged.label);
    assert!(fs::read(&out).unwrap() == fs::read(&twice).unwrap(), "nothing is left to be taken out");
}

#[test]
fn of_equal_positions_the_first_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [all, out] = ["all", "merged"].map(|name| file(&folder, name));
    let variant = Variant::new(WALAK_PUSSA).with_holes(3).unwrap();
    play(&Plan { variant, games: 400, engine: "greedy".parse().unwrap(), ..plan() }, &all);
    merge(&out, &[all.clone()], 30_000).unwrap();
    let all = rows(&all);
    let mut first = HashMap::new();
    for row in &all {
        // The board string without the reserves.
        let board = row.position.to_string();
        let parts: Vec<_> = board.split('/').collect();
        first.entry([parts[0], parts[1], parts[3]].join("/")).or_insert((row.game_id, row.ply));
    }
    let kept: HashSet<_> = first.into_values().collect();
    let expected: Vec<_> = all.iter().filter(|row| kept.contains(&(row.game_id, row.ply))).copied().collect();
    assert!(expected.len() * 2 < all.len(), "there is something to take out");
    assert!(rows(&out) == expected);
    assert!(selfplay::read(&out).unwrap().label().distinct);
}

#[test]
fn files_that_do_not_belong_together_are_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| file(&folder, name);
    let greedy = Plan { engine: "greedy".parse().unwrap(), ..plan() };
    for (name, seed, shard) in [("1", 1, "1/3"), ("2", 1, "2/3"), ("3", 1, "3/3"), ("s", 2, "3/3"), ("half", 1, "1/2")]
    {
        play(&Plan { seed, shard: shard.parse().unwrap(), ..greedy.clone() }, &path(name));
    }
    let copy = |from: &str, to: &str| {
        fs::copy(path(from), path(to)).unwrap();
        fs::copy(Label::path(&path(from)), Label::path(&path(to))).unwrap();
    };
    copy("2", "2b");
    copy("2", "cut");
    let bytes = fs::read(path("2")).unwrap();
    fs::write(path("cut"), &bytes[..bytes.len() / 2]).unwrap();
    copy("2", "no-zstd");
    fs::write(path("no-zstd"), "game_id,ply,side,board,score,margin\n").unwrap();
    copy("2", "empty");
    fs::write(path("empty"), "").unwrap();
    // The rows of one with the label of another.
    copy("2", "other");
    fs::copy(path("3"), path("other")).unwrap();
    copy("2", "unlabelled");
    fs::remove_file(Label::path(&path("unlabelled"))).unwrap();
    let before = names(&folder);
    for (files, message) in [
        ("", "there is no file to merge"),
        ("1 3", "shard 2/3 is missing; F/3.csv.zst is shard 3/3"),
        ("1 2", "shard 3/3 is missing; F/2.csv.zst is shard 2/3"),
        ("2 3", "shard 1/3 is missing; F/2.csv.zst is shard 2/3"),
        ("1 2 2b 3", "shard 2/3 is there twice: F/2.csv.zst and F/2b.csv.zst"),
        ("1 2 s", "F/1.csv.zst and F/s.csv.zst don't belong together: seed is \"1\" in the one and \"2\" in the other"),
        (
            "half 1",
            "F/half.csv.zst and F/1.csv.zst don't belong together: the number of shards is 2 in the one and 3 in the other",
        ),
        ("1 cut 3", "F/cut.csv.zst is cut off"),
        ("1 no-zstd 3", "F/no-zstd.csv.zst is no zstd file, or a damaged one: Unknown frame descriptor"),
        ("1 empty 3", "F/empty.csv.zst is cut off"),
        ("1 other 3", "F/other.csv.zst, line 2: game 40 is none of this shard, which has 20 to 39"),
        ("1 unlabelled 3", "F/unlabelled.csv.zst.toml: the label is missing that says what F/unlabelled.csv.zst holds"),
        ("1 nothing 3", "F/nothing.csv.zst could not be read"),
    ] {
        let files: Vec<_> = files.split_whitespace().map(path).collect();
        let error = merge(&path("out"), &files, 1 << 20).unwrap_err();
        assert_eq!(error.to_string().replace(folder.path().to_str().unwrap(), "F"), message);
        assert_eq!(names(&folder), before, "{message}");
    }
    let files = ["1", "2", "3"].map(path);
    merge(&path("out"), &files, 1 << 20).unwrap();
    assert!(matches!(merge(&path("out"), &files, 1 << 20), Err(SelfPlayError::Taken(_))));
    let stop = AtomicBool::new(true);
    let how = Merge { memory: 1 << 20, stop: &stop, progress: &|_| () };
    let interrupted = selfplay::merge(&path("other-out"), &files, &how);
    assert!(matches!(interrupted, Err(SelfPlayError::Interrupted)) && !path("other-out").exists());
}

#[test]
fn what_is_wrong_in_a_file_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    let label = play(&Plan { games: 3, ..plan() }, &path);
    let good = text(&path);
    let third = good.lines().nth(2).unwrap();
    for (bad, message) in [
        (good.replacen("game_id", "id", 1), ", line 1: the columns must be game_id,ply,side,board,score,margin"),
        (good.replacen(third, "0,4,N", 1), ", line 3: there are 3 fields, and must be 6"),
        (
            good.replacen(third, &third.replacen("0,", "zero,", 1), 1),
            ", line 3: game_id is \"zero\", which is no number that it can be",
        ),
        (good.replacen(third, &format!("{third},more"), 1), ", line 3: there are 7 fields, and must be 6"),
        (good.replacen(&format!("{third}\n"), "", 1), " has N rows, and its label says M; the one is not of the other"),
    ] {
        fs::write(&path, zstd::encode_all(bad.as_bytes(), 1).unwrap()).unwrap();
        let told = selfplay::read(&path).and_then(|rows| rows.collect::<Result<Vec<_>, _>>()).unwrap_err().to_string();
        let (m, n) = (label.rows.to_string(), (label.rows - 1).to_string());
        let told = told.replace(&format!("has {n} rows"), "has N rows").replace(&format!("says {m};"), "says M;");
        assert_eq!(told, format!("{}{message}", path.display()));
    }
    // Columns may be added at the end.
    let more: String = good.lines().map(|line| format!("{line},more\n")).collect();
    fs::write(&path, zstd::encode_all(more.as_bytes(), 1).unwrap()).unwrap();
    assert_eq!(rows(&path).len() as u64, label.rows);
}
