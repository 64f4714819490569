//! Strong solutions that are made or loaded while the server runs, and kept in a folder.

use crate::known::{Known, Strong};
use pussa_rules::{Side, Variant};
use pussa_solver::{ProofFile, Reach, ReachWatch, Scope, Strong as Solution};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Where strong solutions are kept, and what making one may take.
#[derive(Clone, Debug)]
pub struct Library {
    /// The folder; it is made if there is none.
    pub folder: PathBuf,
    /// The games to have strong solutions of, from their start.
    pub games: Vec<Variant>,
    /// Bytes of memory that making one may take.
    pub memory: u64,
    /// Threads that may work on it, 1 or more.
    pub threads: usize,
}

impl Library {
    /// Loads the strong solutions of all games, or makes them, one after the other, and puts what there is on `known`,
    /// with how it stands. Ends early if `stop` is set.
    pub(crate) fn fetch(&self, known: &Known, stop: &AtomicBool) {
        for &variant in &self.games {
            let path = self.folder.join(file_name(variant));
            let tell = |state, about: String| {
                let (game, reading) = (variant.game().name().to_owned(), variant.reading().to_string());
                known.tell(Strong { game, reading, state, about });
            };
            tell("making", path.display().to_string());
            let opened = open(&path, variant).map_or_else(|| self.make(&path, variant, stop), Ok);
            match opened {
                Ok(proof) => {
                    known.add_proof(proof);
                    tell("ready", path.display().to_string());
                }
                Err(error) => tell("failed", error.to_string()),
            }
        }
    }

    /// Makes one, and keeps it.
    fn make(&self, path: &Path, variant: Variant, stop: &AtomicBool) -> Result<ProofFile, Box<dyn Error>> {
        fs::create_dir_all(&self.folder)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let watch = ReachWatch { memory: self.memory, stop, report: &|_| () };
        let reach = Reach::new(variant, &variant.start())?;
        let solution = pool.install(|| Solution::solve(reach, &watch))?;
        pool.install(|| ProofFile::write(path, &solution.head(), solution.records()))?;
        Ok(ProofFile::open(path)?)
    }
}

/// The one that is kept already; none if there is none, or it is damaged, or of something else.
fn open(path: &Path, variant: Variant) -> Option<ProofFile> {
    let proof = ProofFile::open(path).ok()?;
    let head = proof.head();
    let fits = head.scope == Scope::Reachable && head.variant == variant && head.root == variant.start();
    fits.then_some(proof)
}

/// As in `raja-pasu.default.7x7.7.proof`.
fn file_name(variant: Variant) -> String {
    let ring = variant.start().layout().ring();
    let [south, north] = Side::BOTH.map(|side| ring.holes(side));
    let reading = variant.reading().to_string().replace(';', ",");
    format!("{}.{reading}.{south}x{north}.{}.proof", variant.game(), variant.counters())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{RAJA_PASU, Round};

    #[test]
    fn a_strong_solution_is_made_once_kept_and_loaded_again() {
        let folder = tempfile::tempdir().unwrap();
        let variant = Variant::new(RAJA_PASU).with_holes(3).unwrap().with_counters(3).unwrap();
        let folder = folder.path().join("new");
        let library = Library { folder: folder.clone(), games: vec![variant], memory: 1 << 30, threads: 1 };
        let path = folder.join("raja-pasu.default.3x3.3.proof");
        let mut made = None;
        for _ in 0..2 {
            let known = Known::default();
            library.fetch(&known, &AtomicBool::new(false));
            assert_eq!(known.strong()[0].state, "ready", "{known:?}");
            let round = Round::new(variant, variant.start());
            let best = known.best(&round).expect("it has a best move");
            assert!(known.value(&round).is_some() && round.choices().contains(best));
            let written = fs::metadata(&path).unwrap().modified().unwrap();
            assert_eq!(*made.get_or_insert(written), written, "it is not made again");
        }
        // One that is damaged is made anew.
        fs::write(&path, "nothing").unwrap();
        let known = Known::default();
        library.fetch(&known, &AtomicBool::new(false));
        assert_eq!(known.strong()[0].state, "ready");
    }

    #[test]
    fn it_is_told_why_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let games = vec![Variant::new(RAJA_PASU)];
        let library = Library { folder: folder.path().into(), games, memory: 1 << 20, threads: 1 };
        let known = Known::default();
        library.fetch(&known, &AtomicBool::new(false));
        let strong = &known.strong()[0];
        assert_eq!(strong.state, "failed");
        assert!(strong.about.contains("MiB"), "{}", strong.about);
    }
}
