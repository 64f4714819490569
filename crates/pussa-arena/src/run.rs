//! The folder of a run: `games.csv`, which grows by whole rows, and what comes of it when all is played.

use crate::game::Game;
use crate::standings::Results;
use crate::tournament::{Pair, Tournament};
use pussa_rules::Side;
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The name of the file of all rounds.
const GAMES: &str = "games.csv";
/// The name of the file of results by engine.
const STANDINGS: &str = "standings.csv";
/// The name of the file of results by engine and opponent.
const CROSSTABLE: &str = "crosstable.csv";

/// A folder that a tournament is written to.
///
/// `games.csv` gets the two rows of a pair in one piece, in the order of the pairs, so it holds whole rows whenever the
/// run is stopped. It is locked while the run goes on.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    games: File,
    /// How many bytes of whole rows `games.csv` has.
    length: u64,
}

/// Why a run can't be written.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum RunError {
    #[error("{}: there is a run in this folder already ({file}); name another with --out", folder.display())]
    Taken { folder: PathBuf, file: &'static str },
    #[error("{} could not be written", path.display())]
    Io { path: PathBuf, source: io::Error },
}

impl Run {
    /// Starts a run in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// If it holds a run already, or can't be written to.
    pub fn create(folder: &Path) -> Result<Self, RunError> {
        fs::create_dir_all(folder).map_err(at(folder))?;
        let taken = |file| RunError::Taken { folder: folder.into(), file };
        if let Some(file) = [GAMES, STANDINGS, CROSSTABLE].into_iter().find(|file| folder.join(file).exists()) {
            return Err(taken(file));
        }
        let path = folder.join(GAMES);
        let games = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(taken(GAMES)),
            opened => opened.map_err(at(&path))?,
        };
        games.try_lock().map_err(|error| at(&path)(error.into()))?;
        let mut run = Self { folder: folder.into(), games, length: 0 };
        run.append(GameRow::HEADER.as_bytes()).inspect_err(|_| {
            // A file without so much as a header is no run; there is nothing more to be done if it can't be removed.
            let _ = fs::remove_file(&path);
        })?;
        Ok(run)
    }

    /// Starts a run in a new folder `NAME-1`, `NAME-2`, … below `parent`, the first that is free.
    ///
    /// # Errors
    /// If none can be made.
    pub fn create_under(parent: &Path, name: &str) -> Result<Self, RunError> {
        fs::create_dir_all(parent).map_err(at(parent))?;
        let mut number = 1u64;
        loop {
            let folder = parent.join(format!("{name}-{number}"));
            match fs::create_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                made => return made.map_err(at(&folder)).and_then(|()| Self::create(&folder)),
            }
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds the two rounds of a pair.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add(&mut self, tournament: &Tournament, pair: &Pair) -> Result<(), RunError> {
        let rows = [0, 1].map(|leg| GameRow::new(tournament, pair, leg));
        self.append(&to_csv(&rows, false))
    }

    /// Adds whole rows, or nothing: what got onto a disk that is full is taken back.
    fn append(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        self.games.write_all(bytes).map_err(|error| {
            let _ = self.games.set_len(self.length);
            at(&self.folder.join(GAMES))(error)
        })?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Writes the standings and the cross table, and makes sure that all is on the disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(self, results: &Results) -> Result<(), RunError> {
        self.games.sync_all().map_err(at(&self.folder.join(GAMES)))?;
        write_whole(&self.folder.join(CROSSTABLE), &to_csv(&results.crosstable(), true))?;
        write_whole(&self.folder.join(STANDINGS), &to_csv(&results.standings(), true))
    }
}

/// Puts a file there in one piece: written under another name, then renamed.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.and_then(|()| fs::rename(&beside, path)).map_err(|error| {
        let _ = fs::remove_file(&beside);
        at(path)(error)
    })
}

fn at(path: &Path) -> impl Fn(io::Error) -> RunError {
    move |source| RunError::Io { path: path.into(), source }
}

/// The rows as comma-separated text, after a header row if one is wanted.
fn to_csv<R: Serialize>(rows: &[R], header: bool) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("a flat row goes into memory");
    }
    writer.into_inner().expect("memory takes all rows")
}

/// A row of `games.csv`.
#[derive(Serialize)]
struct GameRow<'a> {
    game_id: u64,
    pair_id: u64,
    match_id: &'a str,
    round: &'a str,
    game: &'a str,
    reading: String,
    holes: u8,
    counters: u8,
    south: String,
    north: String,
    board: String,
    opening: String,
    moves: String,
    plies: usize,
    south_final: u8,
    north_final: u8,
    margin: Option<i32>,
    result: &'static str,
    ending: &'static str,
}

impl<'a> GameRow<'a> {
    /// The columns, in their order.
    const HEADER: &'static str = "game_id,pair_id,match_id,round,game,reading,holes,counters,south,north,board,\
        opening,moves,plies,south_final,north_final,margin,result,ending\n";

    fn new(tournament: &'a Tournament, pair: &Pair, leg: usize) -> Self {
        let plan = tournament.plan();
        let variant = plan.variants[pair.variant];
        let game = &pair.games[leg];
        let Game { opening, moves, .. } = game;
        let [south_final, north_final] = game.reserves();
        let letters = |moves: &[pussa_rules::Hole]| moves.iter().map(|hole| hole.letter()).collect();
        let [south, north] = [leg, 1 - leg].map(|engine| plan.engines[pair.engines[engine]].to_string());
        Self {
            game_id: 2 * pair.id + leg as u64,
            pair_id: pair.id,
            match_id: "",
            round: "",
            game: variant.game().name(),
            reading: variant.reading().to_string(),
            holes: variant.holes(),
            counters: variant.counters(),
            south,
            north,
            board: variant.start().to_string(),
            opening: letters(opening),
            moves: letters(moves),
            plies: moves.len(),
            south_final,
            north_final,
            margin: game.margin(),
            result: result(game.winner()),
            ending: game.ending().name(),
        }
    }
}

fn result(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::South) => "south",
        Some(Side::North) => "north",
        None => "draw",
    }
}
