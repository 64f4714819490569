//! `verify`: checks what others have found out, by the reference alone.

mod database;
mod given;
mod matches;
mod proof;
mod walk;

use crate::context::Context;
use crate::memory;
use crate::options::number;
use anyhow::bail;
use pussa_reference as reference;
use pussa_rules::{Board, Side};
use pussa_solver::ProofFile;
use reference::Player;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

/// Check a proof, record by record, who wins matches, round by round, or files of an endgame database, value by value
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Moves are made by a plain implementation of the rules that shares no code with the one that made the files.

A proof, made by `solve --certificate` or `solve --strong`, is a list of bounds on the values of positions. Each must \
follow from what the file says of the positions that its moves lead to, and whoever it puts ahead must get nearer to that \
with every move. If all do, all are right. If it leans on an endgame database, that must be the one it was made with, and \
is checked too.

A certificate of matches, made by `advantage --match`, tells for every holding who wins the match and in how many rounds, \
with strategies that show it. Each is followed through all that the other player may do.

A value of a database must be the best of its moves, and whoever it puts ahead must be able to force it. Files with fewer \
counters are taken for right: check them too, and the database is proved. How many boards the file counts as won, lost and \
drawn must be so, too.

What is said of the game by --game, --holes and the like must be so in every file.

Example: a proof; a level of the endgame database; a thousand boards of each level
  pussa verify walak.proof
  pussa verify egdb/walak-pussa.default.7x7.10.egdb
  pussa verify egdb/*.egdb --sample 1000")]
pub(crate) struct Args {
    /// The files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Check only so many boards of each file of a database, drawn at random, and those that their values rest on
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX), allow_negative_numbers = true)]
    sample: Option<u64>,

    /// The folder of the endgame database that proofs lean on [default: that of the proof]
    #[arg(long, value_name = "DIR")]
    egdb: Option<PathBuf>,

    /// Take the endgame database that proofs lean on for right, if it is the one they were made with
    #[arg(long)]
    trust_egdb: bool,

    /// The most memory for a proof's records; those of a larger one are gone through several times
    #[arg(long, value_name = "SIZE", value_parser = memory::size, default_value = "1GiB")]
    max_memory: u64,
}

/// The answer for programs, one a file.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Database(database::Answer),
    Match(matches::Answer),
    Proof(proof::Answer),
}

/// Runs the command. The first file that does not hold ends it.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut answers = Vec::new();
    for path in &args.files {
        let answer = if ProofFile::is_one(path)? {
            Answer::Proof(proof::check(path, args, context)?)
        } else if matches::is_one(path) {
            Answer::Match(matches::check(path, args.sample, context)?)
        } else if database::is_one(path) {
            Answer::Database(database::check(path, args.sample, context)?)
        } else {
            let name = path.display();
            bail!("{name}: this is no proof, no certificate of matches and no file of an endgame database");
        };
        context.output.text(&answer)?;
        answers.push(answer);
    }
    context.output.json(&answers)
}

/// A position as files have it: who is to move, and the board from that side.
fn seen_by_mover(position: &reference::Position) -> (Side, Board) {
    let ring = position.ring();
    let mut holes = ring.counters().to_vec();
    let mover = match position.to_move() {
        Player::South => Side::South,
        Player::North => {
            holes.rotate_left(ring.row(Player::South).len());
            Side::North
        }
    };
    (mover, Board::new(&holes, 0, 0))
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(answer) => answer.fmt(f),
            Self::Match(answer) => answer.fmt(f),
            Self::Proof(answer) => answer.fmt(f),
        }
    }
}
