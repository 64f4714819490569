//! Studies of the games and their engines. So far: [`plot`], pictures of what tournaments and experiments gave.
//!
//! ```
//! use pussa_study::plot::{Bar, bars};
//! let greedy = Bar { name: "greedy".into(), value: 2.5, interval: Some([2.2, 2.8]) };
//! let svg = bars("Margin over random", "counters a round", &[greedy]);
//! assert!(svg.starts_with("<svg"));
//! ```

pub mod plot;
