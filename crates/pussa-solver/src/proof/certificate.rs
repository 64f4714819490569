//! Certificates: the records that claims about one position, or about all within a few plies of it, rest on.
//!
//! One pass over what is *needed*, from the claims down, from many counters to few, since no counter comes back. A lower
//! bound needs one move, an upper bound all of them; what they need of boards with as many counters is followed at once
//! (`level.rs`), the rest when its level's turn comes. So each position is looked into when all that is needed of it is
//! known, and nothing is kept that only a weaker need, or another move, would have rested on.
//!
//! Which move gets a lower bound stands in the solver's table. Where it has lost that, the solver is asked again.

use super::level::{Guide, Level, Settled};
use super::need::{Need, Needs};
use super::spot::{Field, Spot, Steps};
use super::{Given, Head, ProofError, ProofFile, Record, Scope};
use crate::bounds::Bounds;
use crate::solver::Solver;
use crate::team::Team;
use crate::watch::{Shift, Watch};
use pussa_rules::{Move, Position};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use thiserror::Error;

/// Why a certificate can't be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// It was called off.
    #[error("it was interrupted")]
    Stopped,
    /// The round is over.
    #[error("there is nothing to prove: the round is over")]
    Over,
    /// The bounds say nothing that would have to be proved.
    #[error("nothing has been proved so far")]
    Nothing,
    /// The bounds are none that the solver has proved.
    #[error("the bounds that it should prove have not been proved")]
    NotProved,
    /// It takes more than so many bytes of memory.
    #[error("the certificate takes more than {} MiB of memory, and there is no more", .0 >> 20)]
    NoMemory(u64),
    /// Somebody gets what is claimed, but in too many moves for a rank.
    #[error("the way to what is claimed has more than 65534 moves in a row without a capture")]
    TooLong,
}

/// How far a certificate has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The values of so many positions are proved, of so many.
    Solved(u64, u64),
    /// It has so many records, and has come to boards with so many counters.
    Recorded(u64, u8),
}

/// What making a certificate may take, and who watches over it.
#[derive(Clone, Copy)]
pub struct Making<'a> {
    /// The most bytes of memory, the solver's own left out.
    pub memory: u64,
    /// When set, it is called off.
    pub stop: &'a AtomicBool,
    /// Is told how far it has come, now and then.
    pub report: &'a (dyn Fn(Progress) + Sync),
}

impl Making<'_> {
    /// Takes what it needs, and nobody watches.
    #[must_use]
    pub fn freely() -> Making<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Making { memory: u64::MAX, stop: &NEVER, report: &|_| () }
    }
}

impl std::fmt::Debug for Making<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Making").field("memory", &self.memory).field("stop", self.stop).finish_non_exhaustive()
    }
}

/// A certificate: what it proves, and the records that prove it.
#[derive(Clone, Debug)]
pub struct Certificate {
    head: Head,
    /// By counters, each level in order.
    levels: Vec<Vec<Record>>,
}

impl Certificate {
    /// What it proves.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The same, leaning on these files of the solver's database.
    #[must_use]
    pub fn given(mut self, files: Vec<Given>) -> Self {
        self.head.given = files;
        self
    }

    /// How many records there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    /// Whether there are none: never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All records, by [`Record::order`].
    pub fn records(&self) -> impl Iterator<Item = Record> {
        self.levels.iter().flatten().copied()
    }

    /// Writes it to a file, whole or not at all, on the threads of the pool this is called from.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn write(&self, path: &Path) -> Result<(), ProofError> {
        ProofFile::write(path, &self.head, self.records())
    }
}

impl Solver {
    /// A certificate of bounds of a position's value that [`solve`](Solver::solve) has found, whatever is in reserve.
    ///
    /// With a database, it ends where that begins, unless the position itself is there.
    ///
    /// ```
    /// use pussa_rules::{RAJA_PASU, Variant};
    /// use pussa_solver::{Making, Settings, Solver, Watch};
    /// let variant = Variant::new(RAJA_PASU);
    /// let start = variant.start();
    /// let mut solver = Solver::new(variant, start.layout().ring(), Settings::default())?;
    /// let found = solver.solve(&start, &Watch::none());
    /// let certificate = solver.certificate(&start, found.bounds, &Making::freely())?;
    /// assert_eq!((certificate.head().low, certificate.head().high), (16, 16));
    /// assert!(certificate.records().any(|record| record.board == start.board() && record.low == 16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the round is over, the bounds have not been proved, it was called off, or takes more than it may.
    pub fn certificate(
        &mut self,
        position: &Position,
        bounds: Bounds,
        making: &Making,
    ) -> Result<Certificate, CertificateError> {
        let field = self.field();
        let spot = field.spot(position.side(), position.board());
        field.steps(spot).map_err(|_| CertificateError::Over)?;
        if bounds == Bounds::of_counters(spot.board().total() as u8) {
            return Err(CertificateError::Nothing);
        }
        let levels = self.records(&field, &[(spot, bounds)], making)?;
        Ok(self.certified(position, bounds, Scope::Root, levels))
    }

    /// A book: a certificate of the exact values of all positions that can be reached from one in so many plies. They are
    /// proved first, where they have not been.
    ///
    /// With a database, those that are there have no records, unless it is the first one.
    ///
    /// # Errors
    /// If the round is over, it was called off, or takes more than it may.
    pub fn book(&mut self, position: &Position, plies: u16, making: &Making) -> Result<Certificate, CertificateError> {
        let field = self.field();
        let spot = field.spot(position.side(), position.board());
        field.steps(spot).map_err(|_| CertificateError::Over)?;
        let spots = within(&field, spot, plies, making)?;
        let watch = Watch { stop: making.stop, ..Watch::none() };
        let mut claims = Vec::with_capacity(spots.len());
        for &spot in &spots {
            (making.report)(Progress::Solved(claims.len() as u64, spots.len() as u64));
            let bounds = self.solve_board(spot.mover(), spot.board(), &watch);
            if bounds.value().is_none() {
                return Err(CertificateError::Stopped);
            }
            claims.push((spot, bounds));
        }
        let bounds = claims[0].1;
        let levels = self.records(&field, &claims, making)?;
        Ok(self.certified(position, bounds, Scope::Plies(plies), levels))
    }

    fn field(&self) -> Field {
        Field::new(self.variant(), self.ring(), self.team.ground.database.clone())
    }

    fn certified(&self, root: &Position, bounds: Bounds, scope: Scope, levels: Vec<Vec<Record>>) -> Certificate {
        let root = Position::new(root.layout(), root.side(), root.board().without_reserves());
        let (low, high) = (bounds.low(), bounds.high());
        Certificate { head: Head { variant: self.variant(), root, low, high, scope, given: Vec::new() }, levels }
    }

    /// All records that claims rest on, by counters.
    fn records(
        &mut self,
        field: &Field,
        claims: &[(Spot, Bounds)],
        making: &Making,
    ) -> Result<Vec<Vec<Record>>, CertificateError> {
        let watch = Watch { stop: making.stop, ..Watch::none() };
        let shift = Shift::new(&watch);
        let team = &mut self.team;
        // Questions are answered on this thread too, most of them.
        std::thread::scope(|scope| {
            let solved = Solved { team, shift: &shift, making, looked: 0, recorded: 0 };
            let pass = || Pass::new(field, claims, solved).run();
            let thread = Builder::new().stack_size(Team::STACK).spawn_scoped(scope, pass);
            let thread = thread.map_err(|_| CertificateError::NoMemory(Team::STACK as u64))?;
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// The positions that can be reached from one in so many plies and take a record, that one first.
fn within(field: &Field, first: Spot, plies: u16, making: &Making) -> Result<Vec<Spot>, CertificateError> {
    let mut spots = indexmap::IndexSet::<Spot, rustc_hash::FxBuildHasher>::default();
    spots.insert(first);
    let mut next = 0;
    for _ in 0..plies {
        let reached_last = next..spots.len();
        next = spots.len();
        for place in reached_last {
            let Ok(steps) = field.steps(spots[place]) else { continue };
            let reached = steps.iter().map(|step| step.to);
            spots.extend(reached.filter(|&to| field.at_hand(to).is_none()));
            if making.stop.load(Ordering::Relaxed) {
                return Err(CertificateError::Stopped);
            }
        }
    }
    Ok(spots.into_iter().collect())
}

/// The pass over all levels.
struct Pass<'a, G> {
    field: &'a Field,
    needs: Needs,
    guide: G,
    most_counters: i16,
}

impl<'a, G: Guide> Pass<'a, G> {
    fn new(field: &'a Field, claims: &[(Spot, Bounds)], guide: G) -> Self {
        let counters = |spot: Spot| spot.board().total() as i16;
        let most_counters = claims.iter().map(|&(spot, _)| counters(spot)).max().unwrap_or(0);
        let mut needs = Needs::new(most_counters);
        for &(spot, bounds) in claims {
            let mut need = Need::none(counters(spot));
            need.add(Need { low: bounds.low(), high: bounds.high() });
            needs.add(counters(spot), spot, need);
        }
        Self { field, needs, guide, most_counters }
    }

    /// All records, by counters.
    fn run(&mut self) -> Result<Vec<Vec<Record>>, CertificateError> {
        let mut levels = Vec::new();
        for counters in (0..=self.most_counters).rev() {
            let entries = self.needs.take(counters);
            if entries.is_empty() {
                continue;
            }
            let level = Level::new(self.field, counters, &mut self.needs);
            let settled = level.settle(&mut self.guide, &entries)?;
            self.guide.settled(counters.unsigned_abs() as u8, settled.len())?;
            levels.push(settled.into_iter().map(record).collect());
        }
        levels.reverse();
        Ok(levels)
    }
}

fn record(Settled { spot, need, mv, rank }: Settled) -> Record {
    Record { mover: spot.mover(), board: spot.board(), low: need.low, high: need.high, mv, rank }
}

/// What the solver has proved.
struct Solved<'a> {
    team: &'a mut Team,
    shift: &'a Shift<'a>,
    making: &'a Making<'a>,
    /// Positions looked into by the pass.
    looked: u64,
    /// Records of the levels that are settled.
    recorded: u64,
}

impl Solved<'_> {
    /// How many positions this thread looks at for a question before it calls the others.
    const ALONE: u64 = 100_000;
    /// How many positions are looked into between looks at the flag and the memory.
    const PERIOD: u64 = 1024;

    /// Whether the value is `least` or more; none if that takes more than so many positions.
    fn ask(&mut self, spot: Spot, least: i16, effort: u64) -> Result<Option<bool>, CertificateError> {
        let (board, mover) = (spot.board(), spot.mover());
        self.shift.allow(effort.min(Self::ALONE));
        let mut answer = self.team.ask_alone(board, mover, least.into(), self.shift);
        if answer.is_none() && effort > Self::ALONE {
            self.shift.allow(effort);
            answer = self.team.ask(board, mover, least.into(), self.shift);
        }
        if answer.is_none() && self.shift.is_over() {
            return Err(CertificateError::Stopped);
        }
        Ok(answer.map(|answer| answer.value >= least.into()))
    }
}

impl Solved<'_> {
    /// Sees to it that nobody has called it off, and that memory is left beside so much.
    fn watch(&self, memory: u64) -> Result<(), CertificateError> {
        let records = self.recorded * size_of::<Record>() as u64;
        if self.making.stop.load(Ordering::Relaxed) {
            Err(CertificateError::Stopped)
        } else if records + memory > self.making.memory {
            Err(CertificateError::NoMemory(self.making.memory))
        } else {
            Ok(())
        }
    }
}

impl Guide for Solved<'_> {
    fn choose(&mut self, spot: Spot, steps: &Steps, low: i16) -> Result<Move, CertificateError> {
        loop {
            let known = self.team.known(spot.board(), spot.mover()).filter(|entry| entry.bounds.low() >= low);
            if let Some(mv) = known.and_then(|entry| entry.mv) {
                return Ok(mv);
            }
            // It may have been proved by what was known of its children, and not kept.
            let enough = steps.iter().filter(|step| {
                let known = self.team.known(step.to.board(), step.to.mover());
                known.is_some_and(|entry| entry.bounds.high() <= step.gain - low)
            });
            if let Some(step) = enough.max_by_key(|step| step.captured) {
                return Ok(step.mv);
            }
            if self.ask(spot, low, u64::MAX)? != Some(true) {
                return Err(CertificateError::NotProved);
            }
        }
    }

    fn is_at_most(&mut self, spot: Spot, high: i16, effort: u64) -> Result<Option<bool>, CertificateError> {
        let known = self.team.known(spot.board(), spot.mover());
        if let Some(entry) = known
            && (entry.bounds.high() <= high || entry.bounds.low() > high)
        {
            return Ok(Some(entry.bounds.high() <= high));
        }
        if effort == 0 {
            return Ok(None);
        }
        Ok(self.ask(spot, high + 1, effort)?.map(|more| !more))
    }

    fn count(&mut self, memory: u64) -> Result<(), CertificateError> {
        self.looked += 1;
        if self.looked.is_multiple_of(Self::PERIOD) { self.watch(memory) } else { Ok(()) }
    }

    fn settled(&mut self, counters: u8, records: usize) -> Result<(), CertificateError> {
        self.recorded += records as u64;
        (self.making.report)(Progress::Recorded(self.recorded, counters));
        self.watch(0)
    }
}

#[cfg(test)]
mod tests;
