//! Company: several threads search one position, each in a tree of its own, and tell each other what they find where
//! most playouts go.
//!
//! Every thread has random choices of its own. Now and then it adds what it found since the last time to what all have
//! found, and takes from there what the others have: sums of playouts, and bounds. Where few playouts go the trees stay
//! apart, so that no thread waits for another on its way: a way down and a playout take less time together than two
//! processors need to agree on the nodes of a way. A node is known by the moves from the root to it. So it has the same
//! path in every tree, with the same past before it, and a bound proved in one holds in all, leaning on the same plies.

use super::tree::{Bound, Node, Place, Tree};
use std::sync::{Mutex, PoisonError};

/// How many moves a position has at most.
const MOVES: usize = 7;

/// How many nodes are shared at most: the root, and then the children of one node at a time.
const MOST: usize = 1 + 1000 * MOVES;

/// The children of a node are shared if one playout of so many goes through it, and if it had so many at least.
const SHARE: u64 = 1024;
const FEWEST: u32 = 8;

/// How many playouts a thread makes between two meetings: a part of those it has made, within bounds.
const PART: u64 = 16;
const LEAST_APART: u64 = 64;
const MOST_APART: u64 = 1024;

/// Sums of playouts, as [`Node`] has them.
#[derive(Clone, Copy)]
struct Tally {
    visits: i64,
    margins: i64,
    wins: i64,
}

impl Tally {
    const NONE: Self = Self { visits: 0, margins: 0, wins: 0 };

    fn of(node: &Node) -> Self {
        Self { visits: node.visits.into(), margins: node.margins, wins: node.wins }
    }

    fn plus(self, other: Self) -> Self {
        Self { visits: self.visits + other.visits, margins: self.margins + other.margins, wins: self.wins + other.wins }
    }

    fn less(self, other: Self) -> Self {
        Self { visits: self.visits - other.visits, margins: self.margins - other.margins, wins: self.wins - other.wins }
    }
}

/// What all threads have found of a node since the search began.
#[derive(Clone, Copy)]
struct Found {
    tally: Tally,
    low: Bound,
    high: Bound,
    /// Where its children stand, by their moves, if they are shared.
    first: Option<usize>,
}

impl Found {
    const NOTHING: Self = Self { tally: Tally::NONE, low: Bound::NO_LOW, high: Bound::NO_HIGH, first: None };
}

/// What all threads have found.
pub(super) struct Common(Mutex<Findings>);

struct Findings {
    /// The root first.
    nodes: Vec<Found>,
    /// How many positions were looked at.
    positions: u64,
    /// How many moves ahead some tree looks.
    depth: usize,
}

impl Common {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Findings { nodes: Vec::with_capacity(MOST), positions: 0, depth: 0 }))
    }

    /// Forgets everything, before a search.
    pub(super) fn clear(&mut self) {
        let findings = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        findings.nodes.clear();
        findings.nodes.push(Found::NOTHING);
        (findings.positions, findings.depth) = (0, 0);
    }
}

impl Findings {
    /// Where the children of a node stand, which are shared from now on if it is worth it and there is room.
    fn children(&mut self, at: usize, is_worth_it: bool) -> Option<usize> {
        if self.nodes[at].first.is_none() && is_worth_it && self.nodes.len() + MOVES <= MOST {
            self.nodes[at].first = Some(self.nodes.len());
            self.nodes.extend([Found::NOTHING; MOVES]);
        }
        self.nodes[at].first
    }
}

/// Whether the children of a node are worth sharing. Those of the root are: a bound on it goes with that of a move.
fn is_busy(tree: &Tree, place: Place) -> bool {
    let (visits, all) = (tree.node(place).visits, tree.node(tree.root).visits);
    place == tree.root || (visits >= FEWEST && u64::from(visits) * SHARE >= u64::from(all))
}

/// What a thread remembers of its last meeting with the others: the sums of its own node, and of that of all.
#[derive(Clone, Copy)]
struct Last {
    own: Tally,
    all: Tally,
}

impl Last {
    const NONE: Self = Self { own: Tally::NONE, all: Tally::NONE };
}

/// What a thread remembers of its last meeting with the others, for each node that is shared.
pub(super) struct Memory(Vec<Last>);

impl Memory {
    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(MOST))
    }
}

/// The threads that search the same position, as one of them sees the others.
pub(super) struct Company<'a> {
    common: &'a Common,
    memory: &'a mut Memory,
    /// Whether bounds are shared too.
    solver: bool,
    /// Playouts of its own.
    playouts: u64,
    /// The playouts after which to meet again.
    meeting: u64,
    /// Positions of its own that it has told of.
    positions: u64,
    /// Positions that the others have told of.
    others: u64,
}

impl<'a> Company<'a> {
    /// Joins the others. What the tree knows of an earlier search is no news: most of it was shared then.
    pub(super) fn join(common: &'a Common, memory: &'a mut Memory, solver: bool, tree: &mut Tree) -> Self {
        memory.0.clear();
        if solver && tree.node(tree.root).is_expanded() {
            // Bounds may have come from another tree, and those of its moves may not.
            tree.prove_again(tree.root);
        }
        let mut findings = common.0.lock().unwrap_or_else(PoisonError::into_inner);
        memory.note(tree, &mut findings, tree.root, 0);
        drop(findings);
        Self { common, memory, solver, playouts: 0, meeting: LEAST_APART, positions: 0, others: 0 }
    }

    /// Counts playouts; whether it is time to meet.
    pub(super) fn is_due(&mut self, playouts: u32) -> bool {
        self.playouts += u64::from(playouts);
        self.playouts >= self.meeting
    }

    /// How many positions the others had looked at when they were last met.
    pub(super) fn others(&self) -> u64 {
        self.others
    }

    /// Tells what was found since the last meeting, how far ahead the tree looks, and how many positions were looked at
    /// in all; takes over what the others found. How far ahead some tree looks.
    pub(super) fn meet(&mut self, tree: &mut Tree, depth: usize, positions: u64) -> usize {
        let mut findings = self.common.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.meeting = self.playouts + (self.playouts / PART).clamp(LEAST_APART, MOST_APART);
        findings.positions += positions - self.positions;
        self.positions = positions;
        self.others = findings.positions - positions;
        findings.depth = findings.depth.max(depth);
        let root = tree.root;
        self.share(tree, &mut findings, root, 0);
        findings.depth
    }

    /// Tells and takes over what is known of a node, which stands at this place among those shared, and of all that
    /// come after it.
    fn share(&mut self, tree: &mut Tree, findings: &mut Findings, place: Place, at: usize) {
        let (node, found, last) = (tree.node_mut(place), &mut findings.nodes[at], self.memory.at(at));
        let news = Tally::of(node).less(last.own);
        let others = found.tally.less(last.all);
        let is_proved_alike = !self.solver || (node.low, node.high) == (found.low, found.high);
        if news.visits == 0 && others.visits == 0 && is_proved_alike {
            return;
        }
        found.tally = found.tally.plus(news);
        node.count(u32::try_from(others.visits).unwrap_or(u32::MAX), others.margins, others.wins);
        *last = Last { own: Tally::of(node), all: found.tally };
        if self.solver {
            node.confine(found.low, found.high);
            (found.low, found.high) = (node.low, node.high);
        }
        if !tree.node(place).is_expanded() {
            return;
        }
        let Some(first) = findings.children(at, is_busy(tree, place)) else { return };
        for child in tree.places(place) {
            let at = first + usize::from(tree.node(child).mv().place());
            self.share(tree, findings, child, at);
        }
        if self.solver {
            tree.tighten(place);
        }
    }
}

impl Memory {
    fn at(&mut self, at: usize) -> &mut Last {
        if at >= self.0.len() {
            self.0.resize(at + 1, Last::NONE);
        }
        &mut self.0[at]
    }

    /// Notes what the tree knows of a node, and of those after it through which many playouts went.
    fn note(&mut self, tree: &Tree, findings: &mut Findings, place: Place, at: usize) {
        let node = tree.node(place);
        self.at(at).own = Tally::of(node);
        if !node.is_expanded() {
            return;
        }
        let Some(first) = findings.children(at, is_busy(tree, place)) else { return };
        for (child, node) in tree.children(place) {
            self.note(tree, findings, child, first + usize::from(node.mv().place()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{Children, Round, Variant, WALAK_PUSSA};

    /// The start with its moves.
    fn tree() -> Tree {
        let variant = Variant::new(WALAK_PUSSA);
        let round = Round::new(variant, variant.start());
        let mut children = Children::default();
        round.sower().children(round.side(), &round.board(), &mut children);
        let mut tree = Tree::new(1 << 16).unwrap();
        tree.plant(round.board());
        assert!(tree.expand(0, &children, false));
        tree
    }

    /// Playouts through the first move: their number and the sum of their margins for who makes it.
    fn play(tree: &mut Tree, playouts: u32, margins: i64) {
        tree.node_mut(0).count(playouts, margins, 0);
        tree.node_mut(1).count(playouts, -margins, 0);
    }

    fn sums(tree: &Tree) -> [(u32, i64); 2] {
        [0, 1].map(|place| (tree.node(place).visits, tree.node(place).margins))
    }

    #[test]
    fn each_thread_comes_to_know_the_playouts_of_all_just_once() {
        let mut common = Common::new();
        common.clear();
        let (mut one, mut other) = (tree(), tree());
        // What was known before the search is no news.
        play(&mut other, 7, 70);
        let (mut memories, common) = ([Memory::new(), Memory::new()], &common);
        let [first, second] = &mut memories;
        let mut here = Company::join(common, first, true, &mut one);
        let mut there = Company::join(common, second, true, &mut other);
        play(&mut one, 3, 30);
        play(&mut other, 2, -10);
        here.meet(&mut one, 1, 100);
        there.meet(&mut other, 4, 50);
        play(&mut other, 1, 1);
        there.meet(&mut other, 4, 60);
        assert_eq!(here.meet(&mut one, 1, 100), 4, "the deepest of both");
        there.meet(&mut other, 4, 60);
        assert_eq!(sums(&one), [(6, 21), (6, -21)]);
        assert_eq!(sums(&other), [(13, 91), (13, -91)]);
        assert_eq!((here.others(), there.others()), (60, 100));
    }

    #[test]
    fn a_bound_on_a_move_proved_by_one_thread_bounds_the_root_of_another() {
        let mut common = Common::new();
        common.clear();
        let (mut one, mut other) = (tree(), tree());
        let (mut memories, common) = ([Memory::new(), Memory::new()], &common);
        let [first, second] = &mut memories;
        let mut here = Company::join(common, first, true, &mut one);
        let mut there = Company::join(common, second, true, &mut other);
        one.node_mut(1).solve(-5);
        let gain = one.node(1).gain;
        play(&mut one, 1, 5);
        here.meet(&mut one, 1, 1);
        there.meet(&mut other, 1, 1);
        assert_eq!((other.node(1).low.value, other.node(1).high.value), (-5, -5));
        assert_eq!(other.node(0).low.value, gain + 5);
    }
}
