//! Positions as those who make proofs see them: told by one number, with what every move leads to, and with the value where
//! it is at hand.

use pussa_egdb::Database;
use pussa_rules::{Board, Children, Move, Ring, Side, Sower, Variant};
use std::sync::Arc;

/// A position without reserves, in one number: the board, and above the holes a bit for who is to move.
///
/// In ascending order, those with South to move come first, and then the boards by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Spot(u128);

impl Spot {
    /// The bit that is set if North is to move.
    const NORTH: u32 = 8 * Board::HOLES as u32;

    pub(crate) fn mover(self) -> Side {
        if self.0 >> Self::NORTH == 0 { Side::South } else { Side::North }
    }

    /// The board, from the mover's side.
    pub(crate) fn board(self) -> Board {
        Board::from_bits(self.0).without_reserves()
    }
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) mv: Move,
    pub(crate) to: Spot,
    /// What it gains for who makes it, less what it gives to the other player.
    pub(crate) gain: i16,
    /// How many counters leave the board.
    pub(crate) captured: i16,
}

impl Step {
    /// Whether all counters stay on the board.
    pub(crate) fn stays(&self) -> bool {
        self.captured == 0
    }
}

/// The moves of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    all: [Step; 7],
    len: usize,
    /// An endless move, if such moves may be chosen (M8).
    pub(crate) endless: Option<Move>,
}

impl Steps {
    /// Those that come to an end.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Step> {
        self.all[..self.len].iter()
    }

    /// What a move leads to; none if it is endless.
    pub(crate) fn step(&self, mv: Move) -> Option<&Step> {
        self.iter().find(|step| step.mv == mv)
    }
}

/// The positions of a game on a ring.
pub(crate) struct Field {
    sower: Sower,
    allows_endless: bool,
    /// What is known of boards with few counters.
    database: Option<Arc<Database>>,
}

impl Field {
    pub(crate) fn new(variant: Variant, ring: Ring, database: Option<Arc<Database>>) -> Self {
        Self { sower: variant.sower(ring), allows_endless: variant.allows_endless(), database }
    }

    /// A position of the field. With rows of one length it makes no difference who is to move, and South stands for both.
    pub(crate) fn spot(&self, mover: Side, board: Board) -> Spot {
        let ring = self.sower.ring();
        let sided = ring.holes(Side::South) != ring.holes(Side::North);
        let north = u128::from(sided && mover == Side::North) << Spot::NORTH;
        Spot(board.without_reserves().bits() | north)
    }

    /// The moves there are.
    ///
    /// # Errors
    /// If the round is over: then the margin to come, for the player who would be to move.
    pub(crate) fn steps(&self, spot: Spot) -> Result<Steps, i16> {
        let (mover, board) = (spot.mover(), spot.board());
        let mut children = Children::default();
        self.sower.children(mover, &board, &mut children);
        let endless = children.endless().nth(0).filter(|_| self.allows_endless);
        if children.legal().is_empty() && endless.is_none() {
            // E1: the other player takes all. E2: what is left is split.
            let all = board.total() as i16;
            return Err(if children.endless().is_empty() { -all } else { 0 });
        }
        let none = Step { mv: Move::new(0), to: spot, gain: 0, captured: 0 };
        let mut steps = Steps { all: [none; 7], len: 0, endless };
        for (mv, child) in children.iter() {
            let [mine, others] = [child.other_reserve(), child.mover_reserve()].map(i16::from);
            let to = self.spot(mover.other(), child);
            steps.all[steps.len] = Step { mv, to, gain: mine - others, captured: mine + others };
            steps.len += 1;
        }
        Ok(steps)
    }

    /// The value, if it takes no record to tell it: the database has it, or the round is over.
    pub(crate) fn at_hand(&self, spot: Spot) -> Option<i16> {
        let known = self.database.as_ref().and_then(|base| base.value(spot.mover(), spot.board()).ok().flatten());
        known.map(i16::from).or_else(|| self.steps(spot).err())
    }
}
