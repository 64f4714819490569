//! Walak-pussa, of Sri Lanka: captures go on along a necklace of pearls.
//!
//! Source: H. Parker, *Ancient Ceylon* (1909), by way of Mancala World, "Walak-pussa".

use super::{Description, Game};
use crate::matches::{Ended, Next, Opening};
use crate::reading::{LastFour, Origin, Reading, ReadingOption, Unfilled};
use crate::ring::Ring;
use crate::sowing::{Backend, Laws, Sower};

/// Walak-pussa.
pub const WALAK_PUSSA: Game = Game(&Description {
    name: "walak-pussa",
    short: "walak",
    title: "Walak-pussa",
    counters: 4,
    options: &[ReadingOption::Endless, ReadingOption::Origin, ReadingOption::Unfilled],
    sower,
    next_round,
    rules: &[
        "Walak-pussa is played in Sri Lanka on two rows of seven holes, with four counters in each hole. The row in \
         front of you is yours. Whoever has more counters at the end of the round has won it.",
        "On your turn, lift all counters of one of your holes and sow them one by one into the holes that follow, \
         counter-clockwise. Then look at the hole after the one where your last counter fell. If it holds counters, \
         lift them and sow on. If it is empty, your sowing is over.",
        "Pussa: if the hole behind that empty one holds counters, you capture them, whoever's row it is in.",
        "The pearl necklace: if the hole after the captured one is empty and the one after that holds counters, you \
         capture those too, and so on, until two empty holes follow each other or a full hole follows a captured one.",
        "The round ends when the player to move has no counters in the own row: the other player takes what is left. \
         It also ends when the same board with the same player to move stands for the third time: then each player \
         takes half of what is left, and an odd counter stays out.",
        "A move whose relay would never end may not be chosen. A player who has only such moves ends the round, and \
         what is left is split in the same way.",
        "In a match, each player fills holes for the next round from what that player holds, four counters each from \
         the left end of the row, the remainder into the next hole. The player with fewer counters leads. A player \
         who holds none has lost the match.",
    ],
});

#[derive(Clone, Copy)]
struct WalakPussa<const SKIP_ORIGIN: bool>;

impl<const SKIP_ORIGIN: bool> Laws for WalakPussa<SKIP_ORIGIN> {
    const SKIP_ORIGIN: bool = SKIP_ORIGIN;
    const PASU: Option<LastFour> = None;
    const NECKLACE: bool = true;
}

fn sower(reading: Reading, ring: Ring, backend: Backend) -> Sower {
    match reading.origin {
        Origin::Sown => Sower::new::<WalakPussa<false>>(ring, backend),
        Origin::Skipped => Sower::new::<WalakPussa<true>>(ring, backend),
    }
}

/// T5 and T6.
fn next_round(ended: &Ended) -> Next {
    if let Some(over) = ended.over_below(1) {
        return over;
    }
    let [south, north] = ended.holdings;
    let leader = match south.cmp(&north) {
        core::cmp::Ordering::Less => crate::Side::South,
        core::cmp::Ordering::Greater => crate::Side::North,
        core::cmp::Ordering::Equal => ended.led.other(),
    };
    let mut opening = Opening::new(ended.holes, leader);
    for (row, &holding) in opening.rows.iter_mut().zip(&ended.holdings) {
        let mut left = holding;
        for count in &mut row.counts[..usize::from(ended.holes)] {
            let filled = left.min(ended.counters);
            left -= filled;
            *count = (filled > 0 || ended.reading.unfilled == Unfilled::Open).then_some(filled);
        }
        row.reserve = left;
    }
    Next::Round(opening)
}
