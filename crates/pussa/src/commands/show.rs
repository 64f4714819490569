//! `show`: plays moves and draws the board.

use crate::boards;
use crate::context::Context;
use crate::failure::Usage;
use crate::files;
use crate::output::if_it_takes_long;
use crate::records;
use crate::words::{self, Over};
use anyhow::Context as _;
use pussa_rules::{Children, Ending, Moves, Round};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Play moves on a board and draw it
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: the board after three moves\n  pussa show --moves CgA")]
pub(crate) struct Args {
    /// The position to start from [default: the start of the game]
    #[arg(value_name = "BOARD", conflicts_with_all = ["file", "boards"])]
    board: Option<String>,

    /// Moves to play first, one letter each, as in `CgGcFb`; with --file after those of the record, with --boards on each
    /// of the boards
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Start from the end of a game record (- for standard input). The record settles the game and its reading;
    /// one of more counters than the game has belongs to the game of the fewest counters a hole that has them
    #[arg(long, value_name = "FILE", conflicts_with = "boards")]
    file: Option<PathBuf>,

    /// Which record of the file, from 1 on; needed if it holds more than one
    #[arg(long, value_name = "N", requires = "file", value_parser = crate::options::number(1, usize::MAX))]
    #[arg(allow_negative_numbers = true)]
    record: Option<usize>,

    /// Show every board of a file, one a line (- for standard input); as JSON one array, in order
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    board: String,
    /// The letters that may be chosen.
    legal: Vec<char>,
    /// The letters of the player to move whose relay never ends.
    endless: Vec<char>,
    over: Option<Over>,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let _note = if_it_takes_long("a move here goes on for millions of laps; whether it ends is being found out");
    let Some(path) = &args.boards else {
        let round = match &args.file {
            Some(file) => recorded(file, args, context)?,
            None => round(args.board.as_deref(), &args.moves, context)?,
        };
        context.output.text(text(&round))?;
        return context.output.json(&answer(&round));
    };
    let list = files::read(path)?;
    let lines = boards::lines(path, &list)?.into_iter();
    let round = |line: boards::Line| round(Some(line.board), &args.moves, context).context(line.place);
    if context.output.is_json() {
        let answers = lines.map(|line| Ok(answer(&round(line)?))).collect::<anyhow::Result<Vec<_>>>()?;
        return context.output.json(&answers);
    }
    let texts = lines.map(|line| Ok(text(&round(line)?))).collect::<anyhow::Result<Vec<_>>>()?;
    context.output.text(texts.join("\n"))
}

/// The round that stands where the moves lead to.
fn round(board: Option<&str>, moves: &str, context: &Context) -> Result<Round, Usage> {
    let (variant, position) = context.options.position(board)?;
    let mut round = Round::new(variant, position);
    play(&mut round, moves)?;
    Ok(round)
}

/// The round that a record leads to, and the moves after it.
fn recorded(file: &Path, args: &Args, context: &Context) -> anyhow::Result<Round> {
    let (_, mut round) = records::read(file, args.record, "choose one with --record N")?;
    context.options.agree_with(round.variant(), "the record")?;
    play(&mut round, &args.moves)?;
    Ok(round)
}

fn play(round: &mut Round, moves: &str) -> Result<(), Usage> {
    round.play_all(moves).map_err(|error| Usage(format!("--moves: {error}")))
}

fn answer(round: &Round) -> Answer {
    Answer {
        board: round.position().to_string(),
        legal: words::letters(round, round.choices()),
        endless: words::letters(round, endless(round)),
        over: round.outcome().map(Over::from),
    }
}

/// The moves on this board that never end, also when they ended the round.
fn endless(round: &Round) -> Moves {
    if round.outcome().is_none_or(|outcome| outcome.ending != Ending::Endless) {
        return round.endless();
    }
    let mut children = Children::default();
    round.sower().children(round.side(), &round.board(), &mut children);
    children.endless()
}

fn text(round: &Round) -> String {
    let mut text = format!("{}\n{}\n", words::drawing(round), round.position());
    if let Some(outcome) = round.outcome() {
        let _ = writeln!(text, "{}", words::told(round, outcome));
    } else {
        let letters = spaced(&words::letters(round, round.choices()));
        let _ = writeln!(text, "{} to move: {letters}", round.side());
    }
    let endless = words::letters(round, endless(round));
    if !endless.is_empty() {
        let _ = writeln!(text, "Never ending: {}", spaced(&endless));
    }
    text
}

/// Letters with blanks between them.
fn spaced(letters: &[char]) -> String {
    letters.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}
