//! Runs that find out who wins the match.

use pussa_arena::{Made, Progress};
use pussa_rules::{RAJA_PASU, Variant, WALAK_PUSSA};
use pussa_solver::Settings;
use pussa_study::matches::{MatchPlan, MatchRun};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn small(variant: Variant) -> Variant {
    variant.with_holes(3).unwrap().with_counters(3).unwrap()
}

fn plan() -> MatchPlan {
    let variants = [RAJA_PASU, WALAK_PUSSA].map(|game| small(Variant::new(game))).to_vec();
    MatchPlan { variants, nodes: None, certificates: true }
}

/// Works on a run until it is done, or the work on `until` begins.
fn work(run: &MatchRun, until: Option<Variant>) -> Progress {
    let stop = AtomicBool::new(false);
    let settings = Settings { hash: 1 << 24, threads: 2 };
    let report = |variant, _| _ = stop.fetch_or(Some(variant) == until, Ordering::Relaxed);
    run.work(settings, &stop, &report).unwrap().0
}

fn files(folder: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
    files.map(|file| (file.file_name(), fs::read(file.path()).unwrap())).collect()
}

#[test]
fn a_game_that_is_finished_is_not_found_out_anew_when_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, stopped] = ["whole", "stopped"].map(|name| folder.path().join(name));
    let run = |folder: &Path| MatchRun::create(folder, plan(), &Made::default()).unwrap();
    assert_eq!(work(&run(&whole), None), Progress::Complete);
    assert_eq!(work(&run(&stopped), Some(plan().variants[1])), Progress::Stopped);
    let journal = stopped.join("raja-pasu.default.3x3.journal");
    let found = fs::read_to_string(&journal).unwrap();
    assert!(found.contains("answer ") && found.contains("moves "), "{found}");
    assert!(stopped.join("raja-pasu.default.3x3.csv").exists());
    // Nothing is added: all answers were there.
    let run = MatchRun::resume(&stopped, plan(), &Made::default()).unwrap();
    assert_eq!(work(&run, Some(plan().variants[1])), Progress::Stopped);
    assert_eq!(fs::read_to_string(&journal).unwrap(), found);
    assert_eq!(work(&run, None), Progress::Complete);
    let names: Vec<_> = files(&whole).into_keys().collect();
    assert!(names.len() == 8 && names.iter().all(|name| !name.to_string_lossy().ends_with(".journal")), "{names:?}");
    assert!(files(&whole) == files(&stopped), "the same files, byte for byte");
}
