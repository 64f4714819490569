//! Levels made up by hand and by chance, for what the levels of small rings do not show: on those, where going round for
//! ever holds a side's loss to 0, something else does too.

use super::Choice::{Leaves, Stays};
use super::Spot::{Open, Over};
use super::{Spot, settle};

/// The values of a level with their ranks.
fn settled(spots: &[Spot]) -> Vec<(i16, u32)> {
    settle(spots).iter().map(|worth| (worth.value, worth.plies)).collect()
}

#[test]
fn going_round_for_ever_saves_a_side_that_loses_by_every_way_out() {
    let round = [Open(vec![Leaves(-3), Stays(1)]), Open(vec![Leaves(-2), Stays(0)])];
    assert_eq!(settled(&round), [(0, 0), (0, 0)]);
    // But not if the other side can leave and gain by it.
    let round = [Open(vec![Leaves(-3), Stays(1)]), Open(vec![Leaves(2), Stays(0)])];
    assert_eq!(settled(&round), [(-2, 2), (2, 1)]);
    // It loses no more than it must.
    let round = [Open(vec![Leaves(-1), Stays(1)]), Open(vec![Leaves(2), Stays(0)])];
    assert_eq!(settled(&round), [(-1, 2), (2, 1)]);
}

#[test]
fn a_side_that_is_ahead_must_leave_while_it_can() {
    // Going round keeps the value for the next time, and would be worth 0 for ever.
    let round = [Open(vec![Stays(1), Leaves(2)]), Open(vec![Stays(0)])];
    assert_eq!(settled(&round), [(2, 1), (-2, 2)]);
    // The best way out may be a whole round away, at 2; the one at hand, at 0, is worth less.
    let round = [
        Open(vec![Stays(1), Leaves(1)]),
        Open(vec![Stays(2)]),
        Open(vec![Stays(3), Leaves(4)]),
        Open(vec![Stays(0), Leaves(-5)]),
    ];
    assert_eq!(settled(&round), [(4, 3), (-4, 2), (4, 1), (-4, 4)]);
}

#[test]
fn a_round_that_is_over_is_lost_or_nobodys() {
    let level =
        [Over(-3), Open(vec![Stays(0)]), Over(0), Open(vec![Stays(2), Leaves(-1)]), Open(vec![Stays(3), Stays(1)])];
    assert_eq!(settled(&level), [(-3, 0), (3, 1), (0, 0), (0, 0), (0, 0)]);
}

/// The value by the whole tree of play, a position that comes back being worth 0.
fn searched(spots: &[Spot], at: usize, path: &mut Vec<usize>) -> i16 {
    let choices = match &spots[at] {
        Over(margin) => return *margin,
        Open(_) if path.contains(&at) => return 0,
        Open(choices) => choices,
    };
    path.push(at);
    let margins = choices.iter().map(|choice| match *choice {
        Leaves(margin) => margin,
        Stays(to) => -searched(spots, to, path),
    });
    let best = margins.max().expect("an open position has choices");
    path.pop();
    best
}

/// Whether the player to move can make sure of at least `margin`, 1 or more, within so many plies.
fn wins(spots: &[Spot], at: usize, margin: i16, plies: u32) -> bool {
    match &spots[at] {
        Over(_) => false,
        Open(_) if plies == 0 => false,
        Open(choices) => choices.iter().any(|choice| match *choice {
            Leaves(found) => found >= margin,
            Stays(to) => loses(spots, to, margin, plies - 1),
        }),
    }
}

/// Whether the other player can.
fn loses(spots: &[Spot], at: usize, margin: i16, plies: u32) -> bool {
    match &spots[at] {
        Over(found) => *found <= -margin,
        Open(_) if plies == 0 => false,
        Open(choices) => choices.iter().all(|choice| match *choice {
            Leaves(found) => found <= -margin,
            Stays(to) => wins(spots, to, margin, plies - 1),
        }),
    }
}

#[test]
fn levels_drawn_by_chance() {
    let mut state = 1u64;
    let mut below = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut saved = 0;
    for _ in 0..20_000 {
        let spots: Vec<Spot> = (0..8).map(|at| drawn(at, &mut below)).collect();
        for (at, (value, plies)) in settled(&spots).into_iter().enumerate() {
            assert_eq!(value, searched(&spots, at, &mut Vec::new()));
            let forced = |plies| match value {
                0 => plies == 0,
                1.. => wins(&spots, at, value, plies),
                _ => loses(&spots, at, -value, plies),
            };
            assert!(forced(plies) && (plies == 0 || !forced(plies - 1)));
            saved += usize::from(value == 0 && every_way_out_at_hand_loses(&spots[at]));
        }
    }
    assert!(saved > 5_000, "going on saves a side that must not leave: {saved}");
}

/// A position of a level of eight, the players taking turns at even and odd numbers. One in eight is over, and half of
/// all choices stay.
fn drawn(at: usize, below: &mut impl FnMut(usize) -> usize) -> Spot {
    if below(8) == 0 {
        return Over([0, -1, -2, -3][below(4)]);
    }
    let choices = (0..=below(3)).map(|_| match below(2) {
        0 => Leaves([-4, -3, -2, -1, 0, 1, 2, 3, 4][below(9)]),
        _ => Stays(2 * below(4) + 1 - at % 2),
    });
    Open(choices.collect())
}

fn every_way_out_at_hand_loses(spot: &Spot) -> bool {
    let Open(choices) = spot else { return false };
    let mut ways_out = choices.iter().filter_map(|choice| match choice {
        Leaves(margin) => Some(*margin),
        Stays(_) => None,
    });
    ways_out.clone().count() > 0 && ways_out.all(|margin| margin < 0)
}
