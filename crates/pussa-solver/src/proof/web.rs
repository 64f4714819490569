//! Which positions of a level lean on which: the way back that ranks are found on.

use pussa_rules::Move;

/// Which positions lean on which.
pub(super) struct Web {
    /// For each position, the last thread that leads from it; [`Web::NONE`] if there is none.
    last: Vec<u32>,
    /// The positions that lean on others, by which move, and the thread before that from the same position.
    threads: Vec<(u32, Move, u32)>,
    /// How many positions each leans on that have no rank.
    pub(super) waits: Vec<u8>,
}

impl Web {
    const NONE: u32 = u32::MAX;

    pub(super) fn new(positions: usize) -> Self {
        Self { last: vec![Self::NONE; positions], threads: Vec::new(), waits: vec![0; positions] }
    }

    /// `on` leans on `index`, by a move.
    pub(super) fn add(&mut self, index: usize, on: usize, mv: Move) {
        let before = std::mem::replace(&mut self.last[index], self.threads.len() as u32);
        self.threads.push((on as u32, mv, before));
    }

    /// All that lean on a position, each with the move by which it does.
    pub(super) fn of(&self, index: usize) -> Vec<(usize, Move)> {
        let mut next = self.last[index];
        std::iter::from_fn(|| {
            let (on, mv, before) = *self.threads.get(next as usize)?;
            next = before;
            Some((on as usize, mv))
        })
        .collect()
    }
}
