//! A tournament: every two engines play pairs of rounds in every game.

use crate::game::{Game, Players, play};
use crate::opening::{Opening, Openings, TooFewOpenings, draw_openings};
use crate::seeds;
use pussa_engine::{Engine, Roster, Spec, SpecError};
use pussa_rules::{Side, Variant};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use thiserror::Error;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The games, each under one reading.
    pub variants: Vec<Variant>,
    /// The engines, at least two, all different.
    pub engines: Vec<Spec>,
    /// Pairs of rounds for every two engines in every game.
    pub pairs: u32,
    /// Moves drawn at random before the engines take over.
    pub opening_plies: u32,
    /// Every random choice follows from it.
    pub seed: u64,
    /// How many rounds are played at once.
    pub threads: usize,
}

impl Plan {
    /// Every two engines, by their numbers.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let engines = self.engines.len();
        (0..engines).flat_map(|i| (i + 1..engines).map(move |j| [i, j])).collect()
    }
}

/// Why a tournament can't be played.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum PlanError {
    #[error("a tournament takes two engines at least, and here is {0}")]
    TooFewEngines(usize),
    #[error("engine {0} is named twice; its results could not be told apart")]
    Twice(Spec),
    #[error("a tournament takes a pair of rounds at least")]
    NoPairs,
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Openings(#[from] TooFewOpenings),
    #[error("threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// A tournament that can start.
pub struct Tournament {
    plan: Plan,
    roster: Roster,
    openings: Vec<Openings>,
    /// Every two engines.
    pairings: Vec<[usize; 2]>,
}

/// Two rounds from one opening, with the sides exchanged in the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Its number in the tournament, from 0 on.
    pub id: u64,
    /// The number of its game in [`Plan::variants`].
    pub variant: usize,
    /// The numbers of its engines in [`Plan::engines`]; the first one is South in the first round.
    pub engines: [usize; 2],
    /// The rounds.
    pub games: [Game; 2],
}

impl Tournament {
    /// Looks at all of the plan, and draws the openings.
    ///
    /// # Errors
    /// If it can't be played.
    pub fn new(plan: Plan, roster: Roster) -> Result<Self, PlanError> {
        if plan.engines.len() < 2 {
            return Err(PlanError::TooFewEngines(plan.engines.len()));
        }
        for (i, spec) in plan.engines.iter().enumerate() {
            if plan.engines[..i].contains(spec) {
                return Err(PlanError::Twice(spec.clone()));
            }
            roster.engine(spec)?;
        }
        if plan.pairs == 0 {
            return Err(PlanError::NoPairs);
        }
        let draw = |variant| draw_openings(variant, plan.opening_plies, plan.pairs as usize, plan.seed);
        let openings = plan.variants.iter().map(draw).collect::<Result<_, _>>()?;
        let pairings = plan.pairings();
        Ok(Self { plan, roster, openings, pairings })
    }

    /// What is played.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The openings of each game.
    #[must_use]
    pub fn openings(&self) -> &[Openings] {
        &self.openings
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.plan.variants.len() as u64 * self.pairings.len() as u64 * u64::from(self.plan.pairs)
    }

    /// Plays all pairs, and hands them to `each` in the order of their numbers, until `each` fails or `stop` is set;
    /// then the rounds under way are given up. If it fails, `stop` is set.
    ///
    /// # Errors
    /// What `each` failed with, or if the threads can't be started.
    pub fn play<E: From<PlanError>>(
        &self,
        stop: &AtomicBool,
        mut each: impl FnMut(Pair) -> Result<(), E>,
    ) -> Result<(), E> {
        let threads = self.plan.threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(PlanError::from)?;
        let next = AtomicU64::new(0);
        // Room for a pair a thread, so that one slow pair does not let the others pile up.
        let (sender, receiver) = mpsc::sync_channel(threads);
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                let next = &next;
                scope.spawn(move |_| {
                    let mut bench = Bench::default();
                    while !stop.load(Ordering::Relaxed) {
                        let id = next.fetch_add(1, Ordering::Relaxed);
                        if id >= self.pairs() {
                            break;
                        }
                        let Some(pair) = self.play_pair(id, &mut bench, stop) else { break };
                        if sender.send(pair).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let outcome = in_order(&receiver, &mut each);
            if outcome.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            // Whoever still waits to hand over a pair is let go.
            drop(receiver);
            outcome
        })
    }

    /// Plays one pair, unless it is given up.
    fn play_pair(&self, id: u64, bench: &mut Bench, stop: &AtomicBool) -> Option<Pair> {
        let pairings = &self.pairings;
        let (rest, number) = (id / u64::from(self.plan.pairs), (id % u64::from(self.plan.pairs)) as usize);
        let (variant, pairing) = ((rest / pairings.len() as u64) as usize, (rest % pairings.len() as u64) as usize);
        let opening = &self.openings[variant].openings[number];
        let [first, second] = pairings[pairing];
        let seeds = seeds::pair(self.plan.seed, id);
        let mut round = |south, north, seeds| self.play_round(variant, opening, [south, north], seeds, bench, stop);
        let games = [round(first, second, seeds[0])?, round(second, first, seeds[1])?];
        Some(Pair { id, variant, engines: [first, second], games })
    }

    fn play_round(
        &self,
        variant: usize,
        opening: &Opening,
        engines: [usize; 2],
        seeds: [u64; 2],
        bench: &mut Bench,
        stop: &AtomicBool,
    ) -> Option<Game> {
        let mut players = bench.take(engines, |engine| {
            self.roster.engine(&self.plan.engines[engine]).expect("the spec was looked at before")
        });
        let [south, north] = &mut players;
        let players_now = Players { engines: [south.as_mut(), north.as_mut()], seeds };
        let game = play(&self.plan.variants[variant], &opening.moves, players_now, stop);
        bench.put_back(engines, players);
        game
    }
}

/// Hands over the pairs in the order of their numbers.
fn in_order<E>(pairs: &mpsc::Receiver<Pair>, each: &mut impl FnMut(Pair) -> Result<(), E>) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for pair in pairs {
        early.insert(pair.id, pair);
        while let Some(pair) = early.remove(&next) {
            each(pair)?;
            next += 1;
        }
    }
    Ok(())
}

/// Engines of one thread that wait for their next round.
#[derive(Default)]
struct Bench(BTreeMap<usize, Box<dyn Engine>>);

impl Bench {
    fn take(&mut self, engines: [usize; 2], make: impl Fn(usize) -> Box<dyn Engine>) -> [Box<dyn Engine>; 2] {
        engines.map(|engine| self.0.remove(&engine).unwrap_or_else(|| make(engine)))
    }

    fn put_back(&mut self, engines: [usize; 2], players: [Box<dyn Engine>; 2]) {
        self.0.extend(engines.into_iter().zip(players));
    }
}

impl Pair {
    /// The sides of the pair's first engine in its two rounds.
    pub const FIRST_SIDES: [Side; 2] = Side::BOTH;

    /// What the first engine made of each round, in half points: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self) -> [usize; 2] {
        [0, 1].map(|leg| self.games[leg].half_points(Self::FIRST_SIDES[leg]))
    }

    /// The margins of the first engine in both rounds together, in counters; `None` if one was forfeited.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        let [first, second] = self.games.each_ref().map(Game::margin);
        Some(first? - second?)
    }
}
