//! The proofs in a folder: what they tell of the positions of rounds.

use crate::bounds::{Bounds, both};
use crate::error::FolderError;
use crate::proof::{Head, ProofError, ProofFile, Scope};
use pussa_rules::{Board, Reading, Ring, Side, Unfilled, Variant};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The proofs of a folder, certificates, books and strong solutions alike.
#[derive(Debug)]
pub(crate) struct Proofs {
    /// By their files' names.
    all: Vec<ProofFile>,
}

/// The reading, as far as a round goes: what becomes of holes between rounds makes no difference within one.
pub(crate) fn of_round(reading: Reading) -> Reading {
    Reading { unfilled: Unfilled::default(), ..reading }
}

impl Proofs {
    /// What the names of their files end with.
    const EXTENSION: &str = "proof";

    /// Opens those that `folder` has of rounds of these games, with rows of at most as many holes as the game has.
    ///
    /// # Errors
    /// If a file is not what its name says, or can't be read.
    pub(crate) fn open(folder: &Path, variants: &[Variant]) -> Result<Self, FolderError> {
        let mut all = Vec::new();
        for path in files(folder)? {
            let proof = ProofFile::open(&path)?;
            if variants.iter().any(|variant| has(variant, proof.head())) {
                all.push(proof);
            }
        }
        Ok(Self { all })
    }

    /// Whether there is one of a game.
    pub(crate) fn any_of(&self, variant: &Variant) -> bool {
        self.all.iter().any(|proof| has(variant, proof.head()))
    }

    pub(crate) fn load(&self) -> Result<(), ProofError> {
        self.all.iter().try_for_each(ProofFile::load)
    }

    /// Bytes of memory for all of them.
    pub(crate) fn memory(&self) -> u64 {
        self.all.iter().map(ProofFile::memory).sum()
    }

    /// What there is, a line for each.
    pub(crate) fn holds(&self) -> impl Iterator<Item = String> {
        self.all.iter().map(|proof| {
            let Head { variant, root, scope, .. } = proof.head();
            let what = match scope {
                Scope::Root => "certificate".into(),
                Scope::Plies(plies) => format!("book of {plies} plies"),
                Scope::Reachable => "strong solution".into(),
            };
            let records = if proof.len() == 1 { "1 record".into() } else { format!("{} records", proof.len()) };
            format!("{}, reading {}, {what} of {root}, {records}", variant.game(), variant.reading())
        })
    }

    /// Those of a game on a ring, each with whether the rows are exchanged.
    fn of(&self, variant: &Variant, ring: Ring) -> impl Iterator<Item = (&ProofFile, bool)> {
        let (game, reading) = (variant.game(), of_round(variant.reading()));
        let holes = |ring: Ring| Side::BOTH.map(|side| ring.holes(side));
        let [south, north] = holes(ring);
        self.all.iter().filter_map(move |proof| {
            let head = proof.head();
            if head.variant.game() != game || of_round(head.variant.reading()) != reading {
                return None;
            }
            let there = holes(head.root.layout().ring());
            let is_turned = there == [north, south] && south != north;
            (is_turned || there == [south, north]).then_some((proof, is_turned))
        })
    }

    /// The most counters of a board that one of them may tell of.
    pub(crate) fn reach(&self, variant: &Variant, ring: Ring) -> Option<u8> {
        self.of(variant, ring).map(|(proof, _)| proof.head().root.board().total() as u8).max()
    }

    /// What they tell of a position.
    #[inline]
    pub(crate) fn bounds(&self, variant: &Variant, ring: Ring, mover: Side, board: Board) -> Bounds {
        let mut known = Bounds::of_counters(board.total() as u8);
        if self.all.is_empty() {
            return known;
        }
        for (proof, is_turned) in self.of(variant, ring) {
            let mover = if is_turned { mover.other() } else { mover };
            // A part that can't be read is as good as none.
            if let Ok(Some(record)) = proof.get(mover, board) {
                known = both(known, Bounds::new(record.low, record.high).unwrap_or(known));
            }
            if known.value().is_some() {
                break;
            }
        }
        known
    }
}

/// Whether a proof is of rounds of a game.
fn has(variant: &Variant, head: &Head) -> bool {
    let ring = head.root.layout().ring();
    head.variant.game() == variant.game()
        && of_round(head.variant.reading()) == of_round(variant.reading())
        && Side::BOTH.into_iter().all(|side| ring.holes(side) <= variant.holes())
}

/// The files of a folder that are proofs by their names, in the order of these.
fn files(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let unread = |source| FolderError::Folder { folder: folder.into(), source };
    let mut files = Vec::new();
    let entries = match folder.read_dir() {
        // There is nothing in it then, and whoever looks for something says so.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(files),
        entries => entries.map_err(unread)?,
    };
    for entry in entries {
        let path = entry.map_err(unread)?.path();
        if path.extension().is_some_and(|extension| extension == Proofs::EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
