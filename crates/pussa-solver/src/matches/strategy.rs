//! Strategies that show the fate of a state, for a checker that knows nothing but the rules.
//!
//! The positions of the round are gone through in depth, moves from the left, each once; where every end that there can
//! still be is good enough, no further. A strategy is the list of its moves at the positions where it is the player's turn, in
//! the order in which they are met.

use super::certificate::{Certified, MatchCertificate};
use super::ends::{End, Ends};
use super::fate::Known;
use super::questions::{Asked, STACK};
use super::search::{Aim, Search, ends_to_come, south_after, split_of};
use super::store::Store;
use super::table::{MatchTable, State};
use pussa_rules::{Board, Children, Move, Side};
use rustc_hash::FxHashSet;
use std::sync::atomic::AtomicBool;
use std::thread::Builder;
use thiserror::Error;

/// Why there is no strategy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// The fate of the state is not known.
    #[error("the fate of the state is not known")]
    Open,
    /// It was called off.
    #[error("it was called off")]
    Stopped,
    /// The table of what is shown can't hold all of it.
    #[error("the table of {} MiB is too small; try a larger one", .0 >> 20)]
    TooSmall(usize),
}

impl MatchTable {
    /// The strategies that show the fate of a state: of who wins, to win; and of the other player, to hold out so long (none
    /// if it takes one round). Of a state that is nobody's: of the leader, and of the other, not to lose. A move is the place
    /// of the hole among the open ones of the player's row.
    ///
    /// `hash` is how many bytes the table may take of what is shown.
    ///
    /// # Errors
    /// If the fate is not known, it is called off, or the table is too small.
    pub fn strategies(&self, state: State, hash: usize, stop: &AtomicBool) -> Result<[Vec<u8>; 2], StrategyError> {
        let fate = self.fate(state).ok_or(StrategyError::Open)?;
        let asked = Asked::new(self.variant(), state).ok_or(StrategyError::Open)?;
        let find = || {
            let mut store = Store::new(hash);
            let mut strategies = [Vec::new(), Vec::new()];
            for (strategy, shown) in strategies.iter_mut().zip(self.to_show(state, fate)) {
                let Some((of, ends)) = shown else { continue };
                store.clear();
                let strategy_of = Finder { asked: &asked, of, ends, hash, stop };
                *strategy = strategy_of.find(&mut store)?;
            }
            Ok(strategies)
        };
        std::thread::scope(|scope| {
            let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, find);
            thread.map_err(|_| StrategyError::TooSmall(hash))?.join().expect("it only searches")
        })
    }
}

impl MatchTable {
    /// A certificate of all states of the table, one after the other. `hash` is how many bytes the table may take of what is
    /// shown.
    ///
    /// # Errors
    /// As of [`strategies`](Self::strategies).
    pub fn certificate(&self, hash: usize, stop: &AtomicBool) -> Result<MatchCertificate, StrategyError> {
        let certified = |(state, known): (State, Known)| {
            let fate = known.fate().ok_or(StrategyError::Open)?;
            Ok(Certified { state, fate, strategies: self.strategies(state, hash, stop)? })
        };
        Ok(MatchCertificate { variant: self.variant(), states: self.all().map(certified).collect::<Result<_, _>>()? })
    }
}

/// Looks for one strategy.
struct Finder<'a> {
    asked: &'a Asked,
    of: Side,
    ends: Ends,
    hash: usize,
    stop: &'a AtomicBool,
}

impl Finder<'_> {
    fn find(&self, store: &mut Store) -> Result<Vec<u8>, StrategyError> {
        let aim = Aim { of: self.of, ends: self.ends };
        let mut search = Search::new(&self.asked.ground, aim, store, self.stop);
        match search.reaches(self.asked.opening, Side::South, u64::MAX) {
            Some(true) => {}
            Some(false) => return Err(StrategyError::Open),
            None => return Err(StrategyError::Stopped),
        }
        if search.store.has_lost() {
            return Err(StrategyError::TooSmall(self.hash));
        }
        let walk = Walk::of(&search, self.asked.opening);
        walk.map(|walk| walk.moves).ok_or(StrategyError::TooSmall(self.hash))
    }
}

/// What comes up when a player follows the strategy that a search has found.
pub(super) struct Walk {
    /// The player's moves, in the order in which they are asked for.
    pub(super) moves: Vec<u8>,
    /// Ends that the round can come to.
    pub(super) ends: Ends,
}

impl Walk {
    /// Goes through the positions. Nothing if the search has lost some of what it had found.
    pub(super) fn of(search: &Search, opening: Board) -> Option<Self> {
        let of = search.aim.of;
        let (mut moves, mut ends) = (Vec::new(), Ends::default());
        let mut met = FxHashSet::default();
        let mut next = vec![(opening, Side::South)];
        while let Some((board, mover)) = next.pop() {
            if search.aim.settled(board, mover) == Some(true) {
                ends = ends.or(&ends_to_come(board, mover));
                continue;
            }
            let mut end = |end| ends.insert(end, south_after(board, mover, end));
            if !met.insert((board, mover)) {
                // Play may have gone round.
                end(split_of(board));
                continue;
            }
            let mut children = Children::default();
            search.ground.sower.children(mover, &board, &mut children);
            if !children.endless().is_empty() && (search.ground.allows_endless || children.legal().is_empty()) {
                end(split_of(board));
            }
            if children.legal().is_empty() {
                if children.endless().is_empty() {
                    end(End::Taken(mover.other()));
                }
                // RULES M8: where they may be chosen, the round is not over while there are endless moves.
                let endless = children.endless().nth(0).filter(|_| search.ground.allows_endless && mover == of);
                moves.extend(endless.map(Move::place));
                continue;
            }
            if mover == of {
                let mv = search.store.get(board, mover).filter(|shown| shown.reached)?.mv?;
                moves.push(mv.place());
                if children.legal().contains(mv) {
                    next.push((children.board(mv), mover.other()));
                }
            } else {
                let mut all: Vec<(Board, Side)> = children.iter().map(|(_, child)| (child, mover.other())).collect();
                all.reverse();
                next.append(&mut all);
            }
        }
        Some(Self { moves, ends })
    }
}
