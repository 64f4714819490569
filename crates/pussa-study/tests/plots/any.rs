//! Any names and numbers whatever give a picture.

use crate::picture::read;
use crate::rows::{MARKUP, duel, standing};
use proptest::prelude::*;
use pussa_arena::{CrossTableRow, Standing};
use pussa_study::plot::{Bar, Cell, HeatMap, Point, Series, bars, crosstable, heat_map, lines, ratings, steps};

/// Text as it comes, signs that are none included, or one of few so that rows meet.
fn any_name() -> impl Strategy<Value = String> {
    let characters =
        prop_oneof![any::<char>(), prop::char::range('\0', '\u{A0}'), prop::char::range('\u{FFF0}', '\u{FFFF}')];
    let text = prop::collection::vec(characters, 0..40).prop_map(String::from_iter);
    prop_oneof![text, "[ab]", Just(MARKUP.into()), "[a-z:=/ ]{0,300}"]
}

/// Any number at all, or a usual one.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![prop::num::f64::ANY, -1000.0..1000.0]
}

fn any_game() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("walak-pussa"), Just("raja-pasu")]
}

prop_compose! {
    fn any_standing()(
        game in any_game(),
        names in [any_name(), any_name()],
        elo in [any_number(), any_number(), any_number()],
        rank: usize,
        games: u64,
    ) -> Standing {
        let [engine, reading] = names;
        Standing { reading, games, ..standing(game, rank, &engine, elo) }
    }
}

prop_compose! {
    fn any_duel()(
        game in any_game(),
        names in [any_name(), any_name()],
        reading in "[ab]?",
        numbers in [any_number(), any_number(), any_number(), any_number(), any_number(), any_number()],
        games in prop_oneof![any::<u64>(), 0..3_u64],
        wins: u64,
        draws: u64,
    ) -> CrossTableRow {
        let [elo, elo_low, elo_high, mean_margin, mean_margin_low, mean_margin_high] = numbers;
        let row = duel(&names[0], &names[1], 50);
        let row = CrossTableRow { game, reading, games, wins, draws, elo, elo_low, elo_high, ..row };
        let [mean_margin, mean_margin_low, mean_margin_high] = [mean_margin, mean_margin_low, mean_margin_high].map(Some);
        CrossTableRow { mean_margin, mean_margin_low, mean_margin_high, ..row }
    }
}

prop_compose! {
    fn any_series()(
        name in any_name(),
        points in prop::collection::vec([any_number(), any_number(), any_number(), any_number()], 0..50),
    ) -> Series {
        let points = points.into_iter().map(|[x, y, low, high]| Point { x, y, low, high }).collect();
        Series { name, points }
    }
}

prop_compose! {
    fn any_bar()(name in any_name(), value in any_number(), interval in prop::option::of([any_number(), any_number()]))
        -> Bar
    {
        Bar { name, value, interval }
    }
}

prop_compose! {
    fn any_cell()(
        surplus in prop::option::of(any_number()),
        is_open: bool,
        lines in prop::collection::vec(any_name(), 0..4),
    ) -> Cell {
        Cell { surplus, is_open, lines }
    }
}

prop_compose! {
    fn any_map()(
        texts in [any_name(), any_name(), any_name(), any_name()],
        columns in prop::collection::vec(any_name(), 0..5),
        rows in prop::collection::vec((any_name(), prop::collection::vec(any_cell(), 0..5)), 0..5),
        legend in prop::collection::vec((any_cell(), any_name()), 0..3),
    ) -> HeatMap {
        let [title, note, x_label, y_label] = texts;
        HeatMap { title, note, x_label, y_label, columns, rows, legend }
    }
}

proptest! {
    #[test]
    fn any_heat_map_is_a_picture(map in any_map()) {
        read(&heat_map(&map));
    }

    #[test]
    fn any_steps_are_a_picture(
        title in any_name(),
        names in prop::collection::vec(any_name(), 0..8),
        series in prop::collection::vec(any_series(), 0..5),
    ) {
        read(&steps(&title, &title, &title, &names, &series));
    }

    #[test]
    fn any_standings_are_a_picture(rows in prop::collection::vec(any_standing(), 0..30)) {
        read(&ratings(&rows));
    }

    #[test]
    fn any_cross_table_is_a_picture(rows in prop::collection::vec(any_duel(), 0..30)) {
        read(&crosstable(&rows));
    }

    #[test]
    fn any_series_are_a_picture(
        title in any_name(),
        label in any_name(),
        series in prop::collection::vec(any_series(), 0..10),
        log_x: bool,
    ) {
        read(&lines(&title, &label, &label, &series, log_x));
    }

    #[test]
    fn any_bars_are_a_picture(
        title in any_name(),
        label in any_name(),
        all in prop::collection::vec(any_bar(), 0..30),
    ) {
        read(&bars(&title, &label, &all));
    }
}
