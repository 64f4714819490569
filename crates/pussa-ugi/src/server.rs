//! One of our engines for somebody else's manager.

mod command;
mod output;
mod session;
mod settings;
mod thinking;

use command::Query;
use output::Output;
use pussa_engine::{Engine, Roster, Spec, SpecError};
use pussa_rules::{Round, Side, Variant};
use session::{Session, listen};
use settings::Settings;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;
use std::thread;

/// An engine that speaks the Universal Game Interface.
pub struct Server {
    settings: Settings,
    seeds: Box<dyn FnMut() -> u64>,
    engine: Option<Box<dyn Engine>>,
    /// Whether the engine has to forget the last game.
    is_new_game: bool,
    /// `None` after a position that there is not.
    round: Option<Round>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("settings", &self.settings).field("round", &self.round).finish_non_exhaustive()
    }
}

impl Server {
    /// The engine that `spec` names, for `variant` until the manager says otherwise. Each game takes a seed.
    ///
    /// # Errors
    /// If there is no such engine.
    pub fn new(
        roster: Roster,
        spec: Spec,
        variant: Variant,
        seeds: impl FnMut() -> u64 + 'static,
    ) -> Result<Self, SpecError> {
        let settings = Settings::new(roster, spec, variant)?;
        let round = Some(Round::new(variant, variant.start()));
        Ok(Self { settings, seeds: Box::new(seeds), engine: None, is_new_game: true, round })
    }

    /// Answers what a manager sends, until it sends `quit`, or says no more and has its last answer.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn run(self, input: impl BufRead + Send + 'static, output: impl Write + Send) -> io::Result<()> {
        let output = Output::new(output);
        let (sender, events) = channel();
        let lines = sender.clone();
        // It is left to itself in the end: nobody can call off its reading.
        thread::spawn(move || listen(input, &lines));
        thread::scope(|scope| Session::new(self, scope, &output, sender).run(&events))
    }

    /// Goes to a position, or to none if it is not one, with the reason.
    fn set_position(&mut self, board: Option<&str>, moves: &[String]) -> Result<(), String> {
        self.round = None;
        let (variant, position) = self.settings.position(board)?;
        let mut round = Round::new(variant, position);
        for (number, word) in (1..).zip(moves) {
            let mut letters = word.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                return Err(format!("move {number}, {word:?}: a move is the letter of a hole"));
            };
            round.play(letter).map_err(|error| format!("move {number}, {error}"))?;
        }
        self.round = Some(round);
        Ok(())
    }

    /// The word that answers a question about the position.
    fn answer(&self, query: Query) -> &'static str {
        let outcome = self.round.as_ref().and_then(Round::outcome);
        let is_over = self.round.is_none() || outcome.is_some();
        match query {
            Query::GameOver => truth(is_over),
            Query::FirstPlayersTurn => truth(self.round.as_ref().is_some_and(|round| round.side() == Side::South)),
            Query::Result => outcome.map_or("none", |outcome| match outcome.winner() {
                Some(Side::South) => "p1win",
                Some(Side::North) => "p2win",
                None => "draw",
            }),
        }
    }

    /// The engine with its tables, ready for the game at hand.
    fn ready(&mut self) -> Result<&mut Box<dyn Engine>, SpecError> {
        let mut engine = if let Some(engine) = self.engine.take() {
            engine
        } else {
            self.is_new_game = true;
            self.settings.engine()?
        };
        if std::mem::take(&mut self.is_new_game) {
            engine.new_game((self.seeds)());
        }
        Ok(self.engine.insert(engine))
    }
}

fn truth(is_so: bool) -> &'static str {
    if is_so { "true" } else { "false" }
}
