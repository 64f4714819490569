//! The search: can a player make sure that a round ends as it is to, for the sake of the match? It goes as deep as it takes,
//! so that every answer is a proof.
//!
//! An aim is a set of [`Ends`]. What a position is worth for it depends on the counters captured before, so positions here
//! are boards with their reserves. Otherwise this is the search for values (`search.rs`), and for repetition the argument is
//! the same: play without end is worth what RULES E3 pays. Between two captures that is one and the same end, for half of
//! the same counters is added to the same reserves. So it is known there for whom a repetition answers: the *keeper*, for
//! whom it is good enough; the other is the *hunter*. What the hunter has shown hangs on no repetition; what the keeper has
//! shown may lean on the path, and is a claim ([`Claims`]) until it leans on nothing further up. After a capture the parts
//! may be exchanged, but no repetition, and so no claim, reaches across one.

use super::ends::{End, Ends};
use super::scout::Scout;
use super::store::{Shown, Store};
use crate::claims::{Claim, Claims};
use crate::order::{Child, Order, Sorted};
use crate::search::MOST_PLIES;
use pussa_engine::search::stood_at;
use pussa_rules::{Board, Children, Game, Move, Ring, Side, Sower, Variant};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many times the scout's positions the search may look at before the scout goes further.
const PROPORTION: u64 = 4;
/// How far the scout goes at most, in moves.
const DEEPEST: u32 = 40;

/// Leans on nothing.
const FREE: usize = usize::MAX;

/// What every search of rounds on one ring stands on.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) sower: Sower,
    game: Game,
    pub(super) order: Order,
    pub(crate) allows_endless: bool,
}

impl Ground {
    pub(crate) fn new(variant: Variant, ring: Ring) -> Self {
        let (game, sower) = (variant.game(), variant.sower(ring));
        Self { game, sower, order: Order::new(game, ring), allows_endless: variant.allows_endless() }
    }
}

/// How a round is to end, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    /// Whose aim it is.
    pub(crate) of: Side,
    /// How the round is to end.
    pub(crate) ends: Ends,
}

impl Aim {
    /// Whether all ends that there can still be reach the aim, or none does.
    #[inline]
    pub(super) fn settled(&self, board: Board, mover: Side) -> Option<bool> {
        let all = ends_to_come(board, mover);
        if all.without(&self.ends).is_empty() {
            return Some(true);
        }
        all.and(&self.ends).is_empty().then_some(false)
    }
}

/// All ends that there can still be, and more: the checker of strategies knows the same ones.
#[inline]
pub(super) fn ends_to_come(board: Board, mover: Side) -> Ends {
    let south = south_reserve(board, mover);
    Ends::range(south, south + board.total() as u8)
}

/// Whether the aim is reached, as far as it leans on nothing.
#[derive(Clone, Copy, Debug)]
struct Answer {
    reached: bool,
    /// The lowest ply of the path that it leans on.
    leans_on: usize,
}

impl Answer {
    fn sure(reached: bool) -> Self {
        Self { reached, leans_on: FREE }
    }
}

/// Who is to move at the position that stands last on the path, and the ply of the board after the last capture.
#[derive(Clone, Copy, Debug)]
struct Place {
    mover: Side,
    since: usize,
}

/// One thread's search, for one aim after the other.
pub(crate) struct Search<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) aim: Aim,
    pub(crate) store: &'a mut Store,
    /// Which moves look best.
    pub(crate) scout: Scout,
    /// The boards on the way to the position looked into, reserves included, each as its mover sees it.
    path: Vec<Board>,
    claims: Claims,
    /// Ends that were found to miss the aim, and those that were found to reach it. Whatever the others are, the answer
    /// would be the same.
    pub(crate) met: [Ends; 2],
    /// How many positions were looked at.
    pub(crate) nodes: u64,
    /// How many there may be for now.
    most_nodes: u64,
    stop: &'a AtomicBool,
}

/// What South holds once the counters left on the board are shared out.
pub(crate) fn south_after(board: Board, mover: Side, end: End) -> u8 {
    let south = south_reserve(board, mover);
    let left = board.total() as u8;
    match end {
        End::Taken(Side::South) => south + left,
        End::Taken(Side::North) => south,
        End::Split { .. } => south + left / 2,
    }
}

#[inline]
fn south_reserve(board: Board, mover: Side) -> u8 {
    if mover == Side::South { board.mover_reserve() } else { board.other_reserve() }
}

/// The split of what is on the board.
#[inline]
pub(crate) fn split_of(board: Board) -> End {
    End::Split { odd: !board.total().is_multiple_of(2) }
}

impl<'a> Search<'a> {
    /// A search for one aim. What is in the store was shown for the same aim, or the store is empty.
    pub(crate) fn new(ground: &'a Ground, aim: Aim, store: &'a mut Store, stop: &'a AtomicBool) -> Self {
        let scout = Scout::new(ground.game);
        let (path, claims) = (Vec::with_capacity(1024), Claims::default());
        Self {
            ground,
            aim,
            store,
            scout,
            path,
            claims,
            met: [Ends::default(); 2],
            nodes: 0,
            most_nodes: u64::MAX,
            stop,
        }
    }

    /// Whether the aim is reached from a position without a past; reserves are those of the whole round. `None` if it stays
    /// open: it was called off, took more than so many positions, or is too deep.
    ///
    /// A scout goes ahead. If there is no answer after a number of positions in proportion to what the scout took, it goes
    /// further ahead.
    pub(crate) fn reaches(&mut self, board: Board, mover: Side, most_nodes: u64) -> Option<bool> {
        for depth in (4..).step_by(2) {
            let further = depth < DEEPEST;
            if further {
                self.scout.look(self.ground, &self.aim, (board, mover), depth, self.stop)?;
            }
            let allowed = if further { self.nodes + PROPORTION * self.scout.nodes } else { u64::MAX };
            self.most_nodes = allowed.min(most_nodes);
            self.path.clear();
            self.claims.clear();
            self.path.push(board);
            let answer = self.ask(Place { mover, since: 0 });
            if answer.is_some() || !further || self.nodes >= most_nodes || self.stop.load(Ordering::Relaxed) {
                return answer.map(|answer| answer.reached);
            }
        }
        None
    }

    /// Whether all ends that there can still be reach the aim, or none does.
    #[inline]
    fn settled(&mut self, board: Board, mover: Side) -> Option<bool> {
        let settled = self.aim.settled(board, mover);
        if let Some(reached) = settled {
            let met = &mut self.met[usize::from(reached)];
            *met = met.or(&ends_to_come(board, mover));
        }
        settled
    }

    /// Whether this end of the round, with such a board, reaches the aim.
    #[inline]
    fn ends(&mut self, board: Board, mover: Side, end: End) -> bool {
        let south = south_after(board, mover, end);
        let reached = self.aim.ends.contains(end, south);
        self.met[usize::from(reached)].insert(end, south);
        reached
    }

    /// Asks about the position that stands last on the path.
    fn ask(&mut self, place: Place) -> Option<Answer> {
        let ply = self.path.len() - 1;
        let (board, mover) = (self.path[ply], place.mover);
        self.nodes += 1;
        if self.nodes >= self.most_nodes || ply >= MOST_PLIES {
            return None;
        }
        if self.nodes.is_multiple_of(1024) && self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(answer) = self.repeats(place) {
            return Some(answer);
        }
        if let Some(reached) = self.settled(board, mover) {
            return Some(Answer::sure(reached));
        }
        if let Some(shown) = self.store.get(board, mover) {
            return Some(Answer::sure(shown.reached));
        }
        if let Some(claim) = self.claims.get(board, mover) {
            return Some(Answer { reached: claim.holds, leans_on: claim.leans_on });
        }
        let mut children = Children::default();
        self.ground.sower.children(mover, &board, &mut children);
        if children.legal().is_empty() {
            let end = if children.endless().is_empty() { End::Taken(mover.other()) } else { split_of(board) };
            return Some(Answer::sure(self.ends(board, mover, end)));
        }
        self.ask_children(&children, place)
    }

    /// Whether the position has stood on the path since the last capture.
    #[inline]
    fn repeats(&mut self, Place { mover, since }: Place) -> Option<Answer> {
        let place = stood_at(&self.path, since)?;
        let last = self.path[place];
        Some(Answer { reached: self.ends(last, mover, split_of(last)), leans_on: place })
    }

    /// The same for a position that has `children`, after none of all that settled it.
    fn ask_children(&mut self, children: &Children, place: Place) -> Option<Answer> {
        let mover = place.mover;
        let board = self.path[self.path.len() - 1];
        let wanted = mover == self.aim.of;
        let mut sorted = Sorted::default();
        let first = self.scout.hint(board, mover);
        for (mv, child) in children.iter() {
            if self.store.get(child, mover.other()).is_some_and(|shown| shown.reached == wanted) {
                // This move alone is enough.
                self.store.put(board, mover, Shown { reached: wanted, mv: Some(mv) }, 0);
                return Some(Answer::sure(wanted));
            }
            let gain = gain(board, child);
            let worth = self.ground.order.worth(mover, child.without_reserves(), gain, 0);
            let worth = if first == Some(mv) { i32::MAX } else { worth };
            sorted.push(Child { worth, gain, mv, board: child });
        }
        let begun = (self.nodes, self.claims.len());
        let mut found = Answer::sure(!wanted);
        let mut by = None;
        if self.ground.allows_endless
            && let Some(mv) = children.endless().nth(0)
            && self.ends(board, mover, split_of(board)) == wanted
        {
            (found.reached, by) = (wanted, Some(mv));
        }
        while found.reached != wanted
            && let Some(child) = sorted.next()
        {
            let answer = self.ask_child(child.board, board, place)?;
            found.leans_on = found.leans_on.min(answer.leans_on);
            if answer.reached == wanted {
                // This move alone is enough.
                (found, by) = (answer, Some(child.mv));
            }
        }
        Some(self.conclude(mover, found, by, begun))
    }

    fn ask_child(&mut self, child: Board, before: Board, Place { mover, since }: Place) -> Option<Answer> {
        let since = if child.total() == before.total() { since } else { self.path.len() };
        self.path.push(child);
        let answer = self.ask(Place { mover: mover.other(), since });
        self.path.pop();
        answer
    }

    /// Keeps what has come of the position that stands last on the path. `begun` tells how many positions had been
    /// looked at, and how many claims there were, before.
    fn conclude(&mut self, mover: Side, found: Answer, mv: Option<Move>, begun: (u64, usize)) -> Answer {
        let ply = self.path.len() - 1;
        let board = self.path[ply];
        let (nodes, first_claim) = begun;
        let Answer { reached, leans_on } = found;
        let work = (self.nodes - nodes + 1).ilog2() as u8;
        let split = split_of(board);
        let by_keeper = reached == self.aim.ends.contains(split, south_after(board, mover, split));
        if !by_keeper {
            self.claims.take_back(first_claim);
        } else if leans_on < ply {
            self.claims.lower(first_claim, leans_on);
            self.claims.push(Claim { board, mover, least: 0, holds: reached, mv, work, leans_on });
            return found;
        } else {
            let store = &mut *self.store;
            self.claims.settle(first_claim, ply, |claim| {
                let shown = Shown { reached: claim.holds, mv: claim.mv };
                store.put(claim.board, claim.mover, shown, claim.work);
            });
        }
        self.store.put(board, mover, Shown { reached, mv }, work);
        Answer::sure(reached)
    }
}

/// What a move gains for who makes it, less what it gives to the other player, in counters.
pub(super) fn gain(before: Board, after: Board) -> i32 {
    let lead = |mine: u8, others: u8| i32::from(mine) - i32::from(others);
    lead(after.other_reserve(), after.mover_reserve()) - lead(before.mover_reserve(), before.other_reserve())
}
