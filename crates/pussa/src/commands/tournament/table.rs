//! The standings for people, game by game.

use pussa_arena::Standing;
use std::fmt;

/// The standings for people, game by game.
pub(super) struct Table<'a>(pub(super) &'a [Standing]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(standings) = self;
        let width = standings.iter().map(|row| row.engine.chars().count()).max().unwrap_or(0).max("engine".len());
        for rows in standings.chunk_by(|a, b| (a.game, &a.reading) == (b.game, &b.reading)) {
            writeln!(f, "{}, reading {}", rows[0].game, rows[0].reading)?;
            let engine = "engine";
            writeln!(
                f,
                "  #  {engine:width$}  rounds    won  drawn   lost   score  Elo, 95 % interval  margin, likewise"
            )?;
            for row in rows {
                let Standing { rank, engine, games, wins, draws, losses, .. } = row;
                write!(
                    f,
                    "{rank:3}  {engine:width$} {games:7} {wins:6} {draws:6} {losses:6} {:6.2}%",
                    100.0 * row.score
                )?;
                write!(f, " {:5.0} [{:5.0}, {:5.0}]", row.elo, row.elo_low, row.elo_high)?;
                writeln!(f, "  {:6.2} [{:.2}, {:.2}]", row.mean_margin, row.mean_margin_low, row.mean_margin_high)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
