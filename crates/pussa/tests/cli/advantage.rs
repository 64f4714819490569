//! `advantage`.

use crate::{json, pussa, run, stderr, stdout};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The command in a folder of its own.
fn advantage(arguments: &str, folder: &Path) -> Command {
    let mut command = pussa(&format!("advantage {arguments}"));
    command.current_dir(folder);
    command
}

fn refused(output: &Output, status: i32, message: &str) {
    assert_eq!((stderr(output), output.status.code()), (format!("error: {message}\n"), Some(status)));
    assert_eq!(stdout(output), "");
}

#[test]
fn what_leading_is_worth_is_told_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "--game raja --holes 1-3 --counters 2-3 --engines random,greedy --pairs 3";
    let output = run(advantage(arguments, folder.path()), "");
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)));
    let out = folder.path().join("results/runs/advantage-1");
    let summary = fs::read_to_string(out.join("summary.md")).unwrap();
    assert_eq!(stdout(&output), format!("{summary}\nAll of it is in results/runs/advantage-1\n"));
    assert!(
        summary.contains("All 6 boards and readings are proved: who leads wins 4, loses 2 and draws 0."),
        "{summary}"
    );
    assert!(
        summary.contains(&format!("\n    pussa advantage {}\n", arguments.replace("raja", "raja-pasu"))),
        "{summary}"
    );
    let cells = fs::read_to_string(out.join("cells.csv")).unwrap();
    assert_eq!(cells.lines().nth(1), Some("raja-pasu,default,1,2,4,4,4,A,4,4,,,,,,"));
    assert!(out.join("raja-pasu.default.svg").exists());
}

#[test]
fn programs_get_every_value() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a b");
    let mut command =
        advantage("--holes 2 --counters 3 --all-readings --engines none --format json --out", folder.path());
    command.arg(&out);
    let output = run(command, "");
    let told: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&told["boards"], &told["proved"]), (&12.into(), &12.into()));
    for cell in told["cells"].as_array().unwrap() {
        let [game, reading] = ["game", "reading"].map(|key| cell[key].as_str().unwrap());
        let reading = reading.split(';').filter(|part| *part != "default");
        let options: Vec<_> = reading.map(|part| format!(" --{}", part.replace('=', " "))).collect();
        let options = options.concat();
        let solved = json(&format!("solve --moves --game {game} --holes 2 --counters 3{options}"));
        assert_eq!(cell["value"], solved["value"], "{cell}");
    }
}

#[test]
fn a_run_goes_on_without_being_told_again_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "--holes 2-3 --counters 2 --engines random --pairs 2 --out x";
    assert_eq!(run(advantage(arguments, folder.path()), "").status.code(), Some(0));
    let cells = folder.path().join("x/cells.csv");
    let whole = fs::read_to_string(&cells).unwrap();
    fs::write(&cells, &whole[..whole.len() - 60]).unwrap();
    let output = run(advantage("--resume --out x", folder.path()), "");
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)));
    assert_eq!(fs::read_to_string(&cells).unwrap(), whole);
    refused(
        &run(advantage("--resume --out x --nodes 7", folder.path()), ""),
        1,
        "x/run.toml: nodes of this run is 20000000, and now 7 is asked for; only the same run can be taken up",
    );
    refused(
        &run(advantage(arguments, folder.path()), ""),
        1,
        "x: there is a run in this folder already (run.toml); name another folder, or go on with --resume",
    );
}

#[test]
fn what_can_not_be_found_out_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, status, message) in [
        ("--holes 3-2", 2, "--holes: \"3-2\" is no range; write the smaller number first"),
        ("--holes 1-8", 2, "--holes: \"8\" is not a whole number from 1 to 7"),
        ("--counters 2-", 2, "--counters: \"\" is not a whole number from 1 to 18"),
        ("--nodes 0", 2, "--nodes: \"0\" is not a whole number from 1 to 9223372036854775807"),
        ("--hash 1", 2, "--hash: \"1\" is not a size in MiB or GiB, as in 512MiB or 20GiB"),
        ("--all-readings --origin sown", 2, "--all-readings: a reading is named besides; leave out one or the other"),
        (
            "--game walak --engines random,random",
            2,
            "--engines: engine random is named twice; its results could not be told apart",
        ),
        (
            "--engines x",
            2,
            "--engines: engine \"x\": no engine is called \"x\"; there are random, greedy, alpha-beta, mcts, ugi",
        ),
        ("--resume --out none", 1, "none: there is no run in this folder to go on with"),
        ("--threads 1024 --hash 1048576GiB", 1, "a table on each of 1024 threads takes"),
        ("--egdb none", 1, "--egdb: "),
    ] {
        let output = run(advantage(arguments, folder.path()), "");
        let (told, wanted) = (stderr(&output), format!("error: {message}"));
        let is_whole = !message.ends_with(' ') && !message.ends_with("takes");
        assert!(
            if is_whole { told == format!("{wanted}\n") } else { told.starts_with(&wanted) },
            "{arguments}: {told}"
        );
        assert_eq!((stdout(&output), output.status.code()), (String::new(), Some(status)), "{arguments}");
    }
    assert!(!folder.path().join("results").exists());
}
