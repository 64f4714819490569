//! `greedy`: the move that brings most at once.

use crate::engine::{Choice, Engine, EngineError};
use crate::limit::Watch;
use crate::roster::Kind;
use crate::search;
use pussa_rules::{Move, Moves, Round};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(crate) const KIND: Kind = Kind {
    name: "greedy",
    about: "plays the move that gains most at once, one of them at random if there are several",
    keys: &[],
    make: |_| Ok(Box::new(Greedy { rng: ChaCha8Rng::seed_from_u64(0) })),
};

struct Greedy {
    rng: ChaCha8Rng,
}

impl Engine for Greedy {
    fn new_game(&mut self, seed: u64) {
        self.rng = ChaCha8Rng::seed_from_u64(seed);
    }

    fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
        let choices = round.choices();
        let gains: Vec<_> = choices.iter().map(|mv| gain(round, mv)).collect();
        let most = *gains.iter().max().expect("a round that is not over has a choice");
        let best: Moves = choices.iter().zip(&gains).filter(|&(_, &gain)| gain == most).map(|(mv, _)| mv).collect();
        let n = self.rng.random_range(0..best.len());
        let mv = best.nth(n).expect("one of the best");
        Ok(Choice { score: Some(most as f32), depth: 1, nodes: choices.len() as u64, ..Choice::at_once(mv) })
    }
}

/// What a move adds to the mover's margin, with what falls to the mover if the other player can't answer.
fn gain(round: &Round, mv: Move) -> i32 {
    let Some(child) = round.child(mv) else {
        // An endless move: what is left is split.
        return 0;
    };
    let before = i32::from(round.board().mover_reserve()) - i32::from(round.board().other_reserve());
    let after = search::gain(child);
    let stuck = round.sower().movable(round.side().other(), child).is_empty();
    after - before + if stuck { child.total().cast_signed() } else { 0 }
}
