//! Threads that search together.

use crate::claims::Claims;
use crate::error::SolverError;
use crate::memory::Memory;
use crate::order::Order;
use crate::scout::Scout;
use crate::search::{Answer, Ground, MOST_PLIES, Score, Search};
use crate::solver::Settings;
use crate::table::{Entry, Table};
use crate::watch::{Meter, Shift};
use pussa_rules::{Board, Ring, Round, Side, Variant};
use std::thread::Builder;

/// Threads that search together, and what they have in common.
pub(crate) struct Team {
    pub(crate) ground: Ground,
    memory: Memory,
    /// How many threads search; none but the one that asks, if there are none.
    threads: u32,
}

impl Team {
    /// Enough for the longest path.
    pub(crate) const STACK: usize = MOST_PLIES * 4096;

    pub(crate) fn new(variant: Variant, ring: Ring, settings: Settings) -> Result<Self, SolverError> {
        // With rows of one length, what is true of a board is true whoever is to move.
        let sided = ring.holes(Side::South) != ring.holes(Side::North);
        Ok(Self {
            ground: Ground {
                sower: variant.sower(ring),
                order: Order::new(variant.game(), ring),
                database: None,
                adviser: None,
                allows_endless: variant.allows_endless(),
            },
            memory: Memory::new(settings.hash, sided)?,
            threads: settings.threads.clamp(1, 1024) as u32,
        })
    }

    /// From here on, the thread that asks searches, alone: its stack must have [`STACK`](Self::STACK) bytes. It is what
    /// one thread finds, without the time it takes to start it.
    pub(crate) fn stay_here(&mut self) {
        self.threads = 0;
    }

    /// Sends a scout so many moves ahead. `None` if it was called off.
    pub(crate) fn scout(&mut self, scout: &mut Scout, round: &Round, depth: u32, shift: &Shift) -> Option<Score> {
        shift.begin(u64::MAX);
        shift.allow(u64::MAX);
        scout.look(&self.ground, self.memory.table(), shift, (round.board(), round.side()), depth)
    }

    /// What the table has of a position.
    pub(crate) fn known(&mut self, board: Board, mover: Side) -> Option<Entry> {
        self.memory.table().get(board, mover)
    }

    /// Asks all threads whether the value of a board without a past is `least` or more; the first that answers is right.
    /// `None` if it stays open.
    pub(crate) fn ask(&mut self, board: Board, mover: Side, least: Score, shift: &Shift) -> Option<Answer> {
        loop {
            let room = self.memory.table().room();
            shift.begin(if self.memory.can_grow() { room / 8 } else { u64::MAX });
            let answer = ask_all(&self.ground, self.memory.table(), self.threads, shift, (board, mover, least));
            if answer.is_some() || !shift.is_full() {
                return answer;
            }
            // What has been found is kept, so asking again costs little.
            self.memory.grow();
        }
    }

    /// The same on the thread that this is called from, which must have a stack of [`Team::STACK`] bytes, with the table as
    /// large as it is.
    pub(crate) fn ask_alone(&mut self, board: Board, mover: Side, least: Score, shift: &Shift) -> Option<Answer> {
        shift.begin(u64::MAX);
        let (path, meter, claims) = (Vec::new(), Meter::new(shift), Claims::default());
        let table = self.memory.table();
        Search { ground: &self.ground, table, meter, path, claims, thread: 0 }.ask_first(board, mover, least)
    }
}

fn ask_all(
    ground: &Ground,
    table: Table,
    threads: u32,
    shift: &Shift,
    (board, mover, least): (Board, Side, Score),
) -> Option<Answer> {
    let search = |thread: u32| {
        let path = Vec::with_capacity(1024);
        let (meter, claims) = (Meter::new(shift), Claims::default());
        let answer = Search { ground, table, meter, path, claims, thread }.ask_first(board, mover, least);
        if answer.is_some() {
            shift.answer();
        }
        answer
    };
    if threads == 0 {
        return search(0);
    }
    std::thread::scope(|scope| {
        let start = |thread| Builder::new().stack_size(Team::STACK).spawn_scoped(scope, move || search(thread)).ok();
        // All start before the first is waited for.
        let threads: Vec<_> = (0..threads).map(start).collect();
        let answers = threads.into_iter().flatten().map(|thread| thread.join().expect("it only searches"));
        answers.fold(None, Option::or)
    })
}
