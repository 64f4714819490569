//! Counting move sequences: the usual measure, and test, of making moves.

use crate::board::Board;
use crate::hole::Move;
use crate::position::Position;
use crate::side::Side;
use crate::sowing::{Children, Sower};
use crate::variant::Variant;

/// Counts the sequences of legal moves from a position. A round that has ended by E1 or E2 adds none; repetition is not
/// looked at.
///
/// ```
/// use pussa_rules::{Perft, Variant, WALAK_PUSSA};
/// let variant = Variant::new(WALAK_PUSSA);
/// assert_eq!(Perft::new(&variant, &variant.start()).count(4), 698);
/// ```
#[derive(Clone, Debug)]
pub struct Perft {
    sower: Sower,
    allows_endless: bool,
    side: Side,
    board: Board,
}

impl Perft {
    /// Sequences from `position`.
    #[must_use]
    pub fn new(variant: &Variant, position: &Position) -> Self {
        Self {
            sower: variant.sower(position.layout().ring()),
            allows_endless: variant.allows_endless(),
            side: position.side(),
            board: position.board().without_reserves(),
        }
    }

    /// How many sequences there are of exactly `depth` moves, 1 for none.
    #[must_use]
    pub fn count(&self, depth: u32) -> u64 {
        self.counts(depth).pop().unwrap_or(1)
    }

    /// How many sequences there are of one move, of two, and so on up to `depth`, in the time of the last.
    #[must_use]
    pub fn counts(&self, depth: u32) -> Vec<u64> {
        let mut counts = vec![0; depth as usize];
        self.add_below(self.side, self.board, &mut counts);
        counts
    }

    /// Every move that may be made, from the mover's left to the right, with the sequences that go on after it; an
    /// endless move ends the round, and none do.
    #[must_use]
    pub fn divide(&self) -> Vec<(Move, Option<Self>)> {
        let children = self.children(self.side, &self.board);
        let after = |board: Board| Self { side: self.side.other(), board: board.without_reserves(), ..self.clone() };
        let endless = children.endless().iter().filter(|_| self.allows_endless).map(|mv| (mv, None));
        let mut parts: Vec<_> = children.iter().map(|(mv, board)| (mv, Some(after(board)))).chain(endless).collect();
        parts.sort_by_key(|&(mv, _)| mv);
        parts
    }

    fn children(&self, side: Side, board: &Board) -> Children {
        let mut children = Children::default();
        self.sower.children(side, board, &mut children);
        children
    }

    fn add_below(&self, side: Side, board: Board, counts: &mut [u64]) {
        let [count, deeper @ ..] = counts else { return };
        let children = self.children(side, &board);
        let endless = if self.allows_endless { children.endless().len() } else { 0 };
        *count += (children.legal().len() + endless) as u64;
        if !deeper.is_empty() {
            children.iter().for_each(|(_, child)| self.add_below(side.other(), child.without_reserves(), deeper));
        }
    }
}
