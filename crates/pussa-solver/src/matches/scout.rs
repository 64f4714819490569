//! The scout: looks so many moves ahead, to tell which moves are likely to reach the aim or to keep it from who has it.
//! Nothing it says is proved, but without it the search may lose itself in a hopeless move.

use super::ends::{End, Ends};
use super::search::{Aim, Ground, gain, south_after, split_of};
use crate::order::{Child, Sorted};
use pussa_engine::evaluation::{Weights, features};
use pussa_rules::{Board, Children, Game, Move, Side};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// What it found out about a position.
#[derive(Clone, Copy, Debug)]
struct Seen {
    depth: u32,
    /// Whether the aim is likely to be reached.
    reached: bool,
    mv: Option<Move>,
}

/// Looks ahead from one position, for one aim.
pub(crate) struct Scout {
    weights: Weights,
    seen: FxHashMap<(Board, Side), Seen>,
    /// Positions looked at.
    pub(crate) nodes: u64,
}

impl Scout {
    /// How many counters an estimate is likely to be wrong by.
    const DOUBT: u8 = 3;

    pub(crate) fn new(game: Game) -> Self {
        Self { weights: Weights::of(game), seen: FxHashMap::default(), nodes: 0 }
    }

    /// The move that looked best.
    #[inline]
    pub(crate) fn hint(&self, board: Board, mover: Side) -> Option<Move> {
        self.seen.get(&(board, mover))?.mv
    }

    /// Whether the aim is likely to be reached, so many moves ahead. `None` if it was called off.
    pub(crate) fn look(
        &mut self,
        ground: &Ground,
        aim: &Aim,
        (board, mover): (Board, Side),
        depth: u32,
        stop: &AtomicBool,
    ) -> Option<bool> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(reached) = aim.settled(board, mover) {
            return Some(reached);
        }
        let seen = self.seen.get(&(board, mover)).copied();
        if let Some(seen) = seen.filter(|seen| seen.depth >= depth) {
            return Some(seen.reached);
        }
        let mut children = Children::default();
        ground.sower.children(mover, &board, &mut children);
        if children.legal().is_empty() {
            let end = if children.endless().is_empty() { End::Taken(mover.other()) } else { split_of(board) };
            return Some(aim.ends.contains(end, south_after(board, mover, end)));
        }
        if depth == 0 {
            return Some(self.guess(ground, aim, board, mover));
        }
        let wanted = mover == aim.of;
        let first = seen.and_then(|seen| seen.mv);
        let mut sorted = Sorted::default();
        for (mv, child) in children.iter() {
            let gain = gain(board, child);
            let worth = ground.order.worth(mover, child.without_reserves(), gain, 0);
            sorted.push(Child { worth: if first == Some(mv) { i32::MAX } else { worth }, gain, mv, board: child });
        }
        let (mut reached, mut mv) = (!wanted, first);
        while reached != wanted
            && let Some(child) = sorted.next()
        {
            if self.look(ground, aim, (child.board, mover.other()), depth - 1, stop)? == wanted {
                (reached, mv) = (wanted, Some(child.mv));
            }
        }
        self.seen.insert((board, mover), Seen { depth, reached, mv });
        Some(reached)
    }

    /// Whether the round is likely to end as it is to, by what can be counted.
    fn guess(&self, ground: &Ground, aim: &Aim, board: Board, mover: Side) -> bool {
        let features = features(&ground.sower, mover, board).expect("there are moves");
        let left = board.total().cast_signed();
        let margin = (self.weights.margin(&features).round() as i32).clamp(-left, left);
        let mine = board.mover_reserve() + u8::try_from(i32::midpoint(left, margin)).unwrap_or(0);
        let all = board.mover_reserve() + board.other_reserve() + board.total() as u8;
        let south = if mover == Side::South { mine } else { all - mine };
        let near = Ends::range(south.saturating_sub(Self::DOUBT), south.saturating_add(Self::DOUBT).min(all));
        let taken = near.taken();
        2 * taken.and(&aim.ends).len() > taken.len()
    }
}
