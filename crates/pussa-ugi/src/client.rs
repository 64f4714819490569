//! Somebody else's engine for us: `ugi:cmd=PATH`.

mod process;

use crate::info::Info;
use process::Process;
use pussa_engine::keys::{milliseconds, whole};
use pussa_engine::{Choice, Clock, Engine, EngineError, Kind, Limit, Spec, SpecError, Watch};
use pussa_rules::{Move, ReadingOption, Round, Variant};
use std::fmt::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The engine `ugi:cmd=PATH`, for a [`Roster`](pussa_engine::Roster).
pub const KIND: Kind = Kind {
    name: "ugi",
    about: "a program that speaks the Universal Game Interface, as in ugi:cmd=./engine; 100 ms a move unless told otherwise",
    keys: &[
        ("cmd", "the program to run"),
        ("depth", "moves it is told to look ahead"),
        ("nodes", "positions it is told to look at a move"),
        ("time", "time a move, as in 100ms or 2s"),
        ("margin", "how much longer than its time it may take [default: 50ms]"),
        ("start", "how long it may take to get ready [default: 5s]"),
        ("patience", "how long it may take for a move when no time is set [default: 60s]"),
    ],
    make: |spec| Ok(Box::new(Client::new(spec)?)),
};

/// How often the flag that calls it off is looked at.
const PERIOD: Duration = Duration::from_millis(5);

/// A program that plays, started when it is needed.
#[derive(Debug)]
struct Client {
    path: String,
    limit: Limit,
    margin: Duration,
    start: Duration,
    patience: Duration,
    program: Option<Program>,
    /// Why it is not there in this game.
    failure: Option<EngineError>,
}

/// A program that has shaken hands.
#[derive(Debug)]
struct Program {
    process: Process,
    /// The names of the options it offers.
    options: Vec<String>,
    /// The game it has been told of.
    told: Option<Variant>,
}

impl Client {
    fn new(spec: &Spec) -> Result<Self, SpecError> {
        let missing = || SpecError::Missing {
            spec: spec.to_string(),
            key: "cmd".into(),
            wanted: "the program to run, as in ugi:cmd=./engine".into(),
        };
        let time = |key, default| Ok::<_, SpecError>(milliseconds(spec, key)?.unwrap_or(default));
        Ok(Self {
            path: spec.value("cmd").ok_or_else(missing)?.into(),
            limit: Limit {
                depth: whole(spec, "depth", 1, u32::MAX)?,
                nodes: whole(spec, "nodes", 1, u64::MAX)?,
                time: milliseconds(spec, "time")?,
                ..Limit::NONE
            },
            margin: time("margin", Duration::from_millis(50))?,
            start: time("start", Duration::from_secs(5))?,
            patience: time("patience", Duration::from_mins(1))?,
            program: None,
            failure: None,
        })
    }

    /// A program that is ready for a new game: the one that runs, if it is sound, or a new one.
    fn ready(&mut self) -> Result<Program, EngineError> {
        if let Some(mut program) = self.program.take()
            && program.process.send("uginewgame").is_ok()
            && program.process.send("isready").is_ok()
            && program.process.wait_for("readyok", self.start, |_| ()).is_ok()
        {
            return Ok(program);
        }
        let failed = |error| EngineError::Crash(format!("{} could not be started: {error}", self.path));
        let mut process = Process::start(&self.path).map_err(failed)?;
        let mut options = Vec::new();
        process.send("ugi")?;
        process.wait_for("ugiok", self.start, |line| options.extend(option_name(line)))?;
        let mut program = Program { process, options, told: None };
        program.process.send("isready")?;
        program.process.wait_for("readyok", self.start, |_| ())?;
        program.process.send("uginewgame")?;
        Ok(program)
    }

    /// Has a program choose a move. What it fails at is the end of it.
    fn ask(&self, program: &mut Program, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        program.tell(round.variant(), self.start)?;
        let limit = self.limit.and(watch.limit).or_usual();
        let process = &mut program.process;
        // What it has said unasked is no answer.
        process.drain();
        process.send(position(round))?;
        let clock = watch.clock.filter(|_| limit.time != Some(Duration::MAX));
        process.send(go(limit, clock))?;
        let begin = Instant::now();
        let time = clock.map_or(limit.time, |clock| Some(clock.left[round.side().index()]));
        let allowed = time.map_or(self.patience, |time| time.saturating_add(self.margin));
        // Two thirds of forever are long enough, and no clock overflows.
        let mut deadline = begin + allowed.min(Duration::from_secs(1 << 32));
        let mut info = Info::default();
        let mut is_stopped = false;
        loop {
            if !is_stopped && watch.stop.load(Ordering::Relaxed) {
                process.send("stop")?;
                is_stopped = true;
                deadline = deadline.min(Instant::now() + self.margin.max(Duration::from_millis(500)));
            }
            let now = Instant::now();
            let line = process.line_until(deadline.min(now + PERIOD))?;
            if line.as_ref().map_or(now, |&(came, _)| came) > deadline {
                return Err(EngineError::Timeout(format!("no move within {} ms", (deadline - begin).as_millis())));
            }
            let Some((_, line)) = line else { continue };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => info.read(words),
                Some("bestmove") => return Ok(info.choice(round, best_move(round, words.next())?)),
                // It may say what it likes.
                _ => {}
            }
        }
    }
}

impl Engine for Client {
    fn new_game(&mut self, _: u64) {
        self.failure = None;
        match self.ready() {
            Ok(program) => self.program = Some(program),
            Err(error) => self.failure = Some(error),
        }
    }

    fn choose(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        let program = self.program.take().map_or_else(|| self.ready(), Ok);
        let asked = program.and_then(|mut program| Ok((self.ask(&mut program, round, watch)?, program)));
        match asked {
            Ok((choice, program)) => {
                self.program = Some(program);
                Ok(choice)
            }
            Err(error) => {
                self.failure = Some(error.clone());
                Err(error)
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.process.quit();
        }
    }
}

impl Program {
    /// Tells it which game is played, as far as it wants to know.
    fn tell(&mut self, variant: Variant, time: Duration) -> Result<(), EngineError> {
        if self.told == Some(variant) {
            return Ok(());
        }
        let reading = |option| variant.reading().value(option).to_owned();
        let values = [
            ("Game", variant.game().to_string()),
            ("Holes", variant.holes().to_string()),
            ("Counters", variant.counters().to_string()),
            ("Origin", reading(ReadingOption::Origin)),
            ("LastFour", reading(ReadingOption::LastFour)),
            ("Endless", reading(ReadingOption::Endless)),
        ];
        for (name, value) in values {
            if self.options.iter().any(|option| option.eq_ignore_ascii_case(name)) {
                self.process.send(format_args!("setoption name {name} value {value}"))?;
            }
        }
        self.process.send("isready")?;
        self.process.wait_for("readyok", time, |_| ())?;
        self.told = Some(variant);
        Ok(())
    }
}

/// The name of the option that a line offers.
fn option_name(line: &str) -> Option<String> {
    let name = line.trim().strip_prefix("option name ")?;
    Some(name.split(" type ").next()?.trim().into())
}

/// The line that tells a position. The board is always told: a program may know one size only.
fn position(round: &Round) -> String {
    let mut line = format!("position fen {}", round.start());
    for (i, hole) in round.moves().iter().enumerate() {
        let _ = write!(line, "{} {hole}", if i == 0 { " moves" } else { "" });
    }
    line
}

/// The line that asks for a move.
fn go(limit: Limit, clock: Option<Clock>) -> String {
    let mut line = String::from("go");
    if let Some(Clock { left: [p1, p2], increment: [p1_inc, p2_inc] }) = clock {
        let [p1, p2, p1_inc, p2_inc] = [p1, p2, p1_inc, p2_inc].map(|time| time.as_millis());
        let _ = write!(line, " p1time {p1} p2time {p2} p1inc {p1_inc} p2inc {p2_inc}");
    } else if limit.time == Some(Duration::MAX) {
        line += " infinite";
    } else if let Some(time) = limit.time {
        let _ = write!(line, " movetime {}", time.as_millis().max(1));
    }
    if let Some(depth) = limit.depth {
        let _ = write!(line, " depth {depth}");
    }
    if let Some(nodes) = limit.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    line
}

/// The move that a program chose, if it may be made.
fn best_move(round: &Round, word: Option<&str>) -> Result<Move, EngineError> {
    let mut letters = word.unwrap_or_default().chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        let word: String = word.unwrap_or_default().chars().take(20).collect();
        return Err(EngineError::Illegal(format!("{word:?}: a move is the letter of a hole")));
    };
    round.check(letter).map_err(|error| EngineError::Illegal(error.to_string()))
}
