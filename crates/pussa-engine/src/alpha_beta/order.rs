//! Which move is looked at first.

use super::search::Features;
use crate::search::{MOST_PLIES, gain};
use pussa_rules::{Board, Children, Move, Side};

/// What earlier cuts tell of moves that gain nothing.
#[derive(Debug)]
pub(super) struct Order {
    /// For each ply, the two moves that cut there last.
    killers: Vec<[Option<Move>; 2]>,
    /// For each player and move, how often and how early it cut.
    history: [[u32; 7]; 2],
}

impl Order {
    pub(super) fn new() -> Self {
        Self { killers: vec![[None; 2]; 4 * MOST_PLIES], history: [[0; 7]; 2] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history = [[0; 7]; 2];
    }

    /// A move that gains nothing made it needless to look at others.
    pub(super) fn cut(&mut self, mover: Side, ply: usize, mv: Move, depth: u32) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(mv)
        {
            *killers = [Some(mv), killers[0]];
        }
        let row = &mut self.history[mover.index()];
        row[mv.index()] += depth * depth;
        if row[mv.index()] > 1 << 20 {
            for worth in self.history.as_flattened_mut() {
                *worth /= 2;
            }
        }
    }
}

/// The moves of a position, the most promising first: that of the table, then by what they gain, then killers and
/// history.
pub(super) struct Ordering {
    moves: [(i64, Move, Board); 7],
    len: usize,
    next: usize,
}

impl Ordering {
    pub(super) fn new(
        children: &Children,
        first: Option<Move>,
        order: &Order,
        ply: usize,
        mover: Side,
        features: Features,
    ) -> Self {
        let killers = order.killers.get(ply).copied().filter(|_| features.killers).unwrap_or([None; 2]);
        let mut sorted = [(0, Move::new(0), Board::default()); 7];
        let mut len = 0;
        for (mv, child) in children.iter() {
            let [last, earlier] = killers.map(|killer| i64::from(killer == Some(mv)));
            let killer = 2 * last + earlier;
            let history = if features.history { i64::from(order.history[mover.index()][mv.index()]) } else { 0 };
            let table = i64::from(first == Some(mv)) << 56;
            sorted[len] = (table + (i64::from(gain(child)) << 40) + (killer << 32) + history, mv, child);
            len += 1;
        }
        Self { moves: sorted, len, next: 0 }
    }

    /// The next one: found when it is asked for, since most often few are.
    pub(super) fn next(&mut self) -> Option<(Move, Board)> {
        if self.next == self.len {
            return None;
        }
        let rest = &mut self.moves[self.next..self.len];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].0, std::cmp::Reverse(i))).expect("some are left");
        rest.swap(0, best);
        let (_, mv, child) = rest[0];
        self.next += 1;
        Some((mv, child))
    }
}
