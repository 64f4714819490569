//! Tournaments between engines: pairs of rounds from one opening with the sides exchanged, and what comes of them.
//!
//! [`Plan`] says what is played (and [`Wishes`] is how people write it), [`Tournament`] plays it, [`Results`] adds it up,
//! [`Run`] keeps it in a folder and takes it up again. Positions to learn from are the matter of [`selfplay`].
//!
//! ```
//! use pussa_arena::{Plan, PlanError, Results, Tournament};
//! use pussa_engine::{Roster, Spec};
//! use pussa_rules::{Variant, WALAK_PUSSA};
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! let engines = Spec::list("random,greedy")?;
//! let plan = Plan { pairs: Some(100), ..Plan::new(vec![Variant::new(WALAK_PUSSA)], engines) };
//! let tournament = Tournament::new(plan, Roster::default())?;
//! let mut results = Results::new(tournament.plan());
//! tournament.play(0, 2, &AtomicBool::new(false), |pair| -> Result<_, PlanError> {
//!     results.add(&pair);
//!     Ok(ControlFlow::Continue(()))
//! })?;
//! assert_eq!(results.standings()[0].engine, "greedy");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod crosstable;
mod files;
mod game;
mod leg;
mod loss;
mod losses;
mod opening;
mod plan;
pub mod ratings;
mod run;
mod seeds;
pub mod selfplay;
pub mod sprt;
mod standings;
mod tournament;
mod wishes;

pub use clock::{TimeControl, TimeControlError};
pub use crosstable::CrossTableRow;
pub use files::{new_folder, write_whole};
pub use game::{End, Game, Spent};
pub use leg::Leg;
pub use loss::{Judged, JudgedMove, Loss, Phase};
pub use losses::{PhaseLosses, PlyLosses};
pub use opening::{
    Opening, OpeningError, Openings, TooFewOpenings, all_openings, draw_openings, parse_opening, read_openings,
};
pub use plan::{Adjudication, Book, Egdb, Plan, PlanError, Schedule};
pub use run::{Made, Progress, Run, RunError};
pub use standings::{Results, Standing};
pub use tournament::{Pair, Tournament};
pub use wishes::{BookWish, EngineWish, GameWish, SprtWish, WishError, Wishes};
