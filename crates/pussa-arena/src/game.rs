//! One round between two engines.

use crate::clock::{Clocks, TimeControl};
use crate::loss::Judged;
use crate::plan::Adjudication;
use pussa_engine::{Engine, EngineError, Limit, Watch};
use pussa_rules::{Forfeit, Hole, Outcome, Position, RecordEnding, Round, Side};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A round that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Where it started.
    pub start: Position,
    /// The moves that were given to both sides.
    pub opening: Vec<Hole>,
    /// All moves, the opening included.
    pub moves: Vec<Hole>,
    /// What it came to.
    pub end: End,
    /// What the engines spent on it, South's first.
    pub spent: [Spent; 2],
    /// What its moves lost against perfect play, if that is looked at.
    pub judged: Option<Judged>,
}

/// What was spent on a round, by an engine or by whoever judges it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Time; of an engine, from asking to hearing the answer, and for getting ready for the round, and clocks run for the
    /// former only.
    pub time: Duration,
    /// Positions looked at.
    pub nodes: u64,
}

/// How a round between engines ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// By the rules.
    Played(Outcome),
    /// A player had more than half of all counters, and that was enough.
    Adjudicated {
        /// Who had.
        winner: Side,
        /// The reserves as they were, South's first.
        reserves: [u8; 2],
    },
    /// An engine failed, and lost it.
    Forfeited {
        /// Whose engine failed.
        loser: Side,
        /// What it did.
        forfeit: Forfeit,
        /// The same in words.
        why: String,
        /// The reserves as they were, South's first.
        reserves: [u8; 2],
    },
}

impl Game {
    /// Who won, or nobody.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match &self.end {
            End::Played(outcome) => outcome.winner(),
            End::Adjudicated { winner, .. } => Some(*winner),
            End::Forfeited { loser, .. } => Some(loser.other()),
        }
    }

    /// South's reserve less North's at the end; `None` if the round did not end by the rules.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        match &self.end {
            End::Played(outcome) => Some(outcome.margin()),
            End::Adjudicated { .. } | End::Forfeited { .. } => None,
        }
    }

    /// The reserves at the end, South's first.
    #[must_use]
    pub fn reserves(&self) -> [u8; 2] {
        match &self.end {
            End::Played(outcome) => outcome.holdings,
            End::Adjudicated { reserves, .. } | End::Forfeited { reserves, .. } => *reserves,
        }
    }

    /// How it ended, as files name it: as in records, or `majority`.
    #[must_use]
    pub fn ending(&self) -> &'static str {
        match &self.end {
            End::Played(outcome) => RecordEnding::from(outcome.ending).name(),
            End::Adjudicated { .. } => Adjudication::Majority.name(),
            End::Forfeited { forfeit, .. } => RecordEnding::from(*forfeit).name(),
        }
    }
}

/// Who plays, South first.
pub(crate) struct Players<'a> {
    pub(crate) engines: [&'a mut dyn Engine; 2],
    pub(crate) seeds: [u64; 2],
}

/// What holds for every round of a tournament.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub(crate) clock: Option<TimeControl>,
    pub(crate) adjudicate: Adjudication,
    /// When set, rounds under way are given up.
    pub(crate) stop: &'a AtomicBool,
}

/// How much of its clock an engine is to leave unused at least, for the way there and back.
const OVERHEAD: Duration = Duration::from_millis(2);

/// Plays a round, which stands where its opening has led, to its end; `None` if it was stopped before.
pub(crate) fn play(mut round: Round, players: Players, terms: Terms) -> Option<Game> {
    let Players { mut engines, seeds } = players;
    let mut spent = [Spent::default(); 2];
    for (i, engine) in engines.iter_mut().enumerate() {
        let begin = Instant::now();
        engine.new_game(seeds[i]);
        spent[i].time += begin.elapsed();
    }
    let opening = round.moves().to_vec();
    let mut clocks = terms.clock.map(Clocks::new);
    let end = loop {
        if let Some(end) = ended(&round, terms.adjudicate) {
            break end;
        }
        let side = round.side();
        let clock = clocks.map(|clocks| clocks.show());
        let limit = Limit { time: clock.map(|clock| clock.time(side, OVERHEAD)), ..Limit::NONE };
        let begin = Instant::now();
        let choice = engines[side.index()].choose(&round, &Watch { limit, clock, stop: terms.stop, ..Watch::none() });
        let took = begin.elapsed();
        // What an engine says when it is called off is not worth a move.
        if terms.stop.load(Ordering::Relaxed) {
            return None;
        }
        let spent = &mut spent[side.index()];
        spent.time += took;
        spent.nodes += choice.as_ref().map_or(0, |choice| choice.nodes);
        if !clocks.as_mut().is_none_or(|clocks| clocks.press(side.index(), took)) {
            let why = format!("{} ms for a move, more than the clock had left", took.as_millis());
            break forfeited(&round, &EngineError::Timeout(why));
        }
        match choice {
            Ok(choice) if round.choices().contains(choice.mv) => round.play_unchecked(choice.mv),
            Ok(choice) => break forfeited(&round, &EngineError::Illegal(format!("it chose {:?}", choice.mv))),
            Err(error) => break forfeited(&round, &error),
        }
    };
    Some(Game { start: round.start(), opening, moves: round.moves().to_vec(), end, spent, judged: None })
}

/// The end of a round, if it has come to it.
pub(crate) fn ended(round: &Round, adjudicate: Adjudication) -> Option<End> {
    if let Some(outcome) = round.outcome() {
        return Some(End::Played(outcome));
    }
    let reserves = reserves(round);
    let all = round.board().total() + reserves.map(u32::from).iter().sum::<u32>();
    let has_most = |side: &Side| 2 * u32::from(reserves[side.index()]) > all;
    let winner = Side::BOTH.into_iter().find(has_most).filter(|_| adjudicate == Adjudication::Majority)?;
    Some(End::Adjudicated { winner, reserves })
}

fn reserves(round: &Round) -> [u8; 2] {
    Side::BOTH.map(|side| round.position().reserve(side))
}

/// The end of a round in which the engine to move failed.
fn forfeited(round: &Round, error: &EngineError) -> End {
    let forfeit = match error {
        EngineError::Timeout(_) => Forfeit::Timeout,
        EngineError::Crash(_) => Forfeit::Crash,
        EngineError::Illegal(_) => Forfeit::Illegal,
    };
    End::Forfeited { loser: round.side(), forfeit, why: error.to_string(), reserves: reserves(round) }
}
