//! The plots, read as XML: what is written on them, where it stands, and that any input gives a picture.

mod any;
mod picture;
mod rows;

use picture::{dots, marks, nothing_is_cut, number, read, shape, text, words};
use pussa_study::plot::{Bar, Cell, HeatMap, Point, Series, bars, crosstable, heat_map, lines, losses, ratings, steps};
use rows::{ENGINES, LONG, MARKUP, duel, duels, loss, series, standings};
use roxmltree::Node;
use std::collections::HashSet;

#[test]
fn ratings_show_every_engine_with_its_figures() {
    let svg = ratings(&standings("walak-pussa", &ENGINES, 100.0, 8.0));
    let document = read(&svg);
    let wanted = ["Elo, 95 % intervals", "Walak-pussa, default reading", "6,000 rounds", "+150", "[142, 158]", "−50"];
    for wanted in wanted.into_iter().chain(ENGINES) {
        text(&document, wanted);
    }
}

#[test]
fn ratings_stand_by_rank_and_a_stronger_engine_farther_to_the_right() {
    let mut rows = standings("walak-pussa", &ENGINES, 100.0, 8.0);
    rows.reverse();
    let svg = ratings(&rows);
    let document = read(&svg);
    let names = ENGINES.map(|name| number(text(&document, name), "y"));
    assert!(names.is_sorted());
    let dots = dots(&document);
    assert_eq!(dots.len(), ENGINES.len());
    assert!(dots.windows(2).all(|pair| number(pair[0], "cx") > number(pair[1], "cx")));
    assert!(dots.windows(2).all(|pair| number(pair[0], "cy") < number(pair[1], "cy")));
    // The ratings are as far above zero as below.
    let zero = number(text(&document, "0"), "x");
    let sum: f64 = dots.iter().map(|&dot| number(dot, "cx") - zero).sum();
    assert!(sum.abs() <= 2.0, "{sum}");
}

#[test]
fn every_game_has_a_panel_and_a_colour_of_its_own_and_all_have_one_scale() {
    let mut rows = standings("walak-pussa", &ENGINES, 100.0, 8.0);
    rows.extend(standings("raja-pasu", &ENGINES, 50.0, 8.0));
    let svg = ratings(&rows);
    let document = read(&svg);
    text(&document, "Raja Pasu, default reading");
    let dots = dots(&document);
    let (first, second) = dots.split_at(4);
    let reach = |dots: &[Node<'_, '_>]| number(dots[0], "cx") - number(dots[3], "cx");
    assert!((reach(first) - 2.0 * reach(second)).abs() <= 3.0);
    assert_ne!(first[0].attribute("fill"), second[0].attribute("fill"));
}

#[test]
fn losses_of_every_game_are_a_picture_of_their_own_without_plies_that_say_nothing() {
    let of = |game: &'static str| {
        let line = |engine: &&str| [3, 4, 5, 9].map(|ply| loss(game, engine, ply, if ply == 9 { 29 } else { 30 }, 2.0));
        ENGINES.iter().flat_map(line).collect::<Vec<_>>()
    };
    let pictures = losses(&[of("walak-pussa"), of("raja-pasu")].concat());
    let names: Vec<_> = pictures.iter().map(|(name, _)| name.as_str()).collect();
    let reading = "last-four=kept+origin=skipped";
    assert_eq!(names, ["walak-pussa", "raja-pasu"].map(|game| format!("loss-by-ply.{game}.{reading}.svg")));
    for (_, svg) in &pictures {
        let document = read(svg);
        nothing_is_cut(&document);
        for engine in ENGINES {
            text(&document, engine);
        }
        assert_eq!(marks(&document).len(), (3 + 1) * ENGINES.len(), "plies 3 to 5 of each, and one beside its name");
        text(&document, "moves made in the round before");
    }
    assert!(losses(&[]).is_empty());
}

#[test]
fn an_engine_whose_losses_are_not_drawn_is_named_with_the_reason() {
    let rows = [loss("raja-pasu", "greedy", 3, 30, 1.0), loss("raja-pasu", "random", 3, 29, 2.0)];
    let (_, svg) = losses(&rows).remove(0);
    let document = read(&svg);
    text(&document, "greedy");
    let words = words(&document).join(" ");
    assert!(words.contains("random: fewer than 30 moves judged at each ply"), "{words}");
    assert_eq!(marks(&document).len(), 2, "greedy's, and the one beside its name");
}

#[test]
fn the_lines_of_a_plot_are_marked_by_shapes_of_their_own() {
    let all = ["a", "b", "c", "d", "e", "f"].map(|name| series(name, &[(1.0, 1.0)]));
    let shapes: HashSet<String> = (0..all.len())
        .map(|number| {
            // The others have no points, and so no marks.
            let mut one = all.clone();
            one.iter_mut().enumerate().filter(|(other, _)| *other != number).for_each(|(_, line)| line.points.clear());
            let svg = lines("t", "x", "y", &one, false);
            let document = read(&svg);
            let [in_plot, beside_name] = marks(&document)[..] else { panic!("{svg}") };
            assert_eq!(in_plot.attribute("fill"), beside_name.attribute("fill"));
            shape(in_plot)
        })
        .collect();
    assert_eq!(shapes.len(), all.len());
}

#[test]
fn an_axis_begins_at_zero_where_values_come_near_it() {
    let has_zero = |values: [f64; 2]| {
        let points = [(1.0, values[0]), (2.0, values[1])].map(|(x, y)| Point { x, y, low: y, high: y });
        let svg = lines("t", "x", "y", &[Series { name: "a".into(), points: points.to_vec() }], false);
        let document = read(&svg);
        words(&document).iter().any(|text| text.trim_end_matches(['0', '.']).is_empty() && text.starts_with('0'))
    };
    assert!(has_zero([0.1, 1.8]), "losses");
    assert!(!has_zero([60.0, 100.0]), "shares");
}

#[test]
fn names_that_are_markup_are_text_and_long_ones_are_whole() {
    let engines = [MARKUP, LONG];
    let rows = standings("walak-pussa", &engines, 100.0, 8.0);
    let bar = engines.map(|name| Bar { name: name.into(), value: 1.0, interval: None });
    let line = engines.map(|name| series(name, &[(1.0, 2.0), (2.0, 3.0)]));
    let svgs = [ratings(&rows), crosstable(&duels(&engines)), bars("", "", &bar), lines("", "", "", &line, false)];
    for svg in svgs {
        let document = read(&svg);
        nothing_is_cut(&document);
        assert!(words(&document).contains(&MARKUP));
        assert!(words(&document).concat().contains(LONG));
    }
}

#[test]
fn tables_say_scores_and_differences_and_colour_wins_otherwise_than_losses() {
    let svg = crosstable(&duels(&ENGINES));
    let document = read(&svg);
    let words = words(&document);
    let times = |wanted: &str| words.iter().filter(|&&text| text == wanted).count();
    // The first engine wins 75 % against all, the last one 25 %.
    assert_eq!((times("75.0 %"), times("25.0 %")), (6 + 1, 6 + 1));
    assert_eq!((times("+175"), times("[145, 206]"), times("−175")), (6, 6, 6));
    assert_eq!(times("600 rounds"), 1);
    let is_cell = |node: &Node<'_, '_>| node.has_tag_name("rect") && node.attribute("fill") != Some("#FFFFFF");
    let mut fills: Vec<_> = document.descendants().filter(is_cell).map(|node| node.attribute("fill")).collect();
    assert_eq!(fills.len(), 12);
    fills.sort_unstable();
    fills.dedup();
    assert_eq!(fills.len(), 2);
}

#[test]
fn tables_without_a_difference_say_the_margin_and_leave_out_what_was_not_played() {
    let mut rows = duels(&ENGINES);
    rows[0].elo = f64::INFINITY;
    rows.retain(|row| row.engine != "random" || row.opponent != "greedy");
    let svg = crosstable(&rows);
    let document = read(&svg);
    text(&document, "by +1.5");
    assert_eq!(words(&document).iter().filter(|text| text.starts_with('−')).count(), 5);
}

#[test]
fn tables_of_many_engines_number_them_and_have_no_intervals() {
    let names: Vec<_> = (1..=20).map(|depth| format!("alpha-beta:depth={depth}:hash=64MiB")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let svg = crosstable(&duels(&names));
    let document = read(&svg);
    let words = words(&document);
    assert!(names.iter().all(|name| words.contains(name)));
    assert_eq!(words.iter().filter(|&&text| text == "20").count(), 2, "at the row and over the column");
    assert!(!words.iter().any(|text| text.starts_with('[')));
}

#[test]
fn lines_double_at_equal_distances_on_a_logarithmic_axis_and_say_their_names() {
    let ladders = [series("walak-pussa", &[(400.0, 90.0), (100.0, 0.0), (200.0, 50.0)]), series("raja-pasu", &[])];
    let svg = lines("Strength", "playouts", "Elo", &ladders, true);
    let document = read(&svg);
    let xs: Vec<_> = dots(&document).iter().map(|&dot| number(dot, "cx")).collect();
    assert!((xs[1] - xs[0] - (xs[2] - xs[1])).abs() <= 1.0);
    for wanted in ["Strength", "playouts", "Elo", "walak-pussa", "raja-pasu", "100", "200", "400"] {
        text(&document, wanted);
    }
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("polygon")).count(), 1, "one band");
}

#[test]
fn names_at_the_ends_of_lines_do_not_touch() {
    let names: Vec<_> = (0..30).map(|i| format!("line {i}")).collect();
    let all: Vec<_> = names.iter().map(|name| series(name, &[(1.0, 1.0), (2.0, 2.0)])).collect();
    let svg = lines("Many", "x", "y", &all, false);
    let document = read(&svg);
    let mut heights: Vec<_> = names.iter().map(|name| number(text(&document, name), "y")).collect();
    heights.sort_by(f64::total_cmp);
    assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 16.0));
}

#[test]
fn steps_stand_at_equal_distances_with_their_names_below() {
    let names = ["random", LONG, "perfect play"].map(String::from);
    let svg = steps("Edge", "engine", "counters", &names, &[series("a", &[(0.0, 1.0), (1.0, 2.0)])]);
    let document = read(&svg);
    nothing_is_cut(&document);
    let [first, last] = ["random", "perfect play"].map(|name| number(text(&document, name), "x"));
    let xs: Vec<_> = dots(&document).iter().map(|&dot| number(dot, "cx")).collect();
    assert!((xs[0] - first).abs() <= 1.0 && (xs[1] - f64::midpoint(first, last)).abs() <= 1.0, "{xs:?}");
    assert!(words(&document).concat().contains(LONG));
}

#[test]
fn cells_of_a_heat_map_say_what_they_are_worth_and_have_the_colour_of_it() {
    let cell = |surplus, is_open, line: &str| Cell { surplus, is_open, lines: vec![line.into(), "AB".into()] };
    let map = HeatMap {
        title: "Worth".into(),
        note: "to who leads".into(),
        x_label: "counters".into(),
        y_label: "holes".into(),
        columns: vec!["1".into(), "2".into()],
        rows: vec![
            ("8".into(), vec![cell(Some(1.0), false, "+9"), cell(Some(-1.0), false, "-9")]),
            ("7".into(), vec![cell(Some(1.0), true, "+1 to +9"), cell(None, false, "none")]),
        ],
        legend: vec![(Cell { surplus: Some(0.0), ..Cell::default() }, "a draw".into())],
    };
    let svg = heat_map(&map);
    let document = read(&svg);
    nothing_is_cut(&document);
    for wanted in ["Worth", "to who leads", "counters", "holes", "1", "2", "7", "8", "+9", "-9", "+1 to +9", "a draw"] {
        text(&document, wanted);
    }
    let fills: Vec<_> =
        document.descendants().filter(|node| node.has_tag_name("rect")).map(|node| node.attribute("fill")).collect();
    // The card, two cells, two frames with what is in them, and a patch.
    let [_, won, lost, frame, inside, _, other_inside, even] = fills[..] else { panic!("{fills:?}") };
    assert_eq!((frame, inside, other_inside), (won, Some("#FFFFFF"), Some("#FFFFFF")));
    assert!(won != lost && won != even && lost != even);
    assert!(number(text(&document, "+9"), "y") < number(text(&document, "+1 to +9"), "y"), "rows from top to bottom");
    assert!(number(text(&document, "+9"), "x") < number(text(&document, "-9"), "x"));
}

#[test]
fn a_cell_that_may_be_a_draw_has_a_frame_that_is_seen() {
    let frame = |surplus| {
        let open = Cell { surplus: Some(surplus), is_open: true, lines: Vec::new() };
        let svg = heat_map(&HeatMap { rows: vec![(String::new(), vec![open])], ..HeatMap::default() });
        let document = read(&svg);
        let rectangle = document.descendants().filter(|node| node.has_tag_name("rect")).nth(1).unwrap();
        rectangle.attribute("fill").unwrap().to_owned()
    };
    assert_eq!([0.0, 1.0].map(frame), ["#A0A0A0", "#6BA8DB"].map(String::from));
}

#[test]
fn bars_reach_from_zero_to_their_values_to_either_side() {
    let [more, less] = [("more", 3.0), ("less", -1.5)].map(|(name, value)| Bar {
        name: name.into(),
        value,
        interval: Some([value - 0.25, value + 0.25]),
    });
    let svg = bars("Worth", "nodes", &[more, less]);
    let document = read(&svg);
    let bars: Vec<_> = document.descendants().filter(|node| node.has_tag_name("rect")).skip(1).collect();
    let [more, less] = bars[..] else { panic!("there are {} bars", bars.len()) };
    let end = number(less, "x") + number(less, "width");
    assert!((number(more, "x") - end).abs() < 1.0, "both begin at zero");
    assert!((number(more, "width") - 2.0 * number(less, "width")).abs() <= 2.0);
    for wanted in ["Worth", "nodes", "3.00", "[2.75, 3.25]", "−1.50"] {
        text(&document, wanted);
    }
}

#[test]
fn nothing_and_nearly_nothing_are_pictures_too() {
    let one = standings("walak-pussa", &["greedy"], 0.0, 0.0);
    let single = [series("one point", &[(5.0, 5.0)])];
    let bar = Bar { name: String::new(), value: f64::NAN, interval: Some([f64::NEG_INFINITY, f64::INFINITY]) };
    let svgs = [
        ratings(&[]),
        ratings(&one),
        crosstable(&[]),
        crosstable(&[duel("greedy", "greedy", 50)]),
        crosstable(&[duel("greedy", "random", 100)]),
        lines("", "", "", &[], false),
        lines("t", "x", "y", &single, true),
        bars("", "", &[]),
        heat_map(&HeatMap::default()),
        steps("", "", "", &[], &[]),
        steps("t", "x", "y", &["one".into()], &single),
        bars("t", "x", &[bar]),
    ];
    for svg in &svgs {
        read(svg);
    }
    assert!(svgs[0].contains("No rounds were played.") && svgs[2].contains("No rounds were played."));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let svg = || {
        let rows = standings("walak-pussa", &ENGINES, 100.0, 8.0);
        [ratings(&rows), crosstable(&duels(&ENGINES)), lines("t", "x", "y", &[series("a", &[(1.0, 2.0)])], false)]
    };
    assert_eq!(svg(), svg());
}

#[test]
fn thirty_engines_and_intervals_of_hundreds_of_elo_have_room() {
    let names: Vec<_> = (0..30).map(|i| format!("{LONG}:number={i}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    for svg in [ratings(&standings("walak-pussa", &names, 300.0, 900.0)), crosstable(&duels(&names))] {
        nothing_is_cut(&read(&svg));
    }
}
