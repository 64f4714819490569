//! One move by itself, in plain integers: the whole board is one number, and a lap adds a mask to it.

use super::Children;
use super::laws::Laws;
use super::patience::is_at_an_end;
use super::tables::Tables;
use crate::board::Board;
use crate::hole::{Move, Moves};
use crate::reading::LastFour;

const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;
const SEVENS: u128 = ONES * 0x7f;

/// Laps without a look at endless sowing; nearly all moves are shorter.
const CALM_LAPS: u64 = 48;

/// The board after the move, seen by the other player; `None` if the move is endless.
pub(super) fn play<L: Laws>(tables: &Tables, board: Board, mv: Move) -> Option<Board> {
    let mut relay = Relay::new(tables, board, mv);
    relay.sow::<L>().then(|| relay.finish::<L>(board))
}

/// All children of a position, one after the other.
pub(super) fn children<L: Laws>(tables: &Tables, board: &Board, children: &mut Children) {
    children.movable = Moves::from_bits(board.full_holes(tables.own));
    children.endless = Moves::NONE;
    replace::<L>(tables, board, children.movable, children);
}

/// The children by these moves, in the place of what stands there.
#[inline(never)]
pub(super) fn replace<L: Laws>(tables: &Tables, board: &Board, moves: Moves, children: &mut Children) {
    let mut endless = children.endless.bits();
    for mv in moves.iter() {
        match play::<L>(tables, *board, mv) {
            Some(child) => children.boards[mv.index()] = child.bits(),
            None => endless |= 1 << mv.place(),
        }
    }
    children.endless = Moves::from_bits(endless);
}

/// A move under way.
struct Relay<'a> {
    tables: &'a Tables,
    holes: u128,
    /// The hole to lift; once the sowing is over, the empty hole that ended it.
    at: u8,
    /// How many fours each hole has given up (M6).
    fours: u128,
}

const fn lane(board: u128, at: u8) -> u8 {
    let half = if at < 8 { board as u64 } else { (board >> 64) as u64 };
    (half >> (8 * (at & 7))) as u8
}

/// A 1 in each lane that holds exactly three.
const fn threes(board: u128) -> u128 {
    let apart = board ^ (ONES * 3);
    !(((apart & SEVENS) + SEVENS) | apart | SEVENS) >> 7
}

impl<'a> Relay<'a> {
    fn new(tables: &'a Tables, board: Board, mv: Move) -> Self {
        Self { tables, holes: board.without_reserves().bits(), at: mv.place(), fours: 0 }
    }

    /// Sows to the end (M2, M3, M6); false if there is none (M8), found by Brent's algorithm: a state is kept, anew at
    /// every power of two laps; a lap that ends in it again has gone round a cycle. Then, too, a move is given up that has
    /// more laps than there is patience for.
    fn sow<L: Laws>(&mut self) -> bool {
        let mut kept = None;
        let mut laps: u64 = 0;
        loop {
            let lifted = lane(self.holes, self.at);
            if lifted == 0 {
                return true;
            }
            self.lap::<L>(lifted);
            laps += 1;
            if laps >= CALM_LAPS {
                let state = Some((self.holes, self.at));
                if state == kept {
                    return false;
                }
                if laps == CALM_LAPS || laps.is_power_of_two() {
                    if is_at_an_end(laps) {
                        return false;
                    }
                    kept = state;
                }
            }
        }
    }

    fn lap<L: Laws>(&mut self, lifted: u8) {
        let length = self.tables.length;
        self.holes &= !(255 << (8 * self.at));
        let mut last = lifted;
        if lifted < length {
            self.drop::<L>(lifted, true);
        } else {
            // Once round the ring at a time.
            let period = L::period(length);
            while last > period {
                self.drop::<L>(period, false);
                last -= period;
            }
            self.drop::<L>(last, true);
        }
        self.at += last + 1;
        while self.at >= length {
            self.at -= length;
        }
    }

    /// One counter into each of the next `n` holes, at most once round the ring; `ends` if these are the lap's last.
    fn drop<L: Laws>(&mut self, n: u8, ends: bool) {
        let masks = &self.tables.laps[usize::from(self.at)];
        let sown = masks[usize::from(n)];
        let fours = match L::PASU {
            None => 0,
            Some(LastFour::Kept) if ends => threes(self.holes) & masks[usize::from(n - 1)],
            Some(_) => threes(self.holes) & sown,
        };
        self.fours += fours;
        self.holes = self.holes + sown - 4 * fours;
    }

    /// Captures (M4, M5) and turns the board round.
    fn finish<L: Laws>(mut self, before: Board) -> Board {
        let (own, length) = (self.tables.own, self.tables.length);
        let next = |place: u8| if place + 1 == length { 0 } else { place + 1 };
        let mut gain = 0;
        let mut empty = self.at;
        loop {
            let behind = next(empty);
            let captured = lane(self.holes, behind);
            if captured == 0 || lane(self.holes, empty) != 0 {
                break;
            }
            gain += captured;
            self.holes &= !(255 << (8 * behind));
            if !L::NECKLACE {
                break;
            }
            empty = next(behind);
        }
        let mut given = 0;
        if L::PASU.is_some() {
            let row = (1 << (8 * own)) - 1;
            gain += 4 * sum(self.fours & row);
            given = 4 * sum(self.fours & !row);
        }
        let ring = (1 << (8 * length)) - 1;
        let turned = (self.holes >> (8 * own) | self.holes << (8 * (length - own))) & ring;
        Board::from_bits(turned).with_reserves(before.other_reserve() + given, before.mover_reserve() + gain)
    }
}

/// The sum of all lanes, at most 255.
const fn sum(lanes: u128) -> u8 {
    let halves = (lanes as u64).wrapping_add((lanes >> 64) as u64);
    (halves.wrapping_mul(ONES as u64) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threes_are_found_in_every_lane_and_nothing_else() {
        for n in 0..=255u8 {
            for i in 0..16 {
                let board = (ONES * 2) & !(255 << (8 * i)) | u128::from(n) << (8 * i);
                assert_eq!(threes(board), u128::from(n == 3) << (8 * i), "{n} in lane {i}");
            }
        }
    }

    #[test]
    fn sums_carry_up_to_the_most_counters_there_are() {
        assert_eq!(sum(ONES * 15), 240);
        assert_eq!(sum(252 << 120), 252);
    }
}
