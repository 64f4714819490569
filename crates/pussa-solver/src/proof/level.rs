//! The positions with one count of counters that a proof needs: which bounds, by which moves, and with which ranks.
//!
//! ```text
//! expand   follows what is needed from position to position, as long as no counter is captured
//! rank     finds out who gets there in how many moves
//! widen    takes more moves into account where nobody gets there by those that were chosen
//! used     leaves out what turned out not to be needed
//! ```
//!
//! *Circles.* The moves that a search has found lead on towards the end, in the order in which it proved things. But what it
//! has lost and proves again comes out of that order, and then moves can lead round in a circle: each keeps the bound, none
//! gets on. Positions in circles, and those that lead nowhere but there, get no rank. For these, all other moves that keep
//! the bound are taken into account, and where they lead, and so on. If the bounds are true, everybody gets a rank so in the
//! end: who can get more than 0 can do so within some number of moves, and the moves that bring it closer are among those.

use super::certificate::CertificateError;
use super::need::{Need, Needs};
use super::spot::{Field, Spot, Step, Steps};
use super::web::Web;
use indexmap::IndexMap;
use pussa_rules::{Move, Moves};
use rustc_hash::FxBuildHasher;

/// Knows what is proved, and finds out again what it has lost.
pub(crate) trait Guide {
    /// A move that gets `low` or more, which is the case and not at hand.
    fn choose(&mut self, spot: Spot, steps: &Steps, low: i16) -> Result<Move, CertificateError>;

    /// Whether the value of a position is `high` or less, if that can be told by looking at so many positions.
    fn is_at_most(&mut self, spot: Spot, high: i16, effort: u64) -> Result<Option<bool>, CertificateError>;

    /// Is told that one more position has been looked into, while so many bytes are taken.
    fn count(&mut self, memory: u64) -> Result<(), CertificateError>;

    /// Is told that positions with so many counters are settled, by so many records.
    fn settled(&mut self, counters: u8, records: usize) -> Result<(), CertificateError>;
}

/// A position that is needed.
#[derive(Clone, Copy, Debug)]
struct Node {
    need: Need,
    /// The part of the need that has been followed.
    followed: Need,
    /// The move that gets the lower bound; none if that is not needed.
    mv: Option<Move>,
    /// The moves that are known to get it.
    keeping: Moves,
    /// How soon somebody gets there; [`UNRANKED`] as long as that is not known, or makes no difference.
    rank: u16,
}

const UNRANKED: u16 = u16::MAX;

/// How hard it is tried to find more moves that keep a bound: first without looking further.
const EFFORTS: [u64; 4] = [0, 1000, 1_000_000, u64::MAX];

/// All positions with one count of counters that are needed.
pub(crate) struct Level<'a> {
    field: &'a Field,
    counters: i16,
    /// What is needed of positions with fewer counters already.
    below: &'a mut Needs,
    nodes: IndexMap<Spot, Node, FxBuildHasher>,
    /// Those whose needs have not been followed.
    ahead: Vec<usize>,
}

/// What has come of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settled {
    pub(crate) spot: Spot,
    pub(crate) need: Need,
    pub(crate) mv: Option<Move>,
    pub(crate) rank: u16,
}

impl<'a> Level<'a> {
    /// The level with so many counters, of which nothing is needed so far.
    pub(crate) fn new(field: &'a Field, counters: i16, below: &'a mut Needs) -> Self {
        Self { field, counters, below, nodes: IndexMap::default(), ahead: Vec::new() }
    }

    /// Finds out what it takes to show `entries`, on this level, and tells it in order; and adds to what is needed below.
    ///
    /// # Errors
    /// If the guide has one, or the bounds are not true.
    pub(crate) fn settle(
        mut self,
        guide: &mut impl Guide,
        entries: &[(Spot, Need)],
    ) -> Result<Vec<Settled>, CertificateError> {
        for &(spot, need) in entries {
            self.enter(spot, need);
        }
        self.expand(guide)?;
        let mut efforts = EFFORTS.into_iter();
        let mut effort = efforts.next();
        let used = loop {
            self.rank()?;
            let used = self.used(entries);
            let unranked = self.unranked(&used);
            if unranked.is_empty() {
                break used;
            }
            // All moves there are have been taken into account, and lead nowhere.
            let allowed = effort.ok_or(CertificateError::NotProved)?;
            if self.widen(guide, &unranked, allowed)? {
                self.expand(guide)?;
            } else {
                effort = efforts.next();
            }
        };
        self.conclude(&used)
    }

    /// How many bytes it takes, about.
    fn memory(&self) -> u64 {
        // A node, its key and hash, and its place in the table of places.
        let node = size_of::<(Spot, Node)>() + 8 + 10;
        (self.nodes.capacity() * node) as u64 + self.below.memory()
    }

    fn enter(&mut self, spot: Spot, need: Need) {
        let none = Need::none(self.counters);
        let new = Node { need: none, followed: none, mv: None, keeping: Moves::NONE, rank: UNRANKED };
        let entry = self.nodes.entry(spot);
        let index = entry.index();
        if entry.or_insert(new).need.add(need) {
            self.ahead.push(index);
        }
    }

    /// Adds to what is needed of a position that may not be known yet, or may be at hand.
    fn raise(&mut self, spot: Spot, need: Need) -> Result<(), CertificateError> {
        if need == Need::none(self.counters) {
            return Ok(());
        }
        if !self.nodes.contains_key(&spot)
            && let Some(value) = self.field.at_hand(spot)
        {
            return if need.holds(value) { Ok(()) } else { Err(CertificateError::NotProved) };
        }
        self.enter(spot, need);
        Ok(())
    }

    /// Follows all needs there are.
    fn expand(&mut self, guide: &mut impl Guide) -> Result<(), CertificateError> {
        while let Some(index) = self.ahead.pop() {
            guide.count(self.memory())?;
            let (&spot, &Node { need, followed, .. }) = self.nodes.get_index(index).expect("it was entered");
            self.nodes[index].followed = need;
            let steps = self.field.steps(spot).map_err(|_| CertificateError::NotProved)?;
            if need.low > followed.low {
                let mv = self.choose(guide, spot, &steps, need.low)?;
                let node = &mut self.nodes[index];
                (node.mv, node.keeping) = (Some(mv), only(mv));
                if let Some(step) = steps.step(mv).filter(|step| step.stays()) {
                    self.raise(step.to, Need::at_most(-need.low, self.counters))?;
                }
            }
            if need.high < followed.high {
                for step in steps.iter().filter(|step| step.stays()) {
                    self.raise(step.to, Need::at_least(-need.high, self.counters))?;
                }
            }
        }
        Ok(())
    }

    /// A move that gets `low` or more: one that takes no further record, if there is one, or none that is not there anyway.
    fn choose(&self, guide: &mut impl Guide, spot: Spot, steps: &Steps, low: i16) -> Result<Move, CertificateError> {
        if let Some(mv) = steps.endless.filter(|_| low <= 0) {
            return Ok(mv);
        }
        let at_once = steps.iter().find(|step| self.is_at_hand(step, low));
        if let Some(step) = at_once.or_else(|| steps.iter().find(|step| self.is_needed_anyway(step, low))) {
            return Ok(step.mv);
        }
        guide.choose(spot, steps, low)
    }

    /// Whether a move gets `low` or more, as far as that is at hand.
    fn is_at_hand(&self, step: &Step, low: i16) -> bool {
        let most = step.gain - low;
        most >= self.counters - step.captured || self.field.at_hand(step.to).is_some_and(|value| value <= most)
    }

    /// Whether what a move needs to get `low` or more is needed below anyway.
    fn is_needed_anyway(&self, step: &Step, low: i16) -> bool {
        let counters = self.counters - step.captured;
        !step.stays() && self.below.get(counters, step.to).is_some_and(|need| need.high <= step.gain - low)
    }

    /// Finds ranks, by the moves that are known to keep the bounds, and for each lower bound the move that its rank is by.
    fn rank(&mut self) -> Result<(), CertificateError> {
        let mut web = Web::new(self.nodes.len());
        let mut ranked: Vec<usize> = Vec::new();
        for index in 0..self.nodes.len() {
            let (&spot, node) = self.nodes.get_index(index).expect("there are so many");
            let Node { need, mv, keeping, .. } = *node;
            let Ok(steps) = self.field.steps(spot) else { continue };
            let stays = |step: &Step| if step.stays() { self.nodes.get_index_of(&step.to) } else { None };
            let mut at_once = !need.takes_rank();
            if need.low > 0 {
                let leads_to = |mv: Move| steps.step(mv).and_then(stays);
                let leaves = mv.into_iter().chain(keeping.iter()).find(|&mv| leads_to(mv).is_none());
                at_once |= leaves.is_some();
                for mv in keeping.iter() {
                    if let Some(to) = leads_to(mv) {
                        web.add(to, index, mv);
                    }
                }
                let node = &mut self.nodes[index];
                node.mv = leaves.or(node.mv);
            } else if need.high < 0 {
                let on: Vec<_> = steps.iter().filter_map(|step| stays(step).map(|to| (to, step.mv))).collect();
                for &(to, mv) in &on {
                    web.add(to, index, mv);
                }
                web.waits[index] = on.len() as u8;
                at_once = on.is_empty();
            }
            self.nodes[index].rank = if at_once { 0 } else { UNRANKED };
            if at_once && need.takes_rank() {
                ranked.push(index);
            }
        }
        self.rank_further(&mut web, ranked)
    }

    /// Ranks all that lean on those that are ranked so far.
    fn rank_further(&mut self, web: &mut Web, mut ranked: Vec<usize>) -> Result<(), CertificateError> {
        let mut next = 0;
        while let Some(&index) = ranked.get(next) {
            next += 1;
            let rank = self.nodes[index].rank + 1;
            if rank == UNRANKED {
                return Err(CertificateError::TooLong);
            }
            for (on, mv) in web.of(index) {
                let node = &mut self.nodes[on];
                let is_next = node.rank == UNRANKED && (node.need.low > 0 || web.waits[on] == 1);
                web.waits[on] = web.waits[on].saturating_sub(1);
                if is_next {
                    node.rank = rank;
                    if node.need.low > 0 {
                        node.mv = Some(mv);
                    }
                    ranked.push(on);
                }
            }
        }
        Ok(())
    }

    /// What is needed of each position if `entries` are, by the moves that are chosen.
    fn used(&self, entries: &[(Spot, Need)]) -> Vec<Need> {
        let mut used = vec![Need::none(self.counters); self.nodes.len()];
        let mut ahead = Vec::new();
        let mut add = |ahead: &mut Vec<(usize, Need)>, spot: Spot, need: Need| {
            if let Some(index) = self.nodes.get_index_of(&spot)
                && used[index].add(need)
            {
                ahead.push((index, used[index]));
            }
        };
        for &(spot, need) in entries {
            add(&mut ahead, spot, need);
        }
        while let Some((index, need)) = ahead.pop() {
            let (&spot, node) = self.nodes.get_index(index).expect("it is one of them");
            for (step, needed) in self.rests_on(spot, need, node.mv) {
                if step.stays() {
                    add(&mut ahead, step.to, needed);
                }
            }
        }
        used
    }

    /// What bounds of a position rest on.
    fn rests_on(&self, spot: Spot, need: Need, mv: Option<Move>) -> impl Iterator<Item = (Step, Need)> {
        let none = Need::none(self.counters);
        let steps = self.field.steps(spot).ok();
        let counters = self.counters;
        (0..7).filter_map(move |place| {
            let mv_here = Move::new(place);
            let step = *steps.as_ref()?.step(mv_here)?;
            let after = counters - step.captured;
            let mut needed = Need::none(after);
            if need.low > none.low && mv == Some(mv_here) {
                needed.add(Need::at_most(step.gain - need.low, after));
            }
            if need.high < none.high {
                needed.add(Need::at_least(step.gain - need.high, after));
            }
            (needed != Need::none(after)).then_some((step, needed))
        })
    }

    /// The positions that are used, should have a rank, and have none.
    fn unranked(&self, used: &[Need]) -> Vec<usize> {
        let indices = 0..self.nodes.len();
        indices.filter(|&index| used[index].takes_rank() && self.nodes[index].rank == UNRANKED).collect()
    }

    /// Looks for more moves that keep the lower bounds of these positions. True if there are any.
    fn widen(&mut self, guide: &mut impl Guide, unranked: &[usize], effort: u64) -> Result<bool, CertificateError> {
        let mut found = false;
        for &index in unranked {
            let (&spot, &Node { need, keeping, .. }) = self.nodes.get_index(index).expect("it is one of them");
            if need.low <= 0 {
                continue;
            }
            let steps = self.field.steps(spot).map_err(|_| CertificateError::NotProved)?;
            for step in steps.iter().filter(|step| !keeping.contains(step.mv)) {
                let at_once = self.is_at_hand(step, need.low) || self.is_needed_anyway(step, need.low);
                if at_once || guide.is_at_most(step.to, step.gain - need.low, effort)? == Some(true) {
                    found = true;
                    let node = &mut self.nodes[index];
                    node.keeping = Moves::from_bits(node.keeping.bits() | only(step.mv).bits());
                    if step.stays() {
                        self.raise(step.to, Need::at_most(-need.low, self.counters))?;
                    }
                }
            }
        }
        Ok(found)
    }

    /// Tells what is used, and adds to what is needed below.
    fn conclude(mut self, used: &[Need]) -> Result<Vec<Settled>, CertificateError> {
        let none = Need::none(self.counters);
        let kept = self.nodes.iter().zip(used).filter(|(_, need)| **need != none);
        let mut settled: Vec<_> = kept
            .map(|((&spot, node), &need)| Settled {
                spot,
                need,
                mv: node.mv.filter(|_| need.low > none.low),
                rank: if need.takes_rank() { node.rank } else { 0 },
            })
            .collect();
        self.nodes = IndexMap::default();
        settled.sort_unstable_by_key(|one| one.spot);
        for &Settled { spot, need, mv, .. } in &settled {
            let leaving: Vec<_> = self.rests_on(spot, need, mv).filter(|(step, _)| !step.stays()).collect();
            for (step, needed) in leaving {
                let counters = self.counters - step.captured;
                let known = self.below.get(counters, step.to).is_some();
                match if known { None } else { self.field.at_hand(step.to) } {
                    None => self.below.add(counters, step.to, needed),
                    Some(value) if needed.holds(value) => {}
                    Some(_) => return Err(CertificateError::NotProved),
                }
            }
        }
        Ok(settled)
    }
}

/// Just this move.
fn only(mv: Move) -> Moves {
    Moves::from_bits(1 << mv.place())
}
