//! What the benchmarks share: the positions they measure on, for the fast rules and for the reference.

use pussa_reference as reference;
use pussa_rules::{Draws, GAMES, Position, RandomRounds, Round, Variant};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The seed of all benchmarks.
pub const SEED: u64 = 1;

/// A game at its full size, in both forms.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// For the fast rules.
    pub variant: Variant,
    /// For the reference.
    pub rules: reference::Rules,
    /// For the reference.
    pub size: reference::Size,
}

/// Both games under their default readings.
pub fn games() -> impl Iterator<Item = Measured> {
    GAMES.into_iter().map(|game| {
        let same: reference::Game = game.name().parse().expect("the reference has the same games");
        Measured { variant: Variant::new(game), rules: reference::Rules::of(same), size: reference::Size::of(same) }
    })
}

impl Measured {
    /// The positions of rounds played at random from the start, about so many, from first ply to last.
    #[must_use]
    pub fn positions(&self, about: usize) -> Vec<Position> {
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        let mut positions = Vec::new();
        while positions.len() < about {
            let mut round = Round::new(self.variant, self.variant.start());
            while round.outcome().is_none() {
                positions.push(round.position());
                let choices = round.choices();
                round.play_unchecked(choices.nth(rng.random_range(0..choices.len())).expect("one of them"));
            }
        }
        positions
    }

    /// The same position for the reference.
    #[must_use]
    pub fn reference(&self, position: &Position) -> reference::Position {
        reference::Position::parse(&position.to_string(), self.size).expect("both read the same boards")
    }
}

/// Draws for the reference from the same bytes as [`RandomRounds`] draws from, so that both play the same rounds.
pub struct ReferenceDraws<'a> {
    draws: &'a mut Draws<'a>,
    round: u64,
    block: u32,
    bytes: [u8; RandomRounds::BLOCK],
    used: usize,
}

impl<'a> ReferenceDraws<'a> {
    /// For the rounds whose bytes `draws` gives.
    pub fn new(draws: &'a mut Draws<'a>) -> Self {
        Self { draws, round: 0, block: 0, bytes: [0; RandomRounds::BLOCK], used: RandomRounds::BLOCK }
    }

    /// The draws of another round.
    pub fn begin(&mut self, round: u64) {
        self.round = round;
        self.block = 0;
        self.used = RandomRounds::BLOCK;
    }

    /// The next number below `n`, which is at most 7.
    pub fn below(&mut self, n: usize) -> usize {
        const SURPLUS: [usize; 8] = [0, 0, 0, 1, 0, 1, 4, 4];
        loop {
            if self.used == RandomRounds::BLOCK {
                (self.draws)(self.round, self.block, &mut self.bytes);
                self.block += 1;
                self.used = 0;
            }
            let product = usize::from(self.bytes[self.used]) * n;
            self.used += 1;
            if product % 256 >= SURPLUS[n] {
                return product / 256;
            }
        }
    }
}
