//! `mcts`: plays by the rules, keeps to its limits, and tells as exact only what is.

use pussa_engine::{Choice, Engine, Limit, Roster, Spec, Watch};
use pussa_reference as reference;
use pussa_rules::{Board, GAMES, Position, RAJA_PASU, Reading, Round, Side, Variant, WALAK_PUSSA};
use std::sync::atomic::AtomicBool;
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
        let name = variant.game().name().parse().unwrap();
        let rules = reference::Rules::parse(name, &variant.reading().to_string()).unwrap();
        let holes = usize::from(variant.holes());
        Self(reference::Values::of(rules, holes, holes, most).unwrap())
    }

    fn value(&self, round: &Round) -> f32 {
        let holes = usize::from(round.variant().holes());
        let mut counters = round.board().lanes()[..2 * holes].to_vec();
        let player = match round.side() {
            Side::South => reference::Player::South,
            Side::North => reference::Player::North,
        };
        // From South's first hole on.
        counters.rotate_left(if round.side() == Side::North { holes } else { 0 });
        self.0.value(player, &counters).expect("few enough counters").into()
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
        for spec in ["mcts:playouts=40", "mcts:playouts=40:rollouts=greedy:backup=wins", "mcts:nodes=900:solver=off"] {
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
            let (mut exact, mut all) = (0, 0);
            for round in rounds(variant, most) {
                let choice = think("mcts:playouts=400:hash=1MiB", &round);
                all += 1;
                if choice.exact {
                    exact += 1;
                    let value = Some(values.value(&round));
                    assert_eq!(choice.score, value, "{name} {}", round.position());
                }
            }
            assert!(exact * 10 > all * 8, "{exact} of {all} are proved: {name}");
        }
    }
}

/// With a history behind it and a tree kept from earlier moves, a proof may lean on boards that stood before. In rows of
/// five holes counters can go round behind one another, and do.
#[test]
fn what_is_told_as_exact_is_so_in_the_middle_of_rounds() {
    for game in GAMES {
        let variant = Variant::new(game).with_holes(5).unwrap();
        let values = Values::of(variant, 4);
        let mut engine = engine("mcts:playouts=60:hash=1MiB");
        let (mut leaning, mut all) = (0, 0);
        for (number, mut round) in rounds(variant, 4).enumerate() {
            let start = round.position();
            engine.new_game(1);
            while round.outcome().is_none() {
                let choice = engine.choose(&round, &Watch::none()).unwrap();
                let moves: String = round.moves().iter().map(|hole| hole.letter()).collect();
                if choice.exact {
                    assert_eq!(choice.score, Some(values.value(&round)), "{game} {start} {moves}");
                } else {
                    // What would have been exact without a past.
                    let fresh = think("mcts:playouts=60:hash=1MiB", &Round::new(variant, round.position()));
                    leaning += usize::from(fresh.exact);
                }
                all += 1;
                // Now and then a move of somebody else's, so that rounds go astray, and round.
                let choices = round.choices();
                let other = choices.nth(number % choices.len()).unwrap();
                round.play_unchecked(if round.moves().len() % 3 == 0 { other } else { choice.mv });
            }
        }
        assert!(leaning > 0, "{game}: no proof leaned on the past, of {all}");
    }
}

#[test]
fn proved_values_are_those_of_alpha_beta_and_are_kept_to_in_play() {
    for game in GAMES {
        let variant = Variant::new(game).with_holes(3).unwrap().with_counters(2).unwrap();
        let round = Round::new(variant, variant.start());
        let proved = think("alpha-beta:depth=60", &round);
        let choice = think("mcts:playouts=200000", &round);
        assert!(proved.exact && choice.exact, "{game}");
        assert_eq!(choice.score, proved.score, "{game}");
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
fn a_tree_that_is_full_or_belongs_elsewhere_does_no_harm() {
    let mut engine = engine("mcts:hash=1MiB:playouts=20000");
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
        ("mcts:together=0", "together=0 will not do; together is a whole number from 1 to 1024"),
    ] {
        let error = Roster::default().engine(&spec.parse::<Spec>().unwrap()).err().expect("refused");
        assert_eq!(error.to_string(), format!("engine {spec:?}: {message}"));
    }
}
