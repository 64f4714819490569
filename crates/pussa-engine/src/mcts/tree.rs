//! The tree: nodes in one pool that is allocated once, each with what playouts say of it and what is proved.

use crate::search::gain;
use pussa_rules::{Board, Children, Move};
use std::ops::Range;

/// A bound on a node's margin, in counters to come for the player to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) value: i16,
    /// The earliest ply of the round on whose board the proof leans, as a repetition; [`Bound::FREE`] if on none.
    pub(super) leans_on: u32,
}

impl Bound {
    /// Leans on nothing.
    pub(super) const FREE: u32 = u32::MAX;

    /// Nothing is known from below.
    pub(super) const NO_LOW: Self = Self { value: i16::MIN, leans_on: 0 };

    /// Nothing is known from above.
    pub(super) const NO_HIGH: Self = Self { value: i16::MAX, leans_on: 0 };

    fn free(value: i16) -> Self {
        Self { value, leans_on: Self::FREE }
    }

    /// The better of two lower bounds: the tighter, or of two as tight the one that leans on less of the past.
    pub(super) fn or_low(self, other: Self) -> Self {
        if (other.value, other.leans_on) > (self.value, self.leans_on) { other } else { self }
    }

    /// The better of two upper bounds, likewise.
    pub(super) fn or_high(self, other: Self) -> Self {
        if (-i32::from(other.value), other.leans_on) > (-i32::from(self.value), self.leans_on) { other } else { self }
    }

    /// The same seen from the parent, after a move that gains so much.
    fn before(self, gain: i16) -> Self {
        Self { value: gain - self.value, ..self }
    }
}

/// Where a node stands in the pool.
pub(super) type Place = u32;

/// A position reached by one path: a cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The board without reserves, as the player to move sees it.
    pub(super) board: Board,
    /// The sum of the margins to come, for the player to move, of all playouts through the node.
    pub(super) margins: i64,
    /// Of those playouts, how many the player to move won less how many were lost.
    pub(super) wins: i64,
    /// How many playouts there were.
    pub(super) visits: u32,
    /// The value is at least so much.
    pub(super) low: Bound,
    /// The value is at most so much.
    pub(super) high: Bound,
    first: Place,
    parent: Place,
    /// What the move to here gained for who made it, in counters.
    pub(super) gain: i16,
    /// How many children it has in the tree.
    children: u8,
    /// The move to here.
    mv: u8,
}

impl Node {
    fn new(board: Board, mv: u8, gain: i16, parent: Place) -> Self {
        let (low, high) = Self::bounds(board);
        Self { board, margins: 0, wins: 0, visits: 0, low, high, first: 0, parent, gain, children: 0, mv }
    }

    /// What holds of any board: nobody can win more than there is.
    fn bounds(board: Board) -> (Bound, Bound) {
        let most = board.total() as i16;
        (Bound::free(-most), Bound::free(most))
    }

    pub(super) fn mv(&self) -> Move {
        Move::new(self.mv)
    }

    /// Whether its children are in the tree.
    pub(super) fn is_expanded(&self) -> bool {
        self.children > 0
    }

    /// Whether the bounds meet.
    pub(super) fn is_solved(&self) -> bool {
        self.low.value == self.high.value
    }

    /// The value is this, whatever stands on the path.
    pub(super) fn solve(&mut self, value: i16) {
        (self.low, self.high) = (Bound::free(value), Bound::free(value));
    }

    /// The board stood at this ply of the path: from here on, play without end is worth nothing (E5).
    pub(super) fn repeat(&mut self, ply: u32) {
        let bound = Bound { value: 0, leans_on: ply };
        (self.low, self.high) = (bound, bound);
    }

    /// Takes over bounds that are better than its own: what was proved once stays proved. False if none is.
    pub(super) fn confine(&mut self, low: Bound, high: Bound) -> bool {
        let before = (self.low, self.high);
        (self.low, self.high) = (self.low.or_low(low), self.high.or_high(high));
        (self.low, self.high) != before
    }

    /// Counts playouts with the sums of what they came to. A node that can't count any more keeps what it has.
    pub(super) fn count(&mut self, playouts: u32, margins: i64, wins: i64) {
        if let Some(visits) = self.visits.checked_add(playouts) {
            self.visits = visits;
            self.margins += margins;
            self.wins += wins;
        }
    }

    /// At least so much, for the parent.
    pub(super) fn low_before(&self) -> Bound {
        self.high.before(self.gain)
    }

    /// At most so much, for the parent.
    pub(super) fn high_before(&self) -> Bound {
        self.low.before(self.gain)
    }
}

/// The nodes. A parent always stands before its children, who stand side by side.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    pub(super) root: Place,
}

impl Tree {
    const NOBODY: Place = Place::MAX;

    /// A tree of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let most = (bytes / size_of::<Node>()).min(Self::NOBODY as usize);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(most).ok()?;
        Some(Self { nodes, root: 0 })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.root = 0;
    }

    /// Begins anew from a board.
    pub(super) fn plant(&mut self, board: Board) {
        self.clear();
        self.nodes.push(Node::new(board.without_reserves(), 0, 0, Self::NOBODY));
    }

    pub(super) fn node(&self, place: Place) -> &Node {
        &self.nodes[place as usize]
    }

    pub(super) fn node_mut(&mut self, place: Place) -> &mut Node {
        &mut self.nodes[place as usize]
    }

    /// The children of a node that are in the tree, with their places.
    pub(super) fn children(&self, place: Place) -> impl Iterator<Item = (Place, &Node)> {
        let Node { first, children, .. } = *self.node(place);
        (first..).zip(&self.nodes[first as usize..][..usize::from(children)])
    }

    /// The places of the children of a node that are in the tree.
    pub(super) fn places(&self, place: Place) -> Range<Place> {
        let Node { first, children, .. } = *self.node(place);
        first..first + Place::from(children)
    }

    /// The child that a move leads to.
    pub(super) fn child(&self, place: Place, mv: Move) -> Option<Place> {
        self.children(place).find(|(_, node)| node.mv() == mv).map(|(child, _)| child)
    }

    /// Adds the children of a node, those that gain most first. False if there is no room for them.
    pub(super) fn expand(&mut self, place: Place, children: &Children, allows_endless: bool) -> bool {
        if self.nodes.capacity() - self.nodes.len() < 8 {
            return false;
        }
        let first = self.nodes.len();
        for (mv, child) in children.iter() {
            let gain = gain(child) as i16;
            self.nodes.push(Node::new(child.without_reserves(), mv.place(), gain, place));
        }
        if allows_endless && let Some(mv) = children.endless().nth(0) {
            // An endless move ends the round with a split: no margin is to come (M8).
            let mut node = Node::new(self.node(place).board, mv.place(), 0, place);
            node.solve(0);
            self.nodes.push(node);
        }
        self.nodes[first..].sort_unstable_by_key(|node| (-node.gain, node.mv));
        let count = (self.nodes.len() - first) as u8;
        let node = self.node_mut(place);
        (node.first, node.children) = (first as Place, count);
        true
    }

    /// Works out the bounds of a node from those of its children. False if they stay as they were.
    pub(super) fn tighten(&mut self, place: Place) -> bool {
        let mut low = Bound::NO_LOW;
        let mut high = Bound::free(i16::MIN);
        for (_, child) in self.children(place) {
            // One move that is good enough proves the lower bound, so it leans on what that one leans on. The upper
            // bound takes a proof for every move.
            let (at_least, at_most) = (child.low_before(), child.high_before());
            low = low.or_low(at_least);
            high.value = high.value.max(at_most.value);
            high.leans_on = high.leans_on.min(at_most.leans_on);
        }
        self.node_mut(place).confine(low, high)
    }

    /// Forgets bounds of a node that no child of it proves: of a root, they would not tell which move to make.
    pub(super) fn prove_again(&mut self, place: Place) {
        let node = self.node_mut(place);
        (node.low, node.high) = Node::bounds(node.board);
        self.tighten(place);
    }

    /// Makes room, if less than half of it is left, by dropping all nodes that don't come after the root.
    pub(super) fn make_room(&mut self) {
        if self.nodes.len() > self.nodes.capacity() / 2 {
            self.compact();
        }
    }

    /// Drops all nodes that don't come after the root. The others move together, keeping their order: so each is moved
    /// after its parent, which has left word whether it is kept and where the parent stands now.
    fn compact(&mut self) {
        let mut kept = 0;
        for place in 0..self.nodes.len() {
            let node = self.nodes[place];
            let is_root = place == self.root as usize;
            let is_kept = is_root || (place > self.root as usize && node.parent != Self::NOBODY);
            let parent = if is_kept { kept as Place } else { Self::NOBODY };
            for child in &mut self.nodes[node.first as usize..][..usize::from(node.children)] {
                child.parent = parent;
            }
            if !is_kept {
                continue;
            }
            self.nodes[kept] = node;
            if is_root {
                self.nodes[kept].parent = Self::NOBODY;
            } else {
                // The first of the children to be moved is the first in the row.
                let parent = &mut self.nodes[node.parent as usize];
                parent.first = parent.first.min(kept as Place);
            }
            kept += 1;
        }
        self.nodes.truncate(kept);
        self.root = 0;
    }
}
