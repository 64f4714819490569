//! The solver: question after question, until the value is proved.

use crate::bounds::{Bounds, at_least, at_most, before, both};
use crate::error::SolverError;
use crate::scout::Scout;
use crate::search::{Adviser, enough};
use crate::team::Team;
use crate::watch::{Shift, Watch};
use pussa_egdb::{Contents, Database};
use pussa_engine::Oracle;
use pussa_engine::search::gain;
use pussa_rules::{Board, Children, Layout, MAX_HOLES, Move, Position, Ring, Round, Side, Variant};
use std::sync::Arc;

/// How many times the scout's positions the search may look at before the scout goes further.
const PROPORTION: u64 = 4;
/// How far the scout goes at most, in moves.
const DEEPEST: u32 = 30;

/// What a solver may use of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the table of what is proved, in bytes: a power of two is used whole, of anything else the next power below.
    pub hash: usize,
    /// Threads that search together, 1 or more. With one, the same questions always take the same course.
    pub threads: usize,
}

impl Default for Settings {
    /// 64 MiB and one thread.
    fn default() -> Self {
        Self { hash: 64 << 20, threads: 1 }
    }
}

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Bounds of its value (RULES E5), for the player to move.
    pub bounds: Bounds,
    /// The best move, if the value is proved, or else the most promising one; none if the round is over.
    pub best: Option<Move>,
    /// What every move is worth to who makes it, what it captures included; from the mover's left.
    pub moves: Vec<(Move, Bounds)>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Solution {
    /// The position is worth as much as its best move: what is known of all moves bounds its value too.
    fn settle(&mut self) {
        let of_moves = self.moves.iter().map(|&(_, bounds)| bounds).reduce(|first, second| {
            let (low, high) = (first.low().max(second.low()), first.high().max(second.high()));
            Bounds::new(low, high).expect("the higher of two bounds above is above the higher of two below")
        });
        let was_open = self.bounds.value().is_none();
        self.bounds = of_moves.map_or(self.bounds, |of_moves| both(self.bounds, of_moves));
        if let Some(value) = self.bounds.value().filter(|_| was_open) {
            let best = self.moves.iter().find(|(_, bounds)| bounds.low() == value);
            self.best = best.map(|(mv, _)| *mv).or(self.best);
        }
    }
}

/// Proves values of positions of one game, reading and ring. What it has proved once it knows from then on.
///
/// ```
/// use pussa_rules::{RAJA_PASU, Variant};
/// use pussa_solver::{Settings, Solver, Watch};
/// let variant = Variant::new(RAJA_PASU);
/// let start = variant.start();
/// let mut solver = Solver::new(variant, start.layout().ring(), Settings::default())?;
/// // South wins by 16 counters, if both play as well as can be.
/// assert_eq!(solver.solve(&start, &Watch::none()).bounds.value(), Some(16));
/// # Ok::<(), pussa_solver::SolverError>(())
/// ```
pub struct Solver {
    variant: Variant,
    pub(crate) team: Team,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("variant", &self.variant).field("ring", &self.ring()).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver for positions of `variant` on `ring`.
    ///
    /// # Errors
    /// If there is not enough memory for the table.
    pub fn new(variant: Variant, ring: Ring, settings: Settings) -> Result<Self, SolverError> {
        Ok(Self { variant, team: Team::new(variant, ring, settings)? })
    }

    /// From here on, takes the values of boards with few counters from a database, which should be
    /// [loaded](Database::load).
    ///
    /// # Errors
    /// If it is of another game, reading or ring.
    pub fn consult(&mut self, database: Arc<Database>) -> Result<(), SolverError> {
        let of = |variant| Contents::new(variant, self.ring(), Side::South, 0);
        if of(self.variant) != of(database.variant()) || self.ring() != database.ring() {
            return Err(SolverError::OtherDatabase);
        }
        self.team.ground.database = Some(database);
        Ok(())
    }

    /// From here on, takes what an oracle tells without effort of the positions that are looked into on the way, if it is
    /// not in the database.
    pub fn ask(&mut self, oracle: Arc<dyn Oracle>) {
        let (variant, ring) = (self.variant, self.ring());
        let reach = oracle.reach(&variant, ring);
        self.team.ground.adviser = reach.map(|reach| Adviser { oracle, variant, ring, reach: reach.into() });
    }

    /// From here on, the thread that asks searches, alone; see [`Team::stay_here`].
    pub(crate) fn stay_here(&mut self) {
        self.team.stay_here();
    }

    /// The database that it takes values from.
    #[must_use]
    pub fn database(&self) -> Option<&Database> {
        self.team.ground.database.as_deref()
    }

    /// The game and the reading.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The ring.
    #[must_use]
    pub fn ring(&self) -> Ring {
        self.team.ground.sower.ring()
    }

    /// Proves the value of a position of the solver's ring, or as much of it as the watch allows. Of its moves it tells
    /// what is known then.
    pub fn solve(&mut self, position: &Position, watch: &Watch) -> Solution {
        let shift = Shift::new(watch);
        self.root(position).solve(self, &shift, watch.report)
    }

    /// The same, and goes on until the value of every move is proved.
    pub fn solve_moves(&mut self, position: &Position, watch: &Watch) -> Solution {
        let shift = Shift::new(watch);
        let root = self.root(position);
        let mut solution = root.solve(self, &shift, watch.report);
        for (mv, bounds) in &mut solution.moves {
            if let Some(next) = root.after(*mv)
                && bounds.value().is_none()
            {
                let (reached, _) = self.prove(&next, &shift, &|_, _| ());
                *bounds = both(*bounds, before(reached, root.gain(*mv)));
            }
        }
        solution.settle();
        solution.nodes = shift.nodes();
        solution
    }

    /// The same for a board that `mover` sees, without reserves: no more than its bounds.
    pub(crate) fn solve_board(&mut self, mover: Side, board: Board, watch: &Watch) -> Bounds {
        let ring = self.ring();
        let closed = Side::BOTH.map(|side| (0x7f_u8 << ring.holes(side)) & 0x7f);
        let layout = Layout::new(MAX_HOLES, closed).expect("rows of 1 to 7 holes");
        let round = Round::new(self.variant, Position::new(layout, mover, board));
        self.prove(&round, &Shift::new(watch), &|_, _| ()).0
    }

    fn root(&self, position: &Position) -> Root {
        debug_assert_eq!(position.layout().ring(), self.ring());
        let bare = Position::new(position.layout(), position.side(), position.board().without_reserves());
        let round = Round::new(self.variant, bare);
        let mut children = Children::default();
        self.team.ground.sower.children(bare.side(), &bare.board(), &mut children);
        Root { round, children }
    }

    /// Asks questions about a round that has no past and nothing in reserve until its value is proved or the shift is
    /// over. Says what is proved, and which move is the most promising.
    ///
    /// A scout goes ahead. If the value is not proved then after a number of positions in proportion to what the scout
    /// took, it goes further ahead.
    pub(crate) fn prove(
        &mut self,
        round: &Round,
        shift: &Shift,
        report: &dyn Fn(Bounds, u64),
    ) -> (Bounds, Option<Move>) {
        let (mut bounds, mut best) = self.known(round);
        let mut scout = Scout::new(self.variant.game());
        for depth in (6..).step_by(2) {
            if bounds.value().is_some() || shift.is_over() {
                break;
            }
            let Some(guess) = self.team.scout(&mut scout, round, depth, shift) else { break };
            shift.allow(if depth < DEEPEST { PROPORTION * scout.nodes } else { u64::MAX });
            (bounds, best) = self.narrow(round, (bounds, best), guess as i16, shift, report);
            if !shift.is_spent() {
                break;
            }
        }
        // As long as nothing is proved, the scout has the most promising one.
        (bounds, best.or_else(|| self.known(round).1).or(round.choices().nth(0)))
    }

    /// Asks questions, the first about the value that is likely, until the value is proved or a question stays open.
    fn narrow(
        &mut self,
        round: &Round,
        (mut bounds, mut best): (Bounds, Option<Move>),
        guess: i16,
        shift: &Shift,
        report: &dyn Fn(Bounds, u64),
    ) -> (Bounds, Option<Move>) {
        let (board, mover) = (round.board(), round.side());
        let mut least = guess;
        while bounds.value().is_none() {
            least = least.clamp(bounds.low() + 1, bounds.high());
            let Some(answer) = self.team.ask(board, mover, least.into(), shift) else { break };
            let value = answer.value as i16;
            let holds = value >= least;
            if holds {
                bounds = both(bounds, at_least(value, board.total()));
                least = value + 1;
            } else {
                bounds = both(bounds, at_most(value, board.total()));
                least = value;
            }
            if holds || best.is_none() {
                // What has just been proved stands in the table.
                best = self.team.known(board, mover).and_then(|entry| entry.mv).or(best);
            }
            report(bounds, shift.nodes());
        }
        (bounds, best)
    }

    /// What database and oracle tell of the value of a position that is not over.
    pub(crate) fn told(&self, mover: Side, board: Board) -> Bounds {
        let ground = &self.team.ground;
        let value = ground.database.as_ref().and_then(|database| database.value(mover, board).ok().flatten());
        let told = value.map(|value| Bounds::exactly(value.into()));
        let asked = || ground.adviser.as_ref().map(|adviser| adviser.bounds(board, mover));
        told.or_else(asked).unwrap_or(Bounds::of_counters(board.total() as u8))
    }

    /// What is known by now of the value of a position that is not over.
    pub(crate) fn proved(&mut self, mover: Side, board: Board) -> Bounds {
        let told = self.told(mover, board);
        self.team.known(board, mover).map_or(told, |entry| both(entry.bounds, told))
    }

    /// Whether the value of a position is `least` or more. `None` if that stays open.
    pub(crate) fn is_at_least(&mut self, mover: Side, board: Board, least: i16, shift: &Shift) -> Option<bool> {
        if let Some(value) = enough(self.proved(mover, board), least.into()) {
            return Some(value >= least.into());
        }
        shift.allow(u64::MAX);
        if shift.is_over() {
            return None;
        }
        self.team.ask(board, mover, least.into(), shift).map(|answer| answer.value >= least.into())
    }

    /// What is known of a round without a question.
    fn known(&mut self, round: &Round) -> (Bounds, Option<Move>) {
        let (board, mover) = (round.board(), round.side());
        if let Some(outcome) = round.outcome() {
            let margin = outcome.margin() as i16;
            return (Bounds::exactly(if mover == Side::South { margin } else { -margin }), None);
        }
        let best = self.team.ground.database.as_ref().and_then(|database| database.best(mover, board).ok().flatten());
        if let Some(best) = best {
            return (Bounds::exactly(best.value.into()), best.mv);
        }
        let most = Bounds::of_counters(board.total() as u8);
        self.team.known(board, mover).map_or((most, None), |entry| (both(entry.bounds, most), entry.mv))
    }
}

/// The position that is to be solved.
struct Root {
    /// A round from it, with nothing in reserve.
    round: Round,
    children: Children,
}

impl Root {
    fn solve(&self, solver: &mut Solver, shift: &Shift, report: &dyn Fn(Bounds, u64)) -> Solution {
        let (bounds, best) = solver.prove(&self.round, shift, report);
        let moves = self.round.choices().iter();
        let moves = moves.map(|mv| (mv, self.bounds(mv, bounds, solver))).collect();
        let mut solution = Solution { bounds, best, moves, nodes: shift.nodes() };
        solution.settle();
        solution
    }

    /// What is known of a move's worth in a position with such a value.
    fn bounds(&self, mv: Move, whole: Bounds, solver: &mut Solver) -> Bounds {
        let known = match self.after(mv) {
            Some(next) => before(solver.known(&next).0, self.gain(mv)),
            // M8: what is left is split.
            None => Bounds::exactly(0),
        };
        // No move is worth more than the best one.
        Bounds::new(known.low(), known.high().min(whole.high())).unwrap_or(known)
    }

    /// The round after a move, with nothing in reserve; none after an endless one.
    fn after(&self, mv: Move) -> Option<Round> {
        let child = self.round.child(mv)?.without_reserves();
        let position = Position::new(self.round.start().layout(), self.round.side().other(), child);
        Some(Round::new(self.round.variant(), position))
    }

    fn gain(&self, mv: Move) -> i16 {
        gain(self.children.board(mv)) as i16
    }
}
