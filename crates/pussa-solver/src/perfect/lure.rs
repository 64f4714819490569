//! Which of several moves of equal value a weak player answers worst.
//!
//! The weak player is thought to take what gains most at once half of the time, and any move otherwise. Against that
//! player the margin that the round will end with is looked for some moves ahead, and the move is taken that wins with the
//! greatest chance. Our own moves always keep the value, so whoever answers as well as can be gets what is due, and no
//! more.

use super::insight::{Insight, Way, Ways};
use crate::watch::Shift;
use pussa_rules::{Board, Side};

/// Counters: a margin this much larger makes a win, where it is in doubt, e times as likely against a loss.
const SCALE: f32 = 2.0;
/// How many replies are looked at, at most, further than the first.
const DEEPEST: u32 = 4;
/// What a counter is worth where the win is not in doubt.
const TRIFLE: f32 = 0.002;

/// Looks some moves ahead against a weak player.
pub(super) struct Lure<'a> {
    pub(super) insight: &'a mut Insight,
    pub(super) shift: &'a Shift<'a>,
    /// Whom the other player is to be weak against.
    pub(super) us: Side,
}

impl Lure<'_> {
    /// Of these moves of ours, which are of one value, the number of the one that promises most; the first if nothing can
    /// be told. `ahead` is our reserve less the other player's.
    pub(super) fn best(&mut self, ways: &[&Way], ahead: i16) -> usize {
        let mut best = 0;
        for depth in 0..=DEEPEST {
            let promise: Option<Vec<f32>> = ways.iter().map(|way| self.promise(way, ahead, depth)).collect();
            let Some(promise) = promise else { break };
            best = (0..ways.len()).rev().max_by(|&a, &b| promise[a].total_cmp(&promise[b])).unwrap_or(0);
        }
        best
    }

    /// What a move of ours promises, looking so many replies further than the first. `None` if it can't be told.
    fn promise(&mut self, way: &Way, ahead: i16, depth: u32) -> Option<f32> {
        let ahead = ahead + way.gain;
        let Some(board) = way.to else { return Some(worth(ahead)) };
        let them = self.us.other();
        let replies = match self.look(them, board)? {
            Ways::Over(value) => return Some(worth(ahead - value)),
            Ways::Open(replies) => replies,
        };
        let most = replies.iter().map(|reply| reply.gain).max()?;
        let tempting = replies.iter().filter(|reply| reply.gain == most).count() as f32;
        let any = replies.len() as f32;
        let mut promise = 0.0;
        for reply in &replies {
            let weight = 0.5 / any + if reply.gain == most { 0.5 / tempting } else { 0.0 };
            promise += weight * self.after(reply, ahead - reply.gain, depth)?;
        }
        Some(promise)
    }

    /// What a reply leaves us.
    fn after(&mut self, reply: &Way, ahead: i16, depth: u32) -> Option<f32> {
        let Some(board) = reply.to else { return Some(worth(ahead)) };
        let ways = match self.look(self.us, board)? {
            Ways::Over(value) => return Some(worth(ahead + value)),
            Ways::Open(ways) => ways,
        };
        let value = self.insight.value(self.us, board, self.shift)?;
        if depth == 0 || value == board.total() as i16 {
            return Some(worth(ahead + value));
        }
        let mut best: Option<f32> = None;
        for way in &ways {
            if self.insight.is_worth(self.us, way, value, self.shift)? {
                let promise = self.promise(way, ahead, depth - 1)?;
                best = Some(best.map_or(promise, |best| best.max(promise)));
            }
        }
        best
    }

    fn look(&mut self, mover: Side, board: Board) -> Option<Ways> {
        if self.shift.is_over() {
            return None;
        }
        self.shift.count();
        Some(self.insight.ways(mover, board))
    }
}

/// What a margin at the end of the round is worth, as a chance to win and a little more.
fn worth(margin: i16) -> f32 {
    let margin = f32::from(margin);
    1.0 / (1.0 + (-margin / SCALE).exp()) + TRIFLE * margin
}
