//! Engines: what chooses moves.
//!
//! [`Engine`] is what one is, [`Spec`] how users name one, [`Roster`] the list of those there are. This crate brings
//! `random`, `greedy`, `alpha-beta` and `mcts`; others are added to the list by whoever has them. An [`Oracle`] knows
//! values of positions and can be handed to an engine; [`evaluation`] is what positions are judged by that nobody knows
//! the value of; [`entries`] is for tables that many threads share, and [`search`] for whatever
//! looks ahead.
//!
//! ```
//! use pussa_engine::{Roster, Spec, Watch};
//! use pussa_rules::{RAJA_PASU, Round, Variant};
//!
//! let variant = Variant::new(RAJA_PASU);
//! let mut round = Round::new(variant, variant.start());
//! let mut engine = Roster::default().engine(&"greedy".parse()?)?;
//! engine.new_game(1);
//! while round.outcome().is_none() {
//!     let choice = engine.choose(&round, &Watch::none())?;
//!     round.play_unchecked(choice.mv);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod draws;
mod engine;
pub mod entries;
pub mod evaluation;
mod greedy;
pub mod keys;
mod limit;
mod mcts;
mod oracle;
mod random;
mod roster;
pub mod search;
mod spec;

pub use draws::round_draws;
pub use engine::{Choice, Engine, EngineError, Line};
pub use limit::{Clock, Limit, Watch};
pub use oracle::{Bounds, Findings, Oracle};
pub use roster::{Kind, Roster};
pub use spec::{Spec, SpecError};
