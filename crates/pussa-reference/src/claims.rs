//! Whether values that others claim hold (E5): every position of a level, or some of them, against its moves.
//!
//! What is claimed of positions with fewer counters is taken for granted; check those levels too, from 0 up, and nothing
//! is. `retrograde.rs` tells of levels, and of choices that stay or leave.
//!
//! That each claim is the greatest over the choices proves nothing by itself. Where counters can go round, other
//! numbers can satisfy that as well: of two positions whose only choices lead to each other, 5 and -5, or 3 and -3,
//! though play there goes on for ever and both are worth 0. So there are two things to be seen to:
//! - *Best.* A claim is the greatest of what the choices give, as claimed; or, where the round is over, its margin.
//! - *Shown.* A claim `v > 0` is shown if some choice that gives `v` leaves, or leads to a position whose claim has been
//!   shown before. A claim `-v < 0` is shown if that is so for every choice that gives `-v`, or the round is over.
//!
//! *If all claims of a level are best, and all but 0 are shown, they hold.*
//! - *Who is ahead gets `v`.* That player takes the choices that show it. Each leads to a position whose claim was shown
//!   before, and so do all replies that keep the claim, so this comes to an end, and the level is left, or over, with `v`
//!   kept. A reply that does not keep it leads to a position that claims more than `v`, from where the same is true; and
//!   claims can't rise for ever.
//! - *Nobody gets more than is claimed.* Let the other player always take a choice that gives the claim. No choice gives
//!   more than the claim, so whatever the first player does, what is claimed for that player never rises. Whenever the
//!   level is left, or over, that is all there is; and where play goes on for ever it is worth 0. So this holds claims of
//!   0 and more. A claim below 0 belongs to a position where the other player is ahead, and gets that much.
//!
//! For claims of 0, these choices make up a set of positions that neither player has to leave for anything worse.

mod proof;

use crate::retrograde::{Choice, Spot, empty_ring};
use crate::{Endless, MOST_HOLES, Outcome, Player, Position, Reserves, Rules, SizeError, sow};
use proof::{Doubt, Proof};
use std::error::Error;
use std::fmt;

/// The positions of a ring with one count of counters, about whose values something is claimed.
///
/// They are numbered from 0 up. On a ring with rows of one length, there are only those with South to move: with North
/// to move and the rows exchanged, the rules are the same.
///
/// ```
/// use pussa_reference::{Claimed, Game, Rules, Values};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let rules = Rules::of(Game::WalakPussa);
/// let values = Values::of(rules, 2, 2, 4)?;
/// let claim = |position: &pussa_reference::Position| {
///     values.value(position.to_move(), position.ring().counters()).ok_or("more than four counters")
/// };
/// for counters in 0..=4 {
///     Claimed::new(rules, 2, 2, counters)?.verify(&claim, 2, &|_| ())?;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Claimed {
    rules: Rules,
    /// The ring without counters.
    empty: Position,
    counters: u8,
    /// `ways[h][n]`: in how many ways `n` counters can lie in `h` holes.
    ways: Vec<Vec<usize>>,
}

impl Claimed {
    /// The positions with so many counters on a ring of so many open holes in South's row and in North's, 1 to 7 each
    /// (B4).
    ///
    /// # Errors
    /// A row has not 1 to 7 holes.
    pub fn new(rules: Rules, south_holes: usize, north_holes: usize, counters: u8) -> Result<Claimed, SizeError> {
        let empty = empty_ring(south_holes, north_holes)?;
        let most = usize::from(counters);
        let mut ways = vec![vec![0_usize; most + 1]; MOST_HOLES + 1];
        ways[0][0] = 1;
        for holes in 1..=MOST_HOLES {
            for n in 0..=most {
                let one_less = if n == 0 { 0 } else { ways[holes][n - 1] };
                // Where this is too small there are more positions than anybody can look at.
                ways[holes][n] = ways[holes - 1][n].saturating_add(one_less);
            }
        }
        Ok(Claimed { rules, empty, counters, ways })
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> usize {
        let boards = self.ways[self.empty.ring.length()][usize::from(self.counters)];
        if self.rows_are_alike() { boards } else { boards.saturating_mul(2) }
    }

    /// Checks the claims about all positions, on so many threads, 1 or more. `claimed` tells what is claimed about a
    /// position of this level or a lower one, with nothing in reserve; `done` is told how many more positions are shown,
    /// again and again, by any thread.
    ///
    /// It takes some bytes of memory a position.
    ///
    /// # Errors
    /// A claim does not hold, or can't be had.
    pub fn verify<E: Send>(
        &self,
        claimed: &(impl Fn(&Position) -> Result<i16, E> + Sync),
        threads: usize,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<(), Flaw<E>> {
        let proof =
            Proof { spot: |number| self.spot(number, claimed), claim: |number| claimed(&self.position(number)) };
        proof.of_all(self.positions(), threads, done).map_err(|doubt| self.flaw(doubt))
    }

    /// Checks the claim about one position, and those about positions that it rests on.
    ///
    /// # Errors
    /// A claim does not hold, or can't be had.
    ///
    /// # Panics
    /// If there are not so many positions.
    pub fn verify_one<E>(&self, number: usize, claimed: &impl Fn(&Position) -> Result<i16, E>) -> Result<(), Flaw<E>> {
        let proof =
            Proof { spot: |number| self.spot(number, claimed), claim: |number| claimed(&self.position(number)) };
        proof.of_one(number).map_err(|doubt| self.flaw(doubt))
    }

    /// The position with this number.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn position(&self, number: usize) -> Position {
        assert!(number < self.positions(), "there are only {} positions", self.positions());
        let boards = self.ways[self.empty.ring.length()][usize::from(self.counters)];
        let (mut position, mut left) = (self.empty, usize::from(self.counters));
        position.to_move = if number < boards { Player::South } else { Player::North };
        let mut before = number % boards;
        for place in 0..self.empty.ring.length() {
            let mut counters = 0;
            while before >= self.behind(place, left - counters) {
                before -= self.behind(place, left - counters);
                counters += 1;
            }
            position.ring.counters[place] = counters as u8;
            left -= counters;
        }
        position
    }

    /// The number of a position: boards in ascending order, those with South to move first.
    fn number(&self, position: &Position) -> usize {
        let mut left = usize::from(self.counters);
        let mut number = 0;
        let counters = if self.rows_are_alike() { seen_by_mover(position) } else { position.ring.counters };
        for (place, &counters) in counters[..self.empty.ring.length()].iter().enumerate() {
            for fewer in 0..usize::from(counters) {
                number += self.behind(place, left - fewer);
            }
            left -= usize::from(counters);
        }
        if position.to_move == Player::South || self.rows_are_alike() { number } else { number + self.positions() / 2 }
    }

    /// In how many ways so many counters can lie in the holes behind a place.
    fn behind(&self, place: usize, counters: usize) -> usize {
        self.ways[self.empty.ring.length() - place - 1][counters]
    }

    fn rows_are_alike(&self) -> bool {
        self.empty.ring.row(Player::South).len() == self.empty.ring.row(Player::North).len()
    }

    /// What there is to choose at a position, margins by what is claimed of lower levels.
    fn spot<E>(&self, number: usize, claimed: &impl Fn(&Position) -> Result<i16, E>) -> Result<Spot, E> {
        let position = self.position(number);
        // E1.
        if !position.ring.has_counters(position.to_move) {
            return Ok(Spot::Over(-i16::from(self.counters)));
        }
        let full = position.ring.row(position.to_move).filter(|&place| position.ring.counters[place] > 0);
        let choices = full.filter_map(|place| self.choice(&position, place, claimed).transpose());
        let choices: Vec<Choice> = choices.collect::<Result<_, E>>()?;
        // E2.
        Ok(if choices.is_empty() { Spot::Over(0) } else { Spot::Open(choices) })
    }

    /// What lifting a full hole of the mover's leads to; nothing if it may not be lifted.
    fn choice<E>(
        &self,
        position: &Position,
        place: usize,
        claimed: &impl Fn(&Position) -> Result<i16, E>,
    ) -> Result<Option<Choice>, E> {
        let mover = position.to_move;
        Ok(match sow(self.rules, position, place) {
            Outcome::Ended { after, captured } if captured == Reserves::default() => {
                Some(Choice::Stays(self.number(&after)))
            }
            Outcome::Ended { after, captured } => {
                let gain = i16::from(captured.of(mover)) - i16::from(captured.of(mover.other()));
                let lower = Position { reserves: Reserves::default(), ..after };
                Some(Choice::Leaves(gain - claimed(&lower)?))
            }
            // M8.
            Outcome::Endless => (self.rules.reading().endless == Endless::Split).then_some(Choice::Leaves(0)),
        })
    }

    fn flaw<E>(&self, doubt: Doubt<E>) -> Flaw<E> {
        match doubt {
            Doubt::Unknown { error, .. } => Flaw::Unknown(error),
            Doubt::NotBest { number, claim, best } => Flaw::NotBest { position: self.position(number), claim, best },
            Doubt::NotShown { number, claim } => Flaw::NotShown { position: self.position(number), claim },
        }
    }
}

/// The counters from the mover's first hole on.
fn seen_by_mover(position: &Position) -> [u8; MOST_HOLES] {
    let mut counters = position.ring.counters;
    if position.to_move == Player::North {
        counters[..position.ring.length()].rotate_left(usize::from(position.ring.south_length));
    }
    counters
}

/// Why claims are not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw<E> {
    /// A claim could not be had.
    Unknown(E),
    /// A claim is not what the choices give at best.
    NotBest {
        /// The position.
        position: Position,
        /// What is claimed.
        claim: i16,
        /// What the choices give, or the margin of a round that is over.
        best: i16,
    },
    /// Neither the one player nor the other can force what is claimed: it lives by going round for ever.
    NotShown {
        /// The position.
        position: Position,
        /// What is claimed.
        claim: i16,
    },
}

impl<E: fmt::Display> fmt::Display for Flaw<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Unknown(error) => error.fmt(f),
            Flaw::NotBest { position, claim, best } => {
                write!(f, "{position} is said to be worth {claim}, but its moves give {best}")
            }
            Flaw::NotShown { position, claim } => {
                write!(f, "{position} is said to be worth {claim}, but nobody can force that")
            }
        }
    }
}

impl<E: fmt::Display + fmt::Debug> Error for Flaw<E> {}

#[cfg(test)]
mod tests;
