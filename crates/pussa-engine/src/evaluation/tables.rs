//! Weights made ready for a ring, so that a position is estimated in a few look-ups.

use super::{Weights, gains, row, rows};
use pussa_rules::{Board, Children, Ring, Side};

/// What a pattern of full holes is worth.
#[derive(Clone, Copy, Debug, Default)]
struct Worth {
    by_itself: f32,
    /// For each counter on the board.
    by_counter: f32,
}

/// For all patterns of full holes in a row.
type Patterns = [Worth; 128];

/// Weights for positions on one ring.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    ring: Ring,
    weights: Weights,
    /// By who is to move: the mover's row, and the other player's.
    patterns: [[Patterns; 2]; 2],
}

impl Tables {
    pub(crate) fn new(weights: Weights, ring: Ring) -> Self {
        let Weights([tempo, _, _, own_hole, other_hole, _, _, own_room, other_room, own_last, other_last, stuck, _, _]) =
            weights;
        let for_mover = |mover: Side| {
            [
                // Who has no counters to move loses all there are.
                patterns(ring.holes(mover), [tempo, own_hole, own_room, own_last, -1.0]),
                patterns(ring.holes(mover.other()), [0.0, other_hole, other_room, other_last, stuck]),
            ]
        };
        Self { ring, weights, patterns: Side::BOTH.map(for_mover) }
    }

    /// The margin likely to come for `mover`, in whole counters, at most all there are. The board has no reserves, and
    /// `children` are its, of which there are some.
    #[inline]
    pub(crate) fn estimate(&self, mover: Side, board: Board, children: &Children) -> i32 {
        let (best, second) = gains(children).unwrap_or((0, 0));
        let w = &self.weights.0;
        let margin = self.at_rest(mover, board) + w[12] * best as f32 + w[13] * second as f32;
        let most = board.total().cast_signed();
        (margin.round() as i32).clamp(-most, most)
    }

    /// The same without what moves gain, in counters and parts of them; if `mover` has none, what that costs. The board
    /// has no reserves.
    #[inline]
    pub(crate) fn at_rest(&self, mover: Side, board: Board) -> f32 {
        let [own, other] = rows(self.ring, mover, board);
        let (own_counters, other_counters) = (own.counters() as f32, other.counters() as f32);
        let [own_patterns, other_patterns] = &self.patterns[mover.index()];
        let (own_worth, other_worth) = (own_patterns[own.pattern()], other_patterns[other.pattern()]);
        let w = &self.weights.0;
        own_worth.by_itself
            + other_worth.by_itself
            + (own_worth.by_counter + other_worth.by_counter) * (own_counters + other_counters)
            + w[1] * own_counters
            + w[2] * other_counters
            + w[5] * own.singles() as f32
            + w[6] * other.singles() as f32
    }
}

/// What every pattern of a row is worth: for being there, for each hole and each step of room, and for each counter on
/// the board if one hole holds counters, or none.
fn patterns(holes: u8, [always, hole, room, last, none]: [f32; 5]) -> Patterns {
    std::array::from_fn(|pattern| {
        let full = pattern.count_ones();
        Worth {
            by_itself: always + hole * full as f32 + room * row::room(pattern, holes) as f32,
            by_counter: [none, last].get(full as usize).copied().unwrap_or(0.0),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::features;
    use super::*;
    use pussa_rules::{GAMES, Layout, Round, Variant};

    /// On all rings, in rounds from the start, with a weight for every feature.
    #[test]
    fn tables_give_what_features_times_weights_do() {
        let weights = Weights(std::array::from_fn(|i| (i as f32 + 1.0) / 7.0 * if i % 3 == 0 { -1.0 } else { 1.0 }));
        let mut compared = 0;
        for (game, ring) in GAMES.into_iter().flat_map(|game| Ring::all().map(move |ring| (game, ring))) {
            let variant = Variant::new(game);
            let closed = Side::BOTH.map(|side| (0x7f_u8 << ring.holes(side)) & 0x7f);
            let layout = Layout::new(7, closed).unwrap();
            let tables = Tables::new(weights, ring);
            let holes: Vec<u8> = (0..ring.length()).map(|place| 1 + place % 3).collect();
            let start = pussa_rules::Position::new(layout, Side::South, Board::new(&holes, 0, 0));
            let mut round = Round::new(variant, start);
            while round.outcome().is_none() {
                let (side, board) = (round.side(), round.board().without_reserves());
                let found = features(round.sower(), side, board).expect("the round goes on");
                let mut children = Children::default();
                round.sower().children(side, &board, &mut children);
                let most = board.total().cast_signed() as f32;
                let plain = weights.margin(&found).clamp(-most, most);
                let difference = plain - tables.estimate(side, board, &children) as f32;
                assert!(difference.abs() < 0.501, "{}: {plain}, {difference}", round.position());
                compared += 1;
                let choices = round.choices();
                round.play_unchecked(choices.nth(compared % choices.len()).expect("one of the choices"));
            }
        }
        assert!(compared > 500, "{compared}");
    }
}
