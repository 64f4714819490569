//! `selfplay` and `selfplay merge`.

use crate::{pussa, run, stderr, stdout};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PLAYED: &str = "selfplay --engine alpha-beta:depth=3:hash=1MiB --temperature-plies 4";

/// Self-play that makes a file.
fn selfplay(arguments: &str, path: &Path) -> Command {
    let mut command = pussa(&format!("{PLAYED} {arguments}"));
    command.arg("--out").arg(path);
    command
}

fn merge(out: &Path, files: &[&Path], arguments: &str) -> Command {
    let mut command = pussa(&format!("selfplay merge {arguments}"));
    command.arg(out).args(files);
    command
}

/// What the command answers when nothing goes wrong, with the folder left out.
fn told(command: Command, folder: &Path) -> String {
    let output = run(command, "");
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)));
    stdout(&output).replace(folder.to_str().unwrap(), "FOLDER")
}

fn json(command: Command, folder: &Path) -> serde_json::Value {
    serde_json::from_str(&told(command, folder)).unwrap()
}

/// What the command says when it can't be done, with the folder left out.
fn refusal(command: Command, folder: &Path) -> String {
    let output = run(command, "");
    assert_eq!((stdout(&output), output.status.code()), (String::new(), Some(1)));
    stderr(&output).replace(folder.to_str().unwrap(), "FOLDER")
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn shards_are_played_and_merged() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path();
    let [first, second, all, whole, same] =
        ["a/1", "a/2", "all", "whole", "same"].map(|name| folder.join(format!("{name}.csv.zst")));
    let answer = json(selfplay("--games 31 --shard 1/2 --format json", &first), folder);
    assert_eq!((&answer["games"], &answer["failed"], &answer["seed"]), (&15.into(), &0.into(), &1.into()));
    assert_eq!(answer["out"], "FOLDER/a/1.csv.zst");
    let rows = |answer: &serde_json::Value| answer["rows"].as_u64().unwrap();
    let read = rows(&answer) + rows(&json(selfplay("--games 31 --shard 2/2 --format json", &second), folder));
    let answer = json(merge(&all, &[&second, &first], "--max-memory 1MiB --format json"), folder);
    assert_eq!((&answer["shards"], &answer["read"]), (&2.into(), &read.into()));
    assert_eq!(rows(&answer) + answer["duplicates"].as_u64().unwrap(), read);
    let text = told(selfplay("--games 31 --threads 1", &whole), folder);
    assert_eq!(text, format!("{read} positions of 31 games are in FOLDER/whole.csv.zst\n"));
    let text = told(merge(&same, &[&whole], ""), folder);
    let start = format!("{} positions of 1 file are in FOLDER/same.csv.zst; ", rows(&answer));
    assert!(text.starts_with(&start) && text.ends_with(" that came up before are left out\n"), "{text}");
    assert_eq!(fs::read(&all).unwrap(), fs::read(&same).unwrap());
    assert_eq!(
        names(folder),
        [
            "a",
            "all.csv.zst",
            "all.csv.zst.toml",
            "same.csv.zst",
            "same.csv.zst.toml",
            "whole.csv.zst",
            "whole.csv.zst.toml"
        ]
    );
}

#[test]
fn a_file_without_a_name_gets_the_first_number_that_is_free() {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..=2 {
        let mut command = pussa("selfplay --engine random --games 2 --game raja");
        command.current_dir(folder.path());
        let text = told(command, folder.path());
        assert!(text.ends_with(&format!(" of 2 games are in results/runs/selfplay-{number}.csv.zst\n")), "{text}");
    }
}

#[test]
fn wrong_usage_is_refused_and_leaves_no_file() {
    for (arguments, message) in [
        ("", "--engine <ENGINE> and --games <N> is missing"),
        ("--engine random --games 0", "--games: \"0\" is not a whole number from 1 to 1000000000000"),
        (
            "--engine clever --games 9",
            "--engine: engine \"clever\": no engine is called \"clever\"; there are random, greedy, alpha-beta, mcts, perfect, ugi",
        ),
        (
            "--engine random --games 9 --shard 3/2",
            "--shard: \"3/2\" is no shard; write I/N, as in 1/4, with I from 1 to N",
        ),
        ("--engine random --games 3 --shard 1/4", "shard 1/4: 3 games can't be shared among so many"),
        ("--engine random --games 3 --temperature -1", "--temperature: \"-1\" is not a number from 0 to 1000"),
        ("--engine random --games 3 --temperature nan", "--temperature: \"nan\" is not a number from 0 to 1000"),
        ("--engine random --games 3 --resume", "--out <FILE> is missing"),
        ("--engine random --games 3 --out x.csv", "--out: x.csv is no name for the file; it must end in .csv.zst"),
        (
            "--engine random --games 3 --out .csv.zst",
            "--out: .csv.zst is no name for the file; it must end in .csv.zst",
        ),
        ("merge", "<OUT> and <FILE>... is missing"),
        ("merge x.csv.zst", "<FILE>... is missing"),
        ("merge x.csv y.csv.zst", "OUT: x.csv is no name for the file; it must end in .csv.zst"),
        ("merge x.csv.zst y.csv.zst --max-memory 7", "--max-memory: \"7\" is not a size from 1MiB to 1024GiB"),
        (
            "merge x.csv.zst y.csv.zst --max-memory 9000GiB",
            "--max-memory: \"9000GiB\" is not a size from 1MiB to 1024GiB",
        ),
        ("--engine random merge x.csv.zst y.csv.zst", "merge: the options of selfplay have no place before it"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = pussa(&format!("selfplay {arguments}"));
        command.current_dir(folder.path());
        let output = run(command, "");
        assert_eq!((stderr(&output), stdout(&output)), (format!("error: {message}\n"), String::new()), "{arguments}");
        assert_eq!((output.status.code(), names(folder.path()).len()), (Some(2), 0), "{arguments}");
    }
}

#[test]
fn files_that_are_there_or_can_not_be_used_are_told_of() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path();
    let [one, out] = ["one", "out"].map(|name| folder.join(format!("{name}.csv.zst")));
    told(selfplay("--games 3", &one), folder);
    let taken = "error: FOLDER/one.csv.zst is there already; name another file, or remove it\n";
    assert_eq!(refusal(selfplay("--games 3", &one), folder), taken);
    assert_eq!(refusal(merge(&one, &[&one], ""), folder), taken);
    // A run that is finished has nothing left to be done.
    let again = told(selfplay("--games 3 --resume", &one), folder);
    assert!(again.ends_with(" positions of 3 games are in FOLDER/one.csv.zst\n"), "{again}");
    let other = "error: FOLDER/one.csv.zst is of another run: games is 3 there, and 4 here\n";
    assert_eq!(refusal(selfplay("--games 4 --resume", &one), folder), other);
    let absent = "error: FOLDER/out.csv.zst could not be read: No such file or directory (os error 2)\n";
    assert_eq!(refusal(merge(&folder.join("new.csv.zst"), &[&out], ""), folder), absent);
    let below = one.join("x.csv.zst");
    assert!(refusal(selfplay("--games 3", &below), folder).contains("one.csv.zst could not be written: "));
    assert_eq!(names(folder), ["one.csv.zst", "one.csv.zst.toml"]);
}

#[cfg(unix)]
fn send(signal: &str, process: u32) {
    assert!(Command::new("kill").arg(signal).arg(process.to_string()).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_run_killed_at_many_moments_ends_in_the_same_bytes() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.join(format!("{name}.csv.zst")));
    let begin = Instant::now();
    told(selfplay("--games 3000", &whole), folder);
    let takes = begin.elapsed();
    let part = folder.join("killed.csv.zst.part");
    let mut kept = 0;
    // Each time after another share of the whole, some before anything is written.
    for share in [0.0, 0.02, 0.11, 0.05, 0.23, 0.01, 0.17, 0.03, 0.3] {
        let command = &mut selfplay("--games 3000 --resume", &killed);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(takes.mul_f64(share));
        send("-KILL", child.id());
        child.wait().unwrap();
        let length = fs::metadata(&part).map_or(0, |file| file.len());
        assert!(killed.exists() || length >= kept, "no game that was kept is lost");
        // The last block may be half there.
        kept = length.saturating_sub(10_000);
    }
    told(selfplay("--games 3000 --resume", &killed), folder);
    assert!(fs::read(&whole).unwrap() == fs::read(&killed).unwrap());
    assert_eq!(fs::read(label(&whole)).unwrap(), fs::read(label(&killed)).unwrap());
    assert_eq!(names(folder), ["killed.csv.zst", "killed.csv.zst.toml", "whole.csv.zst", "whole.csv.zst.toml"]);
}

fn label(path: &Path) -> PathBuf {
    path.with_added_extension("toml")
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_how_to_go_on() {
    for signal in ["-INT", "-TERM"] {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path();
        let path = folder.join("long.csv.zst");
        let mut command = selfplay("--games 1000000", &path);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let part = folder.join("long.csv.zst.part");
        let patience = Instant::now() + Duration::from_mins(1);
        while fs::metadata(&part).map_or(0, |file| file.len()) < 20_000 {
            assert!(Instant::now() < patience, "games are kept");
            std::thread::sleep(Duration::from_millis(5));
        }
        send(signal, child.id());
        let output = child.wait_with_output().unwrap();
        let told = stderr(&output).replace(folder.to_str().unwrap(), "FOLDER");
        assert!(told.starts_with("error: interrupted: ") && told.lines().count() == 1, "{told}");
        assert!(told.ends_with(" of 1000000 games are in FOLDER/long.csv.zst.part; go on with --resume\n"), "{told}");
        assert_eq!((stdout(&output), output.status.code()), (String::new(), Some(1)));
        assert_eq!(names(folder), ["long.csv.zst.part"]);
        let stopped = "error: FOLDER/long.csv.zst.part holds games of a run that was stopped; take it up with --resume, or \
                       remove it\n";
        assert_eq!(refusal(selfplay("--games 1000000", &path), folder), stopped);
    }
}

/// The command where no file may be larger than so many blocks of 512 or 1024 bytes: much like a full disk.
#[cfg(unix)]
fn with_little_room(command: &Command, blocks: u32) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""));
    shell.arg(command.get_program()).args(command.get_args());
    shell
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_loses_nothing_that_was_kept() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path();
    let [whole, full, merged] = ["whole", "full", "merged"].map(|name| folder.join(format!("{name}.csv.zst")));
    told(selfplay("--games 400", &whole), folder);
    let refused = refusal(with_little_room(&selfplay("--games 400", &full), 8), folder);
    assert_eq!(refused, "error: FOLDER/full.csv.zst.part could not be written: File too large (os error 27)\n");
    assert_eq!(names(folder), ["full.csv.zst.part", "whole.csv.zst", "whole.csv.zst.toml"]);
    told(selfplay("--games 400 --resume", &full), folder);
    assert!(fs::read(&whole).unwrap() == fs::read(&full).unwrap());
    let refused = refusal(with_little_room(&merge(&merged, &[&whole], ""), 8), folder);
    assert_eq!(refused, "error: FOLDER/merged.csv.zst could not be written: File too large (os error 27)\n");
    assert_eq!(names(folder), ["full.csv.zst", "full.csv.zst.toml", "whole.csv.zst", "whole.csv.zst.toml"]);
}
