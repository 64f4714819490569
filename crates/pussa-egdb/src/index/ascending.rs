//! Boards from their numbers, for numbers that rise: what two boards in a row have in common is worked out once.

use super::Index;
use pussa_rules::Board;

/// Boards from numbers that rise, mostly.
///
/// ```
/// use pussa_egdb::Index;
/// use pussa_rules::Ring;
/// let index = Index::new(Ring::new(7, 7).unwrap());
/// let mut boards = index.ascending();
/// for number in [5, 1000, 1001, 1_000_000, 3] {
///     assert_eq!(boards.board(number), index.board(number));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Ascending<'a> {
    index: &'a Index,
    number: u64,
    /// The counters up to each place, on the board with this number.
    sums: [u8; 16],
    /// By place, what is left of the number without the terms of all places after it.
    left: [u64; Board::HOLES],
}

impl Index {
    /// What turns numbers that rise into boards, faster than [`Index::board`] if they lie close together.
    #[must_use]
    pub fn ascending(&self) -> Ascending<'_> {
        Ascending { index: self, number: 0, sums: [0; 16], left: [0; Board::HOLES] }
    }
}

impl Ascending<'_> {
    /// The board with this number.
    ///
    /// # Panics
    /// If a board with this number has more than [`Index::MOST_COUNTERS`] counters.
    #[inline]
    pub fn board(&mut self, number: u64) -> Board {
        let holes = usize::from(self.index.holes);
        let more = if number < self.number {
            (self.sums, self.left) = ([0; 16], [0; Board::HOLES]);
            number
        } else {
            number - self.number
        };
        self.number = number;
        // The sums of the last places stay as they are while what is left does not reach the term of the next sum.
        let mut place = holes;
        while let Some(next) = place.checked_sub(1) {
            let (sum, left) = (usize::from(self.sums[next]), self.left[next] + more);
            self.left[next] = left;
            if self.index.terms[next].get(sum + 1).is_some_and(|&term| term <= left) {
                break;
            }
            place = next;
        }
        self.work_out(place);
        // Each lane less the one before. No sum is less than that, so nothing is borrowed.
        let sums = u128::from_le_bytes(self.sums);
        Board::from_bits(sums - (sums << 8 & ((1 << (8 * holes)) - 1)))
    }

    /// Works out the sums of the first `places` places; what is left of the number for the last of them is known.
    fn work_out(&mut self, places: usize) {
        let Some(last) = places.checked_sub(1) else { return };
        let mut left = self.left[last];
        let mut most =
            if places == usize::from(self.index.holes) { Index::SUMS - 1 } else { usize::from(self.sums[places]) };
        for place in (0..places).rev() {
            let row = &self.index.terms[place][..=most];
            most = row.partition_point(|&term| term <= left) - 1;
            (self.sums[place], self.left[place]) = (most as u8, left);
            left -= row[most];
        }
        assert!(left == 0, "no board of at most {} counters has the number {}", Index::MOST_COUNTERS, self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::Ring;

    #[test]
    fn boards_are_the_same_however_far_apart_their_numbers_are() {
        for ring in Ring::all() {
            let index = Index::new(ring);
            let end = index.boards_below(Index::MOST_COUNTERS) + index.boards(Index::MOST_COUNTERS);
            for (step, shift) in [(1, 0), (2, 0), (7, 0), (1000, 0), (1, 1), (3, 2)] {
                let (mut boards, mut number, mut step) = (index.ascending(), 0_u64, step);
                for _ in 0..2000 {
                    if number >= end {
                        break;
                    }
                    assert_eq!(boards.board(number), index.board(number), "{ring:?}, {number}");
                    number = number.saturating_add(step);
                    step = (step << shift.min(u32::from(step < 1 << 50))).max(1);
                }
                assert_eq!(boards.board(end - 1), index.board(end - 1));
                assert_eq!(boards.board(0), index.board(0), "it may go back");
            }
        }
    }
}
