//! `show`: a board, what can be done on it, and lists of boards.

use crate::{answer, json, pussa, run, stderr, stdout, text};
use serde_json::{Value, json as value};

const START: &str = "4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S";

#[test]
fn the_start_is_shown_when_nothing_else_is_asked_for() {
    let start = json("show");
    let letters = value!(["A", "B", "C", "D", "E", "F", "G"]);
    assert_eq!(start, value!({"board": START, "legal": letters, "endless": [], "over": null}));
    assert_eq!(json("show --game raja")["board"], "7,7,7,7,7,7,7/7,7,7,7,7,7,7/0,0/S");
    assert_eq!(json("show --holes 2 --counters 3")["board"], "3,3/3,3/0,0/S");
}

#[test]
fn moves_are_played() {
    let shown = json("show --moves Ce");
    assert_eq!(shown["legal"], json(&format!("show {}", shown["board"].as_str().unwrap()))["legal"]);
    let over = json("show --moves CeAdDcBdGf");
    assert_eq!(over["over"], value!({"ending": "no-move", "south": 20, "north": 36}));
    assert_eq!(over["legal"], value!([]));
}

#[test]
fn a_board_settles_how_many_holes_a_row_has() {
    assert_eq!(json("show 1,1/1,1/0,0/N --holes 2")["legal"], value!(["a", "b"]));
    assert_eq!(json("show x,1/1,x/0,0/S")["legal"], value!(["B"]));
    assert_eq!(json("show 30,1/1,1/0,0/S --counters 18")["board"], "30,1/1,1/0,0/S");
}

#[test]
fn endless_moves_are_told_of_whether_they_may_be_chosen_or_not() {
    let shown = |rule| json(&format!("show 1,1/0,2/0,0/S --endless {rule}"));
    assert_eq!((&shown("illegal")["legal"], &shown("illegal")["endless"]), (&value!(["A"]), &value!(["B"])));
    assert_eq!((&shown("split")["legal"], &shown("split")["endless"]), (&value!(["A", "B"]), &value!(["B"])));
    let over = value!({"ending": "endless", "south": 2, "north": 2});
    let only_endless = json("show 1,0/2,1/0,0/S");
    assert_eq!(only_endless, value!({"board": "1,0/2,1/0,0/S", "legal": [], "endless": ["A"], "over": over}));
    let called_off = json("show 1,0/2,1/0,0/S --endless split --moves A");
    assert_eq!((&called_off["board"], &called_off["over"]), (&value!("1,0/2,1/0,0/S"), &over));
}

#[test]
fn a_list_of_boards_is_answered_in_order() {
    let list = format!("{START}\n0,0/1,1/0,0/S\n1,1/1,0/0,0/N\n");
    let shown: Value = serde_json::from_str(&answer("show --boards - --format json", &list)).unwrap();
    let boards: Vec<_> = shown.as_array().unwrap().iter().map(|shown| shown["board"].clone()).collect();
    assert_eq!(boards, list.lines().collect::<Vec<_>>());
    assert_eq!(shown[1]["over"]["north"], 2);
    assert_eq!(answer("show --boards - --format json", "").trim(), "[]");
}

#[test]
fn moves_are_played_on_every_board_of_a_list() {
    let list = "1,1/1,1/0,0/S\r\n2,0/0,0/0,0/S\r\n\r\n";
    let shown: Value = serde_json::from_str(&answer("show --boards - --moves A --format json", list)).unwrap();
    assert_eq!(shown.as_array().unwrap().len(), 2);
    assert!(shown.as_array().unwrap().iter().all(|shown| shown["board"].as_str().unwrap().ends_with("/N")));
}

#[test]
fn a_bad_line_of_a_list_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.txt");
    for (list, arguments, message) in [
        ("1,1/1,1/0,0/S\n1,1/1/0,0/S\n", "", "line 2: board, column 5: North's row has 1 hole here, and must have 2"),
        ("1,1/1,1/0,0/S\n\n1,1/1,1/0,0/S\n", "", "line 2: a board is missing"),
        ("1,1/1,1/0,0/S\n0,1/1,1/0,0/S\n", "--moves A", "line 2: --moves: move 1, 'A': that hole is empty"),
    ] {
        std::fs::write(&file, list).unwrap();
        let mut command = pussa(&format!("show {arguments} --boards"));
        command.arg(&file);
        let output = run(command, "");
        assert_eq!(stderr(&output), format!("error: {}, {message}\n", file.display()));
        assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(2)));
    }
    let output = run(pussa("show --boards -"), "what\n");
    assert!(stderr(&output).starts_with("error: standard input, line 1: board, column 1: "), "{}", stderr(&output));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    for option in ["boards", "file"] {
        let output = run(pussa(&format!("show --{option} no/such/file")), "");
        let message = "error: no/such/file could not be read: No such file or directory (os error 2)\n";
        assert_eq!((stderr(&output).as_str(), output.status.code()), (message, Some(1)));
    }
}

#[test]
fn boards_are_drawn_for_people() {
    insta::assert_snapshot!("the-start", text("show"));
    insta::assert_snapshot!("after-a-move", text("show --game raja --moves C"));
    insta::assert_snapshot!("closed-holes-and-an-endless-move", text("show x,1,1/0,2,x/3,12/S"));
    insta::assert_snapshot!("a-round-that-is-over", text("show --moves CeAdDcBdGf"));
    insta::assert_snapshot!("two-boards", answer("show --boards -", "1/1/0,0/S\n0/1/0,0/S\n"));
}
