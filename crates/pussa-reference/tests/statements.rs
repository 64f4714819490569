//! Proofs made of statements: true ones hold, and whatever makes one false is found.

use pussa_reference::{
    Endless, Game, Known, Outcome, Player, Position, Reserves, Rules, Statement, StatementFlaw, Told, Values, Why, sow,
};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Every reading there is, as far as a round goes.
const READINGS: [(Game, &str); 12] = [
    (Game::WalakPussa, "default"),
    (Game::WalakPussa, "endless=split"),
    (Game::WalakPussa, "origin=skipped"),
    (Game::WalakPussa, "endless=split;origin=skipped"),
    (Game::RajaPasu, "default"),
    (Game::RajaPasu, "endless=split"),
    (Game::RajaPasu, "origin=skipped"),
    (Game::RajaPasu, "endless=split;origin=skipped"),
    (Game::RajaPasu, "last-four=kept"),
    (Game::RajaPasu, "endless=split;last-four=kept"),
    (Game::RajaPasu, "last-four=kept;origin=skipped"),
    (Game::RajaPasu, "endless=split;last-four=kept;origin=skipped"),
];

/// Rings by the holes of their rows, with the most counters looked at.
const RINGS: [(usize, usize, u8); 5] = [(1, 1, 12), (2, 2, 8), (3, 3, 6), (1, 3, 7), (3, 2, 6)];

fn every_ring_of_every_reading() -> impl Iterator<Item = (Rules, Values)> {
    READINGS.into_iter().flat_map(|(game, reading)| {
        let rules = Rules::parse(game, reading).unwrap();
        RINGS.map(|(south, north, counters)| (rules, Values::of(rules, south, north, counters).unwrap()))
    })
}

type Key = (Vec<u8>, bool);

fn key(position: &Position) -> Key {
    (position.ring().counters().to_vec(), position.to_move() == Player::South)
}

fn total(position: &Position) -> i16 {
    i16::try_from(position.ring().total()).unwrap()
}

/// What comes of a move: its number, its gain, and where it leads, unless that ends the round.
struct Played {
    mv: usize,
    gain: i16,
    captures: bool,
    child: Option<Position>,
}

fn moves(rules: Rules, position: &Position) -> Vec<Played> {
    let mover = position.to_move();
    let row = position.ring().row(mover).enumerate();
    let full = row.filter(|&(_, place)| position.ring().counters()[place] > 0);
    let played = full.filter_map(|(mv, place)| match sow(rules, position, place) {
        Outcome::Ended { after, captured } => {
            let counters = after.ring().counters();
            let child = Position::from_ring(after.layout(), counters, Reserves::default(), after.to_move()).unwrap();
            let gain = i16::from(captured.of(mover)) - i16::from(captured.of(mover.other()));
            Some(Played { mv, gain, captures: captured != Reserves::default(), child: Some(child) })
        }
        Outcome::Endless if rules.reading().endless == Endless::Split => {
            Some(Played { mv, gain: 0, captures: true, child: None })
        }
        Outcome::Endless => None,
    });
    played.collect()
}

fn told(known: Option<Known>) -> Told {
    known.map_or(Told::Nothing, Told::Known)
}

/// Statements about positions where the round goes on.
#[derive(Clone)]
struct Proof {
    rules: Rules,
    said: BTreeMap<Key, (Position, Statement)>,
    /// A statement that stands for the one about this position, or none that does.
    changed: Option<(Key, Option<Statement>)>,
}

impl Proof {
    /// The value of every position.
    fn exact(rules: Rules, values: &Values) -> Proof {
        let worth = |position: &Position| {
            let counters = position.ring().counters();
            let rank = values.plies(position.to_move(), counters).unwrap();
            (values.value(position.to_move(), counters).unwrap(), u16::try_from(rank).unwrap())
        };
        let mut said = BTreeMap::new();
        for (position, value) in values.positions() {
            let rank = worth(&position).1;
            let gets_it = |played: &&Played| {
                let (after, next) = played.child.as_ref().map_or((0, 0), worth);
                played.gain - after == value && (value <= 0 || played.captures || next < rank)
            };
            let moves = moves(rules, &position);
            if let Some(best) = moves.iter().find(gets_it) {
                let statement = Statement { low: value, high: value, mv: Some(best.mv), rank };
                said.insert(key(&position), (position, statement));
            } else {
                assert!(moves.is_empty() || !position.ring().has_counters(position.to_move()), "{position}");
            }
        }
        Proof { rules, said, changed: None }
    }

    fn said(&self, about: &Key) -> Option<(Position, Statement)> {
        let (position, statement) = *self.said.get(about)?;
        match &self.changed {
            Some((changed, now)) if changed == about => now.map(|now| (position, now)),
            _ => Some((position, statement)),
        }
    }

    fn known(&self, position: &Position) -> Option<Known> {
        let (_, Statement { low, high, rank, .. }) = self.said(&key(position))?;
        Some(Known { low, high, rank: Some(rank) })
    }

    fn check(&self, about: &Key, exactly: bool) -> Result<(), Why> {
        let Some((position, statement)) = self.said(about) else { return Ok(()) };
        let checked =
            statement.check(self.rules, &position, exactly, |child| Ok::<_, Infallible>(told(self.known(child))));
        checked.map_err(|flaw| match flaw {
            StatementFlaw::Flaw { why, .. } => why,
            StatementFlaw::Unknown(never) => match never {},
        })
    }

    /// What is wrong with the statement about a position, or with one about a position that leads there.
    fn doubts(&self, about: &Key, parents: &BTreeMap<Key, Vec<Key>>, exactly: bool) -> Vec<Why> {
        let near = std::iter::once(about).chain(parents.get(about).into_iter().flatten());
        near.filter_map(|key| self.check(key, exactly).err()).collect()
    }

    /// For each position, those with a move that leads to it.
    fn parents(&self) -> BTreeMap<Key, Vec<Key>> {
        let mut parents: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
        for (from, (position, _)) in &self.said {
            for child in moves(self.rules, position).into_iter().filter_map(|played| played.child) {
                parents.entry(key(&child)).or_default().push(from.clone());
            }
        }
        parents
    }

    /// Makes another statement about a position, or none.
    fn change(&mut self, about: &Key, statement: impl Into<Option<Statement>>) {
        self.changed = Some((about.clone(), statement.into()));
    }
}

#[test]
fn the_values_of_all_positions_hold_with_their_ranks() {
    let mut checked = 0;
    for (rules, values) in every_ring_of_every_reading() {
        let proof = Proof::exact(rules, &values);
        for about in proof.said.keys() {
            assert_eq!(proof.check(about, true), Ok(()), "{about:?}");
            assert_eq!(proof.check(about, false), Ok(()), "{about:?}");
            checked += 1;
        }
    }
    assert!(checked > 40_000, "{checked}");
}

#[test]
fn weaker_statements_hold_too() {
    for (rules, values) in every_ring_of_every_reading() {
        let mut proof = Proof::exact(rules, &values);
        for (about, (position, exact)) in proof.said.clone() {
            let counters = total(&position);
            let [low, high] = [Statement { high: counters, ..exact }, Statement { low: -counters, mv: None, ..exact }];
            let nothing = Statement { low: -counters, high: counters, mv: None, rank: 0 };
            for weaker in [low, high, nothing] {
                proof.change(&about, weaker);
                assert_eq!(proof.check(&about, false), Ok(()), "{position}");
                if weaker.low != weaker.high {
                    assert_eq!(proof.check(&about, true), Err(Why::NotExact));
                }
            }
        }
    }
}

/// Changes statements of every ring and reading, one at a time. `change` tells what of a statement is to be changed, if
/// it can be; how often it could is told.
fn every_change_is_found(
    exactly: bool,
    change: impl Fn(&Proof, &Position, Statement) -> Vec<Option<Statement>>,
) -> usize {
    let mut found = 0;
    for (rules, values) in every_ring_of_every_reading() {
        let mut proof = Proof::exact(rules, &values);
        let parents = proof.parents();
        for (about, (position, exact)) in proof.said.clone() {
            proof.changed = None;
            for changed in change(&proof, &position, exact) {
                // Nothing else would show that a position is missing to which no move leads.
                if changed.is_some() || parents.contains_key(&about) {
                    proof.change(&about, changed);
                    assert_ne!(
                        proof.doubts(&about, &parents, exactly),
                        [],
                        "{rules:?} {position}: {exact:?}, {changed:?}"
                    );
                    found += 1;
                }
            }
        }
    }
    found
}

#[test]
fn a_bound_that_is_not_so_is_found() {
    let raised = every_change_is_found(false, |_, position, exact| {
        let lows = [exact.low + 1, exact.low + 2, total(position)].into_iter().filter(|&low| low > exact.low);
        lows.map(|low| Some(Statement { low, high: total(position), ..exact })).collect()
    });
    let lowered = every_change_is_found(false, |_, position, exact| {
        let highs = [exact.high - 1, exact.high - 2, -total(position)].into_iter().filter(|&high| high < exact.high);
        highs.map(|high| Some(Statement { low: -total(position), high, ..exact })).collect()
    });
    let other = every_change_is_found(true, |_, _, exact| {
        [-2, -1, 1, 2].map(|more| Some(Statement { low: exact.low + more, high: exact.high + more, ..exact })).into()
    });
    assert!(raised > 80_000 && lowered > 80_000 && other > 160_000, "{raised} {lowered} {other}");
}

#[test]
fn a_move_that_does_not_get_what_is_said_is_found() {
    let found = every_change_is_found(false, |proof, position, exact| {
        let known = |child: &Position| {
            let over = if child.ring().has_counters(child.to_move()) { 0 } else { -total(child) };
            proof.known(child).map_or(over, |known| known.high)
        };
        let moves = moves(proof.rules, position);
        let gets = |mv: usize| {
            let played = moves.iter().find(|played| played.mv == mv)?;
            Some(played.gain - played.child.as_ref().map_or(0, known))
        };
        // Where all that is on the board is lost any move does, but it must be one; and none need be named.
        let mut others: Vec<Option<usize>> =
            (0..9).map(Some).filter(|mv| gets(mv.unwrap()) < Some(exact.low)).collect();
        if exact.low > -total(position) {
            others.push(None);
        }
        others.into_iter().map(|mv| Some(Statement { mv, ..exact })).collect()
    });
    assert!(found > 100_000, "{found}");
}

#[test]
fn a_rank_that_does_not_fall_is_found() {
    let found = every_change_is_found(false, |proof, position, exact| {
        let moves = moves(proof.rules, position);
        let rests_on = moves.iter().filter(|played| !played.captures && (exact.low < 0 || exact.mv == Some(played.mv)));
        let ranks = rests_on.filter_map(|played| {
            let child = proof.known(&played.child?)?;
            (exact.low != 0 && child.high == -exact.low).then(|| child.rank.unwrap())
        });
        ranks.max().into_iter().flat_map(|rank| [rank, 0].map(|rank| Some(Statement { rank, ..exact }))).collect()
    });
    assert!(found > 5_000, "{found}");
}

#[test]
fn a_statement_that_is_not_there_is_found_where_all_must_be_known() {
    let found = every_change_is_found(true, |_, _, _| vec![None]);
    assert!(found > 15_000, "{found}");
}

#[test]
fn where_the_round_is_over_the_value_is_at_hand() {
    let mut endless = 0;
    for (rules, values) in every_ring_of_every_reading() {
        let proof = Proof::exact(rules, &values);
        for (position, value) in values.positions().filter(|(position, _)| !proof.said.contains_key(&key(position))) {
            let check = |low, high, mv| {
                let said = Statement { low, high, mv, rank: 0 };
                said.check(rules, &position, false, |_| Ok::<_, Infallible>(Told::Nothing)).is_ok()
            };
            let most = total(&position);
            assert!(check(value, value, None) && check(-most, most, None), "{position}");
            assert!(!check(value, value, Some(0)), "{position}: a move is named");
            assert!(value == most || !check(value + 1, most, None), "{position}");
            assert!(value == -most || !check(-most, value - 1, None), "{position}");
            endless += usize::from(position.ring().has_counters(position.to_move()));
        }
    }
    assert!(endless > 10, "rounds that end since all moves are endless: {endless}");
}

#[test]
fn what_is_told_later_is_seen_to_later() {
    for (rules, values) in every_ring_of_every_reading().step_by(7) {
        let mut proof = Proof::exact(rules, &values);
        for (about, (position, exact)) in proof.said.clone() {
            proof.change(&about, Statement { low: exact.low + 1, high: exact.high + 1, ..exact });
            let (_, said) = proof.said(&about).unwrap();
            // All in one look, or in two, of which each has one half of the positions.
            let half = |child: &Position| child.ring().counters()[0].is_multiple_of(2);
            let look = |now: &dyn Fn(&Position) -> bool| {
                let tell = |child: &Position| {
                    Ok::<_, Infallible>(if now(child) { told(proof.known(child)) } else { Told::Later })
                };
                said.check(rules, &position, true, tell).is_ok()
            };
            let in_two = look(&|child| half(child)) && look(&|child| !half(child));
            assert_eq!(in_two, look(&|_| true), "{position}");
        }
    }
}
