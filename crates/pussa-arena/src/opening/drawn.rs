//! Openings drawn at random.

use super::{Opening, Openings};
use crate::seeds;
use pussa_rules::{Round, Variant};
use rand::RngExt;
use std::collections::HashSet;
use thiserror::Error;

/// Draws in a row that bring nothing new before openings are made longer.
const PATIENCE: usize = 20_000;
/// Plies by which openings are made longer, at most.
const LONGER: u32 = 40;

/// There are not so many openings.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "{game}, holes {holes}, counters {counters}: {wanted} openings of {plies} plies or more are wanted, and no more than {found} different boards were found; ask for fewer pairs, shorter openings or a larger board"
)]
#[expect(missing_docs, reason = "the message tells")]
pub struct TooFewOpenings {
    pub game: &'static str,
    pub holes: u8,
    pub counters: u8,
    pub wanted: usize,
    pub plies: u32,
    pub found: usize,
}

/// Draws `count` openings of `plies` moves, every move equally likely, that lead to different boards on which the round
/// goes on. If they do not turn up, openings are made a ply longer until they do.
///
/// # Errors
/// If they do not turn up at any length.
pub fn draw_openings(variant: &Variant, plies: u32, count: usize, seed: u64) -> Result<Openings, TooFewOpenings> {
    let mut found = 0;
    for longer in 0..=LONGER {
        let openings = distinct(variant, plies + longer, count, seed);
        if openings.len() == count {
            return Ok(Openings { openings, longer: (longer > 0).then_some(plies + longer) });
        }
        found = found.max(openings.len());
    }
    let (game, holes, counters) = (variant.game().name(), variant.holes(), variant.counters());
    Err(TooFewOpenings { game, holes, counters, wanted: count, plies, found })
}

fn distinct(variant: &Variant, plies: u32, count: usize, seed: u64) -> Vec<Opening> {
    let mut rng = seeds::openings(seed, plies);
    let mut round = Round::new(*variant, variant.start());
    let mut boards = HashSet::new();
    let mut openings = Vec::new();
    let mut in_vain = 0;
    while openings.len() < count && in_vain < PATIENCE {
        in_vain += 1;
        round.restart();
        for _ in 0..plies {
            let choices = round.choices();
            if choices.is_empty() {
                break;
            }
            round.play_unchecked(choices.nth(rng.random_range(0..choices.len())).expect("one of the choices"));
        }
        if round.outcome().is_none() && boards.insert(round.position()) {
            in_vain = 0;
            openings.push(Opening::of(&round));
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{RAJA_PASU, WALAK_PUSSA};

    #[test]
    fn openings_are_different_boards_on_which_the_round_goes_on() {
        for game in [WALAK_PUSSA, RAJA_PASU] {
            let variant = Variant::new(game);
            let drawn = draw_openings(&variant, 4, 200, 7).unwrap();
            assert_eq!((drawn.openings.len(), drawn.longer), (200, None));
            let mut boards = HashSet::new();
            for opening in drawn.openings {
                let mut round = Round::new(variant, variant.start());
                for hole in &opening.moves {
                    round.play(hole.letter()).unwrap();
                }
                assert_eq!((opening.moves.len(), round.position()), (4, opening.position));
                assert_eq!(round.outcome(), None);
                assert!(boards.insert(opening.position));
            }
        }
    }

    #[test]
    fn too_few_openings_are_made_longer() {
        let variant = Variant::new(WALAK_PUSSA);
        let drawn = draw_openings(&variant, 1, 20, 1).unwrap();
        assert_eq!(drawn.longer, Some(2), "there are 7 boards after a ply, and 30 sequences of two");
    }

    #[test]
    fn a_game_that_has_too_few_openings_says_so() {
        let variant = Variant::new(WALAK_PUSSA).with_holes(1).unwrap();
        let error = draw_openings(&variant, 2, 1000, 1).unwrap_err();
        assert!(error.to_string().starts_with("walak-pussa, holes 1, counters 4: 1000 openings"), "{error}");
    }

    #[test]
    fn the_same_seed_draws_the_same_openings_after_any_update() {
        let drawn = draw_openings(&Variant::new(RAJA_PASU), 6, 3, 1).unwrap();
        let letters = |opening: &Opening| opening.moves.iter().map(|hole| hole.letter()).collect::<String>();
        assert_eq!(drawn.openings.iter().map(letters).collect::<Vec<_>>(), ["CeGcCa", "AbBdCg", "DdDfCa"]);
    }
}
