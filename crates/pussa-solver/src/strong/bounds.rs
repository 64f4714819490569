//! Bounds of a value in one word that several threads may read and write. What they say when no step draws them closer any
//! more is told in `bounds.rs` of the endgame database: the value is the lower one if that is above 0, the upper one if
//! that is below 0, and otherwise 0.

use std::sync::atomic::{AtomicU16, Ordering};

/// The value of a position, for the player to move, is at least `low` and at most `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    low: i8,
    high: i8,
}

impl Bounds {
    /// What is known of a position with so many counters before anything is looked at.
    pub(crate) const fn of_any(counters: u8) -> Self {
        Self { low: -counters.cast_signed(), high: counters.cast_signed() }
    }

    /// The value itself.
    pub(crate) const fn exactly(value: i8) -> Self {
        Self { low: value, high: value }
    }

    /// With one more choice, which gives what `choice` says.
    #[inline]
    pub(crate) fn or(self, choice: Self) -> Self {
        Self { low: self.low.max(choice.low), high: self.high.max(choice.high) }
    }

    /// The same value for the other player.
    #[inline]
    pub(crate) const fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Whether they have met.
    #[inline]
    pub(crate) const fn are_exact(self) -> bool {
        self.low == self.high
    }

    /// The value, once no step changes any bounds any more.
    #[inline]
    pub(crate) const fn value(self) -> i8 {
        if self.low > 0 {
            self.low
        } else if self.high < 0 {
            self.high
        } else {
            0
        }
    }
}

/// Bounds that are drawn closer and closer.
#[derive(Debug)]
pub(crate) struct Cell(AtomicU16);

impl Cell {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self(AtomicU16::new(bits(bounds)))
    }

    #[inline]
    pub(crate) fn get(&self) -> Bounds {
        let [low, high] = self.0.load(Ordering::Relaxed).to_le_bytes();
        Bounds { low: low.cast_signed(), high: high.cast_signed() }
    }

    #[inline]
    pub(crate) fn set(&self, bounds: Bounds) {
        self.0.store(bits(bounds), Ordering::Relaxed);
    }
}

fn bits(Bounds { low, high }: Bounds) -> u16 {
    u16::from_le_bytes([low.cast_unsigned(), high.cast_unsigned()])
}
