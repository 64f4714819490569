//! A tournament: every two engines play pairs of rounds in every game.

use crate::game::{Game, Players, Terms, play};
use crate::leg::{Course, Leg};
use crate::loss::{Judged, Trail};
use crate::opening::{self, Opening, Openings};
use crate::plan::{Plan, PlanError};
use crate::seeds;
use pussa_engine::{Engine, Oracle, Roster};
use pussa_rules::{Hole, Position, Round, Side, Variant};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// How often the flag that stops a tournament is looked at.
const PERIOD: Duration = Duration::from_millis(10);

/// A tournament that can start.
pub struct Tournament {
    plan: Plan,
    roster: Roster,
    /// Judges what moves lose, if the plan wants that.
    judge: Option<Arc<dyn Oracle>>,
    /// By game.
    openings: Vec<Openings>,
    /// Every two engines that meet.
    pairings: Vec<[usize; 2]>,
    /// By game, how many pairs every two engines play.
    pairs: Vec<u64>,
}

/// Two legs from one opening, with the sides exchanged in the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Its number in the tournament, from 0 on.
    pub id: u64,
    /// The number of its game in [`Plan::variants`].
    pub variant: usize,
    /// The numbers of its engines in [`Plan::engines`]; the first one is South in the first leg.
    pub engines: [usize; 2],
    /// The legs.
    pub legs: [Leg; 2],
}

/// What a pair is to be.
#[derive(Clone, Copy)]
pub(crate) struct Fixture<'a> {
    pub(crate) id: u64,
    pub(crate) variant: usize,
    pub(crate) engines: [usize; 2],
    opening: &'a Opening,
}

impl Tournament {
    /// Looks at all of the plan, and settles the openings.
    ///
    /// # Errors
    /// If it can't be played, or wants [exact losses](Plan::exact_loss), which nobody would judge.
    pub fn new(plan: Plan, roster: Roster) -> Result<Self, PlanError> {
        if plan.exact_loss.is_some() { Err(PlanError::NobodyJudges) } else { Self::made(plan, roster, None) }
    }

    /// The same for a plan that may want [exact losses](Plan::exact_loss), which this oracle judges then.
    ///
    /// # Errors
    /// If it can't be played.
    pub fn judged(plan: Plan, roster: Roster, judge: Arc<dyn Oracle>) -> Result<Self, PlanError> {
        Self::made(plan, roster, Some(judge))
    }

    fn made(plan: Plan, roster: Roster, judge: Option<Arc<dyn Oracle>>) -> Result<Self, PlanError> {
        plan.check()?;
        for spec in &plan.engines {
            roster.engine(spec)?;
        }
        let openings: Vec<_> =
            plan.variants.iter().map(|variant| opening::of(&plan, variant)).collect::<Result<_, _>>()?;
        let pairs = |openings: &Openings| plan.pairs.map_or(openings.openings.len() as u64, u64::from);
        let pairs = openings.iter().map(pairs).collect();
        let pairings = plan.pairings();
        Ok(Self { plan, roster, judge, openings, pairings, pairs })
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
        self.pairings.len() as u64 * self.pairs.iter().sum::<u64>()
    }

    /// How many pairs are played at once on so many threads: fewer, if an engine takes several (its key `threads`).
    #[must_use]
    pub fn at_once(&self, threads: usize) -> usize {
        let takes = |spec: &pussa_engine::Spec| spec.value("threads").and_then(|text| text.parse().ok()).unwrap_or(1);
        let most = self.plan.engines.iter().map(takes).max().unwrap_or(1);
        (threads / most.max(1)).max(1)
    }

    /// Plays all pairs from number `from` on, with so many threads, and hands them to `each` in the order of their
    /// numbers, until `each` says that it is enough, or fails, or `stop` is set; then the rounds under way are given up.
    ///
    /// # Errors
    /// What `each` failed with, or if the threads can't be started.
    pub fn play<E: From<PlanError>>(
        &self,
        from: u64,
        threads: usize,
        stop: &AtomicBool,
        mut each: impl FnMut(Pair) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let threads = self.at_once(threads);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(PlanError::from)?;
        let next = AtomicU64::new(from);
        let give_up = AtomicBool::new(false);
        // Room for a pair a thread, so that one slow pair does not let the others pile up.
        let (sender, receiver) = mpsc::sync_channel(threads);
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                let (next, give_up) = (&next, &give_up);
                scope.spawn(move |_| {
                    let mut bench = Bench::default();
                    while !give_up.load(Ordering::Relaxed) {
                        let Some(fixture) = self.fixture(next.fetch_add(1, Ordering::Relaxed)) else { break };
                        let Some(pair) = self.play_pair(fixture, &mut bench, give_up) else { break };
                        if sender.send(pair).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut in_order = InOrder { next: from, early: BTreeMap::new() };
            let outcome = loop {
                if stop.load(Ordering::Relaxed) {
                    give_up.store(true, Ordering::Relaxed);
                }
                match receiver.recv_timeout(PERIOD) {
                    Ok(pair) => match in_order.add(pair, &mut each) {
                        Ok(ControlFlow::Continue(())) => {}
                        over => break over,
                    },
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break Ok(ControlFlow::Break(())),
                }
            };
            give_up.store(true, Ordering::Relaxed);
            // Whoever still waits to hand over a pair is let go.
            drop(receiver);
            outcome.map(|_| ())
        })
    }

    /// What the pair with this number is; `None` if there are not so many.
    pub(crate) fn fixture(&self, id: u64) -> Option<Fixture<'_>> {
        let mut rest = id;
        for (variant, (openings, &pairs)) in self.openings.iter().zip(&self.pairs).enumerate() {
            if let Some(&engines) = self.pairings.get((rest / pairs) as usize) {
                let openings = &openings.openings;
                let opening = &openings[(rest % pairs) as usize % openings.len()];
                return Some(Fixture { id, variant, engines, opening });
            }
            rest -= pairs * self.pairings.len() as u64;
        }
        None
    }

    /// The course of a leg of a pair.
    pub(crate) fn course<'a>(&self, fixture: Fixture<'a>) -> Course<'a> {
        Course::new(self.plan.variants[fixture.variant], fixture.opening, self.plan.matches)
    }

    /// Plays one pair, unless it is given up.
    fn play_pair(&self, fixture: Fixture, bench: &mut Bench, stop: &AtomicBool) -> Option<Pair> {
        let Fixture { id, variant, engines: [first, second], .. } = fixture;
        let legs = [
            self.play_leg(fixture, 0, [first, second], bench, stop)?,
            self.play_leg(fixture, 1, [second, first], bench, stop)?,
        ];
        Some(Pair { id, variant, engines: [first, second], legs })
    }

    fn play_leg(
        &self,
        fixture: Fixture,
        leg: usize,
        engines: [usize; 2],
        bench: &mut Bench,
        stop: &AtomicBool,
    ) -> Option<Leg> {
        let Plan { clock, adjudicate, seed, .. } = self.plan;
        let mut players = bench.take(engines, |engine| {
            self.roster.engine(&self.plan.engines[engine]).expect("the spec was looked at before")
        });
        let mut course = self.course(fixture);
        let mut leg_is_whole = true;
        while let Some((start, opening)) = course.next() {
            let round = round_from(self.plan.variants[fixture.variant], start, opening);
            let [south, north] = &mut players;
            let seeds = seeds::round(seed, fixture.id, leg, course.rounds());
            let players = Players { engines: [south.as_mut(), north.as_mut()], seeds };
            let played = play(round, players, Terms { clock, adjudicate, stop });
            let Some(game) = played.and_then(|game| self.with_losses(fixture, game, stop)) else {
                leg_is_whole = false;
                break;
            };
            course.add(game);
        }
        bench.put_back(engines, players);
        leg_is_whole.then(|| course.finish())
    }
}

impl Tournament {
    /// A round of a pair, judged if the plan wants that; `None` if it was stopped before.
    fn with_losses(&self, fixture: Fixture, game: Game, stop: &AtomicBool) -> Option<Game> {
        let Some(effort) = self.plan.exact_loss else { return Some(game) };
        let trail = Trail::of(self.plan.variants[fixture.variant], &game);
        let judged = self.judge(fixture, &trail, effort, stop)?;
        Some(Game { judged: Some(judged), ..game })
    }

    /// Judges the moves of a round of a pair; `None` if it was stopped before.
    pub(crate) fn judge(&self, fixture: Fixture, trail: &Trail, effort: u64, stop: &AtomicBool) -> Option<Judged> {
        let judge = self.judge.as_deref().expect("a tournament that judges has an oracle");
        trail.judge(&self.plan.variants[fixture.variant], judge, effort, stop)
    }
}

/// A round where a leg goes on.
pub(crate) fn round_from(variant: Variant, start: Position, opening: &[Hole]) -> Round {
    let mut round = Round::new(variant, start);
    for hole in opening {
        round.play(hole.letter()).expect("an opening is made of moves that may be made");
    }
    round
}

/// Hands over pairs in the order of their numbers.
struct InOrder {
    /// The number of the one that comes next.
    next: u64,
    /// Those that are ahead of it.
    early: BTreeMap<u64, Pair>,
}

impl InOrder {
    /// Takes a pair, and hands over all that can be now, until that is enough.
    fn add<E>(
        &mut self,
        pair: Pair,
        each: &mut impl FnMut(Pair) -> Result<ControlFlow<()>, E>,
    ) -> Result<ControlFlow<()>, E> {
        self.early.insert(pair.id, pair);
        while let Some(pair) = self.early.remove(&self.next) {
            if each(pair)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.next += 1;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Engines of one thread that wait for their next round.
#[derive(Default)]
struct Bench(BTreeMap<usize, Vec<Box<dyn Engine>>>);

impl Bench {
    fn take(&mut self, engines: [usize; 2], make: impl Fn(usize) -> Box<dyn Engine>) -> [Box<dyn Engine>; 2] {
        // Two of a kind are needed when an engine plays itself.
        engines.map(|engine| self.0.get_mut(&engine).and_then(Vec::pop).unwrap_or_else(|| make(engine)))
    }

    fn put_back(&mut self, engines: [usize; 2], players: [Box<dyn Engine>; 2]) {
        for (engine, player) in engines.into_iter().zip(players) {
            self.0.entry(engine).or_default().push(player);
        }
    }
}

impl Pair {
    /// The sides of the pair's first engine in its two legs.
    pub const FIRST_SIDES: [Side; 2] = Side::BOTH;

    /// What the first engine made of each leg, in half points: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self) -> [usize; 2] {
        [0, 1].map(|leg| self.legs[leg].half_points(Self::FIRST_SIDES[leg]))
    }

    /// The margins of the first engine in both legs together, in counters; `None` if one did not end by the rules.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        let [first, second] = self.legs.each_ref().map(Leg::margin);
        Some(first? - second?)
    }

    /// The number in [`Plan::engines`] of whoever plays a side in a leg.
    #[must_use]
    pub fn engine(&self, leg: usize, side: Side) -> usize {
        self.engines[(side.index() + leg) % 2]
    }

    /// How many rounds there are in both legs.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.games().count() as u64
    }

    /// The rounds of both legs, each with the number of its leg.
    pub fn games(&self) -> impl Iterator<Item = (usize, &Game)> {
        self.legs.iter().enumerate().flat_map(|(leg, it)| it.games.iter().map(move |game| (leg, game)))
    }
}
