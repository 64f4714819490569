//! The folder of a run: what is played goes there row by row, and what comes of it when all is played.
//!
//! ```text
//! run.toml         all that the run follows from, and who made it
//! games.csv        every round; the rows of a pair in one piece, in the order of the pairs
//! losses.csv       what each move lost against perfect play, if that is looked at
//! timings.csv      what the engines spent on it, and whoever judged them
//! standings.csv    by engine, when all is played
//! crosstable.csv   by engine and opponent, likewise
//! losses-by-…      losses by phase of the round, and by ply, likewise
//! ```

mod losses;
mod made;
mod resume;
mod rows;

pub use made::Made;

use crate::files;
use crate::game::Spent;
use crate::plan::PlanError;
use crate::sprt::{SprtState, Verdict};
use crate::standings::Results;
use crate::tournament::{Pair, Tournament};
use crate::wishes::Wishes;
use rows::{GameRow, LossRow, Place, TimingRow};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The names of the files.
const RUN: &str = "run.toml";
const GAMES: &str = "games.csv";
const TIMINGS: &str = "timings.csv";
const STANDINGS: &str = "standings.csv";
const CROSSTABLE: &str = "crosstable.csv";
const LOSSES: &str = "losses.csv";
const LOSSES_BY_PHASE: &str = "losses-by-phase.csv";
const LOSSES_BY_PLY: &str = "losses-by-ply.csv";

/// All of them, that of the run itself first.
const FILES: [&str; 8] = [RUN, GAMES, TIMINGS, STANDINGS, CROSSTABLE, LOSSES, LOSSES_BY_PHASE, LOSSES_BY_PLY];

/// How long rows may wait at most before they are brought to the disk itself, where a power cut does no harm.
const SYNC_PERIOD: Duration = Duration::from_secs(2);

/// A tournament with the folder that it is written to, which is locked while it is there.
///
/// Whenever it is stopped, by whatever, [`resume`](Self::resume) takes it up, and it ends with the same games, standings
/// and cross table as if it had not been stopped, byte for byte (if no limit is one of time).
pub struct Run<'a> {
    tournament: &'a Tournament,
    folder: PathBuf,
    games: Table,
    timings: Table,
    /// Of a tournament that looks at what moves lose.
    losses: Option<Table>,
    /// What judging took since the run was begun or taken up.
    judging: Spent,
    results: Results,
    /// The number of the next row.
    next_game: u64,
    synced: Instant,
}

/// A file that gets whole rows.
struct Table {
    path: PathBuf,
    file: File,
    /// How many bytes of whole rows it has.
    length: u64,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All is played, or the sequential test is decided; standings and cross table are there.
    Complete,
    /// It was stopped before.
    Stopped,
}

/// Why a run can't be written, or taken up.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum RunError {
    #[error("{}: there is a run in this folder already ({file}); name another folder, or go on with --resume", folder.display())]
    Taken { folder: PathBuf, file: &'static str },
    #[error("{}: {file} is there, but no run.toml that says what was played; name another folder", folder.display())]
    Nameless { folder: PathBuf, file: &'static str },
    #[error("{}: another program is at work on this run", folder.display())]
    InUse { folder: PathBuf },
    #[error("{}: {key} of this run is {is}, and now {now} is asked for; only the same run can be taken up", path.display())]
    Changed { path: PathBuf, key: String, is: String, now: String },
    #[error("{}, row {row}: this is not what the run would have written; it can't be taken up", path.display())]
    Foreign { path: PathBuf, row: u64 },
    #[error("{}: {why}", path.display())]
    Unreadable { path: PathBuf, why: String },
    #[error("{} could not be written", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{} could not be read", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl<'a> Run<'a> {
    /// Starts a run in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// If it holds a run already, or can't be written to.
    pub fn create(folder: &Path, tournament: &'a Tournament, made: &Made) -> Result<Self, RunError> {
        fs::create_dir_all(folder).map_err(at(folder))?;
        // Files without a byte are what is left of a run that was stopped before it began.
        let is_taken = |file: &&str| folder.join(file).metadata().is_ok_and(|file| file.len() > 0);
        if let Some(file) = FILES.into_iter().find(is_taken) {
            let folder = folder.into();
            return Err(if file == RUN {
                RunError::Taken { folder, file }
            } else {
                RunError::Nameless { folder, file }
            });
        }
        let mut run = Self::open(folder, tournament)?;
        // Somebody may have begun a run here a moment before.
        if run.games.file.metadata().is_ok_and(|file| file.len() > 0) {
            return Err(RunError::Taken { folder: folder.into(), file: GAMES });
        }
        let begun = made.write(&Wishes::of(tournament.plan()), &folder.join(RUN)).and_then(|()| run.write_headers());
        begun.inspect_err(|_| {
            // There is nothing more to be done if they can't be removed.
            for file in [RUN, GAMES, TIMINGS, LOSSES] {
                let _ = fs::remove_file(folder.join(file));
            }
        })?;
        Ok(run)
    }

    /// Starts a run in a new folder `NAME-1`, `NAME-2`, … below `parent`, the first that is free.
    ///
    /// # Errors
    /// If none can be made.
    pub fn create_under(parent: &Path, name: &str, tournament: &'a Tournament, made: &Made) -> Result<Self, RunError> {
        let folder = files::new_folder(parent, name).map_err(|(path, source)| RunError::Io { path, source })?;
        Self::create(&folder, tournament, made)
    }

    /// The files of a folder, locked: new ones, or those that are there.
    fn open(folder: &Path, tournament: &'a Tournament) -> Result<Self, RunError> {
        let table = |name| {
            let path = folder.join(name);
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(at(&path))?;
            file.try_lock().map_err(|error| match error {
                fs::TryLockError::WouldBlock => RunError::InUse { folder: folder.into() },
                fs::TryLockError::Error(error) => at(&path)(error),
            })?;
            Ok::<_, RunError>(Table { path, file, length: 0 })
        };
        Ok(Self {
            tournament,
            folder: folder.into(),
            games: table(GAMES)?,
            timings: table(TIMINGS)?,
            losses: tournament.plan().exact_loss.map(|_| table(LOSSES)).transpose()?,
            judging: Spent::default(),
            results: Results::new(tournament.plan()),
            next_game: 0,
            synced: Instant::now(),
        })
    }

    fn write_headers(&mut self) -> Result<(), RunError> {
        self.games.append(GameRow::HEADER.as_bytes())?;
        if let Some(losses) = &mut self.losses {
            losses.append(LossRow::HEADER.as_bytes())?;
        }
        self.timings.append(TimingRow::HEADER.as_bytes())
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What has come of it so far.
    #[must_use]
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// How many rounds have been played.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.next_game
    }

    /// What judging moves took since the run was begun or taken up.
    #[must_use]
    pub fn judging(&self) -> Spent {
        self.judging
    }

    /// Where the sequential test stands, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<SprtState> {
        self.tournament.plan().sprt.map(|sprt| sprt.judge(self.results.first_pairing()))
    }

    /// What the sequential test has come to, in a sentence, if there is one.
    #[must_use]
    pub fn verdict(&self) -> Option<String> {
        let plan = self.tournament.plan();
        let (state, sprt) = (self.sprt()?, plan.sprt?);
        let [first, second] = plan.pairings()[0].map(|engine| &plan.engines[engine]);
        let (elo0, elo1, pairs) = (sprt.elo0(), sprt.elo1(), self.results.pairs());
        let over = format!("{first} over {second}");
        let told = match state.verdict {
            Verdict::AcceptNull => format!("{elo0} Elo rather than {elo1} is accepted for {over}"),
            Verdict::AcceptAlternative => format!("{elo1} Elo rather than {elo0} is accepted for {over}"),
            Verdict::GoOn => format!("{elo0} or {elo1} Elo for {over} is not decided"),
        };
        let SprtState { ratio, lower, upper, .. } = state;
        let pairs = if pairs == 1 { "1 pair".into() } else { format!("{pairs} pairs") };
        Some(format!("After {pairs}: {told} (log-likelihood ratio {ratio:.2} in [{lower:.2}, {upper:.2}])."))
    }

    /// Plays what is left, with so many threads, until all is played, or the sequential test is decided, or `stop` is
    /// set; `each` hears of every pair. Then standings and cross table are written.
    ///
    /// # Errors
    /// If files can't be written, or threads can't be started.
    pub fn play(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        mut each: impl FnMut(&Pair),
    ) -> Result<Progress, RunError> {
        if !self.is_complete() {
            self.tournament.play(self.results.pairs(), threads, stop, |pair| {
                self.add(&pair)?;
                each(&pair);
                Ok::<_, RunError>(if self.is_complete() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
        }
        if !self.is_complete() {
            return Ok(Progress::Stopped);
        }
        self.sync()?;
        if self.losses.is_some() {
            write_whole(&self.folder.join(LOSSES_BY_PLY), &to_csv(&self.results.losses_by_ply(), true))?;
            write_whole(&self.folder.join(LOSSES_BY_PHASE), &to_csv(&self.results.losses_by_phase(), true))?;
        }
        write_whole(&self.folder.join(CROSSTABLE), &to_csv(&self.results.crosstable(), true))?;
        write_whole(&self.folder.join(STANDINGS), &to_csv(&self.results.standings(), true))?;
        Ok(Progress::Complete)
    }

    /// Whether there is nothing left to play.
    fn is_complete(&self) -> bool {
        self.results.pairs() == self.tournament.pairs() || self.sprt().is_some_and(|it| it.verdict != Verdict::GoOn)
    }

    /// Adds the rows of a pair.
    fn add(&mut self, pair: &Pair) -> Result<(), RunError> {
        let fixture = self.tournament.fixture(pair.id).expect("it has been played");
        let (mut games, mut timings, mut losses) = (Vec::new(), Vec::new(), Vec::new());
        for (leg, played) in pair.legs.iter().enumerate() {
            for (round, game) in played.games.iter().enumerate() {
                let place = Place { id: self.next_game + games.len() as u64, fixture, leg, round };
                timings.push(TimingRow::new(place.id, game));
                if let Some(judged) = &game.judged {
                    losses.extend(judged.moves.iter().map(|&it| LossRow::new(self.tournament, place, game, it)));
                    self.count_judging(judged.spent);
                }
                games.push(GameRow::new(self.tournament, place, game));
            }
        }
        // The games last: so there is never less of all else.
        self.timings.append(&to_csv(&timings, false))?;
        if let Some(table) = &mut self.losses {
            table.append(&to_csv(&losses, false))?;
        }
        self.games.append(&to_csv(&games, false))?;
        self.next_game += games.len() as u64;
        self.results.add(pair);
        if self.synced.elapsed() >= SYNC_PERIOD {
            self.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    fn count_judging(&mut self, spent: Spent) {
        self.judging.time += spent.time;
        self.judging.nodes += spent.nodes;
    }

    /// Brings all rows to the disk itself.
    fn sync(&self) -> Result<(), RunError> {
        self.timings.sync()?;
        self.losses.iter().try_for_each(Table::sync)?;
        self.games.sync()
    }
}

impl Table {
    /// Adds whole rows, or nothing: what got onto a disk that is full is taken back.
    fn append(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        self.file.write_all(bytes).map_err(|error| {
            let _ = self.file.set_len(self.length);
            at(&self.path)(error)
        })?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Brings all rows to the disk itself.
    fn sync(&self) -> Result<(), RunError> {
        self.file.sync_data().map_err(at(&self.path))
    }
}

/// Puts a file of the run there in one piece.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    files::write_whole(path, bytes).map_err(at(path))
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
