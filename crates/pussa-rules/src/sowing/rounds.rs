//! Rounds at random: one after another, or several at once, each in a slot of its own.
//!
//! A round depends on nothing but its number and the words drawn for it, so it is the same in whichever slot, on
//! whichever machine it is played.

mod side_by_side;

pub(super) use side_by_side::side_by_side;

use super::Sower;
use crate::board::Board;
use crate::hole::{Move, Moves};
use crate::reading::EndlessRule;
use crate::ring::Ring;
use crate::round::{Ending, settle};
use crate::side::Side;
use core::ops::Range;

/// How many rounds are played at once, at most.
const SLOTS: usize = 16;

/// Boards that a slot has room for before it allocates. Rounds of so many plies without a capture are not seen.
const HISTORY: usize = 1024;

/// A round played at random to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomRound {
    /// The reserves at the end, South's and North's.
    pub holdings: [u8; 2],
    /// How many moves were made.
    pub plies: u32,
    /// How it ended.
    pub ending: Ending,
}

impl RandomRound {
    /// South's reserve less North's (E4).
    #[must_use]
    pub fn margin(&self) -> i32 {
        i32::from(self.holdings[0]) - i32::from(self.holdings[1])
    }
}

/// Where the random bytes of a round come from: called with the round's number and the number of the block wanted.
///
/// The same numbers must always give the same bytes. A stream cipher does that.
pub type Draws<'a> = dyn FnMut(u64, u32, &mut [u8; RandomRounds::BLOCK]) + 'a;

/// Plays rounds at random. Every move is drawn evenly among the legal ones.
///
/// ```
/// use pussa_rules::{RAJA_PASU, Variant};
/// let start = Variant::new(RAJA_PASU).start();
/// let mut rounds = Variant::new(RAJA_PASU).random_rounds(start.layout().ring());
/// // Bytes from a generator; here, from a plain formula.
/// let mut draws = |round: u64, block: u32, bytes: &mut [u8; 64]| {
///     for (i, byte) in bytes.iter_mut().enumerate() {
///         *byte = ((round as u32 + block + i as u32).wrapping_mul(0x9e37_79b9) >> 24) as u8;
///     }
/// };
/// let mut south_wins = 0;
/// rounds.play(start.side(), start.board(), 0..100, &mut draws, &mut |_, round| {
///     south_wins += u32::from(round.margin() > 0);
/// });
/// assert!(south_wins <= 100);
/// ```
#[derive(Debug)]
pub struct RandomRounds {
    sower: Sower,
    endless: EndlessRule,
    slots: Vec<Slot>,
}

impl RandomRounds {
    /// How many bytes a block has: a move takes one, rarely two.
    pub const BLOCK: usize = 64;

    pub(crate) fn new(sower: Sower, endless: EndlessRule) -> Self {
        Self { sower, endless, slots: (0..SLOTS).map(|_| Slot::new()).collect() }
    }

    /// Plays the rounds with these numbers from `board`, `mover` to move, and hands each to `each` when it ends, in
    /// whatever order they end. Allocates nothing, but for a round of a thousand plies without a capture.
    pub fn play(
        &mut self,
        mover: Side,
        board: Board,
        rounds: Range<u64>,
        draws: &mut Draws,
        each: &mut dyn FnMut(u64, RandomRound),
    ) {
        let ring = self.sower.ring;
        let mut job = Job { slots: &mut self.slots, ring, mover, board, rounds, endless: self.endless, draws, each };
        (self.sower.rounds)(&self.sower, &mut job);
    }
}

/// Rounds to be played.
pub(super) struct Job<'a> {
    slots: &'a mut [Slot],
    ring: Ring,
    mover: Side,
    board: Board,
    rounds: Range<u64>,
    endless: EndlessRule,
    draws: &'a mut Draws<'a>,
    each: &'a mut dyn FnMut(u64, RandomRound),
}

impl Job<'_> {
    /// Starts the next round in a slot that is free; the move chosen, or `None` if no round is left.
    fn begin(&mut self, slot: usize) -> Option<Move> {
        loop {
            let round = self.rounds.next()?;
            let slot = &mut self.slots[slot];
            slot.begin(round, self.mover, self.board);
            match slot.choose(self.ring, self.draws) {
                Ok(mv) => return Some(mv),
                Err(ending) => (self.each)(round, slot.end(ending)),
            }
        }
    }

    /// The move chosen in a slot led to `child`, or is endless. The next move there, perhaps of the next round; `None`
    /// if no round is left.
    #[inline(always)]
    fn go_on(&mut self, slot: usize, child: Option<Board>) -> Option<Move> {
        let here = &mut self.slots[slot];
        let ending = match child {
            Some(child) => here.arrive(child),
            None => here.refuse(self.endless),
        };
        let ending = match ending.map_or_else(|| here.choose(self.ring, self.draws), Err) {
            Ok(mv) => return Some(mv),
            Err(ending) => ending,
        };
        (self.each)(here.round, here.end(ending));
        self.begin(slot)
    }
}

/// A round under way.
#[derive(Debug)]
struct Slot {
    round: u64,
    plies: u32,
    mover: Side,
    board: Board,
    /// The boards since the last capture, this one last: nothing older can come back.
    history: Vec<Board>,
    /// For each side, a bit for every board of the history by which it may be told from others.
    traces: [u64; 2],
    mv: Move,
    /// Moves of this position that were found to be endless.
    endless: Moves,
    bytes: [u8; RandomRounds::BLOCK],
    used: usize,
    blocks: u32,
}

impl Slot {
    fn new() -> Self {
        Self {
            round: 0,
            plies: 0,
            mover: Side::South,
            board: Board::default(),
            history: Vec::with_capacity(HISTORY),
            traces: [0; 2],
            mv: Move::new(0),
            endless: Moves::NONE,
            bytes: [0; RandomRounds::BLOCK],
            used: RandomRounds::BLOCK,
            blocks: 0,
        }
    }

    fn begin(&mut self, round: u64, mover: Side, board: Board) {
        self.round = round;
        self.plies = 0;
        self.mover = mover;
        self.board = board;
        self.history.clear();
        self.traces = [0; 2];
        self.stand();
        self.endless = Moves::NONE;
        self.used = RandomRounds::BLOCK;
        self.blocks = 0;
    }

    /// After the move chosen; says whether that ends the round (E3).
    fn arrive(&mut self, child: Board) -> Option<Ending> {
        let captured = child.reserves() != self.board.reserves_exchanged();
        self.board = child;
        self.mover = self.mover.other();
        self.plies += 1;
        self.endless = Moves::NONE;
        // Without a branch: whether a move captures is hard to foretell.
        let (kept, traces) = if captured { (0, 0) } else { (self.history.len(), u64::MAX) };
        self.history.truncate(kept);
        self.traces = self.traces.map(|trace| trace & traces);
        (self.stand() && stands_for_the_third_time(&self.history)).then_some(Ending::Repetition)
    }

    /// Enters the board into the history. False if it stands for the first time; true if it may have stood before.
    fn stand(&mut self) -> bool {
        let trace = 1 << trace(self.board);
        let traces = &mut self.traces[self.mover.index()];
        let may_have_stood = *traces & trace != 0;
        *traces |= trace;
        self.history.push(self.board);
        may_have_stood
    }

    /// The move chosen is endless; says whether that ends the round (M8).
    fn refuse(&mut self, rule: EndlessRule) -> Option<Ending> {
        match rule {
            EndlessRule::Split => {
                self.plies += 1;
                Some(Ending::Endless)
            }
            EndlessRule::Illegal => {
                self.endless = Moves::from_bits(self.endless.bits() | 1 << self.mv.place());
                None
            }
        }
    }

    /// Draws a move among those not known to be endless: even among the legal ones, since an endless one is drawn
    /// again. Or says how the round ends here (E1, E2).
    #[inline(always)]
    fn choose(&mut self, ring: Ring, draws: &mut Draws) -> Result<Move, Ending> {
        let movable = Moves::from_bits(self.board.full_holes(ring.holes(self.mover)));
        let left = movable.without(self.endless);
        if left.is_empty() {
            return Err(if movable.is_empty() { Ending::NoMove } else { Ending::Endless });
        }
        let n = self.draw(left.len() as u8, draws);
        self.mv = left.nth(usize::from(n)).expect("below the number of moves");
        Ok(self.mv)
    }

    /// A number below `n`, 1 to 7, all equally likely (D. Lemire, *Fast random integer generation in an interval*,
    /// 2019).
    fn draw(&mut self, n: u8, draws: &mut Draws) -> u8 {
        /// 256 modulo the index: so many of the 256 products are one too many for an even draw.
        const SURPLUS: [u8; 8] = [0, 0, 0, 1, 0, 1, 4, 4];
        loop {
            if self.used == RandomRounds::BLOCK {
                draws(self.round, self.blocks, &mut self.bytes);
                self.blocks += 1;
                self.used = 0;
            }
            let product = u16::from(self.bytes[self.used]) * u16::from(n);
            self.used += 1;
            if product as u8 >= SURPLUS[usize::from(n & 7)] {
                return (product >> 8) as u8;
            }
        }
    }

    fn end(&self, ending: Ending) -> RandomRound {
        RandomRound { holdings: settle(self.board, self.mover, ending), plies: self.plies, ending }
    }
}

/// A number below 64 that depends on the whole board.
fn trace(board: Board) -> u32 {
    let bits = board.bits();
    let mixed = (bits as u64 ^ (bits >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 58) as u32
}

/// Whether the last of these boards, one a ply, stands for the third time with the same player to move (E3).
#[inline]
pub(crate) fn stands_for_the_third_time(history: &[Board]) -> bool {
    let Some((last, earlier)) = history.split_last() else {
        return false;
    };
    // Two plies back, four, and so on: the other boards are the other player's.
    earlier.len() >= 4 && earlier.iter().rev().skip(1).step_by(2).filter(|board| *board == last).nth(1).is_some()
}

/// Plays the rounds of a job one after the other.
pub(super) fn one_by_one(sower: &Sower, job: &mut Job) {
    let mut next = job.begin(0);
    while let Some(mv) = next {
        let slot = &job.slots[0];
        next = job.go_on(0, sower.play(slot.mover, slot.board, mv));
    }
}
