//! One move, sown one counter at a time, lap by lap (B5, M2 to M8).
//! Nothing here asks whether the move may be chosen; see `moves.rs`.

use crate::{Game, LastFour, MOST_HOLES, Origin, Player, Position, Reserves, Rules};

/// What becomes of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The move ends (M7).
    Ended {
        /// The board after it, the other player to move.
        after: Position,
        /// What each player got by it; it is in the reserves of `after` already.
        captured: Reserves,
    },
    /// The relay would never end (M8).
    Endless,
}

/// Lifts the hole at a place on the ring and sows until the sowing is over, for the player to move.
///
/// The place must be one of that player's own row and hold counters (M1). [`play`](crate::play) is the checked form.
///
/// Moves met in play take a few laps. On a crowded board that was made up, an endless Walak-pussa move may go round a
/// cycle of hundreds of millions of laps before it is seen to be one; no cap cuts that short (M8).
///
/// # Panics
/// If the place is beyond the ring's longest.
#[must_use]
pub fn sow(rules: Rules, before: &Position, place: usize) -> Outcome {
    debug_assert!(before.ring.row(before.to_move).contains(&place) && before.ring.counters[place] > 0);
    let mut after = *before;
    let Some(last) = relay(rules, &mut after, place) else {
        return Outcome::Endless;
    };
    capture(rules, &mut after, last);
    after.to_move = before.to_move.other();
    // M7: capture or not, the move is over.
    Outcome::Ended { after, captured: after.reserves.gained_since(before.reserves) }
}

/// Sows lap after lap from the hole at `first` (B5, M3). Returns the place of the very last counter, or nothing if the
/// sowing is endless (M8).
///
/// The place and board at a lap's end settle all that follows, so the sowing is endless exactly when a pair of them
/// comes back. Brent's way of seeing that: keep one pair, and take a new one after 1, 2, 4, 8, … laps. Sooner or later
/// the one kept lies on the cycle and is kept for longer than the cycle takes; a sowing that ends meets no pair twice.
fn relay(rules: Rules, position: &mut Position, first: usize) -> Option<usize> {
    let mut origin = first;
    let mut laps: u64 = 0;
    let mut keep_at: u64 = 1;
    let mut kept_board = [0; MOST_HOLES];
    let mut kept_p = usize::MAX;
    loop {
        let p = lap(rules, position, origin);
        // M3: an empty q ends the sowing, a full one is lifted in its turn.
        let q = position.ring.following(p);
        if position.ring.counters[q] == 0 {
            return Some(p);
        }
        // M8.
        if p == kept_p && position.ring.counters == kept_board {
            return None;
        }
        laps += 1;
        if laps == keep_at {
            kept_board = position.ring.counters;
            kept_p = p;
            keep_at *= 2;
        }
        origin = q;
    }
}

/// Sows one lap from `origin` (M2), with the fours taken on the way (M6). Returns the place of the last counter, *p*.
fn lap(rules: Rules, position: &mut Position, origin: usize) -> usize {
    let skips_origin = rules.reading().origin == Origin::Skipped;
    let takes_fours = rules.game() == Game::RajaPasu;
    let takes_last_four = rules.reading().last_four == LastFour::Captured;
    let ring = &mut position.ring;
    let mut hand = ring.lift(origin);
    let mut place = origin;
    while hand > 0 {
        place = ring.following(place);
        // M2: the origin is this lap's own.
        if skips_origin && place == origin {
            continue;
        }
        ring.counters[place] += 1;
        hand -= 1;
        // M6: to the player whose row it is, at once; but perhaps not for the last counter of the lap.
        if takes_fours && ring.counters[place] == 4 && (hand > 0 || takes_last_four) {
            ring.counters[place] = 0;
            position.reserves.give(ring.owner(place), 4);
        }
    }
    place
}

/// Captures across the empty hole after `p`, the place of the move's last counter (M4), and on along the pearl
/// necklace (M5).
fn capture(rules: Rules, position: &mut Position, p: usize) {
    let mover = position.to_move;
    let q = position.ring.following(p);
    let mut r = position.ring.following(q);
    // M4. On a ring of two r is p.
    while position.ring.counters[r] > 0 {
        take(position, mover, r);
        if rules.game() == Game::RajaPasu {
            return;
        }
        // M5: a full hole right after a captured one ends the chain; after an empty one the next may be captured.
        let gap = position.ring.following(r);
        if position.ring.counters[gap] > 0 {
            return;
        }
        r = position.ring.following(gap);
    }
}

/// Takes all counters of a hole into a player's reserve.
fn take(position: &mut Position, player: Player, place: usize) {
    let counters = position.ring.lift(place);
    position.reserves.give(player, counters);
}
