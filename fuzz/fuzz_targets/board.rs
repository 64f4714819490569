//! Board strings, readings and names of games: no text breaks the parsers, and what is read is written as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pussa_rules::{Game, Reading, Variant, WALAK_PUSSA, holes_of_board};

fuzz_target!(|text: &str| {
    let walak = Variant::new(WALAK_PUSSA).with_counters(18).expect("the most there are");
    let variant = holes_of_board(text).map_or(walak, |holes| walak.with_holes(holes).expect("1 to 7"));
    match variant.parse_board(text) {
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            assert!(position.drawing().to_string().lines().all(|line| line.chars().count() <= 60));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match text.parse::<Reading>() {
        Ok(reading) => assert_eq!(reading.to_string().parse(), Ok(reading)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(game) = text.parse::<Game>() {
        assert!(text == game.name() || text == game.short_name());
    }
});
