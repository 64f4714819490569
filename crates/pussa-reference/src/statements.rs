//! Whether a proof holds that is made of statements about positions, each with what it takes to see that it follows from
//! others (E5): one statement at a time.
//!
//! A [`Statement`] about a position says that its value, for the player to move, is from `low` to `high`. It *holds by
//! itself* if, of the positions that its moves lead to, so much is known:
//! - *Low.* The move that is named may be made, and what it gains less the child's `high` is `low` or more. (Nobody can lose
//!   more counters than there are; to say that takes no move.)
//! - *High.* For every move that may be made, what it gains less the child's `low` is `high` or less. (Nor win more.)
//! - *Rank.* If `low > 0`, and the move captures nothing and gets just `low`, then what is said of the child has a lower
//!   rank. If `high < 0`, then that is so for every move that captures nothing and may get just `high`.
//! - An endless move that may be chosen gains nothing, and nothing is to come after it (M8). Where no move may be made, or
//!   there are no counters to move, the value is at hand (E1, E2), and lies between the bounds.
//!
//! What is *known* of a child is what another statement says; or, without a rank, what has been shown in another way: the
//! round is over there, nobody can win more counters than there are, or an endgame database knows.
//!
//! *If each of some statements holds by itself, and they rest on each other and on nothing else that is said, all are
//! true.* Let a player be *promised* `x` at a position if that player is to move there and the statement has `low = x`; or
//! the other player is, and it has `high = -x`. It is to be seen that whoever is promised `x` gets `x` or more, whatever
//! the other does. The player who is promised makes the move that the statement names, if it is about a position where
//! that player is to move; there is nothing to do if it is the other's. Then:
//! - After every move, of either player, what has been gained since and what is promised next are together no less than
//!   what was promised before. For that is what *low* says of the one move, and *high* of every other.
//! - If play comes to a position of which something has been shown otherwise, then that much can be got from there on,
//!   and so in all what was promised. So also if the round ends.
//! - Otherwise play goes from statement to statement for ever. Captured counters never come back, so from some move on
//!   nothing is captured any more, and that is worth 0 from where it starts to repeat (E5): what is promised from there on
//!   must not be more than 0. Since nothing is gained, the promise never falls from there on, and as it can't rise for
//!   ever, it stays the same from some move on. If that were more than 0, ranks would fall with every move, for ever,
//!   which they can't.
//!
//! So the value is no less than `low`, since the player to move can make sure of that, and no more than `high`, since the
//! other player can. A choice of an endless move ends the round, so there is nothing more to see to under
//! `endless=split`; under `endless=illegal` such a move can't be made by anybody.

use crate::moves::has_legal_move;
use crate::{Endless, Outcome, Position, Reserves, Rules, sow};
use std::error::Error;
use std::fmt;

/// What is said about the value of a position, for the player to move, in counters, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// It is not less; minus all counters on the board if nothing is said.
    pub low: i16,
    /// It is not more; all counters on the board if nothing is said.
    pub high: i16,
    /// The move that gets `low`: which hole of the mover's row is lifted, from the left, 0 for the first that is open.
    pub mv: Option<usize>,
    /// If `low > 0` or `high < 0`: more than the ranks of those that it rests on without a capture, and that say no more
    /// than it takes.
    pub rank: u16,
}

/// What is known about the value of a position, for the player to move there, in counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// It is not less.
    pub low: i16,
    /// It is not more.
    pub high: i16,
    /// The rank of the statement that says so; none if it was shown in another way.
    pub rank: Option<u16>,
}

/// What is told of a position when it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// So much is known.
    Known(Known),
    /// Nothing is known.
    Nothing,
    /// Not this time: moves that lead there are not looked at. Whoever tells this checks the statement again later, until
    /// every position has been told of once.
    Later,
}

impl Known {
    fn exactly(value: i16) -> Known {
        Known { low: value, high: value, rank: None }
    }
}

impl Statement {
    /// Sees to it that the statement holds by itself, being about `position`, whose reserves do not count. `known` tells
    /// what is known about a position that a move leads to, with nothing in reserve. It need not know of positions where the
    /// round is over.
    ///
    /// If `exactly` is set, it must say what the value is, and so much must be known about every position that a move
    /// leads to.
    ///
    /// ```
    /// use pussa_reference::{Game, Position, Rules, Size, Statement, Told};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Rules::of(Game::WalakPussa);
    /// // A drops its counter into B; a is empty, so the one in b is captured, and by the necklace B's own too (M4, M5).
    /// let board = Position::parse("1,0/0,1/0,0/S", Size::new(2, 1)?)?;
    /// let nothing = |_: &Position| Ok::<_, std::convert::Infallible>(Told::Nothing);
    /// let two = Statement { low: 2, high: 2, mv: Some(0), rank: 1 };
    /// assert!(two.check(rules, &board, false, nothing).is_ok());
    /// assert!(Statement { mv: Some(1), ..two }.check(rules, &board, false, nothing).is_err());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If it does not hold, or `known` can't tell.
    pub fn check<E>(
        &self,
        rules: Rules,
        position: &Position,
        exactly: bool,
        known: impl Fn(&Position) -> Result<Told, E>,
    ) -> Result<(), StatementFlaw<E>> {
        let about = About { rules, position, counters: counters(position), exactly };
        about.check(self, &known).map_err(|flaw| match flaw {
            Cause::Unknown(error) => StatementFlaw::Unknown(error),
            Cause::Why(why) => StatementFlaw::Flaw { position: *position, statement: *self, why },
        })
    }
}

/// A position about which something is said.
struct About<'a> {
    rules: Rules,
    position: &'a Position,
    counters: i16,
    exactly: bool,
}

/// What comes of a move.
#[derive(Clone, Copy)]
struct Child {
    /// What the mover captures less what the other player does.
    gain: i16,
    /// Whether counters leave the board.
    captures: bool,
    /// What is known about the position then; none if that is told another time.
    known: Option<Known>,
}

impl Child {
    /// Whether play may come back from there to where a statement of that rank is about, for all that ranks tell.
    fn may_go_round(self, rank: u16) -> bool {
        !self.captures && self.known.and_then(|known| known.rank).is_some_and(|next| next >= rank)
    }
}

/// What is wrong, or that it could not be known.
enum Cause<E> {
    Unknown(E),
    Why(Why),
}

impl<E> From<Why> for Cause<E> {
    fn from(why: Why) -> Cause<E> {
        Cause::Why(why)
    }
}

impl About<'_> {
    fn check<E>(&self, said: &Statement, known: &impl Fn(&Position) -> Result<Told, E>) -> Result<(), Cause<E>> {
        if said.low > said.high || said.low < -self.counters || said.high > self.counters {
            return Err(Why::Bounds.into());
        }
        if self.exactly && said.low != said.high {
            return Err(Why::NotExact.into());
        }
        let mover = self.position.to_move;
        // E1.
        if !self.position.ring.has_counters(mover) {
            return Ok(over(said, -self.counters)?);
        }
        let says_high = said.high < self.counters;
        let mut named = false;
        for (mv, place) in self.position.ring.row(mover).enumerate() {
            let is_named = said.mv == Some(mv);
            if self.position.ring.counters[place] == 0 || !(is_named || says_high || self.exactly) {
                continue;
            }
            let Some(child) = self.child(place, known)? else { continue };
            named |= is_named;
            said.weigh(mv, child)?;
        }
        match said.mv {
            Some(_) if named => Ok(()),
            Some(_) => Err(Why::NoSuchMove.into()),
            // E2.
            None if !has_legal_move(self.rules, self.position) => Ok(over(said, 0)?),
            None if said.low > -self.counters => Err(Why::NoMove.into()),
            None => Ok(()),
        }
    }

    /// What comes of lifting a full hole of the mover's; nothing if it may not be lifted.
    fn child<E>(&self, place: usize, known: &impl Fn(&Position) -> Result<Told, E>) -> Result<Option<Child>, Cause<E>> {
        let mover = self.position.to_move;
        Ok(match sow(self.rules, self.position, place) {
            Outcome::Ended { after, captured } => {
                let gain = i16::from(captured.of(mover)) - i16::from(captured.of(mover.other()));
                let captures = captured != Reserves::default();
                let after = Position { reserves: Reserves::default(), ..after };
                Some(Child { gain, captures, known: self.known(&after, known)? })
            }
            // M8: the round ends as if a capture had ended it, but nobody gains.
            Outcome::Endless => (self.rules.reading().endless == Endless::Split).then_some(Child {
                gain: 0,
                captures: true,
                known: Some(Known::exactly(0)),
            }),
        })
    }

    /// What is known about a position that a move leads to; nothing if that is told another time.
    fn known<E>(
        &self,
        child: &Position,
        known: &impl Fn(&Position) -> Result<Told, E>,
    ) -> Result<Option<Known>, Cause<E>> {
        let counters = counters(child);
        // E1.
        if !child.ring.has_counters(child.to_move) {
            return Ok(Some(Known::exactly(-counters)));
        }
        match known(child).map_err(Cause::Unknown)? {
            Told::Later => Ok(None),
            Told::Known(found) if self.exactly && found.low != found.high => Err(Why::ChildNotExact(*child).into()),
            Told::Known(found) => Ok(Some(found)),
            // E2.
            Told::Nothing if !has_legal_move(self.rules, child) => Ok(Some(Known::exactly(0))),
            Told::Nothing if self.exactly => Err(Why::ChildNotExact(*child).into()),
            Told::Nothing => Ok(Some(Known { low: -counters, high: counters, rank: None })),
        }
    }
}

fn counters(position: &Position) -> i16 {
    i16::from(position.ring.total() as u8)
}

/// The round is over with that margin: is it between the bounds?
fn over(said: &Statement, margin: i16) -> Result<(), Why> {
    if said.low > margin || said.high < margin {
        return Err(Why::Over { margin });
    }
    if said.mv.is_some() { Err(Why::NoSuchMove) } else { Ok(()) }
}

impl Statement {
    /// The move that is named gets what is said, and no move gets more; here, move `mv`.
    fn weigh(&self, mv: usize, child: Child) -> Result<(), Why> {
        let Some(known) = child.known else { return Ok(()) };
        // What is known may be nonsense that has not been looked at yet.
        let [gets, may_get] = [known.high, known.low].map(|bound| child.gain.saturating_sub(bound));
        if self.mv == Some(mv) {
            if gets < self.low {
                return Err(Why::Low { gets });
            }
            if gets == self.low && self.low > 0 && child.may_go_round(self.rank) {
                return Err(Why::LowRank);
            }
        }
        if may_get > self.high {
            return Err(Why::High { mv, may_get });
        }
        if may_get == self.high && self.high < 0 && child.may_go_round(self.rank) {
            return Err(Why::HighRank { mv });
        }
        Ok(())
    }
}

/// Why a statement is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementFlaw<E> {
    /// What is known about a position could not be had.
    Unknown(E),
    /// It does not hold by itself.
    Flaw {
        /// The position it is about.
        position: Position,
        /// What it says.
        statement: Statement,
        /// What is wrong with it.
        why: Why,
    },
}

/// What is wrong with a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The lower bound is above the upper one, or one of them is more than all counters.
    Bounds,
    /// It does not say what the value is, and should.
    NotExact,
    /// The round is over there, with another margin.
    Over {
        /// The margin.
        margin: i16,
    },
    /// The move that it names may not be made.
    NoSuchMove,
    /// It names no move, and says more than that one can't lose more counters than there are.
    NoMove,
    /// The move that it names need not get what it says.
    Low {
        /// It gets no more than that, for all that is known.
        gets: i16,
    },
    /// The move that it names captures nothing, and leads to a position of no lower rank.
    LowRank,
    /// A move may get more than it says.
    High {
        /// Which one: the hole from the left.
        mv: usize,
        /// It may get that much, for all that is known.
        may_get: i16,
    },
    /// A move captures nothing, and leads to a position of no lower rank.
    HighRank {
        /// Which one: the hole from the left.
        mv: usize,
    },
    /// The value of a position that a move leads to is not known.
    ChildNotExact(Position),
}

impl<E: fmt::Display> fmt::Display for StatementFlaw<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatementFlaw::Unknown(error) => error.fmt(f),
            StatementFlaw::Flaw { position, statement, why } => {
                let Statement { low, high, mv, rank } = *statement;
                let letter = |mv: usize| letter(position, mv);
                write!(f, "{position} is said to be worth {low} to {high} by ")?;
                match mv {
                    Some(mv) => write!(f, "{}", letter(mv))?,
                    None => f.write_str("no move")?,
                }
                write!(f, " at rank {rank}, but ")?;
                match *why {
                    Why::Bounds => f.write_str("there is no such value"),
                    Why::NotExact => f.write_str("one value should be said"),
                    Why::Over { margin } => write!(f, "the round is over with {margin}"),
                    Why::NoSuchMove => f.write_str("there is no such move"),
                    Why::NoMove => f.write_str("a move that gets it should be named"),
                    Why::Low { gets } => write!(f, "that move need not get more than {gets}"),
                    Why::LowRank => f.write_str("that move leads to no lower rank"),
                    Why::High { mv, may_get } => write!(f, "{} may get {may_get}", letter(mv)),
                    Why::HighRank { mv } => write!(f, "{} leads to no lower rank", letter(mv)),
                    Why::ChildNotExact(child) => write!(f, "nothing tells what {child} is worth"),
                }
            }
        }
    }
}

/// The letter of the mover's hole with this number, or the number if there are not so many.
fn letter(position: &Position, mv: usize) -> String {
    let row = position.ring.row(position.to_move);
    let hole = (mv < row.len()).then(|| position.layout.hole_at(row.start + mv)).flatten();
    hole.map_or_else(|| format!("hole {}", mv + 1), |hole| hole.to_string())
}

impl<E: fmt::Display + fmt::Debug> Error for StatementFlaw<E> {}

#[cfg(test)]
mod tests;
