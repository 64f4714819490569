//! Raja Pasu, "king and cow", of India and Sri Lanka: fours leave the board while sowing.
//!
//! Source: A. J. de Voogt's field work in Colombo (2000), by way of Mancala World, "Raja Pasu".

use super::{Description, Game};
use crate::matches::{Ended, Next, Opening};
use crate::reading::{LastFour, Origin, Reading, ReadingOption};
use crate::ring::Ring;
use crate::sowing::{Backend, Laws, Sower};

/// Raja Pasu.
pub const RAJA_PASU: Game = Game(&Description {
    name: "raja-pasu",
    short: "raja",
    title: "Raja Pasu",
    counters: 7,
    options: &[ReadingOption::Endless, ReadingOption::LastFour, ReadingOption::Origin],
    sower,
    next_round,
    rules: &[
        "Raja Pasu, \"king and cow\", is played in India and Sri Lanka on two rows of seven holes, with seven counters \
         in each hole. The row in front of you is yours. Whoever has more counters at the end of the round has won it.",
        "On your turn, lift all counters of one of your holes and sow them one by one into the holes that follow, \
         counter-clockwise. Then look at the hole after the one where your last counter fell. If it holds counters, \
         lift them and sow on. If it is empty, your sowing is over.",
        "Pasu: whenever a counter sown makes a hole hold exactly four, those four leave the board at once and belong \
         to the player in whose row the hole lies, whoever is sowing.",
        "Pussa: when your sowing is over and the hole behind the empty one holds counters, you capture them, whoever's \
         row it is in.",
        "The round ends when the player to move has no counters in the own row: the other player takes what is left. \
         It also ends when the same board with the same player to move stands for the third time: then each player \
         takes half of what is left, and an odd counter stays out.",
        "A move whose relay would never end may not be chosen. A player who has only such moves ends the round, and \
         what is left is split in the same way.",
        "In a match, each player fills as many holes as possible for the next round, seven counters each, and keeps \
         the rest. Holes that cannot be filled are closed, from the left end of the row. Who took the remaining \
         counters leads. A player who cannot fill a single hole has lost the match.",
    ],
});

#[derive(Clone, Copy)]
struct RajaPasu<const SKIP_ORIGIN: bool, const KEEP_LAST_FOUR: bool>;

impl<const SKIP_ORIGIN: bool, const KEEP_LAST_FOUR: bool> Laws for RajaPasu<SKIP_ORIGIN, KEEP_LAST_FOUR> {
    const SKIP_ORIGIN: bool = SKIP_ORIGIN;
    const PASU: Option<LastFour> = Some(if KEEP_LAST_FOUR { LastFour::Kept } else { LastFour::Captured });
    const NECKLACE: bool = false;
}

fn sower(reading: Reading, ring: Ring, backend: Backend) -> Sower {
    match (reading.origin, reading.last_four) {
        (Origin::Sown, LastFour::Captured) => Sower::new::<RajaPasu<false, false>>(ring, backend),
        (Origin::Sown, LastFour::Kept) => Sower::new::<RajaPasu<false, true>>(ring, backend),
        (Origin::Skipped, LastFour::Captured) => Sower::new::<RajaPasu<true, false>>(ring, backend),
        (Origin::Skipped, LastFour::Kept) => Sower::new::<RajaPasu<true, true>>(ring, backend),
    }
}

/// T2 to T4.
fn next_round(ended: &Ended) -> Next {
    if let Some(over) = ended.over_below(ended.counters) {
        return over;
    }
    let leader = ended.remainder.unwrap_or(ended.led.other());
    let mut opening = Opening::new(ended.holes, leader);
    for (row, &holding) in opening.rows.iter_mut().zip(&ended.holdings) {
        let open = (holding / ended.counters).min(ended.holes);
        for count in &mut row.counts[usize::from(ended.holes - open)..usize::from(ended.holes)] {
            *count = Some(ended.counters);
        }
        row.reserve = holding - open * ended.counters;
    }
    Next::Round(opening)
}
