//! `perft`: counts, by depth and by first move.

use crate::{json, text};
use serde_json::json as value;

#[test]
fn both_starts_are_counted() {
    let counts = |game| json(&format!("perft --depth 9 --game {game}"))["counts"].clone();
    assert_eq!(counts("walak-pussa"), value!([7, 30, 131, 698, 3161, 14576, 63135, 265_999, 1_116_762]));
    assert_eq!(counts("raja-pasu"), value!([7, 34, 133, 547, 1962, 7150, 23268, 73033, 219_821]));
}

#[test]
fn counts_are_the_same_with_any_number_of_threads() {
    let counts = |threads| {
        let answer = json(&format!("perft --depth 8 --divide --threads {threads}"));
        (answer["counts"].clone(), answer["divide"].clone())
    };
    let one = counts(1);
    for threads in [2, 3, 16] {
        assert_eq!(counts(threads), one, "{threads} threads");
    }
}

#[test]
fn every_depth_has_its_count() {
    let all = json("perft --depth 8")["counts"].clone();
    for depth in 0..8 {
        let counts = json(&format!("perft --depth {depth}"))["counts"].clone();
        assert_eq!(counts.as_array().unwrap()[..], all.as_array().unwrap()[..depth], "depth {depth}");
    }
}

#[test]
fn the_first_moves_share_the_count() {
    for depth in 1..8 {
        let answer = json(&format!("perft --depth {depth} --divide --game raja"));
        let branches = answer["divide"].as_object().unwrap();
        let letters: Vec<_> = branches.keys().collect();
        assert_eq!(letters, ["A", "B", "C", "D", "E", "F", "G"]);
        let sum: u64 = branches.values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(answer["counts"][depth - 1], sum);
    }
}

#[test]
fn a_round_that_is_over_adds_nothing() {
    assert_eq!(json("perft 0,0/1,1/0,0/S --depth 3 --divide")["counts"], value!([0, 0, 0]));
}

#[test]
fn an_endless_move_counts_where_it_may_be_made() {
    // B never ends; A captures everything.
    let count = |rule| json(&format!("perft 1,1/0,2/0,0/S --depth 2 --divide --endless {rule}"));
    let (illegal, split) = (count("illegal"), count("split"));
    assert_eq!((&illegal["counts"], &illegal["divide"]), (&value!([1, 0]), &value!({"A": 0})));
    assert_eq!((&split["counts"], &split["divide"]), (&value!([2, 0]), &value!({"A": 0, "B": 0})));
}

#[test]
fn nothing_else_is_answered() {
    let answer = json("perft --depth 2");
    let keys: Vec<_> = answer.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["counts", "seconds"]);
    assert!(answer["seconds"].is_f64());
}

#[test]
fn the_table_for_people() {
    let text = text("perft --depth 3 --divide");
    let (table, seconds) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(seconds.ends_with(" seconds"), "{seconds}");
    insta::assert_snapshot!(table, @"
    depth             sequences
        1                     7
        2                    30
        3                   131

    first            at depth 3
        A                    18
        B                    25
        C                    20
        D                    19
        E                    16
        F                    16
        G                    17
    ");
}
