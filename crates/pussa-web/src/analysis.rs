//! The analysis: what every move of a position is worth, better and better until it is proved.
//!
//! Estimates come from `alpha-beta`, proofs from what is known at once and from the solver. Both are given time in turns,
//! each turn longer than the one before, so that something stands beside every move soon. In a match, its table tells what
//! becomes of it after each move.

use crate::asked::MOST_LAPS;
use crate::known::ahead;
use crate::lore::Lore;
use crate::solvers::Solvers;
use crate::told::{ToldFate, goodness};
use pussa_engine::{Bounds, Engine, Limit, Roster, Spec, Watch};
use pussa_rules::{Move, Round, has_given_up, with_patience};
use pussa_solver::Solver;
use pussa_solver::matches::MatchTable;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Positions that `alpha-beta` looks at for each move in the first turn, and at most in any.
const NODES: [u64; 2] = [2_000, 4_000_000];
/// How long the solver works on each move in the first turn.
const SLICE: Duration = Duration::from_millis(20);
/// How far a proved line is told, in moves.
const LINE: usize = 12;
/// What the table of a match may take of memory for what is shown, in bytes.
const SHOWN: usize = 16 << 20;
/// Lines shorter than this are told further if they can be.
const SHORT: usize = 6;

/// What is known of every move so far.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Findings {
    board: String,
    /// The best first, as far as is known; of equals, the leftmost.
    moves: Vec<Valued>,
    /// The best move so far; nothing if the round is over.
    best: Option<char>,
    /// What becomes of the match, if that is asked for and known.
    #[serde(skip_serializing_if = "Option::is_none")]
    fate: Option<ToldFate>,
    /// Whether all values are exact, or time is up.
    done: bool,
}

/// A move and what it is worth.
#[derive(Clone, Debug, Serialize)]
struct Valued {
    r#move: char,
    /// The margin to come for the player to move, in counters; nothing while nobody has looked.
    value: Option<f32>,
    /// Whether that is proved.
    exact: bool,
    /// What is proved: not less than this, not more than that.
    lower: i16,
    upper: i16,
    /// How many moves were looked ahead for an estimate.
    depth: u32,
    /// How play is expected to go on, this move first.
    line: String,
    /// What becomes of the match after it, if that is asked for and known.
    #[serde(skip_serializing_if = "Option::is_none")]
    fate: Option<ToldFate>,
}

/// What an analysis stands on.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub(crate) roster: &'a Roster,
    pub(crate) lore: &'a Lore,
    pub(crate) solvers: &'a Solvers,
    /// The table of the match that the round is a part of, if that is asked about.
    pub(crate) table: Option<&'a MatchTable>,
}

/// A move under consideration.
struct Candidate {
    /// The round after it, without a past.
    next: Round,
    /// What it brings at once.
    gain: i16,
    /// What is told of it.
    valued: Valued,
}

/// An analysis going on.
struct Analysis<'a> {
    means: &'a Means<'a>,
    stop: &'a AtomicBool,
    until: Instant,
    report: &'a dyn Fn(Findings),
    round: &'a Round,
    candidates: Vec<Candidate>,
    /// What becomes of the match.
    fate: Option<ToldFate>,
}

/// Analyses where a round stands, as long as it takes or `time` allows, or until it is told to stop. `report` is told
/// whatever is found, and at last that it is done.
pub(crate) fn analyse(round: &Round, means: &Means, time: Duration, stop: &AtomicBool, report: &dyn Fn(Findings)) {
    let until = Instant::now() + time;
    with_patience(MOST_LAPS, || {
        let candidates = round.choices().iter().map(|mv| Candidate::new(round, mv, means)).collect();
        let mut analysis = Analysis { means, stop, until, report, round, candidates, fate: None };
        analysis.look();
        analysis.tell(true);
    });
}

impl Candidate {
    fn new(round: &Round, mv: Move, means: &Means) -> Self {
        let side = round.side();
        let letter = round.letter(mv);
        // What stood before does not count.
        let mut next = Round::new(round.variant(), round.position());
        next.play_unchecked(mv);
        let outcome = next.outcome();
        let gain = match outcome {
            Some(outcome) => {
                let [south, north] = outcome.holdings.map(i16::from);
                let margin = south - north;
                (if side == pussa_rules::Side::South { margin } else { -margin }) - ahead(round, side)
            }
            None => ahead(&next, side) - ahead(round, side),
        };
        if outcome.is_none() {
            next = Round::new(round.variant(), next.position());
        }
        let to_come = if outcome.is_some() { Bounds::exactly(0) } else { means.lore.bounds_of(&next) };
        let valued = Valued {
            r#move: letter,
            value: None,
            exact: false,
            lower: i16::MIN,
            upper: i16::MAX,
            depth: 0,
            line: letter.to_string(),
            fate: None,
        };
        let mut candidate = Self { next, gain, valued };
        candidate.narrow(to_come);
        candidate
    }

    fn is_open(&self) -> bool {
        !self.valued.exact
    }

    /// Takes in bounds of the value of the position after the move, for the player who is to move there.
    fn narrow(&mut self, to_come: Bounds) {
        if has_given_up() {
            // What is proved then may not be so.
            return;
        }
        let valued = &mut self.valued;
        valued.lower = valued.lower.max(self.gain - to_come.high());
        valued.upper = valued.upper.min(self.gain - to_come.low());
        valued.exact = valued.lower == valued.upper;
        if valued.exact {
            valued.value = Some(f32::from(valued.lower));
        } else {
            valued.value = valued.value.map(|value| value.clamp(valued.lower.into(), valued.upper.into()));
        }
    }

    /// Takes a proved line after the move, unless a longer one is known.
    fn take_line(&mut self, line: &str) {
        if line.len() >= self.valued.line.len() {
            self.valued.line = format!("{}{line}", self.valued.r#move);
        }
    }

    /// Takes in what is thought of that value.
    fn estimate(&mut self, to_come: f32, depth: u32, line: &str) {
        let valued = &mut self.valued;
        valued.value = Some((f32::from(self.gain) - to_come).clamp(valued.lower.into(), valued.upper.into()));
        valued.depth = depth + 1;
        valued.line = format!("{}{line}", valued.r#move);
    }
}

impl Analysis<'_> {
    fn look(&mut self) {
        self.tell(false);
        let spec: Spec = "alpha-beta:hash=32MiB".parse().expect("a good spec");
        let mut engine = self.means.roster.engine(&spec).expect("it is built in");
        let mut solver = None;
        for turn in 0.. {
            if turn == 1 {
                // Counters are looked at meanwhile too.
                self.look_at_match(self.left() / 2);
            }
            if self.is_over() {
                break;
            }
            self.estimate_all(engine.as_mut(), NODES[1].min(NODES[0] << (2 * turn).min(32)));
            if self.is_over() {
                break;
            }
            if solver.is_none() {
                solver = self.candidates.first().and_then(|one| self.means.solvers.take(&one.next).ok());
            }
            let Some(solver) = &mut solver else { break };
            self.prove_all(solver, SLICE * (1 << turn.min(12)));
        }
        self.look_at_match(self.left());
        self.lengthen(&mut solver);
        // One that gave up moves holds what may not be so.
        if let Some(solver) = solver.filter(|_| !has_given_up()) {
            self.means.solvers.give_back(solver);
        }
    }

    /// Finds out what becomes of the match after each move, if that is not known yet.
    fn look_at_match(&mut self, time: Duration) {
        let Some(table) = self.means.table.filter(|_| self.fate.is_none() && !self.is_called_off()) else { return };
        let Some(outlook) = table.outlook(self.round, SHOWN, time, self.stop) else { return };
        let told = |prospect| ToldFate::of(prospect, self.round.side());
        for candidate in &mut self.candidates {
            let found = outlook.iter().find(|&&(mv, _)| self.round.letter(mv) == candidate.valued.r#move);
            candidate.valued.fate = found.map(|&(_, prospect)| told(prospect));
        }
        let best = outlook.iter().map(|&(_, prospect)| prospect).max_by_key(|&prospect| goodness(prospect));
        self.fate = best.map(told);
        self.tell(false);
    }

    /// Tells proved lines further that a search broke off, or never began.
    fn lengthen(&mut self, solver: &mut Option<Solver>) {
        let Means { lore, solvers, .. } = *self.means;
        for candidate in &mut self.candidates {
            let Candidate { next, valued, .. } = candidate;
            if !valued.exact || valued.line.len() >= SHORT || next.outcome().is_some() {
                continue;
            }
            if solver.is_none() && lore.best(next).is_none() {
                *solver = solvers.take(next).ok();
            }
            let line = proved_line(next, lore, solver.as_mut(), self.stop);
            candidate.take_line(&line);
        }
    }

    /// Whether all is proved, time is up, or nobody wants to know any more.
    fn is_over(&self) -> bool {
        self.is_called_off() || self.candidates.iter().all(|one| !one.is_open())
    }

    fn is_called_off(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.left().is_zero()
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    fn estimate_all(&mut self, engine: &mut dyn Engine, nodes: u64) {
        for place in self.open() {
            if self.is_called_off() {
                return;
            }
            let limit = Limit { nodes: Some(nodes), time: Some(self.left()), ..Limit::NONE };
            let watch = Watch { limit, clock: None, stop: self.stop, report: &|_| () };
            let candidate = &mut self.candidates[place];
            let Ok(choice) = engine.choose(&candidate.next, &watch) else { continue };
            if let Some(score) = choice.score {
                let line = letters(&candidate.next, choice.line.moves());
                candidate.estimate(score, choice.depth, &line);
                if choice.exact {
                    candidate.narrow(Bounds::exactly(score as i16));
                }
            }
            self.tell(false);
        }
    }

    fn prove_all(&mut self, solver: &mut Solver, slice: Duration) {
        for place in self.open() {
            if self.is_called_off() || has_given_up() {
                return;
            }
            let time = Some(slice.min(self.left()));
            let watch = pussa_solver::Watch { nodes: None, time, stop: self.stop, report: &|_, _| () };
            let candidate = &mut self.candidates[place];
            let bounds = solver.solve(&candidate.next.position(), &watch).bounds;
            candidate.narrow(bounds);
            if !candidate.is_open() {
                let line = proved_line(&candidate.next, self.means.lore, Some(&mut *solver), self.stop);
                candidate.take_line(&line);
            }
            self.tell(false);
        }
    }

    /// The candidates that are not proved, the most promising first.
    fn open(&self) -> Vec<usize> {
        let mut open: Vec<_> = (0..self.candidates.len()).filter(|&place| self.candidates[place].is_open()).collect();
        let worth = |place: usize| self.candidates[place].valued.value.unwrap_or(f32::MAX);
        open.sort_by(|&a, &b| worth(b).total_cmp(&worth(a)));
        open
    }

    fn tell(&self, done: bool) {
        let mut moves: Vec<_> = self.candidates.iter().map(|candidate| candidate.valued.clone()).collect();
        let worth = |valued: &Valued| valued.value.unwrap_or(f32::MIN);
        // Stable: equals stay in the order of the holes. Of two that look alike, a proved one comes first.
        moves.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(b.exact.cmp(&a.exact)));
        let best = moves.first().filter(|first| first.value.is_some()).map(|first| first.r#move);
        let board = self.round.position().to_string();
        (self.report)(Findings { board, moves, best, fate: self.fate, done });
    }
}

/// How play goes on from a proved position if both play as well as can be, as far as it is proved.
fn proved_line(round: &Round, lore: &Lore, mut solver: Option<&mut Solver>, stop: &AtomicBool) -> String {
    let mut round = round.clone();
    let mut line = String::new();
    while line.len() < LINE && round.outcome().is_none() {
        let searched = || {
            let watch = pussa_solver::Watch { nodes: None, time: Some(SLICE), stop, report: &|_, _| () };
            let solution = solver.as_mut()?.solve(&round.position(), &watch);
            solution.bounds.value().and(solution.best)
        };
        let Some(mv) = lore.best(&round).or_else(searched) else { break };
        line.push(round.letter(mv));
        round.play_unchecked(mv);
    }
    line
}

/// The letters of a line, as far as it can be played.
fn letters(round: &Round, moves: &[Move]) -> String {
    let mut round = round.clone();
    let mut letters = String::new();
    for &mv in moves {
        if !round.choices().contains(mv) {
            break;
        }
        letters.push(round.letter(mv));
        round.play_unchecked(mv);
    }
    letters
}
