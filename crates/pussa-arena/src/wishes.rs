//! Plans as people write them: in TOML, with as little as they care about.

use crate::clock::TimeControl;
use crate::opening::{OpeningError, read_openings};
use crate::plan::{Adjudication, Book, Egdb, Plan, Schedule};
use crate::sprt::Sprt;
use pussa_engine::{Spec, SpecError};
use pussa_rules::{GAMES, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;

/// What is wished for in a plan; the rest is as usual.
///
/// ```
/// use pussa_arena::Wishes;
/// let wishes: Wishes = toml::from_str(r#"
///     engines = ["greedy", { name = "alpha-beta", depth = 4 }]
///     pairs = 100
///     [[games]]
///     game = "raja-pasu"
///     reading = "last-four=kept"
/// "#)?;
/// let plan = wishes.plan()?;
/// assert_eq!((plan.engines[1].to_string().as_str(), plan.variants.len()), ("alpha-beta:depth=4", 1));
/// assert_eq!(Wishes::of(&plan).plan()?, plan);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Wishes {
    /// The engines.
    pub engines: Option<Vec<EngineWish>>,
    /// Who plays whom.
    pub schedule: Option<Schedule>,
    /// Pairs for every two engines and game.
    pub pairs: Option<u32>,
    /// Where openings come from.
    pub openings: Option<BookWish>,
    /// How many moves openings have that are not listed.
    pub opening_plies: Option<u32>,
    /// Whether whole matches are played.
    pub matches: Option<bool>,
    /// How many rounds a match has at most.
    pub max_rounds: Option<u32>,
    /// The players' clocks, as in `10s+100ms`.
    pub clock: Option<String>,
    /// Whether rounds end early.
    pub adjudicate: Option<Adjudication>,
    /// The hypotheses of a sequential test.
    pub sprt: Option<SprtWish>,
    /// Whether it is looked at what each move loses against perfect play.
    pub exact_loss: Option<bool>,
    /// How many positions may be looked at for that, to judge one.
    pub effort: Option<u64>,
    /// The folder of the endgame databases that the engines ask.
    pub egdb: Option<String>,
    /// What that folder held when a run was begun.
    pub egdb_holds: Option<Vec<String>>,
    /// What every random choice follows from.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "large")]
    pub seed: Option<u64>,
    /// The games.
    pub games: Option<Vec<GameWish>>,
}

/// An engine: a spec, or its name and keys one by one, for values that a spec can't hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "an engine is its spec in quotes, or a table with its name and keys")]
pub enum EngineWish {
    /// As in `alpha-beta:depth=4`.
    Spec(String),
    /// As in `{ name = "ugi", cmd = "/opt/a:b" }`.
    Keys(BTreeMap<String, toml::Value>),
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "openings are random, all, a file, or a list of openings in quotes")]
pub enum BookWish {
    /// `random`, `all`, or the name of a file.
    Named(String),
    /// These.
    Listed(Vec<String>),
}

/// A game under one reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table as in [[games]] with its name as game")]
pub struct GameWish {
    /// Its name.
    pub game: String,
    /// Holes in a row.
    pub holes: Option<u8>,
    /// Counters in each hole at the start.
    pub counters: Option<u8>,
    /// The reading, as in `last-four=kept;endless=split`.
    pub reading: Option<String>,
}

/// The hypotheses of a sequential test, in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table as in { elo0 = 0.0, elo1 = 10.0 }")]
pub struct SprtWish {
    /// The first engine is stronger by no more than this.
    pub elo0: f64,
    /// The first engine is stronger by this at least.
    pub elo1: f64,
}

/// Why wishes can't be fulfilled.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum WishError {
    #[error("{key}: {why}")]
    Value { key: &'static str, why: String },
    #[error("engines: {0}")]
    Spec(#[from] SpecError),
    #[error("openings: {0}")]
    Opening(#[from] OpeningError),
}

/// An error in the value of a key.
fn at<E: ToString>(key: &'static str) -> impl Fn(E) -> WishError {
    move |error| WishError::Value { key, why: error.to_string() }
}

impl Wishes {
    /// These wishes, and where there are none, the others.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        Self {
            engines: self.engines.or(others.engines),
            schedule: self.schedule.or(others.schedule),
            pairs: self.pairs.or(others.pairs),
            openings: self.openings.or(others.openings),
            opening_plies: self.opening_plies.or(others.opening_plies),
            matches: self.matches.or(others.matches),
            max_rounds: self.max_rounds.or(others.max_rounds),
            clock: self.clock.or(others.clock),
            adjudicate: self.adjudicate.or(others.adjudicate),
            sprt: self.sprt.or(others.sprt),
            exact_loss: self.exact_loss.or(others.exact_loss),
            effort: self.effort.or(others.effort),
            egdb: self.egdb.or(others.egdb),
            egdb_holds: self.egdb_holds.or(others.egdb_holds),
            seed: self.seed.or(others.seed),
            games: self.games.or(others.games),
        }
    }

    /// The same with the openings of a file, if one is named, in place of its name. Names of files are taken from
    /// `folder` on.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn with_openings_of(mut self, folder: &Path) -> Result<Self, WishError> {
        if let Some(BookWish::Named(name)) = &self.openings
            && name != "random"
            && name != "all"
        {
            self.openings = Some(BookWish::Listed(read_openings(&folder.join(name))?));
        }
        Ok(self)
    }

    /// The plan that fulfils them.
    ///
    /// # Errors
    /// At the first that can't be fulfilled.
    pub fn plan(&self) -> Result<Plan, WishError> {
        let engines = self.engines.as_deref().unwrap_or_default();
        let engines = engines.iter().map(EngineWish::spec).collect::<Result<_, _>>()?;
        let plies = self.opening_plies.unwrap_or(Plan::OPENING_PLIES);
        let openings = match &self.openings {
            None => Book::Random { plies },
            Some(BookWish::Named(name)) if name == "random" => Book::Random { plies },
            Some(BookWish::Named(name)) if name == "all" => Book::All { plies },
            Some(BookWish::Named(name)) => Book::Listed(read_openings(Path::new(name))?),
            Some(BookWish::Listed(list)) => Book::Listed(list.clone()),
        };
        if self.effort.is_some() && self.exact_loss != Some(true) {
            return Err(at("effort")("nothing is judged without exact-loss = true; add that, or leave this out"));
        }
        let is_random = matches!(openings, Book::Random { .. });
        let matches = self.max_rounds.filter(|_| self.matches != Some(false));
        let clock = self.clock.as_deref().map(str::parse::<TimeControl>).transpose().map_err(at("clock"))?;
        let sprt = self.sprt.map(|SprtWish { elo0, elo1 }| Sprt::new(elo0, elo1)).transpose().map_err(at("sprt"))?;
        Ok(Plan {
            variants: self.variants()?,
            engines,
            schedule: self.schedule.unwrap_or_default(),
            openings,
            pairs: self.pairs.or(is_random.then_some(Plan::PAIRS)),
            matches: matches.or((self.matches == Some(true)).then_some(pussa_rules::Match::DEFAULT_MAX_ROUNDS)),
            clock,
            adjudicate: self.adjudicate.unwrap_or_default(),
            sprt,
            exact_loss: (self.exact_loss == Some(true)).then(|| self.effort.unwrap_or(Plan::EFFORT)),
            egdb: self.egdb.clone().map(|dir| Egdb { dir, holds: self.egdb_holds.clone().unwrap_or_default() }),
            seed: self.seed.unwrap_or(1),
        })
    }

    fn variants(&self) -> Result<Vec<Variant>, WishError> {
        match &self.games {
            None => Ok(GAMES.map(Variant::new).to_vec()),
            Some(games) => games.iter().map(GameWish::variant).collect(),
        }
    }

    /// All that a plan says, in words that give it again.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let (openings, opening_plies) = match &plan.openings {
            Book::Random { plies } => (BookWish::Named("random".into()), Some(*plies)),
            Book::All { plies } => (BookWish::Named("all".into()), Some(*plies)),
            Book::Listed(list) => (BookWish::Listed(list.clone()), None),
        };
        Self {
            engines: Some(plan.engines.iter().map(EngineWish::of).collect()),
            schedule: Some(plan.schedule),
            pairs: plan.pairs,
            openings: Some(openings),
            opening_plies,
            matches: Some(plan.matches.is_some()),
            max_rounds: plan.matches,
            clock: plan.clock.map(|clock| clock.to_string()),
            adjudicate: Some(plan.adjudicate),
            exact_loss: plan.exact_loss.map(|_| true),
            effort: plan.exact_loss,
            sprt: plan.sprt.map(|sprt| SprtWish { elo0: sprt.elo0(), elo1: sprt.elo1() }),
            egdb: plan.egdb.as_ref().map(|egdb| egdb.dir.clone()),
            egdb_holds: plan.egdb.as_ref().map(|egdb| egdb.holds.clone()),
            seed: Some(plan.seed),
            games: Some(plan.variants.iter().map(GameWish::of).collect()),
        }
    }
}

impl EngineWish {
    fn spec(&self) -> Result<Spec, WishError> {
        let keys = match self {
            Self::Spec(text) => return Ok(text.parse()?),
            Self::Keys(keys) => keys,
        };
        let name = keys
            .get("name")
            .and_then(toml::Value::as_str)
            .ok_or_else(|| at("engines")("an engine written key by key needs its name, as in { name = \"greedy\" }"))?;
        let mut spec: Spec = name.parse()?;
        for (key, value) in keys.iter().filter(|(key, _)| *key != "name") {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if value.is_empty() || value.contains(char::is_control) {
                return Err(at("engines")(format!("{name}: {key} has no value that fits on a line")));
            }
            spec = spec.with(key, &value);
        }
        Ok(spec)
    }

    fn of(spec: &Spec) -> Self {
        let text = spec.to_string();
        if text.parse().as_ref() == Ok(spec) {
            return Self::Spec(text);
        }
        let keys = std::iter::once(("name", spec.name())).chain(spec.keys());
        Self::Keys(keys.map(|(key, value)| (key.to_owned(), toml::Value::from(value))).collect())
    }
}

impl GameWish {
    /// The game that is wished for.
    ///
    /// # Errors
    /// If there is no such game, or it has no such reading or size.
    pub fn variant(&self) -> Result<Variant, WishError> {
        let mut variant = Variant::new(self.game.parse().map_err(at("games"))?);
        if let Some(reading) = &self.reading {
            let reading = reading.parse().map_err(at("games"))?;
            variant = variant.with_reading(reading).map_err(at("games"))?;
        }
        if let Some(holes) = self.holes {
            variant = variant.with_holes(holes).map_err(at("games"))?;
        }
        if let Some(counters) = self.counters {
            variant = variant.with_counters(counters).map_err(at("games"))?;
        }
        Ok(variant)
    }

    /// A game as a plan has it.
    #[must_use]
    pub fn of(variant: &Variant) -> Self {
        Self {
            game: variant.game().name().into(),
            holes: Some(variant.holes()),
            counters: Some(variant.counters()),
            reading: Some(variant.reading().to_string()),
        }
    }
}

/// Numbers that TOML has no room for are written in quotes.
mod large {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Number {
        Plain(u64),
        Quoted(String),
    }

    #[expect(clippy::ref_option, reason = "serde hands it over so")]
    pub(super) fn serialize<S: Serializer>(number: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        match number.unwrap_or_default() {
            small if i64::try_from(small).is_ok() => to.serialize_u64(small),
            large => to.serialize_str(&large.to_string()),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        match Number::deserialize(from) {
            Ok(Number::Plain(number)) => Ok(Some(number)),
            Ok(Number::Quoted(text)) => text.parse().map(Some).map_err(D::Error::custom),
            Err(_) => Err(D::Error::custom("a whole number from 0 to 18446744073709551615 is wanted")),
        }
    }
}
