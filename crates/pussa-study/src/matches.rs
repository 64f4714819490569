//! Who wins the match, from every holding, and what a player may learn from it.
//!
//! A [`MatchPlan`] says which games; a [`MatchRun`] keeps what is found in a folder, answer by answer, and takes it up again;
//! [`MatchFindings`] tell it in words, a table and a picture.
//!
//! ```
//! use pussa_rules::{RAJA_PASU, Variant};
//! use pussa_study::matches::{MatchFindings, MatchRow};
//! use pussa_solver::matches::{Fate, Part, State};
//!
//! let small = Variant::new(RAJA_PASU).with_holes(2)?.with_counters(2)?;
//! let fate = |leader, fate| MatchRow {
//!     state: State { leader, other: 8 - leader },
//!     fate: Some(fate),
//!     best: "A".into(),
//!     keeping: "A".into(),
//! };
//! let (won, lost) = (Fate::Won { by: Part::Leader, rounds: 1 }, Fate::Won { by: Part::Other, rounds: 2 });
//! let rows = vec![fate(2, lost), fate(3, Fate::Nobodys), fate(4, won), fate(5, won), fate(6, won)];
//! let findings = MatchFindings::new(small, rows);
//! // Whoever leads wins, holding as many counters or more.
//! assert!(findings.words().contains("the player who leads wins the match"));
//! # Ok::<(), pussa_rules::VariantError>(())
//! ```

mod findings;
mod journal;
mod picture;
mod plan;
mod run;
mod words;

pub use findings::{MatchFindings, MatchRow, TableError};
pub use plan::{MatchPlan, MatchWishes};
pub use run::{MatchRun, MatchStep};
