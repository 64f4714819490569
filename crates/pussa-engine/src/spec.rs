//! Engines by name: `greedy`, `alpha-beta:depth=8`.

use std::fmt;
use thiserror::Error;

/// An engine as users name it: a name, then keys with values, separated by colons.
///
/// ```
/// use pussa_engine::Spec;
/// let spec: Spec = "alpha-beta:depth=8:hash=64MiB".parse()?;
/// assert_eq!(spec.name(), "alpha-beta");
/// assert_eq!(spec.value("depth"), Some("8"));
/// assert_eq!(spec.to_string(), "alpha-beta:depth=8:hash=64MiB");
/// # Ok::<(), pussa_engine::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spec {
    name: String,
    keys: Vec<(String, String)>,
}

impl Spec {
    /// The engine's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of a key, if it is given.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        self.keys().find(|&(name, _)| name == key).map(|(_, value)| value)
    }

    /// All keys given, with their values, in the order given.
    pub fn keys(&self) -> impl Iterator<Item = (&str, &str)> {
        self.keys.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The same with a key set to this value.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        match self.keys.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value.into(),
            None => self.keys.push((key.into(), value.into())),
        }
        self
    }

    /// The same without a key.
    #[must_use]
    pub fn without(mut self, key: &str) -> Self {
        self.keys.retain(|(name, _)| name != key);
        self
    }

    /// Reads a list of specs, separated by commas.
    ///
    /// # Errors
    /// At the first that is none.
    pub fn list(text: &str) -> Result<Vec<Self>, SpecError> {
        text.split(',').map(str::parse).collect()
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.keys().try_for_each(|(key, value)| write!(f, ":{key}={value}"))
    }
}

impl std::str::FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        if name.is_empty() {
            return Err(SpecError::NoName(text.into()));
        }
        let mut spec = Self { name: name.into(), keys: Vec::new() };
        for part in parts {
            let (key, value) = part
                .split_once('=')
                .filter(|(key, value)| !key.is_empty() && !value.is_empty())
                .ok_or(SpecError::Form { spec: text.into(), part: part.into() })?;
            if spec.value(key).is_some() {
                return Err(SpecError::Twice { spec: text.into(), key: key.into() });
            }
            spec.keys.push((key.into(), value.into()));
        }
        Ok(spec)
    }
}

/// Why a spec names no engine.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum SpecError {
    #[error("engine {0:?}: there is no name; write NAME, or NAME:KEY=VALUE:…")]
    NoName(String),
    #[error("engine {spec:?}: {part:?} is not of the form KEY=VALUE")]
    Form { spec: String, part: String },
    #[error("engine {spec:?}: the key {key} stands twice")]
    Twice { spec: String, key: String },
    #[error("engine {spec:?}: no engine is called {name:?}; there are {known}")]
    Unknown { spec: String, name: String, known: String },
    #[error("engine {spec:?}: {key}={value} will not do; {key} is {wanted}")]
    Value { spec: String, key: String, value: String, wanted: String },
    #[error("engine {spec:?}: the key {key} is missing, {wanted}")]
    Missing { spec: String, key: String, wanted: String },
    #[error("engine {spec:?}: {name} has no key {key:?}; {known}")]
    Key { spec: String, name: String, key: String, known: String },
    #[error("engine {spec:?}: there is no memory for a hash of {megabytes} MiB; name a smaller one, as in hash=64MiB")]
    NoMemory { spec: String, megabytes: usize },
}

impl SpecError {
    /// There is no memory for a hash of so many bytes.
    pub(crate) fn no_memory(spec: &Spec, bytes: usize) -> Self {
        Self::NoMemory { spec: spec.to_string(), megabytes: bytes >> 20 }
    }
}
