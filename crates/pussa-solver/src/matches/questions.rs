//! Questions of one layer, answered on all threads: whether a player can force the round of a state to an end in the layer.

use super::ends::Ends;
use super::fate::{Known, Part};
use super::journal::Answered;
use super::layers::Layer;
use super::search::{Aim, Ground, Search};
use super::store::Store;
use super::strategy::Walk;
use super::table::{MatchWatch, State};
use crate::Settings;
use crate::search::MOST_PLIES;
use pussa_rules::{Board, Side, Variant};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

/// Enough for the longest path.
pub(super) const STACK: usize = MOST_PLIES * 4096;

/// A state that is asked about: its round.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) opening: Board,
    pub(super) ground: Ground,
}

impl Asked {
    /// The round of a state, if there is one.
    pub(super) fn new(variant: Variant, state: State) -> Option<Self> {
        let opening = state.opening(variant)?;
        Some(Self { opening: opening.board(), ground: Ground::new(variant, opening.layout().ring()) })
    }
}

/// One question: whether a player can force the round of a state to an end that belongs to a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// What the leader holds.
    pub(super) leader: u8,
    /// Who is to force it.
    pub(super) part: Part,
    pub(super) layer: Layer,
}

/// The answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    /// An end that belongs to it for sure.
    Yes,
    /// Not even one that may belong to it. So it is as long as none of these ends comes to belong to it.
    No(Ends),
    /// It hangs on whether these ends belong to it, which may be.
    HangsOn(Ends),
    /// It takes too long.
    Open,
}

/// States that are asked about, and what there is for answering.
pub(super) struct Questioned<'a> {
    pub(super) states: &'a BTreeMap<u8, (Known, Asked)>,
    pub(super) settings: Settings,
    pub(super) watch: &'a MatchWatch<'a>,
    /// The number of the first question.
    pub(super) first: u64,
    /// Answers that are known, by the number of the question.
    pub(super) recalled: &'a BTreeMap<u64, Answered>,
}

impl Questioned<'_> {
    /// The answers in the order of the questions; none to those that were called off.
    pub(super) fn answers(&self, questions: &[Question]) -> Vec<Option<Answered>> {
        let threads = self.settings.threads.clamp(1, questions.len().max(1));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut store = Store::new(self.settings.hash / threads);
            let mut found = Vec::new();
            while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < questions.len()) {
                found.push((number, self.answered(number, &questions[number], &mut store)));
            }
            found
        };
        let mut answers = vec![None; questions.len()];
        std::thread::scope(|scope| {
            let start = |_| Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok();
            // All start before the first is waited for.
            let threads: Vec<_> = (0..threads).map(start).collect();
            for thread in threads.into_iter().flatten() {
                for (number, answer) in thread.join().expect("it only searches") {
                    answers[number] = answer;
                }
            }
        });
        answers
    }

    /// The answer to the question with this number among those that are asked now.
    fn answered(&self, number: usize, question: &Question, store: &mut Store) -> Option<Answered> {
        let number = self.first + number as u64;
        if let Some(&answered) = self.recalled.get(&number) {
            return Some(answered);
        }
        let (answer, nodes) = self.answer(question, store)?;
        let answered = Answered { number, answer, nodes };
        (self.watch.answered)(&answered);
        Some(answered)
    }

    fn answer(&self, question: &Question, store: &mut Store) -> Option<(Answer, u64)> {
        let (_, asked) = self.states.get(&question.leader)?;
        let Layer { sure, possible } = question.layer;
        let of = if question.part == Part::Leader { Side::South } else { Side::North };
        let mut nodes = 0;
        let mut ask = |ends: Ends| {
            store.clear();
            let mut search = Search::new(&asked.ground, Aim { of, ends }, store, self.watch.stop);
            let reached = search.reaches(asked.opening, Side::South, self.watch.nodes);
            nodes += search.nodes + search.scout.nodes;
            // What the answer hangs on at most, if it is yes.
            let walk = if reached == Some(true) { Walk::of(&search, asked.opening) } else { None };
            (reached, [search.met[0], walk.map_or(search.met[1], |walk| walk.ends)])
        };
        let doubtful = possible.without(&sure);
        let answer = match ask(sure) {
            (Some(true), _) => Answer::Yes,
            (Some(false), [missed, _]) if missed.and(&doubtful).is_empty() => Answer::No(missed),
            (None, _) if doubtful.is_empty() => Answer::Open,
            (_, _) => match ask(possible) {
                (Some(false), [missed, _]) => Answer::No(missed),
                (Some(true), [_, reached]) => Answer::HangsOn(reached.and(&doubtful)),
                (None, _) => Answer::Open,
            },
        };
        (!self.watch.stop.load(Ordering::Relaxed)).then_some((answer, nodes))
    }
}
