//! Weights in a file: a name and a number a line, as `pussa tune` writes them.

use super::{COUNT, NAMES, Weights};
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// Why a text holds no weights.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum WeightsError {
    #[error("it could not be read: {0}")]
    Read(#[from] std::io::Error),
    #[error("line {line}: {text:?} is not of the form NAME = NUMBER")]
    Form { line: usize, text: String },
    #[error("line {line}: no feature is called {name:?}")]
    Name { line: usize, name: String },
    #[error("the weight of {0} is missing, or stands twice")]
    Count(&'static str),
}

impl Weights {
    /// The weights of a file.
    ///
    /// # Errors
    /// If it can't be read, or does not hold a weight for every feature.
    pub fn read(path: &Path) -> Result<Self, WeightsError> {
        std::fs::read_to_string(path)?.parse()
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    /// Reads a weight a line, as in `best-gain = 0.746`, in any order; empty lines and what follows `#` do not count.
    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let mut found: [Option<f32>; COUNT] = [None; COUNT];
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let form = || WeightsError::Form { line, text: text.chars().take(60).collect() };
            let (name, number) = text.split_once('=').ok_or_else(form)?;
            // No margin is as large as this.
            let in_range = |number: &f32| number.abs() <= 1000.0;
            let number: f32 = number.trim().parse().ok().filter(in_range).ok_or_else(form)?;
            let name = name.trim();
            let place = NAMES.iter().position(|&known| known == name);
            let place = place.ok_or_else(|| WeightsError::Name { line, name: name.chars().take(60).collect() })?;
            if found[place].replace(number).is_some() {
                return Err(WeightsError::Count(NAMES[place]));
            }
        }
        match found.iter().position(Option::is_none) {
            Some(missing) => Err(WeightsError::Count(NAMES[missing])),
            None => Ok(Self(found.map(Option::unwrap_or_default))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        let lines = Weights::PLAIN.named().map(|(name, weight)| format!("{name} = {weight} # and so on\n"));
        lines.collect::<Vec<_>>().concat()
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        assert_eq!(text().parse::<Weights>().unwrap(), Weights::PLAIN);
    }

    #[test]
    fn what_holds_no_weights_says_why() {
        let told = |text: &str| text.parse::<Weights>().unwrap_err().to_string();
        assert_eq!(told("tempo"), "line 1: \"tempo\" is not of the form NAME = NUMBER");
        assert_eq!(told("\ntempo = nan"), "line 2: \"tempo = nan\" is not of the form NAME = NUMBER");
        assert_eq!(told("luck = 1"), "line 1: no feature is called \"luck\"");
        assert_eq!(told(""), "the weight of tempo is missing, or stands twice");
        assert_eq!(told(&(text() + "best-gain = 1")), "the weight of best-gain is missing, or stands twice");
    }
}
