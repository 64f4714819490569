//! Which of the two games is played, and its size (B1).

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Game {
    /// Walak-pussa, of Sri Lanka.
    WalakPussa,
    /// Raja Pasu, of India and Sri Lanka.
    RajaPasu,
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Game::WalakPussa => "walak-pussa",
            Game::RajaPasu => "raja-pasu",
        })
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    /// Reads `walak-pussa` or `raja-pasu`.
    fn from_str(text: &str) -> Result<Game, UnknownGame> {
        match text {
            "walak-pussa" => Ok(Game::WalakPussa),
            "raja-pasu" => Ok(Game::RajaPasu),
            _ => Err(UnknownGame(text.to_owned())),
        }
    }
}

/// A text that names neither game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a game: walak-pussa, raja-pasu", self.0)
    }
}

impl Error for UnknownGame {}

/// How large the game is: `m` holes in each row, and `k` counters in each hole at the start (B1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    holes_in_a_row: u8,
    counters_in_a_hole: u8,
}

impl Size {
    /// The size a game has unless told otherwise: 7 by 4 for Walak-pussa, 7 by 7 for Raja Pasu (B1).
    #[must_use]
    pub fn of(game: Game) -> Size {
        let counters_in_a_hole = match game {
            Game::WalakPussa => 4,
            Game::RajaPasu => 7,
        };
        Size { holes_in_a_row: 7, counters_in_a_hole }
    }

    /// `m` holes in a row, 1 to 7, and `k` counters in a hole, 1 to 18 (B1).
    ///
    /// # Errors
    /// Either number is out of its range.
    pub fn new(holes_in_a_row: usize, counters_in_a_hole: usize) -> Result<Size, SizeError> {
        if !(1..=7).contains(&holes_in_a_row) {
            return Err(SizeError::HolesInARow(holes_in_a_row));
        }
        if !(1..=18).contains(&counters_in_a_hole) {
            return Err(SizeError::CountersInAHole(counters_in_a_hole));
        }
        Ok(Size { holes_in_a_row: holes_in_a_row as u8, counters_in_a_hole: counters_in_a_hole as u8 })
    }

    /// `m`.
    #[must_use]
    pub fn holes_in_a_row(self) -> usize {
        usize::from(self.holes_in_a_row)
    }

    /// `k`.
    #[must_use]
    pub fn counters_in_a_hole(self) -> usize {
        usize::from(self.counters_in_a_hole)
    }

    /// All counters of the game, `2·m·k`: at most 252.
    #[must_use]
    pub fn counters(self) -> usize {
        2 * self.holes_in_a_row() * self.counters_in_a_hole()
    }
}

/// A size that no game has (B1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeError {
    /// Not 1 to 7 holes in a row.
    HolesInARow(usize),
    /// Not 1 to 18 counters in a hole.
    CountersInAHole(usize),
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::HolesInARow(found) => write!(f, "a row has 1 to 7 holes, not {found}"),
            SizeError::CountersInAHole(found) => {
                write!(f, "a hole has 1 to 18 counters at the start, not {found}")
            }
        }
    }
}

impl Error for SizeError {}
