//! `egdb`, and `verify` of its files.

use crate::{json, pussa, run, stderr, stdout, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// A database of the game with so many counters, in a folder of its own.
fn built(game: &str, levels: u8) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let arguments = format!("egdb build {game} --levels {levels} --dir {}", folder.path().display());
    let output = run(pussa(&arguments), "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    folder
}

/// All files of a folder but the lock.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
    named.filter(|(name, _)| name != ".build.lock").collect()
}

/// What a command says of what it can't do.
fn refused(arguments: &str) -> String {
    let output = run(pussa(arguments), "");
    assert_eq!(output.status.code(), Some(1), "{arguments}: {}", stderr(&output));
    stderr(&output)
}

#[test]
fn a_build_says_what_it_takes_and_what_came_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().display();
    let output = run(pussa(&format!("egdb build --levels 4 --dir {dir} --format json")), "");
    assert_eq!(stderr(&output), "note: 3060 boards, 32.01 MiB of memory\n");
    let answer: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(answer["built"], serde_json::json!([0, 1, 2, 3, 4]));
    assert_eq!((&answer["boards"], &answer["levels"]), (&3060.into(), &4.into()));
    let told = text(&format!("egdb build --levels 3 --dir {dir}"));
    assert_eq!(
        told,
        format!("walak-pussa, reading default, 7x7 holes: up to 3 counters in {dir}, all there already\n")
    );
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().display();
    let told = refused(&format!("egdb build --levels 20 --max-memory 1GiB --dir {dir}"));
    let needed = "a database of up to 20 counters takes 1.93 GiB of memory, and --max-memory allows 1.00 GiB; try fewer with --levels";
    assert_eq!(told, format!("error: {needed}\n"));
    assert!(refused(&format!("egdb build --levels 127 --dir {dir}")).ends_with(" are free; try fewer with --levels\n"));
    assert!(bytes(folder.path()).is_empty());
}

#[test]
fn killed_at_any_moment_and_taken_up_again_it_writes_the_same_bytes() {
    let whole = bytes(built("--game raja-pasu", 10).path());
    let folder = tempfile::tempdir().unwrap();
    let arguments = format!("egdb build --game raja-pasu --levels 10 --dir {}", folder.path().display());
    let mut milliseconds = 7;
    for _ in 0..10 {
        let mut child = pussa(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        milliseconds = milliseconds * 97 % 400;
    }
    let output = run(pussa(&format!("{arguments} --threads 1")), "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(bytes(folder.path()) == whole);
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().display();
    let binary = env!("CARGO_BIN_EXE_pussa");
    // No file may have more than 64 blocks of 512 bytes then; whoever ignores the signal gets an error.
    let script = format!("trap '' XFSZ; ulimit -f 64; exec {binary} egdb build --levels 8 --dir {dir}");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script]);
    let output = run(shell, "");
    let file = folder.path().join("walak-pussa.default.7x7.08.egdb");
    let told = format!("error: {} could not be written: File too large (os error 27)\n", file.display());
    assert!(stderr(&output).ends_with(&told), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
    assert!(bytes(folder.path()) == bytes(built("", 7).path()));
}

#[test]
fn stats_tell_every_level() {
    let folder = built("--game raja-pasu", 3);
    let told = "\
counters        boards           won          lost       drawn  endless  longest forced win
       0             1             0             0           1        0
       1            14             6             8           0        0  1 in 1 ply: 0,0,0,0,0,1,0/0,0,0,0,0,0,0/0,0/S
       2           105            47            55           3        0  2 in 13 plies: 1,0,0,0,0,0,0/0,1,0,0,0,0,0/0,0/S
       3           560           271           289           0        0  3 in 11 plies: 0,1,0,0,0,0,0/0,0,0,2,0,0,0/0,0/S
";
    let dir = folder.path().display();
    assert_eq!(text(&format!("egdb stats --game raja-pasu --dir {dir}")), told);
    let answer = json(&format!("egdb stats --game raja-pasu --dir {dir} --quick"));
    assert_eq!((&answer["levels"][2]["won"], &answer["levels"][2]["longest"]), (&47.into(), &serde_json::Value::Null));
}

#[test]
fn probe_answers_with_the_value_the_moves_and_the_best() {
    let folder = built("", 5);
    let dir = folder.path().display();
    let told = "\
0,1,0,0,2,0,0/0,0,1,0,1,0,0/20,31/S
  B    -1
  E    +3  best
  worth +3: the next step in 5 plies
";
    assert_eq!(text(&format!("egdb probe 0,1,0,0,2,0,0/0,0,1,0,1,0,0/20,31/S --dir {dir}")), told);
    let over = json(&format!("egdb probe 0,0,0,0,0,0,0/0,0,1,0,0,0,0/3,5/S --dir {dir}"));
    let expected = serde_json::json!({
        "board": "0,0,0,0,0,0,0/0,0,1,0,0,0,0/3,5/S", "counters": 1, "value": -1, "plies": 0, "best": null, "moves": []
    });
    assert_eq!(over, expected);
}

#[test]
fn boards_that_are_not_there_are_null_and_a_failure() {
    let folder = built("", 2);
    let mut command = pussa("egdb probe --boards - --format json --dir");
    command.arg(folder.path());
    let boards = "0,1,0,0,0,0,0/0,0,0,0,1,0,0/3,5/S\n0,1,0,0,0,0,0/0,0,0,0,1,1,0/3,5/N\n";
    let output = run(command, boards);
    let told = "error: 1 boards have more counters than the database, which goes up to 2\n";
    assert_eq!((stderr(&output).as_str(), output.status.code()), (told, Some(1)));
    let answers: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(answers[1]["value"], serde_json::Value::Null);
    assert!(answers[0]["value"].is_number());
    let told = refused(&format!("egdb probe 1,1/1,1/0,0/S --dir {}", folder.path().display()));
    assert!(told.ends_with("a database of this game, reading and ring; build it with pussa egdb build\n"), "{told}");
}

#[test]
fn rings_with_rows_of_different_lengths_are_one_database() {
    let folder = built("--ring 2x4", 5);
    let dir = folder.path().display();
    assert_eq!(json(&format!("egdb build --ring 4x2 --levels 5 --dir {dir}"))["built"], serde_json::json!([]));
    let south = json(&format!("egdb probe x,x,1,0/0,2,0,1/0,0/S --dir {dir}"));
    let north = json(&format!("egdb probe 0,2,0,1/1,x,x,0/0,0/N --dir {dir}"));
    assert!(south["value"].is_number());
    assert_eq!(south["value"], north["value"]);
}

#[test]
fn a_whole_database_is_verified_in_all_or_in_part() {
    for (game, levels) in [("--game raja-pasu --last-four kept", 6), ("--ring 3x5 --endless split", 6)] {
        let folder = built(game, levels);
        for path in bytes(folder.path()).keys().map(|name| folder.path().join(name)) {
            let answer = json(&format!("verify {}", path.display()));
            assert_eq!(answer[0]["positions"], answer[0]["of"]);
            let answer = json(&format!("verify --sample 3 {}", path.display()));
            assert!(answer[0]["positions"].as_u64().unwrap() <= 3);
        }
    }
}

#[test]
fn counts_that_are_not_those_of_the_values_are_found() {
    use xxhash_rust::xxh3::xxh3_64;
    let folder = built("", 3);
    let path = folder.path().join("walak-pussa.default.7x7.03.egdb");
    let whole = fs::read(&path).unwrap();
    let head = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
    // Behind the first 24 bytes stand the game, the reading, the ring and the counters, and then who wins how often.
    let won = 24 + 1 + "walak-pussa".len() + 1 + "default".len() + 3;
    let refused_with = |change: &dyn Fn(&mut [u8]), message: &str| {
        let mut changed = whole.clone();
        change(&mut changed);
        let sum = xxh3_64(&changed[24..head]);
        changed[16..24].copy_from_slice(&sum.to_le_bytes());
        fs::write(&path, changed).unwrap();
        let told = refused(&format!("verify {}", path.display()));
        assert!(told.contains(message), "{told}");
    };
    for count in 0..3 {
        refused_with(&|file| file[won + 8 * count] ^= 1, "drawn boards, but there are ");
    }
    refused_with(&|file| file[won + 24..won + 32].fill(0x7f), " are said to be drawn by endless play");
    fs::write(&path, whole).unwrap();
    json(&format!("verify {}", path.display()));
}

#[test]
fn what_is_said_of_the_game_must_be_so_in_the_file() {
    let folder = built("", 2);
    let path = folder.path().join("walak-pussa.default.7x7.02.egdb");
    for (option, is) in [("game raja-pasu", "walak-pussa"), ("origin skipped", "sown")] {
        let output = run(pussa(&format!("verify {} --{option}", path.display())), "");
        let told = format!("error: --{option} is given, but {} says {is}\n", path.display());
        assert_eq!((stderr(&output), output.status.code()), (told, Some(2)));
    }
    // Sizes make no difference to a database, nor does what becomes of holes between rounds.
    json(&format!("verify {} --game walak --holes 3 --counters 2 --unfilled closed", path.display()));
}

#[test]
fn what_is_no_whole_database_is_not_verified() {
    let folder = built("", 3);
    let path = |counters: u8| folder.path().join(format!("walak-pussa.default.7x7.{counters:02}.egdb"));
    let other = folder.path().join("other.egdb");
    fs::copy(path(3), &other).unwrap();
    let told = refused(&format!("verify {}", other.display()));
    let name = "walak-pussa.default.7x7.03.egdb";
    let holds = "walak-pussa, reading default, 7 holes to move against 7, 3 counters";
    assert_eq!(
        told,
        format!("error: {}: this holds {holds}, and must be called {name} to be checked\n", other.display())
    );
    fs::remove_file(path(2)).unwrap();
    let told = refused(&format!("verify {}", path(3).display()));
    assert!(told.contains("walak-pussa.default.7x7.02.egdb"), "{told}");
    let mut damaged = fs::read(path(1)).unwrap();
    *damaged.last_mut().unwrap() ^= 4;
    fs::write(path(1), damaged).unwrap();
    let told = refused(&format!("verify {}", path(1).display()));
    assert_eq!(told, format!("error: {}: block 1 of 1 is damaged; remove it and build again\n", path(1).display()));
    fs::write(path(1), "some text").unwrap();
    let told = refused(&format!("verify {}", path(1).display()));
    let what = "this is no proof, no certificate of matches and no file of an endgame database";
    assert_eq!(told, format!("error: {}: {what}\n", path(1).display()));
    let told = refused("verify nothing.egdb");
    assert_eq!(told, "error: nothing.egdb could not be read: No such file or directory (os error 2)\n");
}
