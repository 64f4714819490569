//! Boards as numbers: every board of a ring has one, from 0 up and without gaps, those with the fewest counters first.
//! A table of values needs no boards beside the values then.
//!
//! Let `s(i)` be the counters in the holes at places 0 to `i` together, on a ring of `h` holes. The sums never fall, so
//! the numbers `s(i) + i` rise, and stand for a choice of `h` numbers out of all from 0 up: any such choice is a board.
//! Choices are numbered by the combinatorial number system (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3):
//!
//! ```text
//! number = C(s(0), 1) + C(s(1) + 1, 2) + … + C(s(h-1) + h-1, h)
//! ```
//!
//! The last term is the number of boards with fewer than `s(h-1)` counters, and `s(h-1)` are all there are. So the
//! boards with as many counters, a *level*, stand together, and the other terms are a board's *place* in its level.

mod ascending;

pub use ascending::Ascending;
use pussa_rules::{Board, Ring};

/// A 1 in each of eight lanes.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The numbers of the boards of one ring.
#[derive(Clone, Debug)]
pub struct Index {
    holes: u8,
    /// `terms[i][s]` is `C(s + i, i + 1)`; 0 beyond the ring.
    terms: Box<[[u64; Index::SUMS]; Board::HOLES]>,
}

impl Index {
    /// The most counters that a board may have here. Values of such boards fit into an `i8`.
    pub const MOST_COUNTERS: u8 = 127;
    const SUMS: usize = Self::MOST_COUNTERS as usize + 1;

    /// The numbers of the boards of `ring`, whoever is to move: only how many holes there are counts.
    #[must_use]
    pub fn new(ring: Ring) -> Self {
        let holes = ring.length();
        let mut terms = Box::new([[0; Self::SUMS]; Board::HOLES]);
        for i in 0..usize::from(holes) {
            for sum in 1..Self::SUMS {
                let beside = if i == 0 { 1 } else { terms[i - 1][sum] };
                terms[i][sum] = terms[i][sum - 1] + beside;
            }
        }
        Self { holes, terms }
    }

    /// How many boards have fewer than so many counters, at most [`Index::MOST_COUNTERS`]: the number of the first that
    /// has as many.
    #[must_use]
    pub fn boards_below(&self, counters: u8) -> u64 {
        self.terms[usize::from(self.holes) - 1][usize::from(counters)]
    }

    /// How many boards have just so many counters, at most [`Index::MOST_COUNTERS`].
    #[must_use]
    pub fn boards(&self, counters: u8) -> u64 {
        // The level's last board has all counters at place 0.
        let last: u64 = self.terms[..usize::from(self.holes) - 1].iter().map(|row| row[usize::from(counters)]).sum();
        last + 1
    }

    /// The number of a board of this ring with at most [`Index::MOST_COUNTERS`] counters; some number for any other. The
    /// reserves are left out.
    #[inline]
    #[must_use]
    pub fn number(&self, board: Board) -> u64 {
        self.number_and_counters(board).0
    }

    /// The same, and how many counters the board has, which is right for any board.
    #[inline]
    pub(crate) fn number_and_counters(&self, board: Board) -> (u64, u8) {
        let bits = board.without_reserves().bits();
        let lower = (bits as u64).wrapping_mul(ONES);
        let upper = ((bits >> 64) as u64).wrapping_add(lower >> 56).wrapping_mul(ONES);
        let (near, far) = self.terms.split_at(8);
        let sum = |sums: u64, lane: usize| (sums >> (8 * lane)) as usize & (Self::SUMS - 1);
        let near: u64 = near.iter().enumerate().map(|(lane, row)| row[sum(lower, lane)]).sum();
        let far: u64 = far.iter().enumerate().map(|(lane, row)| row[sum(upper, lane)]).sum();
        (near + far, (upper >> (8 * (Board::HOLES - 9))) as u8)
    }

    /// The board with this number.
    ///
    /// # Panics
    /// If a board with this number has more than [`Index::MOST_COUNTERS`] counters.
    #[must_use]
    pub fn board(&self, number: u64) -> Board {
        let mut left = number;
        let mut sums = [0; Board::HOLES];
        let mut sum = Self::SUMS - 1;
        for place in (0..usize::from(self.holes)).rev() {
            // No sum is larger than that of one hole more.
            let row = &self.terms[place][..=sum];
            sum = row.partition_point(|&term| term <= left) - 1;
            left -= row[sum];
            sums[place] = sum as u8;
        }
        assert!(left == 0, "no board of at most {} counters has the number {number}", Self::MOST_COUNTERS);
        for place in (1..usize::from(self.holes)).rev() {
            sums[place] -= sums[place - 1];
        }
        Board::new(&sums, 0, 0)
    }
}

/// From so many boards on, a board further on is worked out from its number instead of board by board.
const STEPS: u64 = 16;

/// A walk over boards with one and the same count of counters, in the order of their numbers.
pub(crate) struct Walk<'a> {
    index: &'a Index,
    number: u64,
    board: Board,
}

impl<'a> Walk<'a> {
    /// Begins at the board with this number.
    pub(crate) fn new(index: &'a Index, number: u64) -> Self {
        Self { index, number, board: index.board(number) }
    }

    /// Goes on to the board with this number, which must not be a lower one, or of another count.
    #[inline]
    pub(crate) fn to(&mut self, number: u64) -> Board {
        debug_assert!(number >= self.number, "no way back");
        if number - self.number > STEPS {
            self.board = self.index.board(number);
        } else {
            for _ in self.number..number {
                self.board = following(self.board).expect("a board of the same count");
            }
        }
        self.number = number;
        self.board
    }
}

/// The board with the next number, if it has as many counters.
#[inline]
fn following(board: Board) -> Option<Board> {
    let bits = board.bits();
    let lane = (bits >> 8).trailing_zeros() / 8 + 1;
    if lane as usize > Board::HOLES {
        return None;
    }
    // Of the sums that can rise by one, the one furthest left does, and those to its left fall to 0.
    let first = bits & 0xff;
    Some(Board::from_bits(bits - first - (1 << (8 * lane)) + ((first + 1) << (8 * (lane - 1)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_a_number_of_its_own_and_none_is_left_out() {
        for ring in Ring::all() {
            let index = Index::new(ring);
            let most = [0, 0, 40, 25, 16, 12, 10, 8, 7, 7, 6, 6, 5, 5, 5][usize::from(ring.length())];
            let mut number = 0;
            for counters in 0..=most {
                assert_eq!(index.boards_below(counters), number);
                let mut holes = vec![0; usize::from(ring.length())];
                *holes.last_mut().unwrap() = counters;
                let mut next = Some(Board::new(&holes, 0, 0));
                while let Some(board) = next {
                    assert_eq!(board.total(), u32::from(counters));
                    assert_eq!(index.number(board), number, "{board:?}");
                    assert_eq!(index.board(number), board);
                    let with_reserves = index.number_and_counters(board.with_reserves(3, 250));
                    assert_eq!(with_reserves, (number, counters), "reserves are left out");
                    number += 1;
                    next = following(board);
                }
                assert_eq!(index.boards(counters), number - index.boards_below(counters));
            }
        }
    }

    #[test]
    fn there_are_as_many_boards_as_ways_to_lay_the_counters() {
        let index = Index::new(Ring::new(7, 7).unwrap());
        assert_eq!([9, 20, 22].map(|counters| index.boards(counters)), [497_420, 573_166_440, 1_476_337_800]);
        let most = Index::MOST_COUNTERS;
        for ring in Ring::all() {
            let index = Index::new(ring);
            let last = index.boards_below(most) + index.boards(most) - 1;
            assert_eq!(index.board(last), Board::new(&[most], 0, 0));
            assert_eq!(index.number(index.board(last)), last);
        }
    }

    #[test]
    fn a_walk_comes_to_every_board_whatever_it_leaves_out() {
        let index = Index::new(Ring::new(3, 4).unwrap());
        let level = index.boards_below(6)..index.boards_below(7);
        for stride in [1, 2, 5, 16, 17, 40] {
            let mut walk = Walk::new(&index, level.start);
            for number in level.clone().step_by(stride) {
                assert_eq!(walk.to(number), index.board(number));
                assert_eq!(walk.to(number), index.board(number), "it may stay");
            }
        }
    }
}
