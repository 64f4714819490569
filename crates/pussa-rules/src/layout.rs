//! Which holes of the drawn board are in play.

use crate::board::Board;
use crate::hole::{Hole, MAX_HOLES, Move};
use crate::ring::Ring;
use crate::side::Side;

/// The board as it is drawn: how many holes a row has, and which of them are closed for the round (B1, B4).
///
/// It is what ties the letters of the holes to places on the [`Ring`].
///
/// ```
/// use pussa_rules::{Hole, Layout, Move, Side};
/// // A and B are closed: South's first open hole is C.
/// let layout = Layout::new(7, [0b0000_0011, 0]).unwrap();
/// assert_eq!(layout.hole(Side::South, Move::new(0)).letter(), 'C');
/// assert_eq!(layout.ring().holes(Side::South), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    holes: u8,
    closed: [u8; 2],
}

impl Layout {
    /// Rows of `holes` holes, 1 to 7; the set bits of `closed` are the closed holes of South and of North, the lowest
    /// bit for `A` or `a`. `None` if the number is not 1 to 7, or a row has no open hole.
    #[must_use]
    pub fn new(holes: u8, closed: [u8; 2]) -> Option<Self> {
        let row = (1 << holes.min(MAX_HOLES)) - 1;
        let layout = Self { holes, closed: closed.map(|bits| bits & row) };
        let open = |side| layout.row(side).filter(|&hole| !layout.is_closed(hole)).count();
        ((1..=MAX_HOLES).contains(&holes) && Side::BOTH.iter().all(|&side| open(side) > 0)).then_some(layout)
    }

    /// How many holes a row has, closed ones included.
    #[must_use]
    pub const fn holes(self) -> u8 {
        self.holes
    }

    /// The holes of a row, from its owner's left to the right.
    pub fn row(self, side: Side) -> impl ExactSizeIterator<Item = Hole> + DoubleEndedIterator + Clone {
        (0..self.holes.min(MAX_HOLES)).map(move |index| Hole::new(side, index))
    }

    /// Whether a hole is closed.
    #[must_use]
    pub const fn is_closed(self, hole: Hole) -> bool {
        self.closed[hole.side().index()] >> hole.index() & 1 != 0
    }

    /// The open holes in the direction of sowing, from the mover's first on.
    pub fn open_holes(self, mover: Side) -> impl Iterator<Item = Hole> + Clone {
        self.row(mover).chain(self.row(mover.other())).filter(move |&hole| !self.is_closed(hole))
    }

    /// The ring of the open holes.
    #[must_use]
    pub fn ring(self) -> Ring {
        let open = |side| self.row(side).filter(|&hole| !self.is_closed(hole)).count() as u8;
        Ring::new(open(Side::South), open(Side::North)).expect("each row has an open hole")
    }

    /// The hole that `mv` lifts when `mover` makes it.
    ///
    /// # Panics
    /// If `mover` has not so many open holes.
    #[must_use]
    pub fn hole(self, mover: Side, mv: Move) -> Hole {
        self.row(mover).filter(|&hole| !self.is_closed(hole)).nth(mv.index()).expect("one of the mover's open holes")
    }

    /// The move that lifts `hole`, or `None` if it is closed or not on this board.
    #[must_use]
    pub fn move_of(self, hole: Hole) -> Option<Move> {
        let place = self.open_holes(hole.side()).position(|open| open == hole)?;
        Some(Move::new(place as u8))
    }

    /// The place of `hole` on the ring when `mover` is to move, or `None` if it is closed or not on this board.
    #[must_use]
    pub fn place(self, mover: Side, hole: Hole) -> Option<usize> {
        self.open_holes(mover).position(|open| open == hole)
    }

    /// The board seen by `mover` on which `counters` tells what an open hole holds.
    pub(crate) fn board(self, mover: Side, counters: impl Fn(Hole) -> u8) -> Board {
        let mut lanes = [0; Board::HOLES];
        for (lane, hole) in lanes.iter_mut().zip(self.open_holes(mover)) {
            *lane = counters(hole);
        }
        Board::new(&lanes, 0, 0)
    }
}
