//! The folder of a run: what is found out goes there board by board, and is told when all is found.
//!
//! ```text
//! run.toml     all that the run follows from, and who made it
//! cells.csv    what each board's first moves are worth; by board when all is found, until then as they were found
//! play.csv     what leading is worth to engines that play themselves, likewise
//! summary.md   what came of it, in words and tables; and pictures
//! ```

use super::edge::{Edge, EdgeRow};
use super::error::AdvantageError;
use super::plan::Plan;
use super::report::Findings;
use super::table::{Table, io_at, to_csv};
use super::tasks::{Found, Task, Tools};
use super::wishes::Wishes;
use super::worth::{Worth, WorthRow};
use pussa_arena::{Made, Progress, RunError, new_folder, write_whole};
use pussa_engine::Roster;
use pussa_rules::Variant;
use pussa_solver::Databases;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The names of the files.
const RUN: &str = "run.toml";
const CELLS: &str = "cells.csv";
const PLAY: &str = "play.csv";
const SUMMARY: &str = "summary.md";

/// A plan with the folder that it is worked out in, which is locked while it is there.
///
/// Whenever it is stopped, by whatever, [`resume`](Self::resume) takes it up, and it ends with the same files as if it had
/// not been stopped, byte for byte, with any number of threads (if no limit of an engine is one of time).
pub struct Run {
    plan: Plan,
    boards: Vec<Variant>,
    folder: PathBuf,
    cells: Table,
    play: Table,
    /// By the board's number.
    worths: BTreeMap<usize, Worth>,
    edges: BTreeMap<usize, Vec<Edge>>,
    made: Made,
}

/// How work gets on.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// It begins, with so many steps, of which some were done before.
    Begins {
        /// How many steps there are.
        steps: u64,
        /// How many were done before.
        done: u64,
    },
    /// So many steps more are done.
    Done(u64),
}

impl Run {
    /// Starts a run in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// If it holds a run already, or can't be written to.
    pub fn create(folder: &Path, plan: Plan, made: &Made) -> Result<Self, AdvantageError> {
        fs::create_dir_all(folder).map_err(io_at(folder))?;
        // Files without a byte are what is left of a run that was stopped before it began.
        let is_taken = |file: &&str| folder.join(file).metadata().is_ok_and(|file| file.len() > 0);
        if let Some(file) = [RUN, CELLS, PLAY, SUMMARY].into_iter().find(is_taken) {
            let folder = folder.into();
            let taken =
                if file == RUN { RunError::Taken { folder, file } } else { RunError::Nameless { folder, file } };
            return Err(taken.into());
        }
        let mut run = Self::open(folder, plan, made)?;
        // Somebody may have begun a run here a moment before.
        if !run.cells.is_empty() {
            return Err(RunError::Taken { folder: folder.into(), file: CELLS }.into());
        }
        let begun = made.write(&Wishes::of(&run.plan), &folder.join(RUN)).map_err(Into::into);
        begun.and_then(|()| run.read()).inspect_err(|_| {
            // There is nothing more to be done if they can't be removed.
            for file in [RUN, CELLS, PLAY] {
                let _ = fs::remove_file(folder.join(file));
            }
        })?;
        Ok(run)
    }

    /// Starts a run in a new folder `NAME-1`, `NAME-2`, … below `parent`, the first that is free.
    ///
    /// # Errors
    /// If none can be made.
    pub fn create_under(parent: &Path, name: &str, plan: Plan, made: &Made) -> Result<Self, AdvantageError> {
        let folder = new_folder(parent, name).map_err(|(path, source)| RunError::Io { path, source })?;
        Self::create(&folder, plan, made)
    }

    /// Takes up the run in `folder`: every board that was found is kept.
    ///
    /// # Errors
    /// If there is none, if it was planned otherwise, made by another version, is in use, or holds what this plan would not
    /// have given.
    pub fn resume(folder: &Path, plan: Plan, made: &Made) -> Result<Self, AdvantageError> {
        made.agree(&Wishes::of(&plan), &folder.join(RUN))?;
        let (_, begun) = Made::read::<Wishes>(&folder.join(RUN))?;
        let mut run = Self::open(folder, plan, &begun.unwrap_or_default())?;
        run.read()?;
        Ok(run)
    }

    /// Whether there is a run in a folder that could be taken up.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(RUN).exists()
    }

    /// What the run in a folder wishes for.
    ///
    /// # Errors
    /// If there is none, or its file can't be read.
    pub fn wishes(folder: &Path) -> Result<Wishes, AdvantageError> {
        let (wishes, _) = Made::read(&folder.join(RUN))?;
        Ok(wishes)
    }

    fn open(folder: &Path, plan: Plan, made: &Made) -> Result<Self, AdvantageError> {
        Ok(Self {
            boards: plan.boards(),
            plan,
            folder: folder.into(),
            cells: Table::open(folder, CELLS)?,
            play: Table::open(folder, PLAY)?,
            worths: BTreeMap::new(),
            edges: BTreeMap::new(),
            made: made.clone(),
        })
    }

    /// Reads what was found, and begins the files if they are new.
    fn read(&mut self) -> Result<(), AdvantageError> {
        let rows = self.cells.rows::<WorthRow>(WorthRow::HEADER)?;
        let mut kept = WorthRow::HEADER.len() as u64;
        for (i, (row, end)) in rows.iter().enumerate() {
            let worth = row.worth().and_then(|worth| Some((self.number(worth.board)?, worth)));
            let is_new = |(number, _): &(usize, Worth)| !self.worths.contains_key(number);
            // The header is row 1.
            let (number, worth) = worth.filter(is_new).ok_or_else(|| self.cells.foreign(i as u64 + 2))?;
            self.worths.insert(number, worth);
            kept = *end;
        }
        self.cells.cut(kept)?;
        self.read_edges()
    }

    /// The rows of a board stand in one piece, in the order of the engines. Those of the last may be cut off.
    fn read_edges(&mut self) -> Result<(), AdvantageError> {
        let rows = self.play.rows::<EdgeRow>(EdgeRow::HEADER)?;
        let mut kept = EdgeRow::HEADER.len() as u64;
        let engines = self.plan.engines.len();
        for (i, group) in rows.chunks(engines.max(1)).enumerate() {
            let foreign = || self.play.foreign((i * engines) as u64 + 2);
            let edges: Vec<_> = group.iter().map(|(row, _)| row.edge()).collect::<Option<_>>().ok_or_else(foreign)?;
            let board = edges[0].board;
            let fits = |(edge, spec): (&Edge, _)| edge.board == board && edge.engine == ToString::to_string(spec);
            let number = self.number(board).filter(|number| !self.edges.contains_key(number)).ok_or_else(foreign)?;
            if engines == 0 || !edges.iter().zip(&self.plan.engines).all(fits) {
                return Err(foreign().into());
            }
            if edges.len() == engines {
                self.edges.insert(number, edges);
                kept = group.last().expect("a group has a row").1;
            }
        }
        Ok(self.play.cut(kept)?)
    }

    /// The number of a board of the plan.
    fn number(&self, board: Variant) -> Option<usize> {
        self.boards.iter().position(|&known| known == board)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What was found so far of the boards' first moves, board by board.
    pub fn worths(&self) -> impl Iterator<Item = &Worth> {
        self.worths.values()
    }

    /// Finds out what is left, on so many threads, until all is found or `stop` is set; `each` hears how it gets on. Then
    /// tables, summary and pictures are written.
    ///
    /// # Errors
    /// If files can't be written, or memory runs out.
    pub fn work(
        &mut self,
        databases: Option<&Databases>,
        roster: &Roster,
        threads: usize,
        stop: &AtomicBool,
        mut each: impl FnMut(Step),
    ) -> Result<Progress, AdvantageError> {
        let (plan, boards) = (self.plan.clone(), self.boards.clone());
        let tools = Tools { plan: &plan, boards: &boards, databases, roster };
        let all = (0..boards.len()).map(Task::Prove).chain((0..boards.len()).map(Task::Play));
        let (done, left): (Vec<_>, Vec<_>) = all.partition(|&task| self.is_done(task));
        let weight = |tasks: &[Task]| tasks.iter().map(|&task| tools.weight(task)).sum::<u64>();
        each(Step::Begins { steps: weight(&done) + weight(&left), done: weight(&done) });
        tools.work(left, threads, stop, |task, found| {
            self.keep(found)?;
            each(Step::Done(tools.weight(task)));
            Ok(())
        })?;
        if !(0..boards.len()).all(|number| self.is_done(Task::Prove(number)) && self.is_done(Task::Play(number))) {
            return Ok(Progress::Stopped);
        }
        self.finish()?;
        Ok(Progress::Complete)
    }

    fn is_done(&self, task: Task) -> bool {
        match task {
            Task::Prove(number) => self.worths.contains_key(&number),
            Task::Play(number) => self.plan.engines.is_empty() || self.edges.contains_key(&number),
        }
    }

    fn keep(&mut self, found: Found) -> Result<(), AdvantageError> {
        match found {
            Found::Worth(number, worth) => {
                self.cells.append(&to_csv(&[WorthRow::new(&worth)], false))?;
                self.worths.insert(number, worth);
            }
            Found::Edges(number, edges) => {
                self.play.append(&to_csv(&edges.iter().map(EdgeRow::new).collect::<Vec<_>>(), false))?;
                self.edges.insert(number, edges);
            }
        }
        Ok(())
    }

    /// Puts the rows in order, and tells what came of it.
    fn finish(&self) -> Result<(), AdvantageError> {
        let cells: Vec<_> = self.worths.values().map(WorthRow::new).collect();
        let play: Vec<_> = self.edges.values().flatten().map(EdgeRow::new).collect();
        let write = |path: &Path, bytes: &[u8]| write_whole(path, bytes).map_err(io_at(path));
        write(self.cells.path(), &to_csv(&cells, true))?;
        let play = if play.is_empty() { EdgeRow::HEADER.into() } else { to_csv(&play, true) };
        write(self.play.path(), &play)?;
        // The summary last: where it is, all is.
        for (name, text) in self.findings().files().iter().rev() {
            write(&self.folder.join(name), text.as_bytes())?;
        }
        Ok(())
    }

    /// What came of it so far.
    #[must_use]
    pub fn findings(&self) -> Findings {
        let worths = self.worths.values().cloned().collect();
        let edges = self.edges.values().cloned().collect();
        Findings::new(self.plan.clone(), worths, edges, self.made.clone())
    }
}
