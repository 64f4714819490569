//! Who wins the match, and in how many rounds at most, from every holding (RULES T1 to T6).
//!
//! A *state* of a match, between two rounds, is who leads and what each player holds. With South and North exchanged the
//! rules are the same, so here the leader is South. What both hold together is a part of the state, since a counter that
//! RULES E3 leaves out is gone for good. `max-rounds` (RULES T7) is not looked at.
//!
//! A player wins a state *within* `n` rounds who can make sure that the round ends with the match won, or in a state won
//! within `n − 1`. That is a least fixed point, found layer by layer: each layer asks of each state that is open, for each
//! player, whether the round can be forced to an end in the layers before (`search.rs`). States in no layer are nobody's.
//! More counters are nowhere taken to be better than fewer.
//!
//! What is not known is kept apart: an end may be in a layer *for sure*, or it *may be*. A player who can force ends of the
//! first kind wins; one who can't even force ends of the second does not win, within so many rounds. That is how states with
//! fewer counters in all are left out as long as nothing hangs on them, and how questions that take too long may stay open.

mod advice;
mod aims;
mod certificate;
mod ends;
mod fate;
mod journal;
mod layers;
mod outlook;
mod player;
mod questions;
mod scout;
mod search;
mod store;
mod strategy;
mod table;

pub use advice::Advice;
pub use aims::Prospect;
pub use certificate::{CertificateError, Certified, MatchCertificate};
pub use fate::{Chances, Fate, Known, Part};
pub use journal::{Answered, NoAnswer};
pub use player::MatchPlayer;
pub use strategy::StrategyError;
pub use table::{MatchTable, MatchWatch, State};
