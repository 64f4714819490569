//! Which ends of a round belong to a layer: those from which a player wins the match within so many rounds.

use super::ends::{End, Ends};
use super::fate::{Known, NEVER, Part};
use pussa_rules::{NextRound, Side, Variant};

/// What follows an end of a round that South led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The match is over; this player has won it, or nobody.
    Over(Option<Side>),
    /// A round that `leader`, holding so many counters, leads.
    State {
        leader: Side,
        holding: u8,
        /// Whether a counter has been lost.
        odd: bool,
    },
}

/// All ends of rounds with one number of counters in all, and what follows them.
#[derive(Debug)]
pub(crate) struct Layers {
    all: Vec<(End, u8, Next)>,
}

/// Two sets of ends: those that belong to a layer for sure, and those that may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) sure: Ends,
    pub(crate) possible: Ends,
}

impl Layers {
    /// The ends of rounds that begin with `total` counters in all.
    pub(crate) fn new(variant: Variant, total: u8) -> Self {
        let mut all = Vec::new();
        for end in End::ALL {
            let odd = end == End::Split { odd: true };
            let Some(left) = total.checked_sub(u8::from(odd)) else { continue };
            let remainder = if let End::Taken(side) = end { Some(side) } else { None };
            for south in 0..=left {
                let next = match variant.next_round([south, left - south], Side::South, remainder) {
                    NextRound::Over(winner) => Next::Over(winner),
                    NextRound::Opening(position) => {
                        let leader = position.side();
                        let holding = if leader == Side::South { south } else { left - south };
                        Next::State { leader, holding, odd }
                    }
                };
                all.push((end, south, next));
            }
        }
        Self { all }
    }

    /// All of them.
    pub(crate) fn every(&self) -> Ends {
        let mut every = Ends::default();
        for &(end, south, _) in &self.all {
            every.insert(end, south);
        }
        every
    }

    /// From which ends this player, South having led, wins the match within so many rounds. `known` tells what is known of
    /// states by the leader's holding, and by whether a counter has been lost.
    pub(crate) fn layer(&self, of: Side, rounds: u16, known: &impl Fn(u8, bool) -> Known) -> Layer {
        let mut layer = Layer::default();
        for &(end, south, next) in &self.all {
            let (sure, possible) = match next {
                Next::Over(winner) => (winner == Some(of), winner == Some(of)),
                Next::State { leader, holding, odd } => {
                    let part = if leader == of { Part::Leader } else { Part::Other };
                    let chances = known(holding, odd).chances(part);
                    (chances.within != NEVER && chances.within <= rounds, chances.beyond < rounds)
                }
            };
            if sure {
                layer.sure.insert(end, south);
            }
            if possible {
                layer.possible.insert(end, south);
            }
        }
        layer
    }

    /// The states that these ends lead to: what the leader holds, and whether a counter has been lost.
    pub(crate) fn states(&self, ends: &Ends) -> impl Iterator<Item = (u8, bool)> {
        let there = self.all.iter().filter(|&&(end, south, _)| ends.contains(end, south));
        there.filter_map(|&(_, _, next)| match next {
            Next::State { holding, odd, .. } => Some((holding, odd)),
            Next::Over(_) => None,
        })
    }
}
