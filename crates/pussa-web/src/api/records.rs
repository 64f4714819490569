//! `records/read` and `records/write`: game records from text and to text.

use super::Desk;
use crate::asked::{Asked, patiently};
use crate::refusal::{OrWrong, Refusal};
use crate::told::moves;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::{JsonRejection, StringRejection};
use pussa_rules::{ReadingOption, Record, RecordEnding, RoundResult};
use serde::{Deserialize, Serialize};

/// How many records are read at most.
const MOST_RECORDS: usize = 200;

/// The records of a text.
#[derive(Serialize)]
pub(super) struct Read {
    records: Vec<RecordTold>,
}

/// A record, in the words in which a round is asked for.
#[derive(Serialize)]
struct RecordTold {
    game: &'static str,
    holes: u8,
    counters: u8,
    reading: Vec<(&'static str, &'static str)>,
    board: String,
    moves: String,
    south: String,
    north: String,
    round: Option<u32>,
    result: Option<&'static str>,
    ending: Option<&'static str>,
    date: String,
    /// Comments, each with the number of moves before it.
    comments: Vec<(usize, String)>,
    /// The record by itself, for `write`.
    text: String,
}

pub(super) async fn read(
    State(desk): State<Desk>,
    text: Result<String, StringRejection>,
) -> Result<Json<Read>, Refusal> {
    let text = text.map_err(|error| Refusal::with(error.status(), error.body_text()))?;
    let work = move || {
        let records = Record::read_all(&text).or_wrong()?;
        if records.is_empty() {
            return Err(Refusal::wrong("there is no record in it"));
        }
        if records.len() > MOST_RECORDS {
            return Err(Refusal::wrong(format_args!(
                "it holds {} records; {MOST_RECORDS} are read here",
                records.len()
            )));
        }
        let records = records.iter().map(told).collect::<Result<_, _>>()?;
        Ok(Json(Read { records }))
    };
    desk.clerks.done(work).await
}

fn told(record: &Record) -> Result<RecordTold, Refusal> {
    let round = patiently(|| record.replay())?.or_wrong()?;
    let variant = record.variant();
    let option = |&option: &ReadingOption| (option.name(), variant.reading().value(option));
    Ok(RecordTold {
        game: variant.game().name(),
        holes: variant.holes(),
        counters: variant.counters(),
        reading: variant.game().options().iter().map(option).collect(),
        board: record.start().to_string(),
        moves: moves(&round),
        south: record.south().into(),
        north: record.north().into(),
        round: record.round(),
        result: record.result().map(RoundResult::name),
        ending: record.ending().map(RecordEnding::name),
        date: record.date().into(),
        comments: record.comments().map(|(ply, comment)| (ply, comment.to_owned())).collect(),
        text: record.to_string(),
    })
}

/// A round that is to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToWrite {
    /// Which round, in the words in which one is asked for.
    played: Vec<(String, String)>,
    #[serde(default)]
    south: String,
    #[serde(default)]
    north: String,
    /// Its number in a match, from 1 on; 0 for none.
    #[serde(default)]
    round: u32,
    #[serde(default)]
    date: String,
    /// The record that it was taken up from: what that says beside the moves is kept.
    #[serde(default)]
    from: String,
}

pub(super) async fn write(
    State(desk): State<Desk>,
    rounds: Result<Json<Vec<ToWrite>>, JsonRejection>,
) -> Result<String, Refusal> {
    let Json(rounds) = rounds.map_err(|error| Refusal::with(error.status(), error.body_text()))?;
    let work = move || rounds.into_iter().map(written).collect();
    desk.clerks.done(work).await
}

fn written(to_write: ToWrite) -> Result<String, Refusal> {
    let ToWrite { played, south, north, round: number, date, from } = to_write;
    let mut asked = Asked::new(played)?;
    let round = asked.played()?;
    asked.nothing_else()?;
    let round = round.round()?;
    let record = match Record::read_all(&from).or_wrong()?.into_iter().next() {
        Some(record) => record.continued(&round),
        None => Record::new(&round).with_players(&south, &north).with_round(number).with_date(&date),
    };
    Ok(record.to_string())
}
