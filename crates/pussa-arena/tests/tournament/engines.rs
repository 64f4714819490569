//! Engines from outside, those that fail, and those that take too long.

use crate::{plan, read, tournament};
use pussa_arena::{Made, Plan, PlanError, Progress, Results, Run, Tournament};
use pussa_engine::{Choice, Engine, EngineError, Kind, Roster, Spec, SpecError, Watch};
use pussa_rules::Round;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

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
fn engines_with_threads_of_their_own_get_room_for_them() {
    let engines = Spec::list("alpha-beta:depth=2:threads=2,greedy").unwrap();
    let tournament = tournament(Plan { engines, ..plan() });
    assert_eq!([1, 2, 4, 7].map(|threads| tournament.at_once(threads)), [1, 1, 2, 3]);
}
