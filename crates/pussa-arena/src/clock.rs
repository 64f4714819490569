//! The players' clocks in a round.

use pussa_engine::{Clock, keys};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A time for all moves of a round, and an increment for each: `10s+100ms`.
///
/// ```
/// use pussa_arena::TimeControl;
/// let control: TimeControl = "10s+100ms".parse()?;
/// assert_eq!((control.base.as_millis(), control.increment.as_millis()), (10_000, 100));
/// assert_eq!(control.to_string(), "10s+100ms");
/// # Ok::<(), pussa_arena::TimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What a player has at the start.
    pub base: Duration,
    /// What a player gets after every move.
    pub increment: Duration,
}

/// No time control looks like this.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is no clock; write its time, or time+increment, as in 10s or 10s+100ms")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (base, increment) = text.split_once('+').map_or((text, None), |(base, more)| (base, Some(more)));
        let time = |text| keys::time(text).ok_or_else(|| TimeControlError(text.to_owned()));
        let increment = increment.map_or(Ok(Duration::ZERO), time);
        let whole = |_| TimeControlError(text.into());
        Ok(Self { base: time(base).map_err(whole)?, increment: increment.map_err(whole)? })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = |f: &mut fmt::Formatter, time: Duration| match time.as_millis() {
            whole if whole.is_multiple_of(1000) => write!(f, "{}s", whole / 1000),
            parts => write!(f, "{parts}ms"),
        };
        write(f, self.base)?;
        if self.increment.is_zero() {
            return Ok(());
        }
        f.write_str("+")?;
        write(f, self.increment)
    }
}

/// The clocks of a round under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    clock: Clock,
}

/// How much longer than the clock shows a player may take, since machines are busy.
pub(crate) const GRACE: Duration = Duration::from_millis(50);

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self { clock: Clock { left: [control.base; 2], increment: [control.increment; 2] } }
    }

    /// What they show.
    pub(crate) fn show(&self) -> Clock {
        self.clock
    }

    /// A move of the player with this number took so long. False if that was more than there was.
    pub(crate) fn press(&mut self, player: usize, took: Duration) -> bool {
        let left = &mut self.clock.left[player];
        let in_time = took <= *left + GRACE;
        *left = left.saturating_sub(took) + self.clock.increment[player];
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in ["", "10", "s", "10s+", "+1s", "10s+x", "0s", "-1s", "10 s", "1h", "1s+1s+1s"] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("{text:?} is no clock")), "{error}");
        }
    }

    #[test]
    fn clocks_run_out() {
        let mut clocks = Clocks::new("100ms+10ms".parse().unwrap());
        assert!(clocks.press(0, Duration::from_millis(60)));
        assert_eq!(clocks.show().left.map(|left| left.as_millis()), [50, 100]);
        assert!(clocks.press(0, Duration::from_millis(95)), "within the grace");
        assert_eq!(clocks.show().left[0], Duration::from_millis(10));
        assert!(!clocks.press(0, Duration::from_millis(61)));
    }
}
