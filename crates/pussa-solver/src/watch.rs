//! What watches over a solver at work, and what counts its positions.

use crate::bounds::Bounds;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What watches over a solver at work: limits, a flag that calls it off, and who hears of it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// How many positions to look at: with one thread no more than these, with several about as many, since each looks
    /// at it now and then only.
    pub nodes: Option<u64>,
    /// How long to search.
    pub time: Option<Duration>,
    /// When set, the solver answers as soon as it can, with the bounds that are proved so far.
    pub stop: &'a AtomicBool,
    /// Is told the bounds of the position whenever they get closer, and how many positions were looked at.
    pub report: &'a dyn Fn(Bounds, u64),
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { nodes, time, stop, report: _ } = self;
        let mut all = f.debug_struct("Watch");
        all.field("nodes", nodes).field("time", time).field("stop", stop).finish_non_exhaustive()
    }
}

impl Watch<'_> {
    /// Watches over nothing: the solver goes on until the value is proved.
    #[must_use]
    pub fn none() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { nodes: None, time: None, stop: &NEVER, report: &|_, _| () }
    }
}

/// What all threads at work on one question have in common.
pub(crate) struct Shift<'a> {
    most_nodes: Option<u64>,
    most_time: Option<Duration>,
    stop: &'a AtomicBool,
    begun: Instant,
    /// Positions looked at by all threads, in this question and earlier ones.
    nodes: AtomicU64,
    /// Set when a thread has found the answer.
    answered: AtomicBool,
    /// How many entries of the table were lost in this question, for want of room.
    lost: AtomicU64,
    /// How many may be lost before the question is put off.
    most_lost: AtomicU64,
    /// How many positions there may be before the question is put off.
    enough_nodes: AtomicU64,
}

impl<'a> Shift<'a> {
    pub(crate) fn new(watch: &Watch<'a>) -> Self {
        Self {
            most_nodes: watch.nodes,
            most_time: watch.time,
            stop: watch.stop,
            begun: Instant::now(),
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
            lost: AtomicU64::new(0),
            most_lost: AtomicU64::new(u64::MAX),
            enough_nodes: AtomicU64::new(u64::MAX),
        }
    }

    /// Positions looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How many more there may be.
    fn left(&self) -> u64 {
        self.most_nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes()))
    }

    /// Counts a position that was looked at otherwise than by a search.
    pub(crate) fn count(&self) {
        self.nodes.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether it has been called off, or a limit is reached.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.most_nodes.is_some_and(|most| self.nodes() >= most)
            || self.most_time.is_some_and(|most| self.begun.elapsed() >= most)
    }

    /// Questions are put off when so many positions more have been looked at.
    pub(crate) fn allow(&self, nodes: u64) {
        self.enough_nodes.store(self.nodes().saturating_add(nodes), Ordering::Relaxed);
    }

    /// Whether that many have been.
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes() >= self.enough_nodes.load(Ordering::Relaxed)
    }

    /// Begins a question that is put off, too, when so many entries of the table are lost.
    pub(crate) fn begin(&self, most_lost: u64) {
        self.answered.store(false, Ordering::Relaxed);
        self.lost.store(0, Ordering::Relaxed);
        self.most_lost.store(most_lost, Ordering::Relaxed);
    }

    /// Whether the table has lost too much.
    pub(crate) fn is_full(&self) -> bool {
        self.lost.load(Ordering::Relaxed) >= self.most_lost.load(Ordering::Relaxed)
    }

    /// Lets all other threads know that the answer is found.
    pub(crate) fn answer(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }
}

/// Counts one thread's positions, and says when to stop.
pub(crate) struct Meter<'a> {
    shift: &'a Shift<'a>,
    /// Those of this thread.
    pub(crate) nodes: u64,
    /// How many of them the others know of.
    told: u64,
    /// When that many have been counted, it is time to look.
    next: u64,
    /// Entries of the table that it lost, not yet told to the others.
    pub(crate) lost: u64,
    over: bool,
}

impl<'a> Meter<'a> {
    /// How many positions pass at most between looks at the clock, the flags and the limit.
    const PERIOD: u64 = 256;

    pub(crate) fn new(shift: &'a Shift<'a>) -> Self {
        Self { shift, nodes: 0, told: 0, next: Self::PERIOD.min(shift.left()), lost: 0, over: false }
    }

    /// Counts a position. True if it is time to stop, from then on.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next {
            self.look();
        }
        self.over
    }

    fn look(&mut self) {
        self.tell();
        self.next = self.nodes + Self::PERIOD.min(self.shift.left()).max(1);
        self.shift.lost.fetch_add(std::mem::take(&mut self.lost), Ordering::Relaxed);
        let answered = self.shift.answered.load(Ordering::Relaxed);
        self.over |= answered || self.shift.is_full() || self.shift.is_spent() || self.shift.is_over();
    }

    /// Lets the others know of all positions counted.
    fn tell(&mut self) {
        self.shift.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}
