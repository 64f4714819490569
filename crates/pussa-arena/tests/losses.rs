//! Exact loss: what is charged is what the plain rules say, and it does not depend on how a run was played.

use pussa_arena::{Book, Loss, Made, Plan, PlanError, Progress, Results, Run, Schedule, Tournament};
use pussa_engine::{Bounds, Choice, Engine, EngineError, Kind, Oracle, Roster, Spec, SpecError, Watch};
use pussa_reference as reference;
use pussa_rules::{Board, GAMES, Game, Reading, Ring, Round, Side, Variant};
use pussa_solver::Judge;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// All that a run ends with and that does not depend on the clock.
const SAME: [&str; 6] =
    ["games.csv", "losses.csv", "standings.csv", "crosstable.csv", "losses-by-phase.csv", "losses-by-ply.csv"];

/// Goes back to where it was whenever it can, and captures only if it must.
struct Shuttle;

impl Engine for Shuttle {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
        let returns = |mv| match round.child(mv) {
            Some(child) if round.history().contains(&child) => 0,
            Some(child) if child.total() == round.board().total() => 1,
            _ => 2,
        };
        let best = round.choices().iter().min_by_key(|&mv| returns(mv));
        Ok(Choice::at_once(best.expect("the round is not over")))
    }
}

/// Plays perfectly, by the values of all boards of three holes a row and up to twelve counters, and gets on.
struct Perfect;

static VALUES: LazyLock<[reference::Values; 2]> =
    LazyLock::new(|| GAMES.map(|game| reference::Values::of(rules(game, Reading::default()), 3, 3, 12).unwrap()));

impl Engine for Perfect {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
        let values = &VALUES[GAMES.iter().position(|&game| game == round.variant().game()).unwrap()];
        let worth = |&mv: &pussa_rules::Move| {
            let mut next = round.clone();
            next.play_unchecked(mv);
            let (player, counters) = plain(&next);
            let gain = ahead(&next, round.side()) - ahead(round, round.side());
            let plies = i64::from(values.plies(player, &counters).unwrap());
            (gain - values.value(player, &counters).unwrap(), -plies)
        };
        Ok(Choice::at_once(round.choices().iter().max_by_key(worth).expect("the round is not over")))
    }
}

fn ahead(round: &Round, side: Side) -> i16 {
    i16::from(round.position().reserve(side)) - i16::from(round.position().reserve(side.other()))
}

/// Who is to move, and the counters in ring order.
fn plain(round: &Round) -> (reference::Player, Vec<u8>) {
    pussa_testing::plain(round.sower().ring(), round.side(), round.board())
}

fn roster() -> Roster {
    let kind = |name, make: fn(&Spec) -> Result<Box<dyn Engine>, SpecError>| Kind { name, about: "", keys: &[], make };
    let mut roster = Roster::default();
    roster.add(kind("shuttle", |_| Ok(Box::new(Shuttle))));
    roster.add(kind("perfect", |_| Ok(Box::new(Perfect))));
    roster
}

fn rules(game: Game, reading: Reading) -> reference::Rules {
    pussa_testing::rules(Variant::new(game).with_reading(reading).unwrap())
}

fn small(game: Game, reading: Reading) -> Variant {
    Variant::new(game).with_reading(reading).unwrap().with_holes(3).unwrap().with_counters(2).unwrap()
}

fn plan(variants: Vec<Variant>, engines: &str) -> Plan {
    let (openings, exact_loss) = (Book::All { plies: 2 }, Some(1_000_000));
    Plan { pairs: Some(20), openings, exact_loss, ..Plan::new(variants, Spec::list(engines).unwrap()) }
}

fn tournament(plan: Plan, judge: impl Oracle + 'static) -> Tournament {
    Tournament::judged(plan, roster(), Arc::new(judge)).unwrap()
}

fn play(plan: Plan, threads: usize, folder: &Path) -> Results {
    // Most is found out by search.
    let tournament = tournament(plan, Judge::default().with_counters(2));
    let mut run = Run::create(folder, &tournament, &Made::default()).unwrap();
    assert_eq!(run.play(threads, &AtomicBool::new(false), |_| ()).unwrap(), Progress::Complete);
    assert!(run.judging().nodes > 0);
    run.results().clone()
}

fn rows(folder: &Path, file: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_path(folder.join(file)).unwrap().records().map(Result::unwrap).collect()
}

/// What each move of a round loses, by the plain rules and the values of all boards; and how it ended.
fn plain_losses(
    rules: reference::Rules,
    size: reference::Size,
    values: &reference::Values,
    game: &csv::StringRecord,
) -> (Vec<i16>, reference::Ending) {
    let mut round = reference::Round::new(rules, reference::Position::parse(&game[10], size).unwrap());
    let mut losses = Vec::new();
    for letter in game[12].chars() {
        let before = *round.position();
        let player = before.to_move();
        let lead =
            |reserves: reference::Reserves| i16::from(reserves.of(player)) - i16::from(reserves.of(player.other()));
        round.play(reference::Hole::from_letter(letter).unwrap()).unwrap();
        let after = round.position();
        // At the end, what is paid; until then, what is captured and what is still to come.
        let worth = if let Some(result) = round.result() {
            lead(result.reserves) - lead(before.reserves())
        } else {
            let to_come = values.value(after.to_move(), after.ring().counters()).unwrap();
            lead(after.reserves()) - lead(before.reserves()) - to_come
        };
        losses.push(values.value(player, before.ring().counters()).unwrap() - worth);
    }
    (losses, round.result().unwrap().ending)
}

/// Compares all losses of a run of one game with those by the plain rules; how many there were, and those charged for
/// repetitions.
fn compare(variant: Variant, values: &reference::Values, folder: &Path) -> (usize, Vec<i16>) {
    let rules = rules(variant.game(), variant.reading());
    let size = reference::Size::new(variant.holes().into(), variant.counters().into()).unwrap();
    let (games, losses) = (rows(folder, "games.csv"), rows(folder, "losses.csv"));
    let (mut next, mut repetitions) = (losses.iter(), Vec::new());
    for game in &games {
        let (plain, ending) = plain_losses(rules, size, values, game);
        for (ply, (&loss, letter)) in plain.iter().zip(game[12].chars()).enumerate().skip(game[11].len()) {
            let engine = &game[if letter.is_ascii_uppercase() { 8 } else { 9 }];
            let told: Vec<_> = next.next().unwrap().iter().map(str::to_owned).collect();
            let wanted = [&game[0], &ply.to_string(), engine, &letter.to_string(), &loss.to_string(), "true"];
            assert_eq!(told, wanted, "{variant:?}: {game:?}");
        }
        if ending == reference::Ending::Repetition && game[11].len() < plain.len() {
            repetitions.extend(plain.last());
        }
    }
    assert!(next.next().is_none(), "there are no more losses than moves");
    (losses.len(), repetitions)
}

#[test]
fn what_moves_lose_is_what_the_plain_rules_say_under_every_reading() {
    let mut compared = 0;
    for game in GAMES {
        for reading in Reading::all(game, false) {
            let (variant, folder) = (small(game, reading), tempfile::tempdir().unwrap());
            play(plan(vec![variant], "random,greedy,shuttle"), 2, folder.path());
            let values = reference::Values::of(rules(game, reading), 3, 3, 12).unwrap();
            compared += compare(variant, &values, folder.path()).0;
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// With few counters on long rows, moves go round for ever.
#[test]
fn a_repetition_is_charged_what_the_position_was_worth() {
    let mut charged = Vec::new();
    for game in GAMES {
        let rules = rules(game, Reading::default());
        let values = reference::Values::of(rules, 7, 7, 4).unwrap();
        let variant = Variant::new(game);
        let is_open = |board: &String| Round::new(variant, variant.parse_board(board).unwrap()).outcome().is_none();
        let boards = values.positions().filter(|(_, value)| *value != 0).map(|(position, _)| position.to_string());
        let openings = Book::Listed(boards.filter(is_open).step_by(11).collect());
        let plan = Plan { openings, pairs: None, ..plan(vec![variant], "shuttle,random") };
        let folder = tempfile::tempdir().unwrap();
        play(plan, 2, folder.path());
        charged.extend(compare(variant, &values, folder.path()).1);
    }
    let [won, lost] = [1, -1].map(|sign| charged.iter().filter(|&&loss| loss.signum() == sign).count());
    assert!(won > 10 && lost > 10, "{charged:?}");
}

#[test]
fn perfect_play_loses_nothing() {
    let variants = GAMES.map(|game| small(game, Reading::default()));
    let folder = tempfile::tempdir().unwrap();
    let plan =
        Plan { schedule: Schedule::Gauntlet, pairs: Some(250), ..plan(variants.to_vec(), "perfect,random,greedy") };
    let results = play(plan, 2, folder.path());
    let endings: Vec<_> = rows(folder.path(), "games.csv").iter().map(|row| row[18].to_owned()).collect();
    let mut moves = 0;
    for row in rows(folder.path(), "losses.csv").iter().filter(|row| &row[2] == "perfect") {
        let loss: i16 = row[4].parse().unwrap();
        // Who is behind may be let off by a repetition.
        let is_let_off = loss < 0 && endings[row[0].parse::<usize>().unwrap()] == "repetition";
        assert!(loss == 0 || is_let_off, "{row:?}");
        moves += 1;
    }
    assert!(moves > 4000, "{moves}");
    let all = results.standings();
    let (perfect, others): (Vec<_>, Vec<_>) = all.iter().partition(|row| row.engine == "perfect");
    assert!(perfect.iter().all(|row| row.share_perfect == Some(1.0) && row.share_judged == Some(1.0)));
    assert!(others.iter().all(|row| row.mean_loss_low > Some(0.0)), "{others:?}");
}

#[test]
fn any_number_of_threads_and_any_stop_gives_the_same_bytes() {
    let plan = || plan(GAMES.map(|game| small(game, Reading::default())).to_vec(), "random,greedy");
    let folders = [1, 2].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        play(plan(), threads, folder.path());
        folder
    });
    let read = |folder: &Path, file: &str| fs::read_to_string(folder.join(file)).unwrap();
    let whole = folders[0].path();
    for file in SAME {
        assert_eq!(read(folders[1].path(), file), read(whole, file), "{file}");
    }
    let header = "game_id,ply,engine,move,loss,exact\n";
    // How many pairs are played before the stop, and how much of the losses a power cut takes then.
    for (stop, cut) in [(0, 0), (1, 4), (17, 300), (30, 1), (30, usize::MAX)] {
        let (folder, tournament) =
            (tempfile::tempdir().unwrap(), tournament(plan(), Judge::default().with_counters(2)));
        let (enough, mut left) = (AtomicBool::new(stop == 0), stop);
        let mut run = Run::create(folder.path(), &tournament, &Made::default()).unwrap();
        let progress = run.play(2, &enough, |_| {
            left -= u32::from(left > 0);
            enough.store(left == 0, Ordering::Relaxed);
        });
        assert_eq!(progress.unwrap(), Progress::Stopped);
        drop(run);
        let losses = read(folder.path(), "losses.csv");
        assert!(losses.starts_with(header) && read(whole, "losses.csv").starts_with(&losses));
        fs::write(folder.path().join("losses.csv"), &losses[..losses.len().saturating_sub(cut)]).unwrap();
        let mut run = Run::resume(folder.path(), &tournament, &Made::default()).unwrap();
        assert_eq!(read(folder.path(), "losses.csv"), losses, "what was lost is judged again");
        assert_eq!(run.play(2, &AtomicBool::new(false), |_| ()).unwrap(), Progress::Complete);
        for file in SAME {
            assert_eq!(read(folder.path(), file), read(whole, file), "{file} after {stop} pairs less {cut} bytes");
        }
        let timings = read(folder.path(), "timings.csv");
        assert!(timings.lines().skip(1).all(|line| line.split(',').count() == 7 && !line.ends_with(',')));
    }
}

#[test]
fn losses_of_another_run_are_refused() {
    let plan = || Plan { pairs: Some(3), ..plan(vec![small(GAMES[0], Reading::default())], "random,greedy") };
    let folder = tempfile::tempdir().unwrap();
    play(plan(), 1, folder.path());
    let path = folder.path().join("losses.csv");
    let losses = fs::read_to_string(&path).unwrap();
    let third = losses.lines().nth(2).unwrap().to_owned();
    let refusal = || {
        let tournament = tournament(plan(), Judge::default());
        Run::resume(folder.path(), &tournament, &Made::default()).err().expect("refused").to_string()
    };
    let of_another = |text: &str| {
        format!("{}, {text}: this is not what the run would have written; it can't be taken up", path.display())
    };
    for changed in [third.replacen(',', ",9", 1), third.replace("true", "yes"), third.replace(",true", ",false")] {
        fs::write(&path, losses.replacen(&third, &changed, 1)).unwrap();
        if changed != third.replace(",true", ",false") || third.contains(",0,") {
            assert_eq!(refusal(), of_another("row 3"), "{changed}");
        }
    }
    fs::write(&path, losses.replacen("game_id", "Game_id", 1)).unwrap();
    assert_eq!(refusal(), of_another("row 1"));
}

/// Knows values to within so many counters, and says how much effort it is asked for.
struct Vague {
    slack: i16,
    effort: u64,
}

impl Oracle for Vague {
    fn reach(&self, _: &Variant, _: Ring) -> Option<u8> {
        None
    }

    fn bounds(&self, variant: &Variant, ring: Ring, mover: Side, board: Board, effort: u64) -> Bounds {
        assert_eq!(effort, self.effort);
        let value = Judge::default().bounds(variant, ring, mover, board, 1_000_000).value().unwrap();
        let all = Bounds::of_counters(board.total() as u8);
        Bounds::new(all.low().max(value - self.slack), all.high().min(value + self.slack)).unwrap()
    }
}

#[test]
fn what_is_not_proved_is_not_charged() {
    let plan = || Plan { exact_loss: Some(77), ..plan(vec![small(GAMES[1], Reading::default())], "random,greedy") };
    let judged = |slack: i16| {
        let (folder, tournament) = (tempfile::tempdir().unwrap(), tournament(plan(), Vague { slack, effort: 77 }));
        let mut run = Run::create(folder.path(), &tournament, &Made::default()).unwrap();
        run.play(2, &AtomicBool::new(false), |_| ()).unwrap();
        let losses: Vec<_> =
            rows(folder.path(), "losses.csv").iter().map(|row| [row[4].to_owned(), row[5].to_owned()]).collect();
        drop(run);
        // What is read back is what was written.
        let run = Run::resume(folder.path(), &tournament, &Made::default()).unwrap();
        (losses, run.results().standings(), run.results().losses_by_phase())
    };
    let ((exact, ..), (vague, standings, phases)) = (judged(0), judged(1));
    let mut kinds = HashSet::new();
    for ([loss, is_exact], [told, is_proved]) in exact.iter().zip(&vague) {
        assert_eq!(is_exact, "true");
        let (loss, told): (i16, Option<i16>) = (loss.parse().unwrap(), told.parse().ok());
        match (is_proved.as_str(), told) {
            ("true", Some(told)) => assert_eq!(told, loss),
            ("false", Some(told)) => assert!(told > 0 && told <= loss),
            ("false", None) => assert!((0..=2).contains(&loss), "{loss}"),
            other => panic!("{other:?}"),
        }
        kinds.insert((is_proved.clone(), told.is_some()));
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    let judged = |row: &Option<f64>| row.is_some_and(|share| share > 0.0 && share < 1.0);
    assert!(standings.iter().all(|row| judged(&row.share_judged) && row.mean_loss.is_some()));
    assert_eq!(phases.iter().map(|row| row.phase).collect::<Vec<_>>(), ["opening", "middle", "end"].repeat(2));
    assert_eq!(phases.iter().map(|row| row.moves).sum::<u64>(), vague.len() as u64);
}

#[test]
fn without_an_oracle_nothing_is_judged() {
    let wanted = plan(vec![small(GAMES[0], Reading::default())], "random,greedy");
    let refused = Tournament::new(wanted.clone(), Roster::default()).err().expect("refused");
    assert_eq!(refused.to_string(), "to judge what moves lose takes an oracle, and there is none");
    let plain = Plan { exact_loss: None, ..wanted };
    let folder = tempfile::tempdir().unwrap();
    let tournament = tournament(plain, Judge::default());
    let mut run = Run::create(folder.path(), &tournament, &Made::default()).unwrap();
    run.play(1, &AtomicBool::new(false), |_| ()).unwrap();
    assert!(!folder.path().join("losses.csv").exists() && !folder.path().join("losses-by-phase.csv").exists());
    assert!(run.results().standings().iter().all(|row| row.mean_loss.is_none() && row.share_judged.is_none()));
}

#[test]
fn a_round_that_is_forfeited_is_judged_up_to_there() {
    /// Makes two moves, and then one that may not be made.
    struct Fails(u32);

    impl Engine for Fails {
        fn new_game(&mut self, _: u64) {
            self.0 = 0;
        }

        fn choose(&mut self, round: &Round, _: &Watch) -> Result<Choice, EngineError> {
            self.0 += 1;
            let mv = round.choices().nth(0).expect("the round is not over");
            if self.0 > 2 { Err(EngineError::Crash("it ended".into())) } else { Ok(Choice::at_once(mv)) }
        }
    }

    let mut roster = roster();
    roster.add(Kind { name: "fails", about: "", keys: &[], make: |_| Ok(Box::new(Fails(0))) });
    let plan = plan(vec![small(GAMES[0], Reading::default())], "fails,greedy");
    let tournament = Tournament::judged(plan, roster, Arc::new(Judge::default())).unwrap();
    let mut forfeited = 0;
    let each = |pair: pussa_arena::Pair| {
        for (_, game) in pair.games().filter(|(_, game)| game.ending() == "crash") {
            let judged = game.judged.as_ref().expect("all rounds are judged");
            assert_eq!(judged.moves.len(), game.moves.len() - game.opening.len());
            assert!(judged.moves.iter().all(|it| matches!(it.loss, Loss::Exactly(loss) if loss >= 0)));
            forfeited += 1;
        }
        Ok::<_, PlanError>(std::ops::ControlFlow::Continue(()))
    };
    tournament.play(0, 1, &AtomicBool::new(false), each).unwrap();
    assert!(forfeited > 5, "{forfeited}");
}
