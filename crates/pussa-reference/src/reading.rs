//! The options that settle what the source texts leave open, and the game they are options of (B6).
//! Here too: how they are written in the `Reading` line of a game record (N5).

use std::error::Error;
use std::fmt;

use crate::Game;

/// M2: whether a lap that comes round to the hole it was lifted from drops a counter there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Origin {
    /// It does.
    #[default]
    Sown,
    /// It passes over that hole.
    Skipped,
}

/// M6: what becomes of a four made by the last counter of a lap. Raja Pasu only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LastFour {
    /// It is captured like any other.
    #[default]
    Captured,
    /// It stays.
    Kept,
}

/// M8: whether an endless move may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Endless {
    /// It may not.
    #[default]
    Illegal,
    /// It may; it is called off, and ends the round in a split.
    Split,
}

/// T5: what becomes of holes left empty when a later round is set up. Walak-pussa only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unfilled {
    /// They stay in play.
    #[default]
    Open,
    /// They are closed for the round.
    Closed,
}

/// One choice for each option. The default is the rules' own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reading {
    /// M8.
    pub endless: Endless,
    /// M6. Raja Pasu only.
    pub last_four: LastFour,
    /// M2.
    pub origin: Origin,
    /// T5. Walak-pussa only.
    pub unfilled: Unfilled,
}

impl fmt::Display for Reading {
    /// `default`, or the options that differ from it, in alphabetical order, joined by `;` (N5).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differing = [
            (self.endless == Endless::Split, "endless=split"),
            (self.last_four == LastFour::Kept, "last-four=kept"),
            (self.origin == Origin::Skipped, "origin=skipped"),
            (self.unfilled == Unfilled::Closed, "unfilled=closed"),
        ];
        let mut first = true;
        for (_, text) in differing.iter().filter(|(differs, _)| *differs) {
            if !first {
                f.write_str(";")?;
            }
            f.write_str(text)?;
            first = false;
        }
        if first { f.write_str("default") } else { Ok(()) }
    }
}

/// A game with a reading of its rules, in which every option is one that the game has (B6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    game: Game,
    reading: Reading,
}

impl Rules {
    /// The game in the default reading.
    #[must_use]
    pub fn of(game: Game) -> Rules {
        Rules { game, reading: Reading::default() }
    }

    /// The game in the given reading.
    ///
    /// # Errors
    /// The reading differs from the default in an option that the game does not have (B6).
    pub fn new(game: Game, reading: Reading) -> Result<Rules, ReadingError> {
        let foreign = match game {
            Game::WalakPussa if reading.last_four != LastFour::default() => Some("last-four"),
            Game::RajaPasu if reading.unfilled != Unfilled::default() => Some("unfilled"),
            _ => None,
        };
        match foreign {
            Some(option) => Err(ReadingError::NotInGame { option, game }),
            None => Ok(Rules { game, reading }),
        }
    }

    /// The game in a reading as a record writes it: `default`, or `last-four=kept;origin=skipped` (N5).
    ///
    /// Exactly what N5 says is taken: only options that differ from the default, each once, in alphabetical order.
    ///
    /// # Errors
    /// Any other text; an option that the game does not have (B6).
    pub fn parse(game: Game, text: &str) -> Result<Rules, ReadingError> {
        let mut reading = Reading::default();
        if text == "default" {
            return Ok(Rules { game, reading });
        }
        let mut previous = "";
        for setting in text.split(';') {
            let Some((option, value)) = setting.split_once('=') else {
                return Err(ReadingError::NotASetting(setting.to_owned()));
            };
            match (option, game) {
                ("last-four", Game::WalakPussa) => {
                    return Err(ReadingError::NotInGame { option: "last-four", game });
                }
                ("unfilled", Game::RajaPasu) => {
                    return Err(ReadingError::NotInGame { option: "unfilled", game });
                }
                _ => {}
            }
            match (option, value) {
                ("endless", "split") => reading.endless = Endless::Split,
                ("last-four", "kept") => reading.last_four = LastFour::Kept,
                ("origin", "skipped") => reading.origin = Origin::Skipped,
                ("unfilled", "closed") => reading.unfilled = Unfilled::Closed,
                ("endless", "illegal") | ("last-four", "captured") | ("origin", "sown") | ("unfilled", "open") => {
                    return Err(ReadingError::Default(setting.to_owned()));
                }
                _ => return Err(ReadingError::NotASetting(setting.to_owned())),
            }
            if option <= previous {
                return Err(ReadingError::Order(setting.to_owned()));
            }
            previous = option;
        }
        Ok(Rules { game, reading })
    }

    /// The game.
    #[must_use]
    pub fn game(self) -> Game {
        self.game
    }

    /// The reading.
    #[must_use]
    pub fn reading(self) -> Reading {
        self.reading
    }
}

/// Why a reading is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadingError {
    /// Not an option with one of its values.
    NotASetting(String),
    /// The game does not have that option (B6).
    NotInGame {
        /// The option's name.
        option: &'static str,
        /// The game that lacks it.
        game: Game,
    },
    /// The option is set to its default, and so is not to be written (N5).
    Default(String),
    /// The option stands after one that comes later in the alphabet, or twice (N5).
    Order(String),
}

impl fmt::Display for ReadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadingError::NotASetting(text) => write!(
                f,
                "`{text}` is not an option of the rules: default, endless=split, last-four=kept, origin=skipped, unfilled=closed"
            ),
            ReadingError::NotInGame { option, game } => {
                write!(f, "{game} has no option `{option}`")
            }
            ReadingError::Default(text) => {
                write!(f, "`{text}` is the default: only options that differ from it are written")
            }
            ReadingError::Order(text) => {
                write!(f, "`{text}` is out of place: options stand in alphabetical order, each once")
            }
        }
    }
}

impl Error for ReadingError {}
