//! What moves lose against perfect play, ply by ply: a picture for every game and reading.

use super::lines::{Point, Series, lines};
use super::names::heading;
use super::ratings::groups;
use pussa_arena::PlyLosses;

/// With fewer moves judged at a ply, it is not drawn: its mean says next to nothing, and its interval would dwarf the others.
const LEAST: u64 = 30;

/// The mean loss of each engine against the ply, as the texts of SVGs, each with a name for its file, as in
/// `loss-by-ply.walak-pussa.default.svg`. Plies at which fewer than 30 moves of an engine were judged are left out; an
/// engine of which nothing is left is named with the reason.
#[must_use]
pub fn losses(rows: &[PlyLosses]) -> Vec<(String, String)> {
    let picture = |((game, reading), rows): ((&str, &str), Vec<&PlyLosses>)| {
        let name = format!("loss-by-ply.{game}.{}.svg", reading.replace(';', "+"));
        let mut series: Vec<Series> = Vec::new();
        for row in rows {
            if series.last().is_none_or(|last| last.name != row.engine) {
                series.push(Series { name: row.engine.clone(), points: Vec::new() });
            }
            let points = series.last_mut().map(|last| &mut last.points);
            if let (Some(points), Some(point)) = (points, point(row)) {
                points.push(point);
            }
        }
        for empty in series.iter_mut().filter(|series| series.points.is_empty()) {
            empty.name = format!("{}: fewer than {LEAST} moves judged at each ply", empty.name);
        }
        let title = format!("Loss against perfect play by ply: {}", heading(game, reading));
        let y_label =
            format!("counters lost a move, mean and 95 % interval, at plies with {LEAST} judged moves or more");
        (name, lines(&title, "moves made in the round before", &y_label, &series, false))
    };
    groups(rows, |row| (row.game, row.reading.as_str())).into_iter().map(picture).collect()
}

fn point(row: &PlyLosses) -> Option<Point> {
    let point = Point { x: row.ply as f64, y: row.mean_loss?, low: row.mean_loss_low?, high: row.mean_loss_high? };
    (row.judged >= LEAST).then_some(point)
}
