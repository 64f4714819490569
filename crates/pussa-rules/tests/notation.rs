//! Board strings, moves and readings: what is written is read back, and anything else is refused with a reason (N3).

use proptest::prelude::*;
use pussa_rules::{
    EndlessRule, GAMES, Game, Position, RAJA_PASU, Reading, Round, Side, Variant, WALAK_PUSSA, holes_of_board,
};

/// A game with room for every board of so many holes a row.
fn roomy(holes: u8) -> Variant {
    Variant::new(WALAK_PUSSA).with_holes(holes).and_then(|variant| variant.with_counters(18)).expect("in range")
}

prop_compose! {
    /// A board string, its holes a row, and no more than so many counters a hole.
    fn board(most: u8)(holes in 1..=7usize)(
        rows in prop::array::uniform2(prop::collection::vec(prop::option::weighted(0.8, 0..=most), holes)),
        open in prop::array::uniform2(0..holes),
        reserves in prop::array::uniform2(0..=most),
        side in prop::sample::select(vec!['S', 'N']),
    ) -> String {
        let mut text = String::new();
        for (row, open) in rows.iter().zip(open) {
            let counts: Vec<_> = row.iter().enumerate().map(|(i, count)| match count {
                Some(count) => count.to_string(),
                None => if i == open { "0" } else { "x" }.into(),
            }).collect();
            text += &(counts.join(",") + "/");
        }
        format!("{text}{},{}/{side}", reserves[0], reserves[1])
    }
}

/// A text with some signs changed, put in or left out.
fn damaged(text: impl Strategy<Value = String>, signs: &'static str) -> impl Strategy<Value = String> {
    let damages = prop::collection::vec((any::<prop::sample::Index>(), signs, 0..3usize), 0..5);
    (text, damages).prop_map(|(text, damages)| {
        let mut text: Vec<char> = text.chars().collect();
        for (place, put, cut) in damages {
            let from = place.index(text.len() + 1);
            let to = text.len().min(from + cut);
            text.splice(from..to, put.chars());
        }
        text.into_iter().collect()
    })
}

fn parse(text: &str) -> Position {
    roomy(holes_of_board(text).expect("a row of 1 to 7")).parse_board(text).expect(text)
}

proptest! {
    #[test]
    fn boards_are_written_as_they_are_read(text in board(9)) {
        prop_assert_eq!(parse(&text).to_string(), text);
    }

    #[test]
    fn a_board_holds_what_its_string_says(text in board(9)) {
        let position = parse(&text);
        let parts: Vec<Vec<_>> = text.split('/').map(|part| part.split(',').collect()).collect();
        for side in Side::BOTH {
            for (hole, text) in position.layout().row(side).zip(&parts[side.index()]) {
                prop_assert_eq!(position.counters(hole), text.parse().ok());
            }
            prop_assert_eq!(position.reserve(side).to_string(), parts[2][side.index()]);
        }
        prop_assert_eq!(position.side().letter().to_string(), parts[3][0]);
    }

    #[test]
    fn whatever_is_read_as_a_board_is_written_in_the_same_way(
        text in damaged(board(3), "[0-9xSN,/ +-]{0,2}|.") , holes in 1..=7u8,
    ) {
        if let Ok(position) = roomy(holes).parse_board(&text) {
            prop_assert_eq!(position.to_string(), text);
        }
    }

    #[test]
    fn whatever_is_read_as_a_reading_is_written_in_the_same_way(
        text in damaged(prop::sample::select(vec![
            "default", "origin=skipped", "endless=split;last-four=kept;origin=skipped;unfilled=closed",
        ]).prop_map(String::from), "[a-z;= ]{0,2}|."),
    ) {
        if let Ok(reading) = text.parse::<Reading>() {
            let written = reading.to_string();
            prop_assert_eq!(written.parse::<Reading>(), Ok(reading));
        }
    }

    #[test]
    fn no_text_is_too_much(text in any::<String>(), holes in 1..=7u8) {
        prop_assert!(roomy(holes).parse_board(&text).is_err());
        let _ = text.parse::<Reading>();
        prop_assert!(text.parse::<Game>().is_err());
        let _ = holes_of_board(&text);
        let start = roomy(holes).with_counters(4).unwrap().start();
        let _ = Round::new(roomy(holes), start).play_all(&text);
    }

    #[test]
    fn no_moves_are_too_much(
        text in board(4),
        moves in prop::collection::vec("[A-Ga-g]{0,40}|[A-Ga-g]{0,3}.", 1..10),
        split in any::<bool>(),
    ) {
        let endless = if split { EndlessRule::Split } else { EndlessRule::Illegal };
        let position = parse(&text);
        let holes = position.layout().holes();
        for game in GAMES {
            let reading = Reading { endless, ..Reading::default() };
            let variant = Variant::new(game).with_holes(holes).unwrap().with_reading(reading).unwrap();
            let mut round = Round::new(variant, position);
            for moves in &moves {
                let _ = round.play_all(moves);
            }
            prop_assert!(round.board().total() <= position.board().total());
        }
    }
}

#[test]
fn every_reading_is_read_back() {
    for game in GAMES {
        for reading in Reading::all(game, true) {
            assert_eq!(reading.to_string().parse(), Ok(reading));
        }
    }
}

#[test]
fn every_game_is_known_by_both_of_its_names() {
    for game in GAMES {
        assert_eq!((game.name().parse(), game.short_name().parse()), (Ok(game), Ok(game)));
    }
    let error = "Raja".parse::<Game>().unwrap_err();
    assert_eq!(error.to_string(), r#"no game is called "Raja"; there are walak-pussa and raja-pasu"#);
}

/// What is no board of Walak-pussa with two holes a row, and what is said about it.
#[rustfmt::skip] // a case a line
const NO_BOARDS: &[(&str, &str)] = &[
    ("", "column 1: a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, and this one has 1"),
    ("4,4/4,4/0,0", "column 1: a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, and this one has 3"),
    ("4,4/4,4/0,0/S/", "column 1: a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, and this one has 5"),
    ("4,4/4,4/0,0/S\n", r#"column 13: "S\n" is not the side to move; write S or N"#),
    ("4/4,4/0,0/S", "column 1: South's row has 1 hole here, and must have 2"),
    ("4,4/4,4,4/0,0/S", "column 5: North's row has 3 holes here, and must have 2"),
    ("/4,4/0,0/S", "column 1: South's row has 1 hole here, and must have 2"),
    ("x,x/4,4/0,0/S", "column 1: South's row has no open hole, and must have one at least"),
    ("4,4/x,x/0,0/S", "column 5: North's row has no open hole, and must have one at least"),
    ("4,4/4,5/0,0/S", "column 1: 17 counters in holes and reserves are more than the game has: 16, from 4 in each of 4 holes"),
    ("4,4/4,4/0,1/S", "column 1: 17 counters in holes and reserves are more than the game has: 16, from 4 in each of 4 holes"),
    ("255,255/255,255/255,255/S", "column 1: 1530 counters in holes and reserves are more than the game has: 16, from 4 in each of 4 holes"),
    ("+4,4/4,4/0,0/S", r#"column 1: "+4" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("-4,4/4,4/0,0/S", r#"column 1: "-4" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    (" 4,4/4,4/0,0/S", r#"column 1: " 4" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("4 ,4/4,4/0,0/S", r#"column 1: "4 " is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("4, 4/4,4/0,0/S", r#"column 3: " 4" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("04,4/4,4/0,0/S", r#"column 1: "04" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("00,4/4,4/0,0/S", r#"column 1: "00" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    (",4/4,4/0,0/S", r#"column 1: "" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("4,/4,4/0,0/S", r#"column 3: "" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("4,4/4,256/0,0/S", "column 7: 256 counters are more than any game has, 252"),
    ("4,4/4,99999999999999999999/0,0/S", "column 7: 99999999999999999999 counters are more than any game has, 252"),
    ("4,4/4,999999999999999999999/0,0/S", "column 7: 99999999999999999999… counters are more than any game has, 252"),
    ("4,4/٤,4/0,0/S", r#"column 5: "٤" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("４,4/4,4/0,0/S", r#"column 1: "４" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("4,4/é,4/0,0/S", r#"column 5: "é" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("X,4/4,4/0,0/S", r#"column 1: "X" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("xx,4/4,4/0,0/S", r#"column 1: "xx" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole"#),
    ("4,4/4,4/x,0/S", r#"column 9: "x" is no count; write 0, or digits that start with 1 to 9"#),
    ("4,4/4,4/0/S", "column 9: there are 2 reserves, South's and North's, and here stand 1"),
    ("4,4/4,4/0,0,0/S", "column 9: there are 2 reserves, South's and North's, and here stand 3"),
    ("4,4/4,4/ 0,0/S", r#"column 9: " 0" is no count; write 0, or digits that start with 1 to 9"#),
    ("4,4/4,4/0,0/s", r#"column 13: "s" is not the side to move; write S or N"#),
    ("4,4/4,4/0,0/W", r#"column 13: "W" is not the side to move; write S or N"#),
    ("4,4/4,4/0,0/", r#"column 13: "" is not the side to move; write S or N"#),
    ("4,4/4,4/0,0/SN", r#"column 13: "SN" is not the side to move; write S or N"#),
    ("4,4/4,4/0,0/South and nobody else", r#"column 13: "South and nobody els…" is not the side to move; write S or N"#),
    ("4,4/4,4/0,0/\u{feff}S", r#"column 13: "\u{feff}S" is not the side to move; write S or N"#),
];

#[test]
fn what_is_no_board_is_refused_with_the_column() {
    let walak = Variant::new(WALAK_PUSSA).with_holes(2).unwrap();
    for (text, message) in NO_BOARDS {
        let error = walak.parse_board(text).expect_err(text);
        assert_eq!(error.to_string(), format!("board, {message}"));
    }
}

/// Moves of Raja Pasu that may not be made, from boards, and what is said about them.
#[rustfmt::skip] // a case a line
const NO_MOVES: &[(&str, &str, &str)] = &[
    ("1,0,x/0,0,2/0,0/S", "H", "move 1, 'H': no hole of this board has that letter; they are A to C and a to c"),
    ("1,0,x/0,0,2/0,0/S", "D", "move 1, 'D': no hole of this board has that letter; they are A to C and a to c"),
    ("1,0,x/0,0,2/0,0/S", "d", "move 1, 'd': no hole of this board has that letter; they are A to C and a to c"),
    ("1,0,x/0,0,2/0,0/S", " ", "move 1, ' ': no hole of this board has that letter; they are A to C and a to c"),
    ("1,0,x/0,0,2/0,0/S", "é", "move 1, 'é': no hole of this board has that letter; they are A to C and a to c"),
    ("1,0,x/0,0,2/0,0/S", "0", "move 1, '0': no hole of this board has that letter; they are A to C and a to c"),
    ("1,0,x/0,0,2/0,0/S", "c", "move 1, 'c': that hole is the other player's; it is South's turn"),
    ("1,0,x/0,0,2/0,0/N", "A", "move 1, 'A': that hole is the other player's; it is North's turn"),
    ("1,0,x/0,0,2/0,0/S", "C", "move 1, 'C': that hole is closed"),
    ("1,0,x/0,0,2/0,0/S", "B", "move 1, 'B': that hole is empty"),
    ("1,0,x/0,0,2/0,0/S", "AA", "move 2, 'A': that hole is the other player's; it is North's turn"),
    ("1,0,x/0,0,2/0,0/S", "A c", "move 2, ' ': no hole of this board has that letter; they are A to C and a to c"),
    ("1,0,x/0,0,2/0,0/S", "Ac\n", r"move 3, '\n': no hole of this board has that letter; they are A to C and a to c"),
    ("0,0/0,2/0,0/S", "A", "move 1, 'A': the round is over (no-move)"),
    ("0,0/0,2/0,0/S", "?", "move 1, '?': the round is over (no-move)"),
    ("1,0/0,0/0,0/S", "Aa", "move 2, 'a': the round is over (no-move)"),
    ("5,x,x,x,x,x,1/x,x,x,2,x,x,x/0,0/S", "G", "move 1, 'G': that move would never end, and endless=illegal forbids it"),
];

#[test]
fn moves_that_may_not_be_made_are_refused_with_their_number() {
    for (board, moves, message) in NO_MOVES {
        let variant = Variant::new(RAJA_PASU).with_holes(holes_of_board(board).unwrap()).unwrap();
        let mut round = Round::new(variant, variant.parse_board(board).expect(board));
        let before = round.position();
        let error = round.play_all(moves).expect_err(moves);
        assert_eq!(error.to_string(), *message, "{board}");
        let made = round.moves().len();
        assert!(round.play_all(&moves[made..]).is_err() && round.moves().len() == made, "nothing has changed");
        assert!(made > 0 || round.position() == before);
    }
}
