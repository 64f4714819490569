//! Tournaments between engines: pairs of rounds from one opening with the sides exchanged, and what comes of them.
//!
//! [`Plan`] says what is played, [`Tournament`] plays it, [`Results`] adds it up, [`Run`] keeps it in a folder.

mod crosstable;
mod game;
mod opening;
pub mod ratings;
mod run;
mod seeds;
mod standings;
mod tournament;

pub use crosstable::CrossTableRow;
pub use game::{End, Game};
pub use opening::{Opening, Openings, TooFewOpenings, draw_openings};
pub use run::{Run, RunError};
pub use standings::{Results, Standing};
pub use tournament::{Pair, Plan, PlanError, Tournament};
