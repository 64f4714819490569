//! `perfect` keeps what a round is worth, whatever stood before, and gets it.

mod common;

use common::{Chance, Repeater, stays, stood};
use pussa_egdb::Build;
use pussa_engine::{Choice, Engine, Oracle, Roster, Watch};
use pussa_rules::{Board, GAMES, Layout, Position, Reading, Round, Side, Variant, WALAK_PUSSA};
use pussa_solver::{Databases, Settings, Solver};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

fn roster() -> Roster {
    let mut roster = Roster::default();
    roster.add(pussa_solver::KIND);
    roster
}

fn engine(spec: &str) -> Box<dyn Engine> {
    let mut engine = roster().engine(&spec.parse().unwrap()).unwrap();
    engine.new_game(1);
    engine
}

fn choose(engine: &mut dyn Engine, round: &Round) -> Choice {
    let choice = engine.choose(round, &Watch::none()).unwrap();
    assert!(round.choices().contains(choice.mv));
    choice
}

/// What is still to come for the player to move, if South's reserve less North's is `margin` at the end.
fn to_come(round: &Round, margin: i32) -> i32 {
    let reserve = |side| i32::from(round.position().reserve(side));
    let south = margin - (reserve(Side::South) - reserve(Side::North));
    if round.side() == Side::South { south } else { -south }
}

/// A board without reserves, and the boards since the last capture with how often each has stood.
type Standing = (Side, Board, BTreeMap<(bool, Board), u32>);

/// The margin a round will end with, South's reserve less North's, if both play as well as can be: found by playing all
/// rounds there are, the third standing of a board included.
fn margin(round: &Round, known: &mut HashMap<Standing, i32>) -> i32 {
    if let Some(outcome) = round.outcome() {
        return outcome.margin();
    }
    let mut stood = BTreeMap::new();
    for (ply, board) in round.history().iter().rev().enumerate() {
        *stood.entry((ply % 2 == 0, board.without_reserves())).or_default() += 1;
    }
    let key = (round.side(), round.board().without_reserves(), stood);
    let sign = if round.side() == Side::South { 1 } else { -1 };
    let now = -sign * to_come(round, 0);
    if let Some(to_come) = known.get(&key) {
        return now + to_come;
    }
    let best = round.choices().iter().map(|mv| sign * margin(&after(round, mv), known)).max().unwrap();
    known.insert(key, sign * best - now);
    sign * best
}

fn after(round: &Round, mv: pussa_rules::Move) -> Round {
    let mut next = round.clone();
    next.play_unchecked(mv);
    next
}

/// Plays rounds by chance, with boards that come again as often as can be, and asks at every position for a move: it must
/// keep what the round is worth as it is. Says how many positions there were, and in how many the past mattered.
fn compare(variant: Variant, open: [u8; 2], counters: usize, rounds: usize) -> [usize; 2] {
    let layout = Layout::new(7, open.map(|open| (0x7f_u8 << open) & 0x7f)).unwrap();
    let mut chance = Chance(counters as u64);
    let mut perfect = engine("perfect:nodes=10000000:hash=1MiB");
    let mut known = HashMap::new();
    let mut compared = [0; 2];
    for _ in 0..rounds {
        let mut holes = vec![0; usize::from(open[0] + open[1])];
        (0..counters).for_each(|_| holes[chance.below(usize::from(open[0] + open[1]))] += 1);
        let mut round = Round::new(variant, Position::new(layout, Side::South, Board::new(&holes, 0, 0)));
        while round.outcome().is_none() {
            let worth = margin(&round, &mut known);
            let fresh = Round::new(variant, Position::new(layout, round.side(), round.board()));
            let matters = margin(&fresh, &mut known) != worth;
            let choice = choose(perfect.as_mut(), &round);
            let told = || format!("{} {} {}", variant.game(), variant.reading(), round.position());
            assert_eq!(choice.score, Some(to_come(&round, worth) as f32), "{}", told());
            assert_eq!(choice.exact, !matters, "{}", told());
            assert_eq!(margin(&after(&round, choice.mv), &mut known), worth, "{}", told());
            compared[0] += 1;
            compared[1] += usize::from(matters);
            let all: Vec<_> = round.choices().iter().collect();
            let stay: Vec<_> = all.iter().copied().filter(|&mv| stays(&round, mv)).collect();
            let again: Vec<_> = stay.iter().copied().filter(|&mv| stood(&round, mv) > 0).collect();
            let moves = [again, stay, all].into_iter().find(|moves| !moves.is_empty() && chance.below(8) > 0);
            let moves: Vec<_> = moves.unwrap_or_else(|| round.choices().iter().collect());
            round.play_unchecked(moves[chance.below(moves.len())]);
        }
    }
    compared
}

#[test]
fn it_keeps_what_a_round_is_worth_whatever_stood_before() {
    let mut compared = [0; 2];
    for game in GAMES {
        for reading in Reading::all(game, false) {
            let variant = Variant::new(game).with_reading(reading).unwrap();
            for (open, counters) in [
                ([4, 4], 2),
                ([4, 4], 3),
                ([4, 4], 4),
                ([5, 5], 2),
                ([5, 5], 3),
                ([5, 5], 4),
                ([7, 7], 2),
                ([3, 6], 3),
                ([6, 4], 3),
            ] {
                let [all, mattered] = compare(variant, open, counters, 60);
                compared[0] += all;
                compared[1] += mattered;
            }
        }
    }
    assert!(compared[0] > 10_000 && compared[1] > 100, "{compared:?}");
}

/// Plays a round to its end; South's reserve less North's then.
fn play(mut round: Round, engines: &mut [&mut dyn Engine; 2]) -> i32 {
    while round.outcome().is_none() {
        let choice = choose(engines[round.side().index()], &round);
        round.play_unchecked(choice.mv);
    }
    round.outcome().unwrap().margin()
}

/// From positions on boards of this size, some moves of chance after the start: against each of these, and with itself.
fn never_below(variant: Variant, positions: usize) {
    let mut chance = Chance(7);
    let mut solver = Solver::new(variant, variant.start().layout().ring(), Settings::default()).unwrap();
    let mut perfect = [(); 2].map(|()| engine("perfect:nodes=200000:hash=4MiB"));
    let mut others: [Box<dyn Engine>; 4] =
        [engine("alpha-beta:depth=4"), engine("mcts:playouts=100"), Box::new(Repeater(Chance(3))), engine("random")];
    let mut tried = 0;
    while tried < positions {
        let mut round = Round::new(variant, variant.start());
        for _ in 0..chance.below(12) {
            if round.outcome().is_none() {
                round.play_unchecked(round.choices().nth(chance.below(round.choices().len())).unwrap());
            }
        }
        if round.outcome().is_some() {
            continue;
        }
        let start = Round::new(variant, round.position());
        let value = solver.solve(&start.position(), &pussa_solver::Watch::none()).bounds.value().unwrap();
        let sign = if start.side() == Side::South { 1 } else { -1 };
        // What the round comes to for South, if both play as well as can be.
        let due = -sign * to_come(&start, 0) + sign * i32::from(value);
        let told = || format!("{} {} {}", variant.game(), variant.reading(), start.position());
        for engine in &mut perfect {
            engine.new_game(tried as u64);
        }
        let [first, second] = &mut perfect;
        assert_eq!(play(start.clone(), &mut [first.as_mut(), second.as_mut()]), due, "{}", told());
        for other in &mut others {
            other.new_game(tried as u64);
            assert!(play(start.clone(), &mut [first.as_mut(), other.as_mut()]) >= due, "{}", told());
            assert!(play(start.clone(), &mut [other.as_mut(), first.as_mut()]) <= due, "{}", told());
        }
        tried += 1;
    }
}

#[test]
fn it_never_ends_below_the_value_and_two_of_it_reach_it() {
    for game in GAMES {
        for reading in Reading::all(game, false) {
            let variant = Variant::new(game).with_reading(reading).unwrap();
            never_below(variant.with_holes(3).unwrap().with_counters(3).unwrap(), 8);
            never_below(variant.with_holes(5).unwrap().with_counters(1).unwrap(), 8);
            never_below(variant.with_holes(7).unwrap().with_counters(1).unwrap(), 8);
        }
    }
}

#[test]
fn what_files_hold_is_played_at_once_and_what_nobody_has_proved_as_well_as_can_be() {
    let variant = Variant::new(WALAK_PUSSA);
    let folder = tempfile::tempdir().unwrap();
    let ring = variant.start().layout().ring();
    Build::new(folder.path(), variant, ring, 6).unwrap().run(&|_| ()).unwrap();
    let databases = Arc::new(Databases::open(folder.path(), &[variant]).unwrap());
    let mut perfect = roster().with_oracle(databases.clone()).engine(&"perfect:nodes=2000".parse().unwrap()).unwrap();
    let mut chance = Chance(5);
    let mut told = 0;
    for _ in 0..200 {
        let mut holes = [0; 14];
        (0..2 + chance.below(5)).for_each(|_| holes[chance.below(14)] += 1);
        let board = Board::new(&holes, 0, 0);
        let round = Round::new(variant, Position::new(variant.start().layout(), Side::South, board));
        if round.outcome().is_none() {
            let choice = choose(perfect.as_mut(), &round);
            let value = databases.bounds(&variant, ring, Side::South, board, 0).value().map(f32::from);
            assert_eq!((choice.score, choice.exact, choice.by), (value, true, Some("files")), "{}", round.position());
            told += 1;
        }
    }
    assert!(told > 100, "{told}");
    let choice = choose(perfect.as_mut(), &Round::new(variant, variant.start()));
    assert_eq!((choice.exact, choice.by), (false, Some("alpha-beta")));
    assert!(choice.nodes < 4000, "{}", choice.nodes);
}

#[test]
fn the_same_rounds_are_played_again_whatever_was_played_before() {
    let variant = Variant::new(WALAK_PUSSA);
    let mut choices = Vec::new();
    for moves in ["", "Ce", "CeA", ""] {
        let mut perfect = engine("perfect:nodes=30000:hash=1MiB");
        for again in 0..2 {
            perfect.new_game(again);
            let mut round = Round::new(variant, variant.start());
            round.play_all(moves).unwrap();
            choices.push(choose(perfect.as_mut(), &round));
        }
    }
    assert!(choices.chunks(2).all(|two| two[0] == two[1]), "{choices:?}");
    assert_eq!(choices[0], choices[6]);
}
