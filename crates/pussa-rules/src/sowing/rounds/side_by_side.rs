//! Rounds at random, several at once: each in a slot of its own, and their moves sown together.

use super::super::laws::Laws;
use super::super::relay::{self, Constants, Relay};
use super::super::tables::NONE;
use super::super::vector::Vector;
use super::{Job, SLOTS, Slot, Sower};
use crate::board::Board;
use crate::hole::Move;

/// Laps without a look at endless sowing; nearly all moves are shorter.
const CALM_LAPS: u32 = 64;

/// Plays the rounds of a job in as many slots as `N` times `V` has boards. Moves that are over wait until a third of the
/// slots do; then the next ones are chosen there, while the others go on.
#[inline(always)]
pub(in super::super) fn side_by_side<L: Laws, V: Vector, const N: usize>(sower: &Sower, job: &mut Job) {
    let c = Constants::<V>::new::<L>(&sower.tables[0]);
    let mut desk = Desk::new();
    for slot in 0..N * V::BOARDS {
        desk.go_on(slot, job.begin(slot), job, sower);
    }
    let at = |i: usize| i * V::BOARDS;
    let mut moves: [Relay<V>; N] =
        core::array::from_fn(|i| Relay::new(V::load(&desk.before[at(i)..]), V::load(&desk.from[at(i)..]), &c));
    let mut turn = 0u32;
    while desk.live != 0 {
        let enough = desk.live.count_ones().div_ceil(3);
        let mut laps = 0;
        let over = loop {
            let lifted = relay::lift(&moves, &c);
            let over = (0..N).fold(0, |over, i| over | lifted[i].boards_at_zero() << at(i)) & desk.live;
            if over.count_ones() >= enough || laps == CALM_LAPS {
                break over;
            }
            relay::lap::<L, V, N>(&mut moves, &lifted, &c);
            laps += 1;
        };
        let mut after = [0; SLOTS];
        for (i, relay) in moves.iter().enumerate() {
            let load = |lanes: &[u128]| V::load(&lanes[at(i)..]);
            relay.finish::<L>(load(&desk.before), load(&desk.turned), load(&desk.rows), &c).store(&mut after[at(i)..]);
        }
        desk.fresh = [0; SLOTS];
        for slot in ones(over) {
            desk.go_on(slot, job.go_on(slot, Some(Board::from_bits(after[slot]))), job, sower);
        }
        // Now and then, a look at the moves that have been going on for long.
        turn += 1;
        if laps == CALM_LAPS || turn.is_multiple_of(CALM_LAPS) {
            for slot in ones(desk.live & !over) {
                desk.looks[slot] += 1;
                if desk.looks[slot] > 1 {
                    let Slot { mover, board, mv, .. } = job.slots[slot];
                    desk.go_on(slot, job.go_on(slot, sower.play(mover, board, mv)), job, sower);
                }
            }
        }
        for (i, relay) in moves.iter_mut().enumerate() {
            let load = |lanes: &[u128]| V::load(&lanes[at(i)..]);
            let fresh = Relay::new(load(&desk.before), load(&desk.from), &c);
            *relay = relay.replaced(fresh, load(&desk.fresh), &c);
        }
    }
}

/// What the vectors load for each slot.
struct Desk {
    /// The board before the move.
    before: [u128; SLOTS],
    /// The ring from the hole lifted on.
    from: [u128; SLOTS],
    /// The tables of who moves.
    turned: [u128; SLOTS],
    rows: [u128; SLOTS],
    /// All bits where a new move starts.
    fresh: [u128; SLOTS],
    /// How often a look at long moves has found this one going on.
    looks: [u32; SLOTS],
    /// A bit for each slot in which a round is under way.
    live: u32,
}

impl Desk {
    const NOTHING: u128 = u128::from_le_bytes([NONE; 16]);

    fn new() -> Self {
        Self {
            before: [0; SLOTS],
            from: [Self::NOTHING; SLOTS],
            turned: [0; SLOTS],
            rows: [0; SLOTS],
            fresh: [0; SLOTS],
            looks: [0; SLOTS],
            live: 0,
        }
    }

    /// Lays out the move chosen in a slot, or clears the slot if there is none.
    #[inline]
    fn go_on(&mut self, slot: usize, mv: Option<Move>, job: &Job, sower: &Sower) {
        self.fresh[slot] = u128::MAX;
        if let Some(mv) = mv {
            let round = &job.slots[slot];
            let tables = &sower.tables[round.mover.index()];
            self.before[slot] = round.board.bits();
            self.from[slot] = tables.from[mv.index()];
            self.turned[slot] = tables.turned;
            self.rows[slot] = tables.rows;
            self.looks[slot] = 0;
            self.live |= 1 << slot;
        } else {
            self.from[slot] = Self::NOTHING;
            self.live &= !(1 << slot);
        }
    }
}

/// The places of the bits that are set.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            place
        })
    })
}
