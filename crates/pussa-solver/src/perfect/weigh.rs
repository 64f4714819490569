//! Which move keeps the value of a position, and gets there.

use super::insight::{Insight, Way, Ways};
use super::lure::Lure;
use super::pursuit::{Open, Past, Pursuit};
use crate::bounds::{Bounds, before};
use crate::watch::{Shift, Watch};
use pussa_engine::Limit;
use pussa_rules::{Board, Move, Round, Side};
use rustc_hash::FxHashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Positions that are looked at, at most, to find out which other moves are as good.
const FOR_EQUALS: u64 = 20_000;
/// The same for choosing among these.
const FOR_CHOICE: u64 = 5_000;
/// How long a value is looked for when neither a time nor a number of positions is set.
const USUAL: Duration = Duration::from_secs(1);

/// What is found out about a round's position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// The move to make, if the value is proved.
    pub(super) mv: Option<Move>,
    /// The margin to come, in the round as it is.
    pub(super) value: i16,
    /// Whether that is the position's value, which knows nothing of the past (RULES E5).
    pub(super) exact: bool,
    /// Whether it was at hand, told by the oracle.
    pub(super) told: bool,
    /// What every move is worth, for all that is known.
    pub(super) worths: Vec<(Move, Bounds)>,
    /// Positions that the solver looked at.
    pub(super) nodes: u64,
}

/// A position of a round, and what has been found out.
pub(super) struct Weighing<'a> {
    insight: &'a mut Insight,
    past: Past,
    mover: Side,
    board: Board,
    /// The mover's reserve less the other player's.
    ahead: i16,
    ways: Vec<Way>,
    /// What each is worth, the past left out.
    worths: Vec<Bounds>,
    purse: Purse<'a>,
}

/// What may be spent on a move.
struct Purse<'a> {
    limit: Limit,
    stop: &'a AtomicBool,
    begun: Instant,
    nodes: u64,
}

impl<'a> Purse<'a> {
    /// A part of what is left, but no more than so many positions.
    fn part(&self, part: u32, most: u64) -> Shift<'a> {
        let time = match (self.limit.time, self.limit.nodes) {
            (None, None) => Some(USUAL),
            (time, _) => time,
        };
        let time = time.map(|time| time.saturating_sub(self.begun.elapsed()) / part);
        let nodes = self.limit.nodes.map(|nodes| nodes.saturating_sub(self.nodes) / u64::from(part));
        let nodes = nodes.unwrap_or(u64::MAX).min(most);
        Shift::new(&Watch { nodes: Some(nodes), time, stop: self.stop, ..Watch::none() })
    }
}

/// The boards that end the round if they come again (RULES E3).
fn past(round: &Round) -> Past {
    let mut stood: FxHashMap<(Side, Board), u32> = FxHashMap::default();
    let mut side = round.side();
    for board in round.history().iter().rev() {
        *stood.entry((side, board.without_reserves())).or_default() += 1;
        side = side.other();
    }
    stood.into_iter().filter(|&(_, times)| times >= 2).map(|(key, _)| key).collect()
}

impl<'a> Weighing<'a> {
    /// The position of a round that is not over.
    pub(super) fn new(insight: &'a mut Insight, round: &Round, limit: Limit, stop: &'a AtomicBool) -> Self {
        let (mover, board) = (round.side(), round.board().without_reserves());
        let reserve = |side: Side| i16::from(round.position().reserve(side));
        let ways = match insight.ways(mover, board) {
            Ways::Open(ways) => ways,
            Ways::Over(_) => Vec::new(),
        };
        let worths = vec![Bounds::of_counters(board.total() as u8); ways.len()];
        Self {
            insight,
            past: past(round),
            mover,
            board,
            ahead: reserve(mover) - reserve(mover.other()),
            ways,
            worths,
            purse: Purse { limit, stop, begun: Instant::now(), nodes: 0 },
        }
    }

    /// Finds out all it can.
    pub(super) fn find(mut self) -> Found {
        for (way, worth) in self.ways.iter().zip(&mut self.worths) {
            *worth =
                way.to.map_or(Bounds::exactly(0), |to| before(self.insight.told(self.mover.other(), to), way.gain));
        }
        let told = self.settled().is_some();
        self.look();
        let chosen = self.choose();
        let worths = self.ways.iter().map(|way| way.mv).zip(self.worths.iter().copied()).collect();
        let nodes = self.purse.nodes;
        match chosen {
            Some((mv, value, exact)) => Found { mv: Some(mv), value, exact, told, worths, nodes },
            None => Found { mv: None, value: 0, exact: false, told: false, worths, nodes },
        }
    }

    /// Takes in what is at hand of the moves' worths.
    fn look(&mut self) {
        for (way, worth) in self.ways.iter().zip(&mut self.worths) {
            *worth = self.insight.worth(self.mover, way);
        }
    }

    /// The value, if some move is known to be as good as any other may be.
    fn settled(&self) -> Option<i16> {
        let low = self.worths.iter().map(|worth| worth.low()).max()?;
        let high = self.worths.iter().map(|worth| worth.high()).max()?;
        (low == high).then_some(low)
    }

    /// The move to make, the margin to come, and whether that is the position's value; nothing if it stays open.
    fn choose(&mut self) -> Option<(Move, i16, bool)> {
        let (value, best) = self.value()?;
        if value == 0 || self.past.is_empty() {
            let equals = self.equals(value, best);
            let mv = self.among(value, &equals, best);
            return Some((mv, value, true));
        }
        let shift = self.purse.part(2, u64::MAX);
        let worths = self.worths_with_past(&shift);
        self.purse.nodes += shift.nodes();
        let worths = worths.ok()?;
        let most = *worths.iter().max()?;
        let equals: Vec<usize> = (0..worths.len()).filter(|&i| worths[i] == most).collect();
        let mv = self.among(most, &equals, None);
        Some((mv, most, most == value))
    }

    /// The value, the past left out, and the move that the solver found; nothing if it stays open.
    fn value(&mut self) -> Option<(i16, Option<Move>)> {
        if let Some(value) = self.settled() {
            return Some((value, None));
        }
        let shift = self.purse.part(2, u64::MAX);
        let (bounds, best) = self.insight.prove(self.mover, self.board, &shift);
        self.purse.nodes += shift.nodes();
        self.look();
        for (way, worth) in self.ways.iter().zip(&mut self.worths) {
            // No move is worth more than the best one, and that is worth what is proved.
            let low = if Some(way.mv) == best { worth.low().max(bounds.low()) } else { worth.low() };
            *worth = Bounds::new(low, worth.high().min(bounds.high())).unwrap_or(*worth);
        }
        self.settled().map(|value| (value, best))
    }

    /// The numbers of the moves that are known to be worth as much, after some looking.
    fn equals(&mut self, value: i16, best: Option<Move>) -> Vec<usize> {
        let shift = self.purse.part(4, FOR_EQUALS);
        for (way, worth) in self.ways.iter().zip(&mut self.worths) {
            if worth.low() < value
                && worth.high() >= value
                && Some(way.mv) != best
                && let Some(is_worth) = self.insight.is_worth(self.mover, way, value, &shift)
            {
                let (low, high) = if is_worth { (value, worth.high()) } else { (worth.low(), value - 1) };
                *worth = Bounds::new(low, high).unwrap_or(*worth);
            }
        }
        self.purse.nodes += shift.nodes();
        (0..self.ways.len()).filter(|&i| self.worths[i].low() >= value).collect()
    }

    /// Of moves that keep the value, one that gets there, and that a weak player answers worst.
    fn among(&mut self, value: i16, equals: &[usize], best: Option<Move>) -> Move {
        let on = if value > 0 { self.that_get_on(value, equals) } else { Ok(equals.to_vec()) };
        let on = match on {
            Ok(on) if !on.is_empty() => on,
            // The solver's move is one that it found a way by.
            _ => return best.or(equals.first().map(|&i| self.ways[i].mv)).unwrap_or(self.ways[0].mv),
        };
        if let [one] = on.as_slice() {
            return self.ways[*one].mv;
        }
        let shift = self.purse.part(4, FOR_CHOICE);
        let ways: Vec<&Way> = on.iter().map(|&i| &self.ways[i]).collect();
        let mut lure = Lure { insight: self.insight, shift: &shift, us: self.mover };
        let mv = ways[lure.best(&ways, self.ahead)].mv;
        self.purse.nodes += shift.nodes();
        mv
    }

    /// Those that capture, if there are any, or else those after which the rank is least.
    fn that_get_on(&mut self, value: i16, equals: &[usize]) -> Result<Vec<usize>, Open> {
        let leave: Vec<usize> = equals.iter().copied().filter(|&i| !self.ways[i].stays).collect();
        if !leave.is_empty() {
            return Ok(leave);
        }
        let shift = self.purse.part(2, u64::MAX);
        let mut ranks = Vec::new();
        for &i in equals {
            let Some(to) = self.ways[i].to else { continue };
            let pursuit =
                Pursuit { insight: self.insight, past: &self.past, shift: &shift, hunter: self.mover, least: value };
            let rank = pursuit.rank(self.mover.other(), to);
            ranks.push((rank?, i));
        }
        self.purse.nodes += shift.nodes();
        let least = ranks.iter().filter_map(|(rank, _)| *rank).min();
        Ok(ranks.into_iter().filter(|(rank, _)| rank.is_some() && *rank == least).map(|(_, i)| i).collect())
    }

    /// What the moves are worth in the round as it is.
    fn worths_with_past(&mut self, shift: &Shift) -> Result<Vec<i16>, Open> {
        (0..self.ways.len()).map(|i| self.worth_with_past(self.ways[i], shift)).collect()
    }

    fn worth_with_past(&mut self, way: Way, shift: &Shift) -> Result<i16, Open> {
        let Some(to) = way.to else { return Ok(0) };
        let other = self.mover.other();
        if way.stays && self.past.contains(&(other, to)) {
            return Ok(0);
        }
        let value = self.insight.value(other, to, shift).ok_or(Open)?;
        if !way.stays || value == 0 {
            return Ok(way.gain - value);
        }
        let hunter = if value > 0 { other } else { self.mover };
        for least in (1..=value.abs()).rev() {
            let pursuit = Pursuit { insight: self.insight, past: &self.past, shift, hunter, least };
            if pursuit.rank(other, to)?.is_some() {
                return Ok(if hunter == other { -least } else { least });
            }
        }
        Ok(0)
    }
}
