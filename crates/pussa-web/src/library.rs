//! What is made or loaded while the server runs, and kept in a folder: strong solutions, books of first moves, tables of
//! matches. One after the other, in a thread of its own.

mod volumes;

use crate::known::{Known, Volume, VolumeKind};
use pussa_rules::Variant;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often it is looked whether something is wished for.
const GLANCE: Duration = Duration::from_millis(100);

/// Where volumes are kept, which ones there are to be, and what making one may take.
#[derive(Clone, Debug)]
pub struct Library {
    /// The folder; it is made if there is none.
    pub folder: PathBuf,
    /// The games to have tables of matches of. Others can be wished for.
    pub matches: Vec<Variant>,
    /// The games to have strong solutions of, from their start.
    pub strong: Vec<Variant>,
    /// The games to have books of first moves of, each with its plies: every value within so many is in it.
    pub books: Vec<(Variant, u16)>,
    /// Bytes of memory that making one may take.
    pub memory: u64,
    /// Threads that may work on it, 1 or more.
    pub threads: usize,
}

impl Library {
    /// Loads or makes all volumes there are to be, and puts what there is on `known`, with how it stands. Then it makes tables
    /// of matches as they are wished for, until `stop` is set; `known` has to take wishes by then.
    pub(crate) fn work(&self, known: &Known, stop: &AtomicBool) {
        self.fetch(known, stop);
        while !stop.load(Ordering::Relaxed) {
            self.grant(known, stop);
            std::thread::sleep(GLANCE);
        }
    }

    /// Loads or makes all volumes there are to be, those that are soon made first, and what is wished for meanwhile.
    fn fetch(&self, known: &Known, stop: &AtomicBool) {
        for &variant in &self.matches {
            self.match_table(variant, known, stop);
        }
        for &variant in &self.strong {
            self.grant(known, stop);
            let fetch = || self.strong_solution(variant, stop);
            self.one(VolumeKind::StrongSolution, variant, known, fetch, |proof| known.add_proof(proof));
        }
        for &(variant, plies) in &self.books {
            self.grant(known, stop);
            let fetch = || self.book(variant, plies, stop);
            self.one(VolumeKind::Book, variant, known, fetch, |proof| known.add_proof(proof));
        }
    }

    /// Grants the wishes that wait.
    fn grant(&self, known: &Known, stop: &AtomicBool) {
        while let Some(variant) = known.next_wish() {
            if known.table(variant).is_some() {
                // It came while the wish waited.
                continue;
            }
            self.match_table(variant, known, stop);
        }
    }

    /// Fetches the table of a game's matches.
    fn match_table(&self, variant: Variant, known: &Known, stop: &AtomicBool) {
        self.one(VolumeKind::Match, variant, known, || self.table(variant, stop), |table| known.add_table(table));
    }

    /// Fetches a volume, and says how it stands.
    fn one<T>(
        &self,
        kind: VolumeKind,
        variant: Variant,
        known: &Known,
        fetch: impl FnOnce() -> volumes::Fetched<T>,
        add: impl FnOnce(T),
    ) {
        let tell = |state, about: String| known.tell(Volume::new(kind, variant, state, about));
        tell("making", self.place(kind, variant));
        match fetch() {
            Ok(volume) => {
                add(volume);
                tell("ready", self.place(kind, variant));
            }
            Err(error) => tell("failed", error.to_string()),
        }
    }

    /// Where a volume is kept, in words.
    fn place(&self, kind: VolumeKind, variant: Variant) -> String {
        self.path(kind, variant).map_or_else(String::new, |path| path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{RAJA_PASU, Round, WALAK_PUSSA};
    use pussa_solver::matches::State;
    use std::fs;
    use std::path::Path;

    fn library(folder: &Path) -> Library {
        let (matches, strong, books) = (Vec::new(), Vec::new(), Vec::new());
        Library { folder: folder.into(), matches, strong, books, memory: 1 << 30, threads: 1 }
    }

    fn fetched(library: &Library) -> Known {
        let known = Known::default();
        library.fetch(&known, &AtomicBool::new(false));
        known
    }

    #[test]
    fn what_is_made_once_is_kept_and_loaded_again() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("new");
        let small = |game| Variant::new(game).with_holes(3).unwrap().with_counters(3).unwrap();
        let (raja, walak) = (small(RAJA_PASU), small(WALAK_PUSSA));
        let library = Library { strong: vec![raja], books: vec![(walak, 2)], ..library(&folder) };
        let names = ["raja-pasu.default.3x3.3.proof", "walak-pussa.default.3x3.3.book.proof"];
        let mut made = None;
        for _ in 0..2 {
            let known = fetched(&library);
            assert!(known.volumes().iter().all(|volume| volume.state == "ready"), "{known:?}");
            for variant in [raja, walak] {
                let round = Round::new(variant, variant.start());
                let best = known.lore().best(&round).expect("it has a best move");
                assert!(known.lore().bounds_of(&round).value().is_some() && round.choices().contains(best));
                let after = round.choices().iter().map(|mv| {
                    let mut after = round.clone();
                    after.play_unchecked(mv);
                    Round::new(variant, after.position())
                });
                let after: Vec<_> = after.filter(|after| after.outcome().is_none()).collect();
                assert!(!after.is_empty(), "the round goes on");
                for after in after {
                    assert!(known.lore().bounds_of(&after).value().is_some(), "the first plies are in both");
                }
            }
            let written = names.map(|name| fs::metadata(folder.join(name)).unwrap().modified().unwrap());
            assert_eq!(*made.get_or_insert(written), written, "they are not made again");
        }
        // Those that are damaged are made anew.
        for name in names {
            fs::write(folder.join(name), "nothing").unwrap();
        }
        assert!(fetched(&library).volumes().iter().all(|volume| volume.state == "ready"));
    }

    #[test]
    fn the_table_of_a_match_is_kept_and_loaded_again() {
        let folder = tempfile::tempdir().unwrap();
        let walak = Variant::new(WALAK_PUSSA);
        let library = Library { matches: vec![walak], ..library(folder.path()) };
        let path = folder.path().join("walak-pussa.default.7x7.4.match");
        let fate = || fetched(&library).table(walak).expect("it is there").fate(State { leader: 28, other: 28 });
        let made = fate();
        assert!(made.is_some(), "it is known who wins");
        let written = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(fate(), made, "it tells the same when it is loaded");
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written, "it is not made again");
        fs::write(&path, "nothing").unwrap();
        assert_eq!(fate(), made, "one that is damaged is made anew");
    }

    #[test]
    fn it_is_told_why_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library { strong: vec![Variant::new(RAJA_PASU)], memory: 1 << 20, ..library(folder.path()) };
        let volumes = fetched(&library).volumes();
        assert_eq!(volumes[0].state, "failed");
        assert!(volumes[0].about.contains("memory"), "{volumes:?}");
    }

    #[test]
    fn tables_of_matches_are_made_as_they_are_wished_for() {
        let folder = tempfile::tempdir().unwrap();
        let small = Variant::new(RAJA_PASU).with_holes(2).unwrap();
        let (known, stop) = (Known::default(), AtomicBool::new(false));
        assert_eq!(known.wish(small), "none", "nobody makes any");
        known.take_wishes();
        assert_eq!((known.wish(small), known.wish(small)), ("waiting", "waiting"));
        assert_eq!(known.volumes().len(), 1, "one wish is enough");
        library(folder.path()).fetch(&known, &stop);
        library(folder.path()).grant(&known, &stop);
        assert_eq!(known.wish(small), "ready");
        let start = State { leader: 14, other: 14 };
        assert!(known.table(small).expect("it is there").fate(start).is_some());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "small ones are quickly made again");
        let large = small.with_counters(18).unwrap();
        assert_eq!(known.wish(large), "none", "larger ones than anybody plays are not made");
    }
}
