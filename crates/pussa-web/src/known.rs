//! What is known without a search, and of matches. More can come while the server runs, and what is missing can be wished
//! for.

use crate::lore::Lore;
use pussa_engine::Oracle;
use pussa_rules::{Round, Side, Variant};
use pussa_solver::ProofFile;
use pussa_solver::matches::MatchTable;
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Tables of matches that are kept at once, and what is told of such tables.
const MOST_TABLES: usize = 16;
const MOST_TOLD: usize = 64;
/// Wishes that wait at once.
const MOST_WISHES: usize = 8;
/// The most counters a hole of games whose tables can be wished for.
const MOST_COUNTERS: u8 = 7;

/// Oracles that tell values at once, proofs, tables of matches, and how it stands with what is being made. Clones share what
/// they know.
#[derive(Clone, Default)]
pub struct Known {
    shelf: Arc<RwLock<Shelf>>,
}

#[derive(Default)]
struct Shelf {
    lore: Arc<Lore>,
    /// The one that came last at the end.
    tables: VecDeque<Arc<MatchTable>>,
    volumes: VecDeque<Volume>,
    /// Tables of matches that are wished for; none are if nobody makes any.
    wishes: Option<VecDeque<Variant>>,
}

/// What a volume of the library holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum VolumeKind {
    /// Every value of a game, from its start.
    StrongSolution,
    /// The values of a game's first moves.
    Book,
    /// Who wins a match, from every holding.
    Match,
}

/// How it stands with a volume of the library: a file with what has been found out about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Volume {
    /// What it holds.
    pub kind: VolumeKind,
    /// The game.
    pub game: String,
    /// Its reading.
    pub reading: String,
    /// Holes in a row.
    pub holes: u8,
    /// Counters a hole at the start.
    pub counters: u8,
    /// `waiting`, `making`, `ready` or `failed`.
    pub state: &'static str,
    /// In words: where it lies, or what went wrong.
    pub about: String,
}

impl Volume {
    /// A volume about a game.
    #[must_use]
    pub fn new(kind: VolumeKind, variant: Variant, state: &'static str, about: String) -> Self {
        let (game, reading) = (variant.game().name().to_owned(), variant.reading().to_string());
        Self { kind, game, reading, holes: variant.holes(), counters: variant.counters(), state, about }
    }

    /// Whether it is the same volume, however it stands.
    fn is(&self, other: &Self) -> bool {
        self.kind == other.kind
            && (&self.game, &self.reading) == (&other.game, &other.reading)
            && (self.holes, self.counters) == (other.holes, other.counters)
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").field("volumes", &self.volumes()).finish_non_exhaustive()
    }
}

impl Known {
    fn shelf(&self) -> RwLockReadGuard<'_, Shelf> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn shelf_mut(&self) -> RwLockWriteGuard<'_, Shelf> {
        self.shelf.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an oracle: what it tells without effort is told beside the moves from here on.
    pub fn add(&self, oracle: Arc<dyn Oracle>) {
        Arc::make_mut(&mut self.shelf_mut().lore).oracles.push(oracle);
    }

    /// Adds a proof: the values that it has are told from here on, and its moves.
    pub fn add_proof(&self, proof: ProofFile) {
        Arc::make_mut(&mut self.shelf_mut().lore).proofs.push(Arc::new(proof));
    }

    /// Adds the table of a match, in place of the one that came first if there are too many.
    pub fn add_table(&self, table: MatchTable) {
        let mut held = self.shelf_mut();
        if held.tables.len() >= MOST_TABLES
            && let Some(gone) = held.tables.pop_front()
        {
            // It can be wished for again.
            let gone = Volume::new(VolumeKind::Match, gone.variant(), "", String::new());
            held.volumes.retain(|one| !one.is(&gone));
        }
        held.tables.push_back(Arc::new(table));
    }

    /// Says how it stands with a volume of the library.
    pub fn tell(&self, news: Volume) {
        let mut held = self.shelf_mut();
        held.volumes.retain(|other| !other.is(&news));
        held.volumes.push_back(news);
        if held.volumes.len() > MOST_TOLD {
            held.volumes.pop_front();
        }
    }

    /// How it stands with the volumes there are.
    pub(crate) fn volumes(&self) -> Vec<Volume> {
        self.shelf().volumes.iter().cloned().collect()
    }

    /// What is known of values now.
    pub(crate) fn lore(&self) -> Arc<Lore> {
        Arc::clone(&self.shelf().lore)
    }

    /// The table of a game's matches, if it is there.
    pub(crate) fn table(&self, variant: Variant) -> Option<Arc<MatchTable>> {
        self.shelf().tables.iter().find(|table| table.variant() == variant).map(Arc::clone)
    }

    /// How it stands with the table of a game's matches, which is wished for if there is none and somebody makes such:
    /// `ready`, `making`, `waiting`, `failed`, or `none`.
    pub(crate) fn wish(&self, variant: Variant) -> &'static str {
        if self.table(variant).is_some() {
            return "ready";
        }
        let mut held = self.shelf_mut();
        let news = Volume::new(VolumeKind::Match, variant, "waiting", String::new());
        if let Some(volume) = held.volumes.iter().find(|one| one.is(&news)) {
            return volume.state;
        }
        match &mut held.wishes {
            Some(wishes) if wishes.len() < MOST_WISHES && variant.counters() <= MOST_COUNTERS => {
                wishes.push_back(variant);
                held.volumes.push_back(news);
                "waiting"
            }
            _ => "none",
        }
    }

    /// From here on, wishes are granted.
    pub(crate) fn take_wishes(&self) {
        self.shelf_mut().wishes.get_or_insert_default();
    }

    /// The wish that has waited longest.
    pub(crate) fn next_wish(&self) -> Option<Variant> {
        self.shelf_mut().wishes.as_mut()?.pop_front()
    }
}

/// The margin of a round's reserves for a player.
pub(crate) fn ahead(round: &Round, side: Side) -> i16 {
    let reserve = |side| i16::from(round.position().reserve(side));
    reserve(side) - reserve(side.other())
}
