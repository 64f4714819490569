//! Records, both ways.

use crate::server::{get, post};

const TEXT: &str = "Game: raja-pasu\nReading: last-four=kept\nSouth: Amma\nNorth: Malli\nDate: 2026-04-14\nEvent: New Year\n\nCg {a good answer}\n\n";

#[test]
fn what_is_read_is_written_again_with_all_that_it_said() {
    let read = post("/api/records/read", "text/plain", TEXT).json();
    let record = &read["records"][0];
    assert_eq!((&record["moves"], &record["south"], &record["counters"]), (&"Cg".into(), &"Amma".into(), &7.into()));
    assert_eq!(record["comments"], serde_json::json!([[2, "a good answer"]]));
    let shown = get("/api/show?game=raja-pasu&last-four=kept&moves=Cg").json();
    let moves = format!("Cg{}", shown["legal"][0].as_str().unwrap());
    let played = serde_json::json!([["game", "raja-pasu"], ["last-four", "kept"], ["moves", moves.as_str()]]);
    let round = serde_json::json!([{"played": played, "from": record["text"]}]);
    let written = post("/api/records/write", "application/json", &round.to_string());
    assert_eq!(written.status, 200, "{written:?}");
    for line in ["South: Amma", "Event: New Year", "Reading: last-four=kept", "Cg {a good answer}"] {
        assert!(written.body.contains(line), "{line} in {}", written.body);
    }
    let again = post("/api/records/read", "text/plain", &written.body).json();
    assert_eq!(again["records"][0]["moves"], moves);
}

#[test]
fn a_match_is_written_round_by_round() {
    let round = |number: u32, moves: &str| serde_json::json!({"played": [["moves", moves]], "south": "human", "north": "greedy", "round": number, "date": "2026-01-02"});
    let rounds = serde_json::json!([round(1, "CeAdDcBdGf"), round(2, "Ce")]);
    let written = post("/api/records/write", "application/json", &rounds.to_string());
    let read = post("/api/records/read", "text/plain", &written.body).json();
    let told: Vec<_> = read["records"].as_array().unwrap().iter().map(|one| (&one["round"], &one["result"])).collect();
    assert_eq!(told, [(&1.into(), &"north".into()), (&2.into(), &().into())]);
}

#[test]
fn what_is_no_record_is_refused_with_the_line() {
    let error = |text: &str| post("/api/records/read", "text/plain", text).error();
    assert!(error("Game: chess\n\nA\n").starts_with("record, line 1: "), "{}", error("Game: chess\n\nA\n"));
    assert!(error("Game: walak-pussa\n\nCC\n").contains("line 3"), "{}", error("Game: walak-pussa\n\nCC\n"));
    assert_eq!(error(" \n"), "there is no record in it");
    let answer = post("/api/records/write", "application/json", "[{\"playd\": []}]");
    assert_eq!((answer.status, answer.error().contains("playd")), (422, true), "{answer:?}");
    let answer = post("/api/records/write", "text/plain", "[]");
    assert_eq!((answer.status, answer.error().contains("application/json")), (415, true), "{answer:?}");
    let answer = post("/api/records/write", "application/json", "[");
    assert_eq!((answer.status, answer.error().lines().count()), (400, 1), "{answer:?}");
}
