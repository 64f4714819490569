//! What tests of engines share.

use pussa_engine::{Engine, Roster};
use pussa_reference as reference;
use pussa_rules::{Board, Layout, Position, Ring, Side};

/// The engine of that spec.
pub(crate) fn engine(spec: &str) -> Box<dyn Engine> {
    Roster::default().engine(&spec.parse().unwrap()).unwrap()
}

/// The layout with so many open holes, at the left of each row.
pub(crate) fn layout([south, north]: [u8; 2]) -> Layout {
    Layout::new(7, [south, north].map(|open| (0x7f_u8 << open) & 0x7f)).unwrap()
}

/// The position for the fast rules, with nothing in reserve.
pub(crate) fn position(layout: Layout, plain: &reference::Position) -> Position {
    let side = if plain.to_move() == reference::Player::South { Side::South } else { Side::North };
    let mut turned = plain.ring().counters().to_vec();
    if side == Side::North {
        turned.rotate_left(usize::from(layout.ring().holes(Side::South)));
    }
    Position::new(layout, side, Board::new(&turned, 0, 0))
}

/// What the reference says a position is worth; nothing if it has more counters than were worked out.
pub(crate) fn value(values: &reference::Values, ring: Ring, mover: Side, board: Board) -> Option<i16> {
    let mut counters = board.lanes()[..usize::from(ring.length())].to_vec();
    if mover == Side::North {
        counters.rotate_left(usize::from(ring.holes(Side::North)));
    }
    let player = if mover == Side::South { reference::Player::South } else { reference::Player::North };
    values.value(player, &counters)
}
