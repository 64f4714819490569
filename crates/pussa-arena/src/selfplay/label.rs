//! What a file of positions holds: a label beside it, in TOML.

use super::error::SelfPlayError;
use super::plan::{Plan, Shard};
use pussa_rules::{Game, Variant};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What labels of this form begin with.
const KIND: &str = "self-play 1";

/// All that the games follow from, but for the threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Tells this form of label from others.
    kind: String,
    /// The version of the program.
    pub version: String,
    /// The name of the game.
    pub game: String,
    /// Its reading (RULES N5).
    pub reading: String,
    /// Holes in a row.
    pub holes: u8,
    /// Counters in a hole at the start.
    pub counters: u8,
    /// The spec of the engine.
    pub engine: String,
    /// How many games there are, in all shards together.
    pub games: u64,
    /// Which of them these are: `2/4`.
    pub shard: String,
    /// As in [`Exploration`](super::Exploration).
    pub opening_plies: u32,
    /// As in [`Exploration`](super::Exploration).
    pub temperature: f64,
    /// As in [`Exploration`](super::Exploration).
    pub temperature_plies: u32,
    /// What the endgame databases hold that the engine asked, a line for each ring; nothing if it had none.
    #[serde(default)]
    pub egdb: Vec<String>,
    /// The seed, in digits: TOML has no whole numbers so large.
    pub seed: String,
}

impl Settings {
    /// The settings of a plan.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        let Plan { variant, engine, games, shard, exploration, egdb, seed, threads: _ } = plan;
        Self {
            kind: KIND.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            game: variant.game().name().into(),
            reading: variant.reading().to_string(),
            holes: variant.holes(),
            counters: variant.counters(),
            engine: engine.to_string(),
            games: *games,
            shard: shard.to_string(),
            opening_plies: exploration.opening_plies,
            temperature: exploration.temperature,
            temperature_plies: exploration.temperature_plies,
            egdb: egdb.clone(),
            seed: seed.to_string(),
        }
    }

    /// The game that is played.
    ///
    /// # Errors
    /// If there is no such game; what is wrong.
    pub fn variant(&self) -> Result<Variant, String> {
        let game: Game = parsed(&self.game)?;
        let variant = Variant::new(game).with_reading(parsed(&self.reading)?);
        let variant = variant.and_then(|variant| variant.with_holes(self.holes)?.with_counters(self.counters));
        variant.map_err(|error| error.to_string())
    }

    /// Which part of the games these are.
    ///
    /// # Errors
    /// If there is no such part; what is wrong.
    pub fn shard(&self) -> Result<Shard, String> {
        parsed(&self.shard)
    }

    /// The first setting in which others differ: its name, its value here, its value there.
    pub(super) fn difference(&self, other: &Self) -> Option<[String; 3]> {
        let [here, there] = [self, other].map(|all| toml::Table::try_from(all).expect("plain values"));
        let differs = |(key, value): (&String, &toml::Value)| {
            let other = &there[key];
            (value != other).then(|| [key.replace('_', " "), value.to_string(), other.to_string()])
        };
        here.iter().find_map(differs)
    }

    /// The same settings for all games.
    pub(super) fn whole(&self) -> Self {
        Self { shard: Shard::WHOLE.to_string(), ..self.clone() }
    }

    pub(super) fn to_toml(&self) -> String {
        toml::to_string(self).expect("plain values")
    }
}

/// What a file of positions holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// What its games follow from.
    #[serde(flatten)]
    pub settings: Settings,
    /// How many rows it has.
    pub rows: u64,
    /// How many games are left out because the engine failed in them.
    pub failed: u64,
    /// Whether every position is in it once only.
    pub distinct: bool,
}

impl Label {
    /// Where the label of a file is kept: in `NAME.csv.zst.toml`.
    #[must_use]
    pub fn path(file: &Path) -> PathBuf {
        with_suffix(file, ".toml")
    }

    /// Reads the label of a file.
    ///
    /// # Errors
    /// If there is none, or it makes no sense.
    pub fn of(file: &Path) -> Result<Self, SelfPlayError> {
        let path = Self::path(file);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound && !file.exists() => {
                return Err(SelfPlayError::read(file)(error));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(SelfPlayError::NoLabel { file: file.into(), label: path });
            }
            Err(error) => return Err(SelfPlayError::read(&path)(error)),
        };
        Self::from_toml(&text).map_err(|why| SelfPlayError::Label { label: path, why })
    }

    fn from_toml(text: &str) -> Result<Self, String> {
        let label: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        if label.settings.kind != KIND {
            return Err(format!("kind is {:?}, and must be {KIND:?}", label.settings.kind));
        }
        label.settings.variant()?;
        let Settings { games, .. } = label.settings;
        match label.settings.shard()? {
            shard if u64::from(shard.of()) > games => Err(format!("shard {shard} can't be one of {games} games")),
            _ => Ok(label),
        }
    }

    pub(super) fn to_toml(&self) -> String {
        toml::to_string(self).expect("plain values")
    }
}

/// A path with something at its end.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn parsed<T: FromStr>(text: &str) -> Result<T, String>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::Exploration;
    use pussa_rules::RAJA_PASU;

    fn label() -> Label {
        let plan = Plan {
            variant: Variant::new(RAJA_PASU).with_holes(5).unwrap(),
            engine: "greedy".parse().unwrap(),
            games: 100,
            shard: "2/4".parse().unwrap(),
            exploration: Exploration { opening_plies: 4, temperature: 0.5, temperature_plies: 8 },
            egdb: Vec::new(),
            seed: u64::MAX,
            threads: 2,
        };
        Label { settings: Settings::new(&plan), rows: 7, failed: 0, distinct: false }
    }

    #[test]
    fn a_label_is_written_and_read_back() {
        let label = label();
        assert_eq!(Label::from_toml(&label.to_toml()).unwrap(), label);
        assert_eq!(label.settings.variant().unwrap().total(), 70);
        assert_eq!(label.settings.shard().unwrap().games(100), 25..50);
    }

    #[test]
    fn labels_that_make_no_sense_are_refused() {
        let good = label().to_toml();
        for (from, to, why) in [
            ("self-play 1", "self-play 2", "kind is \"self-play 2\", and must be \"self-play 1\""),
            ("raja-pasu", "chess", "no game is called \"chess\"; there are walak-pussa and raja-pasu"),
            ("holes = 5", "holes = 9", "holes: a row has 1 to 7 holes, not 9"),
            ("2/4", "5/4", "\"5/4\" is no shard; write I/N, as in 1/4, with I from 1 to N"),
            ("games = 100", "games = 3", "shard 2/4 can't be one of 3 games"),
            ("rows = 7\n", "", "missing field `rows`"),
        ] {
            assert_eq!(Label::from_toml(&good.replace(from, to)).unwrap_err(), why);
        }
    }

    #[test]
    fn the_setting_that_differs_is_told() {
        let here = label().settings;
        assert_eq!(here.difference(&here), None);
        let other = Settings { opening_plies: 6, ..here.clone() };
        assert_eq!(here.difference(&other), Some(["opening plies", "4", "6"].map(String::from)));
        let other = Settings { egdb: vec!["all".into()], ..here.clone() };
        assert_eq!(here.difference(&other), Some(["egdb", "[]", "[\"all\"]"].map(String::from)));
        let other = Settings { seed: "1".into(), ..here.clone() };
        assert_eq!(here.difference(&other).unwrap()[2], "\"1\"");
    }
}
