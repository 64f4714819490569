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
fn what_moves_lose_is_told_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(tournament("--engines random,greedy --game raja --pairs 30 --exact-loss", folder.path()), "");
    let (notes, told) = (stderr(&output), stdout(&output));
    assert!(notes.starts_with("note: judging took ") && notes.ends_with(" s of processor time\n"), "{notes}");
    insta::assert_snapshot!("a-tournament-that-is-judged", told.replace(folder.path().to_str().unwrap(), "FOLDER"));
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(read("losses.csv").starts_with("game_id,ply,engine,move,loss,exact\n0,6,"));
    assert!(["exact-loss = true\n", "effort = 1000000\n"].iter().all(|key| read("run.toml").contains(key)));
    assert_eq!(read("losses-by-phase.csv").lines().count(), 1 + 2 * 3);
    assert!(read("loss-by-ply.raja-pasu.default.svg").contains("Loss against perfect play"));
    // Taken up by its name alone, it is the same run.
    let output = run(tournament("--resume --format json", folder.path()), "");
    let again: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let loss = again["standings"][0]["mean_loss"].as_f64().unwrap();
    assert!(loss > 0.0 && told.contains(&format!("{loss:.2} [")), "{loss}: {told}");
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
    let note = "note: walak-pussa: there are too few openings so short for 20 pairs; they have 2 moves\n";
    assert_eq!((stderr(&output).as_str(), output.status.code()), (note, Some(0)));
}

#[test]
fn what_can_not_be_played_is_refused_and_leaves_no_file() {
    for (arguments, status, message) in [
        (
            "--engines random,clever",
            2,
            "error: --engines: engine \"clever\": no engine is called \"clever\"; there are random, greedy, alpha-beta, mcts, perfect, ugi\n",
        ),
        ("--engines random", 2, "error: --engines: a tournament takes 2 engines at least, and here is 1\n"),
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
            "--clock 10",
            2,
            "error: --clock: \"10\" is no clock; write its time, or time+increment, as in 10s or 10s+100ms\n",
        ),
        ("--sprt elo0=1", 2, "error: --sprt: \"elo0=1\" is not of the form elo0=0,elo1=10\n"),
        (
            "--sprt elo0=1,elo1=0",
            2,
            "error: --sprt: elo0=1 and elo1=0: elo0 must be below elo1, and both within 10000 of 0\n",
        ),
        ("--sprt elo0=0,elo1=9", 2, "error: --sprt: a sequential test takes one game and two engines\n"),
        (
            "--matches --adjudicate majority",
            2,
            "error: --adjudicate: in matches, rounds can't end early: the next one depends on what is held\n",
        ),
        (
            "--openings no-such-file",
            1,
            "error: --openings: no-such-file could not be read: No such file or directory (os error 2)\n",
        ),
        ("no-such.toml", 1, "error: no-such.toml could not be read: No such file or directory (os error 2)\n"),
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
        "error: {}: there is a run in this folder already (run.toml); name another folder, or go on with \
         --resume\n",
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
            // Drawing so many openings takes long, and that is said.
            let told = told.trim_start_matches("note: openings are being drawn\n");
            assert!(told.starts_with("error: interrupted: ") && told.lines().count() == 1, "{told}");
            assert!(told.contains(&format!(": {} rounds, ", rows.lines().count() - 1)), "{told}");
        }
    }
}

/// The files that do not depend on the clock.
fn results(folder: &Path) -> [String; 3] {
    ["games.csv", "standings.csv", "crosstable.csv"].map(|file| fs::read_to_string(folder.join(file)).unwrap())
}

#[cfg(unix)]
#[test]
fn killed_at_twenty_random_moments_a_run_ends_as_if_nothing_had_happened() {
    let parent = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| parent.path().join(name));
    let plan = "--engines random,greedy,mcts:playouts=40:hash=1MiB --pairs 150";
    assert_eq!(run(tournament(plan, &whole), "").status.code(), Some(0));
    let mut random = 2_463_534_242u32;
    for _ in 0..20 {
        let mut command = tournament(&format!("{plan} --resume"), &killed);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        std::thread::sleep(Duration::from_millis(u64::from(random % 120)));
        let _ = child.kill();
        child.wait().unwrap();
    }
    let output = run(tournament(&format!("{plan} --resume"), &killed), "");
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)));
    assert_eq!(results(&killed), results(&whole));
}

#[test]
fn a_plan_in_a_file_is_played_and_a_run_tells_how_to_play_it_again() {
    let parent = tempfile::tempdir().unwrap();
    let [first, again, other] = ["first", "again", "other"].map(|name| parent.path().join(name));
    fs::write(parent.path().join("openings"), "# three\nCe\nAd # and a comment\n\nEc\n").unwrap();
    let plan = parent.path().join("plan.toml");
    fs::write(
        &plan,
        "engines = [\"greedy\", { name = \"alpha-beta\", depth = 2 }]\nopenings = \"openings\"\n\
         [[games]]\ngame = \"raja-pasu\"\n",
    )
    .unwrap();
    let file = |path: &Path| path.to_str().unwrap().to_owned();
    let told: serde_json::Value =
        serde_json::from_str(&stdout(&run(tournament(&format!("{} --format json", file(&plan)), &first), ""))).unwrap();
    assert_eq!((&told["pairs"], &told["standings"][0]["game"]), (&3.into(), &"raja-pasu".into()));
    let run_file = first.join("run.toml");
    assert_eq!(run(tournament(&file(&run_file), &again), "").status.code(), Some(0));
    assert_eq!(results(&first), results(&again));
    assert_eq!(run(tournament(&format!("{} --seed 2", file(&run_file)), &other), "").status.code(), Some(0));
    assert_ne!(results(&first), results(&other));
    for (text, message) in [
        ("effort = 5\n", "effort: nothing is judged without exact-loss = true; add that, or leave this out"),
        ("pair = 3\n", "line 1: unknown field `pair`"),
        ("seed = 1\npairs = \"x\"\n", "line 2: invalid type: string \"x\", expected u32"),
        ("engines = [\"clever:\"]\n", "engines: engine \"clever:\": \"\" is not of the form KEY=VALUE"),
        ("[[games]]\ngame = \"go\"\n", "games: no game is called \"go\""),
        ("openings = \"nowhere\"\n", "openings: "),
        ("seed = -1\n", "line 1: a whole number from 0 to 18446744073709551615 is wanted"),
    ] {
        fs::write(&plan, text).unwrap();
        let output = run(tournament(&file(&plan), &parent.path().join("none")), "");
        let told = stderr(&output);
        assert!(told.starts_with(&format!("error: {}: {message}", file(&plan))), "{told}");
        assert_eq!((told.lines().count(), output.status.code()), (1, Some(2)), "{told}");
    }
}

#[test]
fn a_sequential_test_ends_when_it_is_decided_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "--engines greedy,random --game walak --pairs 100000 --opening-plies 10 --sprt elo0=0,elo1=50";
    let output = run(tournament(plan, folder.path()), "");
    let told = stdout(&output);
    assert!(
        told.contains(" pairs: 50 Elo rather than 0 is accepted for greedy over random (log-likelihood ratio "),
        "{told}"
    );
    let output = run(tournament("--resume --format json", folder.path()), "");
    let told: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(told["sprt"]["verdict"], "elo1", "{}", stderr(&output));
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
