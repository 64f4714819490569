//! The table of a match: every state with its fate, found layer by layer.

use super::ends::Ends;
use super::fate::{Fate, Known, NEVER, Part};
use super::journal::Answered;
use super::layers::{Layer, Layers};
use super::questions::{Answer, Asked, Question, Questioned};
use crate::Settings;
use crate::within::within;
use pussa_rules::{NextRound, Position, Side, Variant, WALAK_PUSSA};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A state of a match: what the players hold before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// What the player holds who leads.
    pub leader: u8,
    /// What the other holds.
    pub other: u8,
}

impl std::fmt::Display for State {
    /// As in `49 against 49`, the leader first.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} against {}", self.leader, self.other)
    }
}

impl State {
    /// What both hold together.
    #[must_use]
    pub fn total(self) -> u8 {
        self.leader + self.other
    }

    /// The state before a round that begins like this; nothing if no match has such a round: who leads it has to have led, by
    /// RULES T1 to T6, with what each player holds on the board and in reserve.
    #[must_use]
    pub fn before(variant: Variant, start: &Position) -> Option<Self> {
        let held = |side| {
            let on_board = start.layout().row(side).filter_map(|hole| start.counters(hole)).map(u32::from).sum::<u32>();
            u8::try_from(on_board + u32::from(start.reserve(side))).ok()
        };
        let (south, north) = (held(Side::South)?, held(Side::North)?);
        if south.checked_add(north)? > variant.total() {
            return None;
        }
        // RULES T3: who took the counters left leads.
        let led = start.side();
        let [leader, other] = if led == Side::South { [south, north] } else { [north, south] };
        let next = variant.next_round([south, north], led.other(), Some(led));
        (next == NextRound::Opening(*start)).then_some(Self { leader, other })
    }

    /// The board of the round, South leading; nothing if there is no such round: if the match is over, or the other player
    /// would lead.
    #[must_use]
    pub fn opening(self, variant: Variant) -> Option<Position> {
        // RULES T3: who took the counters left leads; T6: who did not lead, if both hold the same.
        match variant.next_round([self.leader, self.other], Side::North, Some(Side::South)) {
            NextRound::Opening(position) if position.side() == Side::South => Some(position),
            _ => None,
        }
    }
}

/// What watches over a table in the making.
#[derive(Clone, Copy)]
pub struct MatchWatch<'a> {
    /// When set, the table is left as it is, as soon as can be.
    pub stop: &'a AtomicBool,
    /// How many positions to look at for one question; those that take more stay open.
    pub nodes: u64,
    /// Is told what is done: of which number of counters in all, in which layer, and how many states are open there.
    pub report: &'a (dyn Fn(u8, u16, usize) + Sync),
    /// Is told every answer that was not [recalled](MatchTable::recall), by any thread.
    pub answered: &'a (dyn Fn(&Answered) + Sync),
}

impl std::fmt::Debug for MatchWatch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { stop, nodes, report: _, answered: _ } = self;
        f.debug_struct("MatchWatch").field("stop", stop).field("nodes", nodes).finish_non_exhaustive()
    }
}

/// The states of a match with their fates, as far as they are known.
#[derive(Debug)]
pub struct MatchTable {
    variant: Variant,
    settings: Settings,
    /// By the number of counters in all, and by what the leader holds.
    totals: BTreeMap<u8, BTreeMap<u8, (Known, Asked)>>,
    /// Positions looked at.
    nodes: u64,
    /// Questions asked.
    questions: u64,
    /// Answers of an earlier run, by the number of the question.
    recalled: BTreeMap<u64, Answered>,
}

impl MatchTable {
    /// A table of which nothing is known yet. Of the settings, `hash` is for all threads together.
    #[must_use]
    pub fn new(variant: Variant, settings: Settings) -> Self {
        Self { variant, settings, totals: BTreeMap::new(), nodes: 0, questions: 0, recalled: BTreeMap::new() }
    }

    /// A table of fates that are known already, such as those of a certificate: they are taken for given. States that no
    /// match of the game has are left out, and so are fates that come about in no round.
    #[must_use]
    pub fn of_fates(variant: Variant, settings: Settings, fates: impl IntoIterator<Item = (State, Fate)>) -> Self {
        let mut table = Self::new(variant, settings);
        for (state, fate) in fates {
            if let Some(asked) = Asked::new(variant, state).filter(|_| !matches!(fate, Fate::Won { rounds: 0, .. })) {
                table.totals.entry(state.total()).or_default().insert(state.leader, (Known::of(fate), asked));
            }
        }
        table
    }

    /// Takes these answers of an earlier run for given. It must have been of the same game, reading and size, and with the
    /// same number of positions for one question.
    pub fn recall(&mut self, answers: impl IntoIterator<Item = Answered>) {
        self.recalled.extend(answers.into_iter().map(|answered| (answered.number, answered)));
    }

    /// The game, its reading and its size.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Positions looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Questions asked, each about a state, a player and a number of rounds.
    #[must_use]
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// What is known of a state; nothing if its number of counters has not been looked at, or there is no such state.
    #[must_use]
    pub fn known(&self, state: State) -> Option<Known> {
        self.totals.get(&state.total())?.get(&state.leader).map(|&(known, _)| known)
    }

    /// The states that have been looked at and what is known of them: those with the fewest counters in all first, and then
    /// by what the leader holds.
    pub fn all(&self) -> impl Iterator<Item = (State, Known)> {
        self.totals.iter().flat_map(|(&total, states)| {
            states.iter().map(move |(&leader, &(known, _))| (State { leader, other: total - leader }, known))
        })
    }

    /// Finds the fates of all states with as many counters as the game has, and of those with fewer that they hang on. False
    /// if it was called off; what was found until then is kept.
    pub fn solve(&mut self, watch: &MatchWatch) -> bool {
        let total = self.variant.total();
        let all = |total: u8| (0..=total).collect::<BTreeSet<u8>>();
        // Of Walak-pussa, hardly any question can be answered without those with fewer counters, and they are small.
        let from = if self.variant.game() == WALAK_PUSSA { 0 } else { total };
        (from..=total).all(|total| self.settle(total, &all(total), watch).is_some())
    }

    /// The same for all states with one counter fewer. From before a round hardly any fate hangs on them; but a round under way
    /// may be about to end with a counter left out (RULES E3), and what becomes of the match then hangs on them alone.
    pub fn solve_below(&mut self, watch: &MatchWatch) -> bool {
        let Some(below) = self.variant.total().checked_sub(1) else { return true };
        self.settle(below, &(0..=below).collect(), watch).is_some()
    }

    /// Finds the fates of [all states](Self::solve) and of those [below](Self::solve_below) within so much time; false too if
    /// that is not enough.
    pub fn solve_all_within(&mut self, watch: &MatchWatch, time: Duration) -> bool {
        let solve = |stop: &AtomicBool| {
            let watch = MatchWatch { stop, ..*watch };
            self.solve(&watch) && self.solve_below(&watch)
        };
        within(time, watch.stop, solve).unwrap_or(false)
    }

    /// Finds the fates of states with so many counters in all, and of those that they hang on; `leaders` tells what the
    /// leader holds. `None` if it was called off.
    fn settle(&mut self, total: u8, leaders: &BTreeSet<u8>, watch: &MatchWatch) -> Option<()> {
        let mut leaders = leaders.clone();
        while !leaders.is_empty() {
            let variant = self.variant;
            let states = self.totals.entry(total).or_default();
            for &leader in &leaders {
                if let Some(asked) = Asked::new(variant, State { leader, other: total - leader }) {
                    states.entry(leader).or_insert((Known::NOTHING, asked));
                }
            }
            let hanging = self.layer_by_layer(total, watch)?;
            let (lost, same): (BTreeSet<_>, BTreeSet<_>) = hanging.into_iter().partition(|&(_, odd)| odd);
            let holdings = |states: BTreeSet<(u8, bool)>| states.into_iter().map(|(leader, _)| leader).collect();
            if lost.is_empty() {
                leaders = holdings(same);
            } else {
                self.settle(total - 1, &holdings(lost), watch)?;
                // What was known by then may be enough now.
                leaders.extend(holdings(same));
            }
        }
        Some(())
    }

    /// Goes through the layers until they stay the same. Tells the states that something hangs on and that are not in the
    /// table: what the leader holds, and whether a counter has been lost.
    fn layer_by_layer(&mut self, total: u8, watch: &MatchWatch) -> Option<BTreeSet<(u8, bool)>> {
        let ends = Layers::new(self.variant, total);
        let mut layers = self.layers(&ends, total, 0);
        let mut before = [Layer::default(); 2];
        let mut hanging = BTreeSet::new();
        // Players whose questions stayed open: whether they win may be found, but no more whether they do not, so that what
        // may be only grows from layer to layer.
        let mut given_up = BTreeSet::new();
        // Ends that an answer leans on, which was no.
        let mut leans: BTreeMap<(u8, Part), Ends> = BTreeMap::new();
        for rounds in 1.. {
            let new = |part: Part| layers[part.index()].possible.without(&before[part.index()].possible);
            let mut questions = Vec::new();
            for (&leader, (known, _)) in self.totals.get_mut(&total)? {
                let asked = *known;
                for part in Part::BOTH.into_iter().filter(|&part| asked.is_open(part, rounds)) {
                    let Layer { sure, mut possible } = layers[part.index()];
                    if given_up.contains(&(leader, part)) {
                        possible = sure;
                    } else if leans.get(&(leader, part)).is_some_and(|leans| leans.and(&new(part)).is_empty()) {
                        known.does_not_win_within(part, rounds);
                        continue;
                    }
                    questions.push(Question { leader, part, layer: Layer { sure, possible } });
                }
            }
            (watch.report)(total, rounds, questions.len());
            let states = self.totals.get_mut(&total)?;
            let (settings, recalled, first) = (self.settings, &self.recalled, self.questions);
            let answers = Questioned { states, settings, watch, first, recalled }.answers(&questions);
            for (Question { leader, part, .. }, answer) in questions.iter().zip(answers) {
                let Answered { answer, nodes, .. } = answer?;
                self.nodes += nodes;
                self.questions += 1;
                let (known, _) = states.get_mut(leader)?;
                match answer {
                    Answer::Yes => known.wins_within(*part, rounds),
                    Answer::No(_) if given_up.contains(&(*leader, *part)) => {}
                    Answer::No(ends) => {
                        known.does_not_win_within(*part, rounds);
                        leans.insert((*leader, *part), ends);
                    }
                    Answer::HangsOn(those) => {
                        hanging.extend(ends.states(&those));
                        given_up.insert((*leader, *part));
                    }
                    Answer::Open => {
                        given_up.insert((*leader, *part));
                    }
                }
            }
            before = layers;
            layers = self.layers(&ends, total, rounds);
            if layers == before && rounds >= self.longest(total) {
                self.conclude(total, rounds);
                break;
            }
        }
        hanging.retain(|&(leader, odd)| {
            let states = self.totals.get(&(total - u8::from(odd)));
            states.is_none_or(|states| !states.contains_key(&leader))
        });
        Some(hanging)
    }

    /// For the leader and for the other player: the ends of rounds with so many counters from which that player wins within
    /// so many rounds.
    fn layers(&self, ends: &Layers, total: u8, rounds: u16) -> [Layer; 2] {
        Side::BOTH.map(|side| self.layer(ends, total, side, rounds))
    }

    /// The same for one player, South having led.
    pub(super) fn layer(&self, ends: &Layers, total: u8, of: Side, rounds: u16) -> Layer {
        let known = |leader, odd| {
            let states = self.totals.get(&(total - u8::from(odd)));
            states.and_then(|states| states.get(&leader)).map_or(Known::NOTHING, |&(known, _)| known)
        };
        ends.layer(of, rounds, &known)
    }

    /// The greatest number of rounds that anything is known about, among states with so many counters and one fewer.
    pub(super) fn longest(&self, total: u8) -> u16 {
        let states =
            [total.checked_sub(1), Some(total)].into_iter().flatten().filter_map(|total| self.totals.get(&total));
        let chances =
            states.flat_map(BTreeMap::values).flat_map(|(known, _)| Part::BOTH.map(|part| known.chances(part)));
        let numbers = chances.flat_map(|chances| [chances.within, chances.beyond]);
        numbers.filter(|&rounds| rounds != NEVER).max().unwrap_or(0)
    }

    /// The layers stay the same from this one on: who has not won within so many rounds never will.
    fn conclude(&mut self, total: u8, rounds: u16) {
        for (known, _) in self.totals.get_mut(&total).into_iter().flat_map(BTreeMap::values_mut) {
            for part in Part::BOTH {
                let chances = known.chances(part);
                if chances.within == NEVER && chances.beyond >= rounds {
                    known.does_not_win_within(part, NEVER);
                }
            }
        }
    }

    /// The fate of a state, if it is known.
    #[must_use]
    pub fn fate(&self, state: State) -> Option<Fate> {
        self.known(state)?.fate()
    }
}
