//! Readings: what a user decides where the sources are silent.

use crate::games::Game;
use core::fmt;
use core::str::FromStr;

/// Whether a lap that comes round sows into the hole it was lifted from (M2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It does.
    #[default]
    Sown,
    /// It passes over that hole.
    Skipped,
}

/// What becomes of a four made by the last counter of a lap (M6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LastFour {
    /// It is captured like any other.
    #[default]
    Captured,
    /// It stays in the hole.
    Kept,
}

/// What an endless move is (M8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EndlessRule {
    /// Not allowed.
    #[default]
    Illegal,
    /// Allowed: it is called off and ends the round, and the counters left are split.
    Split,
}

/// What becomes of holes that a player can't fill for the next round (T5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unfilled {
    /// They stay in play, empty.
    #[default]
    Open,
    /// They are closed for the round.
    Closed,
}

/// The name of an option, in the order in which options are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReadingOption {
    /// `endless`, M8.
    Endless,
    /// `last-four`, M6.
    LastFour,
    /// `origin`, M2.
    Origin,
    /// `unfilled`, T5.
    Unfilled,
}

impl ReadingOption {
    /// All of them, alphabetically.
    pub const ALL: [Self; 4] = [Self::Endless, Self::LastFour, Self::Origin, Self::Unfilled];

    /// Its name as users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Endless => "endless",
            Self::LastFour => "last-four",
            Self::Origin => "origin",
            Self::Unfilled => "unfilled",
        }
    }

    /// The values it can have, the default first.
    #[must_use]
    pub const fn values(self) -> [&'static str; 2] {
        match self {
            Self::Endless => ["illegal", "split"],
            Self::LastFour => ["captured", "kept"],
            Self::Origin => ["sown", "skipped"],
            Self::Unfilled => ["open", "closed"],
        }
    }

    /// What it decides, in a line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Endless => "a move whose relay never ends may not be chosen, or ends the round with a split",
            Self::LastFour => "a four made by the last counter of a lap is captured, or stays",
            Self::Origin => "a lap that comes round drops a counter into the hole it was lifted from, or skips it",
            Self::Unfilled => "holes that cannot be filled for a new round stay open, or are closed for it",
        }
    }
}

impl fmt::Display for ReadingOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One choice for each option; the default where nothing is said.
///
/// Written (N5) as `default`, or as the options that differ from it:
///
/// ```
/// use pussa_rules::{LastFour, Origin, Reading};
/// let reading: Reading = "last-four=kept;origin=skipped".parse()?;
/// assert_eq!((reading.last_four, reading.origin), (LastFour::Kept, Origin::Skipped));
/// assert_eq!(reading.to_string(), "last-four=kept;origin=skipped");
/// assert_eq!(Reading::default().to_string(), "default");
/// # Ok::<(), pussa_rules::ReadingError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// M2.
    pub origin: Origin,
    /// M6, in games with *pasu*.
    pub last_four: LastFour,
    /// M8.
    pub endless: EndlessRule,
    /// T5, in games whose unfilled holes the sources leave open.
    pub unfilled: Unfilled,
}

impl Reading {
    /// The value of an option.
    #[must_use]
    pub fn value(&self, option: ReadingOption) -> &'static str {
        option.values()[usize::from(self.differs(option))]
    }

    /// Whether an option is not at its default.
    #[must_use]
    pub fn differs(&self, option: ReadingOption) -> bool {
        match option {
            ReadingOption::Endless => self.endless != EndlessRule::default(),
            ReadingOption::LastFour => self.last_four != LastFour::default(),
            ReadingOption::Origin => self.origin != Origin::default(),
            ReadingOption::Unfilled => self.unfilled != Unfilled::default(),
        }
    }

    /// Sets an option by the name of its value.
    ///
    /// # Errors
    /// [`ReadingError::Value`] if the option has no such value.
    pub fn set(&mut self, option: ReadingOption, value: &str) -> Result<(), ReadingError> {
        let [default, other] = option.values();
        let differs = if value == default {
            false
        } else if value == other {
            true
        } else {
            return Err(ReadingError::Value { option, value: value.into() });
        };
        match option {
            ReadingOption::Endless => self.endless = if differs { EndlessRule::Split } else { EndlessRule::Illegal },
            ReadingOption::LastFour => self.last_four = if differs { LastFour::Kept } else { LastFour::Captured },
            ReadingOption::Origin => self.origin = if differs { Origin::Skipped } else { Origin::Sown },
            ReadingOption::Unfilled => self.unfilled = if differs { Unfilled::Closed } else { Unfilled::Open },
        }
        Ok(())
    }

    /// Every reading of `game`, the default first; those that differ only between rounds (`unfilled`) are left out
    /// unless `between_rounds`.
    pub fn all(game: Game, between_rounds: bool) -> impl Iterator<Item = Self> {
        let options = game.options();
        (0..1 << ReadingOption::ALL.len()).filter_map(move |bits: usize| {
            let mut reading = Self::default();
            for (i, option) in ReadingOption::ALL.into_iter().enumerate() {
                if bits >> i & 1 != 0 {
                    let asked = options.contains(&option) && (between_rounds || option != ReadingOption::Unfilled);
                    reading.set(option, option.values()[1]).ok().filter(|()| asked)?;
                }
            }
            Some(reading)
        })
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for option in ReadingOption::ALL.into_iter().filter(|&option| self.differs(option)) {
            write!(f, "{separator}{option}={}", self.value(option))?;
            separator = ";";
        }
        if separator.is_empty() { f.write_str("default") } else { Ok(()) }
    }
}

impl FromStr for Reading {
    type Err = ReadingError;

    fn from_str(text: &str) -> Result<Self, ReadingError> {
        let mut reading = Self::default();
        if text == "default" {
            return Ok(reading);
        }
        let mut last = None;
        for part in text.split(';') {
            let (name, value) = part.split_once('=').ok_or_else(|| ReadingError::Form(part.into()))?;
            let option = ReadingOption::ALL
                .into_iter()
                .find(|option| option.name() == name)
                .ok_or_else(|| ReadingError::Name(name.into()))?;
            if last >= Some(option) {
                return Err(ReadingError::Order(option));
            }
            last = Some(option);
            reading.set(option, value)?;
        }
        Ok(reading)
    }
}

/// Why a text is no reading, or not one of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingError {
    /// A part is not `option=value`.
    Form(String),
    /// There is no such option.
    Name(String),
    /// The option has no such value.
    Value {
        /// The option.
        option: ReadingOption,
        /// What was asked for.
        value: String,
    },
    /// The option stands twice, or not in alphabetical order (N5).
    Order(ReadingOption),
    /// The game does not have that option (B6).
    Foreign {
        /// The game.
        game: Game,
        /// The option.
        option: ReadingOption,
    },
}

impl fmt::Display for ReadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(part) => write!(f, "reading: {part:?} is not 'default' or of the form option=value"),
            Self::Name(name) => {
                write!(f, "reading: no option is called {name:?}; there are endless, last-four, origin and unfilled")
            }
            Self::Value { option, value } => {
                let [default, other] = option.values();
                write!(f, "{option}: {value:?} is not one of its values, {default} and {other}")
            }
            Self::Order(option) => {
                write!(f, "reading: {option} stands twice or out of place; options come once, in alphabetical order")
            }
            Self::Foreign { game, option } => {
                write!(f, "{option}: {game} has no such option; it has ")?;
                let names: Vec<_> = game.options().iter().map(|option| option.name()).collect();
                f.write_str(&names.join(", "))
            }
        }
    }
}

impl core::error::Error for ReadingError {}
