//! The volumes of the library, each loaded from its file, or made and kept there.

use super::Library;
use crate::known::VolumeKind;
use pussa_rules::{Side, Variant};
use pussa_solver::matches::{MatchCertificate, MatchTable, MatchWatch};
use pussa_solver::{Making, ProofFile, Reach, ReachWatch, Scope, Settings, Solver, Strong};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A volume, or why there is none.
pub(super) type Fetched<T> = Result<T, Box<dyn Error>>;

/// Size of the table of what is proved while a book is made, in bytes.
const BOOK_HASH: usize = 256 << 20;
/// The same for tables of matches.
const MATCH_HASH: usize = 64 << 20;
/// How long the table of a match may take.
const MATCH_TIME: Duration = Duration::from_mins(2);

impl Library {
    /// Where a volume is kept, as in `raja-pasu.default.7x7.7.proof`; tables of matches only of games of the usual size: the
    /// others are quickly made again.
    pub(super) fn path(&self, kind: VolumeKind, variant: Variant) -> Option<PathBuf> {
        let end = match kind {
            VolumeKind::StrongSolution => "proof",
            VolumeKind::Book => "book.proof",
            VolumeKind::Match => "match",
        };
        let usual = Variant::new(variant.game());
        let is_usual = (variant.holes(), variant.counters()) == (usual.holes(), usual.counters());
        let ring = variant.start().layout().ring();
        let [south, north] = Side::BOTH.map(|side| ring.holes(side));
        let reading = variant.reading().to_string().replace(';', ",");
        let name = format!("{}.{reading}.{south}x{north}.{}.{end}", variant.game(), variant.counters());
        (is_usual || kind != VolumeKind::Match).then(|| self.folder.join(name))
    }

    /// The strong solution of a game.
    pub(super) fn strong_solution(&self, variant: Variant, stop: &AtomicBool) -> Fetched<ProofFile> {
        let make = |path: &Path| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
            let watch = ReachWatch { memory: self.memory, stop, report: &|_| () };
            let reach = Reach::new(variant, &variant.start())?;
            let solution = pool.install(|| Strong::solve(reach, &watch))?;
            Ok(pool.install(|| ProofFile::write(path, &solution.head(), solution.records()))?)
        };
        self.proof(VolumeKind::StrongSolution, variant, Scope::Reachable, make)
    }

    /// The book of a game's first plies.
    pub(super) fn book(&self, variant: Variant, plies: u16, stop: &AtomicBool) -> Fetched<ProofFile> {
        let make = |path: &Path| {
            let start = variant.start();
            let mut solver =
                Solver::new(variant, start.layout().ring(), Settings { hash: BOOK_HASH, threads: self.threads })?;
            let memory = self.memory.saturating_sub(BOOK_HASH as u64);
            let book = solver.book(&start, plies, &Making { memory, stop, report: &|_| () })?;
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
            Ok(pool.install(|| book.write(path))?)
        };
        self.proof(VolumeKind::Book, variant, Scope::Plies(plies), make)
    }

    /// A proof about the start of a game: the one that is kept already, or a new one if there is none, or it is damaged, or
    /// of something else.
    fn proof(
        &self,
        kind: VolumeKind,
        variant: Variant,
        scope: Scope,
        make: impl FnOnce(&Path) -> Fetched<()>,
    ) -> Fetched<ProofFile> {
        let path = self.path(kind, variant).ok_or("it has no place in the folder")?;
        let fits = |proof: &ProofFile| {
            let head = proof.head();
            head.scope == scope && head.variant == variant && head.root == variant.start() && head.given.is_empty()
        };
        if let Some(proof) = ProofFile::open(&path).ok().filter(fits) {
            return Ok(proof);
        }
        fs::create_dir_all(&self.folder)?;
        make(&path)?;
        Ok(ProofFile::open(&path)?)
    }

    /// The table of a game's matches.
    pub(super) fn table(&self, variant: Variant, stop: &AtomicBool) -> Fetched<MatchTable> {
        let settings = Settings { hash: MATCH_HASH, threads: self.threads };
        let path = self.path(VolumeKind::Match, variant);
        let kept = path.as_ref().and_then(|path| MatchCertificate::from_bytes(&fs::read(path).ok()?).ok());
        if let Some(kept) = kept.filter(|kept| kept.variant == variant) {
            let fates = kept.states.iter().map(|one| (one.state, one.fate));
            let table = MatchTable::of_fates(variant, settings, fates);
            if table.tells_of_rounds(variant.total()) {
                return Ok(table);
            }
        }
        let mut table = MatchTable::new(variant, settings);
        let watch = MatchWatch { stop, nodes: u64::MAX, report: &|_, _, _| (), answered: &|_| () };
        if !table.solve_all_within(&watch, MATCH_TIME) {
            let stopped = stop.load(Ordering::Relaxed);
            let why = if stopped { "it was called off" } else { "it takes more than two minutes" };
            return Err(why.into());
        }
        if let Some(path) = path {
            fs::create_dir_all(&self.folder)?;
            table.certificate(MATCH_HASH, stop)?.write(&path)?;
        }
        Ok(table)
    }
}
