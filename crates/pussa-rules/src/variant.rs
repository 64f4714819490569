//! Which game exactly: the game, the reading, the size of the board.

use crate::games::Game;
use crate::hole::MAX_HOLES;
use crate::layout::Layout;
use crate::position::Position;
use crate::reading::{EndlessRule, Reading, ReadingError};
use crate::ring::Ring;
use crate::side::Side;
use crate::sowing::{Backend, RandomRounds, Sower};
use core::fmt;

/// The most counters a hole has at the start (B1).
pub const MAX_COUNTERS: u8 = 18;

/// A game with everything settled that can be chosen: the reading, the holes of a row, the counters of a hole.
///
/// ```
/// use pussa_rules::{RAJA_PASU, Variant};
/// let small = Variant::new(RAJA_PASU).with_holes(3)?.with_counters(2)?;
/// assert_eq!(small.start().to_string(), "2,2,2/2,2,2/0,0/S");
/// assert_eq!(small.total(), 12);
/// # Ok::<(), pussa_rules::VariantError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    game: Game,
    reading: Reading,
    holes: u8,
    counters: u8,
}

impl Variant {
    /// The game at its full size under its default reading.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self { game, reading: Reading::default(), holes: MAX_HOLES, counters: game.default_counters() }
    }

    /// The same with rows of so many holes, 1 to 7.
    ///
    /// # Errors
    /// If the number is another.
    pub fn with_holes(self, holes: u8) -> Result<Self, VariantError> {
        if (1..=MAX_HOLES).contains(&holes) { Ok(Self { holes, ..self }) } else { Err(VariantError::Holes(holes)) }
    }

    /// The same with so many counters a hole at the start, 1 to 18.
    ///
    /// # Errors
    /// If the number is another.
    pub fn with_counters(self, counters: u8) -> Result<Self, VariantError> {
        if (1..=MAX_COUNTERS).contains(&counters) {
            Ok(Self { counters, ..self })
        } else {
            Err(VariantError::Counters(counters))
        }
    }

    /// The same under another reading.
    ///
    /// # Errors
    /// If the reading decides an option that the game does not have (B6).
    pub fn with_reading(self, reading: Reading) -> Result<Self, VariantError> {
        for option in crate::ReadingOption::ALL {
            if reading.differs(option) && !self.game.options().contains(&option) {
                return Err(ReadingError::Foreign { game: self.game, option }.into());
            }
        }
        Ok(Self { reading, ..self })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The reading.
    #[must_use]
    pub const fn reading(&self) -> Reading {
        self.reading
    }

    /// The holes of a row, 1 to 7.
    #[must_use]
    pub const fn holes(&self) -> u8 {
        self.holes
    }

    /// The counters of a hole at the start, 1 to 18.
    #[must_use]
    pub const fn counters(&self) -> u8 {
        self.counters
    }

    /// All counters of the game, 2 to 252.
    #[must_use]
    pub const fn total(&self) -> u8 {
        2 * self.holes * self.counters
    }

    /// The position that the first round starts from: South leads (T1).
    #[must_use]
    pub fn start(&self) -> Position {
        let layout = Layout::new(self.holes, [0, 0]).expect("1 to 7 open holes");
        Position::new(layout, Side::South, layout.board(Side::South, |_| self.counters))
    }

    /// What makes the moves of this game on a ring, with the fastest code the machine has.
    #[must_use]
    pub fn sower(&self, ring: Ring) -> Sower {
        self.sower_on(ring, Backend::best())
    }

    /// The same with code of one's choice. If the machine does not have it, the portable code is taken.
    #[must_use]
    pub fn sower_on(&self, ring: Ring, backend: Backend) -> Sower {
        self.game.sower(self.reading, ring, backend)
    }

    /// What plays rounds at random from positions on a ring.
    #[must_use]
    pub fn random_rounds(&self, ring: Ring) -> RandomRounds {
        self.random_rounds_on(ring, Backend::best())
    }

    /// The same with code of one's choice. If the machine does not have it, the portable code is taken.
    #[must_use]
    pub fn random_rounds_on(&self, ring: Ring, backend: Backend) -> RandomRounds {
        RandomRounds::new(self.sower_on(ring, backend), self.reading.endless)
    }

    /// Whether an endless move may be chosen (M8).
    #[must_use]
    pub fn allows_endless(&self) -> bool {
        self.reading.endless == EndlessRule::Split
    }
}

/// Why there is no such variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantError {
    /// A row can't have so many holes.
    Holes(u8),
    /// A hole can't start with so many counters.
    Counters(u8),
    /// The reading is not one of the game.
    Reading(ReadingError),
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holes(n) => write!(f, "holes: a row has 1 to {MAX_HOLES} holes, not {n}"),
            Self::Counters(n) => write!(f, "counters: a hole starts with 1 to {MAX_COUNTERS} counters, not {n}"),
            Self::Reading(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for VariantError {}

impl From<ReadingError> for VariantError {
    fn from(error: ReadingError) -> Self {
        Self::Reading(error)
    }
}
