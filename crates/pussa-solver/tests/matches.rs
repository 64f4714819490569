//! Who wins the match: held against a plain complete computation on small boards.

use pussa_reference as reference;
use pussa_rules::{GAMES, Game, Reading, Variant};
use pussa_solver::Settings;
use pussa_solver::matches::{Fate, MatchTable, MatchWatch, Part, State};
use reference::{MatchClaims, MatchValues, Player, Rules, Size};
use std::sync::atomic::AtomicBool;

/// A table on so many threads, with questions of at most so many positions.
fn table(variant: Variant, threads: usize, nodes: u64) -> MatchTable {
    let mut table = MatchTable::new(variant, Settings { threads, hash: 64 << 20 });
    let watch = MatchWatch { stop: &AtomicBool::new(false), nodes, report: &|_, _, _| (), answered: &|_| () };
    assert!(table.solve(&watch));
    table
}

fn small(game: Game, reading: Reading, holes: u8, counters: u8) -> Variant {
    let variant = Variant::new(game).with_reading(reading).unwrap();
    variant.with_holes(holes).unwrap().with_counters(counters).unwrap()
}

fn plainly(variant: Variant) -> MatchValues {
    let rules = Rules::parse(variant.game().name().parse().unwrap(), &variant.reading().to_string()).unwrap();
    MatchValues::of(rules, Size::new(variant.holes().into(), variant.counters().into()).unwrap())
}

/// What the reference says of a state, in words of the table.
fn truth(values: &MatchValues, state: State) -> Option<Fate> {
    Some(match values.fate(state.leader, state.other)? {
        reference::Fate::Nobodys => Fate::Nobodys,
        reference::Fate::Won { by, rounds } => {
            Fate::Won { by: if by == Player::South { Part::Leader } else { Part::Other }, rounds: rounds as u16 }
        }
    })
}

#[test]
fn every_state_of_small_boards_has_the_fate_that_a_plain_computation_finds() {
    let (mut states, mut won, mut longest, mut lower) = (0, 0, 0, 0);
    for game in GAMES {
        for reading in Reading::all(game, true) {
            for (holes, counters) in [(1, 5), (2, 1), (2, 2), (2, 3), (2, 4), (2, 7), (3, 1), (3, 2), (3, 3), (3, 4)] {
                let variant = small(game, reading, holes, counters);
                let (table, values) = (table(variant, 1, u64::MAX), plainly(variant));
                for (state, known) in table.all() {
                    let truth = truth(&values, state);
                    assert!(truth.is_some(), "{variant:?}: {state:?} is a state");
                    if state.total() == variant.total() || known.fate().is_some() {
                        assert_eq!(known.fate(), truth, "{variant:?}: {state:?}");
                    }
                    states += 1;
                    lower += u32::from(state.total() < variant.total());
                    if let Some(Fate::Won { rounds, .. }) = truth {
                        (won, longest) = (won + 1, longest.max(rounds));
                    }
                }
                let whole = values.all().into_iter().filter(|([a, b], _)| a + b == variant.total()).count();
                assert_eq!(table.all().filter(|(state, _)| state.total() == variant.total()).count(), whole);
            }
        }
    }
    println!("{states} {lower} {won} {longest}");
    assert!(states > 1000 && lower > 100 && won > 200 && longest > 4, "{states} {lower} {won} {longest}");
}

#[test]
fn strategies_show_every_fate_to_a_checker_that_knows_the_rules_only() {
    let (mut states, mut moves) = (0, 0);
    for game in GAMES {
        for reading in Reading::all(game, true) {
            for (holes, counters) in [(1, 5), (2, 2), (2, 4), (3, 2), (3, 4), (4, 2)] {
                let variant = small(game, reading, holes, counters);
                let table = table(variant, 2, u64::MAX);
                let claims = claims(&table);
                for (state, _) in table.all() {
                    let strategies = table.strategies(state, 64 << 20, &AtomicBool::new(false)).unwrap();
                    let [first, second] = &strategies;
                    let holdings = [state.leader, state.other];
                    let checked = claims.verify(holdings, [first, second]);
                    assert!(checked.is_ok(), "{variant:?}: {state:?}: {}", checked.unwrap_err());
                    states += 1;
                    moves += first.len() + second.len();
                }
            }
        }
    }
    println!("{states} {moves}");
    assert!(states > 1000 && moves > 10_000, "{states} {moves}");
}

/// What the table says of all states, in words of the reference.
fn claims(table: &MatchTable) -> MatchClaims {
    let variant = table.variant();
    let rules = Rules::parse(variant.game().name().parse().unwrap(), &variant.reading().to_string()).unwrap();
    let size = Size::new(variant.holes().into(), variant.counters().into()).unwrap();
    let fates = table.all().filter_map(|(state, known)| {
        let fate = match known.fate()? {
            Fate::Nobodys => reference::Fate::Nobodys,
            Fate::Won { by, rounds } => {
                let by = if by == Part::Leader { Player::South } else { Player::North };
                reference::Fate::Won { by, rounds: rounds.into() }
            }
        };
        Some(([state.leader, state.other], fate))
    });
    MatchClaims::new(rules, size, fates)
}
