//! What a position is likely to be worth where the search ends.

use crate::search::gain;
use pussa_rules::{Board, Children, Move, Ring, Side};

/// Hundredths of a counter.
pub(super) type Score = i32;

/// A counter in hundredths.
pub(super) const COUNTER: Score = 100;

/// What each thing is worth, in hundredths of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// Being to move.
    pub(super) tempo: Score,
    /// A counter in the own row.
    pub(super) own_counter: Score,
    /// A counter in the other player's row.
    pub(super) other_counter: Score,
    /// A hole of one's own that holds counters.
    pub(super) own_hole: Score,
    /// A hole of the other player's that holds counters.
    pub(super) other_hole: Score,
    /// What the best move gains at once, in hundredths of its gain.
    pub(super) best_gain: Score,
}

impl Weights {
    pub(super) const PLAIN: Self =
        Self { tempo: 0, own_counter: 0, other_counter: 0, own_hole: 0, other_hole: 0, best_gain: 100 };
}

/// The margin likely to come for `mover`, who has moves.
pub(super) fn evaluate(weights: &Weights, ring: Ring, mover: Side, board: Board, children: &Children) -> Score {
    let lanes = board.lanes();
    let own = usize::from(ring.holes(mover));
    let row = |holes: &[u8]| {
        let counters: Score = holes.iter().map(|&n| Score::from(n)).sum();
        let full: Score = holes.iter().map(|&n| Score::from(n > 0)).sum();
        (counters, full)
    };
    let ((mine, my_holes), (others, other_holes)) = (row(&lanes[..own]), row(&lanes[own..Board::HOLES]));
    let best = children.iter().map(|(_, child): (Move, Board)| gain(child)).max().unwrap_or(0);
    let most = (mine + others) * COUNTER;
    let score = weights.tempo
        + weights.own_counter * mine
        + weights.other_counter * others
        + weights.own_hole * my_holes
        + weights.other_hole * other_holes
        + weights.best_gain * best;
    score.clamp(-most, most)
}
