//! The values of small games: against searches that know nothing of levels and ranks, by proof, and worked out by hand.

use pussa_reference::{
    Ending, Game, Hole, Outcome, Player, Position, Reserves, Round, Rules, Size, SizeError, Values,
    end_without_history, legal_moves, play,
};

/// All readings that differ within a round.
fn all_rules() -> Vec<Rules> {
    let of_both = ["default", "endless=split", "origin=skipped", "endless=split;origin=skipped"];
    let of_raja_pasu = [
        "last-four=kept",
        "endless=split;last-four=kept",
        "last-four=kept;origin=skipped",
        "endless=split;last-four=kept;origin=skipped",
    ];
    let walak_pussa = of_both.map(|reading| (Game::WalakPussa, reading));
    let raja_pasu = of_both.into_iter().chain(of_raja_pasu).map(|reading| (Game::RajaPasu, reading));
    walak_pussa.into_iter().chain(raja_pasu).map(|(game, reading)| rules(game, reading)).collect()
}

fn rules(game: Game, reading: &str) -> Rules {
    Rules::parse(game, reading).expect("a reading")
}

fn values(rules: Rules, south_holes: usize, north_holes: usize, most_counters: u8) -> Values {
    Values::of(rules, south_holes, north_holes, most_counters).expect("rows of 1 to 7 holes")
}

fn board(text: &str) -> Position {
    let m = text.split('/').next().expect("South's row").split(',').count();
    Position::parse(text, Size::new(m, 18).expect("a size")).expect("a board")
}

/// The value of a board that [`values`] has, and in how many plies it is forced.
fn worth(values: &Values, position: &Position) -> (i16, u32) {
    let (to_move, counters) = (position.to_move(), position.ring().counters());
    let found = values.value(to_move, counters).zip(values.plies(to_move, counters));
    found.unwrap_or_else(|| panic!("{position} is on the ring"))
}

/// What a move brings the player who makes it, and the board after it; none where it is called off.
fn played(rules: Rules, before: &Position, hole: Hole) -> (i16, Option<Position>) {
    match play(rules, before, hole).expect("a legal move") {
        Outcome::Endless => (0, None),
        Outcome::Ended { after, captured } => {
            let mover = before.to_move();
            (i16::from(captured.of(mover)) - i16::from(captured.of(mover.other())), Some(after))
        }
    }
}

/// South's margin at the end of a round from where it stands, each player making the best of all the rounds it can
/// become.
fn best_margin(round: &Round, rules: Rules) -> i16 {
    if let Some(result) = round.result() {
        return result.margin();
    }
    let margins = legal_moves(rules, round.position()).map(|hole| {
        let mut longer = round.clone();
        longer.play(hole).expect("a legal move");
        best_margin(&longer, rules)
    });
    let best = if round.position().to_move() == Player::South { margins.max() } else { margins.min() };
    best.expect("the round goes on")
}

// A round that starts at a position is worth what E5 says, though E3 remembers and E5 does not. Whoever can make sure of
// 1 or more can do so coming to a lower rank with every move until counters are captured (`retrograde.rs`), and so
// meets no board twice; whoever can hold the other to less than some v ≥ 1 can do so from any board that a play so held
// comes to, and where a board has come back that is worth 0, less than v too. So it makes no difference whether play
// stops when a board stands for the third time, as in E3, or for the second, as in the search further down.
#[test]
fn as_the_best_of_all_rounds() {
    let shapes = [(1, 1, 24), (1, 2, 12), (2, 1, 12), (2, 2, 9), (1, 3, 7), (3, 1, 7), (3, 2, 6), (3, 3, 5), (4, 4, 3)];
    for rules in all_rules() {
        for (south_holes, north_holes, most_counters) in shapes {
            for (position, value) in values(rules, south_holes, north_holes, most_counters).positions() {
                let margin = best_margin(&Round::new(rules, position), rules);
                let for_mover = if position.to_move() == Player::South { margin } else { -margin };
                assert_eq!(value, for_mover, "{rules:?} {position}");
            }
        }
    }
}

/// The value of a position by the whole tree of play, a board that comes back being worth 0.
///
/// `path` is what has stood since the last capture. What is found with a path behind it may hang on that path, so
/// nothing can be kept for another time.
fn searched(rules: Rules, position: &Position, path: &mut Vec<Position>) -> i16 {
    match end_without_history(rules, position) {
        Some(Ending::NoMove) => return -position.ring().counters().iter().map(|&n| i16::from(n)).sum::<i16>(),
        Some(_) => return 0,
        None if path.contains(position) => return 0,
        None => path.push(*position),
    }
    let choices = legal_moves(rules, position).map(|hole| match played(rules, position, hole) {
        (_, None) => 0,
        (gain, Some(after)) if after.reserves() == position.reserves() => gain - searched(rules, &after, path),
        (gain, Some(after)) => gain - searched(rules, &after, &mut Vec::new()),
    });
    let best = choices.max().expect("the round goes on");
    path.pop();
    best
}

#[test]
fn as_the_whole_tree_of_play_where_boards_come_back() {
    // Rows of four or more are the shortest on which counters can go round without a capture.
    for rules in all_rules() {
        for (south_holes, north_holes, most_counters) in [(4, 4, 4), (5, 5, 3), (6, 5, 2), (6, 6, 2), (7, 7, 2)] {
            for (position, value) in values(rules, south_holes, north_holes, most_counters).positions() {
                assert_eq!(value, searched(rules, &position, &mut Vec::new()), "{rules:?} {position}");
            }
        }
    }
}

// Values are right if each is the best of its choices, and is forced in fewer plies by what is chosen: by some choice that
// keeps it if it is above 0, by all that keep it if it is below. For then the other side cannot do better for itself
// than the value at any board; and while the side that is ahead so chooses, the plies left run down until counters are
// captured or the round is over. (Where the side that is behind chooses worse, they may run up, but there are fewer
// values left for it to fall to.)
#[test]
fn each_is_the_best_of_its_choices_and_is_forced() {
    let shapes = [(3, 3, 10), (2, 5, 7), (4, 4, 7), (6, 5, 6), (6, 7, 5), (7, 7, 5)];
    for rules in all_rules() {
        for (south_holes, north_holes, most_counters) in shapes {
            let values = values(rules, south_holes, north_holes, most_counters);
            for (position, value) in values.positions() {
                prove(rules, &values, &position, value);
            }
        }
    }
}

fn prove(rules: Rules, values: &Values, position: &Position, value: i16) {
    let (same, plies) = worth(values, position);
    assert_eq!(value, same);
    let total = i16::try_from(position.ring().total()).expect("few counters");
    match end_without_history(rules, position) {
        Some(Ending::NoMove) => assert_eq!((value, plies), (-total, 0)),
        Some(_) => assert_eq!((value, plies), (0, 0)),
        None => {
            // For each choice: the margin, and the plies to be counted on from the board after it.
            let choices: Vec<(i16, u32)> = legal_moves(rules, position)
                .map(|hole| match played(rules, position, hole) {
                    (_, None) => (0, 0),
                    (gain, Some(after)) => {
                        let (to_come, plies) = worth(values, &after);
                        let stays = after.reserves() == position.reserves();
                        (gain - to_come, if stays { plies } else { 0 })
                    }
                })
                .collect();
            assert_eq!(Some(value), choices.iter().map(|choice| choice.0).max(), "{rules:?} {position}");
            let mut best = choices.iter().filter(|choice| choice.0 == value);
            let ahead = value > 0 && best.clone().any(|choice| choice.1 < plies);
            let behind = value < 0 && best.all(|choice| choice.1 < plies);
            assert!(ahead || behind || (value == 0 && plies == 0), "{rules:?} {position}");
        }
    }
}

#[test]
fn nobody_gets_more_than_there_is_and_all_positions_are_there() {
    for rules in all_rules() {
        for (south_holes, north_holes, most_counters, positions) in [(1, 1, 6, 56), (2, 4, 5, 924), (7, 7, 4, 6120)] {
            let values = values(rules, south_holes, north_holes, most_counters);
            // (h + n)! / (h! n!) boards, twice.
            assert_eq!(values.positions().count(), positions);
            for (position, value) in values.positions() {
                assert!(usize::from(value.unsigned_abs()) <= position.ring().total(), "{rules:?} {position} {value}");
                assert_eq!(position.reserves(), Reserves::default());
            }
        }
    }
}

#[test]
fn players_may_be_exchanged() {
    for rules in all_rules() {
        for (south_holes, north_holes, most_counters) in [(3, 3, 7), (7, 7, 4), (2, 5, 6)] {
            let before = values(rules, south_holes, north_holes, most_counters);
            let after = values(rules, north_holes, south_holes, most_counters);
            for (position, _) in before.positions() {
                let counters = position.ring().counters();
                let (south, north) = counters.split_at(south_holes);
                let exchanged = [north, south].concat();
                let (player, other) = (position.to_move(), position.to_move().other());
                assert_eq!(before.value(player, counters), after.value(other, &exchanged), "{rules:?} {position}");
                assert_eq!(before.plies(player, counters), after.plies(other, &exchanged), "{rules:?} {position}");
            }
        }
    }
}

#[test]
fn other_rings_and_more_counters_are_not_there() {
    let rules = Rules::of(Game::RajaPasu);
    for (south_holes, north_holes, refused) in [(0, 3, 0), (3, 0, 0), (8, 1, 8), (1, 8, 8)] {
        assert_eq!(Values::of(rules, south_holes, north_holes, 3).err(), Some(SizeError::HolesInARow(refused)));
    }
    let values = values(rules, 2, 1, 3);
    assert_eq!(values.value(Player::South, &[0, 0, 3]), Some(-3));
    for counters in [&[0, 0, 4][..], &[255, 255, 255], &[1, 1], &[1, 1, 1, 0], &[0; 15], &[]] {
        assert_eq!(values.value(Player::South, counters), None);
        assert_eq!(values.plies(Player::South, counters), None);
    }
}

#[test]
fn two_holes_and_up_to_three_counters() {
    // Walak-pussa on the ring A a, South to move. A 1: a, and A is empty, so that all in a is captured (M4). A 2, a 0: a,
    // A, the one in a is lifted and falls in A; a is empty, A captured. A 3: a, A, a, the one in A is lifted, a, captured.
    // A 2, a 1 is endless (`rounds.rs`), and the only move: one each, one stays out (E2).
    let values = values(Rules::of(Game::WalakPussa), 1, 1, 3);
    let table = [
        ([0, 0], 0),
        ([0, 1], -1),
        ([1, 0], 1),
        ([0, 2], -2),
        ([1, 1], 2),
        ([2, 0], 2),
        ([0, 3], -3),
        ([1, 2], 3),
        ([2, 1], 0),
        ([3, 0], 3),
    ];
    for ([south, north], value) in table {
        assert_eq!(values.value(Player::South, &[south, north]), Some(value));
        assert_eq!(values.value(Player::North, &[north, south]), Some(value));
    }
}

#[test]
fn an_endless_move_that_may_be_chosen_saves_its_player() {
    // Raja Pasu on the ring A a b, North to move. a 3: b, A, a; the two in b go on, A makes four, South's, and a; b is
    // empty, and so is A. South cannot move, North takes the two in a: 2 − 4. b 1: A; the three in a go on: b, A makes
    // four, a; then one each in two of the three holes run round and round (b→A, a→b, A→a). Called off, it is worth 0.
    let position = board("2,x/3,1/0,0/N");
    let illegal = values(rules(Game::RajaPasu, "default"), 1, 2, 6);
    assert_eq!(worth(&illegal, &position), (-2, 1));
    let split = values(rules(Game::RajaPasu, "endless=split"), 1, 2, 6);
    assert_eq!(worth(&split, &position), (0, 0));
}

#[test]
fn a_single_counter_belongs_to_whom_the_other_cannot_answer() {
    for rules in all_rules() {
        let values = values(rules, 7, 7, 1);
        // One hole on, in the own row still, North has nothing to move, and South takes it.
        assert_eq!(worth(&values, &board("0,0,0,0,0,1,0/0,0,0,0,0,0,0/0,0/S")), (1, 1));
        // From G it falls in a, and North moves it on to b.
        assert_eq!(worth(&values, &board("0,0,0,0,0,0,1/0,0,0,0,0,0,0/0,0/S")), (-1, 2));
        assert_eq!(worth(&values, &board("0,0,0,0,0,0,0/1,0,0,0,0,0,0/0,0/N")), (1, 1));
    }
}

/// A chase on a ring of eight: each counter lands three or four holes short of the other, so that neither the next hole
/// nor the one after it is full (M3, M4). Only where both are North's is there a choice: a goes to b, or d goes on.
///
/// ```text
///    1 0 0 1      d A a B b C c D: 7→0 0→1 4→5 1→2 5→6 2→3 6→7 3→4
///    0 0 0 0
/// ```
#[test]
fn whoever_is_ahead_in_a_chase_must_leave_it() {
    for rules in all_rules() {
        let values = values(rules, 4, 4, 2);
        let start = board("0,0,0,0/1,0,0,1/0,0/N");
        // Leaving: c is empty, so the counter in d is captured; South has nothing to move, and North takes the other.
        let (gain, left) = played(rules, &start, Hole::from_letter('a').expect("a hole"));
        assert_eq!((gain, left.map(|left| worth(&values, &left))), (1, Some((-1, 0))));
        // So the chase is worth two to North all the way round, and the plies count down to where North leaves it.
        assert_eq!(worth(&values, &start), (2, 1));
        let mut position = start;
        for (letter, plies) in "dAaBbCc".chars().zip((2..=8).rev()) {
            let (gain, after) = played(rules, &position, Hole::from_letter(letter).expect("a hole"));
            position = after.expect("no endless move");
            let value = if position.to_move() == Player::North { 2 } else { -2 };
            assert_eq!((gain, worth(&values, &position)), (0, (value, plies)), "{position}");
        }
        assert_eq!(played(rules, &position, Hole::from_letter('D').expect("a hole")), (0, Some(start)));
    }
}
