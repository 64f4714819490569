//! Which move is tried first: one that is likely to answer the question, soon.

use crate::search::Score;
use pussa_rules::{Board, Game, Move, RAJA_PASU, Ring, Side, WALAK_PUSSA};

/// What makes a move promising, in sixteenths of counters: what it gains, and things counted on the board after it, in the
/// other player's row and in the mover's own.
#[derive(Clone, Copy, Debug)]
struct Weights {
    gain: Score,
    /// Holes that hold counters.
    holes: [Score; 2],
    counters: [Score; 2],
    /// Holes that hold one counter.
    singles: [Score; 2],
    /// Steps that a counter of each full hole can make in the row.
    room: [Score; 2],
    /// One hole holds counters, or none.
    last: [Score; 2],
}

/// Found by trial: with these the values of some dozen positions are proved by the fewest positions looked at.
const WALAK: Weights =
    Weights { gain: 16, holes: [-9, 5], counters: [0, -8], singles: [8, -3], room: [-2, 1], last: [6, -10] };
const RAJA: Weights =
    Weights { gain: 16, holes: [-16, 22], counters: [-1, -3], singles: [5, -9], room: [-2, 2], last: [2, 2] };
/// For games without weights of their own.
const PLAIN: Weights =
    Weights { gain: 16, holes: [0; 2], counters: [0; 2], singles: [0; 2], room: [0; 2], last: [0; 2] };

/// What a pattern of full holes is worth.
type Patterns = [Score; 128];

/// Says how promising moves are, on one ring.
#[derive(Debug)]
pub(crate) struct Order {
    ring: Ring,
    weights: Weights,
    /// By the mover: for the other player's row, and the mover's own.
    patterns: [[Box<Patterns>; 2]; 2],
}

const ONES: u64 = 0x0101_0101_0101_0101;
const SEVENS: u64 = 0x7f * ONES;

impl Order {
    pub(crate) fn new(game: Game, ring: Ring) -> Self {
        let weights = [(WALAK_PUSSA, WALAK), (RAJA_PASU, RAJA)];
        let weights = weights.into_iter().find(|(of, _)| *of == game).map_or(PLAIN, |(_, weights)| weights);
        let patterns = Side::BOTH
            .map(|mover| [mover.other(), mover].map(|side| ring.holes(side)))
            .map(|[other, own]| [Box::new(weights.patterns(0, other)), Box::new(weights.patterns(1, own))]);
        Self { ring, weights, patterns }
    }

    /// The opposite of what is promising: whoever searches so goes astray as far as can be.
    #[cfg(test)]
    pub(crate) fn turned(mut self) -> Self {
        let Weights { gain, holes, counters, singles, room, last } = self.weights;
        let [holes, counters, singles, room, last] =
            [holes, counters, singles, room, last].map(|pair| pair.map(|w| -w));
        self.weights = Weights { gain: -gain, holes, counters, singles, room, last };
        for pattern in self.patterns.as_flattened_mut().iter_mut().flat_map(|patterns| patterns.iter_mut()) {
            *pattern = -*pattern;
        }
        self
    }

    /// How promising a move is after which `board` stands, without reserves. Threads with different numbers see it
    /// differently, all but the first by chance.
    #[inline]
    pub(crate) fn worth(&self, mover: Side, board: Board, gain: Score, thread: u32) -> Score {
        let holes = 8 * u32::from(self.ring.holes(mover.other()));
        let bits = board.bits();
        let rows = [bits as u64 & (u64::MAX >> (64 - holes)), (bits >> holes) as u64];
        let mut worth = self.weights.gain * gain;
        for ((row, patterns), i) in rows.into_iter().zip(&self.patterns[mover.index()]).zip(0..) {
            let counters = row.wrapping_mul(ONES) >> 56;
            worth += patterns[pattern(row)]
                + self.weights.counters[i] * counters as Score
                + self.weights.singles[i] * (8 - pattern(row ^ ONES).count_ones().cast_signed());
        }
        if thread > 0 { worth + chance(bits, thread) } else { worth }
    }
}

impl Weights {
    fn patterns(self, row: usize, holes: u8) -> Patterns {
        std::array::from_fn(|pattern| {
            let full = (0..u32::from(holes)).filter(|&hole| pattern >> hole & 1 != 0);
            let room: u32 = full.map(|hole| u32::from(holes) - 1 - hole).sum();
            let count = pattern.count_ones().cast_signed();
            let last = if count <= 1 { self.last[row] } else { 0 };
            self.holes[row] * count + self.room[row] * room.cast_signed() + last
        })
    }
}

/// A bit for each byte that is not 0.
#[inline]
fn pattern(bytes: u64) -> usize {
    let full = (((bytes & SEVENS) + SEVENS) | bytes) & !SEVENS;
    // Gathers the highest bits of all bytes in the highest byte.
    ((full >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// A number from 0 to 15 that looks like chance.
fn chance(bits: u128, thread: u32) -> Score {
    let mixed = ((bits >> 64) as u64 ^ bits as u64).wrapping_add(thread.into()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 60) as Score
}

/// A move, and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) worth: Score,
    pub(crate) gain: Score,
    pub(crate) mv: Move,
    /// The board after it, with what it brings to the reserves.
    pub(crate) board: Board,
}

/// Moves, the most promising first.
pub(crate) struct Sorted {
    moves: [Child; 7],
    len: usize,
    next: usize,
}

impl Default for Sorted {
    fn default() -> Self {
        let none = Child { worth: 0, gain: 0, mv: Move::new(0), board: Board::default() };
        Self { moves: [none; 7], len: 0, next: 0 }
    }
}

impl Sorted {
    pub(crate) fn push(&mut self, child: Child) {
        self.moves[self.len] = child;
        self.len += 1;
    }

    /// The next one: found when it is asked for, since most often few are. Of equals, the leftmost.
    pub(crate) fn next(&mut self) -> Option<Child> {
        let rest = &mut self.moves[self.next..self.len];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].worth, std::cmp::Reverse(rest[i].mv)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::GAMES;

    #[test]
    fn what_is_promising_is_counted_in_both_rows() {
        let ring = Ring::new(5, 3).unwrap();
        let order = Order::new(WALAK_PUSSA, ring);
        // South has moved: North's row comes first.
        let board = Board::new(&[1, 0, 2, 0, 0, 4, 1, 0], 0, 0);
        let w = WALAK;
        let north = 2 * w.holes[0] + 3 * w.counters[0] + w.singles[0] + 2 * w.room[0];
        let south = 2 * w.holes[1] + 5 * w.counters[1] + w.singles[1] + 3 * w.room[1];
        assert_eq!(order.worth(Side::South, board, 3, 0), 48 + north + south);
    }

    #[test]
    fn every_game_has_weights_of_its_own() {
        for game in GAMES {
            let order = Order::new(game, Ring::new(7, 7).unwrap());
            assert_ne!(order.weights.holes, PLAIN.holes);
        }
    }

    #[test]
    fn moves_come_sorted_and_equals_from_the_left() {
        let mut sorted = Sorted::default();
        for (place, worth) in [(0, 3), (2, 5), (3, 3), (5, 9)] {
            let child = Child { worth, gain: 0, mv: Move::new(place), board: Board::default() };
            sorted.push(child);
        }
        let places: Vec<u8> = std::iter::from_fn(|| sorted.next()).map(|child| child.mv.place()).collect();
        assert_eq!(places, [5, 2, 0, 3]);
    }
}
