//! Random bytes for rounds played at random.

use pussa_rules::RandomRounds;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The random bytes of rounds by their numbers, from ChaCha8 under one seed: for
/// [`RandomRounds::play`](pussa_rules::RandomRounds::play).
///
/// Block *b* of the rounds has stream *b* of the cipher, and round *r* the bytes from `64 r` on in it. Neighbouring
/// rounds are made together and kept, which is what rounds are asked for.
///
/// ```
/// use pussa_engine::round_draws;
/// use pussa_rules::{Variant, WALAK_PUSSA};
/// let variant = Variant::new(WALAK_PUSSA);
/// let start = variant.start();
/// let mut plies = 0;
/// let mut rounds = variant.random_rounds(start.layout().ring());
/// rounds.play(start.side(), start.board(), 0..1000, &mut round_draws(1), &mut |_, round| plies += round.plies);
/// assert_eq!(plies, 30_110);
/// ```
pub fn round_draws(seed: u64) -> impl FnMut(u64, u32, &mut [u8; RandomRounds::BLOCK]) {
    /// Rounds made together: as many as the cipher makes blocks of its own at once.
    const TOGETHER: u64 = 4;
    let cipher = ChaCha8Rng::seed_from_u64(seed);
    let mut kept = [[0; RandomRounds::BLOCK]; TOGETHER as usize];
    let mut kept_at = None;
    move |round, block, bytes| {
        let at = (round / TOGETHER, block);
        if kept_at != Some(at) {
            let mut cipher = cipher.clone();
            cipher.set_stream(u64::from(block));
            // In words of four bytes.
            cipher.set_word_pos(u128::from(at.0 * TOGETHER) * RandomRounds::BLOCK as u128 / 4);
            cipher.fill_bytes(kept.as_flattened_mut());
            kept_at = Some(at);
        }
        *bytes = kept[(round % TOGETHER) as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(seed: u64, round: u64, block: u32) -> [u8; 64] {
        let mut bytes = [0; 64];
        round_draws(seed)(round, block, &mut bytes);
        bytes
    }

    /// Results that others cite must come out the same after any update of a library.
    #[test]
    fn the_first_bytes_are_what_they_have_always_been() {
        assert_eq!(bytes(1, 0, 0)[..8], [177, 13, 164, 140, 234, 76, 9, 103]);
        assert_eq!(bytes(1, 7, 2)[..8], [229, 68, 118, 44, 101, 93, 54, 86]);
    }

    #[test]
    fn the_order_of_asking_does_not_matter() {
        let mut draws = round_draws(9);
        for (round, block) in [(5, 0), (4, 0), (1000, 3), (6, 0), (5, 1), (5, 0)] {
            let mut asked = [0; 64];
            draws(round, block, &mut asked);
            assert_eq!(asked, bytes(9, round, block), "round {round}, block {block}");
        }
    }

    #[test]
    fn rounds_and_blocks_have_bytes_of_their_own() {
        let all = [bytes(1, 0, 0), bytes(1, 1, 0), bytes(1, 4, 0), bytes(1, 0, 1), bytes(2, 0, 0)];
        for (i, one) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other != one));
        }
    }
}
