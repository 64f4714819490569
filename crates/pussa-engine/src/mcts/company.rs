//! Company: several threads search one position, each in a tree of its own, and tell each other what they find near the
//! root.
//!
//! Every thread has random choices of its own. Now and then it adds what it found since the last time to what all have
//! found, and takes from there what the others have: sums of playouts, and bounds. Deeper down the trees stay apart, so
//! that no thread waits for another on its way. A node is known by the moves from the root to it. So it has the same path
//! in every tree, with the same past before it, and a bound proved in one holds in all, leaning on the same plies.

use super::tree::{Bound, Node, Place, Tree};
use std::sync::{Mutex, PoisonError};

/// How many moves from the root nodes are shared.
pub(super) const DEEP: usize = 2;

/// How many moves a position has at most.
const MOVES: usize = 7;

/// Nodes that are shared: the root, then those that one move leads to, and so on.
const SHARED: usize = (MOVES.pow(DEEP as u32 + 1) - 1) / (MOVES - 1);

/// How many playouts a thread makes between two meetings.
const PERIOD: u32 = 64;

/// Sums of playouts, as [`Node`] has them.
#[derive(Clone, Copy, Default)]
struct Tally {
    visits: i64,
    margins: i64,
    wins: i64,
}

impl Tally {
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
}

impl Found {
    const NOTHING: Self =
        Self { tally: Tally { visits: 0, margins: 0, wins: 0 }, low: Bound::NO_LOW, high: Bound::NO_HIGH };
}

/// What all threads have found.
pub(super) struct Common(Mutex<Findings>);

struct Findings {
    nodes: Box<[Found]>,
    /// How many positions were looked at.
    positions: u64,
    /// How many moves ahead some tree looks.
    depth: usize,
}

impl Common {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Findings { nodes: vec![Found::NOTHING; SHARED].into(), positions: 0, depth: 0 }))
    }

    /// Forgets everything, before a search.
    pub(super) fn clear(&mut self) {
        let findings = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        findings.nodes.fill(Found::NOTHING);
        (findings.positions, findings.depth) = (0, 0);
    }
}

/// What a thread remembers of its last meeting with the others: the sums of its own node, and of that of all.
#[derive(Clone, Copy, Default)]
struct Last {
    own: Tally,
    all: Tally,
}

/// What a thread remembers of its last meeting with the others.
pub(super) struct Memory(Box<[Last]>);

impl Memory {
    pub(super) fn new() -> Self {
        Self(vec![Last::default(); SHARED].into())
    }

    /// Before a search: what the tree tells of nodes fewer than `known` moves from the root was shared in an earlier
    /// search, and is no news.
    pub(super) fn begin(&mut self, tree: &Tree, known: usize) {
        self.0.fill(Last::default());
        self.note(tree, tree.root, 0, known);
    }

    fn note(&mut self, tree: &Tree, place: Place, slot: usize, known: usize) {
        if known > 0 {
            self.0[slot].own = Tally::of(tree.node(place));
            for (child, node) in tree.children(place) {
                self.note(tree, child, slot_after(slot, node), known - 1);
            }
        }
    }
}

/// Where a child of a node stands among the nodes shared.
fn slot_after(slot: usize, child: &Node) -> usize {
    slot * MOVES + 1 + usize::from(child.mv().place())
}

/// The threads that search the same position, as one of them sees the others.
pub(super) struct Company<'a> {
    common: &'a Common,
    memory: &'a mut Memory,
    /// Whether bounds are shared too.
    solver: bool,
    /// Playouts since the last meeting.
    playouts: u32,
    /// Positions of its own that it has told of.
    positions: u64,
    /// Positions that the others have told of.
    others: u64,
}

impl<'a> Company<'a> {
    pub(super) fn new(common: &'a Common, memory: &'a mut Memory, solver: bool) -> Self {
        Self { common, memory, solver, playouts: 0, positions: 0, others: 0 }
    }

    /// Counts playouts; whether it is time to meet.
    pub(super) fn is_due(&mut self, playouts: u32) -> bool {
        self.playouts += playouts;
        self.playouts >= PERIOD
    }

    /// How many positions the others had looked at when they were last met.
    pub(super) fn others(&self) -> u64 {
        self.others
    }

    /// Tells what was found since the last meeting, how far ahead the tree looks, and how many positions were looked at
    /// in all; takes over what the others found. How far ahead some tree looks.
    pub(super) fn meet(&mut self, tree: &mut Tree, depth: usize, positions: u64) -> usize {
        let mut findings = self.common.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.playouts = 0;
        findings.positions += positions - self.positions;
        self.positions = positions;
        self.others = findings.positions - positions;
        findings.depth = findings.depth.max(depth);
        let root = tree.root;
        self.share(tree, &mut findings.nodes, root, 0, DEEP);
        findings.depth
    }

    /// Tells and takes over what is known of a node, and of those up to `below` moves after it.
    fn share(&mut self, tree: &mut Tree, nodes: &mut [Found], place: Place, slot: usize, below: usize) {
        let (node, found, last) = (tree.node_mut(place), &mut nodes[slot], &mut self.memory.0[slot]);
        let news = Tally::of(node).less(last.own);
        let others = found.tally.less(last.all);
        found.tally = found.tally.plus(news);
        node.count(u32::try_from(others.visits).unwrap_or(u32::MAX), others.margins, others.wins);
        *last = Last { own: Tally::of(node), all: found.tally };
        if self.solver {
            node.confine(found.low, found.high);
            (found.low, found.high) = (node.low, node.high);
        }
        if below == 0 || !node.is_expanded() {
            return;
        }
        for child in tree.places(place) {
            let slot = slot_after(slot, tree.node(child));
            self.share(tree, nodes, child, slot, below - 1);
        }
        if self.solver {
            tree.tighten(place);
        }
    }
}
