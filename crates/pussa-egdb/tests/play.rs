//! Whoever plays from the database gets what the value promises, whatever the other player does.

use pussa_egdb::{Build, Database, Index};
use pussa_rules::{Board, Children, GAMES, Move, Reading, Ring, Side, Sower, Variant};
use std::collections::HashMap;

struct Played<'a> {
    database: &'a Database,
    sower: Sower,
    /// The least that the player from the database gets from a position where that player is to move; nothing while it is
    /// being played on from.
    least: HashMap<(Side, Board), Option<i32>>,
}

impl Played<'_> {
    /// What somebody who plays from the database gets at least from here on, as mover, against every reply. Panics if a
    /// board can come back; a draw may go on for ever, and is worth nothing then.
    fn least(&mut self, mover: Side, board: Board) -> i32 {
        match self.least.insert((mover, board), None) {
            Some(Some(known)) => {
                self.least.insert((mover, board), Some(known));
                return known;
            }
            Some(None) => return 0,
            None => {}
        }
        let best = self.database.best(mover, board).unwrap().unwrap();
        let got = match best.mv {
            None => self.worth_at_the_end(mover, board),
            Some(mv) => self.after(mover, board, mv, |played, child| played.against_every_reply(mover.other(), child)),
        };
        assert!(got >= best.value.into(), "{board:?} promises {} and gives {got}", best.value);
        self.least.insert((mover, board), Some(got));
        got
    }

    /// The same, seen by the other player, who is to move: the most.
    fn against_every_reply(&mut self, mover: Side, board: Board) -> i32 {
        let replies = self.choices(mover, board);
        let got = |mv: &Move| self.after(mover, board, *mv, |played, child| played.least(mover.other(), child));
        replies.iter().map(got).max().unwrap_or_else(|| self.worth_at_the_end(mover, board))
    }

    /// What the mover gets by a move and what comes after it, which `then` tells for the other player.
    fn after(&mut self, mover: Side, board: Board, mv: Move, then: impl FnOnce(&mut Self, Board) -> i32) -> i32 {
        match self.sower.play(mover, board, mv) {
            None => 0,
            Some(child) => {
                let gain = i32::from(child.other_reserve()) - i32::from(child.mover_reserve());
                gain - then(self, child.without_reserves())
            }
        }
    }

    fn choices(&self, mover: Side, board: Board) -> Vec<Move> {
        let mut children = Children::default();
        self.sower.children(mover, &board, &mut children);
        let may_be_endless = self.database.variant().allows_endless();
        let movable = self.sower.movable(mover, board).iter();
        movable.filter(|&mv| may_be_endless || !children.endless().contains(mv)).collect()
    }

    fn worth_at_the_end(&self, mover: Side, board: Board) -> i32 {
        if self.sower.movable(mover, board).is_empty() { -board.total().cast_signed() } else { 0 }
    }
}

fn databases(rings: &[([u8; 2], u8)], check: impl Fn(&Database)) {
    for game in GAMES {
        for reading in Reading::all(game, false) {
            let folder = tempfile::tempdir().unwrap();
            let variant = Variant::new(game).with_reading(reading).unwrap();
            for &([south, north], counters) in rings {
                let ring = Ring::new(south, north).unwrap();
                Build::new(folder.path(), variant, ring, counters).unwrap().run(&|_| ()).unwrap();
                check(&Database::open(folder.path(), variant, ring).unwrap());
            }
        }
    }
}

fn positions(database: &Database) -> impl Iterator<Item = (Side, Board)> {
    let index = Index::new(database.ring());
    let boards = index.boards_below(database.most_counters() + 1);
    (0..boards).flat_map(move |number| Side::BOTH.map(|mover| (mover, index.board(number))))
}

const RINGS: &[([u8; 2], u8)] = &[([2, 2], 8), ([3, 3], 7), ([4, 4], 6), ([2, 4], 6), ([5, 6], 4), ([7, 7], 4)];

#[test]
fn what_is_promised_is_got_from_every_position_against_every_reply() {
    databases(RINGS, |database| {
        let sower = database.variant().sower(database.ring());
        let mut played = Played { database, sower, least: HashMap::new() };
        for (mover, board) in positions(database) {
            played.least(mover, board);
        }
    });
}

#[test]
fn a_player_who_is_ahead_comes_closer_with_every_ply() {
    databases(RINGS, |database| {
        for (mover, board) in positions(database) {
            let best = database.best(mover, board).unwrap().unwrap();
            let Some(mv) = best.mv else {
                assert_eq!(best.plies, 0);
                continue;
            };
            let choices = database.choices(mover, board).unwrap().unwrap();
            assert_eq!(Some(best.value), choices.iter().map(|choice| choice.value).max());
            assert!(choices.iter().any(|choice| choice.mv == mv && choice.value == best.value));
            let after = |mv: Move| {
                let child = database.variant().sower(database.ring()).play(mover, board, mv)?;
                (child == child.without_reserves()).then(|| database.best(mover.other(), child).unwrap().unwrap())
            };
            let plies = |mv: Move| after(mv).map_or(0, |best| best.plies);
            match best.value {
                1.. => assert_eq!(best.plies, plies(mv) + 1),
                0 => assert_eq!(best.plies, 0),
                _ => {
                    let keep = choices.iter().filter(|choice| choice.value == best.value);
                    assert_eq!(Some(best.plies), keep.map(|choice| plies(choice.mv) + 1).max());
                }
            }
        }
    });
}

/// The reference counts until the value is forced against every reply, those included that give up more of it.
#[test]
fn it_takes_no_more_plies_than_the_reference_says() {
    databases(&[([3, 3], 6), ([4, 4], 6), ([3, 4], 5), ([7, 7], 3)], |database| {
        let values = pussa_testing::values(database.variant(), database.ring(), database.most_counters());
        for (mover, board) in positions(database) {
            let (player, counters) = pussa_testing::plain(database.ring(), mover, board);
            let plies = database.best(mover, board).unwrap().unwrap().plies;
            let most = values.plies(player, &counters).unwrap();
            assert!(plies <= most && (plies == 0) == (most == 0), "{board:?} {plies} {most}");
        }
    });
}

#[test]
fn the_longest_win_is_that_of_the_board_that_takes_longest() {
    databases(RINGS, |database| {
        for counters in 0..=database.most_counters() {
            let of_count = positions(database).filter(|(_, board)| board.total() == counters.into());
            let bests = of_count.map(|(mover, board)| (board, database.best(mover, board).unwrap().unwrap()));
            let won = bests.filter(|(_, best)| best.value > 0).max_by_key(|(_, best)| best.plies);
            let longest = database.longest_win(counters, &|_| ()).unwrap();
            assert_eq!(longest.map(|longest| longest.plies), won.map(|(_, best)| best.plies));
            if let Some(longest) = longest {
                let best = database.best(longest.mover, longest.board).unwrap().unwrap();
                assert_eq!((best.value, best.plies), (longest.value, longest.plies));
            }
        }
        assert_eq!(database.longest_win(database.most_counters() + 1, &|_| ()).unwrap(), None);
    });
}
