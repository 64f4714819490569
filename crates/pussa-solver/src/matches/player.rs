//! Plays rounds for the sake of the match: whoever follows it never loses a match that is won, nor one that can be held.

use super::advice::{Adviser, in_a_deep_thread};
use super::aims::Prospect;
use super::outlook::Seat;
use super::table::{MatchTable, State};
use crate::within::within;
use pussa_rules::{Hole, Move, Position, Round, Side};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A player who plays rounds for the sake of the match, by a table.
///
/// ```
/// use pussa_rules::{RAJA_PASU, Round, Variant};
/// use pussa_solver::Settings;
/// use pussa_solver::matches::{MatchPlayer, MatchTable, MatchWatch, Prospect};
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
///
/// let small = Variant::new(RAJA_PASU).with_holes(2)?.with_counters(2)?;
/// let mut table = MatchTable::new(small, Settings::default());
/// let stop = AtomicBool::new(false);
/// table.solve(&MatchWatch { stop: &stop, nodes: u64::MAX, report: &|_, _, _| (), answered: &|_| () });
/// let mut player = MatchPlayer::new(Arc::new(table), 1 << 20);
/// let (mv, prospect) = player.choose(&Round::new(small, small.start()), &stop).expect("the table is complete");
/// assert_eq!(prospect, Prospect::Wins(1));
/// # Ok::<(), pussa_rules::VariantError>(())
/// ```
pub struct MatchPlayer {
    table: Arc<MatchTable>,
    hash: usize,
    now: Option<Now>,
}

/// What is remembered of the round being played.
struct Now {
    start: Position,
    /// The moves up to where a move was last chosen, and that move.
    moves: Vec<Hole>,
    /// For whom, if South had led.
    of: Side,
    /// The aim that is pursued, and what is shown for it: to follow what was shown once is to get on, and never to go round.
    at: usize,
    pursues: Adviser,
    /// To look for something better, whenever the other player allows it.
    tries: Adviser,
}

impl fmt::Debug for MatchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchPlayer").field("variant", &self.table.variant()).finish_non_exhaustive()
    }
}

impl MatchPlayer {
    /// A player by this table; its searches may take so many bytes of memory.
    #[must_use]
    pub fn new(table: Arc<MatchTable>, hash: usize) -> Self {
        Self { table, hash, now: None }
    }

    /// Forgets the round so far, so that what is chosen next follows from nothing else.
    pub fn forget(&mut self) {
        self.now = None;
    }

    /// A move of a round that is not over, and what the player to move can make sure of by it, for the match.
    ///
    /// `None` if the table does not tell: if the round is of another game, began with a number of counters that the table
    /// does not know all about, or it was called off.
    pub fn choose(&mut self, round: &Round, stop: &AtomicBool) -> Option<(Move, Prospect)> {
        let start = round.start();
        let Seat { ring, of, total } = self.table.seat(round)?;
        let follows = self.now.as_ref().is_some_and(|now| now.goes_on(round, of));
        let mut now = self.now.take().filter(|_| follows).unwrap_or_else(|| {
            let adviser = || Adviser::on(self.table.variant(), ring, of, self.table.aims(total, of), self.hash / 2);
            Now { start, moves: Vec::new(), of, at: usize::MAX, pursues: adviser(), tries: adviser() }
        });
        let chosen = in_a_deep_thread(|| now.choose(round, stop))?;
        self.now = Some(now);
        chosen
    }

    /// The same within so much time; `None` too if that is not enough.
    pub fn choose_within(&mut self, round: &Round, time: Duration, stop: &AtomicBool) -> Option<(Move, Prospect)> {
        within(time, stop, |stop| self.choose(round, stop))?
    }

    /// Whether a round goes on from where this player last chose a move, and it was made.
    #[must_use]
    pub fn follows(&self, round: &Round) -> bool {
        let Some(Seat { of, .. }) = self.table.seat(round) else { return false };
        self.now.as_ref().is_some_and(|now| now.goes_on(round, of))
    }
}

impl Now {
    fn goes_on(&self, round: &Round, of: Side) -> bool {
        (self.start, self.of) == (round.start(), of) && round.moves().starts_with(&self.moves)
    }

    fn choose(&mut self, round: &Round, stop: &AtomicBool) -> Option<(Move, Prospect)> {
        let board = round.board();
        self.at = self.tries.first_within_reach(board, self.of, self.at, stop)?;
        // Where whatever is done comes to the same for the match, as many counters as can be are taken.
        let gain = |mv: &Move| {
            let child = round.child(*mv).unwrap_or(board);
            i32::from(child.other_reserve()) - i32::from(child.mover_reserve())
        };
        let most = round.choices().iter().max_by_key(|mv| (gain(mv), std::cmp::Reverse(*mv)))?;
        let mv = self.pursues.move_to(self.at, board, self.of, most, stop)?;
        self.moves = round.moves().to_vec();
        self.moves.push(self.start.layout().hole(round.side(), mv));
        Some((mv, self.pursues.prospect(self.at)?))
    }
}

impl MatchTable {
    /// Whether the fates of all states with so many counters in all are known.
    pub(super) fn knows_all(&self, total: u8) -> bool {
        let mut states = (0..=total).map(|leader| State { leader, other: total - leader });
        states.all(|state| state.opening(self.variant()).is_none() || self.fate(state).is_some())
    }
}
