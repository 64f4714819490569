//! `engines`, `rules` and `status`: what there is.

use super::Desk;
use crate::asked::Asked;
use crate::engines::built_in;
use crate::known::Volume;
use crate::refusal::Refusal;
use axum::Json;
use axum::extract::State;
use pussa_rules::ReadingOption;
use serde::Serialize;

/// The engines that can be named.
#[derive(Serialize)]
pub(super) struct Engines {
    engines: Vec<EngineTold>,
}

#[derive(Serialize)]
struct EngineTold {
    name: &'static str,
    about: &'static str,
    keys: Vec<KeyTold>,
}

#[derive(Serialize)]
struct KeyTold {
    name: &'static str,
    about: &'static str,
}

pub(super) async fn engines(State(desk): State<Desk>, asked: Asked) -> Result<Json<Engines>, Refusal> {
    asked.nothing_else()?;
    let engine = |kind: &pussa_engine::Kind| EngineTold {
        name: kind.name,
        about: kind.about,
        keys: kind.keys.iter().map(|&(name, about)| KeyTold { name, about }).collect(),
    };
    Ok(Json(Engines { engines: built_in(&desk.roster).map(engine).collect() }))
}

/// The rules of a game and its readings.
#[derive(Serialize)]
pub(super) struct Rules {
    game: &'static str,
    title: &'static str,
    holes: u8,
    counters: u8,
    #[serde(rename = "rules")]
    paragraphs: &'static [&'static str],
    options: Vec<OptionTold>,
}

#[derive(Serialize)]
struct OptionTold {
    name: &'static str,
    about: &'static str,
    values: [&'static str; 2],
    default: &'static str,
    value: &'static str,
}

pub(super) async fn rules(mut asked: Asked) -> Result<Json<Rules>, Refusal> {
    let variant = asked.variant()?;
    asked.nothing_else()?;
    let game = variant.game();
    let option = |&option: &ReadingOption| OptionTold {
        name: option.name(),
        about: option.about(),
        values: option.values(),
        default: option.values()[0],
        value: variant.reading().value(option),
    };
    Ok(Json(Rules {
        game: game.name(),
        title: game.title(),
        holes: variant.holes(),
        counters: variant.counters(),
        paragraphs: game.rules(),
        options: game.options().iter().map(option).collect(),
    }))
}

/// How the server stands.
#[derive(Serialize)]
pub(super) struct Status {
    version: &'static str,
    /// What it has or makes of what is known of the games.
    library: Vec<Volume>,
}

pub(super) async fn status(State(desk): State<Desk>, asked: Asked) -> Result<Json<Status>, Refusal> {
    asked.nothing_else()?;
    Ok(Json(Status { version: env!("CARGO_PKG_VERSION"), library: desk.known.volumes() }))
}
