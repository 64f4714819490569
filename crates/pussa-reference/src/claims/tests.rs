//! Claims that hold and claims that do not: about levels made up by hand, where counters can go round, and on real rings.

use super::proof::{Doubt, Proof};
use super::{Claimed, Flaw};
use crate::retrograde::Choice::{Leaves, Stays};
use crate::retrograde::Spot::{self, Open, Over};
use crate::{Game, Player, Position, Rules, Values};

type Checked = Result<(), Doubt<()>>;

/// What is found about claims on all spots, and on each by itself.
fn checked(spots: &[Spot], claims: &[i16]) -> (Checked, Vec<Checked>) {
    let again = |spot: &Spot| match spot {
        Over(margin) => Over(*margin),
        Open(choices) => Open(
            choices
                .iter()
                .map(|choice| match *choice {
                    Leaves(margin) => Leaves(margin),
                    Stays(to) => Stays(to),
                })
                .collect(),
        ),
    };
    let proof = Proof { spot: |number: usize| Ok(again(&spots[number])), claim: |number: usize| Ok(claims[number]) };
    (proof.of_all(spots.len(), 2, &|_| ()), (0..spots.len()).map(|number| proof.of_one(number)).collect())
}

fn hold(spots: &[Spot], claims: &[i16]) -> bool {
    let (all, each) = checked(spots, claims);
    assert_eq!(all.is_ok(), each.iter().all(Result::is_ok));
    all.is_ok()
}

#[test]
fn claims_that_live_by_going_round_are_not_shown() {
    let round = [Open(vec![Stays(1)]), Open(vec![Stays(0)])];
    assert!(hold(&round, &[0, 0]));
    for claim in [1, 3, -5] {
        let (all, each) = checked(&round, &[claim, -claim]);
        assert_eq!(all, Err(Doubt::NotShown { number: 0, claim }));
        assert_eq!(
            each,
            [Err(Doubt::NotShown { number: 0, claim }), Err(Doubt::NotShown { number: 1, claim: -claim })]
        );
    }
    assert!(!hold(&round, &[2, -1]));
}

#[test]
fn a_side_that_loses_by_every_way_out_may_go_round_and_a_side_that_wins_must_not() {
    let round = [Open(vec![Leaves(-3), Stays(1)]), Open(vec![Leaves(-2), Stays(0)])];
    assert!(hold(&round, &[0, 0]));
    assert!(!hold(&round, &[-2, 2]), "each is the best of its choices, and nobody can force it");
    assert!(!hold(&round, &[1, -1]));
    let round = [Open(vec![Stays(1), Leaves(1)]), Open(vec![Stays(0)])];
    assert!(hold(&round, &[1, -1]));
    assert!(!hold(&round, &[2, -2]), "going round, 2 would always be to come");
    assert!(!hold(&round, &[0, 0]));
}

#[test]
fn a_round_that_is_over_is_worth_its_margin() {
    let level = [Over(-3), Open(vec![Stays(0)]), Over(0)];
    assert!(hold(&level, &[-3, 3, 0]));
    assert_eq!(checked(&level, &[-3, 3, 1]).0, Err(Doubt::NotBest { number: 2, claim: 1, best: 0 }));
    assert_eq!(checked(&level, &[-2, 2, 0]).0, Err(Doubt::NotBest { number: 0, claim: -2, best: -3 }));
}

fn claim(values: &Values) -> impl Fn(&Position) -> Result<i16, ()> {
    |position| values.value(position.to_move(), position.ring().counters()).ok_or(())
}

#[test]
fn positions_are_numbered_without_gaps() {
    for (south, north, counters) in [(1, 1, 5), (2, 2, 4), (3, 1, 4), (2, 4, 3), (7, 7, 3)] {
        let claimed = Claimed::new(Rules::of(Game::RajaPasu), south, north, counters).expect("rows of 1 to 7 holes");
        for number in 0..claimed.positions() {
            let position = claimed.position(number);
            assert_eq!(position.ring().total(), usize::from(counters));
            assert_eq!(claimed.number(&position), number);
            assert!(south != north || position.to_move() == Player::South);
        }
    }
}

#[test]
fn values_hold_and_any_other_value_does_not() {
    let readings = ["default", "endless=split", "origin=skipped"];
    for (game, reading) in
        readings.into_iter().flat_map(|reading| [Game::WalakPussa, Game::RajaPasu].map(|game| (game, reading)))
    {
        let rules = Rules::parse(game, reading).expect("a reading");
        for (south, north, most) in [(2, 2, 6), (3, 2, 5), (4, 4, 4), (7, 7, 2)] {
            let values = Values::of(rules, south, north, most).expect("rows of 1 to 7 holes");
            for counters in 0..=most {
                let claimed = Claimed::new(rules, south, north, counters).expect("rows of 1 to 7 holes");
                assert_eq!(claimed.verify(&claim(&values), 2, &|_| ()), Ok(()));
                for number in (0..claimed.positions()).step_by(7) {
                    assert_eq!(claimed.verify_one(number, &claim(&values)), Ok(()));
                    let position = claimed.position(number);
                    for wrong in [-1, 1, 2] {
                        let lie = |asked: &Position| {
                            let same =
                                claimed.counters as usize == asked.ring().total() && claimed.number(asked) == number;
                            claim(&values)(asked).map(|value| if same { value + wrong } else { value })
                        };
                        let found = claimed.verify_one(number, &lie);
                        assert!(
                            matches!(found, Err(Flaw::NotBest { .. } | Flaw::NotShown { .. })),
                            "{position} {found:?}"
                        );
                        assert!(claimed.verify(&lie, 1, &|_| ()).is_err());
                    }
                }
            }
        }
    }
}

#[test]
fn a_claim_that_can_not_be_had_is_told() {
    let rules = Rules::of(Game::WalakPussa);
    let values = Values::of(rules, 3, 3, 3).expect("rows of 1 to 7 holes");
    let claimed = Claimed::new(rules, 3, 3, 4).expect("rows of 1 to 7 holes");
    assert_eq!(claimed.verify(&claim(&values), 2, &|_| ()), Err(Flaw::Unknown(())));
    assert_eq!(claimed.verify_one(0, &claim(&values)), Err(Flaw::Unknown(())));
}
