//! Where random numbers come from: ChaCha8 streams under the one seed of a run.
//!
//! Each pair of games has a stream of its own, and each length of openings, so nothing depends on the order in which
//! things are done.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Streams from here on are for openings; no tournament has so many pairs.
const OPENINGS: u64 = 1 << 48;

/// Streams from here on are for games of self-play.
const SELF_PLAY: u64 = 1 << 56;

fn stream(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// For openings of so many plies.
pub(crate) fn openings(seed: u64, plies: u32) -> ChaCha8Rng {
    stream(seed, OPENINGS + u64::from(plies))
}

/// The seeds of the engines, South's and North's, in a round of a leg of a pair; all numbers are from 0 on.
pub(crate) fn round(seed: u64, pair: u64, leg: usize, round: usize) -> [u64; 2] {
    /// Words of four bytes that a round takes.
    const WORDS: u128 = 4;
    let mut rng = stream(seed, pair);
    rng.set_word_pos(WORDS * (2 * round as u128 + leg as u128));
    [(); 2].map(|()| rng.next_u64())
}

/// For all that is random in a game of self-play.
pub(crate) fn self_play(seed: u64, game: u64) -> ChaCha8Rng {
    stream(seed, SELF_PLAY.wrapping_add(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that others cite must come out the same after any update of a library.
    #[test]
    fn the_first_draws_are_what_they_have_always_been() {
        let first = [
            [7_424_550_030_962_593_201, 1_482_817_706_323_250_795],
            [11_004_592_982_271_133_285, 4_045_824_405_258_374_466],
        ];
        assert_eq!([0, 1].map(|leg| round(1, 0, leg, 0)), first);
        let second = [
            [15_715_005_604_373_573_095, 939_185_832_570_518_534],
            [10_307_165_283_572_921_510, 1_854_555_920_053_791_047],
        ];
        assert_eq!([0, 1].map(|leg| round(1, 1, leg, 0)), second);
        assert_eq!(openings(1, 4).next_u64(), 16_243_054_979_829_910_769);
    }
}
