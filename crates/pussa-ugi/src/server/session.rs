//! The conversation with a manager: one thread reads, one thinks, and this one answers.
//!
//! While the engine thinks, `stop`, `isready`, questions and `quit` are heard at once; whatever else comes waits until
//! the move is given, and so do questions and `quit` behind it.

use super::Server;
use super::command::{Command, Go};
use super::output::Output;
use super::thinking::{Question, Thought, think};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::Scope;

/// The move that stands for none.
const NO_MOVE: &str = "0000";

/// What there is to be answered.
pub(super) enum Event {
    Line(String),
    /// The manager says no more.
    End,
    Thought(Thought),
}

/// Passes on the lines of a manager.
pub(super) fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
        if events.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
        line.clear();
    }
    let _ = events.send(Event::End);
}

/// A search that goes on.
struct Thinking {
    stop: Arc<AtomicBool>,
    /// Whether the move may be given only when it is asked for.
    is_infinite: bool,
    /// What came of it, before it was asked for.
    held: Option<Thought>,
}

/// A conversation.
pub(super) struct Session<'scope, 'env, W> {
    server: Server,
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Output<W>,
    events: Sender<Event>,
    thinking: Option<Thinking>,
    waiting: VecDeque<Command>,
    /// Whether nothing more will be heard.
    is_closing: bool,
    /// Whether `quit` was heard.
    is_over: bool,
}

impl<'scope, 'env, W: Write + Send> Session<'scope, 'env, W> {
    pub(super) fn new(
        server: Server,
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Output<W>,
        events: Sender<Event>,
    ) -> Self {
        let waiting = VecDeque::new();
        Self { server, scope, output, events, thinking: None, waiting, is_closing: false, is_over: false }
    }

    /// Answers until there is nothing more to be answered.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        let result = self.converse(events);
        self.call_off();
        result
    }

    fn converse(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        while !self.is_over || self.thinking.is_some() {
            match events.recv().expect("this thread has a sender too") {
                Event::Line(line) => self.hear(&line)?,
                Event::Thought(thought) => self.take(thought)?,
                Event::End => self.is_closing = true,
            }
            while self.thinking.is_none()
                && !self.is_over
                && let Some(command) = self.waiting.pop_front()
            {
                self.obey(command)?;
            }
            if self.is_closing {
                // Nobody can say stop any more.
                if self.thinking.as_ref().is_some_and(|thinking| thinking.is_infinite) {
                    self.stop()?;
                }
                self.is_over |= self.thinking.is_none() && self.waiting.is_empty();
            }
        }
        Ok(())
    }

    fn hear(&mut self, line: &str) -> io::Result<()> {
        let Some(command) = Command::read(line).filter(|_| !self.is_over) else { return Ok(()) };
        let at_once = match command {
            Command::Stop | Command::IsReady => true,
            Command::Query(_) | Command::Quit => self.waiting.is_empty(),
            _ => self.thinking.is_none(),
        };
        if at_once {
            return self.obey(command);
        }
        if command == Command::Quit {
            self.is_closing = true;
        }
        self.waiting.push_back(command);
        Ok(())
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.get_ready(),
            Command::NewGame => {
                self.server.is_new_game = true;
                Ok(())
            }
            Command::SetOption { name, value } => match self.server.settings.set(&name, &value) {
                Ok(true) => {
                    self.server.engine = None;
                    Ok(())
                }
                Ok(false) => Ok(()),
                Err(error) => self.output.tell(error),
            },
            Command::Position { board, moves } => {
                self.server.set_position(board.as_deref(), &moves).or_else(|error| self.output.tell(error))
            }
            Command::Query(query) => self.output.say(format_args!("response {}", self.server.answer(query))),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::Quit => {
                self.is_over = true;
                self.stop()
            }
        }
    }

    fn introduce(&self) -> io::Result<()> {
        let (version, author) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_AUTHORS"));
        self.output.say(format_args!("id name pussa {version} {}", self.server.settings.engine_name()))?;
        self.output.say(format_args!("id author {author}"))?;
        self.server.settings.offers().into_iter().try_for_each(|offer| self.output.say(offer))?;
        self.output.say("ugiok")
    }

    fn get_ready(&mut self) -> io::Result<()> {
        if self.thinking.is_none()
            && let Err(error) = self.server.ready()
        {
            self.output.tell(error)?;
        }
        self.output.say("readyok")
    }

    /// Begins to think, in a thread of its own.
    fn go(&mut self, go: &Go) -> io::Result<()> {
        let Some(round) = self.server.round.clone().filter(|round| round.outcome().is_none()) else {
            return self.give(NO_MOVE);
        };
        if let Err(error) = self.server.ready() {
            self.output.tell(error)?;
            return self.give(NO_MOVE);
        }
        let Some(engine) = self.server.engine.take() else { return self.give(NO_MOVE) };
        let stop = Arc::new(AtomicBool::new(false));
        let question = Question {
            limit: go.limit(round.side(), self.server.settings.overhead),
            clock: go.clock_of(round.side()),
            round,
            stop: stop.clone(),
        };
        self.thinking = Some(Thinking { stop, is_infinite: go.is_infinite, held: None });
        let (output, events) = (self.output, self.events.clone());
        self.scope.spawn(move || {
            // There is no one to tell only if the conversation was broken off.
            let _ = events.send(Event::Thought(think(engine, &question, output)));
        });
        Ok(())
    }

    /// A search has come to its end.
    fn take(&mut self, thought: Thought) -> io::Result<()> {
        let Some(mut thinking) = self.thinking.take() else { return Ok(()) };
        if thinking.is_infinite && !thinking.stop.load(Ordering::Relaxed) {
            thinking.held = Some(thought);
            self.thinking = Some(thinking);
            return Ok(());
        }
        self.server.engine = thought.engine;
        match thought.answer {
            Ok(letter) => self.give(letter.encode_utf8(&mut [0; 4])),
            Err(error) => {
                self.output.tell(error)?;
                self.give(NO_MOVE)
            }
        }
    }

    fn give(&self, mv: &str) -> io::Result<()> {
        self.output.say(format_args!("bestmove {mv}"))
    }

    /// Calls off the search that goes on, and gives its move if there is one already.
    fn stop(&mut self) -> io::Result<()> {
        self.call_off();
        match self.thinking.as_mut().and_then(|thinking| thinking.held.take()) {
            Some(thought) => self.take(thought),
            None => Ok(()),
        }
    }

    fn call_off(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }
}
