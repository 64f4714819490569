//! `solve --strong`.

use crate::{json, pussa, run, stderr, stdout, text};
use serde_json::{Value, json as value};
use std::fs;

#[test]
fn every_move_has_its_value_and_the_file_every_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.proof");
    let name = path.display();
    let told = text(&format!("solve --game raja --holes 3 --counters 4 --strong {name}"));
    let file = told.lines().last().unwrap();
    assert!(file.starts_with(&format!("{name}: the values of all ")), "{told}");
    let bytes = fs::read(&path).unwrap();
    let answer = json(&format!("solve --game raja --holes 3 --counters 4 --threads 1 --strong {name}"));
    assert_eq!(fs::read(&path).unwrap(), bytes, "it may be written again, and is the same");
    assert_eq!(answer["strong"]["bytes"], value!(bytes.len()));
    let verified = json(&format!("verify {name}"));
    let verified = &verified[0];
    assert_eq!((&verified["scope"], &verified["records"]), (&value!("reachable"), &answer["strong"]["records"]));
    assert_eq!((&verified["low"], &verified["high"]), (&answer["value"], &answer["value"]));
    let plain = json("solve --game raja --holes 3 --counters 4 --moves --hash 1MiB");
    for key in ["board", "value", "lower", "upper", "moves"] {
        assert_eq!(answer[key], plain[key], "{key}");
    }
}

#[test]
fn boards_with_rows_that_differ_will_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unequal.proof");
    let board = "3,2,1,x/x,2,0,5/9,1/N";
    let answer = json(&format!("solve {board} --endless split --strong {}", path.display()));
    let plain = json(&format!("solve {board} --endless split --moves --hash 1MiB"));
    for key in ["board", "value", "moves"] {
        assert_eq!(answer[key], plain[key], "{key}");
    }
    let over = "0,0/0,3/9,1/S";
    let answer = json(&format!("solve {over} --strong {}", path.display()));
    assert_eq!((&answer["value"], &answer["best"], &answer["moves"]), (&value!(-3), &Value::Null, &value!([])));
}

#[test]
fn a_folder_that_is_not_there_is_told_before_any_work() {
    let output = run(pussa("solve --strong nowhere/walak.proof"), "");
    assert_eq!(stderr(&output), "error: --strong: nowhere is not a folder\n");
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(1)));
}
