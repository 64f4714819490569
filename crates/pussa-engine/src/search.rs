//! What all searches have in common.

use pussa_rules::Board;

/// The most moves that are looked ahead.
pub(crate) const MOST_PLIES: usize = 250;

/// What a move gains for who makes it, less what it gives to the other player, in counters: `child` is the board after
/// it, before which no counters were in reserve.
#[inline]
pub(crate) fn gain(child: Board) -> i32 {
    i32::from(child.other_reserve()) - i32::from(child.mover_reserve())
}

/// The place at which the last board of `path`, one a ply, stood before, with the same player to move and no capture
/// since; `since` is the place of the first board after the last capture.
pub(crate) fn stood_at(path: &[Board], since: usize) -> Option<usize> {
    let (last, earlier) = path.split_last()?;
    (since..earlier.len()).rev().skip(1).step_by(2).find(|&place| earlier[place] == *last)
}
