//! `mcts`: grows a tree where playouts look best, and proves what it can.

mod company;
mod playouts;
mod reports;
mod search;
mod tree;
mod worker;

use crate::engine::{Choice, Engine, EngineError};
use crate::keys::{decimal, megabytes, milliseconds, whole, word};
use crate::limit::{Limit, Meter, Watch};
use crate::roster::Kind;
use crate::spec::{Spec, SpecError};
use company::Common;
use playouts::Style;
use pussa_rules::Round;
use reports::Reports;
use search::{Backup, Settings};
use worker::{Manner, Worker};

pub(crate) const KIND: Kind = Kind {
    name: "mcts",
    about: "Monte-Carlo tree search (UCT) with proven bounds; 100 ms a move unless told otherwise",
    keys: &[
        ("playouts", "rounds to play out a move"),
        ("nodes", "positions to look at a move, those of playouts included"),
        ("time", "time a move, as in 100ms or 2s"),
        ("hash", "size of the tree, as in 64MiB [default: 64MiB]"),
        ("threads", "threads that search together, each in a part of the tree's size [default: 1]"),
        ("exploration", "how much moves seldom tried are favoured, 0 to 10 [default: 0.4]"),
        ("first-play", "how much less than its parent a move never tried is thought to be worth, 0 to 2 [default: 0]"),
        ("together", "playouts from each leaf, 1 to 1024 [default: 1]"),
        ("rollouts", "how playouts choose moves: random or greedy [default: greedy]"),
        ("backup", "what playouts are judged by: margin or wins [default: margin]"),
        ("solver", "whether bounds are proved: on or off [default: on]"),
    ],
    make: |spec| Ok(Box::new(Mcts::new(spec)?)),
};

struct Mcts {
    limit: Limit,
    manner: Manner,
    /// One for each thread.
    workers: Vec<Worker>,
    common: Common,
}

impl Mcts {
    fn new(spec: &Spec) -> Result<Self, SpecError> {
        let limit = Limit {
            nodes: whole(spec, "nodes", 1, u64::MAX)?,
            playouts: whole(spec, "playouts", 1, u64::MAX)?,
            time: milliseconds(spec, "time")?,
            ..Limit::NONE
        };
        let backups = [("margin", Backup::Margin), ("wins", Backup::Wins)];
        let styles = [("random", Style::Random), ("greedy", Style::Greedy)];
        let settings = Settings {
            backup: word(spec, "backup", &backups)?.unwrap_or(Backup::Margin),
            exploration: decimal(spec, "exploration", 10.0)?.unwrap_or(0.4),
            first_play: decimal(spec, "first-play", 2.0)?.unwrap_or(0.0),
            solver: word(spec, "solver", &[("on", true), ("off", false)])?.unwrap_or(true),
            together: whole(spec, "together", 1, 1024)?.unwrap_or(1),
        };
        let style = word(spec, "rollouts", &styles)?.unwrap_or(Style::Greedy);
        let threads = whole(spec, "threads", 1, 256)?.unwrap_or(1);
        let hash = megabytes(spec, "hash")?.unwrap_or(64 << 20);
        let workers = (0..threads).map(|_| Worker::new(hash / threads)).collect::<Option<_>>();
        Ok(Self {
            limit,
            manner: Manner { settings, style },
            workers: workers.ok_or_else(|| SpecError::no_memory(spec, hash))?,
            common: Common::new(),
        })
    }
}

impl Engine for Mcts {
    fn new_game(&mut self, seed: u64) {
        for (number, worker) in (0..).zip(&mut self.workers) {
            worker.new_game(seed, number);
        }
    }

    fn choose(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        let limit = self.limit.and(watch.limit).or_usual();
        // Nobody comes for nothing.
        let most = limit.playouts.into_iter().chain(limit.nodes).min().unwrap_or(u64::MAX).max(1);
        let threads = self.workers.len().min(usize::try_from(most).unwrap_or(usize::MAX));
        self.common.clear();
        let (manner, common) = (self.manner, (threads > 1).then_some(&self.common));
        let meter = |number| Meter::new(share(limit, number, threads as u64), watch.stop);
        let [first, others @ ..] = &mut self.workers[..threads] else { unreachable!("there is a thread at least") };
        let mut search = first.search(round, manner, meter(0), common, Reports::to(watch.report));
        if others.is_empty() {
            search.run();
            return Ok(search.choice());
        }
        std::thread::scope(|scope| {
            for (number, worker) in (1..).zip(others) {
                let meter = meter(number);
                scope.spawn(move || worker.search(round, manner, meter, common, Reports::NONE).run());
            }
            search.run();
        });
        // What the others found last.
        search.meet();
        Ok(search.choice())
    }
}

/// The part of a limit that is for one of so many threads.
fn share(limit: Limit, number: u64, threads: u64) -> Limit {
    let part = |whole: u64| whole / threads + u64::from(number < whole % threads);
    Limit { nodes: limit.nodes.map(part), playouts: limit.playouts.map(part), ..limit }
}
