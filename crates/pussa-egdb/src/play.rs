//! Playing from the database: which move keeps the value, and gets there.
//!
//! Values alone are not enough to play by. From a won position one can move among positions as well won for ever, which
//! is worth nothing in the end. So a position that is not drawn has a *rank*: in how many plies the player who is ahead
//! can force that counters are captured or the round is over, the value kept, against a player who keeps it too. Whoever
//! is ahead and takes, of the moves that keep the value, one whose rank is least, comes to lower and lower ranks. The
//! other player can only leave that path by giving up more of the value, and there is only so much of it. So what the
//! value promises is got, and no board comes back on the way.
//!
//! Ranks are small (some twenty plies at most on seven holes a row) and not stored, but found by a search among the moves
//! that keep the value. `bounds.rs` tells why there is always one.

use crate::contents::Contents;
use crate::database::Database;
use crate::error::{DatabaseError, Fault};
use pussa_rules::{Board, Children, Move, Side};
use std::collections::HashMap;

/// A move that may be chosen, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The margin to come for who makes it, what the move captures included (E5).
    pub value: i8,
    /// The board after it, if it captures nothing.
    stays: Option<Board>,
}

/// The best move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The move; none if the round is over. Of equals, the leftmost.
    pub mv: Option<Move>,
    /// The value of the position, the margin to come for the player to move (E5).
    pub value: i8,
    /// In how many plies the player who is ahead can force that counters are captured or the round is over, the value
    /// kept; 0 if nobody is ahead, or the round is over.
    pub plies: u32,
}

impl Database {
    /// Every move of `mover` on `board` that may be chosen, from the left, none if the round is over; `None` if the board
    /// has more than [`most_counters`](Self::most_counters).
    ///
    /// # Errors
    /// If a value that is needed is in a block that is damaged or can't be read.
    pub fn choices(&self, mover: Side, board: Board) -> Result<Option<Vec<Choice>>, Box<DatabaseError>> {
        if board.total() > self.most_counters().into() {
            return Ok(None);
        }
        let mut children = Children::default();
        self.sower().children(mover, &board.without_reserves(), &mut children);
        let choice = |mv: Move| {
            if children.endless().contains(mv) {
                // M8: called off, and what is left is split.
                return Ok(self.variant().allows_endless().then_some(Choice { mv, value: 0, stays: None }));
            }
            let child = children.board(mv);
            let (gain, loss) = (child.other_reserve().cast_signed(), child.mover_reserve().cast_signed());
            let stays = (child == child.without_reserves()).then_some(child);
            let to_come = self.value(mover.other(), child)?.expect("no move adds counters");
            Ok(Some(Choice { mv, value: gain - loss - to_come, stays }))
        };
        let movable = self.sower().movable(mover, board);
        movable.iter().filter_map(|mv| choice(mv).transpose()).collect::<Result<_, _>>().map(Some)
    }

    /// The best move of `mover` on `board`: one that keeps the value, and gets the player who is ahead closer to it, or
    /// keeps the other player from it longest. `None` if the board has more than [`most_counters`](Self::most_counters).
    ///
    /// ```
    /// # use pussa_egdb::{Build, Database};
    /// # use pussa_rules::{Board, Move, Ring, Side, Variant, WALAK_PUSSA};
    /// # let folder = tempfile::tempdir()?;
    /// # let (folder, variant, ring) = (folder.path(), Variant::new(WALAK_PUSSA), Ring::new(4, 4).unwrap());
    /// # Build::new(folder, variant, ring, 2)?.run(&|_| ())?;
    /// let database = Database::open(folder, variant, ring)?;
    /// // Lifting the first hole captures the counter in the last; the other player has nothing left to move then. Lifting
    /// // the last one loses nothing, but no more than that: the counters go round and come back to this board.
    /// let best = database.best(Side::South, Board::new(&[1, 0, 0, 1], 0, 0))?.expect("two counters");
    /// assert_eq!((best.mv, best.value, best.plies), (Some(Move::new(0)), 2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a value that is needed is in a block that is damaged or can't be read, or the values contradict each other.
    pub fn best(&self, mover: Side, board: Board) -> Result<Option<Best>, Box<DatabaseError>> {
        let (Some(value), Some(choices)) = (self.value(mover, board)?, self.choices(mover, board)?) else {
            return Ok(None);
        };
        if choices.is_empty() {
            return Ok(Some(Best { mv: None, value, plies: 0 }));
        }
        let mut search = Search { database: self, found: HashMap::new() };
        let mut best: Option<(Move, u32)> = None;
        for choice in choices.iter().filter(|choice| choice.value == value) {
            let plies = match choice.stays {
                Some(child) if value != 0 => search.plies(mover.other(), child)?,
                _ => 0,
            };
            if best.is_none_or(|(_, so_far)| if value > 0 { plies < so_far } else { plies > so_far }) {
                best = Some((choice.mv, plies));
            }
        }
        let (mv, after) = best.ok_or_else(|| self.contradiction(mover, board))?;
        Ok(Some(Best { mv: Some(mv), value, plies: if value == 0 { 0 } else { after + 1 } }))
    }

    pub(crate) fn contradiction(&self, mover: Side, board: Board) -> DatabaseError {
        let contents = Contents::new(self.variant(), self.ring(), mover, board.total() as u8);
        DatabaseError::file(&self.folder().join(contents.file_name()))(Fault::Contradiction)
    }
}

/// A search for ranks, among the positions of a level and the moves that keep the value.
struct Search<'a> {
    database: &'a Database,
    found: HashMap<(Side, Board), Position>,
}

/// A position that has been met.
struct Position {
    value: i8,
    /// Whether some move keeps the value and captures, or ends the round.
    leaves: bool,
    /// The boards after the other moves that keep the value.
    stays: Vec<Board>,
    /// The rank is this or less, if that is known.
    at_most: Option<u32>,
    /// The rank is more than this, if that is known.
    more_than: Option<u32>,
}

impl Search<'_> {
    /// The rank of a position that is not drawn.
    fn plies(&mut self, mover: Side, board: Board) -> Result<u32, Box<DatabaseError>> {
        let mut plies = 0;
        while !self.is_within(mover, board, plies)? {
            // Every rank below that of a position is the rank of another.
            if plies as usize > self.found.len() {
                return Err(self.database.contradiction(mover, board).into());
            }
            plies += 1;
        }
        Ok(plies)
    }

    fn is_within(&mut self, mover: Side, board: Board, plies: u32) -> Result<bool, Box<DatabaseError>> {
        let key = (mover, board);
        if !self.found.contains_key(&key) {
            let position = self.meet(mover, board)?;
            self.found.insert(key, position);
        }
        let position = &self.found[&key];
        if position.at_most.is_some_and(|most| most <= plies) {
            return Ok(true);
        }
        if plies == 0 || position.more_than >= Some(plies) {
            return Ok(false);
        }
        let is_ahead = position.value > 0;
        let mut within = if is_ahead { position.leaves } else { true };
        let mut next = 0;
        while within != is_ahead && next < self.found[&key].stays.len() {
            within = self.is_within(mover.other(), self.found[&key].stays[next], plies - 1)?;
            next += 1;
        }
        let position = self.found.get_mut(&key).expect("it was met");
        if within {
            position.at_most = Some(plies);
        } else {
            position.more_than = Some(plies);
        }
        Ok(within)
    }

    fn meet(&self, mover: Side, board: Board) -> Result<Position, Box<DatabaseError>> {
        let value = self.database.value(mover, board)?.expect("a board of the level");
        let choices = self.database.choices(mover, board)?.expect("a board of the level");
        let over = choices.is_empty();
        let keep = choices.iter().filter(|choice| choice.value == value);
        let leaves = keep.clone().any(|choice| choice.stays.is_none());
        let stays = keep.filter_map(|choice| choice.stays).collect();
        Ok(Position { value, leaves, stays, at_most: over.then_some(0), more_than: None })
    }
}
