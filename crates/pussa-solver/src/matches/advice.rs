//! What a player can make sure of in a round of a match, and by which moves.

use super::aims::{Aims, Prospect};
use super::ends::Ends;
use super::questions::STACK;
use super::search::{Aim, Ground, Search};
use super::store::Store;
use super::table::{MatchTable, State};
use pussa_rules::{Board, Children, Move, Position, Ring, Side, Variant};
use std::sync::atomic::AtomicBool;
use std::thread::Builder;

/// What the player to move can make sure of, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best that the player can make sure of.
    pub prospect: Prospect,
    /// The moves that see to it, from the left.
    pub best: Vec<Move>,
    /// The moves after which the match is no less won, or no less held, but may take longer; the best ones included. Of a
    /// match that is lost, all.
    pub keeping: Vec<Move>,
}

impl MatchTable {
    /// What the leader can make sure of before a round, and by which first moves. `hash` is how many bytes the table may take
    /// of what is shown. `None` if the fate of a state that it hangs on is not known, or it was called off.
    pub fn first_moves(&self, state: State, hash: usize, stop: &AtomicBool) -> Option<Advice> {
        self.fate(state)?;
        let opening = state.opening(self.variant())?;
        let mut adviser =
            Adviser::new(self.variant(), &opening, Side::South, self.aims(state.total(), Side::South), hash);
        in_a_deep_thread(|| adviser.advise(opening.board(), Side::South, stop))?
    }
}

/// Does what needs a long stack. `None` if there is no memory for it.
pub(super) fn in_a_deep_thread<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()?;
        Some(thread.join().expect("it only searches"))
    })
}

/// Advises one player in one round. Sides are named as if South had led it.
pub(super) struct Adviser {
    pub(super) ground: Ground,
    pub(super) of: Side,
    pub(super) aims: Aims,
    /// For the aim that was looked at last, what is shown.
    store: Store,
    at: usize,
}

impl Adviser {
    /// Advice for `of` in a round on the ring of such a position, which South leads.
    pub(super) fn new(variant: Variant, opening: &Position, of: Side, aims: Aims, hash: usize) -> Self {
        Self::on(variant, opening.layout().ring(), of, aims, hash)
    }

    /// The same on a ring.
    pub(super) fn on(variant: Variant, ring: Ring, of: Side, aims: Aims, hash: usize) -> Self {
        Self { ground: Ground::new(variant, ring), of, aims, store: Store::new(hash), at: usize::MAX }
    }

    /// Whether an aim can be reached from a position.
    pub(super) fn reaches(&mut self, at: usize, board: Board, mover: Side, stop: &AtomicBool) -> Option<bool> {
        if at != self.at {
            self.store.clear();
            self.at = at;
        }
        let ends: Ends = self.aims.0.get(at)?.1;
        Search::new(&self.ground, Aim { of: self.of, ends }, &mut self.store, stop).reaches(board, mover, u64::MAX)
    }

    /// The first aim that can be reached, given that `known` can be, or the last if it is no aim. `None` if it was called off.
    pub(super) fn first_within_reach(
        &mut self,
        board: Board,
        mover: Side,
        known: usize,
        stop: &AtomicBool,
    ) -> Option<usize> {
        // The last one always can.
        let (mut first, mut last) = (0, known.min(self.aims.0.len().checked_sub(1)?));
        while first < last {
            let middle = usize::midpoint(first, last);
            if self.reaches(middle, board, mover, stop)? { last = middle } else { first = middle + 1 }
        }
        Some(first)
    }

    /// The move by which who is to move reaches an aim that can be reached, or else, where every move will do, that one. `None`
    /// if it was called off.
    pub(super) fn move_to(
        &mut self,
        at: usize,
        board: Board,
        mover: Side,
        otherwise: Move,
        stop: &AtomicBool,
    ) -> Option<Move> {
        let reached = self.reaches(at, board, mover, stop)?;
        let shown = self.store.get(board, mover).filter(|shown| reached && shown.reached);
        Some(shown.and_then(|shown| shown.mv).unwrap_or(otherwise))
    }

    /// What an aim comes to.
    pub(super) fn prospect(&self, at: usize) -> Option<Prospect> {
        self.aims.0.get(at).map(|&(prospect, _)| prospect)
    }

    /// What a player to move can make sure of, and by which moves.
    fn advise(&mut self, board: Board, mover: Side, stop: &AtomicBool) -> Option<Advice> {
        let best = self.first_within_reach(board, mover, usize::MAX, stop)?;
        let prospect = self.aims.0[best].0;
        // The last aim that comes to no less than the same for the match.
        let same =
            |of: &Prospect| matches!((of, prospect), (_, Prospect::Loses(_)) | (Prospect::Wins(_), Prospect::Wins(_)));
        let last_win = self.aims.0.iter().rposition(|(of, _)| same(of)).unwrap_or(best);
        Some(Advice {
            prospect,
            best: self.moves(best, board, mover, stop)?,
            keeping: self.moves(last_win.max(best), board, mover, stop)?,
        })
    }

    /// The moves that reach an aim, from the left.
    fn moves(&mut self, at: usize, board: Board, mover: Side, stop: &AtomicBool) -> Option<Vec<Move>> {
        let mut children = Children::default();
        self.ground.sower.children(mover, &board, &mut children);
        let mut found = Vec::new();
        for (mv, child) in children.iter() {
            if self.reaches(at, child, mover.other(), stop)? {
                found.push(mv);
            }
        }
        if self.ground.allows_endless {
            let split = super::search::split_of(board);
            let good = self.aims.0[at].1.contains(split, super::search::south_after(board, mover, split));
            found.extend(children.endless().iter().filter(|_| good));
            found.sort();
        }
        Some(found)
    }
}
