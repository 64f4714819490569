//! The scout: looks so many moves ahead, to tell what a value is likely to be, and which moves are likely to be the best
//! ones near the root. Nothing it says is proved, but it saves the search most of its wrong turns.

use crate::order::{Child, Sorted};
use crate::search::{Ground, Score, enough};
use crate::table::Table;
use crate::watch::{Meter, Shift};
use pussa_engine::evaluation::{Weights, features};
use pussa_engine::search::gain;
use pussa_rules::{Board, Children, Game, Move, Side};
use rustc_hash::FxHashMap;

/// What it found out about a position.
#[derive(Clone, Copy, Debug)]
struct Seen {
    depth: u32,
    /// At least so much, and at most so much, as far as can be told from so many moves ahead.
    low: Score,
    high: Score,
    mv: Option<Move>,
}

/// Looks ahead from one position.
pub(crate) struct Scout {
    weights: Weights,
    seen: FxHashMap<(Board, Side), Seen>,
    guess: Score,
    /// Positions looked at.
    pub(crate) nodes: u64,
}

impl Scout {
    /// The work that its moves count for in the table: little, but more than that of most leaves.
    const WORK: u8 = 6;

    pub(crate) fn new(game: Game) -> Self {
        Self { weights: Weights::of(game), seen: FxHashMap::default(), guess: 0, nodes: 0 }
    }

    /// What a position is likely to be worth for the player to move, so many moves ahead. Its moves go to the table. `None`
    /// if it was called off.
    pub(crate) fn look(
        &mut self,
        ground: &Ground,
        table: Table,
        shift: &Shift,
        (board, mover): (Board, Side),
        depth: u32,
    ) -> Option<Score> {
        let most = board.total().cast_signed();
        let (mut low, mut high) = (-most, most);
        let mut least = self.guess;
        let mut look = Look { scout: self, ground, table, meter: Meter::new(shift) };
        while low < high {
            least = least.clamp(low + 1, high);
            let value = look.ask(mover, board, least, depth)?;
            if value >= least {
                (low, least) = (value, value + 1);
            } else {
                (high, least) = (value, value);
            }
        }
        let nodes = look.meter.nodes;
        drop(look);
        self.nodes += nodes;
        self.guess = low;
        for (&(board, mover), seen) in self.seen.iter().filter(|(_, seen)| seen.depth > 1) {
            table.hint(board, mover, seen.mv, Self::WORK);
        }
        Some(low)
    }
}

/// One look ahead.
struct Look<'a> {
    scout: &'a mut Scout,
    ground: &'a Ground,
    table: Table<'a>,
    meter: Meter<'a>,
}

impl Look<'_> {
    /// Whether the value is likely to be `least` or more: what is returned is at least so much, or else less. `None` if it
    /// was called off.
    fn ask(&mut self, mover: Side, board: Board, least: Score, depth: u32) -> Option<Score> {
        if self.meter.count() {
            return None;
        }
        let most = board.total().cast_signed();
        if least > most || least <= -most {
            return Some(if least > most { most } else { -most });
        }
        if let Some(value) = self.ground.look_up(board, mover, least) {
            return Some(value);
        }
        if let Some(value) = self.table.get(board, mover).and_then(|entry| enough(entry.bounds, least)) {
            return Some(value);
        }
        let seen = self.scout.seen.get(&(board, mover)).copied();
        if let Some(Seen { low, high, .. }) = seen.filter(|seen| seen.depth >= depth)
            && (low >= least || high < least)
        {
            return Some(if low >= least { low } else { high });
        }
        let mut children = Children::default();
        self.ground.sower.children(mover, &board, &mut children);
        if children.legal().is_empty() {
            return Some(if children.endless().is_empty() { -most } else { 0 });
        }
        if depth == 0 {
            let features = features(&self.ground.sower, mover, board).expect("there are moves");
            return Some((self.scout.weights.margin(&features).round() as Score).clamp(-most, most));
        }
        self.ask_children(mover, board, least, depth, &children)
    }

    fn ask_children(
        &mut self,
        mover: Side,
        board: Board,
        least: Score,
        depth: u32,
        children: &Children,
    ) -> Option<Score> {
        let seen = self.scout.seen.get(&(board, mover)).copied();
        let first = seen.and_then(|seen| seen.mv);
        let mut sorted = Sorted::default();
        for (mv, child) in children.iter() {
            let worth = self.ground.order.worth(mover, child.without_reserves(), gain(child), 0);
            let worth = if first == Some(mv) { Score::MAX } else { worth };
            sorted.push(Child { worth, gain: gain(child), mv, board: child });
        }
        let mut best = if self.ground.allows_endless && !children.endless().is_empty() { 0 } else { Score::MIN };
        let mut best_move = None;
        while best < least
            && let Some(child) = sorted.next()
        {
            let after = child.board.without_reserves();
            let value = child.gain - self.ask(mover.other(), after, child.gain - least + 1, depth - 1)?;
            if value > best {
                (best, best_move) = (value, Some(child.mv));
            }
        }
        let most = board.total().cast_signed();
        let known = seen.filter(|seen| seen.depth == depth);
        let (low, high) = known.map_or((-most, most), |seen| (seen.low, seen.high));
        let seen = if best >= least {
            Seen { depth, low: best, high, mv: best_move }
        } else {
            Seen { depth, low, high: best, mv: first.or(best_move) }
        };
        self.scout.seen.insert((board, mover), seen);
        Some(best)
    }
}
