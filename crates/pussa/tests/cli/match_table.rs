//! `advantage --match`, and what `verify` says of its certificates.

use crate::{pussa, run, stderr, stdout};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Runs a command in a folder.
fn in_folder(arguments: &str, folder: &Path) -> Output {
    let mut command = pussa(arguments);
    command.current_dir(folder);
    run(command, "")
}

fn done(output: &Output) -> String {
    assert_eq!((stderr(output), output.status.code()), (String::new(), Some(0)));
    stdout(output)
}

#[test]
fn who_wins_the_match_is_told_and_kept_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    let told = done(&in_folder("advantage --match --game raja --holes 3 --certificates", folder.path()));
    let out = folder.path().join("results/runs/match-1");
    let summary = fs::read_to_string(out.join("summary.md")).unwrap();
    assert!(summary.contains("**From the start the player who leads wins the match, within 1 round.**"), "{summary}");
    assert!(told.contains("within 1 round") && told.ends_with("All of it is in results/runs/match-1\n"), "{told}");
    let table = fs::read_to_string(out.join("raja-pasu.default.3x7.csv")).unwrap();
    assert!(table.contains("\nraja-pasu,default,3,7,8,34,other,3,"), "{table}");
    assert!(table.contains("\nraja-pasu,default,3,7,20,22,nobody,,"), "{table}");
    assert!(out.join("raja-pasu.default.3x7.svg").exists() && !out.join("raja-pasu.default.3x7.journal").exists());

    let certificate = "results/runs/match-1/raja-pasu.default.3x7.match";
    let verified = done(&in_folder(&format!("verify {certificate}"), folder.path()));
    let what = "raja-pasu, reading default, 3 holes with 7 counters: all ";
    assert!(
        verified.starts_with(&format!("{certificate}: {what}")) && verified.contains(" fates hold, by "),
        "{verified}"
    );
    let path = folder.path().join(certificate);
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    let output = in_folder(&format!("verify {certificate}"), folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with(&format!("error: {certificate}: it is cut or damaged")), "{}", stderr(&output));
}

#[test]
fn the_same_is_found_with_any_number_of_threads_and_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "advantage --match --game walak --holes 4 --counters 3 --all-readings --certificates --out";
    done(&in_folder(&format!("{arguments} one --threads 1"), folder.path()));
    done(&in_folder(&format!("{arguments} two --threads 2"), folder.path()));
    // As if it had been stopped early: the plan is there, and the journal ends in the middle of a line.
    fs::create_dir(folder.path().join("three")).unwrap();
    fs::copy(folder.path().join("one/run.toml"), folder.path().join("three/run.toml")).unwrap();
    fs::write(folder.path().join("three/walak-pussa.default.4x3.journal"), "answer 0 ye").unwrap();
    done(&in_folder("advantage --match --resume --out three", folder.path()));
    let mut names: Vec<_> =
        fs::read_dir(folder.path().join("one")).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 2 + 3 * 8);
    for name in names.iter().filter(|name| *name != "run.toml") {
        let read = |run: &str| fs::read(folder.path().join(run).join(name)).unwrap();
        assert!(read("one") == read("two") && read("one") == read("three"), "{}", name.display());
    }
}

#[test]
fn a_journal_of_another_plan_or_format_and_a_plan_changed_by_hand_are_not_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    done(&in_folder("advantage --match --game raja --holes 2 --counters 2 --out x", folder.path()));
    let resume = || in_folder("advantage --match --resume --out x", folder.path());
    let journal = folder.path().join("x/raja-pasu.default.2x2.journal");
    for first in ["answer 8 1", "journal 2 raja-pasu.default.2x2 -", "journal 1 raja-pasu.default.2x2 500"] {
        fs::write(&journal, format!("{first}\n")).unwrap();
        let output = resume();
        assert_eq!(output.status.code(), Some(1), "{first}");
        assert!(stderr(&output).contains("raja-pasu.default.2x2.journal"), "{}", stderr(&output));
    }
    fs::write(&journal, "journal 1 raja-pasu.default.2x2 -\n").unwrap();
    done(&resume());
    let plan = folder.path().join("x/run.toml");
    let text = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, text.replace("counters = 2", "counters = 3")).unwrap();
    let told = stderr(&resume());
    assert!(told.starts_with("error: x/run.toml: it was changed after the run began; "), "{told}");
    // Blanks and comments are not what it follows from.
    fs::write(&plan, format!("# mine\n{text}")).unwrap();
    done(&resume());
    let output = in_folder("advantage --resume --out x", folder.path());
    let told = "error: x: this is a run of --match; add that\n".to_owned();
    assert_eq!((stderr(&output), output.status.code()), (told, Some(2)));
}

#[test]
fn programs_get_every_state() {
    let folder = tempfile::tempdir().unwrap();
    let told =
        done(&in_folder("advantage --match --game raja --holes 2 --counters 2 --format json --out x", folder.path()));
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let states = told["games"][0]["states"].as_array().unwrap();
    let fates: Vec<_> =
        states.iter().map(|state| (state["winner"].as_str().unwrap(), state["rounds"].as_u64())).collect();
    let leader = ("leader", Some(1));
    assert_eq!(fates, [("other", Some(2)), ("nobody", None), leader, leader, leader]);
}

#[test]
fn what_makes_no_sense_for_a_match_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, status, message) in [
        ("--match --engines random", 2, "--engines: this is not for --match, which plays nothing; leave it out"),
        (
            "--match --holes 1-2",
            2,
            "--holes: 1-2 is a range of sizes, and with --match there is one size; write one number",
        ),
        (
            "--match --all-readings --origin skipped",
            2,
            "--all-readings: a reading is named besides; leave out one or the other",
        ),
    ] {
        let output = in_folder(&format!("advantage {arguments}"), folder.path());
        assert_eq!((stderr(&output), output.status.code()), (format!("error: {message}\n"), Some(status)));
        assert_eq!(stdout(&output), "");
    }
    done(&in_folder("advantage --match --game raja --holes 1 --counters 1 --out x", folder.path()));
    let again = in_folder("advantage --match --game raja --holes 1 --counters 1 --out x", folder.path());
    assert_eq!(again.status.code(), Some(1));
    assert!(
        stderr(&again).starts_with("error: x: there is a run in this folder already (run.toml)"),
        "{}",
        stderr(&again)
    );
}
