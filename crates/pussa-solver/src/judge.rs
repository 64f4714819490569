//! The solver as an oracle: it proves as much of a value as an effort allows, always beginning with nothing proved, so that
//! what it tells depends on the question alone.

use crate::databases::Databases;
use crate::solver::{Settings, Solver};
use crate::team::Team;
use crate::watch::Watch;
use pussa_egdb::{Contents, Database};
use pussa_engine::{Bounds, Findings, Oracle};
use pussa_rules::{Board, Layout, MAX_HOLES, Position, Ring, Side, Variant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Proves values within an effort, and can be asked by many threads at once: each has a table of its own, for as long as
/// its question takes.
///
/// For each game, reading and ring it is asked about, it works out all boards of few counters first, once, as that saves most of
/// the work later.
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
    books: Books,
}

impl Default for Judge {
    /// With a table of up to 64 MiB for each question, boards of up to 10 counters worked out, and no databases.
    fn default() -> Self {
        Self { databases: None, hash: Settings::default().hash, books: Books::of(10) }
    }
}

impl Judge {
    /// The same with so large a table for each question, in bytes; it grows to it only if there is so much to be kept.
    #[must_use]
    pub fn with_hash(self, hash: usize) -> Self {
        Self { hash, ..self }
    }

    /// The same, with all boards of up to so many counters worked out before the first question about a ring. That takes a
    /// byte or two for each: with 10 counters on the largest ring, 2 million, in half a second.
    #[must_use]
    pub fn with_counters(self, counters: u8) -> Self {
        Self { books: Books::of(counters), ..self }
    }

    /// The same with databases to look values up in, where they know more than would be worked out.
    #[must_use]
    pub fn with_databases(self, databases: Arc<Databases>) -> Self {
        Self { databases: Some(databases), ..self }
    }

    /// A solver that has proved nothing yet, and the processor time that was spent on what it looks up; `None` if there is
    /// no memory for it. Without effort, nothing is worked out.
    fn solver(&self, variant: Variant, ring: Ring, effort: u64) -> Option<(Solver, Duration)> {
        let mut solver = Solver::new(variant, ring, Settings { hash: self.hash, threads: 1 }).ok()?;
        let given = self.databases.as_ref().and_then(|databases| databases.find(&variant, ring, Side::South));
        let given = given.map(|(database, _)| database);
        let is_enough = |database: &&Arc<Database>| effort == 0 || database.most_counters() >= self.books.counters;
        let (database, spent) = match given.filter(is_enough) {
            Some(given) => (Some(Arc::clone(given)), Duration::ZERO),
            None if effort == 0 => (None, Duration::ZERO),
            None => self.books.get(variant, ring),
        };
        if let Some(database) = database {
            solver.consult(database).ok()?;
        }
        solver.stay_here();
        Some((solver, spent))
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
        let (mut solver, spent) = self.solver(variant, ring, effort)?;
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
        findings.time = spent + spent_since(begun);
        Some(findings)
    }
}

/// Databases of boards with few counters, each worked out when it is first asked for.
#[derive(Clone, Debug)]
struct Books {
    counters: u8,
    all: Arc<Mutex<Vec<(Contents, Book)>>>,
}

/// One of them; nothing if there was no memory for it.
type Book = Arc<OnceLock<Option<Arc<Database>>>>;

impl Books {
    fn of(counters: u8) -> Self {
        Self { counters, all: Arc::default() }
    }

    /// The book of a ring, and the processor time that it took to make it just now.
    fn get(&self, variant: Variant, ring: Ring) -> (Option<Arc<Database>>, Duration) {
        let contents = Contents::new(variant, ring, Side::South, self.counters);
        let book = {
            let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
            let known = all.iter().find(|(of, _)| *of == contents).map(|(_, book)| Arc::clone(book));
            known.unwrap_or_else(|| {
                let book = Book::default();
                all.push((contents, Arc::clone(&book)));
                book
            })
        };
        let mut spent = Duration::ZERO;
        let made = book.get_or_init(|| {
            let (made, time) = make(variant, ring, self.counters)?;
            spent = time;
            Some(Arc::new(made))
        });
        (made.clone(), spent)
    }
}

/// Works out a database on a thread of its own: those of a pool that everybody uses may all be waiting for it.
fn make(variant: Variant, ring: Ring, counters: u8) -> Option<(Database, Duration)> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().ok()?;
    pool.install(|| {
        let begun = Instant::now();
        let made = Database::in_memory(variant, ring, counters, &|_| ()).ok()?;
        Some((made, spent_since(begun)))
    })
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
