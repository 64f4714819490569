//! What every command has at hand: the game asked for, engines, random numbers, threads, and where the answer goes.

use crate::failure::OrUsage;
use crate::memory;
use crate::options::Options;
use crate::output::Output;
use anyhow::{Context as _, ensure};
use pussa_engine::{Choice, Engine, Roster, Spec, Watch};
use pussa_rules::{Round, Variant};
use pussa_solver::Databases;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// What every command has at hand.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// The options that every command takes, as given.
    pub(crate) options: Options,
    /// The game asked for, checked.
    pub(crate) variant: Variant,
    /// Every engine there is.
    pub(crate) roster: Roster,
    /// Where the answer goes.
    pub(crate) output: Output,
}

impl Context {
    /// Checks the options.
    pub(crate) fn new(options: Options) -> anyhow::Result<Self> {
        let variant = options.variant()?;
        let output = Output::new(options.format);
        let mut roster = Roster::default();
        roster.add(pussa_solver::KIND);
        roster.add(pussa_ugi::KIND);
        Ok(Self { options, variant, roster, output })
    }

    /// The same, with engines that have these databases to ask.
    pub(crate) fn with_databases(&self, databases: &Arc<Databases>) -> Self {
        let roster = self.roster.clone().with_oracle(Arc::<Databases>::clone(databases));
        Self { roster, ..self.clone() }
    }

    /// The engine that a spec names, with the option that asked for it, for the message.
    pub(crate) fn engine(&self, option: &str, spec: &str) -> anyhow::Result<Box<dyn Engine>> {
        let spec: Spec = spec.parse().or_usage().context(option.to_owned())?;
        memory::check_engines([&spec], 1).context(option.to_owned())?;
        self.roster.engine(&spec).or_usage().context(option.to_owned())
    }

    /// What every random choice follows from.
    pub(crate) fn seed(&self) -> u64 {
        self.options.seed.unwrap_or(1)
    }

    /// The one stream that all random choices of a command come from.
    pub(crate) fn rng(&self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(self.seed())
    }

    /// How many threads work: as many as asked for, or as the machine has cores.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.options.threads.map_or_else(cores, usize::from)
    }

    /// Those threads.
    pub(crate) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(self.threads());
        builder.build().context("threads could not be started")
    }
}

/// What an engine chooses, seen to be a move that may be made: engines come from anywhere.
pub(crate) fn choose(engine: &mut dyn Engine, round: &Round) -> anyhow::Result<Choice> {
    let choice = engine.choose(round, &Watch::none()).with_context(|| format!("{}'s engine", round.side()))?;
    ensure!(round.choices().contains(choice.mv), "{}'s engine chose a move that may not be made", round.side());
    Ok(choice)
}
