//! What can be wrong with a record.

use super::{KEYS, RecordEnding, RoundResult};
use crate::games::{GAMES, UnknownGame};
use crate::hole::Hole;
use crate::notation::BoardError;
use crate::round::{Ending, MovesError};
use crate::side::Side;
use crate::variant::{MAX_COUNTERS, VariantError};
use core::fmt;

/// Why a text is no record, or a record can't be played, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    line: usize,
    fault: Fault,
}

impl RecordError {
    pub(super) const fn new(line: usize, fault: Fault) -> Self {
        Self { line, fault }
    }

    /// The line of the text, from 1 on; `None` if the record was not read from one.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        if self.line > 0 { Some(self.line) } else { None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NotAKey(String),
    NotAnother(String),
    Twice { key: String, first: usize },
    NoGame,
    Game(UnknownGame),
    Variant(VariantError),
    Board(BoardError),
    Counters(String),
    Round(String),
    Result(String),
    Ending(String),
    NotAMove { letter: char, holes: u8 },
    Unclosed,
    Unopened,
    Moves(MovesError),
    GoesOn { ending: Ending, moves: usize },
    OtherResult { told: RoundResult, played: RoundResult },
    OtherEnding { told: RecordEnding, played: RecordEnding },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line() {
            Some(line) => write!(f, "record, line {line}: {}", self.fault),
            None => write!(f, "record: {}", self.fault),
        }
    }
}

impl core::error::Error for RecordError {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAKey(line) => {
                write!(f, "{line:?} is no key; a record begins with lines of the form Key: value, ")?;
                f.write_str("and a blank line stands before the moves and behind them")
            }
            Self::NotAnother(key) if KEYS.contains(&key.as_str()) => {
                write!(f, "{key} is a key with a meaning of its own")
            }
            Self::NotAnother(key) => {
                write!(f, "{key:?} is no key; write a letter, and then letters, digits, - and _")
            }
            Self::Twice { key, first } => write!(f, "{key} stands in line {first} already; write it once"),
            Self::NoGame => {
                let games: Vec<_> = GAMES.iter().map(|game| format!("Game: {game}")).collect();
                write!(f, "the record does not say which game it is of; write {}", games.join(" or "))
            }
            Self::Game(error) => error.fmt(f),
            Self::Variant(error) => error.fmt(f),
            Self::Board(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
            Self::Counters(text) => {
                write!(f, "Counters: {text:?} is not what a hole can hold at the start; write 1 to {MAX_COUNTERS}")
            }
            Self::Round(text) => write!(f, "Round: {text:?} is not the number of a round; write 1, or 2, and so on"),
            Self::Result(text) => {
                write!(f, "Result: {text:?} is no result; write {}", listed(RoundResult::ALL.map(RoundResult::name)))
            }
            Self::Ending(text) => {
                write!(f, "Ending: {text:?} is no ending; write {}", listed(RecordEnding::ALL.map(RecordEnding::name)))
            }
            Self::NotAMove { letter, holes } => {
                let [south, north] = Side::BOTH.map(|side| Hole::new(side, holes - 1).letter());
                write!(
                    f,
                    "{letter:?} is no move on this board; write A to {south} and a to {north}, and the rest in braces"
                )
            }
            Self::Unclosed => f.write_str("the comment that begins here does not end; write } behind it"),
            Self::Unopened => f.write_str("} ends a comment, but none began; write { before it"),
            Self::GoesOn { ending, moves } => {
                write!(f, "Ending: the round goes on after move {moves}, and does not end by {ending}")
            }
            Self::OtherResult { told, played } => write!(f, "Result: the moves lead to {played}, not to {told}"),
            Self::OtherEnding { told, played } => write!(f, "Ending: the moves end by {played}, not by {told}"),
        }
    }
}

/// `a, b or c`.
fn listed<const N: usize>(names: [&str; N]) -> String {
    let (last, others) = names.split_last().expect("there are names");
    format!("{} or {last}", others.join(", "))
}
