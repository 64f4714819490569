//! What every move of a round comes to, for the match that the round is a part of.

use super::advice::{Adviser, in_a_deep_thread};
use super::aims::Prospect;
use super::search::{south_after, split_of};
use super::table::MatchTable;
use crate::within::within;
use pussa_rules::{Board, Children, Move, Ring, Round, Side};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Whom a table can tell about in a round. In the table South leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    /// The ring, with the leader's row as South's.
    pub(super) ring: Ring,
    /// Who is to move, if South had led.
    pub(super) of: Side,
    /// Counters in all.
    pub(super) total: u8,
}

impl MatchTable {
    /// What the player to move can make sure of by each move of a round that is not over, from the left. Like a value, it
    /// knows nothing of the round's past.
    ///
    /// `hash` is how many bytes the table may take of what is shown. `None` if the table does not
    /// [tell of such rounds](Self::tells_of_rounds), or if it took more time than it may, or was called off.
    pub fn outlook(
        &self,
        round: &Round,
        hash: usize,
        time: Duration,
        stop: &AtomicBool,
    ) -> Option<Vec<(Move, Prospect)>> {
        let Seat { ring, of, total } = self.seat(round).filter(|seat| self.tells_of_rounds(seat.total))?;
        let mut adviser = Adviser::on(self.variant(), ring, of, self.aims(total, of), hash);
        within(time, stop, |stop| in_a_deep_thread(|| adviser.outlook(round.board(), stop)))??
    }

    /// Whether all fates are known that a round with so many counters in all may come to, wherever it stands: those with as many
    /// counters, and those with one fewer.
    #[must_use]
    pub fn tells_of_rounds(&self, total: u8) -> bool {
        self.knows_all(total) && total.checked_sub(1).is_none_or(|below| self.knows_all(below))
    }

    /// Who is to move in a round that is not over; nothing if the table does not tell of it.
    pub(super) fn seat(&self, round: &Round) -> Option<Seat> {
        let start = round.start();
        let total = start.board().total() as u8 + start.board().mover_reserve() + start.board().other_reserve();
        if round.variant() != self.variant() || round.outcome().is_some() || !self.knows_all(total) {
            return None;
        }
        let led = start.side();
        let as_led = |side: Side| if led == Side::South { side } else { side.other() };
        let [south, north] = Side::BOTH.map(|side| start.layout().ring().holes(as_led(side)));
        Some(Seat { ring: Ring::new(south, north)?, of: as_led(round.side()), total })
    }
}

/// A move with the board after it, as the other player sees it; no board after an endless one.
type Way = (Move, Option<Board>);

impl Adviser {
    /// What the player can make sure of by each move, being to move.
    fn outlook(&mut self, board: Board, stop: &AtomicBool) -> Option<Vec<(Move, Prospect)>> {
        let mut children = Children::default();
        self.ground.sower.children(self.of, &board, &mut children);
        let mut ways: Vec<Way> = children.iter().map(|(mv, child)| (mv, Some(child))).collect();
        if self.ground.allows_endless {
            ways.extend(children.endless().iter().map(|mv| (mv, None)));
        }
        let mut found = Vec::new();
        self.sort_out(board, ways, (0, self.aims.0.len().checked_sub(1)?), &mut found, stop)?;
        found.sort_by_key(|&(mv, _)| mv);
        Some(found)
    }

    /// Finds for each of these moves the first aim that it reaches, out of those from `first` to `last`, which all of them
    /// reach. What is shown on the way to an aim is shown for all moves.
    fn sort_out(
        &mut self,
        board: Board,
        ways: Vec<Way>,
        (first, last): (usize, usize),
        found: &mut Vec<(Move, Prospect)>,
        stop: &AtomicBool,
    ) -> Option<()> {
        if ways.is_empty() {
            return Some(());
        }
        if first == last {
            let prospect = self.prospect(first)?;
            found.extend(ways.into_iter().map(|(mv, _)| (mv, prospect)));
            return Some(());
        }
        let middle = usize::midpoint(first, last);
        let (mut reach, mut fall_short) = (Vec::new(), Vec::new());
        for way in ways {
            let reaches = if let Some(child) = way.1 {
                self.reaches(middle, child, self.of.other(), stop)?
            } else {
                let split = split_of(board);
                self.aims.0[middle].1.contains(split, south_after(board, self.of, split))
            };
            if reaches { reach.push(way) } else { fall_short.push(way) }
        }
        self.sort_out(board, reach, (first, middle), found, stop)?;
        self.sort_out(board, fall_short, (middle + 1, last), found, stop)
    }
}
