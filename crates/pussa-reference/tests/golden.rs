//! Every row of every table in `golden/`, worked out by another program from the same rules.

use std::path::Path;

use pussa_reference::{
    Children, Game, LastRound, MatchTerms, NextRound, Outcome, Player, Position, Reserves, Round, Rules, Size,
    children, next_round, perft, play,
};

/// The rows of a table, without its header.
fn rows(file: &str) -> Vec<csv::StringRecord> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(file);
    let mut reader = csv::Reader::from_path(path).expect("the table is there");
    let rows: Vec<_> = reader.records().collect::<Result<_, _>>().expect("the table is well formed");
    assert!(!rows.is_empty());
    rows
}

/// The game and reading named by the first two fields.
fn rules(row: &csv::StringRecord) -> Rules {
    Rules::parse(row[0].parse().expect("a game"), &row[1]).expect("a reading")
}

/// The board, of a game of its own width with the default `k`, or with the smallest that holds the counters.
fn board(game: Game, text: &str) -> Position {
    let m = text.split('/').next().expect("South's row").split(',').count();
    (Size::of(game).counters_in_a_hole()..=18)
        .find_map(|k| Position::parse(text, Size::new(m, k).expect("a size")).ok())
        .unwrap_or_else(|| panic!("{text} is a board"))
}

#[test]
fn moves() {
    for row in rows("moves.csv") {
        let rules = rules(&row);
        let before = board(rules.game(), &row[2]);
        assert_eq!(before.to_string(), row[2]);
        let hole = row[3].parse().expect("a hole");
        if &row[4] == "endless" {
            assert!(play(rules, &before, hole).is_err(), "{row:?}");
            let split = Rules::parse(rules.game(), "endless=split").expect("a reading");
            assert_eq!(play(split, &before, hole), Ok(Outcome::Endless), "{row:?}");
            continue;
        }
        let Ok(Outcome::Ended { after, captured }) = play(rules, &before, hole) else {
            panic!("{row:?} is refused or endless");
        };
        assert_eq!(after.to_string(), row[4], "{row:?}");
        assert_eq!(captured.total() + after.ring().total(), before.ring().total(), "counters are conserved in {row:?}");
    }
}

#[test]
fn move_sequences() {
    for row in rows("perft.csv") {
        let rules = rules(&row);
        let depth = row[3].parse().expect("a depth");
        let expected: u64 = row[4].parse().expect("a count");
        assert_eq!(perft(rules, &board(rules.game(), &row[2]), depth), expected, "{row:?}");
    }
}

#[test]
fn all_boards_with_few_counters() {
    for row in rows("census.csv") {
        let rules = rules(&row);
        let mut census = Census { rules, found: [0; 4] };
        census.fill(&mut [0; 14], 0, row[2].parse().expect("a number of counters"));
        let expected = [3, 4, 5, 6].map(|field| row[field].parse::<u64>().expect("a count"));
        assert_eq!(census.found, expected, "{row:?}");
    }
}

/// Counts boards, those without counters in South's row, endless moves, and moves that capture.
struct Census {
    rules: Rules,
    found: [u64; 4],
}

impl Census {
    /// Shares the counters out in every way over the holes from `place` on.
    fn fill(&mut self, counters: &mut [u8; 14], place: usize, left: u8) {
        if place == 13 {
            counters[place] = left;
            self.look_at(counters);
            return;
        }
        for here in 0..=left {
            counters[place] = here;
            self.fill(counters, place + 1, left - here);
        }
    }

    fn look_at(&mut self, counters: &[u8; 14]) {
        let layout = Position::opening(Size::of(self.rules.game())).layout();
        let position = Position::from_ring(layout, counters, Reserves::default(), Player::South).expect("a ring");
        self.found[0] += 1;
        self.found[1] += u64::from(!position.ring().has_counters(Player::South));
        let mut outcomes = Children::default();
        children(self.rules, &position, &mut outcomes);
        for outcome in outcomes.into_iter().flatten() {
            match outcome {
                Outcome::Endless => self.found[2] += 1,
                Outcome::Ended { captured, .. } => self.found[3] += u64::from(captured.total() > 0),
            }
        }
    }
}

#[test]
fn playouts() {
    for row in rows("playouts.csv") {
        let rules = rules(&row);
        let mut round = Round::new(rules, board(rules.game(), &row[2]));
        for letter in row[3].chars() {
            assert_eq!(round.result(), None, "{row:?} is over before {letter}");
            round.play_moves(&letter.to_string()).unwrap_or_else(|error| panic!("{row:?}: {error}"));
        }
        let result = round.result().unwrap_or_else(|| panic!("{row:?} is not over"));
        assert_eq!(result.reserves.south().to_string(), row[4], "{row:?}");
        assert_eq!(result.reserves.north().to_string(), row[5], "{row:?}");
        assert_eq!(result.ending.to_string(), row[6], "{row:?}");
        assert_eq!(result.plies as usize, row[3].len(), "{row:?}");
    }
}

#[test]
fn opening_boards_of_later_rounds() {
    let player = |text: &str| match text {
        "S" => Player::South,
        "N" => Player::North,
        other => panic!("{other} is no player"),
    };
    for row in rows("rounds.csv") {
        let game: Game = row[0].parse().expect("a game");
        let reading = if &row[5] == "closed" { "unfilled=closed" } else { "default" };
        let terms = MatchTerms::of(Rules::parse(game, reading).expect("a reading"));
        let (south, north) = (row[1].parse().expect("a count"), row[2].parse().expect("a count"));
        let last = LastRound {
            number: 1,
            leader: player(&row[3]),
            holdings: Reserves::new(south, north),
            remainder_taken_by: (&row[4] != "split").then(|| player(&row[4])),
        };
        match next_round(&terms, last).expect("no more counters than the game has") {
            NextRound::Opens(board) => {
                assert_eq!(board.to_string(), row[6], "{row:?}");
                assert_eq!(Position::parse(&row[6], terms.size), Ok(board), "{row:?}");
            }
            NextRound::Over { winner } => {
                assert_eq!("match-over", &row[6], "{row:?}");
                let larger = if south > north { Player::South } else { Player::North };
                assert_eq!(winner, Some(larger), "{row:?}");
            }
        }
    }
}
