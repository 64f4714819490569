//! `match`: whole matches between engines.

use crate::{json, pussa, run, stderr, text};
use serde_json::json as value;

const MATCH: &str = "match --game raja --south greedy --north random";

#[test]
fn a_match_is_told_round_by_round() {
    let played = json(&format!("{MATCH} --max-rounds 3"));
    assert_eq!(played["south"], "greedy");
    let rounds = played["rounds"].as_array().unwrap();
    assert!((1..=3).contains(&rounds.len()));
    for round in rounds {
        let (opening, moves) = (round["opening"].as_str().unwrap(), round["moves"].as_str().unwrap());
        let end = json(&format!("show --game raja {opening} --moves {moves}"));
        let over = value!({"ending": round["ending"], "south": round["south"], "north": round["north"]});
        assert_eq!(end["over"], over);
    }
    assert_eq!(rounds[0]["opening"], "7,7,7,7,7,7,7/7,7,7,7,7,7,7/0,0/S");
}

#[test]
fn the_seed_settles_everything() {
    let played = |seed| json(&format!("{MATCH} --seed {seed}"));
    assert_eq!(played(5), played(5));
    assert_eq!(json(MATCH), played(1));
    assert_ne!(played(5)["rounds"], played(6)["rounds"]);
}

#[test]
fn the_larger_holding_wins_a_match_cut_short() {
    let played = json("match --south random --north random --max-rounds 1");
    let round = &played["rounds"][0];
    let (south, north) = (round["south"].as_u64(), round["north"].as_u64());
    let winner = match south.cmp(&north) {
        std::cmp::Ordering::Less => "north",
        std::cmp::Ordering::Equal => "draw",
        std::cmp::Ordering::Greater => "south",
    };
    assert_eq!(played["winner"], winner);
}

#[test]
fn a_line_a_round_for_people() {
    insta::assert_snapshot!(text(&format!("{MATCH} --max-rounds 4")), @"
    Round  1: South leads,  19 moves, no-move     South  69  North  29
    Round  2: South leads,   6 moves, no-move     South  69  North  29
    Round  3: North leads,   4 moves, no-move     South  67  North  31
    Round  4: South leads,   7 moves, no-move     South  77  North  21
    South, greedy, wins the match.
    ");
}

#[test]
fn a_table_that_does_not_fit_is_refused_in_one_line() {
    for engine in ["alpha-beta:depth=1", "mcts:playouts=1", "perfect:nodes=1"] {
        let engine = format!("{engine}:hash=1048576MiB");
        for (option, arguments) in [
            ("--south", format!("match --north random --south {engine}")),
            ("--engines", format!("tournament --engines random,{engine} --threads 1")),
            ("--engine", format!("selfplay --games 1 --out none.csv.zst --threads 1 --engine {engine}")),
            ("--engine", format!("ugi --engine {engine}")),
        ] {
            let output = run(pussa(&arguments), "");
            let told = stderr(&output);
            let what = format!("error: {option}: the engine's table takes 1.00 TiB of memory, and ");
            assert!(told.starts_with(&what) && told.ends_with("; try a smaller hash\n"), "{arguments}: {told}");
            assert_eq!((told.lines().count(), output.status.code()), (1, Some(1)), "{arguments}");
        }
    }
}
