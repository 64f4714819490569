//! Lists of boards, a board a line.

use crate::failure::Usage;
use crate::files;
use std::path::Path;

/// A line of a list of boards.
pub(crate) struct Line<'a> {
    /// Where it stands, for messages: `boards.txt, line 3`.
    pub(crate) place: String,
    /// The board string.
    pub(crate) board: &'a str,
}

/// The lines of `text`, which `path` held. Empty lines are refused, but for those at the end.
pub(crate) fn lines<'a>(path: &Path, text: &'a str) -> Result<Vec<Line<'a>>, Usage> {
    let name = files::name(path);
    let line = |(i, board): (usize, &'a str)| {
        let place = format!("{name}, line {}", i + 1);
        if board.is_empty() { Err(Usage(format!("{place}: a board is missing"))) } else { Ok(Line { place, board }) }
    };
    text.trim_end_matches(['\n', '\r']).lines().enumerate().map(line).collect()
}
