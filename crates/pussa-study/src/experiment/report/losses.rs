//! What moves lose against perfect play, and whether rounds end as they should: tables, pictures and figures.

use super::super::{Findings, Played, Truth};
use super::{Report, by_game, csv, varied};
use crate::plot::{Point, Series, game_title, key_with_unit, lines, losses};
use pussa_arena::{PhaseLosses, Standing};
use pussa_engine::Spec;
use std::fmt::Write;

/// Pictures that grow by lines: by the key that varies.
#[derive(Default)]
struct ByKey(Vec<(String, Vec<Series>)>);

impl ByKey {
    fn add(&mut self, key: &str, series: impl IntoIterator<Item = Series>) {
        let known = self.0.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
            self.0.push((key.to_owned(), Vec::new()));
            self.0.len() - 1
        });
        self.0[known].1.extend(series);
    }

    /// Draws all of them: `what-by-KEY.svg`, in the summary and as files.
    fn draw(self, (what, title, y_label): (&str, &str, &str), text: &mut String, files: &mut Vec<Report>) {
        for (key, series) in self.0 {
            let picture = lines(&format!("{title}, by {key}"), &key_with_unit(&key), y_label, &series, true);
            let _ = write!(text, "\n![{title}, by {key}]({what}-by-{key}.svg)\n");
            files.push((format!("{what}-by-{key}.svg"), picture));
        }
    }
}

impl Findings {
    /// What moves lost, in all parts that look at it.
    pub(super) fn losses(&self, text: &mut String, files: &mut Vec<Report>) {
        let mut by_key = ByKey::default();
        for played in self.played.iter().filter(|played| !played.losses_by_phase.is_empty()) {
            let Played { part, standings, losses_by_phase, losses_by_ply, .. } = played;
            let (name, engines) = (&part.name, &part.plan.engines);
            let _ = write!(text, "\n## Counters lost a move: {name}\n\n{}", loss_table(standings, losses_by_phase));
            for (file, picture) in losses(losses_by_ply) {
                let _ = write!(text, "\n![Counters lost a move, by ply]({name}.{file})\n");
                files.push((format!("{name}.{file}"), picture));
            }
            files.push((format!("{name}.losses-by-phase.csv"), csv(losses_by_phase)));
            files.push((format!("{name}.losses-by-ply.csv"), csv(losses_by_ply)));
            let Some((key, values)) = varied(engines) else { continue };
            by_key.add(
                &key,
                by_game(standings).into_iter().map(|(game, rows)| {
                    let point = |(spec, &x): (&Spec, &f64)| {
                        let row = rows.iter().find(|row| row.engine == spec.to_string())?;
                        Some(Point { x, y: row.mean_loss?, low: row.mean_loss_low?, high: row.mean_loss_high? })
                    };
                    let points = engines.iter().zip(&values).filter_map(point).collect();
                    Series { name: format!("{}, {}", game_title(game), engines[0].name()), points }
                }),
            );
        }
        by_key.draw(("loss", "Loss against perfect play", "counters lost a move, mean and 95 % interval"), text, files);
    }

    /// Play between equals beside perfect play.
    pub(super) fn truths(&self, text: &mut String, files: &mut Vec<Report>) {
        let (mut shares, mut margins) = (ByKey::default(), ByKey::default());
        for Played { part, truths, .. } in self.played.iter().filter(|played| !played.truths.is_empty()) {
            let name = &part.name;
            let _ = write!(text, "\n## Beside perfect play: {name}\n\n");
            *text += "| game | engine | rounds | left out | end as they should | South's share | perfect | South's margin | \
                      perfect |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
            text.extend(truths.iter().map(truth));
            files.push((format!("{name}.truth.csv"), csv(truths)));
            let Some((key, values)) = varied(&part.plan.engines) else { continue };
            let value = |row: &Truth| {
                let place = part.plan.engines.iter().position(|spec| spec.to_string() == row.engine)?;
                values.get(place).copied()
            };
            for rows in truths.chunk_by(|a, b| (a.game, &a.reading) == (b.game, &b.reading)) {
                let game = game_title(rows[0].game);
                let kind = format!("{game}, {}", part.plan.engines[0].name());
                let line = |name: String, of: &dyn Fn(&Truth) -> [f64; 3]| {
                    let point = |row| {
                        let [y, low, high] = of(row);
                        Some(Point { x: value(row)?, y, low, high })
                    };
                    Series { name, points: rows.iter().filter_map(point).collect() }
                };
                shares.add(
                    &key,
                    [line(kind.clone(), &|row| {
                        [row.share_true, row.share_true_low, row.share_true_high].map(|share| 100.0 * share)
                    })],
                );
                margins.add(
                    &key,
                    [
                        line(kind, &|row| [row.margin, row.margin_low, row.margin_high]),
                        line(format!("{game}, perfect play"), &|row| [row.margin_perfect; 3]),
                    ],
                );
            }
        }
        shares.draw(
            (
                "truth",
                "Rounds that end as they should",
                "% of rounds that have the winner they have under perfect play, 95 % interval",
            ),
            text,
            files,
        );
        margins.draw(
            ("margin", "South's margin", "South's counters less North's, a round: mean and 95 % interval"),
            text,
            files,
        );
    }
}

/// Losses by engine, and by phase of the round.
fn loss_table(standings: &[Standing], phases: &[PhaseLosses]) -> String {
    let mut text =
        "| game | engine | counters lost a move | opening | middle | end | moves that lose nothing | judged |\n\
                    | --- | --- | --- | --- | --- | --- | --- | --- |\n"
            .to_owned();
    for chunk in phases.chunk_by(|a, b| (a.game, &a.reading, &a.engine) == (b.game, &b.reading, &b.engine)) {
        let PhaseLosses { game, reading, engine, .. } = &chunk[0];
        let own = |row: &&Standing| (row.game, &row.reading, &row.engine) == (*game, reading, engine);
        let Some(row) = standings.iter().find(own) else { continue };
        let mean = match [row.mean_loss, row.mean_loss_low, row.mean_loss_high] {
            [Some(mean), Some(low), Some(high)] => format!("{mean:.2} [{low:.2}, {high:.2}]"),
            _ => "not known".into(),
        };
        let _ = write!(text, "| {game} | `{engine}` | {mean}");
        for phase in chunk {
            let _ = write!(text, " | {}", phase.mean_loss.map_or("not known".into(), |mean| format!("{mean:.2}")));
        }
        let share = |share: Option<f64>| share.map_or("not known".into(), |share| format!("{:.1} %", 100.0 * share));
        let _ = writeln!(text, " | {} | {} |", share(row.share_perfect), share(row.share_judged));
    }
    text
}

/// A row of play beside perfect play.
fn truth(row: &Truth) -> String {
    let Truth { game, engine, rounds, left_out, .. } = row;
    let percent = |share: f64| 100.0 * share;
    format!(
        "| {game} | `{engine}` | {rounds} | {left_out} | {:.1} % [{:.1}, {:.1}] | {:.1} % [{:.1}, {:.1}] | {:.1} % | \
         {:+.2} [{:+.2}, {:+.2}] | {:+.2} |\n",
        percent(row.share_true),
        percent(row.share_true_low),
        percent(row.share_true_high),
        percent(row.share_south),
        percent(row.share_south_low),
        percent(row.share_south_high),
        percent(row.share_south_perfect),
        row.margin,
        row.margin_low,
        row.margin_high,
        row.margin_perfect
    )
}
