//! Looking ever deeper: from one move ahead to the limit, or to the proof.

use super::search::{Consulted, Features, Found, Question, Score, Search};
use super::table::Table;
use crate::engine::{Choice, Line};
use crate::evaluation::Tables;
use crate::limit::{Limit, Meter, Watch};
use crate::search::MOST_PLIES;
use pussa_rules::{Board, Children, Round, Side};

/// What a thread keeps from move to move.
pub(super) struct Worker {
    path: Vec<Board>,
}

impl Worker {
    pub(super) fn new() -> Self {
        Self { path: Vec::with_capacity(8 * MOST_PLIES) }
    }
}

/// What all threads work on.
pub(super) struct Task<'a> {
    pub(super) round: &'a Round,
    pub(super) table: &'a Table,
    pub(super) estimates: &'a Tables,
    pub(super) oracle: Option<Consulted<'a>>,
    pub(super) features: Features,
}

impl Task<'_> {
    /// Searches the position of the round ever deeper, until a limit is reached or the value is proved. Threads with
    /// different numbers go about it in different steps.
    pub(super) fn deepen(&self, worker: &mut Worker, watch: &Watch, number: u32) -> Choice {
        let mut root = self.root(worker, watch);
        let deepest = watch.limit.depth.unwrap_or(MOST_PLIES as u32).clamp(1, MOST_PLIES as u32);
        let usual = if self.features.strides { 2 } else { 1 };
        let (mut depth, mut stride) = (1, usual);
        let mut choice = Choice::at_once(self.round.choices().nth(0).expect("the round is not over"));
        loop {
            let ahead = depth + if depth > 1 { number % 2 } else { 0 };
            root.search.estimated = false;
            let Some((found, line)) = root.look(ahead) else { break };
            choice = Choice {
                mv: line.moves()[0],
                score: Some(found.value as f32),
                exact: found.proved && found.leans_on >= root.place,
                depth: ahead,
                nodes: root.search.meter.nodes,
                line,
                by: None,
            };
            (watch.report)(&choice);
            let meter = &mut root.search.meter;
            if depth == 1 {
                meter.set(watch.limit);
            }
            if found.proved || depth == deepest || !meter.has_time() {
                break;
            }
            if depth == 1 {
                // So that the last look is just as deep as asked.
                depth = 2 + (deepest - 2) % usual;
                continue;
            }
            // If all of it came from the table, positions that lead to one another may keep on telling each other what was
            // estimated long ago. Far enough ahead, the table ends before they come round.
            stride = if root.search.estimated { usual } else { 2 * stride };
            depth = (depth + stride).min(deepest);
        }
        Choice { nodes: root.search.meter.nodes, ..choice }
    }

    fn root<'b>(&'b self, worker: &'b mut Worker, watch: &Watch<'b>) -> Root<'b> {
        let round = self.round;
        worker.path.clear();
        worker.path.extend(round.history().iter().map(|board| board.without_reserves()));
        let mut children = Children::default();
        round.sower().children(round.side(), &round.board().without_reserves(), &mut children);
        Root {
            mover: round.side(),
            children,
            place: worker.path.len() - 1,
            most: round.board().total().cast_signed(),
            search: Search {
                sower: round.sower(),
                table: self.table,
                estimates: self.estimates,
                oracle: self.oracle,
                features: self.features,
                allows_endless: round.variant().allows_endless(),
                // A look one move ahead is always made.
                meter: Meter::new(Limit::NONE, watch.stop),
                estimated: false,
                path: &mut worker.path,
            },
        }
    }
}

/// The position that a move is wanted for.
struct Root<'a> {
    mover: Side,
    children: Children,
    /// Its place on the path.
    place: usize,
    /// All counters on the board.
    most: Score,
    search: Search<'a>,
}

impl Root<'_> {
    /// Looks so many moves ahead; `None` if it was called off.
    fn look(&mut self, depth: u32) -> Option<(Found, Line)> {
        let search = &mut self.search;
        let first = search.table.get(search.path[self.place], self.mover).and_then(|entry| entry.mv);
        // Below all there is, so that some move is better than nothing.
        let (alpha, beta) = (-self.most - 1, self.most + 1);
        let question = Question { mover: self.mover, alpha, beta, depth, since: 0 };
        let mut line = Line::EMPTY;
        let found = search.search_children(&self.children, question, first, &mut line);
        (!search.meter.is_over()).then_some((found, line))
    }
}
