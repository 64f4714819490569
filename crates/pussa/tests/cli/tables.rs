//! `rules`, `engines` and the help texts.

use crate::{json, text};

#[test]
fn the_rules_of_each_game_are_told() {
    insta::assert_snapshot!("the-rules-of-walak-pussa", text("rules"));
    insta::assert_snapshot!("the-rules-of-raja-pasu", text("rules --game raja"));
    let rules = json("rules --game raja --last-four kept");
    assert_eq!((&rules["game"], &rules["title"]), (&"raja-pasu".into(), &"Raja Pasu".into()));
    let last_four = &rules["options"][1];
    assert_eq!((&last_four["name"], &last_four["value"]), (&"last-four".into(), &"kept".into()));
}

#[test]
fn every_engine_is_listed() {
    let engines = json("engines");
    let names: Vec<_> = engines["engines"].as_array().unwrap().iter().map(|engine| &engine["name"]).collect();
    assert!(names.contains(&&"random".into()) && names.contains(&&"greedy".into()), "{names:?}");
    let keys = engines["engines"].as_array().unwrap().iter().map(|engine| engine["keys"].as_array().unwrap().len());
    assert_eq!(text("engines").lines().count(), names.len() + keys.sum::<usize>());
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        "",
        "rules",
        "engines",
        "show",
        "play",
        "serve",
        "analyse",
        "perft",
        "reach",
        "bench",
        "match",
        "tournament",
        "selfplay",
        "selfplay merge",
        "tune",
        "verify",
        "advantage",
        "experiment",
        "ugi",
        "completions",
        "man",
    ] {
        let help = text(&format!("{command} --help"));
        assert!(help.contains("\nExample: "), "{command}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{command}");
        assert_eq!(help, text(&format!("{command} -h")), "{command}");
    }
}
