//! Solvers that are lent out: what one has proved stays proved, for whoever asks about the same game next.

use pussa_rules::{Ring, Round, Variant};
use pussa_solver::{Settings, Solver, SolverError};
use std::sync::{Mutex, PoisonError};

/// Size of a solver's table, in bytes; it takes what it needs of that.
const HASH: usize = 256 << 20;

/// Solvers that nobody uses just now, the one used last at the end.
#[derive(Debug)]
pub(crate) struct Solvers {
    idle: Mutex<Vec<Solver>>,
    most: usize,
}

impl Solvers {
    /// Keeps so many at most.
    pub(crate) fn new(most: usize) -> Self {
        Self { idle: Mutex::default(), most }
    }

    /// One for the positions of a round: used before for the like if there is one.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn take(&self, round: &Round) -> Result<Solver, SolverError> {
        let (variant, ring) = (round.variant(), round.sower().ring());
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = idle.iter().position(|solver| fits(solver, variant, ring)) {
            return Ok(idle.remove(place));
        }
        if idle.len() >= self.most {
            // Memory for the new one.
            idle.remove(0);
        }
        drop(idle);
        Solver::new(variant, ring, Settings { hash: HASH, threads: 1 })
    }

    /// Takes one back, sound: all it holds is proved.
    pub(crate) fn give_back(&self, solver: Solver) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(solver);
        if idle.len() > self.most {
            idle.remove(0);
        }
    }
}

fn fits(solver: &Solver, variant: Variant, ring: Ring) -> bool {
    let same_rules = solver.variant().game() == variant.game() && solver.variant().reading() == variant.reading();
    same_rules && solver.ring() == ring
}
