//! What is to be played: the plan of a tournament.

use crate::clock::TimeControl;
use crate::opening::{OpeningError, TooFewOpenings};
use crate::sprt::Sprt;
use pussa_engine::{Spec, SpecError};
use pussa_rules::Variant;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What is to be played. All rounds follow from it, but for what limits of time make of them.
///
/// ```
/// use pussa_arena::{Plan, Schedule};
/// use pussa_engine::Spec;
/// use pussa_rules::{RAJA_PASU, Variant};
/// let engines = Spec::list("alpha-beta:depth=6,greedy,random")?;
/// let plan = Plan { schedule: Schedule::Gauntlet, ..Plan::new(vec![Variant::new(RAJA_PASU)], engines) };
/// assert_eq!(plan.pairings(), [[0, 1], [0, 2]]);
/// # Ok::<(), pussa_engine::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The games, each under one reading.
    pub variants: Vec<Variant>,
    /// The engines, all different.
    pub engines: Vec<Spec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// The first moves, given to both sides.
    pub openings: Book,
    /// Pairs for every two engines in every game; `None` for as many as there are openings. If there are fewer openings
    /// than pairs, they are gone through again.
    pub pairs: Option<u32>,
    /// Whole matches of at most so many rounds (RULES T7) instead of single rounds.
    pub matches: Option<u32>,
    /// The players' clocks in each round; without, the engines' own limits hold.
    pub clock: Option<TimeControl>,
    /// Whether rounds end early.
    pub adjudicate: Adjudication,
    /// A test that ends the tournament as soon as it is decided. It takes one game, and one pairing of engines.
    pub sprt: Option<Sprt>,
    /// Whether it is looked at what each move loses against perfect play: the most positions that an oracle may look at to
    /// judge a position. [`Tournament::judged`](crate::Tournament::judged) takes the oracle.
    pub exact_loss: Option<u64>,
    /// The endgame databases that the engines ask, if they have any.
    pub egdb: Option<Egdb>,
    /// Every random choice follows from it.
    pub seed: u64,
}

impl Plan {
    /// How many pairs there are, unless told otherwise.
    pub const PAIRS: u32 = 500;
    /// How many positions an oracle may look at to judge one, unless told otherwise.
    pub const EFFORT: u64 = 1_000_000;
    /// How many moves are drawn at random before the engines take over, unless told otherwise.
    pub const OPENING_PLIES: u32 = 6;

    /// A round robin of [`PAIRS`](Self::PAIRS) pairs of single rounds from openings at random, with seed 1.
    #[must_use]
    pub fn new(variants: Vec<Variant>, engines: Vec<Spec>) -> Self {
        Self {
            variants,
            engines,
            schedule: Schedule::default(),
            openings: Book::Random { plies: Self::OPENING_PLIES },
            pairs: Some(Self::PAIRS),
            matches: None,
            clock: None,
            adjudicate: Adjudication::default(),
            sprt: None,
            exact_loss: None,
            egdb: None,
            seed: 1,
        }
    }

    /// Every two engines that meet, by their numbers.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let engines = self.engines.len();
        match self.schedule {
            Schedule::RoundRobin => (0..engines).flat_map(|i| (i + 1..engines).map(move |j| [i, j])).collect(),
            Schedule::Gauntlet => (1..engines).map(|other| [0, other]).collect(),
            Schedule::Ladder => (1..engines).map(|upper| [upper, upper - 1]).collect(),
            Schedule::Mirror => (0..engines).map(|engine| [engine, engine]).collect(),
        }
    }
}

/// Endgame databases, named so that a run can be made again. They come to engines by the
/// [`Roster`](pussa_engine::Roster); here is only told which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Egdb {
    /// The folder, as the user named it.
    pub dir: String,
    /// What it holds, in words: what is played may depend on it.
    pub holds: Vec<String>,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Every engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine plays every other.
    Gauntlet,
    /// Every engine plays the one before it in the list.
    Ladder,
    /// Every engine plays itself: what is counted is then South's.
    Mirror,
}

impl Schedule {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::RoundRobin, Self::Gauntlet, Self::Ladder, Self::Mirror];

    /// Its name: `round-robin`, `gauntlet`, `ladder` or `mirror`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Ladder => "ladder",
            Self::Mirror => "mirror",
        }
    }

    /// How many engines it takes.
    const fn least(self) -> usize {
        match self {
            Self::Mirror => 1,
            Self::RoundRobin | Self::Gauntlet | Self::Ladder => 2,
        }
    }
}

/// Whether a round ends before its end by the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjudication {
    /// It does not.
    #[default]
    None,
    /// Whoever has more than half of all counters in reserve has won.
    Majority,
}

impl Adjudication {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::None, Self::Majority];

    /// Its name: `none` or `majority`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Majority => "majority",
        }
    }
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Book {
    /// Drawn: every move equally likely, all leading to different boards.
    Random {
        /// How many moves.
        plies: u32,
    },
    /// All that lead to different boards.
    All {
        /// How many moves.
        plies: u32,
    },
    /// These, each written as its moves, or as a board, or as a board and, after a blank, moves.
    Listed(Vec<String>),
}

/// Why a tournament can't be played.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum PlanError {
    #[error("a tournament takes {least} engines at least, and here is {found}")]
    TooFewEngines { least: usize, found: usize },
    #[error("engine {0} is named twice; its results could not be told apart")]
    Twice(Spec),
    #[error("a tournament takes a game at least")]
    NoGame,
    #[error("{game}, reading {reading}, is named twice; its results could not be told apart")]
    GameTwice { game: &'static str, reading: String },
    #[error("a tournament takes a pair of rounds at least")]
    NoPairs,
    #[error("a sequential test takes one game and two engines")]
    WideSprt,
    #[error("in matches, rounds can't end early: the next one depends on what is held")]
    AdjudicatedMatches,
    #[error("to judge what moves lose takes an oracle, and there is none")]
    NobodyJudges,
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    TooFewOpenings(#[from] TooFewOpenings),
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error("threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl Plan {
    /// Looks at all that can be seen without engines and openings.
    pub(crate) fn check(&self) -> Result<(), PlanError> {
        let (least, found) = (self.schedule.least(), self.engines.len());
        if found < least {
            return Err(PlanError::TooFewEngines { least, found });
        }
        if let Some(twice) = first_twice(&self.engines) {
            return Err(PlanError::Twice(twice.clone()));
        }
        if self.variants.is_empty() {
            return Err(PlanError::NoGame);
        }
        let names: Vec<_> = self.variants.iter().map(|v| (v.game().name(), v.reading().to_string())).collect();
        if let Some((game, reading)) = first_twice(&names) {
            return Err(PlanError::GameTwice { game, reading: reading.clone() });
        }
        if self.pairs == Some(0) {
            return Err(PlanError::NoPairs);
        }
        if self.sprt.is_some() && (self.variants.len() > 1 || self.pairings().len() > 1 || found < 2) {
            return Err(PlanError::WideSprt);
        }
        if self.matches.is_some() && self.adjudicate != Adjudication::None {
            return Err(PlanError::AdjudicatedMatches);
        }
        Ok(())
    }
}

/// The first that stands further up already.
fn first_twice<T: PartialEq>(all: &[T]) -> Option<&T> {
    all.iter().enumerate().find(|(i, one)| all[..*i].contains(one)).map(|(_, one)| one)
}
