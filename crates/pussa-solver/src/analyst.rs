//! What every move of a position is worth: at once where an oracle knows, and otherwise found out within an effort.

use crate::bounds::{Bounds, before, both};
use crate::error::SolverError;
use crate::perfect::insight::{Insight, Ways};
use crate::solver::{Settings, Solver};
use crate::watch::{Shift, Watch};
use pussa_engine::Oracle;
use pussa_rules::{Move, Position, Round, Variant};
use std::fmt;
use std::sync::Arc;

/// Tells what the moves of positions are worth (RULES E5). What it has found out once it knows from then on, as long as
/// it is asked about positions of one game on one ring.
///
/// ```
/// use pussa_rules::{RAJA_PASU, Variant};
/// use pussa_solver::{Analyst, Settings, Watch};
/// let variant = Variant::new(RAJA_PASU);
/// let mut analyst = Analyst::new(Settings::default(), None);
/// let moves = analyst.moves(variant, &variant.start(), &Watch::none())?;
/// assert!(moves.iter().map(|(_, bounds)| bounds.value()).eq([8, 8, 16, 10, 0, 16, 4].map(Some)));
/// # Ok::<(), pussa_solver::SolverError>(())
/// ```
pub struct Analyst {
    settings: Settings,
    oracle: Option<Arc<dyn Oracle>>,
    insight: Option<Insight>,
}

impl fmt::Debug for Analyst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyst").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Analyst {
    /// One that has this oracle to ask, if any, and a solver.
    #[must_use]
    pub fn new(settings: Settings, oracle: Option<Arc<dyn Oracle>>) -> Self {
        Self { settings, oracle, insight: None }
    }

    /// What is known of every move's worth to the player to move, from the left, endless ones last; no moves if the round
    /// is over. What is not at hand is found out, as far as the watch allows.
    ///
    /// # Errors
    /// If there is not enough memory for the solver's table.
    pub fn moves(
        &mut self,
        variant: Variant,
        position: &Position,
        watch: &Watch,
    ) -> Result<Vec<(Move, Bounds)>, SolverError> {
        let round = Round::new(variant, *position);
        let insight = match self.insight.take().filter(|insight| insight.fits(&round)) {
            Some(insight) => insight,
            None => Insight::new(self.solver(&round)?, &round),
        };
        let insight = self.insight.insert(insight);
        let (mover, board) = (round.side(), round.board().without_reserves());
        let ways = match insight.ways(mover, board) {
            Ways::Over(_) => return Ok(Vec::new()),
            Ways::Open(ways) => ways,
        };
        let mut worths: Vec<_> = ways.iter().map(|way| insight.worth(mover, way)).collect();
        if worths.iter().any(|worth| worth.value().is_none()) {
            // The whole first: it says most about the parts.
            let shift = Shift::new(watch);
            let (bounds, best) = insight.prove(mover, board, &shift);
            for (way, worth) in ways.iter().zip(&mut worths) {
                let low = if Some(way.mv) == best { bounds.low() } else { i16::MIN };
                let whole = Bounds::new(low, bounds.high()).unwrap_or(bounds);
                *worth = both(both(*worth, insight.worth(mover, way)), whole);
                if let Some(to) = way.to.filter(|_| worth.value().is_none()) {
                    let (reached, _) = insight.prove(mover.other(), to, &shift);
                    *worth = both(*worth, before(reached, way.gain));
                }
            }
        }
        Ok(ways.iter().map(|way| way.mv).zip(worths).collect())
    }

    fn solver(&self, round: &Round) -> Result<Solver, SolverError> {
        let mut solver = Solver::new(round.variant(), round.sower().ring(), self.settings)?;
        if let Some(oracle) = &self.oracle {
            solver.ask(Arc::clone(oracle));
        }
        Ok(solver)
    }
}
