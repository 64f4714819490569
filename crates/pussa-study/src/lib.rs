//! Studies of the games and their engines: [`advantage`] finds out what the first move is worth, [`mod@matches`] who wins
//! the whole match, [`experiment`] plays and measures what is to answer a question, [`plot`] draws what came of it, and
//! [`tune`] fits the evaluation of engines to self-play.
//!
//! ```
//! use pussa_study::plot::{Bar, bars};
//! let greedy = Bar { name: "greedy".into(), value: 2.5, interval: Some([2.2, 2.8]) };
//! let svg = bars("Margin over random", "counters a round", &[greedy]);
//! assert!(svg.starts_with("<svg"));
//! ```

pub mod advantage;
pub mod experiment;
pub mod matches;
pub mod plot;
pub mod tune;
