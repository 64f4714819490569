//! What a manager can set: the game, its size and reading, the overhead, and every key of the engine's spec.

use pussa_engine::{Engine, Roster, Spec, SpecError, keys};
use pussa_rules::{GAMES, Game, MAX_COUNTERS, MAX_HOLES, Position, Reading, ReadingOption, Variant, holes_of_board};
use std::time::Duration;

/// The options of the reading that matter within a round, with the names they have here.
const READING: [(&str, ReadingOption); 3] =
    [("Origin", ReadingOption::Origin), ("LastFour", ReadingOption::LastFour), ("Endless", ReadingOption::Endless)];

/// The most milliseconds that can be set.
const MOST_MS: u64 = 86_400_000;

/// Everything that is set.
#[derive(Debug)]
pub(super) struct Settings {
    roster: Roster,
    spec: Spec,
    game: Game,
    /// As many as the board given has, unless set.
    holes: Option<u8>,
    /// As many as is usual in the game, unless set.
    counters: Option<u8>,
    reading: Reading,
    /// What the way there and back takes.
    pub(super) overhead: Duration,
}

impl Settings {
    /// Those of a variant, and an engine, which is seen to be one.
    pub(super) fn new(roster: Roster, spec: Spec, variant: Variant) -> Result<Self, SpecError> {
        let game = variant.game();
        let usual = Variant::new(game);
        let settings = Self {
            roster,
            spec,
            game,
            holes: Some(variant.holes()).filter(|&holes| holes != usual.holes()),
            counters: Some(variant.counters()).filter(|&counters| counters != usual.counters()),
            reading: variant.reading(),
            overhead: Duration::from_millis(10),
        };
        settings.try_out(&settings.spec)?;
        Ok(settings)
    }

    /// The engine's name.
    pub(super) fn engine_name(&self) -> &str {
        self.spec.name()
    }

    /// Makes the engine, its tables included.
    pub(super) fn engine(&self) -> Result<Box<dyn Engine>, SpecError> {
        self.roster.engine(&self.spec)
    }

    /// Makes an engine with next to no memory and drops it, to see whether a spec is sound.
    fn try_out(&self, spec: &Spec) -> Result<(), SpecError> {
        let has_table = self.keys(spec.name()).any(|key| key == "hash");
        let is_size = |size: &str| keys::table_size(size).is_some();
        let (own, spec) = (spec.to_string(), spec.clone());
        let small = if has_table && spec.value("hash").is_none_or(is_size) { spec.with("hash", "1MiB") } else { spec };
        self.roster.engine(&small).map(drop).map_err(|error| match error {
            SpecError::Value { key, value, wanted, .. } => SpecError::Value { spec: own, key, value, wanted },
            other => other,
        })
    }

    fn keys(&self, engine: &str) -> impl Iterator<Item = &'static str> {
        let kind = self.roster.kinds().iter().find(|kind| kind.name == engine);
        kind.into_iter().flat_map(|kind| kind.keys).map(|&(key, _)| key)
    }

    /// The game as set.
    pub(super) fn variant(&self) -> Result<Variant, String> {
        let mut variant = Variant::new(self.game);
        if let Some(holes) = self.holes {
            variant = variant.with_holes(holes).map_err(|error| error.to_string())?;
        }
        if let Some(counters) = self.counters {
            variant = variant.with_counters(counters).map_err(|error| error.to_string())?;
        }
        variant.with_reading(self.reading).map_err(|error| error.to_string())
    }

    /// The game as set and a position of it: a board settles how many holes a row has, unless that is set.
    pub(super) fn position(&self, board: Option<&str>) -> Result<(Variant, Position), String> {
        let mut variant = self.variant()?;
        let Some(board) = board else { return Ok((variant, variant.start())) };
        if let (None, Some(holes)) = (self.holes, holes_of_board(board)) {
            variant = variant.with_holes(holes).map_err(|error| error.to_string())?;
        }
        let position = variant.parse_board(board).map_err(|error| error.to_string())?;
        Ok((variant, position))
    }

    /// The lines that offer all options.
    pub(super) fn offers(&self) -> Vec<String> {
        let vars = |names: &[&str]| names.iter().flat_map(|name| [" var ", name]).collect::<String>();
        let games = GAMES.map(Game::name);
        let counters = self.counters.unwrap_or(self.game.default_counters());
        let mut lines = vec![
            format!("option name Game type combo default {}{}", self.game, vars(&games)),
            spin("Holes", self.holes.unwrap_or(MAX_HOLES), 1, MAX_HOLES),
            spin("Counters", counters, 1, MAX_COUNTERS),
        ];
        for (name, option) in READING {
            let default = self.reading.value(option);
            lines.push(format!("option name {name} type combo default {default}{}", vars(&option.values())));
        }
        lines.push(spin("Overhead", self.overhead.as_millis(), 0, MOST_MS));
        for key in self.keys(self.spec.name()) {
            lines.push(Value::of(key).offer(&option_name(key), self.spec.value(key)));
        }
        lines
    }

    /// Sets an option. True if the engine has to be made anew.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let is = |option: &str| option.eq_ignore_ascii_case(name);
        if is("Game") {
            self.game = value.parse().map_err(|error| format!("{error}"))?;
        } else if is("Holes") {
            self.holes = Some(number(name, value, 1, u64::from(MAX_HOLES))? as u8);
        } else if is("Counters") {
            self.counters = Some(number(name, value, 1, u64::from(MAX_COUNTERS))? as u8);
        } else if is("Overhead") {
            self.overhead = Duration::from_millis(number(name, value, 0, MOST_MS)?);
        } else if let Some(&(_, option)) = READING.iter().find(|(option, _)| is(option)) {
            self.reading.set(option, value).map_err(|error| error.to_string())?;
        } else {
            let key = self.keys(self.spec.name()).find(|key| is(&option_name(key)));
            return key.map_or(Ok(false), |key| self.set_key(key, value));
        }
        Ok(false)
    }

    fn set_key(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let kind = Value::of(key);
        let spec = self.spec.clone();
        let spec = if kind.is_unset(value) {
            spec.without(key)
        } else {
            let value = kind.read(value).ok_or_else(|| format!("{}: {value:?} will not do", option_name(key)))?;
            spec.with(key, &value)
        };
        self.try_out(&spec).map_err(|error| error.to_string())?;
        self.spec = spec;
        Ok(true)
    }
}

/// What the values of a key of a spec look like here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// A number from 1 to this, 0 for none.
    Count(u64),
    /// A time in milliseconds, 0 for none.
    Milliseconds,
    /// A size in mebibytes, 0 for the engine's own choice.
    Megabytes,
    /// Any text, nothing for the engine's own choice.
    Text,
}

impl Value {
    /// By the names that all engines have in common.
    fn of(key: &str) -> Self {
        match key {
            "depth" => Self::Count(250),
            "threads" => Self::Count(256),
            "nodes" | "playouts" => Self::Count(i64::MAX.cast_unsigned()),
            "time" => Self::Milliseconds,
            "hash" => Self::Megabytes,
            _ => Self::Text,
        }
    }

    /// How a key is offered that has this value in the spec.
    fn offer(self, name: &str, value: Option<&str>) -> String {
        let most = match self {
            Self::Count(most) => most,
            Self::Milliseconds => MOST_MS,
            Self::Megabytes => 1 << 20,
            // "empty" is how managers of chess engines write no text.
            Self::Text => return format!("option name {name} type string default {}", value.unwrap_or("<empty>")),
        };
        let count: u64 = value.map_or(0, |value| {
            let (digits, unit) = value.split_at(value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len()));
            let scale: u64 = match unit {
                "s" => 1000,
                "GiB" => 1024,
                _ => 1,
            };
            digits.parse().unwrap_or(0_u64).saturating_mul(scale)
        });
        spin(name, count.min(most), 0, most)
    }

    /// Whether a value leaves the choice to the engine.
    fn is_unset(self, value: &str) -> bool {
        if self == Self::Text { value.is_empty() || value == "<empty>" } else { value == "0" }
    }

    /// A value as a spec has it.
    fn read(self, value: &str) -> Option<String> {
        let in_range = |least: u64, most: u64| number("", value, least, most).is_ok();
        match self {
            Self::Count(most) => in_range(1, most).then(|| value.into()),
            Self::Milliseconds => in_range(1, MOST_MS).then(|| format!("{value}ms")),
            Self::Megabytes => in_range(1, 1 << 20).then(|| format!("{value}MiB")),
            Self::Text => Some(value.into()),
        }
    }
}

fn spin(name: &str, default: impl Into<u128>, least: u64, most: impl Into<u64>) -> String {
    format!("option name {name} type spin default {} min {least} max {}", default.into(), most.into())
}

fn number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.parse().ok().filter(|number| digits && (least..=most).contains(number));
    number.ok_or_else(|| format!("{name}: {value:?} is not a whole number from {least} to {most}"))
}

/// The name that a key has as an option: `FirstPlay` for `first-play`.
fn option_name(key: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    key.split('-').map(capital).collect()
}
