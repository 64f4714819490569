//! What is found about one game, line by line as it is found, so that nothing of it is lost when a run is stopped.
//!
//! ```text
//! journal 1 GAME.READING.… NODES  the format's number, and what the answers are to; - for no limit of nodes
//! answer …                        an answer to a question of the table
//! moves LEADER OTHER BEST KEEPING the first moves from a state; - for none
//! ```

use super::findings::MatchRow;
use pussa_arena::RunError;
use pussa_solver::matches::{Answered, State};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The number of the format, and of what its lines mean: one more whenever either changes.
const FORMAT: u32 = 1;

/// The file, locked as long as this lives.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

/// What a journal tells.
#[derive(Default)]
pub(super) struct Told {
    pub(super) answers: Vec<Answered>,
    /// States with their best first moves, and those that keep the match.
    pub(super) moves: Vec<(State, String, String)>,
}

fn io_at(path: &Path) -> impl Fn(io::Error) -> RunError {
    move |source| RunError::Io { path: path.into(), source }
}

impl Journal {
    /// The file about the game of this name, made if it is not there, and what it tells. A last line that is cut off is
    /// dropped. One of another format, game or limit of nodes is refused.
    pub(super) fn open(folder: &Path, game: &str, nodes: Option<u64>) -> Result<(Self, Told), RunError> {
        let path = folder.join(format!("{game}.journal"));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(io_at(&path))?;
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => RunError::InUse { folder: folder.into() },
            fs::TryLockError::Error(source) => io_at(&path)(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|source| RunError::Read { path: path.clone(), source })?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        file.set_len(whole as u64).map_err(io_at(&path))?;
        let mut told = Told::default();
        let foreign = |row: usize| RunError::Foreign { path: path.clone(), row: row as u64 + 1 };
        let text = str::from_utf8(&bytes[..whole]).map_err(|_| foreign(0))?;
        let header = format!("journal {FORMAT} {game} {}", nodes.map_or_else(|| "-".into(), |nodes| nodes.to_string()));
        let mut lines = text.lines().enumerate();
        if lines.next().is_some_and(|(_, first)| first != header) {
            return Err(foreign(0));
        }
        for (row, line) in lines {
            told.read(line).ok_or_else(|| foreign(row))?;
        }
        let mut journal = Self { path, file };
        if whole == 0 {
            journal.add(&format!("{header}\n"))?;
        }
        Ok((journal, told))
    }

    /// Adds an answer.
    pub(super) fn answer(&mut self, answered: &Answered) -> Result<(), RunError> {
        self.add(&format!("answer {answered}\n"))
    }

    /// Adds the first moves from a state.
    pub(super) fn moves(&mut self, row: &MatchRow) -> Result<(), RunError> {
        let State { leader, other } = row.state;
        let [best, keeping] = [&row.best, &row.keeping].map(|moves| if moves.is_empty() { "-" } else { moves });
        self.add(&format!("moves {leader} {other} {best} {keeping}\n"))
    }

    fn add(&mut self, line: &str) -> Result<(), RunError> {
        self.file.write_all(line.as_bytes()).map_err(io_at(&self.path))
    }

    /// Takes the file away: all is found.
    pub(super) fn remove(self) -> Result<(), RunError> {
        fs::remove_file(&self.path).map_err(io_at(&self.path))
    }
}

impl Told {
    fn read(&mut self, line: &str) -> Option<()> {
        if let Some(answer) = line.strip_prefix("answer ") {
            self.answers.push(answer.parse().ok()?);
            return Some(());
        }
        let mut parts = line.strip_prefix("moves ")?.split(' ');
        let state = State { leader: parts.next()?.parse().ok()?, other: parts.next()?.parse().ok()? };
        let mut letters = || {
            let letters = parts.next()?;
            let known = letters == "-" || letters.bytes().all(|letter| (b'A'..=b'G').contains(&letter));
            known.then(|| letters.replace('-', ""))
        };
        self.moves.push((state, letters()?, letters()?));
        parts.next().is_none().then_some(())
    }
}
