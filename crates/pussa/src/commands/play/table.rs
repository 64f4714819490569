//! The table: the round being played, who sits at it, and what is said there.

use super::order::{HELP, Order};
use super::telling;
use crate::context::{Context, choose};
use crate::files::{self, Existing};
use crate::output;
use crate::records;
use crate::words;
use anyhow::Context as _;
use pussa_engine::Engine;
use pussa_rules::{Move, Record, Round};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, IsTerminal, Write};
use std::path::Path;

/// Who plays a side.
pub(super) enum Seat {
    /// A person at the terminal.
    Human,
    /// An engine, and the spec that names it.
    Engine(String, Box<dyn Engine>),
}

impl Seat {
    /// The player that was asked for: `human`, or the spec of an engine.
    pub(super) fn new(option: &str, who: &str, context: &Context) -> anyhow::Result<Self> {
        if who == "human" {
            return Ok(Self::Human);
        }
        let engine = context.engine(&format!("{option} (human or an engine)"), who)?;
        Ok(Self::Engine(who.into(), engine))
    }

    fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// The name that a record gives.
    fn name(&self) -> &str {
        match self {
            Self::Human => "human",
            Self::Engine(spec, _) => spec,
        }
    }
}

/// The round being played and who plays it.
pub(super) struct Table<'a> {
    round: Round,
    /// The record that the round was loaded from.
    loaded: Option<Record>,
    seats: [Seat; 2],
    /// What the engines' seeds are drawn from.
    seeds: ChaCha8Rng,
    context: &'a Context,
}

impl<'a> Table<'a> {
    /// Sits the players down.
    pub(super) fn new(round: Round, seats: [Seat; 2], context: &'a Context) -> Self {
        let mut table = Self { round, loaded: None, seats, seeds: context.rng(), context };
        table.begin();
        table
    }

    /// Tells the engines that a round begins. A person takes a seed too: South's engine draws the same ones whoever
    /// plays North.
    fn begin(&mut self) {
        for seat in &mut self.seats {
            let seed = self.seeds.next_u64();
            if let Seat::Engine(_, engine) = seat {
                engine.new_game(seed);
            }
        }
    }

    /// Plays until a player leaves, or until the round is over and nobody is there to take a move back. The round as it
    /// was left.
    pub(super) fn play(mut self) -> anyhow::Result<Round> {
        if self.seats.iter().any(Seat::is_human) {
            self.say("Say the letter of a hole to lift it, or help.\n")?;
        }
        self.draw()?;
        loop {
            let over = self.round.outcome().is_some();
            if over && !self.seats.iter().any(Seat::is_human) {
                return Ok(self.round);
            }
            let side = self.round.side();
            match &mut self.seats[side.index()] {
                Seat::Engine(_, engine) if !over => {
                    let choice = choose(engine.as_mut(), &self.round)?;
                    if let Some(told) = telling::choice(&choice) {
                        self.say(told)?;
                    }
                    self.make(choice.mv)?;
                }
                _ => {
                    let prompt = if over { "The round is over".into() } else { side.to_string() };
                    let Some(line) = self.ask(&prompt)? else {
                        self.say("The input has ended.\n")?;
                        return Ok(self.round);
                    };
                    match Order::parse(&line) {
                        Ok(Order::Quit) => return Ok(self.round),
                        Ok(order) => self.obey(order)?,
                        Err(why) => self.say(format_args!("{why}\n"))?,
                    }
                }
            }
        }
    }

    fn obey(&mut self, order: Order) -> anyhow::Result<()> {
        match order {
            Order::Nothing | Order::Quit => Ok(()),
            Order::Move(letter) => match self.round.check(letter) {
                Ok(mv) => self.make(mv),
                Err(why) => self.say(format_args!("{why}\n")),
            },
            Order::Undo => self.undo(),
            Order::Moves if self.round.outcome().is_some() => self.say("The round is over; there are no moves.\n"),
            Order::Moves => self.say(telling::moves(&self.round)),
            Order::Board => self.draw(),
            Order::Help => self.say(HELP),
            Order::Save { file, existing } => self.save(&file, existing),
            Order::Load(file) => self.load(&file),
        }
    }

    /// Makes a move, tells it lap by lap, and draws what it leads to.
    fn make(&mut self, mv: Move) -> anyhow::Result<()> {
        self.say(telling::move_made(&self.round, mv))?;
        self.round.play_unchecked(mv);
        self.draw()
    }

    /// Takes back the last move that a person made, and what came after it.
    fn undo(&mut self) -> anyhow::Result<()> {
        let made = self.round.moves().len();
        let first = self.round.start().side();
        let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { first.other() };
        let Some(last) = (0..made).rev().find(|&ply| self.seats[mover(ply).index()].is_human()) else {
            return self.say("There is no move of yours to take back.\n");
        };
        for _ in last..made {
            self.round.undo();
        }
        self.draw()
    }

    fn save(&self, file: &Path, existing: Existing) -> anyhow::Result<()> {
        // What a loaded record tells besides its moves is kept, the names of people too.
        let record = match &self.loaded {
            Some(record) => record.clone().continued(&self.round),
            None => Record::new(&self.round),
        };
        let names = [record.south().to_owned(), record.north().to_owned()];
        let [south, north] = [0, 1].map(|side| match &self.seats[side] {
            Seat::Human if !names[side].is_empty() => names[side].as_str(),
            seat => seat.name(),
        });
        let record = record.with_players(south, north);
        match files::write(file, &record.to_string(), existing) {
            Ok(()) => self.say(format_args!("Saved to {}.\n", file.display())),
            Err(error) if error.downcast_ref().map(io::Error::kind) == Some(ErrorKind::AlreadyExists) => {
                self.say(format_args!("{0} is there already; save! {0} replaces it.\n", file.display()))
            }
            Err(error) => self.say(format_args!("{error:#}\n")),
        }
    }

    fn load(&mut self, file: &Path) -> anyhow::Result<()> {
        let before = self.round.variant();
        match records::read(file, None, "only a file with one can be loaded") {
            Ok((record, round)) => {
                self.round = round;
                self.loaded = Some(record);
            }
            Err(error) => return self.say(format_args!("{error:#}\n")),
        }
        let now = self.round.variant();
        if now != before {
            let (game, reading) = (now.game().title(), now.reading());
            self.say(format_args!("This is {game}, rows of {}, reading {reading}.\n", now.holes()))?;
        }
        self.begin();
        self.draw()
    }

    /// Draws the board, and tells the end of the round if that is it.
    fn draw(&self) -> anyhow::Result<()> {
        self.say(format_args!("\n{}\n", words::drawing(&self.round)))?;
        match self.round.outcome() {
            Some(outcome) => self.say(format_args!("{}\n", words::told(&self.round, outcome))),
            None => Ok(()),
        }
    }

    /// Asks for a line; none at the end of the input.
    fn ask(&self, prompt: &str) -> anyhow::Result<Option<String>> {
        self.say(format_args!("{prompt}> "))?;
        let mut line = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut line).context("standard input could not be read")? == 0 {
            self.say("\n")?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        if !io::stdin().is_terminal() {
            // A terminal shows what was typed; elsewhere the talk has to, to be read afterwards.
            self.say(format_args!("{line}\n"))?;
        }
        Ok(Some(line))
    }

    /// Says something to the players: on standard output, unless that is kept for a program.
    fn say(&self, text: impl Display) -> anyhow::Result<()> {
        if self.context.output.is_json() {
            // If nobody listens there, the game goes on all the same.
            let _ = write!(io::stderr(), "{text}");
            return Ok(());
        }
        output::print(text)
    }
}
