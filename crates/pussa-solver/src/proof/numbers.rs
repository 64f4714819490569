//! Numbers for positions: all boards of a ring in the order of records, so that a position is one number, and neighbours
//! are a small number apart.

use pussa_rules::{Board, Ring, Side};
use std::sync::LazyLock;

/// The most counters of any game (RULES B1).
const MOST_COUNTERS: usize = 252;

/// `WAYS[h][n]`: in how many ways `n` counters can lie in `h` holes.
static WAYS: LazyLock<Vec<[u128; MOST_COUNTERS + 1]>> = LazyLock::new(|| {
    let mut ways = vec![[0; MOST_COUNTERS + 1]; Board::HOLES + 2];
    ways[0][0] = 1;
    for holes in 1..ways.len() {
        for n in 0..=MOST_COUNTERS {
            ways[holes][n] = ways[holes - 1][n] + if n == 0 { 0 } else { ways[holes][n - 1] };
        }
    }
    ways
});

/// The numbers of the positions of a ring: from 0 up, ascending in the order of records ([`Record::order`]).
///
/// [`Record::order`]: super::Record::order
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    holes: usize,
    /// The most counters of a position.
    most: usize,
    /// Whether it makes a difference who is to move: the rows have not one length.
    sided: bool,
}

impl Numbers {
    /// Those with at most so many counters, or as many as a game has if that is less.
    pub(super) fn new(ring: Ring, most: u32) -> Self {
        let [south, north] = Side::BOTH.map(|side| ring.holes(side));
        Self { holes: usize::from(ring.length()), most: MOST_COUNTERS.min(most as usize), sided: south != north }
    }

    /// One more than the last number.
    pub(super) fn end(self) -> u128 {
        self.below(self.most + 1)
    }

    /// Who is to move, South standing for both where it makes no difference.
    pub(super) fn mover(self, mover: Side) -> Side {
        if self.sided { mover } else { Side::South }
    }

    /// How many positions have fewer than so many counters, at most one more than any game has.
    fn below(self, counters: usize) -> u128 {
        let boards = if counters == 0 { 0 } else { WAYS[self.holes + 1][counters - 1] };
        if self.sided { 2 * boards } else { boards }
    }

    /// The number of a position, reserves left out; `None` if the board is not one of the ring, or has more counters than
    /// there are.
    ///
    /// Of boards with as many counters, those come before a board that have fewer in its last hole; or as many there, and
    /// fewer in the hole before; and so on. If the holes up to one hold `s` counters, and those up to the hole before `t`,
    /// then the boards with fewer in that hole leave `t + 1` to `s` for those before it.
    pub(super) fn number(self, mover: Side, board: Board) -> Option<u128> {
        let lanes = board.lanes();
        let counters = board.total() as usize;
        let beyond = &lanes[self.holes..Board::HOLES];
        if counters > self.most || beyond.iter().any(|&lane| lane != 0) {
            return None;
        }
        let mut number = self.below(counters);
        if self.sided && mover == Side::North {
            number += WAYS[self.holes][counters];
        }
        let mut before = usize::from(lanes[0]);
        for (hole, &lane) in lanes[..self.holes].iter().enumerate().skip(1) {
            let with = before + usize::from(lane);
            number += WAYS[hole + 1][with] - WAYS[hole + 1][before];
            before = with;
        }
        Some(number)
    }

    /// The position with this number; `None` if there are not so many.
    pub(super) fn position(self, number: u128) -> Option<(Side, Board)> {
        if number >= self.end() {
            return None;
        }
        let (mut least, mut most) = (0, self.most);
        while least < most {
            let middle = (least + most).div_ceil(2);
            if self.below(middle) <= number { least = middle } else { most = middle - 1 }
        }
        let boards = WAYS[self.holes][least];
        let mut rest = number - self.below(least);
        let mover = if rest >= boards { Side::North } else { Side::South };
        if mover == Side::North {
            rest -= boards;
        }
        let mut lanes = [0; Board::HOLES];
        let mut with = least;
        for hole in (1..self.holes).rev() {
            let ways = &WAYS[hole + 1];
            let mut before = with;
            while before > 0 && ways[with] - ways[before - 1] <= rest {
                before -= 1;
            }
            rest -= ways[with] - ways[before];
            lanes[hole] = (with - before) as u8;
            with = before;
        }
        lanes[0] = with as u8;
        Some((mover, Board::new(&lanes, 0, 0)))
    }
}
