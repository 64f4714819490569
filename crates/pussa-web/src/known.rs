//! What is known of positions' values without a search: endgame databases, strong solutions. More can come while the
//! server runs.

use pussa_engine::Oracle;
use pussa_rules::{Move, Reading, Round, Side, Unfilled};
use pussa_solver::{ProofFile, Record};
use serde::Serialize;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

/// Oracles that tell values at once, and how it stands with strong solutions. Clones share what they know.
#[derive(Clone, Default)]
pub struct Known {
    shelf: Arc<RwLock<Shelf>>,
}

#[derive(Default)]
struct Shelf {
    oracles: Vec<Arc<dyn Oracle>>,
    proofs: Vec<Arc<ProofFile>>,
    strong: Vec<Strong>,
}

/// How it stands with a strong solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strong {
    /// The game.
    pub game: String,
    /// Its reading.
    pub reading: String,
    /// `making`, `ready` or `failed`.
    pub state: &'static str,
    /// In words: where it lies, or what went wrong.
    pub about: String,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").field("strong", &self.strong()).finish_non_exhaustive()
    }
}

impl Known {
    /// Adds an oracle: what it tells without effort is told beside the moves from here on.
    pub fn add(&self, oracle: Arc<dyn Oracle>) {
        self.shelf.write().unwrap_or_else(PoisonError::into_inner).oracles.push(oracle);
    }

    /// Adds a proof: the values that it has are told from here on, and its moves.
    pub fn add_proof(&self, proof: ProofFile) {
        self.shelf.write().unwrap_or_else(PoisonError::into_inner).proofs.push(Arc::new(proof));
    }

    /// Says how it stands with the strong solution of a game under a reading.
    pub fn tell(&self, news: Strong) {
        let strong = &mut self.shelf.write().unwrap_or_else(PoisonError::into_inner).strong;
        strong.retain(|other| (&other.game, &other.reading) != (&news.game, &news.reading));
        strong.push(news);
    }

    /// How it stands with the strong solutions there are.
    pub(crate) fn strong(&self) -> Vec<Strong> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner).strong.clone()
    }

    /// The value of where a round stands, for the player to move, if an oracle has it.
    pub(crate) fn value(&self, round: &Round) -> Option<i16> {
        let proved = self.record(round).filter(|record| record.low == record.high);
        if let Some(record) = proved {
            return Some(record.low);
        }
        let (variant, board) = (round.variant(), round.board().without_reserves());
        let ring = round.sower().ring();
        let oracles = self.shelf.read().unwrap_or_else(PoisonError::into_inner).oracles.clone();
        oracles.iter().find_map(|oracle| {
            let reach = oracle.reach(&variant, ring)?;
            let reaches = board.total() <= u32::from(reach);
            reaches.then(|| oracle.bounds(&variant, ring, round.side(), board, 0).value())?
        })
    }
}

impl Known {
    /// The best move where a round stands, if a proof has its value.
    pub(crate) fn best(&self, round: &Round) -> Option<Move> {
        self.record(round).filter(|record| record.low == record.high)?.mv
    }

    /// What a proof says of where a round stands. A part that can't be read is as good as none.
    fn record(&self, round: &Round) -> Option<Record> {
        let of_round = |reading: Reading| Reading { unfilled: Unfilled::default(), ..reading };
        let proofs = self.shelf.read().unwrap_or_else(PoisonError::into_inner).proofs.clone();
        let fits = |proof: &&Arc<ProofFile>| {
            let (theirs, ours) = (proof.head().variant, round.variant());
            let same_rules = theirs.game() == ours.game() && of_round(theirs.reading()) == of_round(ours.reading());
            same_rules && proof.head().root.layout().ring() == round.sower().ring()
        };
        let (side, board) = (round.side(), round.board());
        proofs.iter().filter(fits).find_map(|proof| proof.get(side, board).ok().flatten())
    }
}

/// The margin of a round's reserves for a player.
pub(crate) fn ahead(round: &Round, side: Side) -> i16 {
    let reserve = |side| i16::from(round.position().reserve(side));
    reserve(side) - reserve(side.other())
}
