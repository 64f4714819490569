//! What the first move is worth: the exact value of the start and of every first move, on boards of many sizes and under
//! many readings; and beside it what play between equal engines of rising strength shows.
//!
//! A [`Plan`] says which boards, and how hard to try; a [`Run`] keeps what is found in a folder, board by board, and takes
//! it up again; [`Findings`] tell it in words, tables and pictures.
//!
//! ```
//! use pussa_rules::{Variant, WALAK_PUSSA};
//! use pussa_study::advantage::{Plan, Worth};
//! use std::sync::atomic::AtomicBool;
//!
//! let plan = Plan { holes: 2..=3, counters: 1..=4, ..Plan::new(vec![Variant::new(WALAK_PUSSA)]) };
//! let boards = plan.boards();
//! assert_eq!(boards.len(), 8);
//! // Two holes a row with three counters each: whoever leads loses by two.
//! let worth = Worth::prove(&plan, boards[2], None, &AtomicBool::new(false))?;
//! assert_eq!((worth.bounds.value(), worth.best.as_str()), (Some(-2), "B"));
//! # Ok::<(), pussa_study::advantage::AdvantageError>(())
//! ```

mod edge;
mod error;
mod plan;
mod report;
mod run;
mod table;
mod tasks;
mod wishes;
mod words;
mod worth;

pub use edge::Edge;
pub use error::AdvantageError;
pub use plan::Plan;
pub use report::Findings;
pub use run::{Run, Step};
pub use wishes::Wishes;
pub use worth::Worth;
pub(crate) use worth::board_of;
