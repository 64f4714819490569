//! The games of the family, and what each file of `games/` tells about its game.

mod raja_pasu;
mod walak_pussa;

pub use raja_pasu::RAJA_PASU;
pub use walak_pussa::WALAK_PUSSA;

use crate::matches::{Ended, Next};
use crate::reading::{Reading, ReadingOption};
use crate::ring::Ring;
use crate::sowing::{Backend, Sower};
use core::fmt;
use core::str::FromStr;

/// Every game there is.
pub const GAMES: [Game; 2] = [WALAK_PUSSA, RAJA_PASU];

/// A game of the family: relay sowing round one ring, capture across an empty hole.
#[derive(Clone, Copy)]
pub struct Game(&'static Description);

/// What sets one game apart from another.
struct Description {
    name: &'static str,
    short: &'static str,
    title: &'static str,
    /// Counters a hole at the start, unless told otherwise (B1).
    counters: u8,
    /// Its options, alphabetically (B6).
    options: &'static [ReadingOption],
    /// The laws of its moves under a reading, on a ring.
    sower: fn(Reading, Ring, Backend) -> Sower,
    /// How a match goes on after a round (T2 to T6).
    next_round: fn(&Ended) -> Next,
    /// The rules for players, a paragraph each.
    rules: &'static [&'static str],
}

impl Game {
    /// The game's name: `walak-pussa`, `raja-pasu`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// A shorter name that is understood too: `walak`, `raja`.
    #[must_use]
    pub const fn short_name(self) -> &'static str {
        self.0.short
    }

    /// The name as it stands in a text: `Walak-pussa`, `Raja Pasu`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.0.title
    }

    /// Counters a hole at the start, unless told otherwise (B1).
    #[must_use]
    pub const fn default_counters(self) -> u8 {
        self.0.counters
    }

    /// The options it has, alphabetically (B6).
    #[must_use]
    pub const fn options(self) -> &'static [ReadingOption] {
        self.0.options
    }

    /// The rules for players, a paragraph each.
    #[must_use]
    pub const fn rules(self) -> &'static [&'static str] {
        self.0.rules
    }

    pub(crate) fn sower(self, reading: Reading, ring: Ring, backend: Backend) -> Sower {
        (self.0.sower)(reading, ring, backend)
    }

    pub(crate) fn next_round(self, ended: &Ended) -> Next {
        (self.0.next_round)(ended)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Game {}

impl core::hash::Hash for Game {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        GAMES
            .into_iter()
            .find(|game| game.name() == name || game.short_name() == name)
            .ok_or_else(|| UnknownGame(name.into()))
    }
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame(String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = GAMES.iter().map(|game| game.name()).collect();
        write!(f, "no game is called {:?}; there are {}", self.0, names.join(" and "))
    }
}

impl core::error::Error for UnknownGame {}
