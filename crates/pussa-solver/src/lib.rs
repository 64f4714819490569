//! The solver: the exact value (RULES E5) of any position, proved by search.
//!
//! | for | there is |
//! | --- | --- |
//! | proving values | [`Solver`], made for one game, reading and ring with [`Settings`] |
//! | what it found | [`Solution`], and [`Bounds`] of a value |
//! | proofs that others can check | [`ProofFile`], made of [`Record`]s under a [`Head`] |
//! | making them | [`Solver::certificate`], [`Solver::book`] |
//! | letting engines ask endgame databases and proofs | [`Databases`], the [`Oracle`](pussa_engine::Oracle) of a folder |
//! | telling what every move is worth | [`Analyst`] |
//! | playing what is proved | the engine `perfect`, [`KIND`] |
//! | counting what can be reached | [`Reach`], ply by ply |
//! | settling all of it | [`Strong`] |
//! | judging the positions of a round within an effort | [`Judge`], likewise an oracle |
//! | who wins a whole match | [`mod@matches`] |
//! | limits, calling it off, hearing how it gets on | [`Watch`] |
//!
//! ```
//! use pussa_rules::{RAJA_PASU, Variant};
//! use pussa_solver::{Settings, Solver, Watch};
//!
//! let variant = Variant::new(RAJA_PASU);
//! let start = variant.start();
//! let mut solver = Solver::new(variant, start.layout().ring(), Settings::default())?;
//! let found = solver.solve(&start, &Watch::none());
//! // South wins by 16 counters, if both play as well as can be; C is a first move that sees to it, and so is F.
//! assert_eq!(found.bounds.value(), Some(16));
//! let best = found.best.expect("the round is not over");
//! assert!(['C', 'F'].contains(&start.layout().hole(start.side(), best).letter()));
//! # Ok::<(), pussa_solver::SolverError>(())
//! ```
//!
//! What is asked, and why the answers hold in spite of repetition, is told in `search.rs`; what makes a proof one that
//! others can check, in `proof.rs`.

mod analyst;
mod bounds;
mod claims;
mod databases;
mod error;
mod judge;
pub mod matches;
mod memory;
mod order;
mod perfect;
mod proof;
mod proofs;
mod reach;
mod scout;
mod search;
mod solver;
mod strong;
mod table;
mod team;
mod watch;
mod within;

pub use analyst::Analyst;
pub use bounds::Bounds;
pub use databases::Databases;
pub use error::{FolderError, SolverError};
pub use judge::Judge;
pub use perfect::KIND;
pub use proof::{
    Certificate, CertificateError, Found, Given, Head, Making, Progress, ProofError, ProofFault, ProofFile, ProofPart,
    Record, Scope,
};
pub use reach::{Ply, Reach, ReachError, ReachWatch};
pub use solver::{Settings, Solution, Solver};
pub use strong::{Strong, StrongError};
pub use watch::Watch;
