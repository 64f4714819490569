//! What play between equals shows beside what is proved.

use super::{Section, pictures};
use crate::advantage::edge::Edge;
use crate::advantage::plan::Plan;
use crate::advantage::words::{self, Winner};
use crate::advantage::worth::Worth;
use pussa_arena::ratings::Estimate;
use std::fmt::{self, Display, Write};

/// How often an engine's play with itself shows who wins by proof.
pub(super) struct Strength {
    engine: String,
    /// Boards that are won for one side, by proof.
    decided: usize,
    /// Those where that side gets more than half of the points.
    shown: usize,
    /// The mean share of points that side gets.
    share: f64,
    /// The mean distance of South's mean margin from the value, in counters, on all boards whose value is proved.
    distance: Option<f64>,
}

impl Strength {
    /// Of every engine, in their order.
    pub(super) fn all(plan: &Plan, worths: &[Worth], edges: &[Vec<Edge>]) -> Vec<Self> {
        let worth_of = |edge: &Edge| worths.iter().find(|worth| worth.board == edge.board);
        let of = |number: usize| {
            let known: Vec<_> =
                edges.iter().map(|own| &own[number]).filter_map(|edge| Some((edge, worth_of(edge)?))).collect();
            let share = |(edge, worth): &(&Edge, &Worth)| match Winner::of(worth.bounds)? {
                Winner::Leader => Some(edge.share.value),
                Winner::Nobody => None,
                Winner::Other => Some(1.0 - edge.share.value),
            };
            let shares: Vec<_> = known.iter().filter_map(share).collect();
            let distance =
                |(edge, worth): &(&Edge, &Worth)| Some((edge.margin?.value - f64::from(worth.bounds.value()?)).abs());
            let distances: Vec<_> = known.iter().filter_map(distance).collect();
            Self {
                engine: plan.engines[number].to_string(),
                decided: shares.len(),
                shown: shares.iter().filter(|&&share| share > 0.5).count(),
                share: mean(&shares).unwrap_or(0.5),
                distance: mean(&distances),
            }
        };
        (0..plan.engines.len()).map(of).collect()
    }
}

impl Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, decided, shown, share, distance } = self;
        let (share, decided) = (100.0 * share, words::boards(*decided));
        write!(
            f,
            "`{engine}` against itself: of {decided} that are won for one side by proof, that side gets more than half "
        )?;
        write!(f, "of the points on {shown}, and {share:.1} % of all points")?;
        match distance {
            Some(distance) => write!(f, "; the mean margin is {distance:.1} counters off the value, on average."),
            None => write!(f, "."),
        }
    }
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// South's share of points of one engine, the mean over the boards with one winner by proof. The interval is over rounds;
/// the boards are all that are asked about, and not a sample of others.
pub(super) fn share(section: &Section, engine: usize, winner: Winner) -> Option<Estimate> {
    let boards = section.worths.iter().filter(|worth| Winner::of(worth.bounds) == Some(winner));
    let shares: Vec<_> = boards.filter_map(|worth| Some(section.edges_on(worth.board).get(engine)?.share)).collect();
    let value = mean(&shares.iter().map(|share| share.value).collect::<Vec<_>>())?;
    let count = shares.len() as f64;
    let spread = |end: fn(&Estimate) -> f64| {
        shares.iter().map(|share| (share.value - end(share)).powi(2)).sum::<f64>().sqrt() / count
    };
    Some(Estimate { value, low: value - spread(|share| share.low), high: value + spread(|share| share.high) })
}

/// The engines' shares under one reading, as a table and a picture.
pub(super) fn tell(plan: &Plan, section: &Section, text: &mut String, files: &mut Vec<(String, String)>) {
    let name = section.name();
    let usual = section.usual().map(|worth| section.edges_on(worth.board)).unwrap_or_default();
    let _ = write!(text, "\n![{name}, play]({name}.play.svg)\n\n");
    files.push((format!("{name}.play.svg"), pictures::shares(plan, section)));
    let size = usual.first().map(|edge| words::size(edge.board)).unwrap_or_default();
    let _ = writeln!(
        text,
        "| engine against itself | the leader's share where the leader {} | {} | {} | {size}: share | margin |",
        Winner::Leader.verb(),
        Winner::Nobody.verb(),
        Winner::Other.verb()
    );
    *text += "| --- | --- | --- | --- | --- | --- |\n";
    for (number, engine) in plan.engines.iter().enumerate() {
        let shares = Winner::ALL.map(|winner| share(section, number, winner).map_or("–".into(), percent));
        let own = usual.get(number);
        let points = own.map_or("–".into(), |edge| percent(edge.share));
        let margin = own.and_then(|edge| edge.margin);
        let margin =
            margin.map_or("–".into(), |Estimate { value, low, high }| format!("{value:+.1} [{low:+.1}, {high:+.1}]"));
        let _ = writeln!(text, "| `{engine}` | {} | {points} | {margin} |", shares.join(" | "));
    }
}

fn percent(share: Estimate) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    format!("{value:.1} % [{low:.1}, {high:.1}]")
}
