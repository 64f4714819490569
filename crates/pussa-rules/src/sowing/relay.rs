//! Several moves at once, a lap a step.
//!
//! Each board makes a move of its own. It is kept turned so that the hole to lift lies in lane 0; then it is the same
//! for all of them which lanes get counters, and after a lap the boards are turned on to the next hole to lift. One
//! whose sowing is over lifts an empty hole and stays as it is, so nothing branches on how long a single move is.
//!
//! ```text
//! lane        0  1  2  3  4  5 …
//! holds       3  1  0  2  0  5 …     three are lifted, and sown into lanes 1 to 3
//! after       0  2  1  3  0  5 …     lane 4 is the next to look at
//! turned      0  5 …                 it is empty: the sowing is over, and what lies in lane 1 is captured
//! place       4  5 …                 where on the ring each lane lies now
//! ```

use super::laws::Laws;
use super::tables::{Lanes, NONE, Tables};
use super::vector::Vector;
use super::{Children, single};
use crate::board::Board;
use crate::hole::Moves;
use crate::reading::LastFour;

/// Laps that are sown side by side; nearly all moves are over by then.
const CALM_LAPS: u32 = 48;

/// The number of each lane.
const LANE: Lanes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// All bits but those of lane 0.
const NOT_FIRST: Lanes = [0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];
/// The bits of lane 1.
const SECOND: Lanes = [0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// All bits of the lower half board.
const LOWER: Lanes = [255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0];
/// Lane 7 into every lane of the upper half.
const SEVENTH_ABOVE: Lanes = [NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 7, 7, 7, 7, 7, 7, 7, 7];
/// The reserves, exchanged: the board is turned round.
const EXCHANGED: Lanes = seats(Board::OTHER_RESERVE as u8, Board::MOVER_RESERVE as u8);
/// The first lane of the lower half to the reserve of who has just moved, who is the other player then.
const LOWER_TO_OTHER: Lanes = seats(NONE, 0);
/// The first lane of the upper half to that reserve.
const UPPER_TO_OTHER: Lanes = seats(NONE, 8);
/// The first lane of the lower half to that reserve, of the upper half to the reserve of who is to move then.
const UPPER_TO_MOVER: Lanes = seats(8, 0);

const fn seats(mover: u8, other: u8) -> Lanes {
    let mut lanes = [NONE; 16];
    lanes[Board::MOVER_RESERVE] = mover;
    lanes[Board::OTHER_RESERVE] = other;
    lanes
}

/// What stays the same for all moves on one ring.
pub(super) struct Constants<V> {
    zero: V,
    one: V,
    three: V,
    all_bits: V,
    none: V,
    lane: V,
    not_first: V,
    second: V,
    necklace: V,
    lower: V,
    seventh_above: V,
    exchanged: V,
    lower_to_other: V,
    upper_to_other: V,
    upper_to_mover: V,
    /// 1, as [`Tables::ones`] explains.
    step: V,
    length: V,
    /// The most counters that fall short of the hole they were lifted from.
    short: V,
    /// How many counters go once round the ring.
    period: V,
    less_length: V,
    distance: V,
    open: V,
}

impl<V: Vector> Constants<V> {
    #[inline(always)]
    pub(super) fn new<L: Laws>(tables: &Tables) -> Self {
        let all = |byte| V::every([byte; 16]);
        Self {
            zero: all(0),
            one: all(1),
            three: all(3),
            all_bits: all(255),
            none: all(NONE),
            lane: V::every(LANE),
            not_first: V::every(NOT_FIRST),
            second: V::every(SECOND),
            necklace: V::every(tables.necklace),
            lower: V::every(LOWER),
            seventh_above: V::every(SEVENTH_ABOVE),
            exchanged: V::every(EXCHANGED),
            lower_to_other: V::every(LOWER_TO_OTHER),
            upper_to_other: V::every(UPPER_TO_OTHER),
            upper_to_mover: V::every(UPPER_TO_MOVER),
            step: V::every(tables.ones),
            length: V::every(tables.lengths),
            short: V::every(tables.shorts),
            period: V::every(if L::SKIP_ORIGIN { tables.shorts } else { tables.lengths }),
            less_length: V::every(tables.less_length),
            distance: V::every(tables.distance),
            open: V::every(tables.open),
        }
    }

    /// `n`, less than once round the ring too far, brought back to it.
    #[inline(always)]
    fn wrap(&self, n: V) -> V {
        // Where n is on the ring, the difference wraps to a large number.
        n.min(n.sub(self.length))
    }

    /// `index`, places of the ring, as lanes of boards in whose lane 0 the place `first` lies; what picks nothing stays.
    #[inline(always)]
    fn turned(&self, index: V, first: V) -> V {
        let back = index.sub(first);
        back.min(back.add(self.length)).or(index.and(self.none))
    }

    /// All bits in the lanes where `n` is 0.
    #[inline(always)]
    fn where_zero(&self, n: V) -> V {
        self.zero.sub(self.one.minus(n))
    }
}

/// Moves under way.
#[derive(Clone, Copy)]
pub(super) struct Relay<V> {
    /// The counters from the hole to lift on; once the sowing is over, from the empty hole on that ended it. Beyond the
    /// ring stands whatever it may.
    holes: V,
    /// The place of each of these holes on the ring.
    places: V,
    /// How many fours each of them has given up (M6).
    fours: V,
}

impl<V: Vector> Relay<V> {
    /// The moves that lift the first hole of `from`, places of the ring, on `boards`. A board of which `from` picks
    /// nothing makes no move.
    #[inline(always)]
    pub(super) fn new(boards: V, from: V, c: &Constants<V>) -> Self {
        Self { holes: boards.pick(from), places: from, fours: c.zero }
    }

    /// How many counters the next lap lifts, in all lanes: 0 when the sowing is over.
    #[inline(always)]
    pub(super) fn lifted(&self, c: &Constants<V>) -> V {
        self.holes.pick(c.zero)
    }

    /// These moves, but `fresh` ones where `over` has all bits.
    #[inline(always)]
    pub(super) fn replaced(self, fresh: Self, over: V, c: &Constants<V>) -> Self {
        let kept = over.xor(c.all_bits);
        let choose = |old: V, new: V| old.and(kept).or(new.and(over));
        Self {
            holes: choose(self.holes, fresh.holes),
            places: choose(self.places, fresh.places),
            fours: self.fours.and(kept),
        }
    }

    /// Drops counters into `holes` that get one where `sown` is not 0, and takes the fours that they make where
    /// `taken` is not 0 (M6).
    #[inline(always)]
    fn drop<L: Laws>(&mut self, holes: V, sown: V, taken: impl FnOnce() -> V, c: &Constants<V>) -> V {
        let dropped = holes.add(sown.min(c.open));
        if L::PASU.is_none() {
            return dropped;
        }
        // A hole with three has 0 here, and 1 is left of 1.
        let threes = c.one.minus(holes.xor(c.three));
        let four = taken().min(threes);
        self.fours = self.fours.add(four);
        dropped.sub(four.four_times())
    }

    /// Sows `lifted` counters, fewer than the ring has holes.
    #[inline(always)]
    fn short_lap<L: Laws>(&mut self, lifted: V, c: &Constants<V>) {
        let sown = lifted.minus(c.distance);
        let taken = || match L::PASU {
            Some(LastFour::Kept) => lifted.minus(c.one).minus(c.distance),
            _ => sown,
        };
        let holes = self.drop::<L>(self.holes.and(c.not_first), sown, taken, c);
        // No step on from a hole that was empty.
        let step = lifted.min(c.step);
        let index = c.lane.add(lifted).add(step).min(c.less_length.add(lifted).add(step));
        self.turn::<L>(holes, index);
    }

    /// Sows any number of counters, once round the ring at a time.
    #[inline(always)]
    fn long_lap<L: Laws>(&mut self, lifted: V, c: &Constants<V>) {
        let mut holes = self.holes.and(c.not_first);
        let mut left = lifted;
        let mut last = c.zero;
        while left.any() {
            let now = left.min(c.period);
            left = left.minus(c.period);
            let sown = now.minus(c.distance);
            let taken = || match L::PASU {
                // All but the last one, if none are left after it.
                Some(LastFour::Kept) => now.minus(c.one.minus(left)).minus(c.distance),
                _ => sown,
            };
            holes = self.drop::<L>(holes, sown, taken, c);
            last = now.or(last.and(c.where_zero(now)));
        }
        let step = c.wrap(c.wrap(last.add(last.min(c.step))));
        self.turn::<L>(holes, c.wrap(c.lane.add(step)));
    }

    #[inline(always)]
    fn turn<L: Laws>(&mut self, holes: V, index: V) {
        self.holes = holes.pick(index);
        self.places = self.places.pick(index);
        if L::PASU.is_some() {
            self.fours = self.fours.pick(index);
        }
    }

    /// Captures (M4, M5) and turns the boards round. `turned` and `rows` are [`Tables::turned`] and [`Tables::rows`]
    /// of who moves on each board, `before` the boards as they were.
    #[inline(always)]
    pub(super) fn finish<L: Laws>(self, before: V, turned: V, rows: V, c: &Constants<V>) -> V {
        let captured = if L::NECKLACE {
            // All lanes before the first that breaks the pattern; those of the upper half only if none of the lower does.
            let whole = self.holes.min(c.open).xor(c.necklace).below_lowest_bit();
            self.holes.and(whole).and(whole.pick(c.seventh_above).or(c.lower))
        } else {
            self.holes.and(c.second)
        };
        let sums = captured.half_sums();
        let mut reserves = before.pick(c.exchanged).add(sums.pick(c.lower_to_other)).add(sums.pick(c.upper_to_other));
        let first = self.places.pick(c.zero);
        if L::PASU.is_some() {
            let fours = self.fours.pick(c.turned(rows, first)).half_sums().pick(c.upper_to_mover);
            let twice = fours.add(fours);
            reserves = reserves.add(twice).add(twice);
        }
        self.holes.sub(captured).pick(c.turned(turned, first)).add(reserves)
    }
}

/// What each move lifts next.
#[inline(always)]
pub(super) fn lift<V: Vector, const N: usize>(moves: &[Relay<V>; N], c: &Constants<V>) -> [V; N] {
    core::array::from_fn(|i| moves[i].lifted(c))
}

/// One lap of every move. False, and nothing done, if all of them are over.
#[inline(always)]
pub(super) fn lap<L: Laws, V: Vector, const N: usize>(
    moves: &mut [Relay<V>; N],
    lifted: &[V; N],
    c: &Constants<V>,
) -> bool {
    let mut most = lifted[0];
    for &n in &lifted[1..] {
        most = most.max(n);
    }
    if most.minus(c.short).any() {
        for (relay, &n) in moves.iter_mut().zip(lifted) {
            relay.long_lap::<L>(n, c);
        }
        return true;
    }
    if !most.any() {
        return false;
    }
    for (relay, &n) in moves.iter_mut().zip(lifted) {
        relay.short_lap::<L>(n, c);
    }
    true
}

/// Sows all moves (M2, M3, M6), at most so many laps that one by itself is better off. Bit *b* of the result says whether
/// the move of board *b* goes on after them.
#[inline(always)]
fn sow<L: Laws, V: Vector, const N: usize>(moves: &mut [Relay<V>; N], c: &Constants<V>) -> u8 {
    for _ in 0..CALM_LAPS {
        let lifted = lift(moves, c);
        if !lap::<L, V, N>(moves, &lifted, c) {
            return 0;
        }
    }
    let over = lift(moves, c).iter().rev().fold(0, |over, lifted| over << V::BOARDS | lifted.boards_at_zero());
    let boards = (1u32 << (N * V::BOARDS)) - 1;
    (!over & boards) as u8
}

/// All children of a position, as many at a time as `N` times `V` has boards.
#[inline(always)]
pub(super) fn children<L: Laws, V: Vector, const N: usize>(tables: &Tables, board: &Board, children: &mut Children) {
    let c = Constants::<V>::new::<L>(tables);
    let before = V::every(board.lanes());
    let (turned, rows) = (V::every(tables.turned.to_le_bytes()), V::every(tables.rows.to_le_bytes()));
    let movable = board.full_holes(tables.own);
    let mut long = 0;
    for (part, boards) in children.boards.chunks_exact_mut(N * V::BOARDS).enumerate() {
        let first = part * N * V::BOARDS;
        if movable >> first == 0 {
            break;
        }
        let from = |i: usize| V::load(&tables.from[first + i * V::BOARDS..]);
        let mut moves = core::array::from_fn(|i| Relay::new(before, from(i), &c));
        long |= sow::<L, V, N>(&mut moves, &c) << first;
        for (relay, boards) in moves.into_iter().zip(boards.chunks_exact_mut(V::BOARDS)) {
            relay.finish::<L>(before, turned, rows, &c).store(boards);
        }
    }
    children.movable = Moves::from_bits(movable);
    children.endless = Moves::NONE;
    if long & movable != 0 {
        single::replace::<L>(tables, board, Moves::from_bits(long & movable), children);
    }
}
