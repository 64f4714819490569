//! Who wins the match of a small game.

use pussa_reference::{Fate, Game, MatchValues, Player, Reading, Rules, Size};

#[test]
fn show() {
    for (game, m, k) in [
        (Game::RajaPasu, 2, 2),
        (Game::RajaPasu, 2, 7),
        (Game::RajaPasu, 3, 4),
        (Game::WalakPussa, 2, 4),
        (Game::WalakPussa, 3, 4),
        (Game::RajaPasu, 3, 7),
    ] {
        let begun = std::time::Instant::now();
        let values = MatchValues::of(Rules::of(game), Size::new(m, k).unwrap());
        let all = values.all();
        let total = 2 * m * k;
        for ([a, b], fate) in &all {
            if usize::from(a + b) == total {
                println!("{a} {b} {fate:?}");
            }
        }
        let nob = all.iter().filter(|x| x.1 == Fate::Nobodys).count();
        println!("{game} {m} {k} {} states {nob} nobody's {:?}", all.len(), begun.elapsed());
    }
    let _ = (Player::South, Reading::default());
}
