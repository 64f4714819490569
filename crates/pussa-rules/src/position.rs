//! A position: everything on the table, and whose turn it is.

use crate::board::Board;
use crate::hole::Hole;
use crate::layout::Layout;
use crate::side::Side;

/// The counters in all holes and both reserves, which holes are closed, and who is to move.
///
/// Read from a board string with [`Variant::parse_board`](crate::Variant::parse_board), and written as one:
///
/// ```
/// use pussa_rules::{Variant, WALAK_PUSSA};
/// let start = Variant::new(WALAK_PUSSA).start();
/// assert_eq!(start.to_string(), "4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    layout: Layout,
    side: Side,
    board: Board,
}

impl Position {
    /// The position with `board` as `side`, who is to move, sees it.
    #[must_use]
    pub fn new(layout: Layout, side: Side, board: Board) -> Self {
        Self { layout, side, board }
    }

    /// Which holes are in play.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Who is to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The board as the player to move sees it.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The counters in a hole, or `None` if it is closed or not on this board.
    #[must_use]
    pub fn counters(&self, hole: Hole) -> Option<u8> {
        Some(self.board.counters(self.layout.place(self.side, hole)?))
    }

    /// What a player has captured and held over (B3).
    #[must_use]
    pub fn reserve(&self, side: Side) -> u8 {
        if side == self.side { self.board.mover_reserve() } else { self.board.other_reserve() }
    }
}
