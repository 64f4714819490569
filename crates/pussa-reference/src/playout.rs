//! Rounds played by chance from a position to the end (playouts).
//! No moves are kept and no memory is asked for ply by ply, so these can be measured.

use crate::round::Standing;
use crate::{Ending, Endless, MOST_HOLES_IN_A_ROW, Outcome, Position, Reserves, RoundResult, Rules, sow};

/// Plays rounds by chance, one after another, with one memory for E3 between them.
#[derive(Clone, Debug, Default)]
pub struct Playouts {
    standing: Standing,
}

impl Playouts {
    /// Ready to play.
    #[must_use]
    pub fn new() -> Playouts {
        Playouts::default()
    }

    /// Plays a round from a position to its end.
    ///
    /// `choose` is given a number `n` of holes, at least 1, and names one of them by a number below `n`. If it chooses
    /// evenly, every legal move is as likely as every other: where endless moves are illegal, a hole that proves endless
    /// is struck out and another chosen from the rest.
    ///
    /// # Panics
    /// If `choose` returns `n` or more.
    pub fn play(&mut self, rules: Rules, start: &Position, mut choose: impl FnMut(usize) -> usize) -> RoundResult {
        let mut position = *start;
        let mut plies = 0;
        self.standing.start(start);
        loop {
            match play_any(rules, &position, &mut choose) {
                Ply::NoCounters => return RoundResult::no_move(&position, plies),
                Ply::OnlyEndless => return RoundResult::split(&position, Ending::Endless, plies),
                Ply::CalledOff => return RoundResult::split(&position, Ending::Endless, plies + 1),
                Ply::Played { after, captured } => {
                    position = after;
                    plies += 1;
                    if self.standing.stands_third_time(&position, captured) {
                        return RoundResult::split(&position, Ending::Repetition, plies);
                    }
                }
            }
        }
    }
}

/// What came of a ply.
enum Ply {
    /// The row was empty (E1).
    NoCounters,
    /// All moves were endless, and so illegal (E2).
    OnlyEndless,
    /// An endless move was chosen, as it may be (M8).
    CalledOff,
    /// A move was played.
    Played { after: Position, captured: Reserves },
}

/// Plays a legal move, chosen as [`Playouts::play`] says.
fn play_any(rules: Rules, position: &Position, choose: &mut impl FnMut(usize) -> usize) -> Ply {
    let mut places = [0; MOST_HOLES_IN_A_ROW];
    let mut left = 0;
    for place in position.ring.row(position.to_move) {
        if position.ring.counters[place] > 0 {
            places[left] = place;
            left += 1;
        }
    }
    if left == 0 {
        return Ply::NoCounters;
    }
    while left > 0 {
        let chosen = choose(left);
        match sow(rules, position, places[..left][chosen]) {
            Outcome::Ended { after, captured } => return Ply::Played { after, captured },
            Outcome::Endless if rules.reading().endless == Endless::Split => return Ply::CalledOff,
            Outcome::Endless => {
                left -= 1;
                places.copy_within(chosen + 1..=left, chosen);
            }
        }
    }
    Ply::OnlyEndless
}
