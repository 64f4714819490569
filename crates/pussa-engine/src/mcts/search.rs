//! The search: down the tree to a leaf, playouts from there, and what they say and what is proved carried back up.
//!
//! # Proofs
//!
//! Every node has bounds on its margin (T. Cazenave and A. Saffidine, *Score Bounded Monte-Carlo Tree Search*, 2010). At
//! the end of a round they meet; a parent's are the best of what its moves prove. A move that can't come out better than
//! what some player above has for certain is not looked into, as in alpha-beta.
//!
//! # Repetition
//!
//! Play without end is worth zero from where it starts to repeat (RULES E5). So a node whose board stood on its path
//! before, with the same player to move and no capture since, is worth 0 and goes no further. The path of a node is all
//! of the round up to it: what was played, as far back as a board can come back, and then the moves in the tree.
//!
//! Such a zero holds on that path only. In a tree without transpositions a node has one path and keeps it when a move is
//! played and the root moves down, since what was tree above it is then history: *relative to the path* all bounds stay
//! true, and may prune and end the search. But the value of a position knows no past, so not all may be told as exact.
//! Each bound therefore carries the earliest ply on whose board its proof leans. Say no proof of the root's bounds leans
//! on a ply before the root's. The lower bound's is a plan for the mover, a tree with a move at each of the mover's
//! nodes and all answers at the other's; its leaves are ends of the round, and boards of the plan itself, come back.
//! Let the mover, arriving at one of the latter, go on from the node at which that board stood. Then play either reaches
//! an end that the plan allows for, or goes round for ever from some board on. No capture lies on a cycle, so that
//! brings just what the plan counted at the leaf where it first closed: the gains on the way there, and zero. Either way
//! the bound holds from the root on, whatever was before it. The upper bound is the same for the other player. So just
//! then the root's bounds are bounds on its value.

use super::company::Company;
use super::playouts::{Playouts, Sample};
use super::reports::Reports;
use super::tree::{Node, Place, Tree};
use crate::engine::{Choice, Line};
use crate::limit::Meter;
use crate::search::stood_at;
use pussa_rules::{Board, Children, Side, Sower};

/// What is carried up the tree and made as large as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backup {
    /// The margin.
    Margin,
    /// Whether the round is won.
    Wins,
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Settings {
    pub(super) backup: Backup,
    /// How much moves seldom tried are favoured.
    pub(super) exploration: f32,
    /// How much less than its parent a move never tried is thought to be worth.
    pub(super) first_play: f32,
    /// Whether bounds are carried up.
    pub(super) solver: bool,
    /// Playouts from a leaf.
    pub(super) together: u32,
}

/// A search of one position.
pub(super) struct Search<'a> {
    pub(super) settings: Settings,
    pub(super) sower: &'a Sower,
    pub(super) allows_endless: bool,
    pub(super) tree: &'a mut Tree,
    pub(super) playouts: &'a mut Playouts,
    pub(super) meter: Meter<'a>,
    /// The boards since the last capture before the root, the root's, and those of the way down.
    pub(super) path: &'a mut Vec<Board>,
    /// The nodes of the way down, from the root on.
    pub(super) way: &'a mut Vec<Place>,
    /// The place of the root's board on the path.
    pub(super) root: usize,
    /// The ply of the round at which the root's board stands.
    pub(super) ply: u32,
    pub(super) mover: Side,
    /// The mover's reserve less the other player's, at the root.
    pub(super) standing: i32,
    /// The counters on the board at the root.
    pub(super) most: f32,
    /// How many moves the tree may look ahead.
    pub(super) deepest: usize,
    /// How many it does.
    pub(super) depth: usize,
    /// The other threads that search the position, if there are any.
    pub(super) company: Option<Company<'a>>,
    /// Who hears of the present choice.
    pub(super) reports: Reports<'a>,
}

/// The way down as it looks from where it has come to.
#[derive(Clone, Copy)]
struct Here {
    place: Place,
    mover: Side,
    /// The mover's reserve less the other player's.
    standing: i32,
    /// The path's place of the first board since the last capture.
    since: usize,
    /// Only margins between these matter to those above.
    window: (i16, i16),
}

impl Search<'_> {
    /// Searches until a limit is reached or the root's bounds meet, and tells the other threads.
    pub(super) fn run(&mut self) {
        while !self.tree.node(self.tree.root).is_solved() {
            let (positions, sample) = self.descend();
            self.climb(sample);
            if self.meter.count_playouts(u64::from(sample.playouts), positions + sample.positions) {
                break;
            }
            if self.company.as_mut().is_some_and(|company| company.is_due(sample.playouts)) {
                self.meet();
            }
            if self.reports.are_due(&self.meter) {
                self.reports.tell(&self.choice());
            }
        }
        self.meet();
    }

    /// Tells the other threads what was found, and takes over what they found.
    pub(super) fn meet(&mut self) {
        if let Some(company) = &mut self.company {
            self.depth = company.meet(self.tree, self.depth, self.meter.nodes);
        }
    }

    /// Goes down to a leaf; how many positions were new, and what playouts from the leaf say, for the player to move
    /// there.
    fn descend(&mut self) -> (u64, Sample) {
        let root = self.tree.root;
        self.path.truncate(self.root + 1);
        self.way.clear();
        self.way.push(root);
        let window = (i16::MIN, i16::MAX);
        let mut here = Here { place: root, mover: self.mover, standing: self.standing, since: 0, window };
        let mut positions = 0;
        loop {
            if !self.tree.node(here.place).is_expanded() {
                positions += 1;
                if !self.look(here) {
                    return (positions, self.sample(here));
                }
            }
            here = self.step(here);
        }
    }

    /// Looks at a node that is not expanded: settles it if the round is over or starts to repeat, and expands it if it
    /// was visited before. True if it has children now.
    fn look(&mut self, here: Here) -> bool {
        let ahead = self.way.len() - 1;
        let node = self.tree.node(here.place);
        let (board, is_new) = (node.board, node.visits == 0 && ahead > 0);
        if node.is_solved() {
            return false;
        }
        // The root's board may have stood before, and yet a move is wanted.
        if ahead > 0
            && let Some(place) = stood_at(self.path, here.since)
        {
            let ply = self.ply as usize + place - self.root;
            self.tree.node_mut(here.place).repeat(ply as u32);
            return false;
        }
        let mut children = Children::default();
        self.sower.children(here.mover, &board, &mut children);
        if children.legal().is_empty() && (children.endless().is_empty() || !self.allows_endless) {
            // E1: the other player takes all; E2: what is left is split.
            let value = if children.endless().is_empty() { -(board.total() as i16) } else { 0 };
            self.tree.node_mut(here.place).solve(value);
            return false;
        }
        let expands = !is_new && ahead < self.deepest;
        expands && self.tree.expand(here.place, &children, self.allows_endless) && self.still_matters(here)
    }

    /// Whether a node that was just expanded can still matter: what its moves take off the board bounds it more tightly.
    fn still_matters(&mut self, here: Here) -> bool {
        if !self.settings.solver {
            return true;
        }
        self.tree.tighten(here.place);
        let node = self.tree.node(here.place);
        !node.is_solved() && node.high.value > here.window.0 && node.low.value < here.window.1
    }

    /// Down to the child that is most worth looking into.
    fn step(&mut self, here: Here) -> Here {
        let node = self.tree.node(here.place);
        let window = (here.window.0.max(node.low.value), here.window.1.min(node.high.value));
        let place = self.select(here, window);
        let (child, parent) = (self.tree.node(place), self.tree.node(here.place));
        let captures = child.board.total() != parent.board.total();
        self.path.push(child.board);
        self.way.push(place);
        self.depth = self.depth.max(self.way.len() - 1);
        Here {
            place,
            mover: here.mover.other(),
            standing: -here.standing - i32::from(child.gain),
            since: if captures { self.path.len() - 1 } else { here.since },
            window: (child.gain.saturating_sub(window.1), child.gain.saturating_sub(window.0)),
        }
    }

    /// The child with the greatest upper confidence bound (UCT), of those that can matter.
    ///
    /// There is one: the node can be better than what the mover has for certain, so a child of it can; and it is not
    /// known to be too good for the other player, so no child is.
    fn select(&self, here: Here, window: (i16, i16)) -> Place {
        let node = self.tree.node(here.place);
        let parent = self.mean(node);
        let untried = parent - self.settings.first_play;
        let log = (node.visits.max(1) as f32).ln();
        let mut best = (f32::NEG_INFINITY, None);
        for (place, child) in self.tree.children(here.place) {
            let (low, high) = (child.low_before().value, child.high_before().value);
            if self.settings.solver && (high <= window.0 || low >= window.1) {
                continue;
            }
            let worth = if child.visits == 0 { untried } else { self.worth(child, here.standing) };
            // One never tried is explored as if it had been tried once.
            let bonus = self.settings.exploration * (log / child.visits.max(1) as f32).sqrt();
            if worth + bonus > best.0 {
                best = (worth + bonus, Some(place));
            }
        }
        best.1.expect("some child matters")
    }

    /// What a child that was visited is worth to its parent, between -1 and 1: by its playouts, within its bounds.
    fn worth(&self, child: &Node, standing: i32) -> f32 {
        let mean = match self.settings.backup {
            Backup::Margin => f32::from(child.gain) / self.most - self.mean(child),
            Backup::Wins => -self.mean(child),
        };
        let bounds = (child.low_before().value, child.high_before().value);
        if self.settings.solver {
            mean.clamp(self.scaled(bounds.0, standing), self.scaled(bounds.1, standing))
        } else {
            mean
        }
    }

    /// What a margin to come is worth, between -1 and 1, to a player whose reserves stand so.
    fn scaled(&self, margin: i16, standing: i32) -> f32 {
        match self.settings.backup {
            Backup::Margin => f32::from(margin) / self.most,
            Backup::Wins => (standing + i32::from(margin)).signum() as f32,
        }
    }

    fn mean(&self, node: &Node) -> f32 {
        let visits = node.visits.max(1) as f32;
        match self.settings.backup {
            Backup::Margin => node.margins as f32 / (visits * self.most),
            Backup::Wins => node.wins as f32 / visits,
        }
    }

    /// Playouts from a leaf; none are needed where its value is known.
    fn sample(&mut self, here: Here) -> Sample {
        let node = self.tree.node(here.place);
        if node.is_solved() {
            return Sample::certain(node.low.value, here.standing, self.settings.together);
        }
        self.playouts.play(self.sower, here.mover, node.board, here.standing, self.settings.together)
    }

    /// Back up the way down, with what came of it.
    fn climb(&mut self, sample: Sample) {
        let Sample { playouts, mut margins, mut wins, .. } = sample;
        let mut news = self.settings.solver;
        for (i, &place) in self.way.iter().rev().enumerate() {
            if news && i > 0 {
                // The leaf's parent may have been expanded on the way down, and be tighter since.
                news = self.tree.tighten(place) || i == 1;
            }
            let node = self.tree.node_mut(place);
            node.count(playouts, margins.into(), wins.into());
            margins = i32::from(node.gain) * playouts.cast_signed() - margins;
            wins = -wins;
        }
    }

    /// What came of it. The search must have run.
    pub(super) fn choice(&self) -> Choice {
        let line = self.line();
        let mv = *line.moves().first().expect("the first way down expands the root, for which there is always room");
        let root = self.tree.node(self.tree.root);
        let place = self.tree.child(self.tree.root, mv).expect("the line begins there");
        let leans_on = root.low.leans_on.min(root.high.leans_on);
        Choice {
            mv,
            score: Some(self.score(place)),
            exact: self.settings.solver && root.is_solved() && leans_on >= self.ply,
            depth: self.depth.max(line.moves().len()) as u32,
            nodes: self.meter.nodes + self.company.as_ref().map_or(0, Company::others),
            line,
            by: None,
        }
    }

    /// The moves expected from the root on.
    fn line(&self) -> Line {
        let mut moves = Line::EMPTY;
        let mut way = [0; Line::MOST];
        let (mut place, mut standing, mut count) = (self.tree.root, self.standing, 0);
        while count < Line::MOST
            && let Some(child) = self.best_child(place, standing)
        {
            (way[count], place) = (child, child);
            standing = -standing - i32::from(self.tree.node(child).gain);
            count += 1;
        }
        for &place in way[..count].iter().rev() {
            moves = moves.after(self.tree.node(place).mv());
        }
        moves
    }

    /// The move to make: the one tried most often of those that can still come out best, or the best one proved, if that
    /// is at least as good.
    fn best_child(&self, place: Place, standing: i32) -> Option<Place> {
        let low = self.tree.node(place).low.value;
        let bounds = |child: &Node| (child.low_before().value, child.high_before().value);
        let children = || self.tree.children(place);
        let tried = children()
            .filter(|(_, child)| child.visits > 0 && (bounds(child).1 > low || !self.settings.solver))
            .max_by_key(|&(place, child)| (child.visits, std::cmp::Reverse(place)));
        let proved = children().filter(|(_, child)| self.settings.solver && bounds(child).0 == low);
        let proved = proved.max_by_key(|&(place, child)| (child.visits, std::cmp::Reverse(place)));
        match (tried, proved) {
            (Some((tried, child)), Some((proved, _))) => {
                let is_better = self.worth(child, standing) > self.scaled(low, standing);
                Some(if is_better { tried } else { proved })
            }
            (one, other) => one.or(other).map(|(place, _)| place),
        }
    }

    /// The margin expected to come if the root's move is this child, in counters.
    fn score(&self, place: Place) -> f32 {
        let child = self.tree.node(place);
        let mean = f32::from(child.gain) - (child.margins as f64 / f64::from(child.visits.max(1))) as f32;
        if self.settings.solver {
            mean.clamp(child.low_before().value.into(), child.high_before().value.into())
        } else {
            mean
        }
    }
}
