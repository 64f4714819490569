//! What a position is likely to be worth where a search ends: a sum of features, each times its weight.
//!
//! The features say what can be counted at once: whose turn it is, counters, full holes, what can be captured next.
//! [`features`] lists them for a position, [`Weights`] says what each is worth, and [`Fit`] finds weights from positions
//! whose worth is known. All is in counters, holes and steps and not in shares of the board, so that weights found on
//! one board serve on shorter and uneven ones.
//!
//! ```
//! use pussa_engine::evaluation::{NAMES, Weights, features};
//! use pussa_rules::{Variant, WALAK_PUSSA};
//! let variant = Variant::new(WALAK_PUSSA);
//! let start = variant.start();
//! let sower = variant.sower(start.layout().ring());
//! let found = features(&sower, start.side(), start.board()).expect("there are moves");
//! let best_gain = NAMES.iter().position(|&name| name == "best-gain").unwrap();
//! assert_eq!(found[best_gain], 6);
//! assert_eq!(Weights::PLAIN.margin(&found), 6.0);
//! ```

mod file;
mod fit;
mod fitted;
mod row;
mod tables;

pub use file::WeightsError;
pub use fit::Fit;
pub(crate) use tables::Tables;

use crate::search::gain;
use pussa_rules::{Board, Children, Game, Ring, Side, Sower};
use row::Row;

/// How many features there are.
pub const COUNT: usize = 14;

/// The names of the features, in their order. *Own* is what the player to move has, *other* what the other player has.
///
/// | name | what is counted |
/// | --- | --- |
/// | `tempo` | 1: being to move |
/// | `own-counters`, `other-counters` | counters in the row |
/// | `own-holes`, `other-holes` | holes of the row that hold counters |
/// | `own-singles`, `other-singles` | holes of the row that hold one counter |
/// | `own-room`, `other-room` | for each hole of the row that holds counters, the holes of the row beyond it: the steps that a counter can make there |
/// | `own-last`, `other-last` | all counters on the board, if one hole of the row holds counters: they are at stake |
/// | `other-stuck` | all counters on the board, if no hole of the other row holds counters |
/// | `best-gain` | what the best move gains at once, less what it gives away |
/// | `second-gain` | the same of the second best, or of the only one |
pub const NAMES: [&str; COUNT] = [
    "tempo",
    "own-counters",
    "other-counters",
    "own-holes",
    "other-holes",
    "own-singles",
    "other-singles",
    "own-room",
    "other-room",
    "own-last",
    "other-last",
    "other-stuck",
    "best-gain",
    "second-gain",
];

/// The features of a position, in the order of [`NAMES`]; reserves do not count. `None` if the player to move has no
/// move that comes to an end, since then there is nothing to estimate.
///
/// The board must belong to the sower's ring.
#[must_use]
pub fn features(sower: &Sower, mover: Side, board: Board) -> Option<[i32; COUNT]> {
    let board = board.without_reserves();
    let mut children = Children::default();
    sower.children(mover, &board, &mut children);
    let [own, other] = rows(sower.ring(), mover, board);
    let total = own.counters() + other.counters();
    let if_full = |row: Row, holes: u32| if row.full_holes() == holes { total } else { 0 };
    let (best, second) = gains(&children)?;
    let counts = [
        1,
        own.counters(),
        other.counters(),
        own.full_holes(),
        other.full_holes(),
        own.singles(),
        other.singles(),
        own.room(),
        other.room(),
        if_full(own, 1),
        if_full(other, 1),
        if_full(other, 0),
        0,
        0,
    ];
    let mut features = counts.map(u32::cast_signed);
    features[COUNT - 2..].copy_from_slice(&[best, second]);
    Some(features)
}

/// The mover's row, and the other player's, of a board without reserves.
fn rows(ring: Ring, mover: Side, board: Board) -> [Row; 2] {
    let own = ring.holes(mover);
    let bits = board.bits();
    let of_own = u64::MAX >> (64 - 8 * u32::from(own));
    [Row::new(bits as u64 & of_own, own), Row::new((bits >> (8 * own)) as u64, ring.holes(mover.other()))]
}

/// What the best move gains, and the second best; `None` if there is no move.
#[inline]
fn gains(children: &Children) -> Option<(i32, i32)> {
    let mut gains = children.iter().map(|(_, child)| gain(child));
    let first = gains.next()?;
    let (mut best, mut second) = (first, i32::MIN);
    for gain in gains {
        second = second.max(gain.min(best));
        best = best.max(gain);
    }
    Some((best, if second == i32::MIN { best } else { second }))
}

/// What each feature is worth, in counters, in the order of [`NAMES`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub [f32; COUNT]);

impl Weights {
    /// Only what the best move gains at once.
    pub const PLAIN: Self = Self([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);

    /// Those fitted to a game on its full board, or [`PLAIN`](Self::PLAIN) for a game that has none.
    #[must_use]
    pub fn of(game: Game) -> Self {
        fitted::FITTED.iter().find(|(name, _)| *name == game.name()).map_or(Self::PLAIN, |&(_, weights)| Self(weights))
    }

    /// Each with the name of its feature.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, f32)> {
        NAMES.into_iter().zip(self.0)
    }

    /// The margin to come that a position with these features is likely to have, for the player to move, in counters.
    #[must_use]
    pub fn margin(&self, features: &[i32; COUNT]) -> f32 {
        self.0.iter().zip(features).map(|(weight, &feature)| weight * feature as f32).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{GAMES, RAJA_PASU, Variant, WALAK_PUSSA};

    fn of(game: Game, board: &str) -> Option<[i32; COUNT]> {
        let variant = Variant::new(game);
        let position = variant.parse_board(board).unwrap();
        features(&variant.sower(position.layout().ring()), position.side(), position.board())
    }

    #[test]
    fn features_count_what_their_names_say() {
        // A captures the five in D, over the empty C; G gains nothing.
        let found = of(WALAK_PUSSA, "1,0,0,5,0,0,1/2,0,0,0,0,0,1/3,4/S").unwrap();
        assert_eq!(found, [1, 7, 3, 3, 2, 2, 1, 9, 6, 0, 0, 0, 5, 0]);
        // North has one hole left, South none: a brings the counter to b.
        let found = of(RAJA_PASU, "0,0,0,0,0,0,0/1,0,0,0,0,0,0/0,0/N").unwrap();
        assert_eq!(found, [1, 1, 0, 1, 0, 1, 0, 6, 0, 1, 0, 1, 0, 0]);
        // Closed holes are not there: from A there are two steps.
        let found = of(RAJA_PASU, "1,x,x,0,0,x,x/0,x,x,x,x,2,0/0,0/S").unwrap();
        assert_eq!((found[7], found[8], found[9], found[10]), (2, 1, 3, 3));
    }

    #[test]
    fn without_a_move_there_is_nothing_to_estimate() {
        assert_eq!(of(WALAK_PUSSA, "0,0,0,0,0,0,0/1,0,0,0,0,0,0/0,0/S"), None);
    }

    #[test]
    fn a_position_looks_the_same_from_both_sides() {
        for game in GAMES {
            let south = of(game, "1,0,2,5,0,0,1/2,0,6,0,3,0,1/3,4/S");
            assert_eq!(south, of(game, "2,0,6,0,3,0,1/1,0,2,5,0,0,1/4,3/N"));
        }
    }

    #[test]
    fn every_game_has_weights_of_its_own() {
        for game in GAMES {
            assert_ne!(Weights::of(game), Weights::PLAIN);
        }
    }
}
