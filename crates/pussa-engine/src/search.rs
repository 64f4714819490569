//! What all searches have in common, whoever's they are.

use pussa_rules::Board;

/// The most moves that are looked ahead.
pub(crate) const MOST_PLIES: usize = 250;

/// What a move gains for who makes it, less what it gives to the other player, in counters: `child` is the board after
/// it, before which no counters were in reserve.
///
/// ```
/// use pussa_engine::search::gain;
/// use pussa_rules::Board;
/// // The other player is to move now, and has 1 in reserve.
/// assert_eq!(gain(Board::new(&[2, 0, 1, 3], 1, 5)), 4);
/// ```
#[inline]
#[must_use]
pub fn gain(child: Board) -> i32 {
    i32::from(child.other_reserve()) - i32::from(child.mover_reserve())
}

/// The place at which the last board of `path`, one a ply, stood before, with the same player to move and no capture
/// since (RULES E3); `since` is the place of the first board after the last capture.
///
/// ```
/// use pussa_engine::search::stood_at;
/// use pussa_rules::Board;
/// let [a, b] = [Board::new(&[1, 0], 0, 0), Board::new(&[0, 1], 0, 0)];
/// assert_eq!(stood_at(&[a, b, b, a, b], 0), Some(2));
/// assert_eq!(stood_at(&[a, b, b, a, b], 3), None);
/// assert_eq!(stood_at(&[a, a], 0), None, "the other player was to move");
/// ```
#[inline]
#[must_use]
pub fn stood_at(path: &[Board], since: usize) -> Option<usize> {
    let (last, earlier) = path.split_last()?;
    (since..earlier.len()).rev().skip(1).step_by(2).find(|&place| earlier[place] == *last)
}
