//! Lines to a manager, each flushed, from whichever thread has something to say.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// Where the lines go.
#[derive(Debug)]
pub(super) struct Output<W> {
    writer: Mutex<W>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Self {
        Self { writer: Mutex::new(writer) }
    }

    /// Sends a line.
    pub(super) fn say(&self, line: impl Display) -> io::Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(writer, "{line}")?;
        writer.flush()
    }

    /// Tells people something, in one line.
    pub(super) fn tell(&self, text: impl Display) -> io::Result<()> {
        let text: String = text.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.say(format_args!("info string {text}"))
    }
}
