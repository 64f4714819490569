//! `play`: what is said at the table, by people and engines.

use crate::{answer, pussa, run, stderr, stdout};
use serde_json::{Value, json as value};

/// What the table says when these lines are typed.
fn said(arguments: &str, lines: &[&str]) -> String {
    answer(&format!("play {arguments}"), &(lines.join("\n") + "\n"))
}

/// The round as it was left.
fn left(arguments: &str, lines: &[&str]) -> Value {
    let output = run(pussa(&format!("play {arguments} --format json")), &lines.join("\n"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

const TWO_PEOPLE: &str = "--holes 3 --counters 2 --south human --north human";

#[test]
fn a_round_between_two_people() {
    let lines = ["help", "moves", "B", "c", "a", "moves", "undo", "x", "board", "why?", "quit"];
    insta::assert_snapshot!(said(TWO_PEOPLE, &lines));
}

#[test]
fn a_round_against_an_engine() {
    insta::assert_snapshot!(said("--game raja --holes 4 --north greedy", &["C", "undo", "B"]));
}

#[test]
fn engines_play_a_round_by_themselves() {
    let played = left("--south greedy --north random --seed 3", &[]);
    assert_ne!(played["over"], Value::Null);
    assert_eq!(played, left("--south greedy --north random --seed 3", &["undo"]), "nobody is asked");
}

#[test]
fn the_round_as_it_was_left_is_a_document() {
    let played = left(TWO_PEOPLE, &["B"]);
    assert_eq!((&played["opening"], &played["moves"]), (&"2,2,2/2,2,2/0,0/S".into(), &"B".into()));
    assert_eq!(played["over"], Value::Null);
}

#[test]
fn undo_takes_back_to_the_last_turn_of_a_person() {
    // North is an engine that answers each move.
    let played = left("--north random", &["C", "undo"]);
    assert_eq!(played["moves"], "");
    assert_eq!(left(TWO_PEOPLE, &["B", "undo", "undo", "undo"])["moves"], "");
    // South's first move is the engine's, and stays.
    let played = left("--south random --north human", &["undo"]);
    assert_eq!(played["moves"].as_str().unwrap().len(), 1);
}

#[test]
fn a_round_can_be_taken_back_from_its_end() {
    let round = "1,1/0,2/0,0/S --north human";
    let over = left(round, &["A"]);
    assert_eq!(over["over"], value!({"ending": "no-move", "south": 4, "north": 0}));
    assert_eq!(left(round, &["A", "undo"])["over"], Value::Null);
}

#[test]
fn a_wrong_word_changes_nothing() {
    let lines = ["Z", "a", "CgA", "B c", "save", "load", "\u{fffd}", "🐄"];
    let played = left("", &lines);
    assert_eq!((&played["moves"], &played["over"]), (&value!(""), &value!(null)));
}

#[test]
fn bytes_that_are_no_text_are_a_wrong_word() {
    use std::io::Write;
    let mut child =
        pussa("play").stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\x00\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}
