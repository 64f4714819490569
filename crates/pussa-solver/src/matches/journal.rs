//! Answers written down, so that a table can be taken up where it was left.
//!
//! Questions come in the same order whenever the same table is made, so the number of a question tells which it is.

use super::ends::Ends;
use super::questions::Answer;
use std::fmt;
use std::str::FromStr;

/// An answer to one of the questions that a table is made of, as a line of text.
///
/// ```text
/// NUMBER yes|no|hangs|open POSITIONS [ENDS]
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Answered {
    /// The number of the question, from 0.
    pub(super) number: u64,
    pub(super) answer: Answer,
    /// Positions looked at.
    pub(super) nodes: u64,
}

impl fmt::Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, answer, nodes } = self;
        match answer {
            Answer::Yes => write!(f, "{number} yes {nodes}"),
            Answer::No(ends) => write!(f, "{number} no {nodes} {}", ends.digits()),
            Answer::HangsOn(ends) => write!(f, "{number} hangs {nodes} {}", ends.digits()),
            Answer::Open => write!(f, "{number} open {nodes}"),
        }
    }
}

/// A line that is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no answer of a table of matches")]
pub struct NoAnswer(String);

impl FromStr for Answered {
    type Err = NoAnswer;

    fn from_str(line: &str) -> Result<Self, NoAnswer> {
        let read = || {
            let mut parts = line.split(' ');
            let number = parts.next()?.parse().ok()?;
            let answer = parts.next()?;
            let nodes = parts.next()?.parse().ok()?;
            let answer = match (answer, parts.next()) {
                ("yes", None) => Answer::Yes,
                ("open", None) => Answer::Open,
                ("no", Some(digits)) => Answer::No(Ends::of_digits(digits)?),
                ("hangs", Some(digits)) => Answer::HangsOn(Ends::of_digits(digits)?),
                _ => return None,
            };
            parts.next().is_none().then_some(Self { number, answer, nodes })
        };
        read().ok_or_else(|| NoAnswer(line.chars().take(80).collect()))
    }
}
