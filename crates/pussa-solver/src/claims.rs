//! Answers that hold on the path only, kept until it is known whether they hold at all.

use pussa_rules::{Board, Move, Side};
use rustc_hash::FxHashMap;

/// An answer of the player for whom play without end is good enough, to whether the margin to come is `least` or more:
/// it leans on the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    pub(crate) board: Board,
    pub(crate) mover: Side,
    pub(crate) least: i32,
    /// Whether the answer is yes.
    pub(crate) holds: bool,
    pub(crate) mv: Option<Move>,
    /// The binary logarithm of the positions looked at for it.
    pub(crate) work: u8,
    /// The lowest ply of the path that it leans on.
    pub(crate) leans_on: usize,
}

/// All claims there are, those of the position looked into last at the end.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    all: Vec<Claim>,
    places: FxHashMap<(Board, Side), usize>,
    /// How many were settled.
    #[cfg(test)]
    pub(crate) settled: usize,
    /// How many were taken back.
    #[cfg(test)]
    pub(crate) taken_back: usize,
}

impl Claims {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.places.clear();
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The claim about a position.
    #[inline]
    pub(crate) fn get(&self, board: Board, mover: Side) -> Option<&Claim> {
        if self.all.is_empty() {
            return None;
        }
        self.places.get(&(board, mover)).map(|&place| &self.all[place])
    }

    pub(crate) fn push(&mut self, claim: Claim) {
        self.places.insert((claim.board, claim.mover), self.all.len());
        self.all.push(claim);
    }

    /// Takes back those from number `first` on.
    pub(crate) fn take_back(&mut self, first: usize) {
        for claim in self.all.drain(first..) {
            self.places.remove(&(claim.board, claim.mover));
            #[cfg(test)]
            {
                self.taken_back += 1;
            }
        }
    }

    /// Those from number `first` on lean on ply `leans_on` too, if that is lower than what they leaned on.
    pub(crate) fn lower(&mut self, first: usize, leans_on: usize) {
        for claim in &mut self.all[first..] {
            claim.leans_on = claim.leans_on.min(leans_on);
        }
    }

    /// Takes out those from number `first` on that lean on nothing below `ply`, and hands them over.
    pub(crate) fn settle(&mut self, first: usize, ply: usize, mut settled: impl FnMut(Claim)) {
        let mut left = first;
        for place in first..self.all.len() {
            let claim = self.all[place];
            if claim.leans_on >= ply {
                self.places.remove(&(claim.board, claim.mover));
                settled(claim);
                #[cfg(test)]
                {
                    self.settled += 1;
                }
            } else {
                self.places.insert((claim.board, claim.mover), left);
                self.all[left] = claim;
                left += 1;
            }
        }
        self.all.truncate(left);
    }
}
