//! `random`: every choice equally likely.

use crate::engine::{Choice, Engine, EngineError};
use crate::limit::Watch;
use crate::roster::Kind;
use pussa_rules::Round;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(crate) const KIND: Kind = Kind {
    name: "random",
    about: "plays any move, all equally likely",
    keys: &[],
    make: |_| Ok(Box::new(Random { rng: ChaCha8Rng::seed_from_u64(0) })),
};

struct Random {
    rng: ChaCha8Rng,
}

impl Engine for Random {
    fn new_game(&mut self, seed: u64) {
        self.rng = ChaCha8Rng::seed_from_u64(seed);
    }

    fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
        let choices = round.choices();
        let n = self.rng.random_range(0..choices.len());
        Ok(Choice::at_once(choices.nth(n).expect("one of the choices")))
    }
}
