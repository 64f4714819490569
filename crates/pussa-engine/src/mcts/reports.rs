//! Reports: when those who watch hear of the present choice.

use crate::engine::Choice;
use crate::limit::Meter;
use std::time::Duration;

/// Tells of the present choice after the first thousand positions, then each time their number has doubled, and at least
/// once a second.
pub(super) struct Reports<'a> {
    report: Option<&'a dyn Fn(&Choice)>,
    /// The positions after which the next is due.
    positions: u64,
    /// The time after which the next is due.
    time: Duration,
    /// The positions after which to see whether one is due.
    look: u64,
}

impl<'a> Reports<'a> {
    const FIRST: u64 = 1000;
    const INTERVAL: Duration = Duration::from_secs(1);
    /// Positions between two looks at the clock, at most.
    const PERIOD: u64 = 4096;

    /// To nobody.
    pub(super) const NONE: Self = Self { report: None, positions: 0, time: Duration::ZERO, look: u64::MAX };

    /// To somebody.
    pub(super) fn to(report: &'a dyn Fn(&Choice)) -> Self {
        Self { report: Some(report), positions: Self::FIRST, time: Self::INTERVAL, look: Self::FIRST }
    }

    /// Whether one is due, at most once each time.
    pub(super) fn are_due(&mut self, meter: &Meter) -> bool {
        if meter.nodes < self.look {
            return false;
        }
        let elapsed = meter.elapsed();
        let is_due = meter.nodes >= self.positions || elapsed >= self.time;
        if is_due {
            (self.positions, self.time) = (meter.nodes.saturating_mul(2), elapsed + Self::INTERVAL);
        }
        self.look = self.positions.min(meter.nodes + Self::PERIOD);
        is_due
    }

    /// Tells of it.
    pub(super) fn tell(&self, choice: &Choice) {
        if let Some(report) = self.report {
            report(choice);
        }
    }
}
