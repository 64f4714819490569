//! Settles the positions of one level, those with as many counters, when all with fewer are settled: first their values,
//! then their ranks, then their best moves.
//!
//! Every position's moves are made once. What captures, or ends the round, is worth a known margin, and only the best of
//! these is kept; what stays in the level is kept as places in it. Values are the bounds that no step draws closer any
//! more (`bounds.rs` of the endgame database tells why), the same in whatever order steps are taken. Ranks come from looks
//! that count only what looks before them have found, so they are the same in whatever order positions are looked at.
//!
//! *Ranks.* The player who is ahead can force that counters are captured, or the round is over, the value kept, in so many
//! plies, against a player who keeps it too (`play.rs` of the endgame database):
//! - where the player to move is ahead, one more than the least rank after a move that keeps the value;
//! - where the other player is, one more than the greatest rank after a move that keeps it.
//!
//! After a move that captures, and where the round is over, it is 0. Every position in which a player is ahead has a rank,
//! since the steps by which its value was proved count down. And records with such ranks hold by themselves: a move that
//! does not keep the value of a player who is behind leads to a record that says more than it takes.

use super::cell::Cell;
use super::table::{Found, Table};
use pussa_egdb::{Index, LevelBounds};
use pussa_rules::{Children, Move, Moves, Side, Sower};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::mem::take;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// How many positions a thread takes on at a time.
const CHUNK: usize = 1 << 12;

/// What there is to make moves and to look up what they lead to.
pub(crate) struct Ground<'a> {
    pub(crate) sower: &'a Sower,
    pub(crate) index: &'a Index,
    /// Whether an endless move may be chosen (M8).
    pub(crate) allows_endless: bool,
    /// For each player to move, or for both: what is settled so far.
    pub(crate) tables: &'a [Table],
}

/// A level under work.
pub(crate) struct Level {
    /// For each table, by place.
    bounds: Vec<Vec<Cell>>,
    /// For each table, by place, one more than the rank; 0 while it is not known.
    ranks: Vec<Vec<AtomicU16>>,
    chunks: Vec<Chunk>,
}

/// Positions that stand together.
struct Chunk {
    table: usize,
    /// The place of the first.
    first: usize,
    spots: Vec<Spot>,
    /// What moves that stay lead to, as places in the other player's table: those of the first position, and so on.
    stays: Vec<u32>,
    /// Those still to be worked on, by their number in the chunk.
    left: Vec<u16>,
}

/// What moves there are in a position.
#[derive(Clone, Copy)]
struct Spot {
    /// Where those that stay begin.
    stays: u32,
    /// Which they are.
    staying: Moves,
    /// What the best of the others is worth, or the end of a round that is over.
    leaves: i8,
    /// That move, of equals the leftmost; none if there are only moves that stay, or the round is over.
    leaving: Option<Move>,
}

/// A move that leaves, to be looked up.
struct Leaf {
    /// The number of the board after it, and its counters.
    number: u64,
    counters: u8,
    /// What the move captures for who makes it, less what it captures for the other.
    gain: i8,
    mv: Move,
    /// Whose move it is, by the number in the chunk.
    spot: u16,
}

/// Why a level could not be settled.
#[derive(Debug)]
pub(crate) enum Halt {
    /// It was called off.
    Stopped,
    /// A rank is too large for its word.
    RankTooLarge,
}

impl Level {
    /// Whether so many positions are not too many: their places must fit into words of 32 bits.
    pub(crate) fn has_room_for(positions: usize) -> bool {
        u32::try_from(positions).is_ok()
    }

    /// Makes all moves of the positions with so many counters.
    pub(crate) fn new(ground: &Ground, counters: u8) -> Self {
        let sizes: Vec<_> = ground.tables.iter().map(|table| table.level(counters).len()).collect();
        let firsts = |(table, &size): (usize, &usize)| (0..size).step_by(CHUNK).map(move |first| (table, first));
        let firsts: Vec<_> = sizes.iter().enumerate().flat_map(firsts).collect();
        let cells = |&size: &usize| (0..size).map(|_| Cell::new(LevelBounds::of_any(counters))).collect();
        let ranks = |&size: &usize| (0..size).map(|_| AtomicU16::new(0)).collect();
        let level = Self {
            bounds: sizes.iter().map(cells).collect(),
            ranks: sizes.iter().map(ranks).collect(),
            chunks: firsts.into_par_iter().map(|(table, at)| Chunk::new(ground, counters, table, at)).collect(),
        };
        for chunk in &level.chunks {
            let over = chunk.spots.iter().enumerate().filter(|(_, spot)| spot.is_over());
            over.for_each(|(at, _)| level.ranks[chunk.table][chunk.first + at].store(1, Ordering::Relaxed));
        }
        level
    }

    /// What all positions of the level are worth, by table and place.
    pub(crate) fn settle(mut self, stop: &AtomicBool) -> Result<Vec<Vec<Found>>, Halt> {
        self.find_values(stop)?;
        self.find_ranks(stop)?;
        let mut found: Vec<Vec<Found>> = self.bounds.iter().map(|bounds| Vec::with_capacity(bounds.len())).collect();
        let best = |chunk: &Chunk| (0..chunk.spots.len()).map(|at| self.best(chunk, at)).collect();
        let chunks: Vec<Vec<Found>> = self.chunks.par_iter().map(best).collect();
        for (chunk, mut best) in self.chunks.iter().zip(chunks) {
            found[chunk.table].append(&mut best);
        }
        Ok(found)
    }

    /// Draws the bounds closer until no step does.
    fn find_values(&mut self, stop: &AtomicBool) -> Result<(), Halt> {
        self.chunks.iter_mut().for_each(Chunk::all_left);
        let bounds = &self.bounds;
        let look = |chunk: &mut Chunk| {
            let after = bounds.len() - 1 - chunk.table;
            chunk.look(|chunk, at| {
                let start = LevelBounds::exactly(chunk.spots[at].leaves);
                let stays = chunk.stays(at).iter().map(|&place| bounds[after][place as usize].get().turned());
                let now = stays.fold(start, LevelBounds::or);
                let cell = &bounds[chunk.table][chunk.first + at];
                let changed = cell.get() != now;
                if changed {
                    cell.set(now);
                }
                (changed, now.are_exact())
            })
        };
        while self.chunks.par_iter_mut().map(look).reduce(|| false, |a, b| a | b) {
            if stop.load(Ordering::Relaxed) {
                return Err(Halt::Stopped);
            }
        }
        Ok(())
    }

    /// Finds the ranks, from 1 up.
    fn find_ranks(&mut self, stop: &AtomicBool) -> Result<(), Halt> {
        self.chunks.iter_mut().for_each(Chunk::all_left);
        let (bounds, ranks) = (&self.bounds, &self.ranks);
        for rank in 1..u16::MAX {
            let look = |chunk: &mut Chunk| {
                let after = bounds.len() - 1 - chunk.table;
                let is_lower = |place: u32| (1..=rank).contains(&ranks[after][place as usize].load(Ordering::Relaxed));
                chunk.look(|chunk, at| {
                    let (spot, stays) = (&chunk.spots[at], chunk.stays(at));
                    let value = bounds[chunk.table][chunk.first + at].get().value();
                    if value == 0 || spot.is_over() {
                        return (true, true);
                    }
                    let keeps = |place: u32| -bounds[after][place as usize].get().value() == value;
                    let has_rank = if value > 0 {
                        spot.leaves == value || stays.iter().any(|&place| keeps(place) && is_lower(place))
                    } else {
                        stays.iter().all(|&place| !keeps(place) || is_lower(place))
                    };
                    if has_rank {
                        ranks[chunk.table][chunk.first + at].store(rank + 1, Ordering::Relaxed);
                    }
                    (has_rank, has_rank)
                })
            };
            let any = self.chunks.par_iter_mut().map(look).reduce(|| false, |a, b| a | b);
            if self.chunks.iter().all(|chunk| chunk.left.is_empty()) {
                return Ok(());
            }
            assert!(any, "every position of which a player is ahead has a rank");
            if stop.load(Ordering::Relaxed) {
                return Err(Halt::Stopped);
            }
        }
        Err(Halt::RankTooLarge)
    }

    /// What a position of a chunk is worth, with its best move: of those that keep the value, who is ahead takes one with
    /// the least rank after it, who is behind one with the greatest; of equals, the leftmost.
    fn best(&self, chunk: &Chunk, at: usize) -> Found {
        let after = self.bounds.len() - 1 - chunk.table;
        let spot = &chunk.spots[at];
        let value = self.bounds[chunk.table][chunk.first + at].get().value();
        let stays = spot.staying.iter().zip(chunk.stays(at)).filter_map(|(mv, &place)| {
            let keeps = -self.bounds[after][place as usize].get().value() == value;
            keeps.then(|| (mv, self.rank(after, place as usize)))
        });
        let leaves = spot.leaving.filter(|_| spot.leaves == value).map(|mv| (mv, 0));
        let choices = stays.chain(leaves);
        let best = match value {
            1.. => choices.min_by_key(|&(mv, rank)| (rank, mv)),
            0 => choices.min_by_key(|&(mv, _)| mv),
            _ => choices.min_by_key(|&(mv, rank)| (Reverse(rank), mv)),
        };
        Found { value, rank: self.rank(chunk.table, chunk.first + at), best: best.map(|(mv, _)| mv) }
    }

    fn rank(&self, table: usize, place: usize) -> u16 {
        self.ranks[table][place].load(Ordering::Relaxed).saturating_sub(1)
    }
}

impl Chunk {
    /// Makes all moves, and looks up what they lead to: first the one and then the other, since memory is slow to answer
    /// but answers many at once.
    fn new(ground: &Ground, counters: u8, table: usize, first: usize) -> Self {
        let numbers = &ground.tables[table].level(counters)[first..];
        let numbers = &numbers[..CHUNK.min(numbers.len())];
        let mut chunk =
            Self { table, first, spots: Vec::with_capacity(numbers.len()), stays: Vec::new(), left: Vec::new() };
        let (mut stays, mut leaves) = (Vec::new(), Vec::new());
        let mut children = Children::default();
        let mut boards = ground.index.ascending();
        for &number in numbers {
            ground.sower.children(Side::BOTH[table], &boards.board(number), &mut children);
            chunk.add(ground, counters, &children, &mut stays, &mut leaves);
        }
        let after = &ground.tables[ground.tables.len() - 1 - table];
        chunk.stays = stays.iter().map(|&number| after.place(counters, number) as u32).collect();
        leaves.sort_unstable_by_key(|leaf| leaf.number);
        for Leaf { number, counters, gain, mv, spot } in leaves {
            chunk.spots[usize::from(spot)].offer(mv, gain - after.value(counters, number));
        }
        chunk
    }

    /// Adds a position that has these children, and what has to be looked up for it.
    fn add(
        &mut self,
        ground: &Ground,
        counters: u8,
        children: &Children,
        stays: &mut Vec<u64>,
        leaves: &mut Vec<Leaf>,
    ) {
        let (legal, endless) = (children.legal(), children.endless());
        let mut spot = Spot { stays: stays.len() as u32, staying: Moves::NONE, leaves: i8::MIN, leaving: None };
        for (mv, child) in children.iter() {
            let (gain, loss) = (child.other_reserve().cast_signed(), child.mover_reserve().cast_signed());
            let number = ground.index.number(child);
            if child == child.without_reserves() {
                spot.staying = Moves::from_bits(spot.staying.bits() | 1 << mv.place());
                stays.push(number);
            } else {
                let captured = child.other_reserve() + child.mover_reserve();
                let (counters, gain) = (counters - captured, gain - loss);
                leaves.push(Leaf { number, counters, gain, mv, spot: self.spots.len() as u16 });
            }
        }
        if ground.allows_endless {
            // M8: what is left is split.
            endless.iter().for_each(|mv| spot.offer(mv, 0));
        } else if legal.is_empty() && !endless.is_empty() {
            // E2.
            spot.leaves = 0;
        }
        if legal.is_empty() && endless.is_empty() {
            // E1.
            spot.leaves = -counters.cast_signed();
        }
        self.spots.push(spot);
    }

    /// What the moves of a position lead to that stay in the level.
    fn stays(&self, at: usize) -> &[u32] {
        let spot = &self.spots[at];
        &self.stays[spot.stays as usize..][..spot.staying.len()]
    }

    /// All are still to be worked on.
    fn all_left(&mut self) {
        self.left = (0..self.spots.len() as u16).collect();
    }

    /// Has `work` done at those still to be worked on. It says whether anything changed, and whether the position is done
    /// with. Whether anything changed at all.
    fn look(&mut self, mut work: impl FnMut(&Self, usize) -> (bool, bool)) -> bool {
        let mut left = take(&mut self.left);
        let mut any = false;
        left.retain(|&at| {
            let (changed, done) = work(self, usize::from(at));
            any |= changed;
            !done
        });
        self.left = left;
        any
    }
}

impl Spot {
    /// A move that leaves is worth so much.
    fn offer(&mut self, mv: Move, worth: i8) {
        if worth > self.leaves || worth == self.leaves && self.leaving > Some(mv) {
            (self.leaves, self.leaving) = (worth, Some(mv));
        }
    }

    fn is_over(self) -> bool {
        self.staying.is_empty() && self.leaving.is_none()
    }
}
