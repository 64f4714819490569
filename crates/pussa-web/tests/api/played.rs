//! `play` and `match`: engines that choose, and what follows a round.

use crate::server::get;

#[test]
fn an_engine_chooses_a_move() {
    // G goes to a, b is empty, and c behind it is captured: North has nothing left.
    let board = "0,0,0,0,0,0,1/0,0,3,0,0,0,0/9,20/S";
    let choice = get(&format!("/api/play?engine=alpha-beta:depth=30&board={board}")).json();
    assert_eq!(choice["board"], board);
    assert_eq!((&choice["move"], &choice["value"], &choice["exact"]), (&"G".into(), &2.0.into(), &true.into()));
    assert!(choice["line"].as_str().unwrap().starts_with('G'));
    let random = get("/api/play?engine=random").json();
    assert_eq!((&random["value"], &random["nodes"]), (&().into(), &1.into()));
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let chosen = |seed: u32| get(&format!("/api/play?engine=random&seed={seed}")).json()["move"].clone();
    let moves: Vec<_> = (0..12).map(chosen).collect();
    assert_eq!(moves, (0..12).map(chosen).collect::<Vec<_>>());
    assert!(moves.iter().any(|one| one != &moves[0]), "{moves:?}");
}

#[test]
fn a_whole_round_can_be_played_by_asking() {
    let mut moves = String::new();
    while get(&format!("/api/show?game=raja-pasu&moves={moves}")).json()["over"].is_null() {
        let engine = if moves.len().is_multiple_of(2) { "greedy" } else { "random" };
        let choice = get(&format!("/api/play?game=raja-pasu&engine={engine}&moves={moves}")).json();
        moves += choice["move"].as_str().unwrap();
        assert!(moves.len() < 500, "{moves}");
    }
    assert_eq!(
        get(&format!("/api/play?game=raja-pasu&moves={moves}")).error(),
        "the round is over: there is no move to choose"
    );
    let next = get(&format!("/api/match?game=raja-pasu&moves={moves}")).json();
    assert!(next["opening"].is_string() != next["winner"].is_string(), "{next}");
}

#[test]
fn both_fill_the_board_for_the_next_round() {
    // South holds 20 and North 36: five full holes for South, who leads.
    let next = get("/api/match?moves=CeAdDcBdGf").json();
    assert_eq!(next, serde_json::json!({"opening": "4,4,4,4,4,0,0/4,4,4,4,4,4,4/0,8/S", "winner": null}));
    let closed = get("/api/match?moves=CeAdDcBdGf&unfilled=closed").json();
    assert_eq!(closed["opening"], "4,4,4,4,4,x,x/4,4,4,4,4,4,4/0,8/S");
    let last = get("/api/match?moves=CeAdDcBdGf&round=100").json();
    assert_eq!(last, serde_json::json!({"opening": null, "winner": "north"}));
    assert_eq!(get("/api/match?moves=Ce").error(), "the round goes on: nothing follows it yet");
}
