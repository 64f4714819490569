//! What an oracle is: it knows positions' values, or bounds on them.

use pussa_rules::{Board, Ring, Side, Variant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What is proved about the value of a position (RULES E5): the margin to come for the player to move, in counters, is
/// not less than one number and not more than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    low: i16,
    high: i16,
}

impl Bounds {
    /// Those that hold for every board with so many counters: nobody can win more than there is.
    #[must_use]
    pub const fn of_counters(counters: u8) -> Self {
        Self { low: -(counters as i16), high: counters as i16 }
    }

    /// The value is known.
    #[must_use]
    pub const fn exactly(value: i16) -> Self {
        Self { low: value, high: value }
    }

    /// From `low` to `high`; `None` if `low` is the greater.
    #[must_use]
    pub const fn new(low: i16, high: i16) -> Option<Self> {
        if low <= high { Some(Self { low, high }) } else { None }
    }

    /// The value is not less.
    #[must_use]
    pub const fn low(self) -> i16 {
        self.low
    }

    /// The value is not more.
    #[must_use]
    pub const fn high(self) -> i16 {
        self.high
    }

    /// The value, if that leaves but one.
    #[must_use]
    pub const fn value(self) -> Option<i16> {
        if self.low == self.high { Some(self.low) } else { None }
    }
}

/// What an oracle found out about several positions, and what it spent on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Bounds on the value of each, in their order.
    pub bounds: Vec<Bounds>,
    /// Positions looked at.
    pub nodes: u64,
    /// Processor time, where the system tells it, or else time.
    pub time: Duration,
}

/// Knows values of positions, or finds them out: an endgame database, a solver. What it tells is proved.
///
/// Engines are handed one with [`Engine::consult`](crate::Engine::consult). A value knows nothing of the round's past.
///
/// ```
/// use pussa_engine::{Bounds, Oracle};
/// use pussa_rules::{Board, RAJA_PASU, Ring, Side, Variant};
///
/// /// Knows that without counters nothing is to come.
/// struct Nothing;
///
/// impl Oracle for Nothing {
///     fn reach(&self, _: &Variant, _: Ring) -> Option<u8> {
///         Some(0)
///     }
///
///     fn bounds(&self, _: &Variant, _: Ring, _: Side, board: Board, _: u64) -> Bounds {
///         Bounds::of_counters(board.total() as u8)
///     }
/// }
///
/// let variant = Variant::new(RAJA_PASU);
/// let ring = variant.start().layout().ring();
/// let bounds = Nothing.bounds(&variant, ring, Side::South, Board::default(), 0);
/// assert_eq!(bounds.value(), Some(0));
/// ```
pub trait Oracle: Send + Sync {
    /// The most counters on a board of that ring for which asking without effort tells more than that nobody can win
    /// more than there is; `None` if there are no such boards. It must not change while engines have the oracle.
    fn reach(&self, variant: &Variant, ring: Ring) -> Option<u8>;

    /// Bounds on the value of the position in which `mover` is to move on `board`, whose reserves do not count.
    ///
    /// It may look at no more than `effort` positions to find them; with 0, it tells only what it has at hand. Searches
    /// ask so at every position of up to [`reach`](Self::reach) counters, from several threads at once, and it should
    /// take no longer, and allocate no more, than making a few moves. With more effort, the bounds get no wider.
    fn bounds(&self, variant: &Variant, ring: Ring, mover: Side, board: Board, effort: u64) -> Bounds;

    /// Bounds on the value of each of several positions of one ring, those of a round in the order in which they stood:
    /// what is found out about one may help with the others. It may look at no more than `effort` positions for each.
    /// `None` if `stop` is set before it is done.
    ///
    /// What it tells follows from these positions and the effort alone, and not from what it was asked before, nor from
    /// what it is asked by other threads at the same time.
    fn bounds_along(
        &self,
        variant: &Variant,
        ring: Ring,
        course: &[(Side, Board)],
        effort: u64,
        stop: &AtomicBool,
    ) -> Option<Findings> {
        let begun = Instant::now();
        let bounds = |&(mover, board): &(Side, Board)| {
            (!stop.load(Ordering::Relaxed)).then(|| self.bounds(variant, ring, mover, board, effort))
        };
        let bounds = course.iter().map(bounds).collect::<Option<_>>()?;
        Some(Findings { bounds, nodes: 0, time: begun.elapsed() })
    }
}
