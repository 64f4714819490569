//! The solver as an oracle: it proves as much of a value as an effort allows, always beginning with nothing proved, so that
//! what it tells depends on the question alone.

use crate::databases::Databases;
use crate::solver::{Settings, Solver};
use crate::team::Team;
use crate::watch::Watch;
use pussa_engine::{Bounds, Findings, Oracle};
use pussa_rules::{Board, Layout, MAX_HOLES, Position, Ring, Side, Variant};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Proves values within an effort, and can be asked by many threads at once: each has a table of its own, for as long as
/// its question takes.
///
/// Of the positions of a round ([`Oracle::bounds_along`]), the last comes first: there is least to be proved of it, and
/// what is proved helps with those before it. An effort counts positions for each of them. Asked without effort, it tells
/// what its databases have.
///
/// ```
/// use pussa_engine::Oracle;
/// use pussa_rules::{RAJA_PASU, Variant};
/// use pussa_solver::Judge;
/// let (judge, variant) = (Judge::default(), Variant::new(RAJA_PASU));
/// let (start, ring) = (variant.start(), variant.start().layout().ring());
/// let bounds = judge.bounds(&variant, ring, start.side(), start.board(), 100_000);
/// assert_eq!(bounds.value(), Some(16));
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    databases: Option<Arc<Databases>>,
    hash: usize,
}

impl Default for Judge {
    /// With a table of up to 64 MiB for each question, and no databases.
    fn default() -> Self {
        Self { databases: None, hash: Settings::default().hash }
    }
}

impl Judge {
    /// The same with so large a table for each question, in bytes; it grows to it only if there is so much to be kept.
    #[must_use]
    pub fn with_hash(self, hash: usize) -> Self {
        Self { hash, ..self }
    }

    /// The same with databases to look values up in.
    #[must_use]
    pub fn with_databases(self, databases: Arc<Databases>) -> Self {
        Self { databases: Some(databases), ..self }
    }

    /// A solver that has proved nothing yet; `None` if there is no memory for it.
    fn solver(&self, variant: Variant, ring: Ring) -> Option<Solver> {
        let mut solver = Solver::new(variant, ring, Settings { hash: self.hash, threads: 1 }).ok()?;
        let known = self.databases.as_ref().and_then(|databases| databases.find(&variant, ring, Side::South));
        if let Some((database, _)) = known {
            solver.consult(Arc::clone(database)).ok()?;
        }
        solver.stay_here();
        Some(solver)
    }

    /// Asks about all positions, the last one first, on a thread that has room for the deepest search.
    fn follow(
        &self,
        variant: Variant,
        ring: Ring,
        course: &[(Side, Board)],
        effort: u64,
        stop: &AtomicBool,
    ) -> Option<Findings> {
        let begun = Instant::now();
        let (ring, is_turned) = turned(ring);
        let layout = layout(ring);
        let mut solver = self.solver(variant, ring)?;
        let mut findings = Findings::default();
        let watch = Watch { nodes: Some(effort), stop, ..Watch::none() };
        for &(mover, board) in course.iter().rev() {
            let side = if is_turned { mover.other() } else { mover };
            let solution = solver.solve(&Position::new(layout, side, board), &watch);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            findings.bounds.push(solution.bounds);
            findings.nodes += solution.nodes;
        }
        findings.bounds.reverse();
        findings.time = spent_since(begun);
        Some(findings)
    }
}

impl Oracle for Judge {
    fn reach(&self, variant: &Variant, ring: Ring) -> Option<u8> {
        self.databases.as_ref()?.reach(variant, ring)
    }

    fn bounds(&self, variant: &Variant, ring: Ring, mover: Side, board: Board, effort: u64) -> Bounds {
        if effort == 0 {
            let known = self.databases.as_ref().map(|known| known.bounds(variant, ring, mover, board, 0));
            return known.unwrap_or(Bounds::of_counters(board.total() as u8));
        }
        let never = AtomicBool::new(false);
        let found = self.bounds_along(variant, ring, &[(mover, board)], effort, &never);
        found.map_or(Bounds::of_counters(board.total() as u8), |found| found.bounds[0])
    }

    fn bounds_along(
        &self,
        variant: &Variant,
        ring: Ring,
        course: &[(Side, Board)],
        effort: u64,
        stop: &AtomicBool,
    ) -> Option<Findings> {
        let follow = || self.follow(*variant, ring, course, effort, stop);
        let found = std::thread::scope(|scope| {
            let thread = Builder::new().stack_size(Team::STACK).spawn_scoped(scope, follow).ok()?;
            thread.join().expect("it only searches")
        });
        if found.is_some() || stop.load(Ordering::Relaxed) {
            return found;
        }
        // There is no memory for a solver: what is at hand is all that can be told.
        let at_hand = |&(mover, board): &(Side, Board)| self.bounds(variant, ring, mover, board, 0);
        Some(Findings { bounds: course.iter().map(at_hand).collect(), ..Findings::default() })
    }
}

/// The ring with the shorter row in South, as databases have it, and whether the rows had to be exchanged for that.
fn turned(ring: Ring) -> (Ring, bool) {
    let [south, north] = Side::BOTH.map(|side| ring.holes(side));
    let is_turned = south > north;
    (if is_turned { Ring::new(north, south).expect("both rows are of 1 to 7 holes") } else { ring }, is_turned)
}

/// A layout with this ring.
fn layout(ring: Ring) -> Layout {
    let all = (1_u8 << MAX_HOLES) - 1;
    let closed = Side::BOTH.map(|side| (all << ring.holes(side)) & all);
    Layout::new(MAX_HOLES, closed).expect("each row has an open hole")
}

/// The processor time of a thread that has done nothing else.
#[cfg(unix)]
fn spent_since(_begun: Instant) -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec.cast_unsigned() as u32)
}

/// The time of a thread that has done nothing else, on systems that are not asked for more.
#[cfg(not(unix))]
fn spent_since(begun: Instant) -> Duration {
    begun.elapsed()
}
