//! `perfect:aim=match` wins what is won of a match, holds what can be held, and says when it plays for the round instead.

use pussa_engine::{Choice, Engine, Limit, Roster, Watch};
use pussa_rules::{GAMES, NextRound, Position, Round, Side, Variant};
use pussa_solver::Settings;
use pussa_solver::matches::{Fate, MatchTable, MatchWatch, Part, State};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn engine(spec: &str) -> Box<dyn Engine> {
    let mut roster = Roster::default();
    roster.add(pussa_solver::KIND);
    let mut engine = roster.engine(&spec.parse().unwrap()).unwrap();
    engine.new_game(1);
    engine
}

fn small(game: usize, holes: u8, counters: u8) -> Variant {
    Variant::new(GAMES[game]).with_holes(holes).unwrap().with_counters(counters).unwrap()
}

fn table(variant: Variant) -> MatchTable {
    let mut table = MatchTable::new(variant, Settings::default());
    let stop = AtomicBool::new(false);
    assert!(table.solve(&MatchWatch { stop: &stop, nodes: u64::MAX, report: &|_, _, _| (), answered: &|_| () }));
    table
}

fn choose(engine: &mut dyn Engine, round: &Round) -> Choice {
    let choice = engine.choose(round, &Watch::none()).unwrap();
    assert!(round.choices().contains(choice.mv));
    choice
}

/// Plays a match on from an opening, against a player who moves by chance. Who has won it; nothing if it takes long, or a
/// counter is lost and the engine plays for the round.
fn winner(
    engine: &mut dyn Engine,
    side: Side,
    variant: Variant,
    first: Position,
    chance: &mut dyn Engine,
) -> Option<Side> {
    let mut position = first;
    for seed in 0..30 {
        engine.new_game(seed);
        let mut round = Round::new(variant, position);
        while round.outcome().is_none() {
            if round.side() == side {
                let choice = choose(engine, &round);
                if choice.by != Some("match") {
                    let start = round.start();
                    let reserves = u32::from(start.reserve(Side::South)) + u32::from(start.reserve(Side::North));
                    assert_ne!(start.board().total() + reserves, u32::from(variant.total()), "{start}: {choice:?}");
                    return None;
                }
                round.play_unchecked(choice.mv);
            } else {
                round.play_unchecked(choose(chance, &round).mv);
            }
        }
        let outcome = round.outcome().unwrap();
        match variant.next_round(outcome.holdings, position.side(), outcome.remainder) {
            NextRound::Opening(next) => position = next,
            NextRound::Over(winner) => return winner,
        }
    }
    None
}

#[test]
fn a_won_match_is_won_and_one_that_can_be_held_is_not_lost() {
    let mut chance = engine("random");
    let (mut won, mut held) = (0, 0);
    for variant in [small(1, 3, 4), small(1, 3, 7), small(0, 3, 4), small(0, 1, 5)] {
        let table = table(variant);
        let mut perfect = engine("perfect:aim=match:time=20s");
        for (state, known) in table.all().filter(|(state, _)| state.total() == variant.total()) {
            let first = state.opening(variant).unwrap();
            for part in Part::BOTH {
                let winner = winner(perfect.as_mut(), part.side(), variant, first, chance.as_mut());
                match known.fate().unwrap() {
                    Fate::Won { by, .. } if by == part => {
                        assert_eq!(winner, Some(part.side()), "{state} {part:?}");
                        won += 1;
                    }
                    Fate::Won { .. } => {}
                    Fate::Nobodys => {
                        assert_ne!(winner, Some(part.side().other()), "{state} {part:?}");
                        held += 1;
                    }
                }
            }
        }
    }
    assert!(won > 30 && held > 5, "{won} {held}");
}

#[test]
fn whoever_leads_it_is_the_same_to_it() {
    let variant = small(1, 3, 4);
    let mut chance = engine("random");
    let mut perfect = engine("perfect:aim=match:time=20s");
    for (state, known) in table(variant).all().filter(|(state, _)| state.total() == variant.total()) {
        let State { leader, other } = state;
        let NextRound::Opening(first) = variant.next_round([other, leader], Side::South, Some(Side::North)) else {
            panic!("{state}: South could have led")
        };
        assert_eq!(first.side(), Side::North);
        if let Some(part) = known.winner() {
            let side = part.side().other();
            assert_eq!(winner(perfect.as_mut(), side, variant, first, chance.as_mut()), Some(side), "{state}");
        }
    }
}

#[test]
fn it_says_when_it_plays_for_the_round() {
    let variant = small(1, 3, 4);
    let start = Round::new(variant, variant.start());
    let mut perfect = engine("perfect:aim=match:time=20s");
    // No table is made in no time; the next move has it.
    let watch = Watch { limit: Limit { time: Some(Duration::ZERO), ..Limit::NONE }, ..Watch::none() };
    assert_ne!(perfect.choose(&start, &watch).unwrap().by, Some("match"));
    assert_eq!(choose(perfect.as_mut(), &start).by, Some("match"));
    // No round of a match begins with 3 counters in one hole and 5 in the next.
    let odd = Round::new(variant, variant.parse_board("3,5,4/4,4,4/0,0/S").unwrap());
    assert_ne!(choose(perfect.as_mut(), &odd).by, Some("match"));
    // Nor does it play for the match unless told to.
    assert_ne!(choose(engine("perfect").as_mut(), &start).by, Some("match"));
}

#[test]
fn a_position_may_be_shown_again_after_other_moves() {
    let variant = small(1, 3, 7);
    let mut chance = engine("random");
    let (mut used, mut compared) = (engine("perfect:aim=match:time=20s"), 0);
    for number in 0..40 {
        let mut round = Round::new(variant, variant.start());
        for _ in 0..number % 6 {
            if round.outcome().is_none() {
                round.play_unchecked(choose(chance.as_mut(), &round).mv);
            }
        }
        if round.outcome().is_none() {
            let fresh = choose(engine("perfect:aim=match:time=20s").as_mut(), &round);
            assert_eq!(choose(used.as_mut(), &round).mv, fresh.mv, "{}", round.position());
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}
