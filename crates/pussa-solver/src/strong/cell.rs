//! Bounds of a value that several threads may read and write. Why they give the value when no step draws them closer any
//! more is told in `bounds.rs` of the endgame database.

use pussa_egdb::LevelBounds;
use std::sync::atomic::{AtomicU16, Ordering};

/// Bounds that are drawn closer and closer.
#[derive(Debug)]
pub(super) struct Cell(AtomicU16);

impl Cell {
    pub(super) fn new(bounds: LevelBounds) -> Self {
        Self(AtomicU16::new(bounds.to_bits()))
    }

    #[inline]
    pub(super) fn get(&self) -> LevelBounds {
        LevelBounds::from_bits(self.0.load(Ordering::Relaxed))
    }

    #[inline]
    pub(super) fn set(&self, bounds: LevelBounds) {
        self.0.store(bounds.to_bits(), Ordering::Relaxed);
    }
}
