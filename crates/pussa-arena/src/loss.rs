//! Exact loss: how many counters each move of a round loses against perfect play, as far as an oracle can tell within an
//! effort.

use crate::game::{End, Game, Spent};
use pussa_engine::{Bounds, Findings, Oracle};
use pussa_rules::{Board, Ending, Position, Ring, Round, Side, Variant};
use std::sync::atomic::AtomicBool;

/// The counters that a move loses against perfect play: the value of the position before it (RULES E5) less what the move
/// is worth, which is what it captures less the value of the position after it; both for who makes it.
///
/// Values know nothing of the round's past, with one exception: a move that ends the round by repetition (E3) is worth
/// nothing, for that is what is paid, and so loses the value of the position it is made in. Where that is below zero, the
/// loss is: the player has got away with something. All other losses are zero or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It is proved.
    Exactly(i16),
    /// It is so much or more, and so much is more than nothing.
    AtLeast(i16),
    /// Nobody knows whether it loses anything.
    Open,
}

impl Loss {
    /// Of a position with such a value, for a move with such a worth.
    fn between(value: Bounds, worth: Bounds) -> Self {
        // No move is worth more than the best one.
        let (value_low, worth_high) = (value.low().max(worth.low()), worth.high().min(value.high()));
        Self::from_bounds((value_low - worth_high).max(0), value.high() - worth.low())
    }

    fn from_bounds(least: i16, most: i16) -> Self {
        match least {
            exact if least == most => Self::Exactly(exact),
            1.. => Self::AtLeast(least),
            _ => Self::Open,
        }
    }

    /// The loss, if it is proved.
    #[must_use]
    pub fn exact(self) -> Option<i16> {
        if let Self::Exactly(loss) = self { Some(loss) } else { None }
    }
}

/// A move of an engine, judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// How many moves were made before it in the round, those of the opening included.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// The counters in the holes before it.
    pub counters: u8,
    /// How far the round had come before it.
    pub phase: Phase,
    /// What it lost.
    pub loss: Loss,
}

/// How far a round has come: a third of the moves that its engines made in it. The moves of its opening, which were given
/// to both, belong to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first third.
    Opening,
    /// The second.
    Middle,
    /// The last.
    End,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::End];

    /// Its name: `opening`, `middle` or `end`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }

    /// After so many of all moves.
    fn of(made: usize, all: usize) -> Self {
        match 3 * made {
            three_times if three_times < all => Self::Opening,
            three_times if three_times < 2 * all => Self::Middle,
            _ => Self::End,
        }
    }
}

/// The moves of a round's engines, judged, and what that took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// All of them, in their order; the moves of the opening, which were given to both, are left out.
    pub moves: Vec<JudgedMove>,
    /// What it took: processor time where the system tells it, and positions looked at.
    pub spent: Spent,
}

/// The positions of a round from where its engines took over, as far as they matter for judging its moves.
pub(crate) struct Trail {
    ring: Ring,
    /// Those in which a move was made, and the last one if the round did not end there by the rules.
    course: Vec<(Side, Board)>,
    /// What each move captured, less what it gave to the other player's reserve.
    gains: Vec<i16>,
    opening: usize,
    end: TrailEnd,
}

/// Where a trail leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TrailEnd {
    /// To an end by the rules, which pays the player of the last move so much.
    Paid(i16),
    /// To a repetition, which pays nothing.
    Repetition,
    /// To a position like others.
    Open,
}

impl Trail {
    /// The trail of a game.
    pub(crate) fn of(variant: Variant, game: &Game) -> Self {
        let mut round = Round::new(variant, game.start);
        let mut trail = Self {
            ring: game.start.layout().ring(),
            course: Vec::with_capacity(game.moves.len() + 1),
            gains: Vec::with_capacity(game.moves.len()),
            opening: game.opening.len(),
            end: TrailEnd::Open,
        };
        for (ply, hole) in game.moves.iter().enumerate() {
            let before = round.position();
            round.play(hole.letter()).expect("it has been made before");
            if ply >= trail.opening {
                trail.course.push((before.side(), before.board().without_reserves()));
                trail.gains.push(ahead(&round.position(), before.side()) - ahead(&before, before.side()));
            }
        }
        trail.end = match &game.end {
            End::Played(outcome) if outcome.ending == Ending::Repetition => TrailEnd::Repetition,
            // E1: who moved last takes what is left; E2 and M8: it is split.
            End::Played(outcome) if outcome.ending == Ending::NoMove => TrailEnd::Paid(round.board().total() as i16),
            End::Played(_) => TrailEnd::Paid(0),
            End::Adjudicated { .. } | End::Forfeited { .. } => TrailEnd::Open,
        };
        if trail.end == TrailEnd::Open {
            trail.course.push((round.side(), round.board().without_reserves()));
        }
        trail
    }

    /// How many moves there are to be judged.
    pub(crate) fn moves(&self) -> usize {
        self.gains.len()
    }

    /// Judges them; `None` if `stop` is set before that is done.
    pub(crate) fn judge(
        &self,
        variant: &Variant,
        oracle: &dyn Oracle,
        effort: u64,
        stop: &AtomicBool,
    ) -> Option<Judged> {
        let found = if self.gains.is_empty() {
            Findings::default()
        } else {
            oracle.bounds_along(variant, self.ring, &self.course, effort, stop)?
        };
        let losses = (0..self.moves()).map(|i| self.loss(i, &found.bounds)).collect();
        Some(self.with(losses, Spent { time: found.time, nodes: found.nodes }))
    }

    /// The moves with what they lost.
    pub(crate) fn with(&self, losses: Vec<Loss>, spent: Spent) -> Judged {
        debug_assert_eq!(losses.len(), self.moves());
        let judged = losses.into_iter().enumerate();
        let judged = judged.map(|(i, loss)| {
            let (side, board) = self.course[i];
            let (ply, counters) = (self.opening + i, board.total() as u8);
            JudgedMove { ply, side, counters, phase: Phase::of(i, self.moves()), loss }
        });
        Judged { moves: judged.collect(), spent }
    }

    /// What a move lost, given what is known of the positions.
    fn loss(&self, i: usize, bounds: &[Bounds]) -> Loss {
        let (value, gain) = (bounds[i], self.gains[i]);
        match (self.end, bounds.get(i + 1)) {
            (_, Some(after)) => {
                let worth = Bounds::new(gain - after.high(), gain - after.low()).unwrap_or(Bounds::exactly(gain));
                Loss::between(value, worth)
            }
            (TrailEnd::Paid(paid), None) => Loss::between(value, Bounds::exactly(gain + paid)),
            (TrailEnd::Repetition | TrailEnd::Open, None) => Loss::from_bounds(value.low(), value.high()),
        }
    }
}

/// How far a player is ahead in reserves.
fn ahead(position: &Position, side: Side) -> i16 {
    i16::from(position.reserve(side)) - i16::from(position.reserve(side.other()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: i16, high: i16) -> Bounds {
        Bounds::new(low, high).unwrap()
    }

    #[test]
    fn a_loss_is_exact_where_both_values_are() {
        assert_eq!(Loss::between(bounds(6, 6), bounds(2, 2)), Loss::Exactly(4));
        assert_eq!(Loss::between(bounds(-3, -3), bounds(-3, -3)), Loss::Exactly(0));
    }

    #[test]
    fn what_is_proved_of_open_values_counts() {
        assert_eq!(Loss::between(bounds(2, 9), bounds(-4, 1)), Loss::AtLeast(1), "2 or more, and the move 1 or less");
        assert_eq!(Loss::between(bounds(-9, 9), bounds(4, 4)), Loss::Open);
        assert_eq!(
            Loss::between(bounds(-9, 4), bounds(4, 9)),
            Loss::Exactly(0),
            "the value is no more than the move's"
        );
    }

    #[test]
    fn a_repetition_loses_what_the_position_was_worth() {
        let [plus, minus] = [bounds(5, 5), bounds(-5, -5)];
        assert_eq!([plus, minus].map(|it| Loss::from_bounds(it.low(), it.high())), [5, -5].map(Loss::Exactly));
        assert_eq!(Loss::from_bounds(2, 5), Loss::AtLeast(2));
        assert_eq!(Loss::from_bounds(-2, 5), Loss::Open);
    }

    #[test]
    fn phases_are_thirds_of_the_moves() {
        use Phase::{End, Middle, Opening};
        let phases = |all| (0..all).map(|made| Phase::of(made, all)).collect::<Vec<_>>();
        assert_eq!(phases(6), [Opening, Opening, Middle, Middle, End, End]);
        assert_eq!(phases(4), [Opening, Opening, Middle, End]);
        assert_eq!(phases(1), [Opening]);
    }
}
