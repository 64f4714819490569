//! `solve`.

use crate::{json, pussa, run, stderr, stdout, text};
use serde_json::{Value, json};

#[test]
fn every_first_move_of_raja_pasu_is_proved() {
    let told = "\
7,7,7,7,7,7,7/7,7,7,7,7,7,7/0,0/S
value +16, best F
  C  +16
  F  +16
  D  +10
  A  +8
  B  +8
  G  +4
  E  +0
";
    let told_now = text("solve --game raja-pasu --moves --threads 1");
    // Two moves are best, and either will do.
    assert_eq!(told_now.replace("best C", "best F"), told);
}

#[test]
fn the_answer_has_the_value_and_its_bounds() {
    let answer = json("solve 0,1,0,0,0,0,0/0,0,0,0,1,0,0/3,5/S --hash 1MiB");
    assert_eq!((&answer["value"], &answer["lower"], &answer["upper"]), (&json!(2), &json!(2), &json!(2)));
    assert_eq!((&answer["best"], &answer["moves"][0]["move"]), (&json!("B"), &json!("B")));
    assert!(answer["nodes"].is_u64() && answer["seconds"].is_f64());
}

#[test]
fn a_value_that_is_open_is_told_as_open() {
    let output = run(pussa("solve --nodes 1000 --threads 1 --hash 1MiB --format json"), "");
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(answer["value"], Value::Null);
    assert!(answer["lower"].as_i64() <= Some(6) && answer["upper"].as_i64() >= Some(6), "{answer}");
    let told = "error: 4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S: the value is still open, from ";
    assert!(stderr(&output).starts_with(told), "{}", stderr(&output));
}

#[test]
fn a_round_that_is_over_has_a_value_and_no_best_move() {
    let answer = json("solve 0,0,0,0,0,0,0/0,0,1,0,0,0,0/3,5/S --hash 1MiB");
    assert_eq!((&answer["value"], &answer["best"], &answer["moves"]), (&json!(-1), &Value::Null, &json!([])));
}

#[test]
fn many_boards_are_answered_in_order_whatever_their_rings() {
    let command = pussa("solve --format json --hash 1MiB --boards -");
    let boards = "0,1,0,0,0,0,0/0,0,0,0,1,0,0/3,5/S\n1,x,x,x,x,x,1/0,0,0,0,1,0,0/3,5/N\n1,0/1,1/0,0/S\n";
    let output = run(command, boards);
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)));
    let answers: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let found: Vec<_> = answers.as_array().unwrap().iter().map(|answer| answer["board"].as_str().unwrap()).collect();
    assert_eq!(found, boards.lines().collect::<Vec<_>>());
    assert!(answers.as_array().unwrap().iter().all(|answer| answer["value"].is_i64()), "{answers}");
}

#[test]
fn a_table_that_does_not_fit_is_refused() {
    let output = run(pussa("solve --hash 1048576GiB"), "");
    let told = "error: --hash: a table of 1.00 PiB does not fit into memory, of which ";
    assert!(stderr(&output).starts_with(told), "{}", stderr(&output));
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(1)));
}

#[test]
fn a_database_that_is_not_there_is_missed_by_name() {
    let output = run(pussa("solve --egdb nowhere"), "");
    assert!(stderr(&output).starts_with("error: nowhere: there is no "), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
}
