//! An engine that thinks, in a thread of its own.

use super::output::Output;
use crate::info;
use pussa_engine::{Choice, Clock, Engine, EngineError, Limit, Watch};
use pussa_rules::Round;
use std::cell::Cell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What an engine is asked.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) round: Round,
    pub(super) limit: Limit,
    pub(super) clock: Option<Clock>,
    pub(super) stop: Arc<AtomicBool>,
}

/// What came of it.
pub(super) struct Thought {
    /// The engine again; `None` if it broke and is gone.
    pub(super) engine: Option<Box<dyn Engine>>,
    /// The letter of the move, or what went wrong.
    pub(super) answer: Result<char, EngineError>,
}

/// Thinks, and tells what it thinks on the way.
pub(super) fn think<W: Write>(mut engine: Box<dyn Engine>, question: &Question, output: &Output<W>) -> Thought {
    let Question { round, limit, clock, stop } = question;
    let begin = Instant::now();
    let told = Cell::new(None);
    let report = |choice: &Choice| {
        let seen = (choice.mv, choice.score, choice.depth, choice.line, choice.by);
        if told.replace(Some(seen)) == Some(seen) {
            return;
        }
        let by = choice.by.map_or(Ok(()), |by| output.tell(format_args!("by {by}")));
        if by.and_then(|()| output.say(info::write(choice, round, begin.elapsed()))).is_err() {
            // Nobody listens any more.
            stop.store(true, Ordering::Relaxed);
        }
    };
    let watch = Watch { limit: *limit, clock: *clock, stop, report: &report };
    // An engine that panics must not leave the manager waiting.
    let Ok(answer) = catch_unwind(AssertUnwindSafe(|| engine.choose(round, &watch))) else {
        return Thought { engine: None, answer: Err(EngineError::Crash("the engine panicked".into())) };
    };
    let answer = answer.and_then(|choice| {
        if !round.choices().contains(choice.mv) {
            return Err(EngineError::Illegal("the engine chose a move that may not be made".into()));
        }
        report(&choice);
        Ok(round.letter(choice.mv))
    });
    Thought { engine: Some(engine), answer }
}
