//! `egdb probe`: looks boards up.

use super::Place;
use crate::boards;
use crate::context::Context;
use crate::files;
use anyhow::{Context as _, ensure};
use pussa_egdb::{Best, Database};
use pussa_rules::{Move, Position, Ring};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;

/// Tell the exact value of a board, and of its moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A value is the margin still to come for the player to move, in counters, what is in reserve left out. It knows nothing of \
the moves before. The best move is one that brings the player who is ahead closer to getting it.

Example: a board with five counters left
  pussa egdb probe 0,1,0,0,2,0,0/0,0,1,0,1,0,0/20,31/S")]
pub(crate) struct Args {
    /// The position [default: the start of the game]
    #[arg(value_name = "BOARD", conflicts_with = "boards")]
    board: Option<String>,

    /// Look up every board of a file, one a line (- for standard input); as JSON one array, in order
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,

    #[command(flatten)]
    place: Place,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    board: String,
    /// Counters in the holes.
    counters: u32,
    /// Nothing if the database has no boards with so many counters.
    value: Option<i8>,
    /// Plies until the player who is ahead can force that counters are captured or the round is over.
    plies: Option<u32>,
    /// Nothing if the round is over.
    best: Option<char>,
    /// From the left.
    moves: Vec<Valued>,
}

/// A move and what it is worth.
#[derive(Serialize)]
struct Valued {
    r#move: char,
    value: i8,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut databases = HashMap::new();
    let mut probe = |board: Option<&str>| -> anyhow::Result<Answer> {
        let (variant, position) = context.options.position(board)?;
        let ring = position.layout().ring();
        let database = match databases.entry(ring) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => entry.insert(args.place.database(variant, ring)?),
        };
        answer(database, &position)
    };
    let Some(path) = &args.boards else {
        let answer = probe(args.board.as_deref())?;
        context.output.text(&answer)?;
        context.output.json(&answer)?;
        return all_known(&[answer], &databases);
    };
    let list = files::read(path)?;
    let mut answers = Vec::new();
    for line in boards::lines(path, &list)? {
        answers.push(probe(Some(line.board)).context(line.place)?);
    }
    for answer in &answers {
        context.output.text(answer)?;
    }
    context.output.json(&answers)?;
    all_known(&answers, &databases)
}

fn answer(database: &Database, position: &Position) -> anyhow::Result<Answer> {
    let (mover, board) = (position.side(), position.board().without_reserves());
    let letter = |mv: Move| position.layout().hole(mover, mv).letter();
    let mut answer = Answer {
        board: position.to_string(),
        counters: board.total(),
        value: None,
        plies: None,
        best: None,
        moves: Vec::new(),
    };
    if let (Some(best), Some(choices)) = (database.best(mover, board)?, database.choices(mover, board)?) {
        let Best { mv, value, plies } = best;
        (answer.value, answer.plies, answer.best) = (Some(value), Some(plies), mv.map(letter));
        let valued = choices.iter().map(|choice| Valued { r#move: letter(choice.mv), value: choice.value });
        answer.moves = valued.collect();
    }
    Ok(answer)
}

/// Boards that the database does not have are answered as such, but it was not what was asked for.
fn all_known(answers: &[Answer], databases: &HashMap<Ring, Database>) -> anyhow::Result<()> {
    let unknown = answers.iter().filter(|answer| answer.value.is_none()).count();
    let most = databases.values().map(Database::most_counters).max().unwrap_or(0);
    let boards = if answers.len() == 1 { "this board has".into() } else { format!("{unknown} boards have") };
    ensure!(unknown == 0, "{boards} more counters than the database, which goes up to {most}");
    Ok(())
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.board)?;
        let (Some(value), Some(plies)) = (self.value, self.plies) else {
            return writeln!(f, "  not in the database");
        };
        for Valued { r#move: letter, value } in &self.moves {
            writeln!(f, "  {letter}  {value:+4}{}", if self.best == Some(*letter) { "  best" } else { "" })?;
        }
        match (self.best, plies) {
            (None, _) => writeln!(f, "  worth {value:+}: the round is over"),
            (_, 0) => writeln!(f, "  worth {value:+}"),
            (_, 1) => writeln!(f, "  worth {value:+}: the next step in 1 ply"),
            _ => writeln!(f, "  worth {value:+}: the next step in {plies} plies"),
        }
    }
}
