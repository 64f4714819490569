//! What moves lost against perfect play, for people, game by game.

use pussa_arena::{PhaseLosses, Standing};
use std::fmt;

/// The losses of a tournament; nothing if they were not looked at.
pub(super) struct Losses<'a> {
    pub(super) standings: &'a [Standing],
    pub(super) phases: &'a [PhaseLosses],
}

impl fmt::Display for Losses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { standings, phases } = self;
        if phases.is_empty() {
            return Ok(());
        }
        let width = standings.iter().map(|row| row.engine.chars().count()).max().unwrap_or(0).max("engine".len());
        for rows in standings.chunk_by(|a, b| (a.game, &a.reading) == (b.game, &b.reading)) {
            writeln!(f, "{}, reading {}: counters lost a move", rows[0].game, rows[0].reading)?;
            let engine = "engine";
            writeln!(f, "     {engine:width$}  mean, 95 % interval  opening  middle     end  faultless  judged")?;
            for row in rows {
                write!(f, "     {:width$}", row.engine)?;
                let mean = match [row.mean_loss, row.mean_loss_low, row.mean_loss_high] {
                    [Some(mean), Some(low), Some(high)] => format!("{mean:.2} [{low:.2}, {high:.2}]"),
                    _ => "not known".into(),
                };
                write!(f, "  {mean:>19}")?;
                let own = |phase: &&PhaseLosses| {
                    (phase.game, &phase.reading, &phase.engine) == (row.game, &row.reading, &row.engine)
                };
                for (phase, width) in phases.iter().filter(own).zip([9, 8, 8]) {
                    let mean = phase.mean_loss.map_or("-".into(), |mean| format!("{mean:.2}"));
                    write!(f, "{mean:>width$}")?;
                }
                let share = |share: Option<f64>| share.map_or("-".into(), |share| format!("{:.1}%", 100.0 * share));
                writeln!(f, "{:>11}{:>8}", share(row.share_perfect), share(row.share_judged))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
