//! `show`, `rules`, `engines`, `status`: boards and what can be done with them.

use crate::server::get;
use proptest::prelude::*;
use pussa_reference::{Game, Position, Round, Rules, Size, legal_moves};

#[test]
fn a_round_is_shown_as_the_command_line_shows_it() {
    let shown = get("/api/show?moves=CeAdDcB").json();
    assert_eq!(shown["board"], "6,0,2,0,2,0,2/1,18,1,1,0,0,1/10,12/N");
    assert_eq!(shown["legal"], serde_json::json!(["a", "b", "c", "d", "g"]));
    assert_eq!(
        (&shown["over"], &shown["side"], &shown["endless"]),
        (&().into(), &"north".into(), &serde_json::json!([]))
    );
    let over = get("/api/show?moves=CeAdDcBdGf").json();
    let ends =
        serde_json::json!({"ending": "no-move", "south": 20, "north": 36, "remainder": "north", "winner": "north"});
    assert_eq!(over["over"], ends);
}

#[test]
fn the_last_move_is_told_lap_by_lap() {
    let told =
        &get("/api/show?game=raja-pasu&board=2,0,0,0,0,3,0/3,1,0,0,2,0,0/0,0/S&moves=F&tell=true").json()["told"];
    let laps = serde_json::json!([{"hole": "F", "counters": 3, "sown": "Gab", "fours": [{"at": 1, "hole": "a", "to": "north"}]}]);
    assert_eq!(told["laps"], laps);
    assert_eq!((&told["empty"], &told["south"], &told["north"]), (&"c".into(), &0.into(), &4.into()));
    assert_eq!(told["board"], "2,0,0,0,0,0,1/0,2,0,0,2,0,0/0,4/N");
}

#[test]
fn the_boards_on_the_way_are_shown() {
    let shown = get("/api/show?moves=Ce&boards=true").json();
    let boards = shown["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 3);
    assert_eq!((&boards[0], &boards[2]), (&"4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S".into(), &shown["board"]));
}

#[test]
fn a_board_settles_how_many_holes_there_are() {
    let shown = get("/api/show?board=2,2,2/2,2,2/0,0/S").json();
    assert_eq!((&shown["holes"], &shown["legal"]), (&3.into(), &serde_json::json!(["A", "B", "C"])));
    let error = get("/api/show?holes=4&board=2,2,2/2,2,2/0,0/S").error();
    assert_eq!(error, "board, column 1: South's row has 3 holes here, and must have 4");
}

#[test]
fn rules_and_engines_are_told() {
    let rules = get("/api/rules?game=raja&last-four=kept").json();
    assert_eq!((&rules["title"], &rules["counters"]), (&"Raja Pasu".into(), &7.into()));
    assert_eq!((&rules["options"][1]["name"], &rules["options"][1]["value"]), (&"last-four".into(), &"kept".into()));
    let engines = get("/api/engines").json();
    let names: Vec<_> =
        engines["engines"].as_array().unwrap().iter().map(|engine| engine["name"].as_str().unwrap()).collect();
    assert!(names.starts_with(&["random", "greedy", "alpha-beta", "mcts"]) && !names.contains(&"ugi"), "{names:?}");
    assert_eq!(get("/api/status").json()["version"], env!("CARGO_PKG_VERSION"));
}

/// A game, its name, and a reading of it as it is asked for and as the reference reads it.
const READINGS: [(Game, &str, &str, &str); 4] = [
    (Game::WalakPussa, "walak-pussa", "", "default"),
    (Game::WalakPussa, "walak-pussa", "&origin=skipped&endless=split", "endless=split;origin=skipped"),
    (Game::RajaPasu, "raja-pasu", "", "default"),
    (Game::RajaPasu, "raja-pasu", "&last-four=kept", "last-four=kept"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn boards_are_those_of_the_reference(
        which in 0..READINGS.len(), holes in 1..=7_usize, counters in 1..=6_usize, choices in prop::collection::vec(0..7_usize, 0..30),
    ) {
        let (game, name, asked, reading) = READINGS[which];
        let rules = Rules::parse(game, reading).unwrap();
        let mut round = Round::new(rules, Position::opening(Size::new(holes, counters).unwrap()));
        let mut moves = String::new();
        for choice in choices {
            if round.result().is_some() {
                break;
            }
            let legal: Vec<_> = legal_moves(rules, round.position()).collect();
            let hole = legal[choice % legal.len()];
            round.play(hole).unwrap();
            moves.push(hole.letter());
        }
        let path = format!("/api/show?game={name}{asked}&holes={holes}&counters={counters}&moves={moves}&tell=true");
        let shown = get(&path).json();
        prop_assert_eq!(shown["board"].as_str().unwrap(), round.position().to_string(), "{}", path);
        let over = round.result().map(|result| (result.ending.to_string(), result.reserves.south(), result.reserves.north()));
        let told = &shown["over"];
        let said = (!told.is_null()).then(|| {
            let number = |who| u8::try_from(told[who].as_u64().unwrap()).unwrap();
            (told["ending"].as_str().unwrap().to_owned(), number("south"), number("north"))
        });
        prop_assert_eq!(said, over, "{}", path);
        if let Some(after) = shown["told"]["board"].as_str() {
            prop_assert_eq!(after, round.position().to_string(), "{}", path);
        }
    }
}
