//! `mcts`: plays by the rules, keeps to its limits, and tells as exact only what is.

use pussa_engine::{Choice, Engine, Limit, Roster, Spec, Watch};
use pussa_reference as reference;
use pussa_rules::{Board, GAMES, Position, RAJA_PASU, Reading, Round, Side, Variant, WALAK_PUSSA};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn engine(spec: &str) -> Box<dyn Engine> {
    let mut engine = Roster::default().engine(&spec.parse().unwrap()).unwrap();
    engine.new_game(1);
    engine
}

fn think(spec: &str, round: &Round) -> Choice {
    engine(spec).choose(round, &Watch::none()).unwrap()
}

fn variants(holes: u8, counters: u8) -> impl Iterator<Item = Variant> {
    let small = move |game| Variant::new(game).with_holes(holes).unwrap().with_counters(counters).unwrap();
    let readings = |game| Reading::all(game, false).map(move |reading| (game, reading));
    GAMES.into_iter().flat_map(readings).map(move |(game, reading)| small(game).with_reading(reading).unwrap())
}

/// The moves of a round in which `spec` plays both sides, and what it said of them.
fn alone(spec: &str, start: (Variant, Position), seed: u64) -> (Round, Vec<Choice>) {
    let mut engine = engine(spec);
    engine.new_game(seed);
    let mut round = Round::new(start.0, start.1);
    let mut choices = Vec::new();
    while round.outcome().is_none() {
        let choice = engine.choose(&round, &Watch::none()).unwrap();
        assert!(round.choices().contains(choice.mv), "{spec} chooses a move that may be chosen");
        assert_eq!(choice.line.moves().first(), Some(&choice.mv));
        let left = round.board().total() as f32;
        assert!(choice.score.is_some_and(|score| score.abs() <= left), "nobody wins more than there is");
        round.play_unchecked(choice.mv);
        choices.push(choice);
    }
    (round, choices)
}

/// The values of all positions of a variant with at most so many counters (E5), found by complete retrograde.
struct Values(reference::Values);

impl Values {
    fn of(variant: Variant, most: u8) -> Self {
        Self(pussa_testing::values(variant, variant.start().layout().ring(), most))
    }

    fn value(&self, round: &Round) -> f32 {
        let value = pussa_testing::value(&self.0, round.sower().ring(), round.side(), round.board());
        value.expect("few enough counters").into()
    }
}

/// All ways to lay so many counters into so many holes.
fn boards(holes: usize, counters: u8) -> Vec<Vec<u8>> {
    if holes == 1 {
        return vec![vec![counters]];
    }
    let with_first = |first| {
        boards(holes - 1, counters - first).into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    (0..=counters).flat_map(with_first).collect()
}

/// Every round that can be begun with at most so many counters.
fn rounds(variant: Variant, most: u8) -> impl Iterator<Item = Round> {
    let layout = variant.start().layout();
    let all = (1..=most).flat_map(move |counters| boards(usize::from(layout.ring().length()), counters));
    all.flat_map(|board| Side::BOTH.map(|side| (side, Board::new(&board, 0, 0))))
        .map(move |(side, board)| Round::new(variant, Position::new(layout, side, board)))
        .filter(|round| round.outcome().is_none())
}

#[test]
fn rounds_follow_from_the_seed_under_every_reading() {
    for variant in variants(7, 4) {
        let start = (variant, variant.start());
        for spec in ["mcts:playouts=40", "mcts:playouts=40:rollouts=random:backup=wins", "mcts:nodes=900:solver=off"] {
            let moves = |seed| alone(spec, start, seed).0.moves().to_vec();
            assert_eq!(moves(5), moves(5), "{spec}");
            assert!((6..9).any(|seed| moves(seed) != moves(5)), "{spec}");
        }
    }
}

#[test]
fn what_is_told_as_exact_is_so_on_every_small_board() {
    for (holes, most) in [(1, 8), (2, 6), (3, 4)] {
        for variant in variants(holes, 4) {
            let name = format!("{} {}", variant.game(), variant.reading());
            let values = Values::of(variant, most);
            for threads in 1..=3 {
                let (mut exact, mut all) = (0, 0);
                for round in rounds(variant, most) {
                    let choice = think(&format!("mcts:playouts=400:hash=1MiB:threads={threads}"), &round);
                    all += 1;
                    if choice.exact {
                        exact += 1;
                        let value = Some(values.value(&round));
                        assert_eq!(choice.score, value, "{name} {} {threads}", round.position());
                    }
                }
                assert!(exact * 10 > all * 8, "{exact} of {all} are proved by {threads}: {name}");
            }
        }
    }
}

/// With a history behind it and a tree kept from earlier moves, a proof may lean on boards that stood before. In rows of
/// five holes counters can go round behind one another, and do. Several threads must meet often enough to share bounds.
#[test]
fn what_is_told_as_exact_is_so_in_the_middle_of_rounds() {
    for game in GAMES {
        let variant = Variant::new(game).with_holes(5).unwrap();
        let values = Values::of(variant, 4);
        for spec in ["mcts:playouts=60", "mcts:playouts=300:threads=2", "mcts:playouts=300:threads=3"] {
            let (leaning, all) = play_astray(spec, variant, &values);
            assert!(leaning > 0 || spec.contains("threads"), "{game}: no proof leaned on the past, of {all}");
        }
    }
}

/// Plays all rounds of at most four counters, where everything told as exact must be so: how many proofs leaned on the
/// past, and how many moves were made.
fn play_astray(spec: &str, variant: Variant, values: &Values) -> (usize, usize) {
    let spec = &format!("{spec}:hash=1MiB");
    let mut engine = engine(spec);
    let (mut leaning, mut all) = (0, 0);
    for (number, mut round) in rounds(variant, 4).enumerate() {
        let start = round.position();
        engine.new_game(1);
        while round.outcome().is_none() {
            let choice = engine.choose(&round, &Watch::none()).unwrap();
            let moves: String = round.moves().iter().map(|hole| hole.letter()).collect();
            if choice.exact {
                assert_eq!(choice.score, Some(values.value(&round)), "{spec} {start} {moves}");
            } else {
                // What would have been exact without a past.
                let fresh = think(spec, &Round::new(variant, round.position()));
                leaning += usize::from(fresh.exact);
            }
            all += 1;
            // Now and then a move of somebody else's, so that rounds go astray, and round.
            let choices = round.choices();
            let other = choices.nth(number % choices.len()).unwrap();
            round.play_unchecked(if round.moves().len() % 3 == 0 { other } else { choice.mv });
        }
    }
    (leaning, all)
}

#[test]
fn proved_values_are_those_of_alpha_beta_and_are_kept_to_in_play() {
    for game in GAMES {
        let variant = Variant::new(game).with_holes(3).unwrap().with_counters(2).unwrap();
        let round = Round::new(variant, variant.start());
        let proved = think("alpha-beta:depth=60", &round);
        for spec in ["mcts:playouts=200000", "mcts:playouts=200000:threads=2", "mcts:playouts=200000:threads=3"] {
            let choice = think(spec, &round);
            assert!(proved.exact && choice.exact, "{game} {spec}");
            assert_eq!(choice.score, proved.score, "{game} {spec}");
        }
        let (round, _) = alone("mcts:playouts=200000", (variant, variant.start()), 1);
        assert_eq!(Some(round.outcome().unwrap().margin() as f32), proved.score, "{game}");
    }
}

#[test]
fn boards_that_come_back_are_worth_nothing_and_known_so() {
    for (game, board) in [(WALAK_PUSSA, "1,1,0,0,0/0,1,1,0,0/0,0/S"), (RAJA_PASU, "0,1,1,0,0/0,2,0,0,0/0,0/S")] {
        let variant = Variant::new(game).with_holes(5).unwrap();
        let position = variant.parse_board(board).unwrap();
        let choice = think("mcts:playouts=5000", &Round::new(variant, position));
        assert_eq!((choice.exact, choice.score), (true, Some(0.0)), "{board}");
        let (round, _) = alone("mcts:playouts=5000", (variant, position), 1);
        assert_eq!(round.outcome().unwrap().margin(), 0, "{board}");
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let variant = Variant::new(WALAK_PUSSA);
    let mut round = Round::new(variant, variant.start());
    let mut kept = engine("mcts:playouts=3000");
    for _ in 0..6 {
        let choice = kept.choose(&round, &Watch::none()).unwrap();
        assert!(round.choices().contains(choice.mv));
        round.play_unchecked(choice.mv);
    }
    let deep = kept.choose(&round, &Watch::none()).unwrap();
    let new = think("mcts:playouts=3000", &round);
    assert!(deep.depth >= new.depth, "{} moves ahead, and {} without the tree", deep.depth, new.depth);
    let far = (deep.score.unwrap() - new.score.unwrap()).abs();
    assert!(far < 4.0, "{far} counters apart");
}

#[test]
fn a_single_thread_is_what_there_is_if_nobody_asks_for_more() {
    for variant in GAMES.map(Variant::new) {
        let moves = |spec| alone(spec, (variant, variant.start()), 3);
        assert_eq!(moves("mcts:playouts=200:threads=1").1, moves("mcts:playouts=200").1);
    }
}

#[test]
fn a_single_playout_gives_a_move() {
    for variant in variants(7, 7).chain(variants(7, 18)).chain(variants(1, 1)) {
        for spec in ["mcts:playouts=1", "mcts:playouts=1:threads=2", "mcts:nodes=1:threads=3:solver=off"] {
            alone(spec, (variant, variant.start()), 1);
        }
    }
}

#[test]
fn threads_that_keep_their_trees_know_what_to_move() {
    let variant = Variant::new(WALAK_PUSSA).with_counters(8).unwrap();
    for seed in 0..10 {
        alone("mcts:playouts=4000:threads=2", (variant, variant.start()), seed);
    }
}

#[test]
fn threads_share_the_limits_and_the_smallest_tree() {
    let variant = Variant::new(WALAK_PUSSA);
    let round = Round::new(variant, variant.start());
    let one = think("mcts:playouts=30000", &round).nodes;
    for threads in [2, 3] {
        let all = think(&format!("mcts:playouts=30000:hash=1MiB:threads={threads}"), &round).nodes;
        let ratio = all as f32 / one as f32;
        assert!((0.8..1.25).contains(&ratio), "{threads} threads: {all} positions, one: {one}");
    }
    alone("mcts:playouts=2000:hash=1MiB:threads=256", (variant, variant.start()), 1);
}

#[test]
fn a_tree_that_is_full_or_belongs_elsewhere_does_no_harm() {
    for threads in [1, 2] {
        play_elsewhere(&format!("mcts:hash=1MiB:playouts=20000:threads={threads}"));
    }
}

fn play_elsewhere(spec: &str) {
    let mut engine = engine(spec);
    for game in [WALAK_PUSSA, RAJA_PASU, WALAK_PUSSA] {
        let variant = Variant::new(game);
        let mut round = Round::new(variant, variant.start());
        while round.outcome().is_none() {
            let choice = engine.choose(&round, &Watch::none()).unwrap();
            assert!(round.choices().contains(choice.mv));
            round.play_unchecked(choice.mv);
            // Rounds taken back, and moves it was not asked for.
            if round.moves().len() == 5 {
                round.undo();
                let first = round.choices().nth(0).unwrap();
                round.play_unchecked(first);
            }
        }
    }
}

#[test]
fn a_new_game_knows_nothing_of_the_last() {
    let variant = Variant::new(RAJA_PASU);
    let round = Round::new(variant, variant.start());
    let mut engine = engine("mcts:playouts=500");
    let first = engine.choose(&round, &Watch::none()).unwrap();
    assert_ne!(engine.choose(&round, &Watch::none()).unwrap().score, first.score, "the tree has grown");
    engine.new_game(1);
    assert_eq!(engine.choose(&round, &Watch::none()).unwrap(), first);
}

#[test]
fn limits_are_kept() {
    let variant = Variant::new(WALAK_PUSSA);
    let round = Round::new(variant, variant.start());
    let within = |spec: &str, limit: Limit| engine(spec).choose(&round, &Watch { limit, ..Watch::none() }).unwrap();
    let nodes = within("mcts:nodes=10000", Limit::NONE).nodes;
    assert!((10_000..11_000).contains(&nodes), "{nodes} positions: the last playout may go over");
    let few = within("mcts:playouts=1000000", Limit { playouts: Some(100), ..Limit::NONE });
    assert_eq!(few, within("mcts:playouts=100", Limit::NONE));
    assert_eq!(within("mcts:playouts=3000", Limit { depth: Some(2), ..Limit::NONE }).depth, 2);
    let begin = Instant::now();
    within("mcts:time=30ms", Limit::NONE);
    let time = begin.elapsed();
    assert!(time >= Duration::from_millis(30) && time < Duration::from_millis(300), "{time:?}");
}

#[test]
fn it_answers_at_once_when_called_off() {
    let variant = Variant::new(WALAK_PUSSA);
    let round = Round::new(variant, variant.start());
    let stop = AtomicBool::new(true);
    let choice = engine("mcts:time=100s").choose(&round, &Watch { stop: &stop, ..Watch::none() }).unwrap();
    assert!(round.choices().contains(choice.mv));
    assert!(choice.nodes < 1000);
}

#[test]
fn it_hears_that_it_is_called_off_while_it_thinks() {
    let variant = Variant::new(WALAK_PUSSA);
    let round = Round::new(variant, variant.start());
    for spec in ["mcts:time=100s", "mcts:time=100s:threads=2", "mcts:time=100s:threads=2:together=64"] {
        let stop = AtomicBool::new(false);
        let called = std::thread::scope(|scope| {
            let caller = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                stop.store(true, Ordering::Relaxed);
                Instant::now()
            });
            engine(spec).choose(&round, &Watch { stop: &stop, ..Watch::none() }).unwrap();
            caller.join().unwrap()
        });
        // Some milliseconds, on a machine that has nothing else to do.
        assert!(called.elapsed() < Duration::from_millis(300), "{spec}: {:?}", called.elapsed());
    }
}

#[test]
fn what_it_thinks_is_told_as_it_thinks() {
    let variant = Variant::new(WALAK_PUSSA);
    let round = Round::new(variant, variant.start());
    for spec in ["mcts:nodes=100000", "mcts:nodes=100000:threads=2"] {
        let told = RefCell::new(Vec::new());
        let report = |choice: &Choice| told.borrow_mut().push(*choice);
        let choice = engine(spec).choose(&round, &Watch { report: &report, ..Watch::none() }).unwrap();
        let told = told.into_inner();
        // 1000, 2000, and so on.
        assert!((5..10).contains(&told.len()), "{spec}: told {} times", told.len());
        assert!(told.is_sorted_by(|a, b| a.nodes < b.nodes), "{spec}");
        assert!(told.iter().all(|one| round.choices().contains(one.mv) && one.nodes < choice.nodes), "{spec}");
        assert_eq!(choice.mv, *choice.line.moves().first().unwrap());
    }
}

#[test]
fn it_tells_at_least_once_a_second() {
    let variant = Variant::new(WALAK_PUSSA);
    let round = Round::new(variant, variant.start());
    let last = Cell::new(Duration::ZERO);
    let begin = Instant::now();
    let report = |_: &Choice| last.set(begin.elapsed());
    engine("mcts:time=2500ms").choose(&round, &Watch { report: &report, ..Watch::none() }).unwrap();
    assert!(last.get() > Duration::from_millis(1400), "{:?}", last.get());
}

#[test]
fn it_beats_random_play() {
    for game in GAMES {
        let variant = Variant::new(game);
        let mut players = [engine("mcts:playouts=200"), engine("random")];
        let margins = (0..20).map(|seed| {
            let mut round = Round::new(variant, variant.start());
            for player in &mut players {
                player.new_game(seed);
            }
            let turned = (seed % 2) as usize;
            while round.outcome().is_none() {
                let choice = players[round.side().index() ^ turned].choose(&round, &Watch::none()).unwrap();
                round.play_unchecked(choice.mv);
            }
            round.outcome().unwrap().margin() * if turned == 0 { 1 } else { -1 }
        });
        let margin: i32 = margins.sum();
        assert!(margin > 150, "{game}: {margin} counters ahead in 20 rounds");
    }
}

#[test]
fn values_that_will_not_do_are_refused() {
    for (spec, message) in [
        ("mcts:exploration=-1", "exploration=-1 will not do; exploration is a number from 0 to 10, as in 0.5"),
        ("mcts:exploration=nan", "exploration=nan will not do; exploration is a number from 0 to 10, as in 0.5"),
        ("mcts:backup=draws", "backup=draws will not do; backup is margin or wins"),
        ("mcts:threads=0", "threads=0 will not do; threads is a whole number from 1 to 256"),
        ("mcts:together=0", "together=0 will not do; together is a whole number from 1 to 1024"),
    ] {
        let error = Roster::default().engine(&spec.parse::<Spec>().unwrap()).err().expect("refused");
        assert_eq!(error.to_string(), format!("engine {spec:?}: {message}"));
    }
}
