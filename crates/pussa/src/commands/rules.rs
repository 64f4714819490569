//! `rules`: tells the rules of a game and its readings.

use crate::context::Context;
use pussa_rules::{GAMES, ReadingOption, Variant};
use serde::Serialize;
use std::fmt::Write;

/// Tell the rules of a game, and how its silent places can be read
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: the rules of Raja Pasu\n  pussa rules --game raja-pasu")]
pub(crate) struct Args {}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    game: &'static str,
    title: &'static str,
    holes: u8,
    counters: u8,
    rules: &'static [&'static str],
    options: Vec<OptionAnswer>,
}

/// An option of the reading: what it decides, its values, the default, and the value it has now.
#[derive(Serialize)]
struct OptionAnswer {
    name: &'static str,
    about: &'static str,
    values: [&'static str; 2],
    default: &'static str,
    value: &'static str,
}

/// Runs the command.
pub(crate) fn run(_: &Args, context: &Context) -> anyhow::Result<()> {
    let answer = answer(&context.variant);
    context.output.text(text(&answer, textwrap::termwidth().min(100)))?;
    context.output.json(&answer)
}

fn answer(variant: &Variant) -> Answer {
    let game = variant.game();
    let option = |&option: &ReadingOption| OptionAnswer {
        name: option.name(),
        about: option.about(),
        values: option.values(),
        default: option.values()[0],
        value: variant.reading().value(option),
    };
    Answer {
        game: game.name(),
        title: game.title(),
        holes: variant.holes(),
        counters: variant.counters(),
        rules: game.rules(),
        options: game.options().iter().map(option).collect(),
    }
}

fn text(answer: &Answer, width: usize) -> String {
    let mut text = format!("{}\n\n", answer.title);
    for paragraph in answer.rules {
        text += &textwrap::fill(paragraph, width);
        text += "\n\n";
    }
    let usual = Variant::new(answer.game.parse().expect("the name of a game"));
    if (answer.holes, answer.counters) != (usual.holes(), usual.counters()) {
        let Answer { holes, counters, .. } = answer;
        let here =
            format!("Asked for here: {holes} holes in a row, and {counters} counters in each hole, instead of that.");
        text += &textwrap::fill(&here, width);
        text += "\n\n";
    }
    text += "Where the sources are silent, options decide:\n\n";
    for option in &answer.options {
        let [default, other] = option.values;
        let asked = if option.value == other { ", as asked for here" } else { "" };
        let _ = writeln!(text, "  --{} {default} (default) or {other}{asked}", option.name);
        let indent = textwrap::Options::new(width).initial_indent("      ").subsequent_indent("      ");
        let _ = writeln!(text, "{}", textwrap::fill(option.about, indent));
    }
    let others: Vec<_> = GAMES.iter().filter(|game| game.name() != answer.game).map(|game| game.name()).collect();
    let _ = writeln!(text, "\nThe other game: pussa rules --game {}", others.join(", "));
    text
}
