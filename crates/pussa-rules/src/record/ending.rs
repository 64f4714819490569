//! Who won a round, and how it ended, by the rules or by forfeit.

use crate::round::{Ending, Outcome};
use crate::side::Side;
use core::fmt;

/// Who won a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundResult {
    /// South.
    South,
    /// North.
    North,
    /// Nobody.
    Draw,
}

impl RoundResult {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::South, Self::North, Self::Draw];

    /// `winner` won.
    #[must_use]
    pub const fn win(winner: Side) -> Self {
        match winner {
            Side::South => Self::South,
            Side::North => Self::North,
        }
    }

    /// Its name: `south`, `north` or `draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::North => "north",
            Self::Draw => "draw",
        }
    }
}

impl From<Outcome> for RoundResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::win)
    }
}

/// How a round that somebody loses by forfeit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    /// The player had no time left.
    Timeout,
    /// The player, an engine, broke down.
    Crash,
    /// The player chose a move that may not be made.
    Illegal,
}

/// How a round ended, by the rules or by forfeit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordEnding {
    /// As the rules say (E1 to E3).
    Played(Ending),
    /// A player forfeited it.
    Forfeited(Forfeit),
}

impl RecordEnding {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Played(Ending::NoMove),
        Self::Played(Ending::Repetition),
        Self::Played(Ending::Endless),
        Self::Forfeited(Forfeit::Timeout),
        Self::Forfeited(Forfeit::Crash),
        Self::Forfeited(Forfeit::Illegal),
    ];

    /// Its name: `no-move`, `repetition`, `endless`, `timeout`, `crash` or `illegal`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played(ending) => ending.name(),
            Self::Forfeited(Forfeit::Timeout) => "timeout",
            Self::Forfeited(Forfeit::Crash) => "crash",
            Self::Forfeited(Forfeit::Illegal) => "illegal",
        }
    }
}

impl From<Ending> for RecordEnding {
    fn from(ending: Ending) -> Self {
        Self::Played(ending)
    }
}

impl From<Forfeit> for RecordEnding {
    fn from(forfeit: Forfeit) -> Self {
        Self::Forfeited(forfeit)
    }
}

impl fmt::Display for RoundResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for RecordEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
