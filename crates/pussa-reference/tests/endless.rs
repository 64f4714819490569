//! Endless sowing is found exactly: against a relay that remembers every lap.

use std::collections::HashSet;

use pussa_reference::{
    Children, Endless, Game, LastFour, Origin, Outcome, Player, Position, Reading, Reserves, Rules, Size, children,
};

/// Whether sowing from a place is endless, with all boards and *p* of the move kept.
fn is_endless(rules: Rules, counters: &[u8], place: usize) -> bool {
    let (mut board, length) = (counters.to_vec(), counters.len());
    let (mut origin, mut seen) = (place, HashSet::new());
    loop {
        let (mut hand, mut p) = (std::mem::take(&mut board[origin]), origin);
        while hand > 0 {
            p = (p + 1) % length;
            if rules.reading().origin == Origin::Skipped && p == origin {
                continue;
            }
            board[p] += 1;
            hand -= 1;
            let taken = hand > 0 || rules.reading().last_four == LastFour::Captured;
            if rules.game() == Game::RajaPasu && board[p] == 4 && taken {
                board[p] = 0;
            }
        }
        origin = (p + 1) % length;
        if board[origin] == 0 {
            return false;
        }
        if !seen.insert((board.clone(), p)) {
            return true;
        }
    }
}

#[test]
fn on_random_boards_of_all_ring_lengths() {
    let mut state = 1u64;
    let mut below = move |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut found = [0; 2];
    for number in 0..60_000 {
        let game = if number % 2 == 0 { Game::WalakPussa } else { Game::RajaPasu };
        let origin = if number % 4 < 2 { Origin::Sown } else { Origin::Skipped };
        let last_four = if number % 8 < 4 || game == Game::WalakPussa { LastFour::Captured } else { LastFour::Kept };
        let reading = Reading { origin, last_four, endless: Endless::Split, ..Reading::default() };
        let rules = Rules::new(game, reading).expect("options of the game");
        // Long rings with many counters can take hundreds of millions of laps.
        let m = 1 + below(7) as usize;
        let most = 1 + below(if m <= 3 { 5 } else { 3 });
        let counters: Vec<u8> = (0..2 * m).map(|_| below(most + 1) as u8).collect();
        let layout = Position::opening(Size::new(m, 1).expect("a size")).layout();
        let position = Position::from_ring(layout, &counters, Reserves::default(), Player::South).expect("a ring");
        let mut outcomes = Children::default();
        children(rules, &position, &mut outcomes);
        for (place, outcome) in outcomes.iter().enumerate() {
            let Some(outcome) = outcome else {
                assert!(place >= m || counters[place] == 0);
                continue;
            };
            let endless = *outcome == Outcome::Endless;
            assert_eq!(endless, is_endless(rules, &counters, place), "{rules:?} {position} {place}");
            found[usize::from(endless)] += 1;
        }
    }
    assert!(found[0] > 100_000 && found[1] > 100, "both kinds are met: {found:?}");
}
