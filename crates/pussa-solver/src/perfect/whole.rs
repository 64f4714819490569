//! The whole match: its table, which is made once for each game and reading, and who plays by it. Nothing is told of rounds
//! that no match could have begun, nor before the table is there.

use crate::matches::{MatchPlayer, MatchTable, MatchWatch, State};
use crate::solver::Settings;
use pussa_rules::{Move, Round, Variant};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long the making of a table may take in all.
const MAKING: Duration = Duration::from_mins(1);

/// What is shown in one round takes no more memory than this, in bytes.
const MOST_SHOWN: usize = 16 << 20;

/// Plays for the sake of the match.
pub(super) struct Whole {
    settings: Settings,
    /// A table for each game and reading that was met.
    tables: Vec<Table>,
}

/// A table, or what there is of it.
struct Table {
    variant: Variant,
    stage: Stage,
}

enum Stage {
    /// How long it may still take, and what has been found; nothing while it is being worked on.
    Making(Duration, Option<Box<MatchTable>>),
    /// No more is found out.
    Made(Box<MatchPlayer>),
}

impl Whole {
    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, tables: Vec::new() }
    }

    /// Forgets the rounds so far, and keeps the tables.
    pub(super) fn new_round(&mut self) {
        for table in &mut self.tables {
            if let Stage::Made(player) = &mut table.stage {
                player.forget();
            }
        }
    }

    /// Goes on with the table for a round, for so long at most.
    pub(super) fn get_ready(&mut self, round: &Round, time: Option<Duration>, stop: &AtomicBool) {
        if State::before(round.variant(), &round.start()).is_some() {
            let settings = self.settings;
            self.table(round.variant()).go_on(settings, time.unwrap_or(MAKING), stop);
        }
    }

    /// The move for the sake of the match; `None` if the table is not there or does not tell, or time was up.
    pub(super) fn choose(&mut self, round: &Round, time: Option<Duration>, stop: &AtomicBool) -> Option<Move> {
        State::before(round.variant(), &round.start())?;
        let Stage::Made(player) = &mut self.table(round.variant()).stage else { return None };
        let (mv, _) = player.choose_within(round, time.unwrap_or(Duration::MAX), stop)?;
        Some(mv)
    }

    fn table(&mut self, variant: Variant) -> &mut Table {
        let place = self.tables.iter().position(|table| table.variant == variant).unwrap_or_else(|| {
            let empty = Box::new(MatchTable::new(variant, self.settings));
            self.tables.push(Table { variant, stage: Stage::Making(MAKING, Some(empty)) });
            self.tables.len() - 1
        });
        &mut self.tables[place]
    }
}

impl Table {
    /// Works on it for so long at most.
    fn go_on(&mut self, settings: Settings, time: Duration, stop: &AtomicBool) {
        let Stage::Making(left, unfinished) = &mut self.stage else { return };
        let Some(mut table) = unfinished.take() else { return };
        let begun = Instant::now();
        let watch = MatchWatch { stop, nodes: u64::MAX, report: &|_, _, _| (), answered: &|_| () };
        let solved = table.solve_all_within(&watch, time.min(*left));
        *left = left.saturating_sub(begun.elapsed());
        if solved || left.is_zero() {
            let hash = settings.hash.min(MOST_SHOWN);
            self.stage = Stage::Made(Box::new(MatchPlayer::new(Arc::new(*table), hash)));
        } else {
            *unfinished = Some(table);
        }
    }
}
