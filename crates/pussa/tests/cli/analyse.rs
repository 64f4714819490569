//! `analyse`.

use crate::{json, run, stderr, stdout, text};

#[test]
fn every_first_move_of_raja_pasu_is_exact() {
    let told = "\
7,7,7,7,7,7,7/7,7,7,7,7,7,7/0,0/S
  C   +16.00  exact
  F   +16.00  exact
  D   +10.00  exact
  A    +8.00  exact
  B    +8.00  exact
  G    +4.00  exact
  E    +0.00  exact
";
    assert_eq!(text("analyse --game raja-pasu"), told);
}

#[test]
fn the_answer_has_moves_with_values_and_the_best() {
    let answer = json("analyse 0,1,0,0,0,0,0/0,0,0,0,1,0,0/3,5/S");
    // South can only walk on, and so can North: neither meets the other before the row ends.
    assert_eq!(answer["moves"][0]["move"], "B");
    assert!(answer["moves"][0]["value"].is_number() && answer["moves"][0]["exact"] == true, "{answer}");
    assert_eq!(answer["best"], "B");
}

#[test]
fn a_search_that_does_not_come_to_an_end_does_not_claim_to() {
    let answer = json("analyse --nodes 100");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 7);
    assert!(answer["moves"].as_array().unwrap().iter().any(|valued| valued["exact"] == false), "{answer}");
}

#[test]
fn a_round_that_is_over_has_no_best_move() {
    let answer = json("analyse 0,0,0,0,0,0,0/0,0,1,0,0,0,0/3,5/S");
    assert_eq!((&answer["moves"], &answer["best"]), (&serde_json::json!([]), &serde_json::Value::Null));
}

#[test]
fn many_boards_are_answered_in_order() {
    let mut command = crate::pussa("analyse --format json --boards -");
    command.arg("--nodes").arg("1000");
    let boards = "0,1,0,0,0,0,0/0,0,0,0,1,0,0/3,5/S\n0,1,0,0,0,0,0/0,0,0,0,1,0,0/3,5/N\n";
    let output = run(command, boards);
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)));
    let answers: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&answers[0]["best"], &answers[1]["best"]), (&"B".into(), &"e".into()));
}

#[test]
fn every_first_move_of_walak_pussa_with_three_a_hole_is_exact() {
    let answer = json("analyse --counters 3");
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.len() == 7 && moves.iter().all(|valued| valued["exact"] == true), "{answer}");
    assert_eq!(moves[0]["value"], 6.0, "{answer}");
    assert_eq!(answer["best"], moves[0]["move"]);
}

#[test]
fn what_is_not_proved_is_an_estimate() {
    let answer = json("analyse --nodes 3000");
    let exact: Vec<_> = answer["moves"].as_array().unwrap().iter().map(|valued| &valued["exact"]).collect();
    assert!(exact.iter().any(|exact| **exact == false), "{answer}");
}
