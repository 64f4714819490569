//! What first moves are worth: against the plain values of all positions, whole or resumed, with any number of threads.

use pussa_arena::{Made, Plan as Tournament, Progress, Results, RunError};
use pussa_egdb::Build;
use pussa_engine::{Roster, Spec};
use pussa_reference as reference;
use pussa_rules::{GAMES, RAJA_PASU, Reading, Ring, Round, Variant, WALAK_PUSSA};
use pussa_solver::{Bounds, Databases};
use pussa_study::advantage::{AdvantageError, Edge, Plan, Run, Step, Worth};
use std::collections::BTreeMap;
use std::fs;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn every_reading() -> Vec<Variant> {
    let all = |game| Reading::all(game, false).map(move |reading| Variant::new(game).with_reading(reading).unwrap());
    GAMES.into_iter().flat_map(all).collect()
}

fn prove(plan: &Plan, board: Variant) -> Worth {
    Worth::prove(plan, board, None, &AtomicBool::new(false)).unwrap()
}

/// A run that is over soon: small boards, weak engines.
fn small() -> Plan {
    let engines = Spec::list("random,greedy,mcts:playouts=5:hash=1MiB").unwrap();
    let both = GAMES.map(Variant::new).to_vec();
    Plan { holes: 2..=4, counters: 1..=4, nodes: 400, hash: 1 << 22, engines, pairs: 3, ..Plan::new(both) }
}

fn made() -> Made {
    Made { version: "1".into(), day: "2026-11-30".into(), ..Made::default() }
}

fn work(run: &mut Run, threads: usize, most: u32) -> Progress {
    let stop = AtomicBool::new(false);
    let mut left = most;
    let each = |step| {
        if let Step::Done(_) = step {
            left = left.saturating_sub(1);
            stop.store(left == 0, Ordering::Relaxed);
        }
    };
    run.work(None, &Roster::default(), threads, &stop, each).unwrap()
}

/// All files of a folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    fs::read_dir(folder).unwrap().map(|entry| file(entry.unwrap())).collect()
}

/// All files of the small run.
fn whole(threads: usize) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), small(), &made()).unwrap();
    assert_eq!(work(&mut run, threads, u32::MAX), Progress::Complete);
    files(folder.path())
}

/// The value after a first move, by the plain values, for who made it.
fn worth_of(board: Variant, letter: char, values: &reference::Values) -> i16 {
    let mut round = Round::new(board, board.start());
    if !round.choices().contains(round.check(letter).unwrap()) || round.child(round.check(letter).unwrap()).is_none() {
        return 0;
    }
    round.play(letter).unwrap();
    let [own, other] = pussa_rules::Side::BOTH.map(|side| i16::from(round.position().reserve(side)));
    let mut counters = round.board().lanes()[..2 * usize::from(board.holes())].to_vec();
    counters.rotate_left(board.holes().into());
    own - other - values.value(reference::Player::North, &counters).unwrap()
}

#[test]
fn starts_and_first_moves_are_worth_what_plain_retrograde_says() {
    let mut compared = 0;
    for variant in every_reading() {
        let rules =
            reference::Rules::parse(variant.game().name().parse().unwrap(), &variant.reading().to_string()).unwrap();
        for holes in 1..=3_u8 {
            let most = if holes == 1 { 7 } else { 3 };
            let values = reference::Values::of(rules, holes.into(), holes.into(), 2 * holes * most).unwrap();
            let plan = Plan { holes: holes..=holes, counters: 1..=most, ..Plan::new(vec![variant]) };
            for board in plan.boards() {
                let worth = prove(&plan, board);
                let told = format!("{} {} {holes} {}", board.game(), board.reading(), board.counters());
                let start = vec![board.counters(); 2 * usize::from(holes)];
                let value = values.value(reference::Player::South, &start).unwrap();
                assert_eq!(worth.bounds, Bounds::exactly(value), "{told}");
                assert!(worth.is_whole(), "{told}");
                for &(letter, bounds) in &worth.moves {
                    assert_eq!(bounds, Bounds::exactly(worth_of(board, letter, &values)), "{told}: {letter}");
                    assert_eq!(worth.best.contains(letter), bounds.low() == value, "{told}: {letter}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 250, "{compared}");
}

#[test]
fn little_effort_gives_bounds_that_hold_and_says_what_it_took() {
    let plan = Plan { holes: 5..=5, counters: 2..=5, ..Plan::new(GAMES.map(Variant::new).to_vec()) };
    let hasty = Plan { nodes: 256, ..plan.clone() };
    let mut open = 0;
    for board in plan.boards() {
        let (exact, found) = (prove(&plan, board), prove(&hasty, board));
        let value = exact.bounds.value().unwrap();
        assert!(found.bounds.low() <= value && value <= found.bounds.high(), "{found:?}, {value}");
        for ((letter, bounds), (_, exact)) in found.moves.iter().zip(&exact.moves) {
            let value = exact.value().unwrap();
            assert!(bounds.low() <= value && value <= bounds.high(), "{letter} {bounds:?}, {value}");
        }
        assert!(found.nodes <= exact.nodes.max(2 * hasty.nodes), "{} and {}", found.nodes, exact.nodes);
        open += usize::from(!found.is_whole());
    }
    assert!(open >= 4, "{open}");
}

#[test]
fn a_database_saves_work_and_changes_nothing_that_is_exact() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { holes: 4..=4, counters: 4..=7, ..Plan::new(GAMES.map(Variant::new).to_vec()) };
    for &variant in &plan.variants {
        Build::new(folder.path(), variant, Ring::new(4, 4).unwrap(), 8).unwrap().run(&|_| ()).unwrap();
    }
    let databases = Databases::open(folder.path(), &plan.variants).unwrap();
    databases.load().unwrap();
    let (mut without, mut with) = (0, 0);
    for board in plan.boards() {
        let alone = prove(&plan, board);
        let known = Worth::prove(&plan, board, Some(&databases), &AtomicBool::new(false)).unwrap();
        without += alone.nodes;
        with += known.nodes;
        assert_eq!(Worth { nodes: alone.nodes, ..known }, alone);
    }
    assert!(with < without, "{with} and {without}");
}

#[test]
fn an_edge_is_what_a_tournament_of_the_engine_with_itself_gives() {
    let plan = Plan { engines: Spec::list("random,greedy").unwrap(), pairs: 40, ..small() };
    let board = Variant::new(RAJA_PASU).with_holes(4).unwrap().with_counters(3).unwrap();
    let edges = Edge::play(&plan, board, &Roster::default(), &AtomicBool::new(false)).unwrap().unwrap();
    let tournament = Tournament {
        schedule: pussa_arena::Schedule::Mirror,
        openings: pussa_arena::Book::All { plies: 0 },
        pairs: Some(40),
        ..Tournament::new(vec![board], plan.engines.clone())
    };
    let tournament = pussa_arena::Tournament::new(tournament, Roster::default()).unwrap();
    let mut results = Results::new(tournament.plan());
    tournament
        .play(0, 2, &AtomicBool::new(false), |pair| {
            results.add(&pair);
            Ok::<_, pussa_arena::PlanError>(ControlFlow::Continue(()))
        })
        .unwrap();
    let standings = results.standings();
    for edge in &edges {
        let row = standings.iter().find(|row| row.engine == edge.engine).unwrap();
        assert_eq!(edge.results, [row.wins, row.draws, row.losses]);
        assert!((edge.share.value - row.score_south).abs() < 1e-12);
        let margin = edge.margin.unwrap();
        assert_eq!(
            [margin.value, margin.low, margin.high].map(Some),
            [row.mean_margin, row.mean_margin_low, row.mean_margin_high]
        );
        assert!(edge.share.low <= edge.share.value && edge.share.value <= edge.share.high);
        assert!((0.0..=1.0).contains(&edge.share.low) && (0.0..=1.0).contains(&edge.share.high));
    }
    assert_eq!(edges.len(), 2);
}

#[test]
fn one_thread_finds_what_two_find() {
    let files = whole(2);
    assert_eq!(whole(1), files);
    assert_eq!(files["cells.csv"].lines().count(), 1 + 2 * 12);
    assert_eq!(files["play.csv"].lines().count(), 1 + 2 * 12 * 3);
    let open = files["cells.csv"].lines().filter(|line| line.contains("..")).count();
    assert!(open > 0, "some first moves are open with so little effort");
    assert!(files["summary.md"].contains("\n## What stays open\n"));
    // Every picture that is shown is there, and none else.
    let shown: Vec<_> = files["summary.md"].split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(shown.iter().all(|name| files[*name].starts_with("<svg")));
    assert_eq!(files.len(), shown.len() + 4);
}

#[test]
fn readings_that_come_to_the_same_share_a_line() {
    let walak = Variant::new(WALAK_PUSSA);
    let reading = |text: &str| walak.with_reading(text.parse().unwrap()).unwrap();
    let variants = ["default", "endless=split", "origin=skipped"].map(reading).to_vec();
    // On three holes with three counters each no sowing is endless, and who wins hangs on the origin.
    let plan = Plan { holes: 3..=3, counters: 3..=3, ..small() };
    let plan = Plan { variants, ..plan };
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), plan, &made()).unwrap();
    assert_eq!(work(&mut run, 2, u32::MAX), Progress::Complete);
    let picture = fs::read_to_string(folder.path().join("walak-pussa.edge.svg")).unwrap();
    let lines: Vec<_> = picture.lines().collect();
    assert!(lines.contains(&"default, endless=split") && lines.contains(&"origin=skipped"), "{picture}");
}

#[test]
fn a_run_stopped_anywhere_ends_with_the_same_bytes() {
    let files = whole(2);
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), small(), &made()).unwrap();
    let mut stops = 0;
    while work(&mut run, 2, 7) == Progress::Stopped {
        stops += 1;
        drop(run);
        // As if the power had been cut in the middle of a row.
        for name in ["cells.csv", "play.csv"] {
            let path = folder.path().join(name);
            let text = fs::read(&path).unwrap();
            fs::write(&path, &text[..text.len() - text.len().min(stops * 13 % 90)]).unwrap();
        }
        run = Run::resume(folder.path(), small(), &made()).unwrap();
    }
    assert!(stops > 3, "{stops}");
    assert_eq!(self::files(folder.path()), files);
    drop(run);
    let mut again = Run::resume(folder.path(), small(), &made()).unwrap();
    assert_eq!(work(&mut again, 1, u32::MAX), Progress::Complete);
    assert_eq!(self::files(folder.path()), files, "what is complete is left as it is");
}

#[test]
fn only_the_same_run_is_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let mut run = Run::create(path, small(), &made()).unwrap();
    let told = |run: Result<Run, AdvantageError>| run.err().unwrap().to_string().replace(path.to_str().unwrap(), "DIR");
    assert_eq!(told(Run::resume(path, small(), &made())), "DIR: another program is at work on this run");
    work(&mut run, 2, 40);
    drop(run);
    let taken = "DIR: there is a run in this folder already (run.toml); name another folder, or go on with --resume";
    assert_eq!(told(Run::create(path, small(), &made())), taken);
    let changed = |key: &str, is: &str, now: &str| {
        format!(
            "DIR/run.toml: {key} of this run is {is}, and now {now} is asked for; only the same run can be taken up"
        )
    };
    let other = Plan { nodes: 401, ..small() };
    assert_eq!(told(Run::resume(path, other, &made())), changed("nodes", "400", "401"));
    let other = Plan { holes: 2..=5, ..small() };
    assert_eq!(told(Run::resume(path, other, &made())), changed("holes", "[2, 4]", "[2, 5]"));
    let other = Made { version: "2".into(), ..made() };
    assert_eq!(told(Run::resume(path, small(), &other)), changed("version", "1", "2"));
    let cells = fs::read_to_string(path.join("cells.csv")).unwrap();
    for row in ["walak-pussa,default,7,1,14,14,14,A,4,14,14,14,14,14,14,14\n", "x\n", cells.lines().nth(1).unwrap()] {
        fs::write(path.join("cells.csv"), format!("{cells}{}\n", row.trim_end())).unwrap();
        let told = told(Run::resume(path, small(), &made()));
        let row = cells.lines().count() + 1;
        assert_eq!(
            told,
            format!("DIR/cells.csv, row {row}: this is not what the run would have written; it can't be taken up")
        );
    }
}

#[test]
fn what_can_not_be_asked_is_refused() {
    let told = |plan: Plan| plan.check(&Roster::default()).unwrap_err().to_string();
    let usual = || Plan::new(vec![Variant::new(WALAK_PUSSA)]);
    assert_eq!(told(Plan { holes: 3..=8, ..usual() }), "holes: 3 to 8 is no range of sizes from 1 to 7");
    assert_eq!(
        told(Plan { counters: RangeInclusive::new(4, 3), ..usual() }),
        "counters: 4 to 3 is no range of sizes from 1 to 18"
    );
    assert_eq!(told(Plan::new(Vec::new())), "games: there is none");
    let twice = vec![Variant::new(WALAK_PUSSA), Variant::new(WALAK_PUSSA).with_holes(3).unwrap()];
    assert_eq!(told(Plan::new(twice)), "games: walak-pussa, reading default, is named twice");
    let clever = Plan { engines: vec!["clever".parse().unwrap()], ..usual() };
    assert!(told(clever).contains("no engine is called \"clever\""));
    assert!(usual().check(&Roster::default()).is_ok());
    let folder = tempfile::tempdir().unwrap();
    let missing = Run::resume(folder.path(), usual(), &made()).err().unwrap();
    assert!(matches!(missing, AdvantageError::Run(RunError::Read { .. })), "{missing}");
}

/// The tables that are kept, those of other readings and of more counters too.
#[test]
fn the_tables_of_the_project_come_out_again() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/first-player-advantage");
    let mut again = 0;
    for entry in fs::read_dir(results).unwrap() {
        let Ok(cells) = fs::read_to_string(entry.unwrap().path().join("cells.csv")) else { continue };
        let mut reader = csv::Reader::from_reader(cells.as_bytes());
        for row in reader.records().map(Result::unwrap) {
            let number = |column: usize| row[column].parse::<u64>().unwrap();
            // What takes long is left out: every board of up to five holes a row stays.
            if number(8) > 150_000 {
                continue;
            }
            let board = Variant::new(row[0].parse().unwrap()).with_reading(row[1].parse().unwrap()).unwrap();
            let board = board.with_holes(number(2) as u8).unwrap().with_counters(number(3) as u8).unwrap();
            let worth = prove(&Plan::new(vec![board]), board);
            let told = format!("{} {} {} {}", &row[0], &row[1], &row[2], &row[3]);
            assert_eq!(worth.bounds.value().unwrap().to_string(), row[6], "{told}");
            assert_eq!(worth.best, row[7], "{told}");
            for (letter, bounds) in &worth.moves {
                let column = 9 + (u32::from(*letter) - u32::from('A')) as usize;
                assert_eq!(bounds.value().unwrap().to_string(), row[column], "{told}: {letter}");
            }
            again += 1;
        }
    }
    assert!(again > 80, "{again}");
}
