//! `perfect`: plays what is proved, and gets there.
//!
//! ```text
//! insight   what is known of positions, and found out
//! weigh     which move keeps the value of a position
//! pursuit   how a won position is won in the end, whatever stood before
//! lure      which of equal moves a weak player answers worst
//! whole     how the match is won that the round is a part of
//! ```

pub(crate) mod insight;
mod lure;
mod pursuit;
mod weigh;
mod whole;

use crate::error::SolverError;
use crate::solver::{Settings, Solver};
use crate::team::Team;
use insight::Insight;
use pussa_engine::keys::{megabytes, milliseconds, whole, word};
use pussa_engine::{Choice, Engine, EngineError, Kind, Limit, Oracle, Roster, Spec, SpecError, Watch};
use pussa_rules::{Move, Round};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::Builder;
use std::time::{Duration, Instant};
use weigh::{Found, Weighing};
use whole::Whole;

/// The engine `perfect`, for a [`Roster`].
pub const KIND: Kind = Kind {
    name: "perfect",
    about: "plays what is proved, by files it is given and by search, and as alpha-beta does where nothing is; \
            1 s a move unless told otherwise",
    keys: &[
        ("time", "time a move, as in 100ms or 2s"),
        ("nodes", "positions to look at a move, in place of time"),
        ("hash", "size of the table of what is proved, as in 64MiB [default: 128MiB]"),
        ("threads", "threads that search together [default: 1]"),
        (
            "aim",
            "what it plays for: round, as many counters as can be; or match, to win the whole of it, for which a table is \
             made before the first move, in a minute at most [default: round]",
        ),
    ],
    make: |spec| Ok(Box::new(Perfect::new(spec)?)),
};

/// How long it thinks if nothing else is said.
const USUAL: Duration = Duration::from_secs(1);

struct Perfect {
    limit: Limit,
    settings: Settings,
    oracle: Option<Arc<dyn Oracle>>,
    insight: Option<Insight>,
    /// Chooses where nothing is proved in time.
    fallback: Box<dyn Engine>,
    /// Plays for the sake of the match, if that is the aim.
    whole: Option<Whole>,
}

impl Perfect {
    fn new(spec: &Spec) -> Result<Self, SpecError> {
        let threads = whole(spec, "threads", 1, 256)?.unwrap_or(1);
        let fallback = "alpha-beta".parse::<Spec>()?.with("threads", &threads.to_string());
        let settings = Settings { hash: megabytes(spec, "hash")?.unwrap_or(128 << 20), threads };
        let for_match = word(spec, "aim", &[("round", false), ("match", true)])?.unwrap_or(false);
        Ok(Self {
            limit: Limit {
                nodes: whole(spec, "nodes", 1, u64::MAX)?,
                time: milliseconds(spec, "time")?,
                ..Limit::NONE
            },
            settings,
            oracle: None,
            insight: None,
            fallback: Roster::default().engine(&fallback)?,
            whole: for_match.then(|| Whole::new(settings)),
        })
    }

    /// What is known of a round's game, which is kept from move to move.
    fn insight(&mut self, round: &Round) -> Result<&mut Insight, SolverError> {
        let known = self.insight.take().filter(|insight| insight.fits(round));
        let insight = match known {
            Some(insight) => insight,
            None => Insight::new(self.solver(round)?, round),
        };
        Ok(self.insight.insert(insight))
    }

    fn solver(&self, round: &Round) -> Result<Solver, SolverError> {
        let mut solver = Solver::new(round.variant(), round.sower().ring(), self.settings)?;
        if let Some(oracle) = &self.oracle {
            solver.ask(Arc::clone(oracle));
        }
        if self.settings.threads == 1 {
            solver.stay_here();
        }
        Ok(solver)
    }

    /// Finds out which move keeps the value, if there is time for that.
    fn find(&mut self, round: &Round, limit: Limit, stop: &AtomicBool) -> Result<Found, EngineError> {
        let insight = self.insight(round).map_err(|error| EngineError::Crash(error.to_string()))?;
        let find = || Weighing::new(insight, round, limit, stop).find();
        std::thread::scope(|scope| {
            let thread = Builder::new().stack_size(Team::STACK).spawn_scoped(scope, find);
            let found = thread.map(|thread| thread.join().expect("it only searches"));
            found.map_err(|error| EngineError::Crash(format!("a thread could not be started: {error}")))
        })
    }

    /// The best move as far as can be seen, in what is left of the time.
    fn look_ahead(&mut self, round: &Round, found: &Found, watch: &Watch) -> Result<Choice, EngineError> {
        let choice = self.fallback.choose(round, watch)?;
        let choice = Choice { nodes: choice.nodes + found.nodes, by: Some("alpha-beta"), ..choice };
        let worth = |mv: Move| found.worths.iter().find(|(one, _)| *one == mv).map(|(_, worth)| *worth);
        let surest = found.worths.iter().max_by_key(|(_, worth)| worth.low());
        match (worth(choice.mv), surest) {
            // It is proved that another move is better.
            (Some(worth), Some((mv, sure))) if worth.high() < sure.low() => {
                Ok(Choice { nodes: choice.nodes, by: Some("solver"), ..Choice::at_once(*mv) })
            }
            _ => Ok(choice),
        }
    }

    /// The move of a round for its own sake, within the limit of the watch.
    fn choose_for_round(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        let begun = Instant::now();
        let limit = watch.limit;
        let found = self.find(round, limit, watch.stop)?;
        let Some(mv) = found.mv else {
            let nodes = limit.nodes.map(|nodes| nodes.saturating_sub(found.nodes).max(1));
            let limit = Limit { nodes, ..after(limit, begun) };
            return self.look_ahead(round, &found, &Watch { limit, ..*watch });
        };
        let by = match (found.told, &self.oracle) {
            (true, Some(_)) => "files",
            // The round ends with the next moves.
            (true, None) => "rules",
            (false, _) => "solver",
        };
        let score = Some(f32::from(found.value));
        Ok(Choice { score, exact: found.exact, nodes: found.nodes.max(1), by: Some(by), ..Choice::at_once(mv) })
    }
}

/// What is left of a limit that has held since then.
fn after(limit: Limit, begun: Instant) -> Limit {
    Limit { time: limit.time.map(|time| time.saturating_sub(begun.elapsed())), ..limit }
}

impl Engine for Perfect {
    fn new_game(&mut self, seed: u64) {
        self.insight = None;
        self.fallback.new_game(seed);
        if let Some(whole) = &mut self.whole {
            whole.new_round();
        }
    }

    fn choose(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        let begun = Instant::now();
        // Of whatever time there is, some is left for what comes next, should this take all it may.
        let most = |limit: Limit| limit.time.map(|time| time / 4 * 3);
        if let Some(whole) = &mut self.whole {
            // Its own limits are for the move; who asks for it sets one for all.
            whole.get_ready(round, most(watch.limit), watch.stop);
        }
        let limit = self.limit.and(after(watch.limit, begun));
        let limit = if limit.is_none() { Limit { time: Some(USUAL), ..limit } } else { limit };
        let begun = Instant::now();
        if let Some(mv) = self.whole.as_mut().and_then(|whole| whole.choose(round, most(limit), watch.stop)) {
            return Ok(Choice { by: Some("match"), ..Choice::at_once(mv) });
        }
        let limit = after(limit, begun);
        self.choose_for_round(round, &Watch { limit, ..*watch })
    }

    fn consult(&mut self, oracle: Arc<dyn Oracle>) {
        self.fallback.consult(Arc::clone(&oracle));
        self.oracle = Some(oracle);
        self.insight = None;
    }
}
