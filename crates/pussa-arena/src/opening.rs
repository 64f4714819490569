//! Openings: the first moves of a round, settled beforehand and given to both sides.

mod all;
mod drawn;
mod listed;

pub use all::all_openings;
pub use drawn::{TooFewOpenings, draw_openings};
pub use listed::{OpeningError, parse_opening, read_openings};

use crate::plan::{Book, Plan, PlanError};
use pussa_rules::{Hole, Position, Round, Variant};

/// The first moves of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where the round starts.
    pub start: Position,
    /// The moves, from there on.
    pub moves: Vec<Hole>,
    /// The position after them; the round goes on there.
    pub position: Position,
}

impl Opening {
    /// The moves of a round so far.
    fn of(round: &Round) -> Self {
        Self { start: round.start(), moves: round.moves().to_vec(), position: round.position() }
    }
}

/// The openings of a game.
#[derive(Clone, Debug)]
pub struct Openings {
    /// One at least.
    pub openings: Vec<Opening>,
    /// How many moves they have, if that is more than was asked for, because too few boards can be reached so soon.
    pub longer: Option<u32>,
}

/// The openings of one of a plan's games.
pub(crate) fn of(plan: &Plan, variant: &Variant) -> Result<Openings, PlanError> {
    match &plan.openings {
        Book::Random { plies } => {
            Ok(draw_openings(variant, *plies, plan.pairs.unwrap_or(Plan::PAIRS) as usize, plan.seed)?)
        }
        Book::All { plies } => Ok(Openings { openings: all_openings(variant, *plies)?, longer: None }),
        Book::Listed(list) => {
            let openings: Vec<_> = list.iter().map(|text| parse_opening(variant, text)).collect::<Result<_, _>>()?;
            if openings.is_empty() {
                return Err(OpeningError::None.into());
            }
            if let Some((text, _)) = list
                .iter()
                .zip(&openings)
                .find(|(_, opening)| plan.matches.is_some() && opening.start != variant.start())
            {
                return Err(OpeningError::NotTheStart(text.clone()).into());
            }
            Ok(Openings { openings, longer: None })
        }
    }
}
