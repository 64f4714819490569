//! Threads that search together.

use crate::claims::Claims;
use crate::error::SolverError;
use crate::order::Order;
use crate::search::{Answer, MOST_PLIES, Score, Search};
use crate::solver::Settings;
use crate::table::Table;
use crate::watch::{Meter, Shift};
use pussa_egdb::Database;
use pussa_rules::{Board, Ring, Side, Sower, Variant};
use std::sync::Arc;

/// Threads that search together, and what they have in common.
pub(crate) struct Team {
    pub(crate) sower: Sower,
    pub(crate) table: Table,
    pub(crate) database: Option<Arc<Database>>,
    order: Order,
    allows_endless: bool,
    threads: u32,
}

impl Team {
    /// Enough for the longest path.
    const STACK: usize = MOST_PLIES * 4096;

    pub(crate) fn new(variant: Variant, ring: Ring, settings: Settings) -> Result<Self, SolverError> {
        // With rows of one length, what is true of a board is true whoever is to move.
        let sided = ring.holes(Side::South) != ring.holes(Side::North);
        Ok(Self {
            sower: variant.sower(ring),
            table: Table::new(settings.hash, sided)?,
            database: None,
            order: Order::new(variant.game(), ring),
            allows_endless: variant.allows_endless(),
            threads: settings.threads.clamp(1, 1024) as u32,
        })
    }

    /// Asks all threads whether the value of a board without a past is `least` or more; the first that answers is right.
    /// `None` if it stays open.
    pub(crate) fn ask(&self, board: Board, mover: Side, least: i16, shift: &Shift) -> Option<Answer> {
        shift.begin();
        let search = |thread: u32| {
            let answer = self.search(thread, shift).ask_first(board, mover, Score::from(least));
            if answer.is_some() {
                shift.answer();
            }
            answer
        };
        std::thread::scope(|scope| {
            let start = |thread| {
                let builder = std::thread::Builder::new().stack_size(Self::STACK);
                builder.spawn_scoped(scope, move || search(thread)).ok()
            };
            let threads: Vec<_> = (0..self.threads).map(start).collect();
            let answers = threads.into_iter().flatten().map(|thread| thread.join().expect("it only searches"));
            answers.fold(None, Option::or)
        })
    }

    fn search<'a>(&'a self, thread: u32, shift: &'a Shift<'a>) -> Search<'a> {
        Search {
            sower: &self.sower,
            table: &self.table,
            order: &self.order,
            database: self.database.as_deref().map(|database| (database, database.most_counters().into())),
            allows_endless: self.allows_endless,
            meter: Meter::new(shift),
            path: Vec::with_capacity(1024),
            claims: Claims::default(),
            thread,
        }
    }
}
