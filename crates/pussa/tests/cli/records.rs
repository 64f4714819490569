//! Game records: shown, saved and loaded.

use crate::{json, pussa, run, stderr, stdout};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const RECORD: &str = "Game: raja-pasu\nReading: last-four=kept\nBoard: 5,5,5/5,5,5/0,0/S\n\nA\n\n";

/// A folder with a file `round.pussa` in it that holds this.
fn file(contents: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("round.pussa");
    std::fs::write(&file, contents).unwrap();
    (folder, file)
}

/// What is said of a file that is shown.
fn refused(contents: &str, arguments: &str) -> String {
    let (_folder, file) = file(contents);
    let output = run(pussa(&format!("show {arguments} --file {}", file.display())), "");
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(2)));
    stderr(&output).replace(&file.display().to_string(), "FILE")
}

#[test]
fn a_record_settles_the_game_and_its_reading() {
    let (_folder, file) = file(RECORD);
    let shown = json(&format!("show --file {}", file.display()));
    assert_eq!(shown, json("show --game raja --last-four kept 5,5,5/5,5,5/0,0/S --moves A"));
    let agreed = format!("show --file {} --game raja --holes 3 --last-four kept --moves b", file.display());
    assert_eq!(json(&agreed), json("show --game raja --last-four kept 5,5,5/5,5,5/0,0/S --moves Ab"));
}

#[test]
fn one_of_many_records_is_chosen() {
    let many = format!("{RECORD}{}", RECORD.replace("\nA\n", "\nB\n"));
    let (_folder, file) = file(&many);
    let second = json(&format!("show --record 2 --file {}", file.display()));
    assert_eq!(second, json("show --game raja --last-four kept 5,5,5/5,5,5/0,0/S --moves B"));
    assert_eq!(refused(&many, ""), "error: FILE: it holds 2 records; choose one with --record N\n");
    assert_eq!(refused(&many, "--record 3"), "error: FILE: it holds 2 records, and --record 3 is given\n");
}

#[test]
fn what_is_wrong_with_a_record_is_told() {
    for (contents, arguments, message) in [
        ("", "", "FILE: there is no record in it"),
        (
            "what\n",
            "",
            "FILE: record, line 1: \"what\" is no key; a record begins with lines of the form Key: value, and a blank line stands before the moves and behind them",
        ),
        (
            &RECORD.replace("\nA\n", "\nAA\n"),
            "",
            "FILE: record, line 5: move 2, 'A': that hole is the other player's; it is North's turn",
        ),
        (RECORD, "--moves A", "--moves: move 1, 'A': that hole is the other player's; it is North's turn"),
        (RECORD, "--game walak", "--game walak-pussa is given, but the record says raja-pasu"),
        (RECORD, "--holes 7", "--holes 7 is given, but the record says 3"),
        (RECORD, "--counters 3", "--counters 3 is given, but the record says 7"),
        (RECORD, "--game raja --last-four captured", "--last-four captured is given, but the record says kept"),
    ] {
        assert_eq!(refused(contents, arguments), format!("error: {message}\n"));
    }
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    let (_folder, file) = file("");
    std::fs::write(&file, b"Game: raja-pasu\n\nA\xff").unwrap();
    let output = run(pussa(&format!("show --file {}", file.display())), "");
    assert_eq!(stderr(&output), format!("error: {}, line 3: this is not UTF-8\n", file.display()));
}

/// What the table says, the board left out, when these lines are typed in a folder. `FILE` stands for a file in it.
fn replies(folder: &Path, lines: &[&str]) -> Vec<String> {
    let mut command = pussa("play --game raja --holes 3 --north human");
    command.current_dir(folder);
    let output = run(command, &(lines.join("\n") + "\n"));
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)));
    let said = stdout(&output);
    let replies = said.lines().zip(said.lines().skip(1));
    let replies = replies.filter(|(line, _)| line.contains("> save") || line.contains("> load"));
    replies.map(|(_, reply)| reply.to_owned()).collect()
}

#[test]
fn a_round_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let lines = ["C", "save a b.pussa", "undo", "save a b.pussa", "save! a b.pussa", "B", "load a b.pussa", "quit"];
    let said = replies(folder.path(), &lines);
    let there = "a b.pussa is there already; save! a b.pussa replaces it.";
    assert_eq!(said, ["Saved to a b.pussa.", there, "Saved to a b.pussa.", ""]);
    let record = std::fs::read_to_string(folder.path().join("a b.pussa")).unwrap();
    let start = "Game: raja-pasu\nReading: default\nBoard: 7,7,7/7,7,7/0,0/S\nSouth: human\nNorth: human\n\n";
    assert_eq!(record, start);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left there");
}

#[test]
fn a_file_that_cannot_be_written_or_read_does_not_end_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let said = replies(folder.path(), &["save no/such/folder", "load nothing", "save .", "quit"]);
    assert_eq!(said[0], "no/such/folder could not be written: no/such is not a folder");
    assert_eq!(said[1], "nothing could not be read: No such file or directory (os error 2)");
    assert!(said[2].starts_with(". "), "{}", said[2]);
}

#[test]
fn a_loaded_round_can_be_of_another_game() {
    let (folder, _file) = file("Game: walak-pussa\n\nCe\n\n");
    let mut command = pussa("play --game raja --north human --format json");
    command.current_dir(folder.path());
    let played: serde_json::Value = serde_json::from_str(&stdout(&run(command, "load round.pussa\nA\n"))).unwrap();
    assert_eq!((&played["opening"], &played["moves"]), (&"4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S".into(), &"CeA".into()));
}
