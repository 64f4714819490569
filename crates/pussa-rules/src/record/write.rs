//! Records written as text.

use super::Record;
use core::fmt::{self, Write};

/// How long a line of moves and comments may get. Even, so that the same player's moves stand one above the other.
const WIDTH: usize = 78;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Game: {}\nReading: {}\nBoard: {}", self.variant.game(), self.variant.reading(), self.start)?;
        if self.variant.counters() != self.variant.game().default_counters() {
            writeln!(f, "Counters: {}", self.variant.counters())?;
        }
        let round = self.round.map(|round| round.to_string());
        let told = [
            ("South", self.south()),
            ("North", self.north()),
            ("Round", round.as_deref().unwrap_or_default()),
            ("Result", self.result.map_or("", |result| result.name())),
            ("Ending", self.ending.map_or("", |ending| ending.name())),
            ("Date", self.date()),
        ];
        for (key, value) in told.into_iter().filter(|(_, value)| !value.is_empty()) {
            writeln!(f, "{key}: {value}")?;
        }
        for (key, value) in self.others() {
            writeln!(f, "{}", format_args!("{key}: {value}").to_string().trim_end())?;
        }
        f.write_str("\n")?;
        self.write_moves(&mut Wrapped { f, column: 0 })
    }
}

impl Record {
    /// The moves in a row with the comments between them, and a blank line; nothing if there are neither.
    fn write_moves(&self, out: &mut Wrapped) -> fmt::Result {
        let mut comments = self.comments().peekable();
        for ply in 0..=self.moves.len() {
            let mut apart = false;
            while let Some((_, comment)) = comments.next_if(|&(after, _)| after == ply) {
                apart = true;
                for word in format!("{{{comment}}}").split(' ') {
                    out.put(word, true)?;
                }
            }
            if let Some(hole) = self.moves.get(ply) {
                out.put(hole.letter().encode_utf8(&mut [0; 4]), apart)?;
            }
        }
        if out.column > 0 { out.f.write_str("\n\n") } else { Ok(()) }
    }
}

/// Text that goes on in the next line where one is full.
struct Wrapped<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Wrapped<'_, '_> {
    /// Writes a piece that must not be broken, with a blank before it if it stands `apart`.
    fn put(&mut self, piece: &str, apart: bool) -> fmt::Result {
        let width = piece.chars().count();
        let blank = usize::from(apart && self.column > 0);
        if self.column > 0 && self.column + blank + width > WIDTH {
            self.f.write_char('\n')?;
            self.column = 0;
        } else if blank > 0 {
            self.f.write_char(' ')?;
            self.column += 1;
        }
        self.column += width;
        self.f.write_str(piece)
    }
}
