//! Moves told counter by counter are the moves that are made.

use pussa_rules::{
    Backend, Board, Capture, Explanation, GAMES, Hole, Layout, Move, Position, RAJA_PASU, Reading, Round, Side, Sower,
    SowingEnd, Variant, WALAK_PUSSA,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;

/// Every game under every reading that a single move can tell.
fn variants() -> impl Iterator<Item = Variant> {
    GAMES.into_iter().flat_map(|game| {
        Reading::all(game, false).map(move |reading| Variant::new(game).with_reading(reading).expect("the game's own"))
    })
}

/// A position of some rows, with some holes closed: at most 56 counters, so that few moves are very long.
fn random_position(rng: &mut ChaCha8Rng) -> Position {
    let layout = loop {
        let closed = if rng.random_bool(0.5) { [0, 0] } else { rng.random::<[u8; 2]>().map(|bits| bits & 0x7f) };
        let holes = rng.random_range(1..=7);
        if let Some(layout) = Layout::new(holes, closed.map(|bits| bits & ((1 << holes) - 1))) {
            break layout;
        }
    };
    let length = usize::from(layout.ring().length());
    let mut counters = [0; 14];
    for _ in 0..rng.random_range(1..=56) {
        counters[rng.random_range(0..length)] += 1;
    }
    let side = Side::BOTH[rng.random_range(0..2)];
    Position::new(layout, side, Board::new(&counters[..length], rng.random_range(0..9), rng.random_range(0..9)))
}

/// Goes through what is told, and sees that each counter falls as it says. The counters of every hole at the end.
fn follow(position: &Position, explanation: &Explanation) -> HashMap<Hole, u8> {
    let mut holes: HashMap<_, _> =
        position.layout().open_holes(Side::South).map(|hole| (hole, position.counters(hole).unwrap())).collect();
    let mut ends = Vec::new();
    for lap in &explanation.laps {
        assert_eq!(holes.insert(lap.lifted, 0), Some(lap.counters), "lifts the whole hole");
        assert_eq!(lap.sown.len(), usize::from(lap.counters), "sows what was lifted");
        for sown in &lap.sown {
            let held = holes[&sown.hole];
            assert_eq!(sown.holds, if sown.four_to.is_some() { 0 } else { held + 1 });
            assert!(sown.four_to.is_none_or(|side| held == 3 && side == sown.hole.side()), "M6");
            holes.insert(sown.hole, sown.holds);
        }
        ends.push((holes.clone(), lap.sown.last().map(|sown| sown.hole)));
    }
    if let SowingEnd::Endless { returns_to } = explanation.end {
        let back = ends.pop().expect("a lap");
        assert_eq!(ends.iter().position(|end| *end == back), Some(returns_to), "M8");
    }
    for &Capture { hole, counters } in explanation.captures() {
        assert_eq!(holes.insert(hole, 0), Some(counters), "captures the whole hole");
    }
    holes
}

fn check(sower: &Sower, position: &Position, mv: Move, explanation: &Explanation) {
    if explanation.end == SowingEnd::TooLong {
        return assert_eq!(explanation.laps.len(), Explanation::MOST_LAPS);
    }
    let made = sower.play(position.side(), position.board(), mv);
    let other = position.side().other();
    assert_eq!(explanation.after(), made.map(|board| Position::new(position.layout(), other, board)));
    assert_eq!(explanation.is_endless(), made.is_none());
    let holes = follow(position, explanation);
    if let Some(after) = explanation.after() {
        for (hole, counters) in holes {
            assert_eq!(after.counters(hole), Some(counters));
        }
        let gains = Side::BOTH.map(|side| after.reserve(side) - position.reserve(side));
        assert_eq!(explanation.gains(), gains);
    }
}

#[test]
fn what_is_told_is_what_is_played() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut told, mut endless, mut too_long) = (0, 0, 0);
    for variant in variants() {
        for _ in 0..5_000 {
            let position = random_position(&mut rng);
            let sower = variant.sower_on(position.layout().ring(), Backend::Portable);
            let movable = sower.movable(position.side(), position.board());
            for mv in (0..7).map(Move::new) {
                let explanation = variant.explain(&position, mv);
                assert_eq!(explanation.is_some(), movable.contains(mv), "{variant:?} {position} {mv:?}");
                if let Some(explanation) = explanation {
                    check(&sower, &position, mv, &explanation);
                    told += 1;
                    endless += u32::from(explanation.is_endless());
                    too_long += u32::from(explanation.end == SowingEnd::TooLong);
                }
            }
        }
    }
    let counts = format!("{told} moves, {endless} of them endless, {too_long} too long");
    assert!(told > 50_000 && endless > 100 && too_long < 100, "{counts}");
}

fn words(variant: Variant, board: &str, letter: char) -> String {
    let position = variant.parse_board(board).unwrap();
    let mv = position.layout().move_of(Hole::from_letter(letter).unwrap()).unwrap();
    variant.explain(&position, mv).unwrap().to_string()
}

#[test]
fn a_relay_is_told_lap_by_lap() {
    let told = words(Variant::new(WALAK_PUSSA), "0,2,0,0,1,0,3/0,4,0,0,2,0,0/0,0/S", 'B');
    assert_eq!(
        told,
        "lap 1: B, 2 counters: C D\n\
         lap 2: E, 1 counter: F\n\
         lap 3: G, 3 counters: a b c\n\
         d is empty: the sowing is over\n\
         captures: 2 from e"
    );
}

#[test]
fn a_necklace_is_told_pearl_by_pearl() {
    let told = words(Variant::new(WALAK_PUSSA), "1,0,0,5,0,2,0/0,1,0,1,1,0,0/0,0/S", 'A');
    assert_eq!(told, "lap 1: A, 1 counter: B\nC is empty: the sowing is over\ncaptures: 5 from D, 2 from F");
}

#[test]
fn fours_are_told_with_who_takes_them() {
    let told = words(Variant::new(RAJA_PASU), "0,0,0,0,0,3,3/3,0,0,0,1,0,0/0,0/S", 'F');
    assert_eq!(
        told,
        "lap 1: F, 3 counters: G a b; G makes four, South takes them; a makes four, North takes them\n\
         c is empty: the sowing is over\n\
         no capture"
    );
}

#[test]
fn an_endless_move_is_told_up_to_where_it_comes_back() {
    let told = words(Variant::new(RAJA_PASU), "5,x,x,x,x,x,1/x,x,x,2,x,x,x/0,0/S", 'G');
    assert_eq!(
        told,
        "lap 1: G, 1 counter: d\n\
         lap 2: A, 5 counters: G d A G d; d makes four, North takes them\n\
         lap 3: A, 1 counter: G\n\
         lap 4: d, 1 counter: A\n\
         lap 5: G, 3 counters: d A G\n\
         lap 6: d, 1 counter: A\n\
         lap 7: G, 1 counter: d\n\
         lap 8: A, 3 counters: G d A\n\
         lap 9: G, 1 counter: d\n\
         lap 10: A, 1 counter: G\n\
         lap 11: d, 3 counters: A G d\n\
         endless: lap 11 ends as lap 2 did, and so on for ever"
    );
}

#[test]
fn a_move_too_long_to_be_told_says_so() {
    // Endless, but not seen to be before some hundred million laps.
    let variant = Variant::new(WALAK_PUSSA).with_counters(6).unwrap();
    let told = words(variant, "11,7,3,12,6,5,4/8,4,6,5,4,5,4/0,0/S", 'B');
    assert_eq!(told.lines().last(), Some("and so on: there are more than 10000 laps"));
}

#[test]
fn a_round_tells_its_next_move() {
    let variant = Variant::new(WALAK_PUSSA);
    let mut round = Round::new(variant, variant.start());
    round.play('C').unwrap();
    let mv = round.check('e').unwrap();
    let explanation = round.explain(mv).unwrap();
    assert_eq!((explanation.mover, explanation.laps[0].lifted.letter()), (Side::North, 'e'));
    let after = explanation.after();
    round.play_unchecked(mv);
    assert_eq!(after, Some(round.position()));
}
