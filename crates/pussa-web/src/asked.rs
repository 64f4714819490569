//! What is asked for, in the words of the command line: a game and its size, a reading, a board, moves.

use crate::refusal::{OrWrong, Refusal};
use pussa_engine::keys;
use pussa_rules::{
    GAMES, Game, MAX_COUNTERS, MAX_HOLES, Position, Reading, ReadingError, ReadingOption, Round, Variant,
    holes_of_board, with_patience,
};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// How many laps a move may have here. In play none is known of more than some hundreds; but on boards that are made up
/// there are moves of many millions.
pub(crate) const MOST_LAPS: u64 = 4096;

/// How many moves may be asked for.
const MOST_MOVES: usize = 2000;

/// The words of a request that nobody has asked for so far.
#[derive(Debug)]
pub(crate) struct Asked {
    words: Vec<(String, String)>,
}

impl Asked {
    /// What a request says, a name and a value each.
    ///
    /// # Errors
    /// If a name stands twice.
    pub(crate) fn new(words: Vec<(String, String)>) -> Result<Self, Refusal> {
        for (i, (name, _)) in words.iter().enumerate() {
            if words[..i].iter().any(|(other, _)| other == name) {
                return Err(Refusal::wrong(format_args!("{} is given twice", shown(name))));
            }
        }
        Ok(Self { words })
    }

    /// The value of a word; an empty one is as good as none.
    pub(crate) fn word(&mut self, name: &str) -> Option<String> {
        let place = self.words.iter().position(|(other, _)| other == name)?;
        Some(self.words.swap_remove(place).1).filter(|value| !value.is_empty())
    }

    /// A whole number from `least` to `most`.
    pub(crate) fn number<T>(&mut self, name: &str, least: T, most: T) -> Result<Option<T>, Refusal>
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let Some(text) = self.word(name) else { return Ok(None) };
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<T>().ok().filter(|number| digits && (least..=most).contains(number));
        let error = || format!("{name}: {} is not a whole number from {least} to {most}", shown(&text));
        number.ok_or_else(error).or_wrong().map(Some)
    }

    /// A time of at most `most`.
    pub(crate) fn time(&mut self, name: &str, most: Duration) -> Result<Option<Duration>, Refusal> {
        let Some(text) = self.word(name) else { return Ok(None) };
        let time = keys::time(&text).filter(|&time| time <= most);
        let error =
            || format!("{name}: {} is not a time from 1ms to {}s, as in 500ms or 2s", shown(&text), most.as_secs());
        time.ok_or_else(error).or_wrong().map(Some)
    }

    /// Whether something is asked for with `true`.
    pub(crate) fn is_true(&mut self, name: &str) -> Result<bool, Refusal> {
        match self.word(name).as_deref() {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(other) => Err(Refusal::wrong(format_args!("{name}: {} is not true or false", shown(other)))),
        }
    }

    /// The game, its size and its reading.
    pub(crate) fn variant(&mut self) -> Result<Variant, Refusal> {
        let game = match self.word("game") {
            Some(name) => name.parse::<Game>().map_err(|_| unknown_game(&name))?,
            None => GAMES[0],
        };
        let mut reading = Reading::default();
        for option in ReadingOption::ALL {
            if let Some(value) = self.word(option.name()) {
                if !game.options().contains(&option) {
                    return Err(Refusal::wrong(ReadingError::Foreign { game, option }));
                }
                reading.set(option, &value).map_err(|_| unknown_value(option, &value))?;
            }
        }
        let mut variant = Variant::new(game).with_reading(reading).or_wrong()?;
        if let Some(holes) = self.number("holes", 1, MAX_HOLES)? {
            variant = variant.with_holes(holes).or_wrong()?;
        }
        if let Some(counters) = self.number("counters", 1, MAX_COUNTERS)? {
            variant = variant.with_counters(counters).or_wrong()?;
        }
        Ok(variant)
    }

    /// The game and a position of it: that of `board`, which settles how many holes a row has unless `holes` does, or the
    /// start.
    pub(crate) fn position(&mut self) -> Result<(Variant, Position), Refusal> {
        let holes = self.words.iter().any(|(name, value)| name == "holes" && !value.is_empty());
        let mut variant = self.variant()?;
        let Some(board) = self.word("board") else { return Ok((variant, variant.start())) };
        if let Some(holes) = holes_of_board(&board).filter(|_| !holes) {
            variant = variant.with_holes(holes).or_wrong()?;
        }
        let position = variant.parse_board(&board).or_wrong()?;
        Ok((variant, position))
    }

    /// What a round is to be played from, and its moves.
    pub(crate) fn played(&mut self) -> Result<Played, Refusal> {
        let (variant, start) = self.position()?;
        let moves = self.word("moves").unwrap_or_default();
        if moves.len() > MOST_MOVES {
            return Err(Refusal::wrong(format_args!("moves: at most {MOST_MOVES} are played here")));
        }
        Ok(Played { variant, start, moves })
    }

    /// Refuses what is left.
    pub(crate) fn nothing_else(self) -> Result<(), Refusal> {
        match self.words.first() {
            None => Ok(()),
            Some((name, _)) => Err(Refusal::wrong(format_args!("there is no option {} here; see API.md", shown(name)))),
        }
    }
}

/// A round as it is asked for: not played yet, which may take a while.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) variant: Variant,
    pub(crate) start: Position,
    pub(crate) moves: String,
}

impl Played {
    /// Plays it.
    ///
    /// # Errors
    /// At a move that may not be made, or a board on which a sowing goes on for too long.
    pub(crate) fn round(&self) -> Result<Round, Refusal> {
        patiently(|| Round::new(self.variant, self.start)).and_then(|mut round| {
            for (i, letter) in self.moves.chars().enumerate() {
                let error = |error| Refusal::wrong(format_args!("moves: move {}, {error}", i + 1));
                patiently(|| round.play(letter))?.map_err(error)?;
            }
            Ok(round)
        })
    }
}

/// Does what makes moves, and refuses if one of them goes on for too long.
pub(crate) fn patiently<T>(work: impl FnOnce() -> T) -> Result<T, Refusal> {
    let done = with_patience(MOST_LAPS, work);
    if done.gave_up {
        return Err(Refusal::wrong(format_args!(
            "board: a sowing here goes on for more than {MOST_LAPS} laps, and is not followed to its end by this server; \
             the command line does"
        )));
    }
    Ok(done.value)
}

fn unknown_game(name: &str) -> Refusal {
    let names: Vec<_> = GAMES.iter().map(|game| game.name()).collect();
    Refusal::wrong(format_args!("game: there is no {}; there are {}", shown(name), names.join(" and ")))
}

fn unknown_value(option: ReadingOption, value: &str) -> Refusal {
    Refusal::wrong(format_args!("{option}: there is no {}; there are {}", shown(value), option.values().join(" and ")))
}

/// A text that somebody wrote, for a message: the beginning of it, in quotation marks.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let start: String = text.chars().take(MOST).collect();
    if start.len() < text.len() { format!("{:?}", start + "…") } else { format!("{start:?}") }
}
