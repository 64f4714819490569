//! The folder of a run: what is found out about matches goes there answer by answer, and is told when all is found.
//!
//! ```text
//! run.toml              all that the run follows from, and who made it
//! GAME.READING.csv      every holding: who wins, in how many rounds at most, by which first moves
//! GAME.READING.svg      the same as a picture
//! GAME.READING.match    what proves it, if that is wished for
//! GAME.READING.journal  what has been found, as long as the run is not finished
//! summary.md            what came of it, in words
//! ```

use super::findings::{MatchFindings, MatchRow};
use super::journal::Journal;
use super::plan::{MatchPlan, MatchWishes};
use pussa_arena::{Made, Progress, RunError, new_folder, write_whole};
use pussa_rules::{Move, Side, Variant};
use pussa_solver::Settings;
use pussa_solver::matches::{Certified, MatchCertificate, MatchTable, MatchWatch, State};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The names of files.
const RUN: &str = "run.toml";
const SUMMARY: &str = "summary.md";

/// A plan with the folder that it is worked out in.
///
/// Whenever it is stopped, by whatever, [`resume`](Self::resume) takes it up, and it ends with the same files as if it had
/// not been stopped, byte for byte, with any number of threads.
#[derive(Debug)]
pub struct MatchRun {
    plan: MatchPlan,
    folder: PathBuf,
}

/// How work gets on, with the game that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStep {
    /// Questions are asked about states with so many counters in all: who wins within so many rounds.
    Layer {
        /// Counters in all.
        total: u8,
        /// Rounds.
        rounds: u16,
        /// How many questions.
        questions: usize,
    },
    /// So many first moves, or strategies, out of so many states are found.
    States {
        /// How many are done.
        done: usize,
        /// Out of so many.
        of: usize,
    },
}

/// Who hears how work gets on.
type Report<'a> = &'a (dyn Fn(Variant, MatchStep) + Sync);

impl MatchRun {
    /// Starts a run in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// If it holds a run already, or can't be written to.
    pub fn create(folder: &Path, plan: MatchPlan, made: &Made) -> Result<Self, RunError> {
        fs::create_dir_all(folder).map_err(|source| RunError::Io { path: folder.into(), source })?;
        for file in [RUN, SUMMARY] {
            if folder.join(file).exists() {
                let folder = folder.into();
                return Err(if file == RUN {
                    RunError::Taken { folder, file }
                } else {
                    RunError::Nameless { folder, file }
                });
            }
        }
        made.write(&MatchWishes::of(&plan), &folder.join(RUN))?;
        Ok(Self { plan, folder: folder.into() })
    }

    /// Starts a run in a new folder `NAME-1`, `NAME-2`, … below `parent`, the first that is free.
    ///
    /// # Errors
    /// If none can be made.
    pub fn create_under(parent: &Path, name: &str, plan: MatchPlan, made: &Made) -> Result<Self, RunError> {
        let folder = new_folder(parent, name).map_err(|(path, source)| RunError::Io { path, source })?;
        Self::create(&folder, plan, made)
    }

    /// Takes up the run in `folder`: whatever was found is kept.
    ///
    /// # Errors
    /// If there is none, or if it was planned otherwise or made by another version.
    pub fn resume(folder: &Path, plan: MatchPlan, made: &Made) -> Result<Self, RunError> {
        made.agree(&MatchWishes::of(&plan), &folder.join(RUN))?;
        Ok(Self { plan, folder: folder.into() })
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
    pub fn wishes(folder: &Path) -> Result<MatchWishes, RunError> {
        Ok(Made::read(&folder.join(RUN))?.0)
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Finds out all that is to be found out, and writes it down. Of the settings, `hash` is for all threads together.
    /// `stop` calls it off, and is set if something could not be written down.
    ///
    /// # Errors
    /// If a file can't be read or written, or a table is too small for a certificate.
    pub fn work(
        &self,
        settings: Settings,
        stop: &AtomicBool,
        report: Report,
    ) -> Result<(Progress, Vec<MatchFindings>), RunError> {
        let (mut all, mut journals) = (Vec::new(), Vec::new());
        for &variant in &self.plan.variants {
            let Some((findings, journal)) = self.one(variant, settings, stop, report)? else {
                return Ok((Progress::Stopped, all));
            };
            all.push(findings);
            journals.push(journal);
        }
        let sections: Vec<_> = all.iter().map(MatchFindings::words).collect();
        let text = format!("# Who wins the match\n\n{}", sections.join("\n"));
        self.write(SUMMARY, text.as_bytes())?;
        // Not before: a run that is taken up goes through all games, and needs to find out none of them anew.
        journals.into_iter().try_for_each(Journal::remove)?;
        Ok((Progress::Complete, all))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        let path = self.folder.join(name);
        write_whole(&path, bytes).map_err(|source| RunError::Io { path, source })
    }

    /// One game, and the journal that it was found by. `None` if it was called off.
    fn one(
        &self,
        variant: Variant,
        settings: Settings,
        stop: &AtomicBool,
        report: Report,
    ) -> Result<Option<(MatchFindings, Journal)>, RunError> {
        let name = MatchFindings::name(variant);
        let (journal, told) = Journal::open(&self.folder, &name, self.plan.nodes)?;
        let journal = Mutex::new((journal, Ok(())));
        // What can't be written down ends the work, too.
        let keep = |add: &dyn Fn(&mut Journal) -> Result<(), RunError>| {
            let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
            if let (journal, failed @ Ok(())) = &mut *journal {
                *failed = add(journal);
                stop.fetch_or(failed.is_err(), Ordering::Relaxed);
            }
        };
        let mut table = MatchTable::new(variant, settings);
        table.recall(told.answers);
        let watch = MatchWatch {
            stop,
            nodes: self.plan.nodes.unwrap_or(u64::MAX),
            report: &|total, rounds, questions| report(variant, MatchStep::Layer { total, rounds, questions }),
            answered: &|answered| keep(&|journal| journal.answer(answered)),
        };
        let solved = table.solve(&watch);
        let rows = solved.then(|| {
            let work = Work { table: &table, settings, stop, report };
            work.rows(&told.moves, &|row| keep(&|journal| journal.moves(row)))
        });
        let (journal, kept) = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        kept?;
        let Some(rows) = rows.flatten() else { return Ok(None) };
        let findings = MatchFindings::new(variant, rows);
        if self.plan.certificates {
            let Some(bytes) = self.certificate(&Work { table: &table, settings, stop, report }, &name)? else {
                return Ok(None);
            };
            self.write(&format!("{name}.match"), &bytes)?;
        }
        self.write(&format!("{name}.csv"), &findings.csv())?;
        self.write(&format!("{name}.svg"), findings.picture().as_bytes())?;
        Ok(Some((findings, journal)))
    }

    /// The bytes of the certificate. `None` if it was called off.
    fn certificate(&self, work: &Work, name: &str) -> Result<Option<Vec<u8>>, RunError> {
        let path = self.folder.join(format!("{name}.match"));
        let states: Vec<_> = work.table.all().map(|(state, _)| state).collect();
        let found = work.for_all(&states, |state, hash| {
            let strategies = work.table.strategies(state, hash, work.stop);
            (!work.stop.load(Ordering::Relaxed)).then_some(strategies)
        });
        let Some(found) = found else { return Ok(None) };
        let mut certified = Vec::new();
        for (&state, strategies) in states.iter().zip(found) {
            let why = |why: String| RunError::Unreadable { path: path.clone(), why };
            let strategies = strategies.map_err(|error| why(format!("{state}: {error}")))?;
            let fate = work.table.fate(state).ok_or_else(|| why(format!("{state}: the fate is not known")))?;
            certified.push(Certified { state, fate, strategies });
        }
        let certificate = MatchCertificate { variant: work.table.variant(), states: certified };
        certificate.to_bytes().map(Some).map_err(|source| RunError::Io { path, source })
    }
}

/// Work on the states of a table that is solved.
struct Work<'a> {
    table: &'a MatchTable,
    settings: Settings,
    stop: &'a AtomicBool,
    report: Report<'a>,
}

impl Work<'_> {
    /// The rows of all states with all counters. `None` if it was called off.
    fn rows(&self, known: &[(State, String, String)], found: &(dyn Fn(&MatchRow) + Sync)) -> Option<Vec<MatchRow>> {
        let total = self.table.variant().total();
        let states: Vec<_> = self.table.all().map(|(state, _)| state).filter(|state| state.total() == total).collect();
        self.for_all(&states, |state, hash| {
            let fate = self.table.fate(state);
            if let Some((_, best, keeping)) = known.iter().find(|(known, ..)| *known == state) {
                return Some(MatchRow { state, fate, best: best.clone(), keeping: keeping.clone() });
            }
            let advice = self.table.first_moves(state, hash, self.stop);
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let letters = |moves: &[Move]| self.letters(state, moves);
            let (best, keeping) = advice.map_or_else(Default::default, |it| (letters(&it.best), letters(&it.keeping)));
            let row = MatchRow { state, fate, best, keeping };
            found(&row);
            Some(row)
        })
    }

    /// The letters of the leader's moves.
    fn letters(&self, state: State, moves: &[Move]) -> String {
        let opening = state.opening(self.table.variant());
        let letter = |mv: &Move| Some(opening?.layout().hole(Side::South, *mv).letter());
        moves.iter().filter_map(letter).collect()
    }

    /// Does something for all states, on all threads; in their order. It is told how much memory there is for the table.
    /// `None` if one came to nothing.
    fn for_all<T: Send>(&self, states: &[State], work: impl Fn(State, usize) -> Option<T> + Sync) -> Option<Vec<T>> {
        let threads = self.settings.threads.clamp(1, states.len().max(1));
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let one = || {
            let mut found = Vec::new();
            while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < states.len())
            {
                found.push((number, work(states[number], self.settings.hash / threads)?));
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.report)(self.table.variant(), MatchStep::States { done, of: states.len() });
            }
            Some(found)
        };
        let found = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
            let found = threads.into_iter().map(|thread| thread.join().expect("it only works"));
            found.collect::<Option<Vec<_>>>()
        })?;
        let mut all: Vec<_> = found.into_iter().flatten().collect();
        all.sort_by_key(|&(number, _)| number);
        Some(all.into_iter().map(|(_, found)| found).collect())
    }
}
