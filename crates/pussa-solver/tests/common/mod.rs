//! Whom `perfect` is tried against, and chance that is always the same.

use pussa_engine::{Choice, Engine, EngineError, Watch};
use pussa_rules::{Board, Move, Round};

/// Numbers that look like chance.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as usize
    }
}

/// A player who only tries to repeat: leads back to the boards that have stood most often, or else goes on without a
/// capture, and takes any move where it can do neither.
pub(crate) struct Repeater(pub(crate) Chance);

impl Engine for Repeater {
    fn new_game(&mut self, seed: u64) {
        self.0 = Chance(seed);
    }

    fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
        let rank = |mv: Move| (stood(round, mv), stays(round, mv));
        let most = round.choices().iter().map(rank).max();
        let best: Vec<Move> = round.choices().iter().filter(|&mv| Some(rank(mv)) == most).collect();
        Ok(Choice::at_once(best[self.0.below(best.len())]))
    }
}

/// Whether nothing is captured.
pub(crate) fn stays(round: &Round, mv: Move) -> bool {
    let reserves = |board: Board| [board.mover_reserve(), board.other_reserve()];
    let [mover, other] = reserves(round.board());
    round.child(mv).is_some_and(|child| reserves(child) == [other, mover])
}

/// How often the board after a move has stood, with the same player to move.
pub(crate) fn stood(round: &Round, mv: Move) -> usize {
    let Some(child) = round.child(mv) else { return 0 };
    round.history().iter().rev().skip(1).step_by(2).filter(|&&board| board == child).count()
}
