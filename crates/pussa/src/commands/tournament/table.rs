//! The standings for people, game by game.

use pussa_arena::{Plan, Schedule, Standing};
use std::fmt;

/// The standings of a plan.
pub(super) struct Table<'a> {
    pub(super) plan: &'a Plan,
    pub(super) standings: &'a [Standing],
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, standings } = self;
        let width = standings.iter().map(|row| row.engine.chars().count()).max().unwrap_or(0).max("engine".len());
        let (engine, played) = ("engine", if plan.matches.is_some() { "matches" } else { " rounds" });
        let is_mirror = plan.schedule == Schedule::Mirror;
        for rows in standings.chunk_by(|a, b| (a.game, &a.reading) == (b.game, &b.reading)) {
            let whose = if is_mirror { ", South against itself" } else { "" };
            writeln!(f, "{}, reading {}{whose}", rows[0].game, rows[0].reading)?;
            write!(f, "  #  {engine:width$} {played}    won  drawn   lost   score")?;
            writeln!(
                f,
                "{}",
                if is_mirror { "  margin, 95 % interval" } else { "  Elo, 95 % interval  margin, likewise" }
            )?;
            for row in rows {
                let Standing { rank, engine, games, wins, draws, losses, .. } = row;
                write!(f, "{rank:3}  {engine:width$} {games:7} {wins:6} {draws:6} {losses:6}")?;
                write!(f, " {:6.2}%", 100.0 * row.score)?;
                // Nobody is stronger than itself.
                if !is_mirror {
                    write!(f, " {:5.0} [{:5.0}, {:5.0}]", row.elo, row.elo_low, row.elo_high)?;
                }
                writeln!(f, "  {:6.2} [{:.2}, {:.2}]", row.mean_margin, row.mean_margin_low, row.mean_margin_high)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
