//! How long an engine may think.

use crate::engine::Choice;
use pussa_rules::Side;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bounds on the thinking about one move. The first that is reached ends it; `None` is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// How many moves to look ahead.
    pub depth: Option<u32>,
    /// How many positions to look at.
    pub nodes: Option<u64>,
    /// How many rounds to play out, for engines that do.
    pub playouts: Option<u64>,
    /// How long to think.
    pub time: Option<Duration>,
}

impl Limit {
    /// No bound at all.
    pub const NONE: Self = Self { depth: None, nodes: None, playouts: None, time: None };

    /// No bound that ends the thinking, and the engine's usual time for a move does not hold either: it thinks until it
    /// is called off.
    pub const UNTIL_STOPPED: Self = Self { time: Some(Duration::MAX), ..Self::NONE };

    /// Whether there is no bound.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Both at once: the tighter bound of each kind.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            playouts: tighter(self.playouts, other.playouts),
            time: tighter(self.time, other.time),
        }
    }
}

impl Limit {
    /// This, or the 100 ms that an engine takes for a move when nobody says anything.
    #[must_use]
    pub fn or_usual(self) -> Self {
        if self.is_none() { Self { time: Some(Duration::from_millis(100)), ..self } } else { self }
    }
}

fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}

/// What the players' clocks show when a move is to be made, South's first.
///
/// ```
/// use pussa_engine::Clock;
/// use pussa_rules::Side;
/// use std::time::Duration;
/// let clock = Clock { left: [Duration::from_secs(60); 2], increment: [Duration::from_secs(1); 2] };
/// let time = clock.time(Side::South, Duration::from_millis(10));
/// assert_eq!(time, Duration::from_micros(3_999_500));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left, the increment of this move not yet added.
    pub left: [Duration; 2],
    /// What a player gets for every move, after it is made.
    pub increment: [Duration; 2],
}

impl Clock {
    /// How long `side` should think now: never so long that the way there and back, `overhead`, oversteps the clock.
    #[must_use]
    pub fn time(&self, side: Side, overhead: Duration) -> Duration {
        let left = self.left[side.index()].saturating_sub(overhead);
        // An engine looks at the clock now and then only.
        let most = left / 4 * 3;
        (left / 20).saturating_add(self.increment[side.index()]).min(most)
    }
}

/// What watches over an engine that thinks: the limit of this move, a flag that calls it off, and who hears of it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// The limit of this move, beside the engine's own.
    pub limit: Limit,
    /// The clocks, for an engine that keeps its own time; the limit's time is taken from them already.
    pub clock: Option<Clock>,
    /// When set, the engine answers as soon as it can.
    pub stop: &'a AtomicBool,
    /// Is told what the engine would choose so far, by engines that look ever deeper.
    pub report: &'a dyn Fn(&Choice),
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { limit, clock, stop, report: _ } = self;
        let mut all = f.debug_struct("Watch");
        all.field("limit", limit).field("clock", clock).field("stop", stop).finish_non_exhaustive()
    }
}

impl Watch<'_> {
    /// Watches over nothing: the engine's own limits hold.
    #[must_use]
    pub fn none() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { limit: Limit::NONE, clock: None, stop: &NEVER, report: &|_| () }
    }
}

/// Counts nodes, and says when to stop.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    limit: Limit,
    stop: &'a AtomicBool,
    begin: Instant,
    pub(crate) nodes: u64,
    playouts: u64,
    over: bool,
}

impl<'a> Meter<'a> {
    /// How many nodes pass between looks at the clock and the flag.
    const PERIOD: u64 = 256;

    pub(crate) fn new(limit: Limit, stop: &'a AtomicBool) -> Self {
        Self { limit, stop, begin: Instant::now(), nodes: 0, playouts: 0, over: false }
    }

    /// Counts a node. True if it is time to stop, from then on.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.limit.nodes.is_some_and(|most| self.nodes > most)
            || (self.nodes.is_multiple_of(Self::PERIOD) && self.called_off())
        {
            self.over = true;
        }
        self.over
    }

    /// Counts playouts, and the positions they passed. True if it is time to stop, from then on.
    pub(crate) fn count_playouts(&mut self, playouts: u64, positions: u64) -> bool {
        let period = self.nodes / Self::PERIOD;
        self.playouts += playouts;
        self.nodes += positions;
        let reached = |most: Option<u64>, count: u64| most.is_some_and(|most| count >= most);
        if reached(self.limit.playouts, self.playouts)
            || reached(self.limit.nodes, self.nodes)
            || (self.nodes / Self::PERIOD != period && self.called_off())
        {
            self.over = true;
        }
        self.over
    }

    /// The limit that holds.
    pub(crate) fn limit(&self) -> Limit {
        self.limit
    }

    /// From here on, this limit holds, for all nodes counted.
    pub(crate) fn set(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// Whether it is time to stop.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// How long it has been counting.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    fn called_off(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.limit.time.is_some_and(|time| self.begin.elapsed() >= time)
    }

    /// Whether a deeper look is worth beginning: more than half of the time is left.
    pub(crate) fn has_time(&self) -> bool {
        !self.called_off() && self.limit.time.is_none_or(|time| self.begin.elapsed() < time / 2)
    }
}
