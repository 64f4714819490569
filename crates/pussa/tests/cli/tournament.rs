//! `tournament` and `bench`.

use crate::{json, pussa, run, stderr, stdout, text};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A tournament that writes into `folder`.
fn tournament(arguments: &str, folder: &Path) -> Command {
    let mut command = pussa(&format!("tournament {arguments}"));
    command.arg("--out").arg(folder);
    command
}

#[test]
fn standings_are_told_and_files_are_written() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("a/b");
    let output = run(tournament("--engines random,greedy --pairs 30 --seed 3", &folder), "");
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)));
    let told = stdout(&output).replace(folder.to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!("a-tournament", told);
    assert_eq!(fs::read_to_string(folder.join("games.csv")).unwrap().lines().count(), 121);
    assert_eq!(fs::read_to_string(folder.join("standings.csv")).unwrap().lines().count(), 5);
}

#[test]
fn one_game_may_be_asked_for_with_a_reading_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = tournament(
        "--engines random,greedy --game raja --last-four kept --holes 5 --pairs 5 --format json",
        folder.path(),
    );
    command.args(["--threads", "1"]);
    let output = run(command, "");
    let told: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(told["pairs"], 5);
    assert_eq!(told["standings"][1]["reading"], "last-four=kept");
    assert!(fs::read_to_string(folder.path().join("games.csv")).unwrap().contains("raja-pasu,last-four=kept,5,7,"));
}

#[test]
fn too_few_openings_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let output =
        run(tournament("--engines random,greedy --game walak --pairs 20 --opening-plies 1", folder.path()), "");
    let note = "note: walak-pussa: there are too few openings of 1 moves for 20 pairs; they have 2\n";
    assert_eq!((stderr(&output).as_str(), output.status.code()), (note, Some(0)));
}

#[test]
fn what_can_not_be_played_is_refused_and_leaves_no_file() {
    for (arguments, status, message) in [
        (
            "--engines random,clever",
            2,
            "error: --engines: engine \"clever\": no engine is called \"clever\"; there are random, greedy, alpha-beta, mcts, ugi\n",
        ),
        ("--engines random", 2, "error: --engines: a tournament takes two engines at least, and here is 1\n"),
        (
            "--engines greedy,greedy",
            2,
            "error: --engines: engine greedy is named twice; its results could not be told apart\n",
        ),
        (
            "--engines random,,greedy",
            2,
            "error: --engines: engine \"\": there is no name; write NAME, or NAME:KEY=VALUE:…\n",
        ),
        ("--pairs 0", 2, "error: --pairs: \"0\" is not a whole number from 1 to 100000000\n"),
        ("--pairs -3", 2, "error: --pairs: \"-3\" is not a whole number from 1 to 100000000\n"),
        (
            "--last-four kept",
            2,
            "error: --last-four: walak-pussa has no such option; it has endless, origin, unfilled\n",
        ),
        (
            "--game walak --holes 1 --pairs 9",
            1,
            "error: walak-pussa, holes 1, counters 4: 9 openings of 6 plies or more are wanted, and no \
             more than 0 different boards were found; ask for fewer pairs, shorter openings or a larger board\n",
        ),
    ] {
        let parent = tempfile::tempdir().unwrap();
        let output = run(tournament(arguments, &parent.path().join("run")), "");
        assert_eq!((stderr(&output).as_str(), stdout(&output).as_str()), (message, ""), "{arguments}");
        assert_eq!(output.status.code(), Some(status), "{arguments}");
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0, "{arguments}");
    }
}

#[test]
fn a_folder_that_can_not_be_used_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let file = parent.path().join("file");
    fs::write(&file, "mine").unwrap();
    let output = run(tournament("--pairs 2", &file.join("run")), "");
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(1)));
    let message = format!("error: {}/run could not be written: Not a directory (os error 20)\n", file.display());
    assert_eq!(stderr(&output), message);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");

    let folder = parent.path().join("run");
    assert_eq!(run(tournament("--pairs 2", &folder), "").status.code(), Some(0));
    let before = fs::read(folder.join("games.csv")).unwrap();
    let output = run(tournament("--pairs 2", &folder), "");
    let message = format!(
        "error: {}: there is a run in this folder already (games.csv); name another with --out\n",
        folder.display()
    );
    assert_eq!((stderr(&output), stdout(&output), output.status.code()), (message, String::new(), Some(1)));
    assert_eq!(fs::read(folder.join("games.csv")).unwrap(), before);
}

/// Sends a signal to a process that runs.
#[cfg(unix)]
fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").arg(signal).arg(process.to_string()).status().unwrap();
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_rows() {
    for signal in ["-INT", "-TERM", "-KILL"] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = tournament("--engines random,greedy --pairs 1000000", folder.path());
        // More openings than there are of six moves; the shortest that do.
        command.args(["--opening-plies", "16", "--game", "walak"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let games = folder.path().join("games.csv");
        let patience = Instant::now() + Duration::from_mins(1);
        while fs::metadata(&games).map_or(0, |file| file.len()) < 100_000 {
            assert!(Instant::now() < patience, "rounds are written");
            std::thread::sleep(Duration::from_millis(5));
        }
        send(signal, child.id());
        let output = child.wait_with_output().unwrap();
        let rows = fs::read_to_string(&games).unwrap();
        assert!(rows.ends_with('\n'), "{signal}");
        let commas = rows.lines().map(|row| row.matches(',').count());
        // The board of each row has thirteen commas of its own.
        assert!(commas.skip(1).all(|commas| commas == 18 + 13), "{signal}");
        assert!(!folder.path().join("standings.csv").exists(), "{signal}");
        assert_eq!(stdout(&output), "", "{signal}");
        if signal != "-KILL" {
            assert_eq!(output.status.code(), Some(1), "{signal}");
            let told = stderr(&output);
            assert!(told.starts_with("error: interrupted: ") && told.lines().count() == 1, "{told}");
            assert!(told.contains(&format!("{} of 2000000 rounds", rows.lines().count() - 1)), "{told}");
        }
    }
}

#[test]
fn speeds_are_measured() {
    let figures = json("bench --time 1 --game raja");
    let figures = figures.as_array().unwrap();
    for what in ["all children", "random rounds", "single moves", "search", "perft"] {
        let figure = figures.iter().find(|figure| figure["what"] == what).expect(what);
        assert!(figure["value"].as_f64().unwrap() > 0.0 && figure["unit"].is_string(), "{figure}");
    }
    assert_eq!(text("bench --time 1 --game walak --holes 1").lines().count(), 1 + figures.len());
}
