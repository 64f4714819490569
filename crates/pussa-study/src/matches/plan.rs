//! What is to be found out about matches.

use pussa_arena::{GameWish, WishError};
use pussa_rules::Variant;
use serde::{Deserialize, Serialize};

/// Which matches are to be solved, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlan {
    /// The games, each with its reading and size.
    pub variants: Vec<Variant>,
    /// How many positions to look at for one question; what takes more stays open. None: as many as it takes.
    pub nodes: Option<u64>,
    /// Whether to write certificates too.
    pub certificates: bool,
}

/// A plan as it is written in `run.toml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchWishes {
    /// Positions for one question.
    pub nodes: Option<u64>,
    /// Whether there are certificates too.
    pub certificates: Option<bool>,
    /// The games.
    pub games: Option<Vec<GameWish>>,
}

impl MatchWishes {
    /// All that a plan says.
    #[must_use]
    pub fn of(plan: &MatchPlan) -> Self {
        Self {
            nodes: plan.nodes,
            certificates: Some(plan.certificates),
            games: Some(plan.variants.iter().map(GameWish::of).collect()),
        }
    }

    /// The plan that says so; of what is not said, as is usual: no game, no limit, no certificates.
    ///
    /// # Errors
    /// If a game, its reading or its size is not one.
    pub fn plan(&self) -> Result<MatchPlan, WishError> {
        let games = self.games.iter().flatten().map(GameWish::variant);
        Ok(MatchPlan {
            variants: games.collect::<Result<_, _>>()?,
            nodes: self.nodes,
            certificates: self.certificates.unwrap_or(false),
        })
    }
}
