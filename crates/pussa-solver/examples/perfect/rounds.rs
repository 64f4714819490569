//! Whether it gets what is due: rounds from positions of known value, against all kinds of players, and with itself.

use crate::Trial;
use crate::common::{Chance, Repeater};
use pussa_engine::{Engine, Watch};
use pussa_rules::{Round, Side};
use pussa_solver::{Settings, Solver};
use std::error::Error;

const PERFECT: &str = "perfect:time=10s";

/// How rounds ended, seen from the engine.
#[derive(Clone, Copy, Default)]
struct Ends {
    below: usize,
    at: usize,
    above: usize,
    /// Counters above the value, in all.
    more: i32,
}

pub(crate) fn run(trial: &Trial) -> Result<(), Box<dyn Error>> {
    let ring = trial.variant.start().layout().ring();
    let mut solver = Solver::new(trial.variant, ring, Settings { hash: 1 << 30, threads: 1 })?;
    let mut perfect = [trial.engine(PERFECT)?, trial.engine(PERFECT)?];
    let mut others: Vec<(&str, Box<dyn Engine>)> = vec![("repeater", Box::new(Repeater(Chance(1))))];
    for spec in ["alpha-beta:nodes=20000", "mcts:playouts=500", "greedy", "random"] {
        others.push((spec, trial.engine(spec)?));
    }
    let mut ends = vec![Ends::default(); others.len() + 1];
    let mut chance = Chance(1);
    for number in 0..trial.positions {
        let start = position(trial, &mut chance);
        let value = solver.solve(&start.position(), &pussa_solver::Watch::none()).bounds.value();
        let due = i32::from(value.ok_or("a value stays open")?);
        // It plays the side to move in one half of the rounds, and the other one in the other.
        let side = if number % 2 == 0 { start.side() } else { start.side().other() };
        let due = if side == start.side() { due } else { -due } + ahead(&start, side);
        for engine in &mut perfect {
            engine.new_game(number as u64);
        }
        let [first, second] = &mut perfect;
        ends[0].count(play(start.clone(), side, first.as_mut(), second.as_mut())? - due, &start);
        for ((_, other), ends) in others.iter_mut().zip(&mut ends[1..]) {
            other.new_game(number as u64);
            ends.count(play(start.clone(), side, first.as_mut(), other.as_mut())? - due, &start);
        }
    }
    println!("{}: {} rounds against each", trial.variant.game(), trial.positions);
    for (name, ends) in ["perfect"].into_iter().chain(others.iter().map(|(name, _)| *name)).zip(&ends) {
        let Ends { below, at, above, more } = ends;
        println!("{name}: {below} below the value, {at} at it, {above} above it, by {more} counters in all");
    }
    if ends[0].at != trial.positions || ends.iter().any(|ends| ends.below > 0) {
        return Err("a round did not end as it should".into());
    }
    Ok(())
}

impl Ends {
    fn count(&mut self, more: i32, start: &Round) {
        match more {
            ..0 => self.below += 1,
            0 => self.at += 1,
            1.. => self.above += 1,
        }
        self.more += more;
        if more < 0 {
            println!("{}: ended {} below", start.position(), -more);
        }
    }
}

/// A position that some moves of chance lead to.
fn position(trial: &Trial, chance: &mut Chance) -> Round {
    loop {
        let mut round = trial.start();
        for _ in 0..2 + chance.below(24) {
            if let Some(mv) = round.choices().nth(chance.below(round.choices().len().max(1))) {
                round.play_unchecked(mv);
            }
        }
        if round.outcome().is_none() {
            return Round::new(trial.variant, round.position());
        }
    }
}

/// The reserve of a side less the other one.
fn ahead(round: &Round, side: Side) -> i32 {
    let reserve = |side| i32::from(round.position().reserve(side));
    reserve(side) - reserve(side.other())
}

/// What a round comes to for `side`, which the first engine plays.
fn play(mut round: Round, side: Side, us: &mut dyn Engine, them: &mut dyn Engine) -> Result<i32, Box<dyn Error>> {
    while round.outcome().is_none() {
        let engine: &mut dyn Engine = if round.side() == side { us } else { them };
        let choice = engine.choose(&round, &Watch::none())?;
        round.play_unchecked(choice.mv);
    }
    let margin = round.outcome().map_or(0, |outcome| outcome.margin());
    Ok(if side == Side::South { margin } else { -margin })
}
