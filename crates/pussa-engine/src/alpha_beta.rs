//! `alpha-beta`: looks ahead move by move, ever deeper, and leaves out what can't matter.

mod evaluation;
mod order;
mod search;
mod table;

use crate::engine::{Choice, Engine, EngineError, Line};
use crate::keys::{megabytes, milliseconds, whole};
use crate::limit::{Limit, Meter, Watch};
use crate::roster::Kind;
use crate::search::MOST_PLIES;
use crate::spec::{Spec, SpecError};
use evaluation::{COUNTER, Score, Weights};
use order::Order;
use pussa_rules::{Board, Children, Round, Side};
use search::{Features, Found, Question, Search};
use std::sync::atomic::{AtomicBool, Ordering};
use table::Table;

pub(crate) const KIND: Kind = Kind {
    name: "alpha-beta",
    about: "looks ahead with principal variation search and a transposition table; 100 ms a move unless told otherwise",
    keys: &[
        ("depth", "moves to look ahead, 1 to 250"),
        ("nodes", "positions to look at a move"),
        ("time", "time a move, as in 100ms or 2s"),
        ("hash", "size of the transposition table, as in 64MiB [default: 16MiB]"),
        ("threads", "threads that search together [default: 1]"),
        ("without", "a feature to leave out, for measuring: bounds, look-ups, empty-windows, killers or history"),
    ],
    make: |spec| Ok(Box::new(AlphaBeta::new(spec)?)),
};

struct AlphaBeta {
    limit: Limit,
    features: Features,
    table: Table,
    /// One for each thread.
    workers: Vec<Worker>,
}

/// What a thread keeps from move to move.
struct Worker {
    order: Order,
    path: Vec<Board>,
}

impl AlphaBeta {
    fn new(spec: &Spec) -> Result<Self, SpecError> {
        let limit = Limit {
            depth: whole(spec, "depth", 1, MOST_PLIES as u32)?,
            nodes: whole(spec, "nodes", 1, u64::MAX)?,
            time: milliseconds(spec, "time")?,
            ..Limit::NONE
        };
        let threads = whole(spec, "threads", 1, 256)?.unwrap_or(1);
        let hash = megabytes(spec, "hash")?.unwrap_or(16 << 20);
        let worker = || Worker { order: Order::new(), path: Vec::with_capacity(8 * MOST_PLIES) };
        Ok(Self {
            limit,
            features: features(spec)?,
            table: Table::new(hash, true),
            workers: (0..threads).map(|_| worker()).collect(),
        })
    }
}

fn features(spec: &Spec) -> Result<Features, SpecError> {
    let mut features = Features::ALL;
    if let Some(name) = spec.value("without") {
        let feature = match name {
            "bounds" => &mut features.bounds,
            "look-ups" => &mut features.look_ups,
            "empty-windows" => &mut features.empty_windows,
            "killers" => &mut features.killers,
            "history" => &mut features.history,
            _ => {
                return Err(SpecError::Value {
                    spec: spec.to_string(),
                    key: "without".into(),
                    value: name.into(),
                    wanted: "bounds, look-ups, empty-windows, killers or history".into(),
                });
            }
        };
        *feature = false;
    }
    Ok(features)
}

impl Engine for AlphaBeta {
    fn new_game(&mut self, _: u64) {
        self.table.clear(true);
        for worker in &mut self.workers {
            worker.order.clear();
        }
    }

    fn choose(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        let watch = Watch { limit: self.limit.and(watch.limit).or_usual(), ..*watch };
        let (features, table) = (self.features, &self.table);
        let done = AtomicBool::new(false);
        let [first, others @ ..] = self.workers.as_mut_slice() else { unreachable!("there is a thread at least") };
        if others.is_empty() {
            return Ok(deepen(round, first, table, features, &watch, 0));
        }
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(number, worker)| {
                    let done = &done;
                    // What they find is in the table; the first thread keeps the limits.
                    scope.spawn(move || {
                        let watch = Watch { stop: done, ..Watch::none() };
                        deepen(round, worker, table, features, &watch, number).nodes
                    })
                })
                .collect();
            let mut choice = deepen(round, first, table, features, &watch, 0);
            done.store(true, Ordering::Relaxed);
            choice.nodes += helpers.into_iter().map(|helper| helper.join().expect("it only searches")).sum::<u64>();
            Ok(choice)
        })
    }
}

/// Searches the position of a round ever deeper, until a limit is reached or the value is proved. Threads with different
/// numbers go about it in different steps.
fn deepen(round: &Round, worker: &mut Worker, table: &Table, features: Features, watch: &Watch, number: u32) -> Choice {
    worker.path.clear();
    worker.path.extend(round.history().iter().map(|board| board.without_reserves()));
    let mut root = Root {
        mover: round.side(),
        children: Children::default(),
        place: worker.path.len() - 1,
        most: round.board().total().cast_signed() * COUNTER,
        search: Search {
            sower: round.sower(),
            table,
            weights: &Weights::PLAIN,
            features,
            allows_endless: round.variant().allows_endless(),
            // A look one move ahead is always made.
            meter: Meter::new(Limit::NONE, watch.stop),
            order: &mut worker.order,
            path: &mut worker.path,
        },
    };
    let board = round.board().without_reserves();
    root.search.sower.children(root.mover, &board, &mut root.children);
    let deepest = watch.limit.depth.unwrap_or(MOST_PLIES as u32).min(MOST_PLIES as u32);
    let mut choice = Choice::at_once(round.choices().nth(0).expect("the round is not over"));
    for depth in 1..=deepest {
        let ahead = depth + if depth > 1 { number % 2 } else { 0 };
        let Some((found, line)) = root.look(ahead) else { break };
        choice = Choice {
            mv: line.moves()[0],
            score: Some(found.value as f32 / COUNTER as f32),
            exact: found.proved && found.leans_on >= root.place,
            depth: ahead,
            nodes: root.search.meter.nodes,
            line,
        };
        (watch.report)(&choice);
        let meter = &mut root.search.meter;
        if depth == 1 {
            meter.set(watch.limit);
        }
        if found.proved || !meter.has_time() {
            break;
        }
    }
    Choice { nodes: root.search.meter.nodes, ..choice }
}

/// The position that a move is wanted for.
struct Root<'a> {
    mover: Side,
    children: Children,
    /// Its place on the path.
    place: usize,
    /// All counters on the board, in hundredths.
    most: Score,
    search: Search<'a>,
}

impl Root<'_> {
    /// Looks so many moves ahead; `None` if it was called off.
    fn look(&mut self, depth: u32) -> Option<(Found, Line)> {
        let search = &mut self.search;
        let first = search.table.get(search.path[self.place], self.mover).and_then(|entry| entry.mv);
        let mut line = Line::EMPTY;
        // Below all there is, so that some move is better than nothing.
        let (alpha, beta) = (-self.most - 1, self.most + 1);
        let question = Question { mover: self.mover, alpha, beta, depth, since: 0 };
        let found = search.search_children(&self.children, question, first, &mut line);
        (!search.meter.is_over()).then_some((found, line))
    }
}
