//! Getting on: from a won position one can move among positions as well won for ever, which is worth nothing in the end.
//!
//! Say that a player, the *hunter*, wants `least` counters or more, 1 at least. The *rank* of a position is in how many
//! plies the hunter can force that counters are captured or the round is over, with that much still to be had then,
//! whatever the other player does. A hunter who takes a move after which the rank is least comes to a lower rank with
//! every move of either player, so no board comes back on the way.
//!
//! *The past.* A board that has stood twice since the last capture ends the round when it comes again, and what is left is
//! split (RULES E3). Nothing is to come then, so to the hunter such a board is lost: it is no part of the way. The other
//! player wants to get there. Boards that have stood once do not matter: the way leads past each of them once at most.
//! So with these boards left out, a position has a rank exactly if the hunter can force that much in the round as it is.
//!
//! Only positions in which the hunter can keep so much, the past left out, are looked into, from near to far, and no
//! further than it takes.

use super::insight::{Insight, Way, Ways};
use crate::watch::Shift;
use pussa_rules::{Board, Side};
use rustc_hash::{FxHashMap, FxHashSet};

/// The boards that have stood twice since the last capture, without reserves, with who was to move there.
pub(super) type Past = FxHashSet<(Side, Board)>;

/// A question stays open, for want of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Open;

/// A search for ranks.
pub(super) struct Pursuit<'a> {
    pub(super) insight: &'a mut Insight,
    pub(super) past: &'a Past,
    pub(super) shift: &'a Shift<'a>,
    pub(super) hunter: Side,
    /// What the hunter wants, in counters, 1 or more.
    pub(super) least: i16,
}

/// A position that has been met.
struct Met {
    mover: Side,
    board: Board,
    /// In how many moves it was come to first.
    distance: u32,
    state: State,
}

/// What is known of where moves without a capture lead from a position.
enum State {
    /// Nothing yet.
    Far,
    /// It has this rank by itself.
    Settled(u32),
    /// It can't have a rank.
    Lost,
    /// To these positions, by number, and nowhere else that matters.
    Leads(Vec<usize>),
}

/// Positions met, by number, in the order in which they were met.
#[derive(Default)]
struct Ground {
    all: Vec<Met>,
    numbers: FxHashMap<(Side, Board), usize>,
}

impl Pursuit<'_> {
    /// The rank of a position in which the hunter can keep what is wanted, the past left out; nothing if the past takes it
    /// away. The position itself may be of the past.
    ///
    /// # Errors
    /// If it stays open.
    pub(super) fn rank(mut self, mover: Side, board: Board) -> Result<Option<u32>, Open> {
        let mut ground = Ground::default();
        ground.number(mover, board, 0);
        let mut next = 0;
        let mut far = 2;
        loop {
            while next < ground.all.len() && ground.all[next].distance < far {
                if self.shift.is_over() {
                    return Err(Open);
                }
                self.shift.count();
                ground.all[next].state = self.look(&mut ground, next)?;
                next += 1;
            }
            let rank = ground.ranks(self.hunter)[0];
            // What lies further off could not be reached in fewer plies.
            if next == ground.all.len() || rank.is_some_and(|rank| rank <= far) {
                return Ok(rank);
            }
            far *= 2;
        }
    }

    /// Where a position leads.
    fn look(&mut self, ground: &mut Ground, number: usize) -> Result<State, Open> {
        let Met { mover, board, distance, .. } = ground.all[number];
        let ways = match self.insight.ways(mover, board) {
            // To the hunter's liking, or it would not have been come to.
            Ways::Over(_) => return Ok(State::Settled(0)),
            Ways::Open(ways) => ways,
        };
        if mover != self.hunter {
            return Ok(self.look_at_replies(ground, &ways, mover, distance));
        }
        let (stay, leave): (Vec<_>, Vec<_>) = ways.into_iter().partition(|way| way.stays);
        for way in &leave {
            if self.insight.is_worth(mover, way, self.least, self.shift).ok_or(Open)? {
                return Ok(State::Settled(1));
            }
        }
        let mut leads = Vec::new();
        for way in stay {
            let Some(to) = way.to.filter(|&to| !self.past.contains(&(mover.other(), to))) else { continue };
            if self.insight.is_worth(mover, &way, self.least, self.shift).ok_or(Open)? {
                leads.push(ground.number(mover.other(), to, distance + 1));
            }
        }
        Ok(State::Leads(leads))
    }

    /// The same where the other player is to move: all that captures leaves the hunter enough.
    fn look_at_replies(&self, ground: &mut Ground, ways: &[Way], mover: Side, distance: u32) -> State {
        let stay = ways.iter().filter(|way| way.stays).filter_map(|way| way.to).map(|to| (mover.other(), to));
        let stay: Vec<_> = stay.collect();
        if stay.iter().any(|key| self.past.contains(key)) {
            return State::Lost;
        }
        if stay.is_empty() {
            return State::Settled(1);
        }
        State::Leads(stay.into_iter().map(|(side, to)| ground.number(side, to, distance + 1)).collect())
    }
}

impl Ground {
    /// The number of a position, which gets one if it has none.
    fn number(&mut self, mover: Side, board: Board, distance: u32) -> usize {
        *self.numbers.entry((mover, board)).or_insert_with(|| {
            self.all.push(Met { mover, board, distance, state: State::Far });
            self.all.len() - 1
        })
    }

    /// The ranks that can be told by now, least first.
    fn ranks(&self, hunter: Side) -> Vec<Option<u32>> {
        let mut ranks = vec![None; self.all.len()];
        let mut before = vec![Vec::new(); self.all.len()];
        // How many of those that a position leads to have to have a rank yet.
        let mut missing = vec![0; self.all.len()];
        let mut found: Vec<Vec<usize>> = vec![Vec::new(); 2];
        for (number, met) in self.all.iter().enumerate() {
            match &met.state {
                State::Far | State::Lost => {}
                State::Settled(rank) => found[*rank as usize].push(number),
                State::Leads(to) => {
                    missing[number] = if met.mover == hunter { to.len().min(1) } else { to.len() };
                    for &to in to {
                        before[to].push(number);
                    }
                }
            }
        }
        let mut rank = 0;
        while rank < found.len() {
            for number in std::mem::take(&mut found[rank]) {
                if ranks[number].is_some() {
                    continue;
                }
                ranks[number] = Some(rank as u32);
                for &earlier in &before[number] {
                    missing[earlier] -= usize::from(missing[earlier] > 0);
                    if missing[earlier] == 0 && ranks[earlier].is_none() {
                        if found.len() == rank + 1 {
                            found.push(Vec::new());
                        }
                        found[rank + 1].push(earlier);
                    }
                }
            }
            rank += 1;
        }
        ranks
    }
}
