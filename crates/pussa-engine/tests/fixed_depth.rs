//! Looking so many moves ahead, `alpha-beta` finds what plain minimax finds: whatever it leaves out, and whatever it takes
//! from its table, can't matter.

use pussa_engine::{Roster, Watch};
use pussa_rules::{Board, Children, GAMES, Position, RAJA_PASU, Round, Side, Sower, Variant, WALAK_PUSSA};

/// Every line of play, so many moves ahead.
struct Minimax<'a> {
    sower: &'a Sower,
    path: Vec<Board>,
    /// Whether a board came back on some line.
    repeats: bool,
}

impl Minimax<'_> {
    /// The margin to come for `mover`, where the last board's best gain stands for all that comes after it.
    fn value(&mut self, mover: Side, depth: u32) -> i32 {
        let board = *self.path.last().unwrap();
        let mut children = Children::default();
        self.sower.children(mover, &board, &mut children);
        let total = board.total().cast_signed();
        if children.legal().is_empty() {
            return if children.endless().is_empty() { -total } else { 0 };
        }
        let gain = |child: Board| i32::from(child.other_reserve()) - i32::from(child.mover_reserve());
        let mut best = i32::MIN;
        for (_, child) in children.iter() {
            let next = child.without_reserves();
            let to_come = if depth == 0 {
                0
            } else if self.path.iter().rev().skip(1).step_by(2).any(|&earlier| earlier == next) {
                self.repeats = true;
                0
            } else {
                self.path.push(next);
                let value = self.value(mover.other(), depth - 1);
                self.path.pop();
                value
            };
            best = best.max(gain(child) - to_come);
        }
        best
    }
}

/// Positions of rounds in which moves are drawn by a rule that looks like chance, with nothing in reserve.
fn positions(variant: Variant, rounds: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for n in 0..rounds {
        let mut round = Round::new(variant, variant.start());
        while round.outcome().is_none() {
            let position = round.position();
            positions.push(Position::new(position.layout(), position.side(), position.board().without_reserves()));
            let choices = round.choices();
            round.play_unchecked(choices.nth((n * 37 + round.moves().len() * 11 + n / 7) % choices.len()).unwrap());
        }
    }
    positions
}

/// Compares what `spec` finds, so many moves ahead, with plain minimax, where no board comes back. Says how many
/// positions there were.
fn compare(variant: Variant, spec: &str, depth: u32) -> usize {
    let spec = format!("alpha-beta:evaluation=plain:depth={depth}:{spec}");
    let mut engine = Roster::default().engine(&spec.parse().unwrap()).unwrap();
    let mut compared = 0;
    for position in positions(variant, 12) {
        let round = Round::new(variant, position);
        let mut minimax = Minimax { sower: round.sower(), path: vec![position.board()], repeats: false };
        let value = minimax.value(position.side(), depth);
        if minimax.repeats {
            continue;
        }
        engine.new_game(1);
        let choice = engine.choose(&round, &Watch::none()).unwrap();
        assert_eq!(choice.score, Some(value as f32), "{spec}: {position}");
        compared += 1;
    }
    compared
}

#[test]
fn search_finds_what_plain_minimax_finds() {
    for game in GAMES {
        for depth in [1, 2, 3, 6] {
            assert!(compare(Variant::new(game), "without=deeper", depth) > 100, "{game} {depth}");
        }
    }
}

#[test]
fn the_size_of_the_table_and_the_number_of_threads_do_not_matter_at_equal_depth() {
    for game in GAMES {
        for spec in ["hash=1MiB", "hash=64MiB", "threads=2", "hash=1MiB:threads=3"] {
            assert!(compare(Variant::new(game), &format!("without=deeper:{spec}"), 5) > 100, "{game} {spec}");
        }
    }
}

#[test]
fn shorter_rows_and_fewer_counters_are_searched_alike() {
    for (game, holes, counters) in [(WALAK_PUSSA, 5, 3), (RAJA_PASU, 4, 5), (WALAK_PUSSA, 3, 2)] {
        let variant = Variant::new(game).with_holes(holes).unwrap().with_counters(counters).unwrap();
        assert!(compare(variant, "without=deeper", 5) > 10, "{game}");
    }
}
