//! Plans as they are written in `run.toml`, with as little as somebody cares about.

use super::error::AdvantageError;
use super::plan::Plan;
use pussa_arena::{Egdb, Plan as Tournament, Wishes as PlayWishes};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// What is wished for in a plan; the rest is as usual.
///
/// ```
/// use pussa_study::advantage::{Plan, Wishes};
/// let wishes: Wishes = toml::from_str(r#"
///     counters = [1, 18]
///     [play]
///     engines = ["random"]
///     [[play.games]]
///     game = "raja-pasu"
///     reading = "last-four=kept"
/// "#)?;
/// let plan = wishes.plan()?;
/// assert_eq!((plan.boards().len(), plan.nodes), (7 * 18, Plan::NODES));
/// assert_eq!(Wishes::of(&plan).plan()?, plan);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Wishes {
    /// Holes in a row, from and to.
    pub holes: Option<[u8; 2]>,
    /// Counters in each hole at the start, from and to.
    pub counters: Option<[u8; 2]>,
    /// Positions for each board.
    pub nodes: Option<u64>,
    /// The solver's table on each thread, in bytes.
    pub hash: Option<u64>,
    /// The folder of the endgame databases that the solver asks.
    pub egdb: Option<String>,
    /// What that folder held when a run was begun.
    pub egdb_holds: Option<Vec<String>>,
    /// The games and readings, the engines, how many pairs of rounds they play, and the seed.
    #[serde(default)]
    pub play: PlayWishes,
}

impl Wishes {
    /// These wishes, and where there are none, the others.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        Self {
            holes: self.holes.or(others.holes),
            counters: self.counters.or(others.counters),
            nodes: self.nodes.or(others.nodes),
            hash: self.hash.or(others.hash),
            egdb: self.egdb.or(others.egdb),
            egdb_holds: self.egdb_holds.or(others.egdb_holds),
            play: self.play.or(others.play),
        }
    }

    /// The plan that fulfils them.
    ///
    /// # Errors
    /// At the first that can't be fulfilled.
    pub fn plan(&self) -> Result<Plan, AdvantageError> {
        let play = self.play.plan()?;
        let usual = Plan::new(play.variants);
        let range = |wish: Option<[u8; 2]>, usual: RangeInclusive<u8>| wish.map_or(usual, |[from, to]| from..=to);
        Ok(Plan {
            holes: range(self.holes, usual.holes),
            counters: range(self.counters, usual.counters),
            nodes: self.nodes.unwrap_or(usual.nodes),
            hash: self.hash.unwrap_or(usual.hash),
            egdb: self.egdb.clone().map(|dir| Egdb { dir, holds: self.egdb_holds.clone().unwrap_or_default() }),
            engines: if self.play.engines.is_some() { play.engines } else { usual.engines },
            pairs: self.play.pairs.unwrap_or(usual.pairs),
            seed: play.seed,
            variants: usual.variants,
        })
    }

    /// All that a plan says, in words that give it again.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let tournament = Tournament { seed: plan.seed, ..Tournament::new(plan.variants.clone(), plan.engines.clone()) };
        let PlayWishes { engines, seed, games, .. } = PlayWishes::of(&tournament);
        Self {
            holes: Some([*plan.holes.start(), *plan.holes.end()]),
            counters: Some([*plan.counters.start(), *plan.counters.end()]),
            nodes: Some(plan.nodes),
            hash: Some(plan.hash),
            egdb: plan.egdb.as_ref().map(|egdb| egdb.dir.clone()),
            egdb_holds: plan.egdb.as_ref().map(|egdb| egdb.holds.clone()),
            play: PlayWishes { engines, pairs: Some(plan.pairs), seed, games, ..PlayWishes::default() },
        }
    }
}
