//! `reach`: positions that can be reached, ply by ply.

use crate::{json, pussa, run, stderr, stdout, text};
use serde_json::{Value, json as value};

#[test]
fn plies_are_counted_until_nothing_is_new() {
    let answer = json("reach --game raja --holes 4 --counters 3");
    let plies = answer["plies"].as_array().unwrap();
    assert_eq!(plies[0], value!({"ply": 0, "new": 1, "total": 1, "fewest": 24, "most": 24}));
    let sum: u64 = plies.iter().map(|ply| ply["new"].as_u64().unwrap()).sum();
    assert_eq!((&answer["positions"], &plies.last().unwrap()["total"]), (&value!(sum), &value!(sum)));
    assert_eq!((&answer["complete"], answer["seconds"].is_f64()), (&value!(true), true));
}

#[test]
fn the_first_moves_of_both_games() {
    let new = |game| {
        let answer = json(&format!("reach --depth 5 --game {game}"));
        assert_eq!(answer["complete"], value!(false));
        answer["plies"].as_array().unwrap().iter().map(|ply| ply["new"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(new("raja-pasu"), [1, 7, 34, 133, 547, 1935]);
    assert_eq!(new("walak-pussa").len(), 6);
}

#[test]
fn counts_are_the_same_with_any_number_of_threads() {
    let plies = |threads| json(&format!("reach --depth 7 --threads {threads}"))["plies"].clone();
    assert_eq!(plies(1), plies(3));
}

#[test]
fn the_table_for_people() {
    let text = text("reach 2,0/1,1/0,0/S --game raja");
    let (table, rest) = text.split_once("\n\n").unwrap();
    insta::assert_snapshot!(table, @"
      ply              new            total  counters
        0                1                1  4
        1                1                2  3
        2                1                3  2
        3                2                5  1 to 2
        4                1                6  1
    ");
    assert!(rest.starts_with("6 positions, and no others; ") && rest.ends_with(" seconds\n"), "{rest}");
}

#[test]
fn counting_that_takes_too_much_tells_what_it_has() {
    let output = run(pussa("reach --max-memory 1MiB --format json"), "");
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&answer["complete"], &answer["plies"][1]["new"]), (&value!(false), &value!(7)));
    let told = "error: there are more positions: the memory allowed, 1 MiB, is not enough to go on from the ";
    assert!(stderr(&output).starts_with(told), "{}", stderr(&output));
}
