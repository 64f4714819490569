//! Records read from text, line by line.

use super::error::Fault;
use super::{KEYS, Lines, Record, RecordEnding, RecordError, RoundResult, is_key, one_line, words};
use crate::hole::Hole;
use crate::notation::{holes_of_board, shown};
use crate::position::Position;
use crate::reading::Reading;
use crate::side::Side;
use crate::variant::{MAX_COUNTERS, Variant};
use core::iter::{Peekable, Zip};
use core::ops::RangeFrom;
use core::str::FromStr;

/// The lines left to be read, with their numbers from 1 on.
type NumberedLines<'a> = Peekable<Zip<RangeFrom<usize>, core::str::Lines<'a>>>;

impl Record {
    /// Reads all records of a text, one after another; none if there is only white space. Lines may end as on Windows,
    /// and a byte order mark at the beginning is passed over.
    ///
    /// The moves are not played here: [`replay`](Self::replay) sees whether they are legal.
    ///
    /// # Errors
    /// At the first line that RULES N5 does not describe.
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..).zip(text.lines()).peekable();
        let mut records = Vec::new();
        loop {
            skip_blank_lines(&mut lines);
            if lines.peek().is_none() {
                return Ok(records);
            }
            let mut head = Head::read(&mut lines)?;
            skip_blank_lines(&mut lines);
            let mut record = head.record()?;
            record.read_moves(&mut lines)?;
            records.push(record);
        }
    }

    /// Reads moves and comments up to a blank line; nothing if the next record begins here.
    fn read_moves(&mut self, lines: &mut NumberedLines) -> Result<(), RecordError> {
        if lines.peek().is_none_or(|&(_, line)| key_and_value(line).is_some()) {
            return Ok(());
        }
        self.lines.moves = lines.peek().map_or(0, |&(number, _)| number);
        // The comment being read, and the line where it began.
        let mut comment: Option<(usize, String)> = None;
        while let Some((number, line)) = lines.next_if(|&(_, line)| comment.is_some() || !is_blank(line)) {
            for letter in line.chars() {
                match (&mut comment, letter) {
                    (Some((_, text)), '}') => {
                        self.comments.push((self.moves.len(), words(text)));
                        comment = None;
                    }
                    (Some((_, text)), _) => text.push(letter),
                    (None, '{') => comment = Some((number, String::new())),
                    (None, '}') => return Err(RecordError::new(number, Fault::Unopened)),
                    (None, _) if letter.is_whitespace() => {}
                    (None, _) => self.moves.push(self.hole(letter).map_err(|fault| RecordError::new(number, fault))?),
                }
            }
            if let Some((_, text)) = &mut comment {
                text.push('\n');
            }
        }
        comment.map_or(Ok(()), |(number, _)| Err(RecordError::new(number, Fault::Unclosed)))
    }

    fn hole(&self, letter: char) -> Result<Hole, Fault> {
        let holes = self.start.layout().holes();
        Hole::from_letter(letter).filter(|hole| hole.index() < holes).ok_or(Fault::NotAMove { letter, holes })
    }
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

fn skip_blank_lines(lines: &mut NumberedLines) {
    while lines.next_if(|&(_, line)| is_blank(line)).is_some() {}
}

/// The two parts of a line `Key: value`.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    line.split_once(':').filter(|(key, _)| is_key(key))
}

/// A line that [`key_and_value`] has taken apart.
struct Entry<'a> {
    line: usize,
    key: &'a str,
    value: String,
}

impl Entry<'_> {
    fn fault(&self, fault: impl FnOnce(String) -> Fault) -> RecordError {
        RecordError::new(self.line, fault(shown(&self.value)))
    }
}

/// The lines that a record begins with. Those that have been understood are taken out.
struct Head<'a> {
    line: usize,
    entries: Vec<Entry<'a>>,
}

impl<'a> Head<'a> {
    /// Reads them up to a blank line.
    fn read(lines: &mut NumberedLines<'a>) -> Result<Self, RecordError> {
        let first = lines.peek().map_or(0, |&(number, _)| number);
        let mut entries: Vec<Entry> = Vec::new();
        while let Some((line, text)) = lines.next_if(|&(_, text)| !is_blank(text)) {
            let Some((key, value)) = key_and_value(text) else {
                return Err(RecordError::new(line, Fault::NotAKey(shown(text))));
            };
            if KEYS.contains(&key)
                && let Some(other) = entries.iter().find(|other| other.key == key)
            {
                return Err(RecordError::new(line, Fault::Twice { key: key.into(), first: other.line }));
            }
            entries.push(Entry { line, key, value: one_line(value) });
        }
        Ok(Self { line: first, entries })
    }

    fn take(&mut self, key: &str) -> Option<Entry<'a>> {
        let place = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(place))
    }

    fn text(&mut self, key: &str) -> String {
        self.take(key).map(|entry| entry.value).unwrap_or_default()
    }

    /// The record that the lines begin, without moves.
    fn record(&mut self) -> Result<Record, RecordError> {
        let (variant, start) = self.variant_and_start()?;
        let mut lines = Lines::default();
        let result = self.take("Result").map(|entry| {
            lines.result = entry.line;
            let found = RoundResult::ALL.into_iter().find(|result| result.name() == entry.value);
            found.ok_or_else(|| entry.fault(Fault::Result))
        });
        let ending = self.take("Ending").map(|entry| {
            lines.ending = entry.line;
            let found = RecordEnding::ALL.into_iter().find(|ending| ending.name() == entry.value);
            found.ok_or_else(|| entry.fault(Fault::Ending))
        });
        let round = self.take("Round").map(|entry| number(&entry.value).ok_or_else(|| entry.fault(Fault::Round)));
        Ok(Record {
            variant,
            start,
            players: ["South", "North"].map(|key| self.text(key)),
            round: round.transpose()?,
            result: result.transpose()?,
            ending: ending.transpose()?,
            date: self.text("Date"),
            others: self.entries.drain(..).map(|entry| (entry.key.into(), entry.value)).collect(),
            moves: Vec::new(),
            comments: Vec::new(),
            lines,
        })
    }

    fn variant_and_start(&mut self) -> Result<(Variant, Position), RecordError> {
        let game = self.take("Game").ok_or_else(|| RecordError::new(self.line, Fault::NoGame))?;
        let mut variant =
            Variant::new(game.value.parse().map_err(|error| RecordError::new(game.line, Fault::Game(error)))?);
        if let Some(entry) = self.take("Reading") {
            let reading = Reading::from_str(&entry.value).map_err(Into::into);
            variant = reading
                .and_then(|reading| variant.with_reading(reading))
                .map_err(|error| RecordError::new(entry.line, Fault::Variant(error)))?;
        }
        let counters = self.take("Counters");
        if let Some(entry) = &counters {
            let counters = number(&entry.value).and_then(|counters| u8::try_from(counters).ok());
            variant = counters
                .and_then(|counters| variant.with_counters(counters).ok())
                .ok_or_else(|| entry.fault(Fault::Counters))?;
        }
        let Some(board) = self.take("Board") else {
            return Ok((variant, variant.start()));
        };
        if let Some(holes) = holes_of_board(&board.value) {
            variant = variant.with_holes(holes).expect("a number that a row can have");
        }
        let read = |variant: Variant| {
            variant.parse_board(&board.value).map_err(|error| RecordError::new(board.line, Fault::Board(error)))
        };
        if counters.is_none() {
            variant = roomy(variant, read(variant.with_counters(MAX_COUNTERS).expect("the most there are"))?);
        }
        Ok((variant, read(variant)?))
    }
}

/// The same game with the fewest counters a hole, but no fewer than it has, that make up the position.
fn roomy(variant: Variant, position: Position) -> Variant {
    let reserves: u32 = Side::BOTH.iter().map(|&side| u32::from(position.reserve(side))).sum();
    let counters = (position.board().total() + reserves).div_ceil(2 * u32::from(variant.holes())) as u8;
    variant.with_counters(counters.max(variant.counters())).expect("no more than the most")
}

/// A number from 1 on, written without signs, blanks or leading zeros.
fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain)
}
