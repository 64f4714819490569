//! A board and moves on it: no counter is lost, what is told of a move is what is played, and boards are written as they
//! are read. The first byte chooses the game and the reading; the first white space parts the board from the moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pussa_rules::{
    Ending, EndlessRule, GAMES, Move, Position, Reading, Round, Side, SowingEnd, Variant, holes_of_board,
};

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let (board, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let Some(variant) = holes_of_board(board).map(|holes| variant(*choice, holes)) else { return };
    let Ok(position) = variant.parse_board(board) else { return };
    assert_eq!(position.to_string(), board);
    if is_quick(&variant, &position) {
        play(&mut Round::new(variant, position), moves);
    }
});

/// One of the games under one of its readings, with room for all boards.
fn variant(choice: u8, holes: u8) -> Variant {
    let game = GAMES[usize::from(choice) % GAMES.len()];
    let readings: Vec<_> = Reading::all(game, false).collect();
    let reading = readings[usize::from(choice) / GAMES.len() % readings.len()];
    let variant = Variant::new(game).with_reading(reading).expect("the game's own");
    variant.with_holes(holes).and_then(|variant| variant.with_counters(18)).expect("in range")
}

/// Whether no move has so many laps that a run would stand still.
fn is_quick(variant: &Variant, position: &Position) -> bool {
    let mut moves = (0..7).filter_map(|place| variant.explain(position, Move::new(place)));
    moves.all(|explanation| explanation.end != SowingEnd::TooLong)
}

fn counters(position: &Position) -> u32 {
    position.board().total() + Side::BOTH.map(|side| u32::from(position.reserve(side))).iter().sum::<u32>()
}

fn play(round: &mut Round, moves: &str) {
    let variant = round.variant();
    let all = counters(&round.start());
    for letter in moves.chars() {
        let Ok(mv) = round.check(letter) else {
            return assert!(!round.play(letter).expect_err("it was refused").to_string().is_empty());
        };
        let explanation = round.explain(mv).expect("it may be made");
        assert_eq!(explanation.is_endless(), round.endless().contains(mv));
        if explanation.after().is_some_and(|after| !is_quick(&variant, &after)) {
            return;
        }
        round.play(letter).expect("it was not refused");
        let position = round.position();
        assert_eq!(counters(&position), all);
        assert_eq!(variant.parse_board(&position.to_string()), Ok(position));
        match explanation.after() {
            Some(after) => assert_eq!(after, position),
            None => assert_eq!(variant.reading().endless, EndlessRule::Split),
        }
        if let Some(outcome) = round.outcome() {
            let odd = if outcome.ending == Ending::NoMove { 0 } else { position.board().total() % 2 };
            assert_eq!(outcome.holdings.map(u32::from).iter().sum::<u32>() + odd, all);
        }
    }
}
