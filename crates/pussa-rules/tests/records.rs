//! Game records: what is written is read back, and what is no record is refused with a reason.

use proptest::prelude::*;
use pussa_rules::{
    EndlessRule, Forfeit, GAMES, RAJA_PASU, Reading, Record, RecordEnding, Round, RoundResult, Side, Variant,
    WALAK_PUSSA,
};

fn read(text: &str) -> Record {
    let records = Record::read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [record] = <[_; 1]>::try_from(records).expect("one record");
    record
}

/// A round of some moves, each told by a number that picks one of those there are.
fn round(variant: Variant, picks: &[usize]) -> Round {
    let mut round = Round::new(variant, variant.start());
    for pick in picks {
        let choices = round.choices();
        let Some(mv) = choices.nth(pick % choices.len().max(1)) else { break };
        round.play_unchecked(mv);
    }
    round
}

prop_compose! {
    /// A game under one of its readings, small enough for quick moves.
    fn any_variant()(
        game in prop::sample::select(GAMES.to_vec()),
        reading in any::<prop::sample::Index>(),
        holes in 1..=7u8,
        counters in 1..=5u8,
    ) -> Variant {
        let readings: Vec<_> = Reading::all(game, true).collect();
        let variant = Variant::new(game).with_reading(*reading.get(&readings)).expect("the game's own");
        variant.with_holes(holes).and_then(|variant| variant.with_counters(counters)).expect("in range")
    }
}

prop_compose! {
    /// A record of a round under way or over, with names, unknown keys and comments of any signs.
    fn any_record()(
        variant in any_variant(),
        picks in prop::collection::vec(any::<usize>(), 0..80),
        names in any::<[String; 3]>(),
        number in 0..3u32,
        others in prop::collection::vec(("[A-Za-z][A-Za-z0-9_-]{0,9}", any::<String>()), 0..4),
        comments in prop::collection::vec((0..90usize, ".{0,120}|[a-z {}\n]{0,200}"), 0..6),
        forfeit in prop::option::of(prop::sample::select(vec![Forfeit::Timeout, Forfeit::Crash, Forfeit::Illegal])),
    ) -> Record {
        let [south, north, date] = names;
        let mut record = Record::new(&round(variant, &picks));
        record = record.with_players(&south, &north).with_date(&date).with_round(number);
        for (key, value) in others {
            record = record.clone().with_other(&key, &value).unwrap_or(record);
        }
        for (ply, comment) in comments {
            record = record.with_comment(ply, &comment);
        }
        match forfeit {
            Some(forfeit) if record.ending().is_none() => record.with_forfeit(Side::North, forfeit),
            _ => record,
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(record in any_record()) {
        let text = record.to_string();
        prop_assert_eq!(&read(&text), &record, "{}", text);
        prop_assert!(record.replay().is_ok());
        prop_assert!(text.ends_with("\n\n"));
    }

    #[test]
    fn records_stand_one_after_another(records in prop::collection::vec(any_record(), 0..4)) {
        let text: String = records.iter().map(ToString::to_string).collect();
        prop_assert_eq!(Record::read_all(&text).unwrap(), records.clone());
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(Record::read_all(&windows).unwrap(), records);
    }

    #[test]
    fn lines_of_moves_are_shorter_than_eighty_columns(record in any_record()) {
        let text = record.to_string();
        for line in text.split_once("\n\n").expect("a blank line").1.lines() {
            prop_assert!(line.chars().count() < 80 || !line.contains(' '), "{:?}", line);
        }
    }

    #[test]
    fn no_text_at_all_is_too_much(text in any::<String>()) {
        let _ = Record::read_all(&text);
    }

    #[test]
    fn no_damage_is_too_much(
        record in any_record(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), ".{0,2}|[:{}x,/\n]{0,3}", 0..4usize), 1..6),
    ) {
        let mut signs: Vec<char> = record.to_string().chars().collect();
        for (place, put, cut) in damages {
            let from = place.index(signs.len() + 1);
            let to = signs.len().min(from + cut);
            signs.splice(from..to, put.chars());
        }
        if let Ok(records) = Record::read_all(&signs.into_iter().collect::<String>()) {
            for record in records {
                prop_assert_eq!(&read(&record.to_string()), &record);
            }
        }
    }
}

#[test]
fn keys_come_in_any_order_and_unknown_ones_stay_in_theirs() {
    let record = read("Zebra: 1\nBoard: 1,0/0,2/0,3/N\nApe:\nGame: raja\nRound: 12\nReading: origin=skipped\nApe: 2\n");
    assert_eq!(record.others().collect::<Vec<_>>(), [("Zebra", "1"), ("Ape", ""), ("Ape", "2")]);
    assert_eq!(record.variant().game(), RAJA_PASU);
    assert_eq!(record.round(), Some(12));
    assert_eq!(
        record.to_string(),
        "Game: raja-pasu\nReading: origin=skipped\nBoard: 1,0/0,2/0,3/N\nRound: 12\nZebra: 1\nApe:\nApe: 2\n\n"
    );
}

#[test]
fn a_record_without_a_board_starts_at_the_start() {
    let record = read("Game: raja-pasu\nCounters: 3\n\nA b {so far}");
    assert_eq!(record.start().to_string(), "3,3,3,3,3,3,3/3,3,3,3,3,3,3/0,0/S");
    assert_eq!(record.moves().iter().map(|hole| hole.letter()).collect::<String>(), "Ab");
}

#[test]
fn counters_left_unsaid_are_the_fewest_that_make_up_the_board() {
    for (game, board, counters) in [
        (WALAK_PUSSA, "1,0/0,2/0,3/N", 4),
        (WALAK_PUSSA, "1,9/0,2/1,3/N", 4),
        (WALAK_PUSSA, "1,9/0,2/1,4/N", 5),
        (WALAK_PUSSA, "9,9/18,18/9,9/N", 18),
        (RAJA_PASU, "1,9/0,2/1,4/N", 7),
    ] {
        let record = read(&format!("Game: {game}\nBoard: {board}\n"));
        assert_eq!(record.variant().counters(), counters, "{board}");
        assert_eq!(read(&record.to_string()), record);
    }
}

#[test]
fn comments_keep_their_place() {
    let record = read("Game: walak-pussa\n\n{a} {b: c\n\n  d{}Ce{}\nA {e}\n");
    assert_eq!(record.comments().collect::<Vec<_>>(), [(0, "a"), (0, "b: c d{"), (2, ""), (3, "e")]);
    assert!(record.to_string().ends_with("\n\n{a} {b: c d{} Ce {} A {e}\n\n"));
    let record = record.with_comment(2, " second\nthere {} ").with_comment(99, "last");
    assert!(record.to_string().ends_with("\n\n{a} {b: c d{} Ce {} {second there {)} A {e} {last}\n\n"));
}

#[test]
fn a_forfeit_is_a_result_though_the_round_goes_on() {
    let variant = Variant::new(WALAK_PUSSA);
    let record = Record::new(&round(variant, &[0, 0])).with_forfeit(Side::South, Forfeit::Timeout);
    assert_eq!(record.result(), Some(RoundResult::North));
    assert_eq!(record.ending(), Some(RecordEnding::Forfeited(Forfeit::Timeout)));
    assert!(record.replay().is_ok());
}

#[test]
fn an_endless_move_that_is_called_off_ends_the_record() {
    let split = Reading { endless: EndlessRule::Split, ..Reading::default() };
    let variant = Variant::new(RAJA_PASU).with_reading(split).unwrap();
    let mut round = Round::new(variant, variant.parse_board("5,x,x,x,x,x,1/x,x,x,2,x,x,x/0,0/S").unwrap());
    round.play('G').unwrap();
    let text = Record::new(&round).to_string();
    assert!(text.contains("\nResult: draw\nEnding: endless\n\nG\n"), "{text}");
    assert_eq!(read(&text).replay().unwrap().outcome(), round.outcome());
}

#[test]
fn a_key_of_ones_own_is_not_one_of_ours() {
    let record = Record::new(&round(Variant::new(WALAK_PUSSA), &[]));
    let refusal = |key| record.clone().with_other(key, "x").unwrap_err().to_string();
    assert_eq!(refusal("Date"), "record: Date is a key with a meaning of its own");
    let message = r#"record: "so so" is no key; write a letter, and then letters, digits, - and _"#;
    assert_eq!(refusal("so so"), message);
}

/// What is no record, and what is said about it.
#[rustfmt::skip] // a case a line
const REFUSED: &[(&str, &str)] = &[
    (
        "CgAb",
        r#"line 1: "CgAb" is no key; a record begins with lines of the form Key: value, and a blank line stands before the moves and behind them"#,
    ),
    (
        "Game: walak-pussa\nCgAb",
        r#"line 2: "CgAb" is no key; a record begins with lines of the form Key: value, and a blank line stands before the moves and behind them"#,
    ),
    (
        "Game: walak-pussa\n\nCg\n\nAb",
        r#"line 5: "Ab" is no key; a record begins with lines of the form Key: value, and a blank line stands before the moves and behind them"#,
    ),
    (
        "Game: walak-pussa\n\n\nSouth: x\nNorth: y",
        "line 4: the record does not say which game it is of; write Game: walak-pussa or Game: raja-pasu",
    ),
    ("South: x\nGame: walak-pussa\nSouth: y", "line 3: South stands in line 1 already; write it once"),
    ("Game: chess", r#"line 1: no game is called "chess"; there are walak-pussa and raja-pasu"#),
    ("Game: walak-pussa\nReading: origin=left", r#"line 2: origin: "left" is not one of its values, sown and skipped"#),
    (
        "Game: walak-pussa\nReading: last-four=kept",
        "line 2: last-four: walak-pussa has no such option; it has endless, origin, unfilled",
    ),
    ("Game: walak-pussa\nBoard: 4,4/4/0,0/S", "line 2: board, column 5: North's row has 1 hole here, and must have 2"),
    (
        "Game: walak-pussa\nCounters: 3\nBoard: 4,4/4,4/0,0/S",
        "line 3: board, column 1: 16 counters in holes and reserves are more than the game has: 12, from 3 in each of 4 holes",
    ),
    (
        "Game: walak-pussa\nCounters: 19",
        r#"line 2: Counters: "19" is not what a hole can hold at the start; write 1 to 18"#,
    ),
    (
        "Game: walak-pussa\nCounters: 04",
        r#"line 2: Counters: "04" is not what a hole can hold at the start; write 1 to 18"#,
    ),
    ("Game: walak-pussa\nRound: 0", r#"line 2: Round: "0" is not the number of a round; write 1, or 2, and so on"#),
    (
        "Game: walak-pussa\nRound: 99999999999999999999",
        r#"line 2: Round: "99999999999999999999" is not the number of a round; write 1, or 2, and so on"#,
    ),
    ("Game: walak-pussa\nResult: South", r#"line 2: Result: "South" is no result; write south, north or draw"#),
    (
        "Game: walak-pussa\nEnding: resigned",
        r#"line 2: Ending: "resigned" is no ending; write no-move, repetition, endless, timeout, crash or illegal"#,
    ),
    (
        "Game: walak-pussa\n\nCg\n1. Ab",
        "line 4: '1' is no move on this board; write A to G and a to g, and the rest in braces",
    ),
    (
        "Game: walak-pussa\nBoard: 4,4/4,4/0,0/S\n\nC",
        "line 4: 'C' is no move on this board; write A to B and a to b, and the rest in braces",
    ),
    (
        "Game: walak-pussa\n\nCg {never\n\nclosed",
        "line 3: the comment that begins here does not end; write } behind it",
    ),
    ("Game: walak-pussa\n\nCg\n}", "line 4: } ends a comment, but none began; write { before it"),
];

#[test]
fn what_is_no_record_is_refused_with_the_line() {
    for (text, message) in REFUSED {
        let error = Record::read_all(text).expect_err(text);
        assert_eq!(error.to_string(), format!("record, {message}"));
        assert!(error.line().is_some());
    }
}

/// What is a record, but not of a round that could be played so.
#[rustfmt::skip] // a case a line
const NOT_PLAYED: &[(&str, &str)] = &[
    ("Game: walak-pussa\n\n{first}\nCe AA", "line 3: move 4, 'A': that hole is the other player's; it is North's turn"),
    ("Game: walak-pussa\n\nCeAdDcBdGfA", "line 3: move 11, 'A': the round is over (no-move)"),
    ("Game: walak-pussa\nResult: south\n\nCeAdDcBdGf", "line 2: Result: the moves lead to north, not to south"),
    ("Game: walak-pussa\nEnding: crash\n\nCeAdDcBdGf", "line 2: Ending: the moves end by no-move, not by crash"),
    (
        "Game: walak-pussa\nEnding: no-move\n\nCeAdDcBdG",
        "line 2: Ending: the round goes on after move 9, and does not end by no-move",
    ),
];

#[test]
fn what_cannot_be_played_is_refused_with_the_move() {
    for (text, message) in NOT_PLAYED {
        assert_eq!(read(text).replay().expect_err(text).to_string(), format!("record, {message}"));
    }
}

#[test]
fn a_record_that_is_continued_keeps_all_but_moves_and_end() {
    let text =
        "Game: walak-pussa\nSouth: Anna\nNorth: Bert\nRound: 3\nDate: 2020\nEvent: Cup\n\nC {one} g {two} A {three}\n";
    let record = &Record::read_all(text).unwrap()[0];
    let mut round = record.replay().unwrap();
    round.undo();
    round.play('B').unwrap();
    let continued = record.clone().continued(&round);
    assert_eq!(
        (continued.south(), continued.north(), continued.round(), continued.date()),
        ("Anna", "Bert", Some(3), "2020")
    );
    assert_eq!(continued.others().collect::<Vec<_>>(), [("Event", "Cup")]);
    assert_eq!(continued.comments().collect::<Vec<_>>(), [(1, "one"), (2, "two")]);
    assert_eq!(continued.moves(), round.moves());
}
