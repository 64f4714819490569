//! What is made in the background: that it is told of, and used.

use crate::server::{Answer, Running, get, get_with};
use pussa_engine::Roster;
use pussa_rules::{RAJA_PASU, Variant, WALAK_PUSSA};
use pussa_web::{Library, Settings};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// A server that makes these in a folder, and has the engine `perfect`.
fn server(folder: &Path, matches: Vec<Variant>, strong: Vec<Variant>, books: Vec<(Variant, u16)>) -> Running {
    let library = Library { folder: folder.into(), matches, strong, books, memory: 1 << 30, threads: 1 };
    let mut roster = Roster::default();
    roster.add(pussa_solver::KIND);
    Running::new(&Settings { roster, library: Some(library), ..Settings::default() })
}

fn ask(server: &Running, path: &str) -> Answer {
    get_with(server.address, path, "")
}

/// Waits until so many volumes are there, and gives back what is told of them.
fn volumes(server: &Running, count: usize) -> Vec<Value> {
    let begun = Instant::now();
    loop {
        let told = ask(server, "/api/status").json()["library"].as_array().expect("a list").clone();
        if told.len() == count && told.iter().all(|volume| volume["state"] == "ready") {
            return told;
        }
        assert!(begun.elapsed() < Duration::from_mins(2), "{told:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn small(game: pussa_rules::Game) -> Variant {
    Variant::new(game).with_holes(3).unwrap().with_counters(3).unwrap()
}

#[test]
fn the_server_says_what_it_has_and_uses_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), Vec::new(), vec![small(RAJA_PASU)], vec![(small(WALAK_PUSSA), 2)]);
    let told = volumes(&server, 2);
    let kinds: Vec<_> = told.iter().map(|volume| (&volume["kind"], &volume["game"], &volume["holes"])).collect();
    let wanted = [
        (&json!("strong-solution"), &json!("raja-pasu"), &json!(3)),
        (&json!("book"), &json!("walak-pussa"), &json!(3)),
    ];
    assert_eq!(kinds, wanted);
    for game in ["raja-pasu", "walak-pussa"] {
        // With a position to look at it could not find anything out: it knows.
        let words = format!("game={game}&holes=3&counters=3");
        let choice = ask(&server, &format!("/api/play?{words}&engine=perfect:nodes=1")).json();
        let findings = ask(&server, &format!("/api/analyse?{words}&time=60s")).json();
        assert_eq!(choice["exact"], true, "{choice}");
        assert_eq!(choice["value"], findings["moves"][0]["value"], "{choice} {findings}");
    }
}

#[test]
fn it_is_told_who_wins_the_match_and_which_moves_see_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), vec![Variant::new(RAJA_PASU)], Vec::new(), Vec::new());
    volumes(&server, 1);
    // As `pussa advantage --match` has it: the leader wins within 6 rounds, by C or F, and by all but E.
    let fate = ask(&server, "/api/fate?game=raja-pasu").json();
    assert_eq!((&fate["state"], &fate["fate"]), (&json!("ready"), &json!({"winner": "south", "rounds": 6})));
    let findings = ask(&server, "/api/analyse?game=raja-pasu&match=true&time=60s").json();
    assert_eq!(findings["fate"], json!({"winner": "south", "rounds": 6}), "{findings}");
    for one in findings["moves"].as_array().unwrap() {
        let (letter, fate) = (one["move"].as_str().unwrap(), &one["fate"]);
        assert_eq!(fate["winner"], if letter == "E" { "nobody" } else { "south" }, "{letter}");
        assert_eq!(
            fate["rounds"] == 6 && fate["winner"] == "south",
            letter == "C" || letter == "F",
            "{letter}: {fate}"
        );
    }
    // With 47 against 51 the leader has lost, whoever sits where.
    let lost = ask(&server, "/api/fate?game=raja-pasu&board=7,7,7,7,7,7,7/x,7,7,7,7,7,7/2,5/N").json();
    assert_eq!(lost["fate"]["winner"], "south", "{lost}");
    let choice = ask(&server, "/api/play?game=raja-pasu&engine=perfect:aim=match").json();
    assert_eq!(choice["fate"], json!({"winner": "south", "rounds": 6}), "{choice}");
    assert!(["C", "F"].contains(&choice["move"].as_str().unwrap()), "{choice}");
    // It goes on so through the round.
    let mut moves = String::new();
    loop {
        let shown = ask(&server, &format!("/api/show?game=raja-pasu&moves={moves}")).json();
        if !shown["over"].is_null() {
            break;
        }
        let engine = if moves.len().is_multiple_of(2) { "perfect:aim=match" } else { "greedy" };
        let choice = ask(&server, &format!("/api/play?game=raja-pasu&engine={engine}&moves={moves}")).json();
        if moves.len().is_multiple_of(2) {
            assert_eq!(choice["fate"]["winner"], "south", "{moves}: {choice}");
        }
        moves += choice["move"].as_str().unwrap();
    }
    let next = ask(&server, &format!("/api/match?game=raja-pasu&moves={moves}")).json();
    let board = next["opening"].as_str().expect("the match goes on").to_owned();
    let fate = ask(&server, &format!("/api/fate?game=raja-pasu&board={board}")).json();
    assert_eq!(fate["fate"]["winner"], "south", "{fate}");
    assert!(fate["fate"]["rounds"].as_u64().unwrap() < 6, "{fate}");
}

#[test]
fn other_matches_are_looked_into_as_they_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), Vec::new(), Vec::new(), Vec::new());
    let path = "/api/fate?game=walak-pussa&holes=3&counters=3&unfilled=closed";
    let begun = Instant::now();
    let fate = loop {
        let told = ask(&server, path).json();
        if told["state"] == "ready" {
            break told["fate"].clone();
        }
        assert!(["waiting", "making"].contains(&told["state"].as_str().unwrap()), "{told}");
        assert!(begun.elapsed() < Duration::from_mins(1), "{told}");
        std::thread::sleep(Duration::from_millis(100));
    };
    let values = pussa_reference::MatchValues::of(
        pussa_reference::Rules::parse(pussa_reference::Game::WalakPussa, "unfilled=closed").unwrap(),
        pussa_reference::Size::new(3, 3).unwrap(),
    );
    let truth = match values.fate(9, 9).expect("it is a state") {
        pussa_reference::Fate::Nobodys => json!({"winner": "nobody", "rounds": null}),
        pussa_reference::Fate::Won { by, rounds } => {
            let by = if by == pussa_reference::Player::South { "south" } else { "north" };
            json!({"winner": by, "rounds": rounds})
        }
    };
    assert_eq!(fate, truth, "as a plain computation finds");
}

#[test]
fn nothing_is_told_of_rounds_that_no_match_has() {
    for board in ["7,7,7,7,7,7,6/7,7,7,7,7,7,7/1,0/S", "0,0,0,0,0,0,1/0,0,3,0,0,0,0/9,20/S"] {
        let fate = get(&format!("/api/fate?game=raja-pasu&board={board}")).json();
        assert_eq!((&fate["state"], &fate["fate"]), (&json!("none"), &json!(null)), "{board}");
        let findings = get(&format!("/api/analyse?game=raja-pasu&match=true&board={board}&time=50ms")).json();
        assert!(findings.get("fate").is_none(), "{findings}");
    }
    // Nor where nobody makes tables.
    assert_eq!(get("/api/fate?game=raja-pasu").json()["state"], "none");
    assert_eq!(get("/api/fate?moves=C").status, 400, "a round is told of from before its first move");
}
