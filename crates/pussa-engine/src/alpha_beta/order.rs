//! Which move is looked at first.

use crate::evaluation::Tables;
use crate::search::gain;
use pussa_rules::{Board, Children, Move, Side};

/// How much what is left after a move counts, beside what the move gains at once: fewer nodes than with more or less.
const OUTLOOK: f32 = 3.0 / 8.0;

/// The moves of a position, the most promising first: that of the table, then by what they gain and leave.
pub(super) struct Ordering {
    moves: [(i32, Move, Board); 7],
    len: usize,
    next: usize,
}

impl Ordering {
    /// Moves of `mover`; `first` before all others. Without tables, only what moves gain counts.
    pub(super) fn new(children: &Children, mover: Side, first: Option<Move>, tables: Option<&Tables>) -> Self {
        /// A counter.
        const UNIT: i32 = 64;
        let mut sorted = [(0, Move::new(0), Board::default()); 7];
        let mut len = 0;
        for (mv, child) in children.iter() {
            let left = tables.map_or(0.0, |tables| tables.at_rest(mover.other(), child.without_reserves()));
            let table = if first == Some(mv) { i32::MAX / 2 } else { 0 };
            sorted[len] = (table + gain(child) * UNIT - (left * OUTLOOK * UNIT as f32) as i32, mv, child);
            len += 1;
        }
        Self { moves: sorted, len, next: 0 }
    }

    /// The next one: found when it is asked for, since most often few are.
    pub(super) fn next(&mut self) -> Option<(Move, Board)> {
        let rest = &mut self.moves[self.next..self.len];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].0, std::cmp::Reverse(i)))?;
        rest.swap(0, best);
        let (_, mv, child) = rest[0];
        self.next += 1;
        Some((mv, child))
    }
}
