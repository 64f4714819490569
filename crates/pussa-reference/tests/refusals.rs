//! Input that is refused (B1, B6, N1 to N3), and what the refusal says.

use pussa_reference::{
    Endless, Game, Hole, LastFour, Origin, Player, Position, Reading, Reserves, Round, Rules, Size, Unfilled,
};

/// What is said of a board string of a game of 3 by 4, 24 counters in all.
fn board(text: &str) -> String {
    match Position::parse(text, Size::new(3, 4).expect("a size")) {
        Ok(position) => position.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn boards_that_are_taken() {
    for text in
        ["4,4,4/4,4,4/0,0/S", "0,0,0/0,0,0/0,0/N", "x,x,1/1,x,x/3,19/S", "24,0,0/0,0,0/0,0/N", "0,x,2/x,10,0/0,0/S"]
    {
        assert_eq!(board(text), text);
    }
}

#[test]
fn boards_with_a_wrong_number_of_parts_or_holes() {
    assert_eq!(board(""), "a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, not 1");
    assert_eq!(board("4,4,4/4,4,4/0,0"), "a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, not 3");
    assert_eq!(board("4,4,4/4,4,4/0,0/S/"), "a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, not 5");
    assert_eq!(board("4,4/4,4,4/0,0/S"), "the row of South has 2 holes, not 3");
    assert_eq!(board("4,4,4/4,4,4,4/0,0/S"), "the row of North has 4 holes, not 3");
    assert_eq!(board("4,4,4//0,0/S"), "the row of North has 1 holes, not 3");
    assert_eq!(board("4,4,4/4,4,4/0/S"), "the third part has 2 reserves, South's and North's, not 1");
    assert_eq!(board("4,4,4/4,4,4/0,0,0/S"), "the third part has 2 reserves, South's and North's, not 3");
}

#[test]
fn counts_that_are_not_counts() {
    for count in ["", "-1", "+1", " 1", "1 ", "01", "00", "1.0", "X", "xx", "٣", "1x"] {
        assert_eq!(board(&format!("0,{count},0/0,0,0/0,0/S")), format!("`{count}` in hole B is not a count"), "a hole");
    }
    assert_eq!(board("0,0,0/0,0,07/0,0/S"), "`07` in hole c is not a count");
    // A reserve cannot be closed.
    assert_eq!(board("0,0,1/0,0,1/x,0/S"), "`x` in the reserve of South is not a count");
    assert_eq!(board("0,0,1/0,0,1/0,/S"), "`` in the reserve of North is not a count");
}

#[test]
fn more_counters_than_the_game_has() {
    assert_eq!(board("4,4,4/4,4,4/1,0/S"), "25 counters in holes and reserves together; the game has 24");
    assert_eq!(board("25,0,0/0,0,0/0,0/S"), "25 counters in hole A; the game has 24");
    assert_eq!(board("0,0,256/0,0,0/0,0/S"), "256 counters in hole C; the game has 24");
    let many = "9".repeat(40);
    assert_eq!(
        board(&format!("0,0,1/0,0,0/0,{many}/S")),
        format!("{many} counters in the reserve of North; the game has 24")
    );
    // Sums that do not fit a byte, in the largest game.
    let largest = Size::new(7, 18).expect("a size");
    let text = "252,252,252,252,252,252,252/252,252,252,252,252,252,252/252,252/S";
    let error = Position::parse(text, largest).expect_err("too many").to_string();
    assert_eq!(error, "4032 counters in holes and reserves together; the game has 252");
    assert!(Position::parse("252,0,0,0,0,0,0/0,0,0,0,0,0,0/0,0/S", largest).is_ok());
}

#[test]
fn rows_without_an_open_hole_and_sides_that_are_none() {
    assert_eq!(board("x,x,x/1,0,0/0,0/S"), "the row of South has no open hole");
    assert_eq!(board("1,0,0/x,x,x/0,0/S"), "the row of North has no open hole");
    for side in ["", "s", "n", "South", "S ", "SN"] {
        assert_eq!(
            board(&format!("1,0,0/1,0,0/0,0/{side}")),
            format!("`{side}` in the fourth part is no side to move: S or N")
        );
    }
}

#[test]
fn rings_that_do_not_fit_the_layout() {
    let layout = Position::opening(Size::new(2, 4).expect("a size")).layout();
    let ring = |counters: &[u8], reserves| {
        Position::from_ring(layout, counters, reserves, Player::North).map(|position| position.to_string())
    };
    assert_eq!(ring(&[1, 2, 3, 4], Reserves::new(5, 6)), Ok("1,2/3,4/5,6/N".to_owned()));
    let error = ring(&[1, 2, 3], Reserves::default()).expect_err("too short").to_string();
    assert_eq!(error, "3 numbers for a ring of 4 open holes");
    let error = ring(&[1, 2, 3, 200], Reserves::new(0, 47)).expect_err("too many").to_string();
    assert_eq!(error, "253 counters in holes and reserves; no game has more than 252");
}

/// What is said of moves at the start of a round of Walak-pussa, where `endless=illegal`.
fn moves(start: &str, letters: &str) -> String {
    let m = start.split('/').next().expect("South's row").split(',').count();
    let start = Position::parse(start, Size::new(m, 4).expect("a size")).expect("a board");
    let mut round = Round::new(Rules::of(Game::WalakPussa), start);
    match round.play_moves(letters) {
        Ok(()) => "played".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn moves_that_are_refused() {
    let start = "x,0,4/4,4,4/0,0/S";
    // C goes a b c C; p = C, and so on: it ends, and North is to move.
    assert_eq!(moves(start, "C"), "played");
    assert_eq!(moves(start, "a"), "move 1: a is not in the row of South, whose move it is");
    assert_eq!(moves(start, "CC"), "move 2: C is not in the row of North, whose move it is");
    assert_eq!(moves(start, "A"), "move 1: hole A is closed");
    assert_eq!(moves(start, "B"), "move 1: hole B is empty");
    assert_eq!(moves(start, "D"), "move 1: the board has no hole D");
    assert_eq!(moves(start, "H"), "move 1: `H` is not a hole: A to G are South's, a to g North's");
    assert_eq!(moves(start, " C"), "move 1: ` ` is not a hole: A to G are South's, a to g North's");
    assert_eq!(moves(start, "C\n"), "move 2: `\\n` is not a hole: A to G are South's, a to g North's");
    assert_eq!(moves("0,1,0,1,2,1,0/1,0,1,0,1,0,1/0,0/S", "E"), "move 1: sowing from E would never end");
    assert_eq!(moves("0,0/1,2/0,0/S", "A"), "move 1: the round is over (no-move)");
    // A takes everything (see `sowing.rs`).
    assert_eq!(moves("1,0/0,1/0,0/S", "Aa"), "move 2: the round is over (no-move)");
}

#[test]
fn holes_are_single_letters() {
    assert_eq!("g".parse::<Hole>().map(|hole| (hole.player(), hole.column())), Ok((Player::North, 6)));
    for text in ["", "AB", "h", "1", "Ä"] {
        assert!(text.parse::<Hole>().is_err(), "{text}");
    }
}

#[test]
fn sizes_out_of_range() {
    let error = |m, k| Size::new(m, k).map(Size::counters).map_err(|error| error.to_string());
    assert_eq!(error(7, 18), Ok(252));
    assert_eq!(error(1, 1), Ok(2));
    assert_eq!(error(0, 4), Err("a row has 1 to 7 holes, not 0".to_owned()));
    assert_eq!(error(8, 4), Err("a row has 1 to 7 holes, not 8".to_owned()));
    assert_eq!(error(7, 0), Err("a hole has 1 to 18 counters at the start, not 0".to_owned()));
    assert_eq!(error(7, 19), Err("a hole has 1 to 18 counters at the start, not 19".to_owned()));
}

#[test]
fn readings_that_are_taken_are_written_the_same() {
    for (game, text) in [
        (Game::WalakPussa, "default"),
        (Game::WalakPussa, "endless=split"),
        (Game::WalakPussa, "endless=split;origin=skipped;unfilled=closed"),
        (Game::RajaPasu, "default"),
        (Game::RajaPasu, "last-four=kept;origin=skipped"),
        (Game::RajaPasu, "endless=split;last-four=kept;origin=skipped"),
    ] {
        let rules = Rules::parse(game, text).expect("a reading");
        assert_eq!(rules.reading().to_string(), text);
        assert_eq!(Rules::new(game, rules.reading()), Ok(rules));
    }
    assert_eq!(Rules::parse(Game::RajaPasu, "default"), Ok(Rules::of(Game::RajaPasu)));
    let all = Reading {
        endless: Endless::Split,
        last_four: LastFour::Kept,
        origin: Origin::Skipped,
        unfilled: Unfilled::Closed,
    };
    assert_eq!(all.to_string(), "endless=split;last-four=kept;origin=skipped;unfilled=closed");
}

#[test]
fn options_that_a_game_does_not_have() {
    let said = |game, text| Rules::parse(game, text).expect_err(text).to_string();
    let walak = "walak-pussa has no option `last-four`";
    assert_eq!(said(Game::WalakPussa, "last-four=kept"), walak);
    assert_eq!(said(Game::WalakPussa, "last-four=captured"), walak);
    assert_eq!(said(Game::WalakPussa, "endless=split;last-four=kept"), walak);
    assert_eq!(said(Game::RajaPasu, "unfilled=closed"), "raja-pasu has no option `unfilled`");
    let kept = Reading { last_four: LastFour::Kept, ..Reading::default() };
    assert_eq!(Rules::new(Game::WalakPussa, kept).map_err(|error| error.to_string()), Err(walak.to_owned()));
    let closed = Reading { unfilled: Unfilled::Closed, ..Reading::default() };
    assert!(Rules::new(Game::RajaPasu, closed).is_err());
    assert!(Rules::new(Game::RajaPasu, kept).is_ok() && Rules::new(Game::WalakPussa, closed).is_ok());
}

#[test]
fn readings_that_are_not_written_so() {
    let said = |text| Rules::parse(Game::RajaPasu, text).expect_err(text).to_string();
    for text in ["", "Default", "origin", "origin=", "origin=Skipped", "origin = skipped", "colour=red"] {
        assert!(said(text).starts_with(&format!("`{text}` is not an option of the rules: default, ")));
    }
    assert!(said("origin=skipped;").starts_with("`` is not an option"));
    assert!(said("default;origin=skipped").starts_with("`default` is not an option"));
    assert_eq!(said("origin=sown"), "`origin=sown` is the default: only options that differ from it are written");
    assert_eq!(
        said("origin=skipped;last-four=kept"),
        "`last-four=kept` is out of place: options stand in alphabetical order, each once"
    );
    assert!(said("origin=skipped;origin=skipped").contains("each once"));
}

#[test]
fn games_by_name() {
    assert_eq!("raja-pasu".parse(), Ok(Game::RajaPasu));
    let error = "kalah".parse::<Game>().expect_err("another game").to_string();
    assert_eq!(error, "`kalah` is not a game: walak-pussa, raja-pasu");
}
