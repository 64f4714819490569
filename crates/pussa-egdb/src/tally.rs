//! How many boards of a level are won, lost and drawn.

use std::iter::Sum;
use std::ops::Add;

/// How many boards are won, lost and drawn for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Boards worth more than 0.
    pub won: u64,
    /// Boards worth less than 0.
    pub lost: u64,
    /// Boards worth 0.
    pub drawn: u64,
    /// Of these, boards that one of the players at least can only hold by playing on for ever.
    pub endless: u64,
}

impl Tally {
    /// All boards.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            won: self.won + more.won,
            lost: self.lost + more.lost,
            drawn: self.drawn + more.drawn,
            endless: self.endless + more.endless,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}
