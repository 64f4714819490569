//! `engines`: lists every engine and its keys.

use crate::context::Context;
use serde::Serialize;
use std::fmt::Write;

/// List every engine and its keys
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An engine is asked for by its name and keys with values, separated by colons: NAME:KEY=VALUE:KEY=VALUE.

Example: the names of all engines
  pussa engines --format json | jq -r '.engines[].name'")]
pub(crate) struct Args {}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    engines: Vec<EngineAnswer>,
}

#[derive(Serialize)]
struct EngineAnswer {
    name: &'static str,
    about: &'static str,
    keys: Vec<KeyAnswer>,
}

#[derive(Serialize)]
struct KeyAnswer {
    name: &'static str,
    about: &'static str,
}

/// Runs the command.
pub(crate) fn run(_: &Args, context: &Context) -> anyhow::Result<()> {
    let engines = context.roster.kinds().iter().map(|kind| EngineAnswer {
        name: kind.name,
        about: kind.about,
        keys: kind.keys.iter().map(|&(name, about)| KeyAnswer { name, about }).collect(),
    });
    let answer = Answer { engines: engines.collect() };
    context.output.text(text(&answer))?;
    context.output.json(&answer)
}

fn text(answer: &Answer) -> String {
    let width = answer.engines.iter().map(|engine| engine.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for engine in &answer.engines {
        let _ = writeln!(text, "{:width$}  {}", engine.name, engine.about);
        for key in &engine.keys {
            let _ = writeln!(text, "{:width$}    {}: {}", "", key.name, key.about);
        }
    }
    text
}
