//! The list of engines, open to whoever has more.

use crate::engine::Engine;
use crate::oracle::Oracle;
use crate::spec::{Spec, SpecError};
use crate::{alpha_beta, greedy, mcts, random};
use std::fmt;
use std::sync::Arc;

/// A kind of engine: what its name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name, as a [`Spec`] has it.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its keys, each with what it sets, in a line.
    pub keys: &'static [(&'static str, &'static str)],
    /// Makes one. The keys of the spec are among [`keys`](Self::keys); their values are still to be checked.
    pub make: fn(&Spec) -> Result<Box<dyn Engine>, SpecError>,
}

/// The engines that can be asked for by name.
///
/// ```
/// use pussa_engine::{Roster, Spec};
/// let mut engine = Roster::default().engine(&"greedy".parse()?)?;
/// engine.new_game(1);
/// assert!(Roster::default().engine(&"clever".parse()?).is_err());
/// # Ok::<(), pussa_engine::SpecError>(())
/// ```
#[derive(Clone)]
pub struct Roster {
    kinds: Vec<Kind>,
    /// Handed to every engine that is made.
    oracle: Option<Arc<dyn Oracle>>,
}

impl fmt::Debug for Roster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Roster").field("kinds", &self.kinds).finish_non_exhaustive()
    }
}

impl Default for Roster {
    /// The engines of this crate.
    fn default() -> Self {
        Self { kinds: vec![random::KIND, greedy::KIND, alpha_beta::KIND, mcts::KIND], oracle: None }
    }
}

impl Roster {
    /// Adds a kind of engine.
    pub fn add(&mut self, kind: Kind) {
        self.kinds.push(kind);
    }

    /// The same list, of engines that have this oracle to ask ([`Engine::consult`]).
    #[must_use]
    pub fn with_oracle(self, oracle: Arc<dyn Oracle>) -> Self {
        Self { oracle: Some(oracle), ..self }
    }

    /// The oracle that its engines have.
    #[must_use]
    pub fn oracle(&self) -> Option<&Arc<dyn Oracle>> {
        self.oracle.as_ref()
    }

    /// All kinds, in the order in which they were added.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Makes the engine that a spec names.
    ///
    /// # Errors
    /// If there is none of that name, or it has no such key or value.
    pub fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, SpecError> {
        let kind = self.kinds.iter().find(|kind| kind.name == spec.name()).ok_or_else(|| SpecError::Unknown {
            spec: spec.to_string(),
            name: spec.name().into(),
            known: list(self.kinds.iter().map(|kind| kind.name)),
        })?;
        if let Some((key, _)) = spec.keys().find(|(key, _)| kind.keys.iter().all(|(known, _)| known != key)) {
            return Err(SpecError::Key {
                spec: spec.to_string(),
                name: kind.name.into(),
                key: key.into(),
                known: match kind.keys {
                    [] => "it has none".into(),
                    keys => format!("it has {}", list(keys.iter().map(|&(key, _)| key))),
                },
            });
        }
        let mut engine = (kind.make)(spec)?;
        if let Some(oracle) = &self.oracle {
            engine.consult(Arc::clone(oracle));
        }
        Ok(engine)
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
