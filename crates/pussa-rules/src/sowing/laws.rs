//! How a move goes, fixed when the code is compiled.

use crate::reading::LastFour;

/// The laws of a game under one reading, as far as a single move goes.
pub(crate) trait Laws: Copy + 'static {
    /// A lap that comes round passes over the hole it was lifted from (M2).
    const SKIP_ORIGIN: bool;
    /// Fours leave the board while sowing (M6), the last counter's as told; `None` if the game has no *pasu*.
    const PASU: Option<LastFour>;
    /// After a capture the pearls behind it are taken too (M5).
    const NECKLACE: bool;

    /// How many counters go once round a ring of so many holes.
    fn period(length: u8) -> u8 {
        if Self::SKIP_ORIGIN { length - 1 } else { length }
    }
}
