//! The whole match: its table, which is made once for each game and reading, and who plays by it. Nothing is told of rounds
//! that no match could have begun, nor before the table is there.

use crate::matches::{MatchPlayer, MatchTable, MatchWatch};
use crate::solver::Settings;
use pussa_rules::{Move, NextRound, Position, Round, Side, Variant};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
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
        if opens_a_round(round.variant(), round.start()) {
            let settings = self.settings;
            self.table(round.variant()).go_on(settings, time.unwrap_or(MAKING), stop);
        }
    }

    /// The move for the sake of the match; `None` if the table is not there or does not tell, or time was up.
    pub(super) fn choose(&mut self, round: &Round, time: Option<Duration>, stop: &AtomicBool) -> Option<Move> {
        if !opens_a_round(round.variant(), round.start()) {
            return None;
        }
        let Stage::Made(player) = &mut self.table(round.variant()).stage else { return None };
        let (mv, _) = within(time.unwrap_or(Duration::MAX), stop, |stop| player.choose(round, stop))??;
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
        let solved = within(time.min(*left), stop, |stop| {
            table.solve(&MatchWatch { stop, nodes: u64::MAX, report: &|_, _, _| (), answered: &|_| () })
        });
        *left = left.saturating_sub(begun.elapsed());
        if solved == Some(true) || left.is_zero() {
            let hash = settings.hash.min(MOST_SHOWN);
            self.stage = Stage::Made(Box::new(MatchPlayer::new(Arc::new(*table), hash)));
        } else {
            *unfinished = Some(table);
        }
    }
}

/// Whether a match may have a round that begins like this: who leads it has to have led, by RULES T1 to T6, with what each
/// player holds on the board and in reserve.
fn opens_a_round(variant: Variant, start: Position) -> bool {
    let held = |side| {
        let on_board = start.layout().row(side).filter_map(|hole| start.counters(hole)).map(u32::from).sum::<u32>();
        on_board + u32::from(start.reserve(side))
    };
    let [Ok(south), Ok(north)] = Side::BOTH.map(|side| u8::try_from(held(side))) else { return false };
    if u16::from(south) + u16::from(north) > u16::from(variant.total()) {
        return false;
    }
    // RULES T3: who took the counters left leads.
    let led = start.side();
    variant.next_round([south, north], led.other(), Some(led)) == NextRound::Opening(start)
}

/// Does what a flag can call off, and calls it off when time is up, or when `stop` is set. `None` if there is no thread to be
/// had that watches the time.
fn within<T>(time: Duration, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T) -> Option<T> {
    const STEP: Duration = Duration::from_millis(2);
    let begun = Instant::now();
    let off = AtomicBool::new(time.is_zero());
    std::thread::scope(|scope| {
        // Dropped when the work is done, however it ends.
        let (_working, done) = channel::<()>();
        let off = &off;
        let watch = move || {
            while done.recv_timeout(STEP) == Err(RecvTimeoutError::Timeout) {
                if stop.load(Ordering::Relaxed) || begun.elapsed() >= time {
                    off.store(true, Ordering::Relaxed);
                    return;
                }
            }
        };
        Builder::new().spawn_scoped(scope, watch).ok()?;
        Some(work(off))
    })
}
