//! What is known of positions' values without a search, at one moment: what databases and other oracles tell, and proofs.

use pussa_engine::{Bounds, Oracle};
use pussa_rules::{Board, Move, Reading, Ring, Round, Side, Unfilled, Variant};
use pussa_solver::{ProofFile, Record};
use std::sync::Arc;

/// Oracles, and proofs: certificates, books and strong solutions. It never changes, so that engines may ask it.
#[derive(Clone, Default)]
pub(crate) struct Lore {
    pub(crate) oracles: Vec<Arc<dyn Oracle>>,
    pub(crate) proofs: Vec<Arc<ProofFile>>,
}

impl Lore {
    /// What is at hand of the value of where a round stands, for the player to move.
    pub(crate) fn bounds_of(&self, round: &Round) -> Bounds {
        self.bounds(&round.variant(), round.sower().ring(), round.side(), round.board().without_reserves(), 0)
    }

    /// The best move where a round stands, if a proof has its value.
    pub(crate) fn best(&self, round: &Round) -> Option<Move> {
        let (variant, ring) = (round.variant(), round.sower().ring());
        let records = self.records(&variant, ring, round.side(), round.board().without_reserves());
        records.filter(|record| record.low == record.high).find_map(|record| record.mv)
    }

    /// What proofs say of a position. A part that can't be read is as good as none.
    fn records(&self, variant: &Variant, ring: Ring, mover: Side, board: Board) -> impl Iterator<Item = Record> {
        self.proofs_of(variant, ring).filter_map(move |proof| proof.get(mover, board).ok().flatten())
    }

    /// The proofs that may have a position of a game on a ring.
    fn proofs_of(&self, variant: &Variant, ring: Ring) -> impl Iterator<Item = &ProofFile> {
        let (game, reading) = (variant.game(), of_round(variant.reading()));
        self.proofs.iter().map(Arc::as_ref).filter(move |proof| {
            let head = proof.head();
            let same_rules = head.variant.game() == game && of_round(head.variant.reading()) == reading;
            same_rules && head.root.layout().ring() == ring
        })
    }
}

/// The reading as far as a round goes.
fn of_round(reading: Reading) -> Reading {
    Reading { unfilled: Unfilled::default(), ..reading }
}

impl Oracle for Lore {
    fn reach(&self, variant: &Variant, ring: Ring) -> Option<u8> {
        let proofs = self.proofs_of(variant, ring).map(|proof| proof.head().root.board().total() as u8);
        let oracles = self.oracles.iter().filter_map(|oracle| oracle.reach(variant, ring));
        proofs.chain(oracles).max()
    }

    fn bounds(&self, variant: &Variant, ring: Ring, mover: Side, board: Board, _: u64) -> Bounds {
        let mut known = Bounds::of_counters(board.total() as u8);
        let mut narrow = |low: i16, high: i16| {
            known = Bounds::new(known.low().max(low), known.high().min(high)).unwrap_or(known);
            known.value().is_some()
        };
        if self.records(variant, ring, mover, board).any(|record| narrow(record.low, record.high)) {
            return known;
        }
        for oracle in &self.oracles {
            let reaches = oracle.reach(variant, ring).is_some_and(|reach| board.total() <= u32::from(reach));
            if reaches {
                let told = oracle.bounds(variant, ring, mover, board, 0);
                if narrow(told.low(), told.high()) {
                    break;
                }
            }
        }
        known
    }
}
