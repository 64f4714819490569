//! What is shown of the positions of a round for one aim: whether it can be reached. It belongs to one search and grows as
//! it fills; as long as it may, nothing is lost.

use pussa_rules::{Board, Move, Side};

/// What is shown of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Whether the player whose aim it is can reach it.
    pub(crate) reached: bool,
    /// The move by which who is to move sees to that; none if every move will do.
    pub(crate) mv: Option<Move>,
}

/// Positions, told by all of their bits, and what is shown of them. A position stands in the first free place from where its
/// bits lead to, at most [`Store::REACH`] places further on.
#[derive(Debug)]
pub(crate) struct Store {
    /// The boards, reserves included; 0 where there is none.
    boards: Vec<u128>,
    /// Reached 1 bit, side 1, move 3, work 5.
    notes: Vec<u16>,
    /// How many positions there are.
    filled: usize,
    /// The most places there may be.
    most: usize,
    /// Whether something was lost.
    lost: bool,
}

impl Store {
    /// What a place takes, in bytes.
    const PLACE: usize = size_of::<u128>() + size_of::<u16>();
    const FIRST: usize = 1 << 10;
    const REACH: usize = 24;
    const MOST_WORK: u8 = 31;

    /// A store that grows to at most so many bytes, about.
    pub(crate) fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / Self::PLACE).max(Self::FIRST).ilog2();
        Self { boards: vec![0; Self::FIRST], notes: vec![0; Self::FIRST], filled: 0, most, lost: false }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.boards = vec![0; Self::FIRST];
        self.notes = vec![0; Self::FIRST];
        self.filled = 0;
        self.lost = false;
    }

    /// Whether anything that was put there has been lost.
    pub(crate) fn has_lost(&self) -> bool {
        self.lost
    }

    /// The places where a position may stand, the likeliest first.
    #[inline]
    fn places(&self, board: Board, side: Side) -> impl Iterator<Item = usize> + use<> {
        let bits = board.bits();
        let mixed = (bits as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((bits >> 64) as u64).rotate_left(29);
        let mixed = (mixed ^ mixed >> 32 ^ (side.index() as u64) << 40).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let len = self.boards.len();
        let first = (mixed >> (64 - len.ilog2())) as usize;
        (first..first + Self::REACH).map(move |place| place & (len - 1))
    }

    /// What is shown of a position.
    #[inline]
    pub(crate) fn get(&self, board: Board, side: Side) -> Option<Shown> {
        for place in self.places(board, side) {
            if self.boards[place] == board.bits() && self.side(place) == side {
                let mv = (self.notes[place] >> 2 & 7) as u8;
                let reached = self.notes[place] & 1 != 0;
                return Some(Shown { reached, mv: (mv < 7).then(|| Move::new(mv)) });
            }
            if self.boards[place] == 0 {
                return None;
            }
        }
        None
    }

    fn side(&self, place: usize) -> Side {
        Side::BOTH[usize::from(self.notes[place] >> 1 & 1)]
    }

    /// Keeps what is shown of a position by looking at 2 to the power of `work` of them. If there is no room, it takes the
    /// place of one of the least work.
    pub(crate) fn put(&mut self, board: Board, side: Side, shown: Shown, work: u8) {
        let mv = shown.mv.map_or(7, Move::place);
        let work = u16::from(work.min(Self::MOST_WORK)) << 5;
        let note = u16::from(shown.reached) | (side.index() as u16) << 1 | u16::from(mv) << 2 | work;
        if 10 * self.filled > 6 * self.boards.len() {
            self.grow();
        }
        while !self.place(board.bits(), side, note) {
            if self.grow() {
                continue;
            }
            let least = self.places(board, side).min_by_key(|&place| self.notes[place] >> 5);
            let least = least.expect("there are places");
            (self.boards[least], self.notes[least]) = (board.bits(), note);
            self.lost = true;
            break;
        }
    }

    /// Puts it where the position stands, or into a free place; false if there is none.
    fn place(&mut self, board: u128, side: Side, note: u16) -> bool {
        let free = |&place: &usize| self.boards[place] == 0 || self.boards[place] == board && self.side(place) == side;
        let Some(place) = self.places(Board::from_bits(board), side).find(free) else { return false };
        self.filled += usize::from(self.boards[place] == 0);
        (self.boards[place], self.notes[place]) = (board, note);
        true
    }

    /// Doubles it, if it may grow.
    fn grow(&mut self) -> bool {
        let mut size = 2 * self.boards.len();
        while size <= self.most {
            let mut larger =
                Self { boards: vec![0; size], notes: vec![0; size], filled: 0, most: self.most, lost: self.lost };
            let filled = self.boards.iter().zip(&self.notes).filter(|&(&board, _)| board != 0);
            if filled
                .into_iter()
                .all(|(&board, &note)| larger.place(board, Side::BOTH[usize::from(note >> 1 & 1)], note))
            {
                *self = larger;
                return true;
            }
            size *= 2;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = Board> {
        (0..60_000u32).map(|i| Board::new(&[i as u8, (i >> 8) as u8, 3, (i % 7) as u8], 5, 9))
    }

    fn shown(i: usize) -> Shown {
        Shown { reached: i.is_multiple_of(3), mv: (!i.is_multiple_of(8)).then(|| Move::new((i % 8 - 1) as u8)) }
    }

    #[test]
    fn nothing_is_lost_while_it_may_grow() {
        let mut store = Store::new(16 << 20);
        for (i, board) in boards().enumerate() {
            store.put(board, Side::North, shown(i), 0);
            store.put(board, Side::South, shown(i + 1), 0);
        }
        for (i, board) in boards().enumerate() {
            assert_eq!(store.get(board, Side::North), Some(shown(i)));
            assert_eq!(store.get(board, Side::South), Some(shown(i + 1)));
        }
        assert_eq!(store.filled, 120_000);
        store.clear();
        assert!(boards().all(|board| store.get(board, Side::North).is_none()));
    }

    #[test]
    fn what_has_cost_most_is_kept_when_it_is_full() {
        let mut store = Store::new(0);
        let dear = Board::new(&[1], 0, 0);
        store.put(dear, Side::South, shown(1), 20);
        for (i, board) in boards().enumerate() {
            store.put(board, Side::South, shown(i), 1);
            assert_eq!(store.get(board, Side::South), Some(shown(i)), "the last one is there");
        }
        assert_eq!(store.get(dear, Side::South), Some(shown(1)));
        let kept = boards().enumerate().filter_map(|(i, board)| Some((i, store.get(board, Side::South)?)));
        let kept: Vec<_> = kept.collect();
        assert!(kept.len() > 900 && kept.iter().all(|&(i, found)| found == shown(i)));
    }
}
