//! Runs in folders: with any number of threads, and after a stop, the same bytes.

use crate::{SAME, plan, play, read, resume, tournament};
use pussa_arena::{Book, Egdb, Made, Plan, Progress, Run, RunError};
use pussa_engine::Spec;
use pussa_rules::{GAMES, Variant};
use std::collections::HashSet;

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folders = [1, 2, 5].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        play(plan(), threads, folder.path());
        folder
    });
    for file in SAME {
        let texts: HashSet<_> = folders.iter().map(|folder| read(folder.path(), file)).collect();
        assert_eq!(texts.len(), 1, "{file}");
    }
    let other = tempfile::tempdir().unwrap();
    play(Plan { seed: 2, ..plan() }, 1, other.path());
    assert_ne!(read(other.path(), "games.csv"), read(folders[0].path(), "games.csv"));
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let whole = tempfile::tempdir().unwrap();
    play(plan(), 2, whole.path());
    let games = read(whole.path(), "games.csv");
    let rows: Vec<_> = games.split_inclusive('\n').collect();
    for (stop, cut) in [(0, 0), (1, 3), (17, 1), (60, 200), (79, 0)] {
        let folder = tempfile::tempdir().unwrap();
        let tournament = tournament(plan());
        drop(Run::create(folder.path(), &tournament, &Made::default()).unwrap());
        let progress = resume(plan(), folder.path(), stop);
        let part = read(folder.path(), "games.csv");
        assert!(games.starts_with(&part) && part.ends_with('\n') && part.lines().count() > 2 * stop as usize);
        assert_eq!(folder.path().join("standings.csv").exists(), progress == Progress::Complete);
        // As a kill in the middle of a row leaves it.
        std::fs::write(folder.path().join("games.csv"), &part[..part.len().saturating_sub(cut)]).unwrap();
        assert_eq!(resume(plan(), folder.path(), u32::MAX), Progress::Complete);
        for file in SAME {
            assert_eq!(
                read(folder.path(), file),
                read(whole.path(), file),
                "{file} after {stop} pairs less {cut} bytes"
            );
        }
        assert_eq!(read(folder.path(), "timings.csv").lines().count(), rows.len());
    }
}

#[test]
fn only_the_same_run_is_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    play(plan(), 1, folder.path());
    let refusal = |plan: Plan, made: &Made| {
        let tournament = tournament(plan);
        Run::resume(folder.path(), &tournament, made).err().expect("refused").to_string()
    };
    let name = folder.path().join("run.toml").display().to_string();
    for (changed, made, message) in [
        (Plan { seed: 2, ..plan() }, Made::default(), "seed of this run is 1, and now 2 is asked for"),
        (Plan { pairs: Some(41), ..plan() }, Made::default(), "pairs of this run is 40, and now 41 is asked for"),
        (
            Plan { egdb: Some(Egdb::default()), ..plan() },
            Made::default(),
            "egdb of this run is not set, and now \"\" is asked for",
        ),
        (
            Plan { openings: Book::Random { plies: 3 }, ..plan() },
            Made::default(),
            "opening-plies of this run is 4, and now 3 is asked for",
        ),
        (
            Plan { clock: Some("1s".parse().unwrap()), ..plan() },
            Made::default(),
            "clock of this run is not set, and now \"1s\" is asked for",
        ),
        (plan(), Made { version: "9".into(), ..Made::default() }, "version of this run is , and now 9 is asked for"),
    ] {
        let told = refusal(changed, &made);
        assert_eq!(told, format!("{name}: {message}; only the same run can be taken up"));
    }
    // More rows than there are rounds.
    let small = folder.path().join("small");
    play(Plan { pairs: Some(3), ..plan() }, 1, &small);
    let games = read(&small, "games.csv");
    std::fs::write(small.join("games.csv"), format!("{games}{}", games.lines().last().unwrap().to_owned() + "\n"))
        .unwrap();
    let tournament = tournament(Plan { pairs: Some(3), ..plan() });
    let told = Run::resume(&small, &tournament, &Made::default()).err().expect("refused").to_string();
    assert!(told.contains("games.csv, row 14: this is not what the run would have written"), "{told}");
    // A header that is none.
    std::fs::write(small.join("games.csv"), games.replacen("game_id", "Game_id", 1)).unwrap();
    let told = Run::resume(&small, &tournament, &Made::default()).err().expect("refused").to_string();
    assert!(told.contains("games.csv, row 1: "), "{told}");
    // Without timings no round is lost.
    std::fs::write(small.join("games.csv"), &games).unwrap();
    std::fs::remove_file(small.join("timings.csv")).unwrap();
    let run = Run::resume(&small, &tournament, &Made::default()).unwrap();
    assert_eq!((run.rounds(), read(&small, "games.csv")), (12, games));
    assert!(read(&small, "timings.csv").ends_with("\n11,,,,,,\n"));
    // Rows that are whole but not those of this run.
    let games = folder.path().join("games.csv");
    let text = std::fs::read_to_string(&games).unwrap();
    std::fs::write(&games, text.replacen(",random,greedy,", ",greedy,random,", 1)).unwrap();
    let told = refusal(plan(), &Made::default());
    assert_eq!(
        told,
        format!("{}, row 2: this is not what the run would have written; it can't be taken up", games.display())
    );
}

#[test]
fn matches_are_played_to_their_end_and_taken_up_too() {
    let plan = || Plan { pairs: Some(3), matches: Some(4), ..plan() };
    let folder = tempfile::tempdir().unwrap();
    let results = play(plan(), 2, folder.path());
    let games = read(folder.path(), "games.csv");
    let rows: Vec<Vec<&str>> = games.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let ids: HashSet<_> = rows.iter().map(|row| row[2]).collect();
    assert_eq!(ids, (0..12).map(|id: u32| id.to_string()).collect::<Vec<_>>().iter().map(String::as_str).collect());
    for pair in rows.windows(2) {
        let rounds: [u32; 2] = [pair[0][3].parse().unwrap(), pair[1][3].parse().unwrap()];
        assert!(if pair[0][2] == pair[1][2] { rounds[1] == rounds[0] + 1 } else { rounds[1] == 1 }, "{pair:?}");
        assert!(rounds[0] <= 4);
    }
    assert_eq!(results.standings()[0].games, 6, "matches are counted, not rounds");
    let stopped = tempfile::tempdir().unwrap();
    let tournament = tournament(plan());
    drop(Run::create(stopped.path(), &tournament, &Made::default()).unwrap());
    let part: String = games.split_inclusive('\n').take(6).collect();
    std::fs::write(stopped.path().join("games.csv"), part).unwrap();
    let timings: String = read(folder.path(), "timings.csv").split_inclusive('\n').take(7).collect();
    std::fs::write(stopped.path().join("timings.csv"), timings).unwrap();
    assert_eq!(resume(plan(), stopped.path(), u32::MAX), Progress::Complete);
    for file in SAME {
        assert_eq!(read(stopped.path(), file), read(folder.path(), file), "{file}");
    }
}

#[test]
fn a_folder_that_holds_a_run_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    play(plan(), 1, folder.path());
    let before = read(folder.path(), "games.csv");
    let tournament = tournament(plan());
    assert!(matches!(Run::create(folder.path(), &tournament, &Made::default()), Err(RunError::Taken { .. })));
    let first = Run::resume(folder.path(), &tournament, &Made::default()).unwrap();
    let second = Run::resume(folder.path(), &tournament, &Made::default());
    assert!(matches!(second, Err(RunError::InUse { .. })), "one at a time");
    drop(first);
    assert_eq!(read(folder.path(), "games.csv"), before);
}

#[test]
fn runs_without_a_name_get_the_first_number_that_is_free() {
    let parent = tempfile::tempdir().unwrap();
    let (tournament, made) = (tournament(plan()), Made::default());
    let create = || Run::create_under(&parent.path().join("runs"), "try", &tournament, &made).unwrap();
    let names = [(); 3].map(|()| create().folder().to_path_buf());
    assert_eq!(names, [1, 2, 3].map(|n| parent.path().join(format!("runs/try-{n}"))));
}

#[test]
fn a_sequential_test_ends_at_the_same_pair_with_any_threads() {
    let sprt = pussa_arena::sprt::Sprt::new(0.0, 30.0).ok();
    let plan = Plan {
        engines: Spec::list("greedy,random").unwrap(),
        variants: vec![Variant::new(GAMES[0])],
        pairs: Some(5000),
        sprt,
        ..plan()
    };
    let folders = [1, 2, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        let results = play(plan.clone(), threads, folder.path());
        assert!((10..1000).contains(&results.pairs()), "{}", results.pairs());
        folder
    });
    for file in SAME {
        let texts: HashSet<_> = folders.iter().map(|folder| read(folder.path(), file)).collect();
        assert_eq!(texts.len(), 1, "{file}");
    }
    assert_eq!(resume(plan, folders[0].path(), u32::MAX), Progress::Complete, "and is decided for good");
}
