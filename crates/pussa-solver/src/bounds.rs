//! Reckoning with bounds.

pub use pussa_engine::Bounds;

/// What holds if both do, of what is proved about one value.
#[inline]
pub(crate) fn both(first: Bounds, second: Bounds) -> Bounds {
    let bounds = Bounds::new(first.low().max(second.low()), first.high().min(second.high()));
    debug_assert!(bounds.is_some(), "{first:?} and {second:?} contradict each other");
    bounds.unwrap_or(first)
}

/// The value is `low` or more, with so many counters on the board.
pub(crate) fn at_least(low: i16, counters: u32) -> Bounds {
    both(Bounds::new(low, i16::MAX).unwrap_or(Bounds::exactly(low)), Bounds::of_counters(counters as u8))
}

/// The value is `high` or less, with so many counters on the board.
pub(crate) fn at_most(high: i16, counters: u32) -> Bounds {
    both(Bounds::new(i16::MIN, high).unwrap_or(Bounds::exactly(high)), Bounds::of_counters(counters as u8))
}

/// What a move is worth to who makes it: it gains so much, and these are the bounds for the other player then.
#[inline]
pub(crate) fn before(bounds: Bounds, gain: i16) -> Bounds {
    Bounds::new(gain - bounds.high(), gain - bounds.low()).unwrap_or(bounds)
}
