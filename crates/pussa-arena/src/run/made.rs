//! `run.toml`: all that a run follows from, and who made it.

use super::{RunError, write_whole};
use crate::wishes::Wishes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Who makes a run. A run is taken up by the same version only: another might play otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The program's version.
    pub version: String,
    /// The commit it was built from; empty if nobody knows.
    pub commit: String,
    /// The machine, for people.
    pub machine: String,
    /// The day it was begun, as in `2026-11-29`.
    pub day: String,
}

/// The whole file.
#[derive(Debug, Serialize, Deserialize)]
struct RunFile {
    #[serde(flatten)]
    wishes: toml::Table,
    made: Option<Signed>,
}

/// Who made a run, and the checksum of its wishes when it was begun: XXH3 with 64 bits of them as TOML, which shows if they
/// were changed by hand since.
#[derive(Debug, Serialize, Deserialize)]
struct Signed {
    #[serde(flatten)]
    made: Made,
    plan: Option<String>,
}

/// The checksum of wishes.
fn checksum(wishes: &toml::Table) -> String {
    format!("{:016x}", xxh3_64(toml::to_string(wishes).unwrap_or_default().as_bytes()))
}

impl Made {
    /// Writes the file, of a run that follows from `wishes`, which are [`Wishes`] of a tournament, or of another run.
    ///
    /// # Errors
    /// If it can't be written, or the wishes are no table of TOML.
    pub fn write<W: Serialize>(&self, wishes: &W, path: &Path) -> Result<(), RunError> {
        let wishes = toml::Table::try_from(wishes).map_err(|error| unreadable(path, &error))?;
        let made = Signed { made: self.clone(), plan: Some(checksum(&wishes)) };
        let file = RunFile { wishes, made: Some(made) };
        let text = toml::to_string(&file).map_err(|error| unreadable(path, &error))?;
        write_whole(path, text.as_bytes())
    }

    /// Refuses to take up the run of this file, if it was planned otherwise or made by another version, or if the file was
    /// changed since.
    ///
    /// # Errors
    /// If that is so, or the file can't be read.
    pub fn agree<W: Serialize + DeserializeOwned>(&self, wishes: &W, path: &Path) -> Result<(), RunError> {
        let (text, file) = run_file(path)?;
        let signed = file.made.as_ref().ok_or_else(|| unreadable(path, &"the table [made] is missing"))?;
        let Signed { made, plan } = signed;
        if plan.as_ref().is_some_and(|plan| *plan != checksum(&file.wishes)) {
            let what = "it was changed after the run began; put back what it said, or begin a run in another folder";
            return Err(unreadable(path, &what));
        }
        let old: W = file.read_wishes(&text, path)?;
        let [old, now] = [&old, wishes].map(|wishes| toml::Table::try_from(wishes).unwrap_or_default());
        let keys = now.keys().chain(old.keys());
        let plan = keys.map(|key| (key.as_str(), word(old.get(key)), word(now.get(key))));
        let version = [("version", &made.version, &self.version), ("commit", &made.commit, &self.commit)];
        let version = version.map(|(key, is, now)| (key, is.clone(), now.clone()));
        match plan.chain(version).find(|(_, is, now)| is != now) {
            Some((key, is, now)) => Err(RunError::Changed { path: path.into(), key: key.into(), is, now }),
            None => Ok(()),
        }
    }
}

impl Made {
    /// What a file wishes for, and who made it, if it is that of a run.
    ///
    /// # Errors
    /// If it can't be read, or is no such file.
    pub fn read<W: DeserializeOwned>(path: &Path) -> Result<(W, Option<Self>), RunError> {
        let (text, file) = run_file(path)?;
        Ok((file.read_wishes(&text, path)?, file.made.map(|signed| signed.made)))
    }
}

impl RunFile {
    /// The wishes in it; `text` is that of the file.
    fn read_wishes<W: DeserializeOwned>(&self, text: &str, path: &Path) -> Result<W, RunError> {
        // Again as text, so that what is wrong with it is told by its place there.
        let of_run = self.made.as_ref().map(|_| toml::to_string(&self.wishes).unwrap_or_default());
        let text = of_run.as_deref().unwrap_or(text);
        toml::from_str(text).map_err(|error| unreadable(path, &one_line(text, &error)))
    }
}

/// The text of a file, and what it says.
fn run_file(path: &Path) -> Result<(String, RunFile), RunError> {
    let text = std::fs::read_to_string(path).map_err(|source| RunError::Read { path: path.into(), source })?;
    let file = toml::from_str(&text).map_err(|error| unreadable(path, &one_line(&text, &error)))?;
    Ok((text, file))
}

/// A value in a few words.
fn word(value: Option<&toml::Value>) -> String {
    let text = value.map_or_else(|| "not set".into(), ToString::to_string);
    if text.chars().count() <= 80 { text } else { text.chars().take(79).chain(['…']).collect() }
}

fn one_line(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
    let place = line.map_or_else(String::new, |line| format!("line {line}: "));
    place + error.message().lines().next().unwrap_or_default()
}

fn unreadable(path: &Path, why: &dyn ToString) -> RunError {
    RunError::Unreadable { path: path.into(), why: why.to_string() }
}

impl Wishes {
    /// The wishes of a TOML file: one written by hand, or the `run.toml` of a run. Openings are read from the file that
    /// it names.
    ///
    /// # Errors
    /// If it can't be read, or is no such file.
    pub fn read(path: &Path) -> Result<Self, RunError> {
        let (wishes, _) = Made::read::<Self>(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        wishes.with_openings_of(folder).map_err(|error| unreadable(path, &error))
    }
}
