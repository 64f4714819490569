//! A leg of a pair: one round, or a whole match of them.

use crate::game::{End, Game};
use crate::opening::Opening;
use pussa_rules::{Hole, Match, NextRound, Position, Side, Variant};

/// A leg of a pair: one round, or a whole match of them, with the same sides throughout.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// Its rounds.
    pub games: Vec<Game>,
    winner: Option<Side>,
}

impl Leg {
    /// Who won, or nobody. A round that is forfeited is the end of its match.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// South's holding less North's at the end; `None` if it did not end by the rules.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        self.games.last()?.margin()
    }

    /// What `side` made of it, in half points: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, side: Side) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
}

/// A leg under way: which round comes next, given those that have been played.
pub(crate) struct Course<'a> {
    opening: &'a Opening,
    /// The match, if it is one.
    whole: Option<Match>,
    games: Vec<Game>,
}

impl<'a> Course<'a> {
    /// A round, or a match of at most `rounds`, of a variant.
    pub(crate) fn new(variant: Variant, opening: &'a Opening, rounds: Option<u32>) -> Self {
        Self { opening, whole: rounds.map(|most| Match::new(variant, most)), games: Vec::new() }
    }

    /// Where the next round starts, and the moves given to both sides; `None` if the leg is over.
    pub(crate) fn next(&self) -> Option<(Position, &'a [Hole])> {
        let first = (self.opening.start, self.opening.moves.as_slice());
        let Some(last) = self.games.last() else { return Some(first) };
        match (&self.whole, &last.end) {
            (Some(whole), End::Played(_)) => match whole.next() {
                NextRound::Opening(start) => Some((start, &[])),
                NextRound::Over(_) => None,
            },
            _ => None,
        }
    }

    /// How many rounds have been played.
    pub(crate) fn rounds(&self) -> usize {
        self.games.len()
    }

    /// The next round has been played.
    pub(crate) fn add(&mut self, game: Game) {
        if let (Some(whole), End::Played(outcome)) = (&mut self.whole, &game.end) {
            whole.end_round(*outcome);
        }
        self.games.push(game);
    }

    /// The leg, which is over.
    pub(crate) fn finish(self) -> Leg {
        let last = self.games.last().and_then(Game::winner);
        let winner = match self.whole.map(|whole| whole.next()) {
            Some(NextRound::Over(winner)) => winner,
            Some(NextRound::Opening(_)) | None => last,
        };
        Leg { games: self.games, winner }
    }
}
