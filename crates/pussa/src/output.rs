//! Where answers go: text or one JSON document on standard output, and progress on standard error.

use crate::failure::ClosedPipe;
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::mpsc;
use std::time::Duration;

/// What an answer looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    // No lines of help for these: one such line would make clap spread out the whole help.
    Text,
    Json,
}

/// Where a command's answer goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    format: Format,
}

impl Output {
    pub(crate) fn new(format: Format) -> Self {
        Self { format }
    }

    pub(crate) fn is_json(self) -> bool {
        self.format == Format::Json
    }

    /// A part of the answer for people, written at once; nothing if the answer is for programs.
    pub(crate) fn text(self, text: impl Display) -> anyhow::Result<()> {
        if self.is_json() { Ok(()) } else { print(text) }
    }

    /// The answer for programs, the whole of it; nothing if the answer is for people.
    pub(crate) fn json(self, document: &impl Serialize) -> anyhow::Result<()> {
        if self.is_json() { print(format_args!("{}\n", serde_json::to_string(document)?)) } else { Ok(()) }
    }
}

/// Writes to standard output.
pub(crate) fn print(text: impl Display) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush()).or_else(write_error)
}

/// Tells a closed pipe from other things that hinder writing to standard output.
pub(crate) fn write_error(error: io::Error) -> anyhow::Result<()> {
    if error.kind() == ErrorKind::BrokenPipe {
        return Err(ClosedPipe.into());
    }
    Err(error).context("standard output could not be written")
}

/// Says something on standard error. If nobody listens there, things go on all the same.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

/// Says something on standard error if what is done takes longer than people like to wait without a word: as long as
/// what it gives is kept.
#[must_use = "it falls silent when dropped"]
pub(crate) fn if_it_takes_long(note: &'static str) -> mpsc::Sender<()> {
    let (done, waits) = mpsc::channel();
    std::thread::spawn(move || {
        if waits.recv_timeout(Duration::from_secs(2)) == Err(mpsc::RecvTimeoutError::Timeout) {
            self::note(note);
        }
    });
    done
}

/// A bar on standard error for `steps` steps of work; none if that is no terminal.
pub(crate) fn bar(steps: u64, about: impl Into<String>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}%, {eta} to go").expect("a good template");
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr_with_hz(4));
    bar.with_style(style).with_message(about.into()).with_finish(indicatif::ProgressFinish::AndClear)
}

/// A sign of life on standard error for work of which nobody knows how long it takes; none if that is no terminal. It can
/// be told what to say.
pub(crate) fn spinner(about: impl Into<String>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}").expect("a good template");
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
    spinner.enable_steady_tick(Duration::from_millis(250));
    spinner.with_style(style).with_message(about.into()).with_finish(indicatif::ProgressFinish::AndClear)
}
