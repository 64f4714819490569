//! Who wins the match of a small game, and claims about it.

use pussa_reference::{Fate, Game, MatchClaims, MatchValues, Player, Rules, Size};

const GAMES: [Game; 2] = [Game::RajaPasu, Game::WalakPussa];

/// The fates of all states with all counters of the game, by what the leader holds.
fn fates(game: Game, reading: &str, holes: usize, counters: usize) -> Vec<(u8, Fate)> {
    let size = Size::new(holes, counters).unwrap();
    let values = MatchValues::of(Rules::parse(game, reading).unwrap(), size);
    let all = values.all().into_iter().filter(|&([leader, other], _)| usize::from(leader + other) == size.counters());
    all.map(|([leader, _], fate)| (leader, fate)).collect()
}

fn won(by: Player, rounds: u32) -> Fate {
    Fate::Won { by, rounds }
}

#[test]
fn a_match_that_can_be_followed_by_hand() {
    // One hole a row with one counter: South lifts it, sows it into North's, and finds nothing behind the own empty hole but
    // the counters that were sown: on a ring of two, `r` is `p` itself (M4), and both are captured. North has nothing left.
    assert_eq!(fates(Game::RajaPasu, "default", 1, 1), [(1, won(Player::South, 1))]);
}

#[test]
fn two_holes_of_raja_pasu_with_two_counters_each() {
    let expected = [
        (2, won(Player::North, 2)),
        (3, Fate::Nobodys),
        (4, won(Player::South, 1)),
        (5, won(Player::South, 1)),
        (6, won(Player::South, 1)),
    ];
    assert_eq!(fates(Game::RajaPasu, "default", 2, 2), expected);
}

#[test]
fn more_counters_are_not_always_better() {
    // Three holes, seven counters each: who does not lead wins with 34 within three rounds, and with 31 within two.
    let fates = fates(Game::RajaPasu, "default", 3, 7);
    let fate = |leader: u8| fates.iter().find(|&&(held, _)| held == leader).map(|&(_, fate)| fate);
    assert_eq!((fate(8), fate(11)), (Some(won(Player::North, 3)), Some(won(Player::North, 2))));
}

#[test]
fn the_player_who_leads_walak_pussa_holds_no_more_than_the_other() {
    for reading in ["default", "unfilled=closed"] {
        let fates = fates(Game::WalakPussa, reading, 3, 2);
        let leaders: Vec<u8> = fates.iter().map(|&(leader, _)| leader).collect();
        assert_eq!(leaders, [1, 2, 3, 4, 5, 6]);
    }
}

#[test]
fn every_winner_wins_in_one_round_more_than_from_a_state_that_is_won() {
    // A least fixed point has no gaps: with a state that takes n rounds there is one that takes n - 1.
    for game in GAMES {
        for (holes, counters) in [(2, 4), (2, 7), (3, 3), (3, 4)] {
            let values = MatchValues::of(Rules::of(game), Size::new(holes, counters).unwrap());
            let mut rounds: Vec<u32> = values
                .all()
                .into_iter()
                .filter_map(|(_, fate)| if let Fate::Won { rounds, .. } = fate { Some(rounds) } else { None })
                .collect();
            rounds.sort_unstable();
            rounds.dedup();
            assert_eq!(rounds, (1..=rounds.len() as u32).collect::<Vec<_>>(), "{game} {holes} {counters}");
        }
    }
}

/// A round that takes one move: the only claim that is needed rests on none.
fn one_move() -> MatchClaims {
    let claims = [([1, 1], won(Player::South, 1))];
    MatchClaims::new(Rules::of(Game::RajaPasu), Size::new(1, 1).unwrap(), claims)
}

#[test]
fn a_strategy_is_followed_move_by_move() {
    let claims = one_move();
    assert_eq!(claims.states_with_all_counters(), [[1, 1]]);
    assert!(claims.verify([1, 1], [&[0], &[]]).is_ok());
    let refused = |strategies: [&[u8]; 2]| claims.verify([1, 1], strategies).unwrap_err().to_string();
    let of = "the leader holding 1 and the other 1: ";
    assert_eq!(refused([&[], &[]]), format!("{of}the strategy has no move for 1/1/0,0/S"));
    assert_eq!(refused([&[0, 0], &[]]), format!("{of}the strategy has more moves than are asked for"));
    assert_eq!(refused([&[0], &[0]]), format!("{of}the strategy has more moves than are asked for"));
    assert_eq!(refused([&[1], &[]]), format!("{of}the strategy's move can't be made at 1/1/0,0/S"));
    let unknown = claims.verify([2, 1], [&[0], &[]]).unwrap_err().to_string();
    assert_eq!(unknown, "the leader holding 2 and the other 1: nothing is claimed");
}

#[test]
fn fates_that_are_not_so_are_refused() {
    let of = |fate| MatchClaims::new(Rules::of(Game::RajaPasu), Size::new(1, 1).unwrap(), [([1, 1], fate)]);
    let refused = |fate, strategies: [&[u8]; 2]| of(fate).verify([1, 1], strategies).unwrap_err().to_string();
    let of_state = "the leader holding 1 and the other 1: ";
    assert_eq!(refused(won(Player::South, 0), [&[0], &[]]), format!("{of_state}it takes a round at least to win"));
    for strategies in [[&[0_u8][..], &[][..]], [&[], &[]], [&[0], &[0]]] {
        for fate in [won(Player::North, 1), won(Player::South, 2), Fate::Nobodys] {
            let told = refused(fate, strategies);
            assert!(told.starts_with(of_state), "{fate:?}: {told}");
        }
    }
}
