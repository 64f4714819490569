//! What tests of engines share.

use pussa_engine::{Engine, Roster};

/// The engine of that spec.
pub(crate) fn engine(spec: &str) -> Box<dyn Engine> {
    Roster::default().engine(&spec.parse().unwrap()).unwrap()
}
