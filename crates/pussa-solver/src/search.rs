//! The search: is the value of a position at least so much? It goes as deep as it takes, so that every answer is a proof.
//!
//! # Repetition
//!
//! Play without end is worth zero from where it starts to repeat (RULES E5), so a board that stands on the path already
//! answers the question as 0 does. No cycle crosses a capture, since captured counters never come back: so only the path
//! from the last capture on counts, and the question is the same all along it, seen from either side.
//!
//! Let a player ask for 1 or more, the *hunter*; the other, the *keeper*, has to keep it from the hunter, for which play
//! without end is good enough. So a repetition answers for the keeper.
//!
//! - What the hunter has shown hangs on no repetition, since each would have failed the hunter. It holds whatever the path,
//!   and is kept in the table.
//! - What the keeper has shown may lean on the path: on positions further up that the keeper leads back to. That it does
//!   not hold on other paths is the *graph-history interaction*. So such an answer carries the lowest ply of the path that
//!   it leans on; it is a *claim* ([`Claims`]), good for the search as long as that position is being looked into, and not
//!   for the table.
//!
//! When all moves of a position have been looked into, and the answer is the keeper's and leans on nothing further up, then
//! all claims made below that lean on nothing further up are settled: from each of these positions the keeper can go on
//! among them, to others that are proved, or round for ever, and never gets to where the hunter has what was asked for. So
//! they hold, and go to the table. If the answer is the hunter's, claims that leaned on that position are void, and all that
//! were made below it are taken back. If it is the keeper's, and leans on something further up, so do they from now on.
//!
//! In cycles everything hangs on everything else, and without claims it would be looked into once for each way around.

use crate::bounds::{Bounds, at_least, at_most, before};
use crate::claims::{Claim, Claims};
use crate::order::{Child, Order, Sorted};
use crate::table::{Entry, Table};
use crate::watch::Meter;
use pussa_egdb::Database;
use pussa_engine::Oracle;
use pussa_engine::search::{gain, stood_at};
use pussa_rules::{Board, Children, Move, Ring, Side, Sower, Variant};
use std::sync::Arc;

/// Counters.
pub(crate) type Score = i32;

/// Leans on nothing.
const FREE: usize = usize::MAX;

/// The longest path. Beyond it, questions stay open. None is known that comes near it.
pub(crate) const MOST_PLIES: usize = 10_000;

/// What is asked: whether the margin to come for the player to move is `least` or more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// Who is to move.
    pub(crate) mover: Side,
    pub(crate) least: Score,
    /// The ply of the board after the last capture.
    pub(crate) since: usize,
}

/// The answer: yes if `value` is what was asked for or more, and then the margin to come is at least so much; no if it is
/// less, and then the margin is at most so much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) value: Score,
    /// The lowest ply of the path that it leans on.
    leans_on: usize,
}

impl Answer {
    fn sure(value: Score) -> Self {
        Self { value, leans_on: FREE }
    }
}

/// What every search of a game on a ring stands on.
pub(crate) struct Ground {
    pub(crate) sower: Sower,
    pub(crate) order: Order,
    /// What is known of boards with few counters.
    pub(crate) database: Option<Arc<Database>>,
    /// Somebody else who knows values.
    pub(crate) adviser: Option<Adviser>,
    pub(crate) allows_endless: bool,
}

impl Ground {
    /// What the database answers to whether the value is `least` or more, or else the adviser.
    #[inline]
    pub(crate) fn look_up(&self, board: Board, mover: Side, least: Score) -> Option<Score> {
        // A part of it that can't be read is as good as none.
        let value = self.database.as_ref().and_then(|database| database.value(mover, board).ok().flatten());
        value.map(Score::from).or_else(|| enough(self.adviser.as_ref()?.bounds(board, mover), least))
    }
}

/// An oracle that is asked about boards of one ring, without effort.
pub(crate) struct Adviser {
    pub(crate) oracle: Arc<dyn Oracle>,
    pub(crate) variant: Variant,
    pub(crate) ring: Ring,
    /// The most counters of a board that it is asked about.
    pub(crate) reach: u32,
}

impl Adviser {
    /// What it tells of a board.
    #[inline]
    pub(crate) fn bounds(&self, board: Board, mover: Side) -> Bounds {
        let counters = board.total();
        if counters <= self.reach {
            self.oracle.bounds(&self.variant, self.ring, mover, board, 0)
        } else {
            Bounds::of_counters(counters as u8)
        }
    }
}

/// One thread's search.
pub(crate) struct Search<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) table: Table<'a>,
    pub(crate) meter: Meter<'a>,
    /// The boards on the way to the position looked into; a ply is a place in it.
    pub(crate) path: Vec<Board>,
    pub(crate) claims: Claims,
    /// Threads with different numbers try moves in different order.
    pub(crate) thread: u32,
}

impl Search<'_> {
    /// Asks about a position without a past. `None` if it stays open: it was called off, or is too deep.
    pub(crate) fn ask_first(&mut self, board: Board, mover: Side, least: Score) -> Option<Answer> {
        self.path.clear();
        self.claims.clear();
        self.path.push(board);
        self.ask(Question { mover, least, since: 0 })
    }

    /// Asks about the position that stands last on the path.
    fn ask(&mut self, question: Question) -> Option<Answer> {
        let Question { mover, least, .. } = question;
        let ply = self.path.len() - 1;
        let board = self.path[ply];
        if self.meter.count() || ply >= MOST_PLIES {
            return None;
        }
        if let Some(answer) = self.repeats(question) {
            return Some(answer);
        }
        let most = board.total().cast_signed();
        if least > most || least <= -most {
            return Some(Answer::sure(if least > most { most } else { -most }));
        }
        // Of the first position a move is wanted too, and oracles tell none.
        if (ply > 0 || self.ground.adviser.is_none())
            && let Some(value) = self.ground.look_up(board, mover, least)
        {
            return Some(Answer::sure(value));
        }
        let known = self.table.get(board, mover);
        if let Some(value) = known.and_then(|entry| enough(entry.bounds, least)) {
            return Some(Answer::sure(value));
        }
        if let Some(claim) = self.claims.get(board, mover)
            && claim.least == least
        {
            let value = if claim.holds { least } else { least - 1 };
            return Some(Answer { value, leans_on: claim.leans_on });
        }
        let mut children = Children::default();
        self.ground.sower.children(mover, &board, &mut children);
        if children.legal().is_empty() {
            // E1: the other player takes all; E2 and M8: what is left is split.
            return Some(Answer::sure(if children.endless().is_empty() { -most } else { 0 }));
        }
        self.ask_children(&children, question, known.and_then(|entry| entry.mv))
    }

    /// Whether the position has stood on the path since the last capture.
    #[inline]
    fn repeats(&self, Question { since, .. }: Question) -> Option<Answer> {
        stood_at(&self.path, since).map(|place| Answer { value: 0, leans_on: place })
    }

    /// The same for a position that has `children`, after none of all that settled it.
    fn ask_children(&mut self, children: &Children, question: Question, first: Option<Move>) -> Option<Answer> {
        let Question { mover, least, .. } = question;
        let ply = self.path.len() - 1;
        let mut moves = Sorted::default();
        for (mv, child) in children.iter() {
            let gain = gain(child);
            let after = child.without_reserves();
            let bounds = before(self.bounds(after, mover.other()), gain as i16);
            if ply > 0 && Score::from(bounds.low()) >= least {
                // This move alone is enough.
                return Some(Answer::sure(bounds.low().into()));
            }
            let worth =
                if first == Some(mv) { Score::MAX } else { self.ground.order.worth(mover, after, gain, self.thread) };
            moves.push(Child { worth, mv, board: child, gain });
        }
        let begun = (self.meter.nodes, self.claims.len());
        let mut best = Answer::sure(Score::MIN);
        let mut best_move = None;
        if self.ground.allows_endless
            && let Some(mv) = children.endless().nth(0)
        {
            // An endless move ends the round with a split: no margin is to come (M8).
            best.value = 0;
            best_move = Some(mv);
        }
        while best.value < least
            && let Some(child) = moves.next()
        {
            let answer = self.ask_child(child, question)?;
            best.leans_on = best.leans_on.min(answer.leans_on);
            if answer.value > best.value {
                best.value = answer.value;
                best_move = Some(child.mv);
                if answer.value >= least {
                    // This move alone is enough.
                    best.leans_on = answer.leans_on;
                }
            }
        }
        Some(self.conclude(question, best, best_move, begun))
    }

    /// What a child says about the question, for the player who moves there.
    fn ask_child(&mut self, child: Child, question: Question) -> Option<Answer> {
        let Question { mover, least, since } = question;
        let board = child.board.without_reserves();
        let since = if board == child.board { since } else { self.path.len() };
        self.path.push(board);
        let answer = self.ask(Question { mover: mover.other(), least: child.gain - least + 1, since });
        self.path.pop();
        answer.map(|answer| Answer { value: child.gain - answer.value, ..answer })
    }

    /// What is known of a child's value.
    #[inline]
    fn bounds(&self, board: Board, mover: Side) -> Bounds {
        self.table.get(board, mover).map_or(Bounds::of_counters(board.total() as u8), |entry| entry.bounds)
    }

    /// Keeps what has come of the position that stands last on the path. `begun` tells how many positions had been
    /// looked at, and how many claims there were, before.
    fn conclude(&mut self, question: Question, found: Answer, mv: Option<Move>, begun: (u64, usize)) -> Answer {
        let Question { mover, least, .. } = question;
        let ply = self.path.len() - 1;
        let board = self.path[ply];
        let (nodes, first_claim) = begun;
        let holds = found.value >= least;
        let work = (self.meter.nodes - nodes + 1).ilog2() as u8;
        let is_hunter = least > 0;
        let mut answer = found;
        if holds == is_hunter {
            // What the hunter has shown.
            answer.leans_on = FREE;
            self.claims.take_back(first_claim);
        } else if self.claims.len() > first_claim || found.leans_on != FREE {
            if found.leans_on != FREE {
                // What leans on claims is as good as they are.
                answer.value = if holds { least } else { least - 1 };
            }
            if found.leans_on < ply {
                self.claims.lower(first_claim, found.leans_on);
                self.claims.push(Claim { board, mover, least, holds, mv, work, leans_on: found.leans_on });
                return answer;
            }
            answer.leans_on = FREE;
            let (table, lost) = (self.table, &mut self.meter.lost);
            self.claims.settle(first_claim, ply, |claim| *lost += u64::from(keep(table, claim)));
        }
        let value = answer.value as i16;
        let bounds = if holds { at_least(value, board.total()) } else { at_most(value, board.total()) };
        self.meter.lost += u64::from(self.table.put(board, mover, Entry { bounds, mv, work }));
        answer
    }
}

/// Keeps a claim that holds. True if something else is lost from the table.
fn keep(table: Table, claim: Claim) -> bool {
    let Claim { board, mover, least, holds, mv, work, leans_on: _ } = claim;
    let least = least as i16;
    let bounds = if holds { at_least(least, board.total()) } else { at_most(least - 1, board.total()) };
    table.put(board, mover, Entry { bounds, mv, work })
}

/// The bound that answers whether the value is `least` or more, if there is one.
pub(crate) fn enough(bounds: Bounds, least: Score) -> Option<Score> {
    let (lower, upper) = (Score::from(bounds.low()), Score::from(bounds.high()));
    if lower >= least { Some(lower) } else { (upper < least).then_some(upper) }
}

#[cfg(test)]
mod tests;
