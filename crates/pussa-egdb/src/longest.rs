//! The longest forced win of a level: how many plies it can take until the player who is ahead gets something.
//!
//! The ranks that `play.rs` tells of, for all boards of a level at once: those of rank 1 in a first look at all of them,
//! those of rank 2 in a look at what is left, and so on. A look counts only ranks from looks before it, so ranks come out
//! right in whatever order boards are looked at.

use crate::chunk::Chunk;
use crate::database::Database;
use crate::error::DatabaseError;
use crate::index::{Index, Walk};
use crate::level::movers;
use crate::memory::filled;
use pussa_rules::{Board, Children, Side};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU16, Ordering};

/// A position from which it takes longest until the player to move, who is ahead, can force that counters are captured or
/// the round is over, the value kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongestWin {
    /// How many plies it takes.
    pub plies: u32,
    /// The player to move.
    pub mover: Side,
    /// The board; of those that take as long, the one with the lowest number.
    pub board: Board,
    /// The margin that is forced.
    pub value: i8,
}

impl Database {
    /// The longest forced win of the boards with so many counters; `None` if no board with so many is here, or none is
    /// won. Works on the threads of the pool this is called from, and takes about as long as building the level. `done`
    /// is told how many more boards are done with, again and again, by any thread.
    ///
    /// # Errors
    /// If a file is damaged or can't be read, the values contradict each other, or memory runs out.
    pub fn longest_win(
        &self,
        counters: u8,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<LongestWin>, Box<DatabaseError>> {
        if counters > self.most_counters() {
            return Ok(None);
        }
        let (index, tables) = (self.index(), movers(self.ring()).len());
        let boards = index.boards(counters);
        let ranks = (0..tables).map(|_| filled(boards as usize, 0)).collect::<Result<_, _>>()?;
        let level = Ranked { database: self, index, counters, ranks };
        let mut chunks = Chunk::share_out(tables, boards);
        let mut longest = None;
        for rank in 1..=u16::MAX {
            let looks = chunks.par_iter_mut().map(|chunk| {
                let before = chunk.count();
                let found = level.look(chunk, rank)?;
                done(before - chunk.count());
                Ok(found)
            });
            let found: Vec<Found> = looks.collect::<Result<_, Box<DatabaseError>>>()?;
            longest = found.iter().find_map(|found| found.won).or(longest);
            chunks.retain(|chunk| chunk.count() > 0);
            let Some(left) = chunks.first() else { break };
            if !found.iter().any(|found| found.any) {
                let board = index.board(index.boards_below(counters) + left.places()[0]);
                return Err(self.contradiction(movers(self.ring())[left.table()], board).into());
            }
        }
        Ok(longest)
    }
}

/// A level, and the ranks in it that have been found.
struct Ranked<'a> {
    database: &'a Database,
    index: &'a Index,
    counters: u8,
    /// For each table and place, the rank; 0 while it is not known.
    ranks: Vec<Vec<AtomicU16>>,
}

/// What a look at a chunk has found.
struct Found {
    /// Whether there were boards of that rank.
    any: bool,
    /// The first that is won.
    won: Option<LongestWin>,
}

impl Ranked<'_> {
    /// Finds the boards of the chunk that have this rank.
    fn look(&self, chunk: &mut Chunk, rank: u16) -> Result<Found, Box<DatabaseError>> {
        let places = chunk.places();
        let below = self.index.boards_below(self.counters);
        let mover = movers(self.database.ring())[chunk.table()];
        let mut walk = Walk::new(self.index, below + places[0]);
        let mut found = Found { any: false, won: None };
        for place in places {
            let board = walk.to(below + place);
            let value = self.database.value_of(mover, self.counters, below + place)?;
            let movable = self.database.sower().movable(mover, board);
            if value == 0 || movable.is_empty() {
                chunk.done(place);
                found.any = true;
            } else if self.has_rank(mover, board, value, rank)? {
                self.ranks[chunk.table()][place as usize].store(rank, Ordering::Relaxed);
                chunk.done(place);
                found.any = true;
                if value > 0 && found.won.is_none() {
                    found.won = Some(LongestWin { plies: rank.into(), mover, board, value });
                }
            }
        }
        Ok(found)
    }

    /// Whether the rank of a board that is not drawn, and not known to have a lower one, is this.
    fn has_rank(&self, mover: Side, board: Board, value: i8, rank: u16) -> Result<bool, Box<DatabaseError>> {
        let mut children = Children::default();
        self.database.sower().children(mover, &board, &mut children);
        for (_, child) in children.iter() {
            let lower = if child == child.without_reserves() {
                let number = self.index.number(child);
                if -self.database.value_of(mover.other(), self.counters, number)? != value {
                    continue;
                }
                let place = number - self.index.boards_below(self.counters);
                self.is_lower(mover.other(), child, place, rank)
            } else {
                // Looked up in the first look only: where moves that leave keep the value, a won board has rank 1, and a
                // lost one does not wait for them.
                if rank > 1 {
                    continue;
                }
                let (gain, loss) = (child.other_reserve().cast_signed(), child.mover_reserve().cast_signed());
                let to_come = self.database.value(mover.other(), child)?.expect("no move adds counters");
                if gain - loss - to_come != value {
                    continue;
                }
                true
            };
            if lower == (value > 0) {
                return Ok(lower);
            }
        }
        Ok(value < 0)
    }

    fn is_lower(&self, mover: Side, board: Board, place: u64, rank: u16) -> bool {
        let table = if self.ranks.len() == 1 { 0 } else { mover.index() };
        let known = self.ranks[table][place as usize].load(Ordering::Relaxed);
        (1..rank).contains(&known) || self.database.sower().movable(mover, board).is_empty()
    }
}
