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
/// assert_eq!(plies, 0);
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
