//! All openings of so many plies.

use super::{Opening, OpeningError};
use crate::tournament::round_from;
use pussa_rules::{Round, Variant};
use std::collections::HashSet;

/// More openings than this are refused.
const MOST: usize = 1_000_000;

/// All openings of `plies` moves from the start that lead to different boards on which the round goes on: of those that
/// lead to the same board, the first in the order of the letters.
///
/// # Errors
/// If there are none, or more than a million.
pub fn all_openings(variant: &Variant, plies: u32) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = vec![Opening::of(&Round::new(*variant, variant.start()))];
    for _ in 0..plies {
        let mut boards = HashSet::new();
        let mut longer = Vec::new();
        for opening in openings {
            let round = round_from(*variant, opening.start, &opening.moves);
            for mv in round.choices().iter() {
                let mut next = round.clone();
                next.play_unchecked(mv);
                if next.outcome().is_none() && boards.insert(next.position()) {
                    longer.push(Opening::of(&next));
                }
            }
            if longer.len() > MOST {
                return Err(OpeningError::TooMany { game: variant.game().name(), plies, most: MOST });
            }
        }
        openings = longer;
    }
    if openings.is_empty() {
        return Err(OpeningError::NoneSoLong { game: variant.game().name(), plies });
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{RAJA_PASU, WALAK_PUSSA};

    #[test]
    fn all_openings_are_all_boards_that_move_sequences_lead_to() {
        for game in [WALAK_PUSSA, RAJA_PASU] {
            let variant = Variant::new(game);
            for (plies, sequences) in [(0, 1), (1, 7), (2, 34)] {
                let openings = all_openings(&variant, plies).unwrap();
                let boards: HashSet<_> = openings.iter().map(|opening| opening.position).collect();
                assert_eq!(boards.len(), openings.len());
                assert!(
                    openings.len() <= sequences && openings.len() * 10 >= sequences * 8,
                    "{plies}: {}",
                    openings.len()
                );
            }
        }
    }

    #[test]
    fn there_may_be_none_or_too_many() {
        let small = Variant::new(WALAK_PUSSA).with_holes(1).unwrap();
        let error = all_openings(&small, 9).unwrap_err();
        assert_eq!(error.to_string(), "walak-pussa: no opening of 9 plies leaves the round going on");
        let error = all_openings(&Variant::new(RAJA_PASU), 20).unwrap_err();
        assert_eq!(
            error.to_string(),
            "raja-pasu: there are more than 1000000 openings of 20 plies; ask for shorter ones"
        );
    }
}
