//! The pictures: what each board is worth, and what play shows of it.

use super::Section;
use super::play::share;
use crate::advantage::edge::Edge;
use crate::advantage::plan::Plan;
use crate::advantage::words::{self, Winner};
use crate::advantage::worth::Worth;
use crate::plot::{self, Cell, HeatMap, Point, Series};
use pussa_engine::Bounds;

/// What stands behind the last engine.
const PERFECT: &str = "perfect play";

/// What every board is worth to the player who leads: holes go up, counters to the right.
pub(super) fn heat_map(plan: &Plan, section: &Section) -> String {
    let mut rows: Vec<_> = section
        .worths
        .chunk_by(|a, b| a.board.holes() == b.board.holes())
        .map(|row| (row[0].board.holes().to_string(), row.iter().map(|worth| cell(worth)).collect::<Vec<_>>()))
        .collect();
    rows.reverse();
    let patch = |surplus, text: &str| (Cell { surplus, ..Cell::default() }, text.to_owned());
    let mut legend = vec![
        patch(Some(1.0), "the player who leads wins all counters"),
        patch(Some(shade(1, 8)), "the player who leads wins by an eighth of all counters"),
        patch(Some(0.0), "a draw"),
        patch(Some(shade(-1, 8)), "the other player wins by an eighth of all counters"),
        patch(Some(-1.0), "the other player wins all counters"),
    ];
    if section.worths.iter().any(|worth| worth.bounds.value().is_none()) {
        let open = Cell { surplus: Some(0.0), is_open: true, lines: Vec::new() };
        legend.push((
            open,
            "open: the value lies within these bounds; the frame has the winner's colour, if known".into(),
        ));
    }
    plot::heat_map(&HeatMap {
        title: format!("{}: what leading is worth", heading(section)),
        note: "Counters by which the player who leads wins (+) or loses (−) if both play as well as can be, and the first \
               moves that get there"
            .into(),
        x_label: "counters in each hole at the start".into(),
        y_label: "holes in a row".into(),
        columns: plan.counters.clone().map(|counters| counters.to_string()).collect(),
        rows,
        legend,
    })
}

fn cell(worth: &Worth) -> Cell {
    if let Some(value) = worth.bounds.value() {
        let lines = vec![written(worth.bounds), worth.best.clone()];
        return Cell { surplus: Some(shade(value.into(), worth.board.total().into())), is_open: false, lines };
    }
    let surplus = match Winner::of(worth.bounds) {
        Some(Winner::Leader) => 0.5,
        Some(Winner::Other) => -0.5,
        _ => 0.0,
    };
    // The first line would be large.
    Cell { surplus: Some(surplus), is_open: true, lines: vec![String::new(), written(worth.bounds)] }
}

/// A value as it stands in a cell, or bounds, in little room; with a sign of minus that is as wide as that of plus.
fn written(bounds: Bounds) -> String {
    words::value(bounds).replace('-', "−").replace(" to ", "…")
}

/// How much colour a value of so many counters gets: some if it is not zero, and the more the more counters, the small
/// ones told apart better.
fn shade(value: i32, total: i32) -> f64 {
    let part = (f64::from(value.abs()) / f64::from(total.max(1))).sqrt();
    f64::from(value.signum()) * (0.2 + 0.8 * part)
}

/// The game and the reading, as in `Raja Pasu, default reading`.
fn heading(section: &Section) -> String {
    plot::heading(section.variant.game().name(), &section.variant.reading().to_string())
}

fn names(plan: &Plan) -> Vec<String> {
    plan.engines.iter().map(ToString::to_string).chain([PERFECT.into()]).collect()
}

/// The share of points of the player who leads, by the engines' strength, on boards that are won, drawn and lost by proof.
pub(super) fn shares(plan: &Plan, section: &Section) -> String {
    let series = Winner::ALL.into_iter().filter_map(|winner| {
        let count = section.worths.iter().filter(|worth| Winner::of(worth.bounds) == Some(winner)).count();
        let point = |engine: usize| {
            let share = share(section, engine, winner)?;
            let [y, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
            Some(Point { x: engine as f64, y, low, high })
        };
        let truth = match winner {
            Winner::Leader => 100.0,
            Winner::Nobody => 50.0,
            Winner::Other => 0.0,
        };
        let last = Point { x: plan.engines.len() as f64, y: truth, low: truth, high: truth };
        let points = (0..plan.engines.len()).filter_map(point).chain([last]).collect();
        let name = format!("{} where the leader {}", words::boards(count), winner.verb());
        (count > 0).then_some(Series { name, points })
    });
    plot::steps(
        &format!("{}: does play between equals show who wins?", heading(section)),
        "an engine against itself, the stronger the farther to the right",
        "the leader's share of points, %, mean over boards, with 95 % intervals over rounds",
        &names(plan),
        &series.collect::<Vec<_>>(),
    )
}

/// The mean margin of the player who leads on each reading's usual board, by the engines' strength. Readings that come to the
/// same in everything share a line, which would hide all others.
pub(super) fn edges(plan: &Plan, sections: &[&Section]) -> String {
    let lines = sections.iter().filter_map(|section| {
        let usual = section.usual()?;
        let point = |(number, edge): (usize, &Edge)| {
            let margin = edge.margin?;
            Some(Point { x: number as f64, y: margin.value, low: margin.low, high: margin.high })
        };
        let value = usual.bounds.value().map(f64::from);
        let last = value.map(|value| Point { x: plan.engines.len() as f64, y: value, low: value, high: value });
        let points = section.edges_on(usual.board).iter().enumerate().filter_map(point).chain(last).collect();
        let reading = section.variant.reading().to_string();
        Some(Series { name: if sections.len() == 1 { plot::reading_name(&reading) } else { reading }, points })
    });
    let mut series: Vec<Series> = Vec::new();
    for line in lines {
        match series.iter_mut().find(|known| known.points == line.points) {
            Some(known) => known.name = format!("{}, {}", known.name, line.name),
            None => series.push(line),
        }
    }
    let usual = sections.first().and_then(|section| section.usual());
    let (game, size) =
        usual.map_or(("", String::new()), |worth| (worth.board.game().title(), words::size(worth.board)));
    plot::steps(
        &format!("{game}, {size}: the leader's edge by strength of play"),
        &format!("an engine against itself, {} rounds each, the stronger the farther to the right", 2 * plan.pairs),
        "mean margin of the player who leads, counters a round, with 95 % intervals",
        &names(plan),
        &series,
    )
}
