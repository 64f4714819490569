//! `alpha-beta`: looks ahead move by move, ever deeper, and leaves out what can't matter.

mod deepen;
mod order;
mod search;
mod table;

use crate::engine::{Choice, Engine, EngineError};
use crate::evaluation::{Tables, Weights};
use crate::keys::{megabytes, milliseconds, whole, word};
use crate::limit::{Limit, Watch};
use crate::oracle::Oracle;
use crate::roster::Kind;
use crate::search::MOST_PLIES;
use crate::spec::{Spec, SpecError};
use deepen::{Task, Worker};
use pussa_rules::{Ring, Round, Side, Variant};
use search::{Consulted, Features};
use std::path::Path;
use std::sync::Arc;
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
        (
            "evaluation",
            "what positions are judged by where the search ends: fitted, plain (the best gain), or a file of weights as \
             tune writes them [default: fitted]",
        ),
        (
            "without",
            "a feature to leave out, for measuring: bounds, empty-windows, table-moves, outlook, strides, deeper \
             or oracle",
        ),
    ],
    make: |spec| Ok(Box::new(AlphaBeta::new(spec)?)),
};

struct AlphaBeta {
    limit: Limit,
    evaluation: Evaluation,
    features: Features,
    table: Table,
    oracle: Option<Arc<dyn Oracle>>,
    /// What the table is of.
    known: Option<Known>,
    /// One for each thread.
    workers: Vec<Worker>,
}

/// What positions are judged by where the search ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Evaluation {
    /// Weights that were fitted to the game.
    Fitted,
    /// These weights.
    Given(Weights),
}

impl Evaluation {
    fn of(spec: &Spec) -> Result<Self, SpecError> {
        match spec.value("evaluation") {
            None | Some("fitted") => Ok(Self::Fitted),
            Some("plain") => Ok(Self::Given(Weights::PLAIN)),
            Some(path) => Weights::read(Path::new(path)).map(Self::Given).map_err(|error| SpecError::Value {
                spec: spec.to_string(),
                key: "evaluation".into(),
                value: path.into(),
                wanted: format!("fitted, plain, or a file of weights, and of that file: {error}"),
            }),
        }
    }
}

/// Whose positions the engine has seen last, and how they are judged.
struct Known {
    variant: Variant,
    ring: Ring,
    estimates: Tables,
    /// The most counters of a board that the oracle is asked about.
    reach: Option<u8>,
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
        Ok(Self {
            limit,
            evaluation: Evaluation::of(spec)?,
            features: word(spec, "without", &Features::WITHOUT)?.unwrap_or(Features::ALL),
            table: Table::new(hash, true).ok_or_else(|| SpecError::no_memory(spec, hash))?,
            oracle: None,
            known: None,
            workers: (0..threads).map(|_| Worker::new()).collect(),
        })
    }
}

impl AlphaBeta {
    /// Makes what depends on the variant and the ring, and forgets what was found out about others.
    fn prepare(&mut self, round: &Round) {
        let (variant, ring) = (round.variant(), round.sower().ring());
        if self.known.as_ref().is_some_and(|known| known.variant == variant && known.ring == ring) {
            return;
        }
        let weights = match self.evaluation {
            Evaluation::Fitted => Weights::of(variant.game()),
            Evaluation::Given(weights) => weights,
        };
        self.forget(ring);
        let oracle = self.oracle.as_ref().filter(|_| self.features.oracle);
        let reach = oracle.and_then(|oracle| oracle.reach(&variant, ring));
        self.known = Some(Known { variant, ring, estimates: Tables::new(weights, ring), reach });
    }

    fn forget(&mut self, ring: Ring) {
        // With rows of one length, what is true of a board is true whoever is to move.
        self.table.clear(ring.holes(Side::South) != ring.holes(Side::North));
    }
}

impl Engine for AlphaBeta {
    fn new_game(&mut self, _: u64) {
        if let Some(ring) = self.known.as_ref().map(|known| known.ring) {
            self.forget(ring);
        }
    }

    fn choose(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        self.prepare(round);
        let watch = Watch { limit: self.limit.and(watch.limit).or_usual(), ..*watch };
        let known = self.known.as_ref().expect("it was prepared");
        let oracle = self.oracle.as_deref().zip(known.reach).map(|(oracle, reach)| Consulted {
            oracle,
            variant: known.variant,
            reach: u32::from(reach),
        });
        let task = Task { round, table: &self.table, estimates: &known.estimates, oracle, features: self.features };
        let done = AtomicBool::new(false);
        let [first, others @ ..] = self.workers.as_mut_slice() else { unreachable!("there is a thread at least") };
        if others.is_empty() {
            return Ok(task.deepen(first, &watch, 0));
        }
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(number, worker)| {
                    let (task, done) = (&task, &done);
                    // What they find is in the table; the first thread keeps the limits.
                    let watch = move || Watch { stop: done, ..Watch::none() };
                    scope.spawn(move || task.deepen(worker, &watch(), number).nodes)
                })
                .collect();
            let mut choice = task.deepen(first, &watch, 0);
            done.store(true, Ordering::Relaxed);
            choice.nodes += helpers.into_iter().map(|helper| helper.join().expect("it only searches")).sum::<u64>();
            Ok(choice)
        })
    }

    fn consult(&mut self, oracle: Arc<dyn Oracle>) {
        self.oracle = Some(oracle);
        self.known = None;
    }
}
