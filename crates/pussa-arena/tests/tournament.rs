//! Whole tournaments: what is written, and that it does not depend on how it was played.

use pussa_arena::{Plan, PlanError, Results, Run, RunError, Tournament};
use pussa_engine::{Choice, Engine, EngineError, Kind, Roster, Spec, SpecError, Watch};
use pussa_rules::{GAMES, Round, Variant};
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn plan(threads: usize) -> Plan {
    Plan {
        variants: GAMES.map(Variant::new).to_vec(),
        engines: Spec::list("random,greedy").unwrap(),
        pairs: 40,
        opening_plies: 4,
        seed: 1,
        threads,
    }
}

/// Plays a plan into a folder, and stops after so many pairs.
fn play(plan: Plan, folder: &Path, stop_after: u64) -> Results {
    let tournament = Tournament::new(plan, Roster::default()).unwrap();
    let mut run = Run::create(folder).unwrap();
    let mut results = Results::new(tournament.plan());
    let stop = AtomicBool::new(false);
    tournament
        .play(&stop, |pair| -> Result<(), Box<dyn std::error::Error>> {
            run.add(&tournament, &pair)?;
            results.add(&pair);
            stop.store(results.pairs() >= stop_after, Ordering::Relaxed);
            Ok(())
        })
        .unwrap();
    if results.pairs() == tournament.pairs() {
        run.finish(&results).unwrap();
    }
    results
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn files_have_the_columns_that_scripts_rely_on() {
    let folder = tempfile::tempdir().unwrap();
    play(plan(2), folder.path(), u64::MAX);
    let (games, standings) = (read(folder.path(), "games.csv"), read(folder.path(), "standings.csv"));
    assert_eq!(
        games.lines().next().unwrap(),
        "game_id,pair_id,match_id,round,game,reading,holes,counters,south,north,board,opening,moves,plies,south_final,\
         north_final,margin,result,ending"
    );
    assert_eq!(
        standings.lines().next().unwrap(),
        "game,reading,rank,engine,games,wins,draws,losses,score,elo,elo_low,elo_high,mean_margin,mean_margin_low,\
         mean_margin_high,score_south,score_north"
    );
    assert_eq!((games.lines().count(), standings.lines().count()), (1 + 160, 1 + 4));
    assert_eq!(
        read(folder.path(), "crosstable.csv").lines().next().unwrap(),
        "game,reading,engine,opponent,games,wins,draws,losses,ptnml_0,ptnml_1,ptnml_2,ptnml_3,ptnml_4,elo,elo_low,\
         elo_high,los,mean_margin,mean_margin_low,mean_margin_high"
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "and there is nothing else");
}

#[test]
fn every_row_is_a_round_by_the_rules_and_pairs_exchange_the_sides() {
    let folder = tempfile::tempdir().unwrap();
    play(plan(2), folder.path(), u64::MAX);
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
        play(plan(threads), folder.path(), u64::MAX);
        folder
    });
    for file in ["games.csv", "standings.csv"] {
        let texts: HashSet<_> = folders.iter().map(|folder| read(folder.path(), file)).collect();
        assert_eq!(texts.len(), 1, "{file}");
    }
    let other = tempfile::tempdir().unwrap();
    play(Plan { seed: 2, ..plan(1) }, other.path(), u64::MAX);
    assert_ne!(read(other.path(), "games.csv"), read(folders[0].path(), "games.csv"));
}

#[test]
fn what_is_stopped_leaves_whole_rows_from_the_start_on() {
    let [whole, stopped] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    play(plan(2), whole.path(), u64::MAX);
    let results = play(plan(2), stopped.path(), 17);
    let (whole, part) = (read(whole.path(), "games.csv"), read(stopped.path(), "games.csv"));
    assert!(results.pairs() >= 17 && part.len() < whole.len());
    assert!(whole.starts_with(&part) && part.ends_with('\n'));
    assert!(!stopped.path().join("standings.csv").exists());
}

#[test]
fn standings_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let standings = play(plan(2), folder.path(), u64::MAX).standings();
    for rows in standings.chunks(2) {
        let [first, second] = rows else { panic!("two engines a game") };
        assert_eq!((first.rank, second.rank), (1, 2));
        assert_eq!((first.games, first.wins, first.draws), (80, second.losses, second.draws));
        assert!((first.elo + second.elo).abs() < 1e-9 && first.elo >= second.elo);
        assert!((first.mean_margin + second.mean_margin).abs() < 1e-9);
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
    let results = play(plan(2), folder.path(), u64::MAX);
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
            assert_eq!(own.mean_margin.to_bits(), row.mean_margin.to_bits());
            // Of two engines, each is half of the difference away from the mean.
            assert!((2.0 * own.elo - row.elo).abs() < 1e-6, "{} {}", own.elo, row.elo);
            assert_eq!(row.ptnml_0 + row.ptnml_1 + row.ptnml_2 + row.ptnml_3 + row.ptnml_4, 40);
        }
    }
}

#[test]
fn without_a_round_nothing_is_known_and_the_standings_say_so() {
    for row in Results::new(&plan(1)).standings() {
        assert_eq!((row.games, row.elo.abs() < 1e-9), (0, true), "{row:?}");
        assert!(row.elo_low < -100.0 && row.elo_high > 100.0, "{row:?}");
        assert!(row.mean_margin_low < -50.0 && row.mean_margin_high > 50.0, "{row:?}");
    }
}

#[test]
fn a_folder_that_holds_a_run_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    play(plan(1), folder.path(), u64::MAX);
    let before = read(folder.path(), "games.csv");
    assert!(matches!(Run::create(folder.path()), Err(RunError::Taken { .. })));
    assert_eq!(read(folder.path(), "games.csv"), before);
}

#[test]
fn runs_without_a_name_get_the_first_number_that_is_free() {
    let parent = tempfile::tempdir().unwrap();
    let names = [(); 3].map(|()| Run::create_under(&parent.path().join("runs"), "try").unwrap().folder().to_path_buf());
    assert_eq!(names, [1, 2, 3].map(|n| parent.path().join(format!("runs/try-{n}"))));
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let refusal = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan(1);
        change(&mut plan);
        Tournament::new(plan, Roster::default()).err().expect("refused")
    };
    assert!(matches!(refusal(&|plan| plan.engines.truncate(1)), PlanError::TooFewEngines(1)));
    assert!(matches!(refusal(&|plan| plan.engines[1] = plan.engines[0].clone()), PlanError::Twice(_)));
    assert!(matches!(refusal(&|plan| plan.pairs = 0), PlanError::NoPairs));
    assert!(matches!(refusal(&|plan| plan.engines[0] = "clever".parse().unwrap()), PlanError::Spec(_)));
    let small = |plan: &mut Plan| plan.variants[0] = plan.variants[0].with_holes(1).unwrap();
    assert!(matches!(refusal(&small), PlanError::Openings(_)));
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
    let tournament =
        Tournament::new(Plan { engines: Spec::list("random,failing").unwrap(), ..plan(2) }, roster).unwrap();
    let mut results = Results::new(tournament.plan());
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path()).unwrap();
    let all = tournament.play(&AtomicBool::new(false), |pair| -> Result<(), Box<dyn std::error::Error>> {
        run.add(&tournament, &pair)?;
        results.add(&pair);
        Ok(())
    });
    all.unwrap();
    assert_eq!(results.pairs(), tournament.pairs());
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
    let plan = Plan { engines: Spec::list("leftmost,random,greedy").unwrap(), ..plan(2) };
    let tournament = Tournament::new(plan, roster).unwrap();
    assert_eq!(tournament.pairs(), 2 * 3 * 40);
    let mut results = Results::new(tournament.plan());
    let all = tournament.play(&AtomicBool::new(false), |pair| -> Result<(), PlanError> {
        results.add(&pair);
        Ok(())
    });
    all.unwrap();
    assert_eq!(results.standings().len(), 6);
}
