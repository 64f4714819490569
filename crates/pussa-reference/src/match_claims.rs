//! Whether fates of a match's states that others claim hold, state by state, each by two strategies.
//!
//! `match_values.rs` tells what a state and its fate are. Of a state that is claimed to be won by a player within `n` rounds
//! and no fewer, two things are to be shown:
//! - that player can make sure that the round ends with the match won, or in a state claimed to be won within `n − 1`;
//! - the other can make sure that it does not end with the match lost, nor in a state claimed to be lost within `n − 2`;
//!   if `n` is 1 there is nothing to show.
//!
//! Of a state that is claimed to be nobody's: each player can make sure that it does not end with the match lost, nor in a
//! state claimed to be lost.
//!
//! *If that is shown of every state that is claimed, the claims hold.* By the first, and by induction over `n`, who is said
//! to win does, within `n` rounds. By the second, and by induction, nobody wins within fewer. And a player who keeps to the
//! states that are nobody's never loses. A state of which nothing is claimed does for neither.
//!
//! A player shows such a thing by a *strategy*: a move for each position of the round that comes up when that player follows
//! it and the other does what the rules allow. Positions are gone through in depth, moves from the left, and the strategy is
//! the list of its moves in the order in which they are asked for. Where every end that is still possible will do, nothing
//! more is asked. That is all there is to it, but for play that comes back to a position that it came from: it can go on so
//! for ever, and then what is left is split (E3). So the split must be good enough, or the strategy fails.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use crate::match_values::{after, opening};
use crate::{
    Ending, Endless, Fate, MatchTerms, NextRound, Outcome, Player, Position, Reserves, RoundResult, Rules, Size,
    end_without_history, sow,
};

/// Fates that are claimed of a match's states.
///
/// ```
/// use pussa_reference::{Fate, Game, MatchClaims, MatchValues, Player, Rules, Size};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (rules, size) = (Rules::of(Game::RajaPasu), Size::new(2, 2)?);
/// let claims = MatchClaims::new(rules, size, MatchValues::of(rules, size).all());
/// // South leads and holds six counters against two, as 2,2/x,2/2,0/S: B wins the match at once, and A does not.
/// assert_eq!(claims.fate([6, 2]), Some(Fate::Won { by: Player::South, rounds: 1 }));
/// let by = |strategy: &[u8]| claims.verify([6, 2], [strategy, &[]]);
/// assert_eq!((by(&[0]).is_ok(), by(&[1]).is_ok()), (false, true));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct MatchClaims {
    terms: MatchTerms,
    fates: HashMap<[u8; 2], Fate>,
}

impl MatchClaims {
    /// These claims: of states by what South, who leads, and North hold.
    #[must_use]
    pub fn new(rules: Rules, size: Size, claims: impl IntoIterator<Item = ([u8; 2], Fate)>) -> MatchClaims {
        let terms = MatchTerms { size, ..MatchTerms::of(rules) };
        MatchClaims { terms, fates: claims.into_iter().collect() }
    }

    /// What is claimed of a state.
    #[must_use]
    pub fn fate(&self, state: [u8; 2]) -> Option<Fate> {
        self.fates.get(&state).copied()
    }

    /// The states with all counters of the game, by what South, who leads, and North hold, ascending by the former: claims
    /// that leave none of them out tell who wins from wherever a match may stand before a counter is lost (E3).
    #[must_use]
    pub fn states_with_all_counters(&self) -> Vec<[u8; 2]> {
        let total = self.terms.size.counters() as u8;
        let all = (0..=total).map(|leader| [leader, total - leader]);
        all.filter(|&state| opening(&self.terms, state).is_some()).collect()
    }

    /// Checks what is claimed of a state by two strategies, in the order in which they are told of above; of a state that is
    /// nobody's, South's first. A strategy names holes by their place in the mover's row, open holes only, from 0.
    ///
    /// Tells how many positions were looked at.
    ///
    /// # Errors
    /// There is no such claim, or a strategy does not do what it should.
    pub fn verify(&self, state: [u8; 2], strategies: [&[u8]; 2]) -> Result<usize, MatchFlaw> {
        let flaw = |what| MatchFlaw { state, what };
        let fate = self.fate(state).ok_or(flaw(What::NotClaimed))?;
        if matches!(fate, Fate::Won { rounds: 0, .. }) {
            return Err(flaw(What::NoRounds));
        }
        let opening = opening(&self.terms, state).ok_or(flaw(What::NoSuchState))?;
        let mut positions = 0;
        for (number, strategy) in strategies.into_iter().enumerate() {
            let Some((player, aim)) = self.to_show(fate, number == 0) else {
                if !strategy.is_empty() {
                    return Err(flaw(What::MovesLeft));
                }
                continue;
            };
            let aim = Aim::new(&self.terms, opening_counters(&opening), &aim);
            positions += aim.walk(self.terms.rules, player, opening, strategy).map_err(flaw)?;
        }
        Ok(positions)
    }

    /// Who has to show something, and which ends of the round are good enough.
    fn to_show(&self, fate: Fate, first: bool) -> Option<(Player, GoodEnough<'_>)> {
        Some(match fate {
            Fate::Won { by, rounds } if first => {
                (by, Box::new(move |end| self.is_won(by, end, rounds - 1) == Some(true)))
            }
            Fate::Won { rounds: 1, .. } => return None,
            Fate::Won { by, rounds } => {
                (by.other(), Box::new(move |end| self.is_won(by, end, rounds - 2) == Some(false)))
            }
            Fate::Nobodys => {
                let player = if first { Player::South } else { Player::North };
                (player, Box::new(move |end| self.is_won(player.other(), end, u32::MAX) == Some(false)))
            }
        })
    }

    /// Whether a player has won the match after a round that South led, or wins it, as is claimed, within so many rounds.
    /// Nothing if nothing is claimed.
    fn is_won(&self, player: Player, end: RoundResult, rounds: u32) -> Option<bool> {
        match after(&self.terms, end) {
            NextRound::Over { winner } => Some(winner == Some(player)),
            NextRound::Opens(_) if rounds == 0 => Some(false),
            NextRound::Opens(opening) => {
                let leader = opening.to_move();
                let held = |player| end.reserves.of(player);
                let fate = self.fate([held(leader), held(leader.other())])?;
                // In the state, who leads is called South.
                let called = if player == leader { Player::South } else { Player::North };
                Some(matches!(fate, Fate::Won { by, rounds: needed } if by == called && needed <= rounds))
            }
        }
    }
}

/// Whether an end of a round is good enough.
type GoodEnough<'a> = Box<dyn Fn(RoundResult) -> bool + 'a>;

/// All counters of the round.
fn opening_counters(opening: &Position) -> usize {
    opening.ring().total() + opening.reserves().total()
}

/// The ends of a round that are good enough.
struct Aim {
    /// For each way a round can end, and each number of counters that South may hold then: how many ends with fewer are
    /// not good enough.
    bad_below: [Vec<usize>; 4],
}

impl Aim {
    fn new(terms: &MatchTerms, counters: usize, good: &dyn Fn(RoundResult) -> bool) -> Aim {
        debug_assert!(counters <= terms.size.counters());
        let bad_below = [0, 1, 2, 3].map(|way| {
            let held = if way == 3 { counters.saturating_sub(1) } else { counters } as u8;
            let (ending, remainder_taken_by) = match way {
                0 => (Ending::NoMove, Some(Player::South)),
                1 => (Ending::NoMove, Some(Player::North)),
                _ => (Ending::Repetition, None),
            };
            let mut below = vec![0];
            for south in 0..=held {
                let reserves = Reserves::new(south, held - south);
                let bad = !good(RoundResult { ending, reserves, remainder_taken_by, plies: 0 });
                below.push(below[usize::from(south)] + usize::from(bad));
            }
            below
        });
        Aim { bad_below }
    }

    /// Whether all ends are good in which South holds from `first` to `last`, both included.
    fn all_good(&self, way: usize, first: usize, last: usize) -> bool {
        self.bad_below[way][last + 1] == self.bad_below[way][first]
    }

    /// Whether an end is good; it must be one of a round with so many counters.
    fn is_good(&self, end: RoundResult, counters_left: usize) -> bool {
        let south = usize::from(end.reserves.south());
        let way = match end.remainder_taken_by {
            Some(Player::South) => 0,
            Some(Player::North) => 1,
            None => 2 + counters_left % 2,
        };
        self.all_good(way, south, south)
    }

    /// Whether every end that there can still be is good.
    fn is_reached_anyhow(&self, position: &Position) -> bool {
        let (south, left) = (usize::from(position.reserves().south()), position.ring().total());
        (0..3).all(|way| self.all_good(way, south, south + left))
            && (left == 0 || self.all_good(3, south, south + left - 1))
    }

    /// Goes through all positions that come up when `player` follows the strategy. Tells how many.
    fn walk(&self, rules: Rules, player: Player, opening: Position, strategy: &[u8]) -> Result<usize, What> {
        let mut walk = Walk { aim: self, rules, player, moves: strategy.iter(), on_the_way: HashMap::new() };
        // Where each position on the way stands, and what comes after it that has not been looked at, last first.
        let mut way = Vec::new();
        way.extend(walk.enter(opening)?);
        while let Some((position, next)) = way.last_mut() {
            if let Some(after) = next.pop() {
                let entered = walk.enter(after)?;
                way.extend(entered);
            } else {
                walk.on_the_way.insert(*position, false);
                way.pop();
            }
        }
        if walk.moves.next().is_some() { Err(What::MovesLeft) } else { Ok(walk.on_the_way.len()) }
    }
}

/// Going through the positions of a strategy.
struct Walk<'a> {
    aim: &'a Aim,
    rules: Rules,
    player: Player,
    moves: std::slice::Iter<'a, u8>,
    /// The positions that were met, and whether they are on the way to the one in hand.
    on_the_way: HashMap<Position, bool>,
}

impl Walk<'_> {
    /// Comes to a position: what has to be looked at after it, last first. Nothing if it needs no looking into.
    fn enter(&mut self, position: Position) -> Result<Option<(Position, Vec<Position>)>, What> {
        if self.aim.is_reached_anyhow(&position) {
            return Ok(None);
        }
        let split = RoundResult::split(&position, Ending::Repetition, 0);
        let split_is_good = self.aim.is_good(split, position.ring().total());
        if let Some(&is_on_the_way) = self.on_the_way.get(&position) {
            // E3.
            return if is_on_the_way && !split_is_good { Err(What::GoesRound(position)) } else { Ok(None) };
        }
        let end = match end_without_history(self.rules, &position) {
            Some(Ending::NoMove) => Some(RoundResult::no_move(&position, 0)),
            Some(_) => Some(split),
            None => None,
        };
        if let Some(end) = end {
            let good = self.aim.is_good(end, position.ring().total());
            return if good { Ok(None) } else { Err(What::Misses(position)) };
        }
        let full = |&place: &usize| position.ring().counters()[place] > 0;
        let row = position.ring().row(position.to_move());
        let places: Vec<usize> = if position.to_move() == self.player {
            let place = usize::from(*self.moves.next().ok_or(What::TooShort(position))?);
            row.skip(place).take(1).filter(full).collect()
        } else {
            row.filter(full).collect()
        };
        if places.is_empty() {
            return Err(What::NoMove(position));
        }
        let mut next = Vec::new();
        for place in places {
            match sow(self.rules, &position, place) {
                Outcome::Ended { after, .. } => next.push(after),
                // M8.
                Outcome::Endless if self.rules.reading().endless == Endless::Split => {
                    if !split_is_good {
                        return Err(What::Misses(position));
                    }
                }
                Outcome::Endless if position.to_move() == self.player => return Err(What::NoMove(position)),
                Outcome::Endless => {}
            }
        }
        self.on_the_way.insert(position, true);
        next.reverse();
        Ok(Some((position, next)))
    }
}

/// Why a claim about a state is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchFlaw {
    /// What South, who leads, and North hold.
    state: [u8; 2],
    what: What,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
enum What {
    NotClaimed,
    NoSuchState,
    /// A state is said to be won within no rounds at all.
    NoRounds,
    /// A move is asked for after the last one.
    TooShort(Position),
    /// There are moves that are not asked for.
    MovesLeft,
    /// The strategy's move can't be made.
    NoMove(Position),
    /// The round ends, and not as it should.
    Misses(Position),
    /// Play can come back here for ever, and the split is not good enough.
    GoesRound(Position),
}

impl fmt::Display for MatchFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [leader, other] = self.state;
        write!(f, "the leader holding {leader} and the other {other}: ")?;
        match &self.what {
            What::NotClaimed => write!(f, "nothing is claimed"),
            What::NoSuchState => write!(f, "there is no such round"),
            What::NoRounds => write!(f, "it takes a round at least to win"),
            What::TooShort(position) => write!(f, "the strategy has no move for {position}"),
            What::MovesLeft => write!(f, "the strategy has more moves than are asked for"),
            What::NoMove(position) => write!(f, "the strategy's move can't be made at {position}"),
            What::Misses(position) => write!(f, "the round can end at {position}, which is not good enough"),
            What::GoesRound(position) => write!(f, "play can come back to {position} for ever"),
        }
    }
}

impl Error for MatchFlaw {}
