//! Matches: rounds until one player is out (RULES T1 to T7).

use crate::hole::{Hole, MAX_HOLES};
use crate::layout::Layout;
use crate::position::Position;
use crate::reading::Reading;
use crate::round::Outcome;
use crate::side::Side;
use crate::variant::Variant;

/// A round that has ended, as far as the next one depends on it.
pub(crate) struct Ended {
    pub(crate) holes: u8,
    pub(crate) counters: u8,
    pub(crate) reading: Reading,
    pub(crate) holdings: [u8; 2],
    /// Who led it.
    pub(crate) led: Side,
    /// Who took the counters left at its end.
    pub(crate) remainder: Option<Side>,
}

impl Ended {
    /// The end of the match, if a player holds fewer than `least`: that player has lost. If neither holds so many, who
    /// holds more has won.
    pub(crate) fn over_below(&self, least: u8) -> Option<Next> {
        (self.holdings.iter().any(|&holding| holding < least)).then(|| Next::Over(self.ahead()))
    }

    fn ahead(&self) -> Option<Side> {
        let [south, north] = self.holdings;
        match south.cmp(&north) {
            core::cmp::Ordering::Greater => Some(Side::South),
            core::cmp::Ordering::Less => Some(Side::North),
            core::cmp::Ordering::Equal => None,
        }
    }
}

/// How a match goes on.
pub(crate) enum Next {
    /// Not at all: this player has won, or nobody.
    Over(Option<Side>),
    /// With another round.
    Round(Opening),
}

/// How the board is filled for a round.
pub(crate) struct Opening {
    pub(crate) rows: [Row; 2],
    leader: Side,
    holes: u8,
}

/// A player's row; `None` for a closed hole.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) counts: [Option<u8>; MAX_HOLES as usize],
    pub(crate) reserve: u8,
}

impl Opening {
    /// All holes closed, nothing in reserve.
    pub(crate) fn new(holes: u8, leader: Side) -> Self {
        Self { rows: [Row { counts: [None; MAX_HOLES as usize], reserve: 0 }; 2], leader, holes }
    }

    fn position(&self) -> Position {
        let count = |hole: Hole| self.rows[hole.side().index()].counts[usize::from(hole.index())];
        let closed = Side::BOTH.map(|side| {
            (0..self.holes).filter(|&i| count(Hole::new(side, i)).is_none()).fold(0, |bits, i| bits | 1 << i)
        });
        let layout = Layout::new(self.holes, closed).expect("each player fills a hole at least");
        let board = layout.board(self.leader, |hole| count(hole).unwrap_or(0));
        let reserve = |side: Side| self.rows[side.index()].reserve;
        let board = board.with_reserves(reserve(self.leader), reserve(self.leader.other()));
        Position::new(layout, self.leader, board)
    }
}

/// What follows a round of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextRound {
    /// Another round, from this position.
    Opening(Position),
    /// Nothing: the match is over, and this player has won it, or nobody.
    Over(Option<Side>),
}

impl Variant {
    /// What follows a round that `led` led, and that left the players, South first, with these holdings. `remainder`
    /// took the counters left at its end; nobody did if they were split. `max-rounds` is not looked at
    /// ([`Match`] does).
    ///
    /// ```
    /// use pussa_rules::{NextRound, RAJA_PASU, Side, Variant};
    /// let next = Variant::new(RAJA_PASU).next_round([30, 68], Side::South, None);
    /// let NextRound::Opening(position) = next else { panic!("both can fill a hole") };
    /// assert_eq!(position.to_string(), "x,x,x,7,7,7,7/7,7,7,7,7,7,7/2,19/N");
    /// ```
    #[must_use]
    pub fn next_round(&self, holdings: [u8; 2], led: Side, remainder: Option<Side>) -> NextRound {
        match self.game().next_round(&self.ended(holdings, led, remainder)) {
            Next::Over(winner) => NextRound::Over(winner),
            Next::Round(opening) => NextRound::Opening(opening.position()),
        }
    }

    fn ended(&self, holdings: [u8; 2], led: Side, remainder: Option<Side>) -> Ended {
        let (holes, counters, reading) = (self.holes(), self.counters(), self.reading());
        Ended { holes, counters, reading, holdings, led, remainder }
    }
}

/// A match under way.
///
/// ```
/// use pussa_rules::{Match, NextRound, Round, Variant, WALAK_PUSSA};
/// let variant = Variant::new(WALAK_PUSSA);
/// let mut game = Match::new(variant, 2);
/// while let NextRound::Opening(position) = game.next() {
///     let mut round = Round::new(variant, position);
///     while let Some(mv) = round.choices().nth(0) {
///         round.play_unchecked(mv);
///     }
///     game.end_round(round.outcome().expect("the round is over"));
/// }
/// assert!(game.rounds() <= 2);
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    variant: Variant,
    max_rounds: u32,
    rounds: u32,
    next: NextRound,
}

impl Match {
    /// How many rounds a match has at most, unless told otherwise (T7).
    pub const DEFAULT_MAX_ROUNDS: u32 = 100;

    /// A match of at most so many rounds (T7); 0 is taken as 1.
    #[must_use]
    pub fn new(variant: Variant, max_rounds: u32) -> Self {
        Self { variant, max_rounds: max_rounds.max(1), rounds: 0, next: NextRound::Opening(variant.start()) }
    }

    /// The round to be played now, or how the match has ended.
    #[must_use]
    pub const fn next(&self) -> NextRound {
        self.next
    }

    /// How many rounds have been played.
    #[must_use]
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Enters the outcome of the round that was to be played. Nothing happens if the match is over.
    pub fn end_round(&mut self, outcome: Outcome) {
        let NextRound::Opening(opening) = self.next else {
            return;
        };
        self.rounds += 1;
        let led = opening.side();
        self.next = self.variant.next_round(outcome.holdings, led, outcome.remainder);
        if self.rounds == self.max_rounds && matches!(self.next, NextRound::Opening(_)) {
            self.next = NextRound::Over(self.variant.ended(outcome.holdings, led, None).ahead());
        }
    }
}
