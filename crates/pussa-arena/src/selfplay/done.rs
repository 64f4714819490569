//! Which games are done: all up to one of them, and a few that came early.

use std::collections::BTreeSet;
use std::ops::Range;

/// Which games of a block are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    block: Range<u64>,
    /// The first that is not done; all before it are.
    next: u64,
    /// Those done behind it.
    early: BTreeSet<u64>,
}

impl Done {
    /// No game of the block is done.
    #[must_use]
    pub fn none_of(block: Range<u64>) -> Self {
        Self { next: block.start, block, early: BTreeSet::new() }
    }

    /// How many games are done.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.next - self.block.start + self.early.len() as u64
    }

    /// Whether all are.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.next >= self.block.end
    }

    /// The first game that is not done, or the end of the block.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Whether a game is done.
    #[must_use]
    pub fn contains(&self, game: u64) -> bool {
        (self.block.start..self.next).contains(&game) || self.early.contains(&game)
    }

    /// Takes a game for done; false if it was already, or is none of the block.
    pub(super) fn insert(&mut self, game: u64) -> bool {
        let new = self.block.contains(&game) && !self.contains(game) && self.early.insert(game);
        while self.early.remove(&self.next) {
            self.next += 1;
        }
        new
    }

    /// The games of the block.
    pub(super) fn block(&self) -> Range<u64> {
        self.block.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_may_be_done_in_any_order_but_once() {
        let mut done = Done::none_of(3..7);
        assert!(done.insert(5) && !done.insert(5) && !done.insert(2) && !done.insert(7));
        assert_eq!((done.next(), done.count(), done.contains(5), done.contains(3)), (3, 1, true, false));
        assert!(done.insert(3) && done.insert(4) && !done.insert(4) && !done.is_all());
        assert_eq!((done.next(), done.count()), (6, 3));
        assert!(done.insert(6) && done.is_all() && !done.contains(2) && !done.contains(7));
    }
}
