//! Game records (RULES N5): what was played, by whom, and how it ended.
//!
//! ```text
//! ending    who won, and how
//! read      from text
//! write     to text
//! error     what can be wrong with one
//! ```

mod ending;
mod error;
mod read;
mod write;

pub use ending::{Forfeit, RecordEnding, RoundResult};
pub use error::RecordError;

use crate::hole::Hole;
use crate::position::Position;
use crate::round::Round;
use crate::side::Side;
use crate::variant::Variant;
use error::Fault;

/// The keys that have a meaning, in the order in which they are written.
const KEYS: [&str; 10] =
    ["Game", "Reading", "Board", "Counters", "South", "North", "Round", "Result", "Ending", "Date"];

/// A round as it stands in a file of records, `.pussa`.
///
/// Written (`Display`) as lines of `Key: value`, a blank line, the moves and a blank line; records stand one after
/// another. [`Record::read_all`] reads them back.
///
/// ```
/// use pussa_rules::{Record, RoundResult};
/// let text = "
/// Game: walak-pussa
/// South: Amma
/// North: Malli
/// Result: north
/// Event: New Year
///
/// CeAdDc {one more round and South is stuck}
/// BdGf
/// ";
/// let records = Record::read_all(text)?;
/// let record = &records[0];
/// assert_eq!((record.south(), record.result()), ("Amma", Some(RoundResult::North)));
/// assert_eq!(record.comments().next(), Some((6, "one more round and South is stuck")));
/// let round = record.replay()?;
/// assert_eq!(round.outcome().map(|outcome| outcome.holdings), Some([20, 36]));
///
/// let again = Record::new(&round).with_players("Amma", "Malli").with_other("Event", "New Year")?;
/// assert_eq!(
///     again.to_string(),
///     "Game: walak-pussa\n\
///      Reading: default\n\
///      Board: 4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S\n\
///      South: Amma\n\
///      North: Malli\n\
///      Result: north\n\
///      Ending: no-move\n\
///      Event: New Year\n\
///      \n\
///      CeAdDcBdGf\n\
///      \n"
/// );
/// # Ok::<(), pussa_rules::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    variant: Variant,
    start: Position,
    players: [String; 2],
    round: Option<u32>,
    result: Option<RoundResult>,
    ending: Option<RecordEnding>,
    date: String,
    others: Vec<(String, String)>,
    moves: Vec<Hole>,
    /// Each with the number of moves before it.
    comments: Vec<(usize, String)>,
    lines: Lines,
}

/// The lines of the text that a record was read from, from 1 on; 0 if there are none. They are no part of what it says.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    moves: usize,
    result: usize,
    ending: usize,
}

impl PartialEq for Lines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Lines {}

impl Record {
    /// The record of a round, with result and ending if it is over.
    #[must_use]
    pub fn new(round: &Round) -> Self {
        let outcome = round.outcome();
        Self {
            variant: round.variant(),
            start: round.start(),
            players: Default::default(),
            round: None,
            result: outcome.map(RoundResult::from),
            ending: outcome.map(|outcome| outcome.ending.into()),
            date: String::new(),
            others: Vec::new(),
            moves: round.moves().to_vec(),
            comments: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// The same with the moves of a round that was taken up from it, perhaps with moves taken back: names, date and all
    /// else are kept, and the comments as far as the moves are the same. Result and ending are the round's.
    #[must_use]
    pub fn continued(self, round: &Round) -> Self {
        let fresh = Self::new(round);
        let same = self.moves.iter().zip(&fresh.moves).take_while(|(old, new)| old == new).count();
        let comments = self.comments.into_iter().filter(|&(ply, _)| ply <= same).collect();
        let Self { players, round, date, others, .. } = self;
        Self { players, round, date, others, comments, ..fresh }
    }

    /// The same with the players' names: engines by their specs. A line break is taken as a blank.
    #[must_use]
    pub fn with_players(self, south: &str, north: &str) -> Self {
        Self { players: [south, north].map(one_line), ..self }
    }

    /// The same as round number `round` of a match, from 1 on; 0 for no number.
    #[must_use]
    pub fn with_round(self, round: u32) -> Self {
        Self { round: (round > 0).then_some(round), ..self }
    }

    /// The same with the day when it was played, as in `2026-04-14`.
    #[must_use]
    pub fn with_date(self, date: &str) -> Self {
        Self { date: one_line(date), ..self }
    }

    /// The same, but `loser` forfeits the round.
    #[must_use]
    pub fn with_forfeit(self, loser: Side, forfeit: Forfeit) -> Self {
        Self { result: Some(RoundResult::win(loser.other())), ending: Some(forfeit.into()), ..self }
    }

    /// The same with a comment after the first `ply` moves, behind others that stand there; after all moves if there are
    /// not so many. White space between words is taken as one blank, and a closing brace as a parenthesis.
    #[must_use]
    pub fn with_comment(mut self, ply: usize, comment: &str) -> Self {
        let ply = ply.min(self.moves.len());
        let place = self.comments.partition_point(|&(other, _)| other <= ply);
        self.comments.insert(place, (ply, words(&comment.replace('}', ")"))));
        self
    }

    /// The same with one more key that has no meaning to us, behind the others.
    ///
    /// # Errors
    /// If it has one, or is not a letter followed by letters, digits, hyphens and underscores.
    pub fn with_other(mut self, key: &str, value: &str) -> Result<Self, RecordError> {
        if KEYS.contains(&key) || !is_key(key) {
            return Err(RecordError::new(0, Fault::NotAnother(key.into())));
        }
        self.others.push((key.into(), one_line(value)));
        Ok(self)
    }

    /// The game (`Game`, `Reading`, `Counters`).
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The position it starts from (`Board`).
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// South's name; empty if it is not told.
    #[must_use]
    pub fn south(&self) -> &str {
        &self.players[0]
    }

    /// North's name; empty if it is not told.
    #[must_use]
    pub fn north(&self) -> &str {
        &self.players[1]
    }

    /// Which round of a match it is, from 1 on.
    #[must_use]
    pub const fn round(&self) -> Option<u32> {
        self.round
    }

    /// Who won.
    #[must_use]
    pub const fn result(&self) -> Option<RoundResult> {
        self.result
    }

    /// How it ended.
    #[must_use]
    pub const fn ending(&self) -> Option<RecordEnding> {
        self.ending
    }

    /// When it was played; empty if that is not told.
    #[must_use]
    pub fn date(&self) -> &str {
        &self.date
    }

    /// The keys that have no meaning to us, with their values, in order.
    pub fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.others.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The moves, as they are written: not all may be legal.
    #[must_use]
    pub fn moves(&self) -> &[Hole] {
        &self.moves
    }

    /// The comments in order, each with the number of moves before it.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments.iter().map(|(ply, comment)| (*ply, comment.as_str()))
    }

    /// Plays the moves.
    ///
    /// # Errors
    /// If a move may not be made, or the result or the ending is not what the moves lead to.
    pub fn replay(&self) -> Result<Round, RecordError> {
        let mut round = Round::new(self.variant, self.start);
        let letters: String = self.moves.iter().map(|hole| hole.letter()).collect();
        round.play_all(&letters).map_err(|error| RecordError::new(self.lines.moves, Fault::Moves(error)))?;
        let Some(outcome) = round.outcome() else {
            return match self.ending {
                Some(RecordEnding::Played(ending)) => {
                    Err(RecordError::new(self.lines.ending, Fault::GoesOn { ending, moves: self.moves.len() }))
                }
                _ => Ok(round),
            };
        };
        let (result, ending) = (RoundResult::from(outcome), outcome.ending.into());
        if let Some(told) = self.result.filter(|&told| told != result) {
            return Err(RecordError::new(self.lines.result, Fault::OtherResult { told, played: result }));
        }
        if let Some(told) = self.ending.filter(|&told| told != ending) {
            return Err(RecordError::new(self.lines.ending, Fault::OtherEnding { told, played: ending }));
        }
        Ok(round)
    }
}

/// A text on one line, without blanks around.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ").trim().into()
}

/// The words of a text, with one blank between.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a key can be called so.
fn is_key(key: &str) -> bool {
    key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
