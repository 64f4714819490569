//! Tournaments between engines: pairs of rounds from one opening with the sides exchanged, and what comes of them.
//!
//! [`Plan`] says what is played, [`Tournament`] plays it, [`Results`] adds it up, [`Run`] keeps it in a folder. Positions to
//! learn from are the matter of [`selfplay`].
//!
//! ```
//! use pussa_arena::{Pair, Plan, PlanError, Results, Tournament};
//! use pussa_engine::{Roster, Spec};
//! use pussa_rules::{Variant, WALAK_PUSSA};
//! use std::sync::atomic::AtomicBool;
//!
//! let plan = Plan {
//!     variants: vec![Variant::new(WALAK_PUSSA)],
//!     engines: Spec::list("random,greedy")?,
//!     pairs: 100,
//!     opening_plies: 4,
//!     seed: 1,
//!     threads: 2,
//! };
//! let tournament = Tournament::new(plan, Roster::default())?;
//! let mut results = Results::new(tournament.plan());
//! tournament.play(&AtomicBool::new(false), |pair: Pair| -> Result<(), PlanError> {
//!     results.add(&pair);
//!     Ok(())
//! })?;
//! assert_eq!(results.standings()[0].engine, "greedy");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod crosstable;
mod game;
mod opening;
pub mod ratings;
mod run;
mod seeds;
pub mod selfplay;
pub mod sprt;
mod standings;
mod tournament;

pub use crosstable::CrossTableRow;
pub use game::{End, Game};
pub use opening::{Opening, Openings, TooFewOpenings, draw_openings};
pub use run::{Run, RunError};
pub use standings::{Results, Standing};
pub use tournament::{Pair, Plan, PlanError, Tournament};
