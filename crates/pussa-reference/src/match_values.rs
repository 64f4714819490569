//! Who wins the match, and in how many rounds at most, from every holding of a small game: plainly and completely.
//! It is what a faster way of finding that out is tested against.
//!
//! A *state* of a match, between two rounds, is who leads and what each player holds (T1 to T6). Counters that E3 leaves
//! out are gone for good, so what both hold together tells all else. With South and North exchanged the rules are the
//! same, so here the leader is always South.
//!
//! A round from a state ends the match or leads to another state. Say that a player wins a state *within* `n` rounds if
//! that player can make sure that the round ends with the match won, or in a state won within `n − 1`: a least fixed
//! point, found round by round. A state that neither player wins within any number of rounds is nobody's: each can keep
//! the other from winning for ever. No limit of rounds is looked at (T7).
//!
//! A round with such an aim is a game in which the aim is reached or is not. Its positions tell the reserves too, and
//! those with the same reserves are one *level*: captured counters never come back, so a level that is left is left for
//! good, and play that goes on for ever stays in one. That is worth what E3 pays, and as each half is of the same
//! counters all over a level, it is known for the whole of it whether the split reaches the aim.
//! - Where it does not, the aim is reached from where finitely many steps show it: the least set of positions from which
//!   some move of the player whose aim it is, or every move of the other, leads to the aim or into the set.
//! - Where it does, the aim is missed from where finitely many steps show that; all other positions reach it.

use std::collections::HashMap;

use crate::{
    Ending, Endless, LastRound, MatchTerms, NextRound, Outcome, Player, Position, Reserves, RoundResult, Rules, Size,
    end_without_history, next_round, sow,
};

/// What becomes of a match from a state, if both play as well as can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// A player wins, within so many rounds and in no fewer. South is the player who leads.
    Won {
        /// Who wins.
        by: Player,
        /// How many rounds it takes at most, the one to be played included: at least 1.
        rounds: u32,
    },
    /// Neither player can make sure of winning.
    Nobodys,
}

/// The fate of every state of a match of a small game.
///
/// ```
/// use pussa_reference::{Fate, Game, MatchValues, Player, Rules, Size};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let values = MatchValues::of(Rules::of(Game::RajaPasu), Size::new(2, 2)?);
/// // Who leads with six counters against two wins the match in this round.
/// assert_eq!(values.fate(6, 2), Some(Fate::Won { by: Player::South, rounds: 1 }));
/// // One counter does not fill a hole.
/// assert_eq!(values.fate(7, 1), None);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct MatchValues {
    terms: MatchTerms,
    /// By what South, who leads, and North hold.
    fates: HashMap<[u8; 2], Fate>,
}

impl MatchValues {
    /// Works out every state of a match, those with fewer counters than the game has included.
    ///
    /// Every position of every round is looked at, again and again: a game of 3 holes a row with 4 counters each takes
    /// seconds.
    #[must_use]
    pub fn of(rules: Rules, size: Size) -> MatchValues {
        let terms = MatchTerms { size, ..MatchTerms::of(rules) };
        let mut values = MatchValues { terms, fates: HashMap::new() };
        for total in 0..=size.counters() as u8 {
            values.settle(total);
        }
        values
    }

    /// What becomes of the match if South leads and holds so many counters, and North so many. Nothing if there is no
    /// such round: if the match is over then, if North would lead, or if the game has not so many counters.
    #[must_use]
    pub fn fate(&self, leader: u8, other: u8) -> Option<Fate> {
        self.fates.get(&[leader, other]).copied()
    }

    /// Every state with its fate, in ascending order of what the leader and the other hold.
    #[must_use]
    pub fn all(&self) -> Vec<([u8; 2], Fate)> {
        let mut all: Vec<_> = self.fates.iter().map(|(&state, &fate)| (state, fate)).collect();
        all.sort_by_key(|&(state, _)| state);
        all
    }

    /// Works out the states with so many counters in all; those with fewer are known.
    fn settle(&mut self, total: u8) {
        let rounds: Vec<_> = (0..=total)
            .filter_map(|leader| {
                let state = [leader, total - leader];
                Some((state, RoundGraph::from(self.terms, opening(&self.terms, state)?)))
            })
            .collect();
        // States with fewer counters may take longer than those found so far; there are finitely many.
        let longest = self.fates.values().map(|fate| fate.rounds()).max().unwrap_or(0);
        for number in 1.. {
            let before = self.fates.len();
            let found: Vec<_> = rounds
                .iter()
                .filter(|(state, _)| !self.fates.contains_key(state))
                .filter_map(|(state, round)| Some((*state, self.winner_within(round, number)?)))
                .collect();
            self.fates.extend(found.iter().map(|&(state, by)| (state, Fate::Won { by, rounds: number })));
            if self.fates.len() == before && number > longest {
                break;
            }
        }
        for (state, _) in rounds {
            self.fates.entry(state).or_insert(Fate::Nobodys);
        }
    }

    /// Who can make sure that this round ends with the match won or in a state won within `rounds − 1`, if anybody can.
    fn winner_within(&self, round: &RoundGraph, rounds: u32) -> Option<Player> {
        [Player::South, Player::North].into_iter().find(|&player| {
            let wins = |ending: RoundResult| self.is_won(player, ending, rounds - 1);
            round.can_force(player, &wins)
        })
    }

    /// Whether a player has won the match, or wins it within so many rounds, after a round that South led.
    fn is_won(&self, player: Player, result: RoundResult, rounds: u32) -> bool {
        match after(&self.terms, result) {
            NextRound::Over { winner } => winner == Some(player),
            NextRound::Opens(opening) => {
                let leader = opening.to_move;
                let held = |player| result.reserves.of(player);
                let fate = self.fates.get(&[held(leader), held(leader.other())]);
                // In the state, who leads is called South.
                let called = if player == leader { Player::South } else { Player::North };
                matches!(fate, Some(Fate::Won { by, rounds: needed }) if *by == called && *needed <= rounds)
            }
        }
    }
}

impl Fate {
    fn rounds(self) -> u32 {
        match self {
            Fate::Won { rounds, .. } => rounds,
            Fate::Nobodys => 0,
        }
    }
}

/// What follows a round that South led. The number of rounds is not looked at (T7).
pub(crate) fn after(terms: &MatchTerms, result: RoundResult) -> NextRound {
    let terms = MatchTerms { max_rounds: std::num::NonZeroU32::MAX, ..*terms };
    next_round(&terms, LastRound::new(1, Player::South, &result)).expect("the game has so many counters")
}

/// The board of the round that South leads with these holdings, South's first; nothing if there is no such round.
pub(crate) fn opening(terms: &MatchTerms, [south, north]: [u8; 2]) -> Option<Position> {
    // T3: who took the counters left leads. T6: who did not lead, if both hold the same.
    let last = LastRound {
        number: 1,
        leader: Player::North,
        holdings: Reserves::new(south, north),
        remainder_taken_by: Some(Player::South),
    };
    let terms = MatchTerms { max_rounds: std::num::NonZeroU32::MAX, ..*terms };
    match next_round(&terms, last) {
        Ok(NextRound::Opens(position)) if position.to_move == Player::South => Some(position),
        _ => None,
    }
}

/// All positions that a round can come to, and where their moves lead.
struct RoundGraph {
    /// In no order.
    spots: Vec<Spot>,
    /// The numbers of the spots, level by level, those with the fewest counters on the board first.
    levels: Vec<Vec<usize>>,
}

/// One of them.
struct Spot {
    to_move: Player,
    /// How it is shared out if play goes on for ever here (E3).
    split: RoundResult,
    /// Where the moves lead; if the round is over here, there are none but one step to its end.
    steps: Vec<Step>,
}

/// Where a move leads.
enum Step {
    /// To the spot with this number.
    To(usize),
    /// To the end of the round.
    End(RoundResult),
}

impl RoundGraph {
    /// Everything that can come of a round from this position.
    fn from(terms: MatchTerms, opening: Position) -> RoundGraph {
        let mut graph = RoundGraph { spots: Vec::new(), levels: Vec::new() };
        let mut numbers = HashMap::from([(opening, 0)]);
        let mut positions = vec![opening];
        while let Some(&position) = positions.get(graph.spots.len()) {
            let steps = steps(terms.rules, &position, &mut numbers, &mut positions);
            let split = RoundResult::split(&position, Ending::Repetition, 0);
            graph.spots.push(Spot { to_move: position.to_move, split, steps });
        }
        let mut levels: HashMap<Reserves, Vec<usize>> = HashMap::new();
        for (number, position) in positions.iter().enumerate() {
            levels.entry(position.reserves).or_default().push(number);
        }
        graph.levels = levels.into_values().collect();
        graph.levels.sort_by_key(|level| positions[level[0]].ring.total());
        graph
    }

    /// Whether a player can make sure from the opening that the round ends as it is to.
    fn can_force(&self, player: Player, aim: &impl Fn(RoundResult) -> bool) -> bool {
        let mut reaches = vec![false; self.spots.len()];
        for level in &self.levels {
            // Whether play without end is good enough.
            let split = aim(self.spots[level[0]].split);
            for &number in level {
                reaches[number] = split;
            }
            // Nothing but what follows from the steps changes that, as long as it changes anything.
            loop {
                let mut changes = false;
                for &number in level {
                    let spot = &self.spots[number];
                    let mut good = spot.steps.iter().map(|step| match step {
                        Step::To(to) => reaches[*to],
                        Step::End(result) => aim(*result),
                    });
                    let forced = if spot.to_move == player { good.any(|good| good) } else { good.all(|good| good) };
                    changes |= forced != reaches[number];
                    reaches[number] = forced;
                }
                if !changes {
                    break;
                }
            }
        }
        reaches[0]
    }
}

/// Where the moves of a position lead. Positions not met before are numbered and put at the end.
fn steps(
    rules: Rules,
    position: &Position,
    numbers: &mut HashMap<Position, usize>,
    positions: &mut Vec<Position>,
) -> Vec<Step> {
    match end_without_history(rules, position) {
        Some(Ending::NoMove) => return vec![Step::End(RoundResult::no_move(position, 0))],
        Some(ending) => return vec![Step::End(RoundResult::split(position, ending, 0))],
        None => {}
    }
    let full = position.ring.row(position.to_move).filter(|&place| position.ring.counters[place] > 0);
    let mut steps = Vec::new();
    for place in full {
        match sow(rules, position, place) {
            Outcome::Ended { after, .. } => {
                let number = *numbers.entry(after).or_insert_with(|| {
                    positions.push(after);
                    positions.len() - 1
                });
                steps.push(Step::To(number));
            }
            // M8.
            Outcome::Endless if rules.reading().endless == Endless::Split => {
                steps.push(Step::End(RoundResult::split(position, Ending::Endless, 0)));
            }
            Outcome::Endless => {}
        }
    }
    steps
}
