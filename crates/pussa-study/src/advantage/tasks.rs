//! What is left to be found out, the longest tasks first, and threads that work on it.

use super::edge::Edge;
use super::error::AdvantageError;
use super::plan::Plan;
use super::worth::Worth;
use pussa_engine::Roster;
use pussa_rules::Variant;
use pussa_solver::Databases;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How often the flag that stops the work is looked at.
const PERIOD: Duration = Duration::from_millis(10);

/// Something to be found out about a board, by its number in [`Plan::boards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// What its first moves are worth.
    Prove(usize),
    /// What leading is worth to the engines.
    Play(usize),
}

/// What was found out.
pub(super) enum Found {
    Worth(usize, Worth),
    Edges(usize, Vec<Edge>),
}

/// What tasks are done with.
pub(super) struct Tools<'a> {
    pub(super) plan: &'a Plan,
    pub(super) boards: &'a [Variant],
    pub(super) databases: Option<&'a Databases>,
    pub(super) roster: &'a Roster,
}

impl Tools<'_> {
    /// How long a task takes, about, in units of a thousand positions of the solver. This only settles what is begun first
    /// and what a bar shows.
    pub(super) fn weight(&self, task: Task) -> u64 {
        let nodes = match task {
            // A hole more makes it some thirty times as long, twice the counters four times, until the effort is used up.
            Task::Prove(number) => {
                let (holes, counters) = (self.boards[number].holes(), u64::from(self.boards[number].counters()));
                (30_u64.pow(holes.into()) * counters.pow(2) / 15_000).min(self.plan.nodes)
            }
            // As long as a round has moves, and a playout.
            Task::Play(number) => {
                let total = u64::from(self.boards[number].total());
                u64::from(self.plan.pairs) * self.plan.engines.len() as u64 * total.pow(2) * 15
            }
        };
        nodes / 1000 + 1
    }

    /// `None` if `stop` was set meanwhile.
    fn do_task(&self, task: Task, stop: &AtomicBool) -> Result<Option<Found>, AdvantageError> {
        match task {
            Task::Prove(number) => {
                let worth = Worth::prove(self.plan, self.boards[number], self.databases, stop)?;
                Ok((!stop.load(Ordering::Relaxed)).then_some(Found::Worth(number, worth)))
            }
            Task::Play(number) => {
                let edges = Edge::play(self.plan, self.boards[number], self.roster, stop)?;
                Ok(edges.map(|edges| Found::Edges(number, edges)))
            }
        }
    }

    /// Does all tasks on so many threads, the longest first, and hands over what is found as it comes, until `stop` is set;
    /// then the tasks under way are given up.
    ///
    /// # Errors
    /// The first that a task, or `each`, fails with.
    pub(super) fn work(
        &self,
        mut tasks: Vec<Task>,
        threads: usize,
        stop: &AtomicBool,
        mut each: impl FnMut(Task, Found) -> Result<(), AdvantageError>,
    ) -> Result<(), AdvantageError> {
        // Stable: equals stay in order.
        tasks.sort_by_key(|&task| std::cmp::Reverse(self.weight(task)));
        let (next, give_up) = (AtomicUsize::new(0), AtomicBool::new(false));
        let threads = threads.clamp(1, tasks.len().max(1));
        // What is found goes to the disk before many more tasks are begun.
        let (sender, receiver) = mpsc::sync_channel(threads);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, tasks, next, give_up) = (sender.clone(), &tasks, &next, &give_up);
                scope.spawn(move || {
                    while !give_up.load(Ordering::Relaxed) {
                        let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                        let Some(found) = self.do_task(task, give_up).transpose() else { break };
                        if sender.send((task, found)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let outcome = loop {
                if stop.load(Ordering::Relaxed) {
                    give_up.store(true, Ordering::Relaxed);
                }
                match receiver.recv_timeout(PERIOD) {
                    Ok((task, found)) => {
                        if let Err(error) = found.and_then(|found| each(task, found)) {
                            break Err(error);
                        }
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break Ok(()),
                }
            };
            give_up.store(true, Ordering::Relaxed);
            // Whoever still waits to hand something over is let go.
            drop(receiver);
            outcome
        })
    }
}
