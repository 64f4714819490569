//! The options that every command takes, and what they settle: the game, its size, its reading, and a board of it.

use crate::failure::{OrUsage, Usage};
use crate::output::Format;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pussa_rules::{
    GAMES, Game, MAX_COUNTERS, MAX_HOLES, Position, Reading, ReadingError, ReadingOption, Variant, holes_of_board,
};
use std::fmt::Display;
use std::str::FromStr;

/// The options that every command takes.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Options {
    /// Which game [default: walak-pussa; for tournament and bench, both]
    #[arg(long, global = true, value_name = "GAME", value_parser = game())]
    pub(crate) game: Option<Game>,

    /// Holes in a row, 1 to 7 [default: those of the board given, or 7]
    #[arg(long, global = true, value_name = "M", value_parser = span(1, MAX_HOLES), allow_negative_numbers = true)]
    holes: Option<Span>,

    /// Counters in each hole at the start, 1 to 18 [default: 4 in Walak-pussa, 7 in Raja Pasu]
    #[arg(long, global = true, value_name = "K", value_parser = span(1, MAX_COUNTERS), allow_negative_numbers = true)]
    counters: Option<Span>,

    /// Whether a lap that comes round sows into the hole it was lifted from [default: sown]
    #[arg(long, global = true, value_name = "HOW", value_parser = values(ReadingOption::Origin))]
    pub(crate) origin: Option<String>,

    /// Raja Pasu: what becomes of a four made by the last counter of a lap [default: captured]
    #[arg(long, global = true, value_name = "HOW", value_parser = values(ReadingOption::LastFour))]
    pub(crate) last_four: Option<String>,

    /// What a move is whose relay never ends: not allowed, or the end of the round [default: illegal]
    #[arg(long, global = true, value_name = "HOW", value_parser = values(ReadingOption::Endless))]
    pub(crate) endless: Option<String>,

    /// Walak-pussa: whether holes that cannot be filled for a new round stay in play [default: open]
    #[arg(long, global = true, value_name = "HOW", value_parser = values(ReadingOption::Unfilled))]
    pub(crate) unfilled: Option<String>,

    /// How many threads work [default: as many as the machine has cores]
    #[arg(long, global = true, value_name = "N", value_parser = number(1, 1024_u16), allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,

    /// What every random choice follows from, by `ChaCha8` streams begun with it [default: 1]
    #[arg(long, global = true, value_name = "N", value_parser = number(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Text for people, or one JSON document for programs
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// A number, or all from one to another, as in `1-7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Options {
    /// Refuses ranges of sizes: for commands that are about one board.
    pub(crate) fn ensure_one_size(&self) -> Result<(), Usage> {
        self.ensure_one_size_since("only pussa advantage takes a range")
    }

    /// The same, for a reason of the command's own.
    pub(crate) fn ensure_one_size_since(&self, reason: &str) -> Result<(), Usage> {
        for (option, span) in [("holes", self.holes), ("counters", self.counters)] {
            if let Some(Span { from, to }) = span.filter(|span| span.from != span.to) {
                return Err(Usage(format!(
                    "--{option}: {from}-{to} is a range of sizes, and {reason}; write one number"
                )));
            }
        }
        Ok(())
    }

    /// The holes and the counters asked for, for commands about many boards.
    pub(crate) fn sizes(&self) -> [Option<Span>; 2] {
        [self.holes, self.counters]
    }

    fn holes(&self) -> Option<u8> {
        self.holes.map(|span| span.from)
    }

    fn counters(&self) -> Option<u8> {
        self.counters.map(|span| span.from)
    }

    /// The game asked for.
    pub(crate) fn variant(&self) -> Result<Variant, Usage> {
        self.variant_of(self.game.unwrap_or(GAMES[0]))
    }

    /// `game` at the size and under the reading asked for. An option that it does not have is refused whatever its
    /// value.
    pub(crate) fn variant_of(&self, game: Game) -> Result<Variant, Usage> {
        let mut reading = Reading::default();
        for option in ReadingOption::ALL {
            if let Some(value) = self.value(option) {
                if !game.options().contains(&option) {
                    return Err(Usage(format!("--{}", ReadingError::Foreign { game, option })));
                }
                reading.set(option, value).or_usage()?;
            }
        }
        let mut variant = Variant::new(game).with_reading(reading).or_usage()?;
        if let Some(holes) = self.holes() {
            variant = variant.with_holes(holes).or_usage()?;
        }
        if let Some(counters) = self.counters() {
            variant = variant.with_counters(counters).or_usage()?;
        }
        Ok(variant)
    }

    /// The position of a board string, or the start if there is none, with the game it belongs to: the board settles how
    /// many holes a row has.
    pub(crate) fn position(&self, board: Option<&str>) -> Result<(Variant, Position), Usage> {
        let mut variant = self.variant()?;
        let Some(board) = board else {
            return Ok((variant, variant.start()));
        };
        if let Some(holes) = holes_of_board(board) {
            if let Some(asked) = self.holes().filter(|&asked| asked != holes) {
                return Err(Usage(format!(
                    "board, column 1: South's row has {holes} holes here, but --holes {asked} is given"
                )));
            }
            variant = variant.with_holes(holes).or_usage()?;
        }
        let position = variant.parse_board(board).or_usage()?;
        Ok((variant, position))
    }

    /// Refuses a game that `whoever` settled otherwise, if something else was asked for.
    pub(crate) fn agree_with(&self, variant: Variant, whoever: &str) -> Result<(), Usage> {
        self.agree_on(variant, variant.game().options(), whoever)?;
        let clash = clash(whoever);
        if let Some(holes) = self.holes().filter(|&holes| holes != variant.holes()) {
            return clash("holes", &holes, &variant.holes());
        }
        if let Some(counters) = self.counters().filter(|&counters| counters != variant.counters()) {
            return clash("counters", &counters, &variant.counters());
        }
        Ok(())
    }

    /// Refuses another game, or another reading as far as a round goes; sizes may be what they like.
    pub(crate) fn agree_on_rounds(&self, variant: Variant, whoever: &str) -> Result<(), Usage> {
        let options = variant.game().options().iter().copied().filter(|&option| option != ReadingOption::Unfilled);
        self.agree_on(variant, &options.collect::<Vec<_>>(), whoever)
    }

    /// Refuses another game, or another value of one of these options.
    fn agree_on(&self, variant: Variant, options: &[ReadingOption], whoever: &str) -> Result<(), Usage> {
        let clash = clash(whoever);
        if let Some(game) = self.game.filter(|&game| game != variant.game()) {
            return clash("game", &game, &variant.game());
        }
        for &option in options {
            let is = variant.reading().value(option);
            if let Some(asked) = self.value(option).filter(|&asked| asked != is) {
                return clash(option.name(), &asked, &is);
            }
        }
        Ok(())
    }

    /// Whether anything is said of the game, its size or its reading.
    pub(crate) fn name_a_game(&self) -> bool {
        self.game.is_some() || self.holes.is_some() || self.counters.is_some() || self.name_a_reading()
    }

    /// Whether an option of the reading is given.
    pub(crate) fn name_a_reading(&self) -> bool {
        ReadingOption::ALL.into_iter().any(|option| self.value(option).is_some())
    }

    /// The value given for an option of the reading.
    fn value(&self, option: ReadingOption) -> Option<&str> {
        match option {
            ReadingOption::Endless => self.endless.as_deref(),
            ReadingOption::LastFour => self.last_four.as_deref(),
            ReadingOption::Origin => self.origin.as_deref(),
            ReadingOption::Unfilled => self.unfilled.as_deref(),
        }
    }
}

/// Tells that an option was given, and `whoever` says otherwise.
fn clash(whoever: &str) -> impl Fn(&str, &dyn Display, &dyn Display) -> Result<(), Usage> {
    move |option, asked, is| Err(Usage(format!("--{option} {asked} is given, but {whoever} says {is}")))
}

/// Reads the name of a game, long or short.
fn game() -> impl TypedValueParser<Value = Game> {
    let names = GAMES.map(|game| PossibleValue::new(game.name()).alias(game.short_name()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Game>())
}

/// Reads a value of an option of the reading.
fn values(option: ReadingOption) -> PossibleValuesParser {
    PossibleValuesParser::new(option.values())
}

/// Reads a whole number from `least` to `most`, or a range of them, as in `1-7`.
fn span(least: u8, most: u8) -> impl Fn(&str) -> Result<Span, String> + Clone + Send + Sync + 'static {
    let number = number(least, most);
    move |text| {
        let Some((from, to)) = text.split_once('-').filter(|(from, _)| !from.is_empty()) else {
            return number(text).map(|number| Span { from: number, to: number });
        };
        let span = Span { from: number(from)?, to: number(to)? };
        let is_range = span.from <= span.to;
        is_range.then_some(span).ok_or_else(|| format!("{text:?} is no range; write the smaller number first"))
    }
}

/// Reads a whole number from `least` to `most`. Signs and blanks are refused, and so is what is too large for any type.
pub(crate) fn number<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<T>().ok().filter(|number| digits && (least..=most).contains(number));
        number.ok_or_else(|| format!("{text:?} is not a whole number from {least} to {most}"))
    }
}
