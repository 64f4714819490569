//! What the player knows of positions, and finds out: by its oracle, if it has one, and by its solver. Values are those of
//! RULES E5, which know nothing of a round's past.

use crate::bounds::{Bounds, before};
use crate::solver::Solver;
use crate::watch::Shift;
use pussa_engine::search::gain;
use pussa_rules::{Board, Children, Layout, Move, Position, Round, Side, Sower};

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) mv: Move,
    /// What it gains for who makes it, less what it gives to the other player, in counters.
    pub(crate) gain: i16,
    /// The board after it, as the other player sees it, without reserves; none after an endless move (M8).
    pub(crate) to: Option<Board>,
    /// Whether nothing is captured, so that the board before it may come back.
    pub(crate) stays: bool,
}

/// What can be done in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    /// The round is over, worth so much to the player who would be to move.
    Over(i16),
    /// There are moves, from the mover's left to the right, endless ones last.
    Open(Vec<Way>),
}

/// Knows values of positions of one game on one ring, and finds them out.
#[derive(Debug)]
pub(crate) struct Insight {
    pub(crate) solver: Solver,
    layout: Layout,
    sower: Sower,
}

impl Insight {
    pub(crate) fn new(solver: Solver, round: &Round) -> Self {
        Self { solver, layout: round.start().layout(), sower: round.sower().clone() }
    }

    /// Whether it is of this round's game, ring and board.
    pub(crate) fn fits(&self, round: &Round) -> bool {
        self.solver.variant() == round.variant() && self.layout == round.start().layout()
    }

    /// What can be done in a position.
    pub(crate) fn ways(&self, mover: Side, board: Board) -> Ways {
        let mut children = Children::default();
        self.sower.children(mover, &board, &mut children);
        let may_be_endless = self.solver.variant().allows_endless() && !children.endless().is_empty();
        if children.legal().is_empty() && !may_be_endless {
            // E1: the other player takes all. E2: what is left is split.
            let all = board.total() as i16;
            return Ways::Over(if children.endless().is_empty() { -all } else { 0 });
        }
        let sown = children.iter().map(|(mv, child)| Way {
            mv,
            gain: gain(child) as i16,
            to: Some(child.without_reserves()),
            stays: child == child.without_reserves(),
        });
        let endless = children.endless().iter().filter(|_| may_be_endless);
        let endless = endless.map(|mv| Way { mv, gain: 0, to: None, stays: false });
        Ways::Open(sown.chain(endless).collect())
    }

    /// What is at hand of a position's value.
    pub(crate) fn bounds(&mut self, mover: Side, board: Board) -> Bounds {
        let known = self.solver.proved(mover, board);
        self.or_over(known, mover, board)
    }

    /// What the oracle has at hand of a position's value, or the rules.
    pub(crate) fn told(&self, mover: Side, board: Board) -> Bounds {
        self.or_over(self.solver.told(mover, board), mover, board)
    }

    fn or_over(&self, known: Bounds, mover: Side, board: Board) -> Bounds {
        if known.value().is_some() {
            return known;
        }
        match self.ways(mover, board) {
            Ways::Over(value) => Bounds::exactly(value),
            Ways::Open(_) => known,
        }
    }

    /// What is at hand of a move's worth to `mover`.
    pub(crate) fn worth(&mut self, mover: Side, way: &Way) -> Bounds {
        // M8: after an endless move what is left is split.
        way.to.map_or(Bounds::exactly(0), |to| before(self.bounds(mover.other(), to), way.gain))
    }

    /// Whether a move is worth `least` or more to `mover`; `None` if that stays open.
    pub(crate) fn is_worth(&mut self, mover: Side, way: &Way, least: i16, shift: &Shift) -> Option<bool> {
        let Some(to) = way.to else { return Some(0 >= least) };
        let too_much = way.gain - least + 1;
        self.solver.is_at_least(mover.other(), to, too_much, shift).map(|is_too_much| !is_too_much)
    }

    /// The value of a position; `None` if it stays open.
    pub(crate) fn value(&mut self, mover: Side, board: Board, shift: &Shift) -> Option<i16> {
        if let Some(value) = self.bounds(mover, board).value() {
            return Some(value);
        }
        if shift.is_over() {
            return None;
        }
        self.prove(mover, board, shift).0.value()
    }

    /// Proves the value of a position, or as much of it as the shift allows, and tells the most promising move.
    pub(crate) fn prove(&mut self, mover: Side, board: Board, shift: &Shift) -> (Bounds, Option<Move>) {
        let round = Round::new(self.solver.variant(), Position::new(self.layout, mover, board));
        self.solver.prove(&round, shift, &|_, _| ())
    }
}
