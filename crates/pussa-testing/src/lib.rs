//! What the tests of several crates share: positions of the reference as the fast rules have them, and back.
//!
//! The reference counts the holes of a ring from South's first one on, the fast rules from the mover's.
//!
//! ```
//! use pussa_rules::{RAJA_PASU, Ring, Variant};
//! let (variant, ring) = (Variant::new(RAJA_PASU), Ring::new(2, 3).unwrap());
//! let values = pussa_testing::values(variant, ring, 4);
//! for (plain, value) in values.positions() {
//!     let (mover, board) = pussa_testing::seen_by_mover(&plain);
//!     assert_eq!(pussa_testing::value(&values, ring, mover, board), Some(value));
//! }
//! ```

use pussa_reference as reference;
use pussa_rules::{Board, Layout, MAX_HOLES, Position, Ring, Side, Variant};
use reference::{Player, Rules, Values};

/// The rules of a variant, for the reference.
///
/// # Panics
/// If the reference does not have them.
#[must_use]
pub fn rules(variant: Variant) -> Rules {
    let game = variant.game().name().parse().expect("a game of the reference");
    Rules::parse(game, &variant.reading().to_string()).expect("a reading of the reference")
}

/// The values (RULES E5) of all positions of a ring with at most so many counters, found by complete retrograde.
///
/// # Panics
/// If the reference can't work them out.
#[must_use]
pub fn values(variant: Variant, ring: Ring, counters: u8) -> Values {
    let [south, north] = Side::BOTH.map(|side| usize::from(ring.holes(side)));
    Values::of(rules(variant), south, north, counters).expect("rows of 1 to 7 holes")
}

/// The layout with so many open holes in South's row and in North's, 1 to 7 each, at the left of rows of seven.
///
/// # Panics
/// If there can't be so many.
#[must_use]
pub fn layout(open: [u8; 2]) -> Layout {
    let all = (1_u8 << MAX_HOLES) - 1;
    Layout::new(MAX_HOLES, open.map(|open| (all << open) & all)).expect("rows of 1 to 7 holes")
}

/// Who is to move in a position of the reference, and the board from that side, without reserves.
#[must_use]
pub fn seen_by_mover(plain: &reference::Position) -> (Side, Board) {
    let mut holes = plain.ring().counters().to_vec();
    let mover = side(plain.to_move());
    if mover == Side::North {
        holes.rotate_left(plain.ring().row(Player::South).len());
    }
    (mover, Board::new(&holes, 0, 0))
}

/// The same as a position of a layout with that ring.
#[must_use]
pub fn position(layout: Layout, plain: &reference::Position) -> Position {
    let (mover, board) = seen_by_mover(plain);
    Position::new(layout, mover, board)
}

/// Who is to move for the reference, and the counters in its order, where `mover` is to move on a board of the ring.
#[must_use]
pub fn plain(ring: Ring, mover: Side, board: Board) -> (Player, Vec<u8>) {
    let mut counters = board.lanes()[..usize::from(ring.length())].to_vec();
    match mover {
        Side::South => (Player::South, counters),
        Side::North => {
            counters.rotate_left(usize::from(ring.holes(Side::North)));
            (Player::North, counters)
        }
    }
}

/// What the reference says a position is worth to the player to move, in counters; `None` if it has more of them than were
/// worked out.
#[must_use]
pub fn value(values: &Values, ring: Ring, mover: Side, board: Board) -> Option<i16> {
    let (player, counters) = plain(ring, mover, board);
    values.value(player, &counters)
}

/// The side of a player of the reference.
#[must_use]
pub fn side(player: Player) -> Side {
    match player {
        Player::South => Side::South,
        Player::North => Side::North,
    }
}
