//! The endgame database that a proof leans on: found, seen to be the one it was made with, and checked in its turn.

use super::database::{check_memory, claimed, told, value};
use super::seen_by_mover;
use crate::context::Context;
use crate::output::bar;
use anyhow::{Context as _, bail, ensure};
use pussa_egdb::{Contents, Database, DatabaseError, Index};
use pussa_reference as reference;
use pussa_rules::Side;
use pussa_solver::{Given, ProofFile};
use std::path::Path;

/// The database that a proof leans on, in memory.
pub(super) struct GivenDatabase {
    database: Database,
    /// For each count of counters, whether the proof may lean on what is said of the positions in which South is to move,
    /// and North.
    named: Vec<[bool; 2]>,
}

impl GivenDatabase {
    /// Opens what a proof names, in this folder; nothing if it names nothing.
    pub(super) fn open(proof: &ProofFile, folder: &Path, context: &Context) -> anyhow::Result<Option<Self>> {
        let head = proof.head();
        if head.given.is_empty() {
            return Ok(None);
        }
        let ring = head.root.layout().ring();
        let mut named = vec![[false; 2]; usize::from(Index::MOST_COUNTERS) + 1];
        for given in &head.given {
            let mut it_may_be = false;
            for counters in 0..=Index::MOST_COUNTERS {
                for mover in Side::BOTH {
                    if Contents::new(head.variant, ring, mover, counters).file_name() == given.name {
                        named[usize::from(counters)][mover.index()] = true;
                        it_may_be = true;
                    }
                }
            }
            let what = "which is no file of a database of its game, reading and ring";
            ensure!(it_may_be, "{}: it leans on {:?}, {what}", proof.path().display(), given.name);
            let path = folder.join(&given.name);
            let found = Given::of_file(&path).with_context(|| format!("{} leans on it", proof.path().display()))?;
            if found != *given {
                bail!("{}: this is not the file that {} leans on", path.display(), proof.path().display());
            }
        }
        let most = (0..=Index::MOST_COUNTERS).rev().find(|&counters| named[usize::from(counters)] != [false; 2]);
        let most = most.unwrap_or(0);
        let database = Database::open_up_to(folder, head.variant, ring, most)?;
        let has = database.most_counters();
        ensure!(has == most, "{}: there is only a database of up to {has} counters, not {most}", folder.display());
        check_memory(&database, 0)?;
        context.pool()?.install(|| database.load())?;
        Ok(Some(Self { database, named }))
    }

    /// What its files are called, without the count of counters: `walak-pussa.default.7x7`.
    pub(super) fn name(&self) -> String {
        let most = self.most_counters();
        let last = Contents::new(self.database.variant(), self.database.ring(), Side::South, most).file_name();
        last.trim_end_matches(&format!(".{most:02}.egdb")).to_owned()
    }

    /// The most counters of a position it knows.
    pub(super) fn most_counters(&self) -> u8 {
        self.database.most_counters()
    }

    /// The value of a position, if it is one of those that the proof may lean on.
    pub(super) fn value(&self, position: &reference::Position) -> Result<Option<i16>, Box<DatabaseError>> {
        let (mover, _) = seen_by_mover(position);
        let named = self.named.get(position.ring().total()).is_some_and(|named| named[mover.index()]);
        named.then(|| value(&self.database, position)).transpose()
    }

    /// Checks every value of every level.
    pub(super) fn verify(&self, folder: &Path, context: &Context) -> anyhow::Result<()> {
        let levels = (0..=self.most_counters()).map(|counters| claimed(&self.database, counters));
        let levels = levels.collect::<anyhow::Result<Vec<_>>>()?;
        let positions = |level: &reference::Claimed| level.positions() as u64;
        check_memory(&self.database, levels.iter().map(positions).max().unwrap_or(0))?;
        let bar = bar(levels.iter().map(positions).sum(), folder.display().to_string());
        let claim = |position: &reference::Position| value(&self.database, position);
        for level in levels {
            let checked = level.verify(&claim, context.threads(), &|done| bar.inc(done as u64));
            checked.map_err(|flaw| told(flaw, folder))?;
        }
        Ok(())
    }
}
