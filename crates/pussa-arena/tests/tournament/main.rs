//! Whole tournaments: what is played, and what is written of it.

mod engines;
mod runs;

use pussa_arena::{Adjudication, Book, Made, Plan, PlanError, Progress, Results, Run, Schedule, Tournament, Wishes};
use pussa_engine::{Roster, Spec};
use pussa_rules::{GAMES, Round, Variant};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// All that a run ends with and that does not depend on the clock.
const SAME: [&str; 3] = ["games.csv", "standings.csv", "crosstable.csv"];

fn plan() -> Plan {
    let engines = Spec::list("random,greedy").unwrap();
    let openings = Book::Random { plies: 4 };
    Plan { pairs: Some(40), openings, ..Plan::new(GAMES.map(Variant::new).to_vec(), engines) }
}

fn tournament(plan: Plan) -> Tournament {
    Tournament::new(plan, Roster::default()).unwrap()
}

/// Plays a plan into a folder.
fn play(plan: Plan, threads: usize, folder: &Path) -> Results {
    let tournament = tournament(plan);
    let mut run = Run::create(folder, &tournament, &Made::default()).unwrap();
    let progress = run.play(threads, &AtomicBool::new(false), |_| ()).unwrap();
    assert_eq!(progress, Progress::Complete);
    run.results().clone()
}

/// Goes on with the run in a folder, and is stopped after so many more pairs.
fn resume(plan: Plan, folder: &Path, pairs: u32) -> Progress {
    let tournament = tournament(plan);
    let mut run = Run::resume(folder, &tournament, &Made::default()).unwrap();
    let stop = AtomicBool::new(pairs == 0);
    let mut left = pairs;
    let stopped = run.play(2, &stop, |_| {
        left -= u32::from(left > 0);
        stop.store(left == 0, Ordering::Relaxed);
    });
    stopped.unwrap()
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn files_have_the_columns_that_scripts_rely_on() {
    let folder = tempfile::tempdir().unwrap();
    play(plan(), 2, folder.path());
    let (games, standings) = (read(folder.path(), "games.csv"), read(folder.path(), "standings.csv"));
    assert_eq!(
        games.lines().next().unwrap(),
        "game_id,pair_id,match_id,round,game,reading,holes,counters,south,north,board,opening,moves,plies,south_final,\
         north_final,margin,result,ending"
    );
    assert_eq!(
        standings.lines().next().unwrap(),
        "game,reading,rank,engine,games,wins,draws,losses,score,elo,elo_low,elo_high,mean_margin,mean_margin_low,\
         mean_margin_high,score_south,score_north,forfeits,mean_loss,mean_loss_low,mean_loss_high,share_perfect,share_judged"
    );
    assert_eq!((games.lines().count(), standings.lines().count()), (1 + 160, 1 + 4));
    assert_eq!(
        read(folder.path(), "crosstable.csv").lines().next().unwrap(),
        "game,reading,engine,opponent,games,wins,draws,losses,ptnml_0,ptnml_1,ptnml_2,ptnml_3,ptnml_4,elo,elo_low,\
         elo_high,los,mean_margin,mean_margin_low,mean_margin_high"
    );
    let timings = read(folder.path(), "timings.csv");
    assert_eq!(
        timings.lines().next().unwrap(),
        "game_id,south_seconds,north_seconds,south_nodes,north_nodes,judge_seconds,judge_nodes"
    );
    assert_eq!(timings.lines().count(), games.lines().count());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 5, "run.toml, and there is nothing else");
}

#[test]
fn every_row_is_a_round_by_the_rules_and_pairs_exchange_the_sides() {
    let folder = tempfile::tempdir().unwrap();
    play(plan(), 2, folder.path());
    let mut games = csv::Reader::from_path(folder.path().join("games.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = games.records().map(Result::unwrap).collect();
    let mut openings = HashSet::new();
    for (i, row) in rows.iter().enumerate() {
        let variant = Variant::new(row[4].parse().unwrap());
        let mut round = Round::new(variant, variant.parse_board(&row[10]).unwrap());
        round.play_all(&row[12]).unwrap();
        let outcome = round.outcome().expect("the round is over");
        assert_eq!(row[0], i.to_string());
        assert_eq!(row[1], (i / 2).to_string());
        assert!(row[12].starts_with(&row[11]) && row[11].len() == 4);
        assert_eq!(row[13], row[12].len().to_string());
        assert_eq!([&row[14], &row[15]], outcome.holdings.map(|n| n.to_string()).each_ref().map(String::as_str));
        assert_eq!(row[16], outcome.margin().to_string());
        assert_eq!(&row[17], outcome.winner().map_or("draw".into(), |side| side.to_string().to_lowercase()));
        assert_eq!(&row[18], outcome.ending.name());
        if i % 2 == 1 {
            let first = &rows[i - 1];
            assert_eq!((&row[8], &row[9], &row[11]), (&first[9], &first[8], &first[11]));
        } else {
            let mut round = Round::new(variant, variant.start());
            round.play_all(&row[11]).unwrap();
            assert!(openings.insert((row[4].to_string(), round.position())), "openings are different boards");
        }
    }
}

#[test]
fn enough_is_enough() {
    let mut seen = Vec::new();
    let stop = AtomicBool::new(false);
    let done = tournament(plan()).play(3, 2, &stop, |pair| -> Result<_, PlanError> {
        seen.push(pair.id);
        Ok(if seen.len() < 17 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    });
    done.unwrap();
    assert_eq!(seen, (3..20).collect::<Vec<_>>());
    assert!(!stop.load(Ordering::Relaxed), "others may go on");
}

#[test]
fn a_majority_can_be_enough() {
    let folder = tempfile::tempdir().unwrap();
    let results = play(Plan { adjudicate: Adjudication::Majority, ..plan() }, 2, folder.path());
    // Rounds that went on to their end are the close ones; their margins tell nothing of the others.
    assert!(results.standings().iter().all(|row| row.mean_margin.is_none()));
    assert!(results.crosstable().iter().all(|row| row.mean_margin.is_none()));
    let mut games = csv::Reader::from_path(folder.path().join("games.csv")).unwrap();
    let mut early = 0;
    for row in games.records().map(Result::unwrap).filter(|row| &row[18] == "majority") {
        let total = if &row[4] == "raja-pasu" { 98 } else { 56 };
        let reserves: [u32; 2] = [row[14].parse().unwrap(), row[15].parse().unwrap()];
        let winner = usize::from(&row[17] == "north");
        assert!(2 * reserves[winner] > total && row[16].is_empty(), "{row:?}");
        early += 1;
    }
    assert!(early > 100, "{early}");
    // Rows without a margin are read back like any other.
    let plan = Plan { adjudicate: Adjudication::Majority, ..plan() };
    assert_eq!(resume(plan, folder.path(), 0), Progress::Complete);
}

#[test]
fn schedules_say_who_meets_whom() {
    let engines = Spec::list("greedy,random,mcts:playouts=10").unwrap();
    for (schedule, met) in [
        (Schedule::RoundRobin, vec![[0, 1], [0, 2], [1, 2]]),
        (Schedule::Gauntlet, vec![[0, 1], [0, 2]]),
        (Schedule::Ladder, vec![[1, 0], [2, 1]]),
        (Schedule::Mirror, vec![[0, 0], [1, 1], [2, 2]]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan { engines: engines.clone(), schedule, pairs: Some(10), ..plan() };
        assert_eq!(plan.pairings(), met);
        let results = play(plan, 2, folder.path());
        for row in results.standings() {
            let all = [row.elo, row.elo_low, row.elo_high, row.mean_margin_low.unwrap(), row.mean_margin_high.unwrap()];
            assert!(all.iter().all(|number| number.is_finite()), "{row:?}");
            let number = engines.iter().position(|spec| spec.to_string() == row.engine).unwrap();
            let pairings = met.iter().filter(|pairing| pairing.contains(&number)).count();
            assert_eq!(row.games, 20 * pairings as u64, "{schedule:?}");
            assert_eq!(row.wins + row.draws + row.losses, row.games);
        }
    }
}

#[test]
fn of_an_engine_that_plays_itself_souths_share_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let results = play(Plan { schedule: Schedule::Mirror, ..plan() }, 2, folder.path());
    let mut games = csv::Reader::from_path(folder.path().join("games.csv")).unwrap();
    let rows: Vec<_> = games.records().map(Result::unwrap).collect();
    for standing in results.standings() {
        let own: Vec<_> = rows.iter().filter(|row| row[4] == *standing.game && row[8] == *standing.engine).collect();
        let count = |result: &str| own.iter().filter(|row| &row[17] == result).count() as u64;
        assert_eq!([standing.wins, standing.draws, standing.losses], ["south", "draw", "north"].map(count));
        let margins: i32 = own.iter().map(|row| row[16].parse::<i32>().unwrap()).sum();
        assert!((standing.mean_margin.unwrap() - f64::from(margins) / own.len() as f64).abs() < 1e-9);
        assert!((standing.score_south + standing.score_north - 1.0).abs() < 1e-9);
        assert!((standing.score - standing.score_south).abs() < 1e-9);
    }
}

#[test]
fn openings_may_be_all_or_listed() {
    let folder = tempfile::tempdir().unwrap();
    let all = Plan { openings: Book::All { plies: 1 }, pairs: None, ..plan() };
    assert_eq!(tournament(all.clone()).pairs(), 14);
    play(all, 2, folder.path());
    let listed = Book::Listed(vec!["Ce".into(), Variant::new(GAMES[0]).start().to_string()]);
    let variants = vec![Variant::new(GAMES[0])];
    let plan = Plan { variants, openings: listed, pairs: Some(5), ..plan() };
    assert_eq!(Wishes::of(&plan).plan().unwrap(), plan);
    let folder = tempfile::tempdir().unwrap();
    play(plan, 2, folder.path());
    let games = read(folder.path(), "games.csv");
    let openings: Vec<_> = games.lines().skip(1).map(|row| row.split(',').nth(10 + 13 + 1).unwrap()).collect();
    assert_eq!(openings, ["Ce", "Ce", "", "", "Ce", "Ce", "", "", "Ce", "Ce"]);
}

#[test]
fn standings_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let standings = play(plan(), 2, folder.path()).standings();
    for rows in standings.chunks(2) {
        let [first, second] = rows else { panic!("two engines a game") };
        assert_eq!((first.rank, second.rank), (1, 2));
        assert_eq!((first.games, first.wins, first.draws), (80, second.losses, second.draws));
        assert!((first.elo + second.elo).abs() < 1e-9 && first.elo >= second.elo);
        assert!((first.mean_margin.unwrap() + second.mean_margin.unwrap()).abs() < 1e-9);
        assert!((first.score - f64::midpoint(first.score_south, first.score_north)).abs() < 1e-9);
        for row in rows {
            assert!(row.elo_low < row.elo && row.elo < row.elo_high);
            assert!(row.mean_margin_low < row.mean_margin && row.mean_margin < row.mean_margin_high);
        }
    }
}

#[test]
fn the_cross_table_agrees_with_the_standings_and_with_itself() {
    let folder = tempfile::tempdir().unwrap();
    let results = play(plan(), 2, folder.path());
    let (rows, standings) = (results.crosstable(), results.standings());
    assert_eq!(rows.len(), 4);
    for pair in rows.chunks(2) {
        let [first, second] = pair else { panic!("both ways") };
        assert_eq!((&first.engine, &first.opponent), (&second.opponent, &second.engine));
        assert_eq!((first.wins, first.draws, first.losses), (second.losses, second.draws, second.wins));
        assert_eq!((first.ptnml_0, first.ptnml_1, first.ptnml_2), (second.ptnml_4, second.ptnml_3, second.ptnml_2));
        assert!((first.los + second.los - 1.0).abs() < 1e-9);
        for row in pair {
            let own = standings.iter().find(|own| own.game == row.game && own.engine == row.engine).unwrap();
            assert_eq!((own.wins, own.draws, own.losses), (row.wins, row.draws, row.losses));
            assert_eq!(own.mean_margin.map(f64::to_bits), row.mean_margin.map(f64::to_bits));
            // Of two engines, each is half of the difference away from the mean.
            assert!((2.0 * own.elo - row.elo).abs() < 1e-6, "{} {}", own.elo, row.elo);
            assert_eq!(row.ptnml_0 + row.ptnml_1 + row.ptnml_2 + row.ptnml_3 + row.ptnml_4, 40);
        }
    }
}

#[test]
fn without_a_round_nothing_is_known_and_the_standings_say_so() {
    for row in Results::new(&plan()).standings() {
        assert_eq!((row.games, row.elo.abs() < 1e-9), (0, true), "{row:?}");
        assert!(row.elo_low < -100.0 && row.elo_high > 100.0, "{row:?}");
        assert!(row.mean_margin_low < Some(-50.0) && row.mean_margin_high > Some(50.0), "{row:?}");
    }
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let refusal = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan();
        change(&mut plan);
        Tournament::new(plan, Roster::default()).err().expect("refused")
    };
    assert!(matches!(refusal(&|plan| plan.engines.truncate(1)), PlanError::TooFewEngines { least: 2, found: 1 }));
    assert!(matches!(refusal(&|plan| plan.engines[1] = plan.engines[0].clone()), PlanError::Twice(_)));
    assert!(matches!(refusal(&|plan| plan.pairs = Some(0)), PlanError::NoPairs));
    assert!(matches!(refusal(&|plan| plan.engines[0] = "clever".parse().unwrap()), PlanError::Spec(_)));
    let small = |plan: &mut Plan| plan.variants[0] = plan.variants[0].with_holes(1).unwrap();
    assert!(matches!(refusal(&|plan| plan.variants.clear()), PlanError::NoGame));
    assert!(matches!(refusal(&|plan| plan.variants[1] = plan.variants[0]), PlanError::GameTwice { .. }));
    assert!(matches!(refusal(&|plan| plan.openings = Book::Listed(vec!["X".into()])), PlanError::Opening(_)));
    let sprt = |plan: &mut Plan| plan.sprt = pussa_arena::sprt::Sprt::new(0.0, 10.0).ok();
    assert!(matches!(refusal(&sprt), PlanError::WideSprt));
    let early = |plan: &mut Plan| (plan.matches, plan.adjudicate) = (Some(9), Adjudication::Majority);
    assert!(matches!(refusal(&early), PlanError::AdjudicatedMatches));
    assert!(matches!(refusal(&small), PlanError::TooFewOpenings(_)));
}
