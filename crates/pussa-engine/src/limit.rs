//! How long an engine may think.

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

fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}

/// What watches over an engine that thinks: the limit of this move, and a flag that calls it off.
#[derive(Clone, Copy, Debug)]
pub struct Watch<'a> {
    /// The limit of this move, beside the engine's own.
    pub limit: Limit,
    /// When set, the engine answers as soon as it can.
    pub stop: &'a AtomicBool,
}

impl Watch<'_> {
    /// Watches over nothing: the engine's own limits hold.
    #[must_use]
    pub fn none() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { limit: Limit::NONE, stop: &NEVER }
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
        self.playouts += playouts;
        self.nodes += positions;
        let reached = |most: Option<u64>, count: u64| most.is_some_and(|most| count >= most);
        if reached(self.limit.playouts, self.playouts) || reached(self.limit.nodes, self.nodes) || self.called_off() {
            self.over = true;
        }
        self.over
    }

    /// From here on, this limit holds, for all nodes counted.
    pub(crate) fn set(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// Whether it is time to stop.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    fn called_off(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.limit.time.is_some_and(|time| self.begin.elapsed() >= time)
    }

    /// Whether a deeper look is worth beginning: more than half of the time is left.
    pub(crate) fn has_time(&self) -> bool {
        !self.called_off() && self.limit.time.is_none_or(|time| self.begin.elapsed() < time / 2)
    }
}
