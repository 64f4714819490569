//! Whole tournaments: what is written, and that it does not depend on how it was played.

use pussa_arena::{
    Adjudication, Book, Egdb, Made, Plan, PlanError, Progress, Results, Run, RunError, Schedule, Tournament, Wishes,
};
use pussa_engine::{Choice, Engine, EngineError, Kind, Roster, Spec, SpecError, Watch};
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

/// An engine from outside, which is not in the list of the crate.
struct Leftmost;

impl Engine for Leftmost {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
        Ok(Choice::at_once(round.choices().nth(0).unwrap()))
    }
}

/// An engine that fails at its third move.
#[derive(Default)]
struct Failing(u32);

impl Engine for Failing {
    fn new_game(&mut self, _: u64) {
        self.0 = 0;
    }

    fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
        self.0 += 1;
        if self.0 == 3 {
            Err(EngineError::Crash("gone".into()))
        } else {
            Ok(Choice::at_once(round.choices().nth(0).unwrap()))
        }
    }
}

#[test]
fn an_engine_that_fails_forfeits_the_round_and_the_run_goes_on() {
    let make = |_: &Spec| -> Result<Box<dyn Engine>, SpecError> { Ok(Box::new(Failing::default())) };
    let mut roster = Roster::default();
    roster.add(Kind { name: "failing", about: "fails", keys: &[], make });
    let plan = Plan { engines: Spec::list("random,failing").unwrap(), ..plan() };
    let tournament = Tournament::new(plan, roster).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), &tournament, &Made::default()).unwrap();
    assert_eq!(run.play(2, &AtomicBool::new(false), |_| ()).unwrap(), Progress::Complete);
    let standings = run.results().standings();
    for row in &standings {
        assert_eq!(row.forfeits > 50, row.engine == "failing", "{row:?}");
    }
    drop(run);
    // Forfeits are read back like any other end.
    let again = Run::resume(folder.path(), &tournament, &Made::default()).unwrap();
    assert_eq!(again.results().standings(), standings);
    let mut games = csv::Reader::from_path(folder.path().join("games.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = games.records().map(Result::unwrap).collect();
    let crashed: Vec<_> = rows.iter().filter(|row| &row[18] == "crash").collect();
    assert!(crashed.len() > 100);
    for row in crashed {
        let loser = if &row[8] == "failing" { "south" } else { "north" };
        assert!(&row[17] != loser && &row[17] != "draw" && row[16].is_empty(), "{row:?}");
    }
}

#[test]
fn engines_of_others_join_by_name() {
    let make = |_: &Spec| -> Result<Box<dyn Engine>, SpecError> { Ok(Box::new(Leftmost)) };
    let mut roster = Roster::default();
    roster.add(Kind { name: "leftmost", about: "plays the leftmost hole", keys: &[], make });
    let plan = Plan { engines: Spec::list("leftmost,random,greedy").unwrap(), ..plan() };
    let tournament = Tournament::new(plan, roster).unwrap();
    assert_eq!(tournament.pairs(), 2 * 3 * 40);
    let mut results = Results::new(tournament.plan());
    let all = tournament.play(0, 2, &AtomicBool::new(false), |pair| -> Result<_, PlanError> {
        results.add(&pair);
        Ok(ControlFlow::Continue(()))
    });
    all.unwrap();
    assert_eq!(results.standings().len(), 6);
}

/// An engine that takes longer for every move than there is on the clock.
struct Slow;

impl Engine for Slow {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        let left = watch.clock.expect("there is a clock").left[round.side().index()];
        std::thread::sleep(left + std::time::Duration::from_millis(60));
        Ok(Choice::at_once(round.choices().nth(0).unwrap()))
    }
}

#[test]
fn whoever_oversteps_the_clock_forfeits() {
    let make = |_: &Spec| -> Result<Box<dyn Engine>, SpecError> { Ok(Box::new(Slow)) };
    let mut roster = Roster::default();
    roster.add(Kind { name: "slow", about: "takes too long", keys: &[], make });
    let clock = Some("30ms+10ms".parse().unwrap());
    let engines = Spec::list("mcts,slow").unwrap();
    let plan = Plan { engines, clock, pairs: Some(2), ..plan() };
    let tournament = Tournament::new(plan, roster).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), &tournament, &Made::default()).unwrap();
    run.play(1, &AtomicBool::new(false), |_| ()).unwrap();
    for row in run.results().standings() {
        assert_eq!((row.wins, row.losses), if row.engine == "slow" { (0, 4) } else { (4, 0) });
    }
    assert_eq!(read(folder.path(), "games.csv").matches(",timeout\n").count(), 8);
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

#[test]
fn engines_with_threads_of_their_own_get_room_for_them() {
    let engines = Spec::list("alpha-beta:depth=2:threads=2,greedy").unwrap();
    let tournament = tournament(Plan { engines, ..plan() });
    assert_eq!([1, 2, 4, 7].map(|threads| tournament.at_once(threads)), [1, 1, 2, 3]);
}
