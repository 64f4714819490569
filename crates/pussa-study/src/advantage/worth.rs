//! What the start of a board is worth, and every first move: found by proof, and as a row of `cells.csv`.

use super::error::AdvantageError;
use super::plan::Plan;
use pussa_engine::Bounds;
use pussa_rules::{Round, Variant};
use pussa_solver::{Databases, Settings, Solver, Watch};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// What the start of a board is worth to South, who leads, and every first move. All of it is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The game, the reading and the size.
    pub board: Variant,
    /// Bounds of the value (RULES E5), in counters.
    pub bounds: Bounds,
    /// The letters of the first moves that are known to be worth as much, if the value is proved; while it is open, that of
    /// the most promising one. Empty if nobody can move.
    pub best: String,
    /// How many positions the solver looked at.
    pub nodes: u64,
    /// The letters of all first moves and what each is worth, what it captures included.
    pub moves: Vec<(char, Bounds)>,
}

impl Worth {
    /// Proves it, or as much of it as the plan's effort allows, on one thread. The same plan always gives the same, and
    /// what is exact does not depend on the databases. If `stop` is set meanwhile, less is proved.
    ///
    /// # Errors
    /// If there is not enough memory for the solver's table.
    pub fn prove(
        plan: &Plan,
        board: Variant,
        databases: Option<&Databases>,
        stop: &AtomicBool,
    ) -> Result<Self, AdvantageError> {
        let start = board.start();
        let ring = start.layout().ring();
        let hash = usize::try_from(plan.hash).unwrap_or(usize::MAX);
        let mut solver = Solver::new(board, ring, Settings { hash, threads: 1 })?;
        if let Some(database) = databases.and_then(|databases| databases.of(&board, ring)) {
            solver.consult(database)?;
        }
        let watch = Watch { nodes: Some(plan.nodes), stop, ..Watch::none() };
        let solution = solver.solve_moves(&start, &watch);
        let round = Round::new(board, start);
        let moves: Vec<_> = solution.moves.iter().map(|&(mv, bounds)| (round.letter(mv), bounds)).collect();
        let best = match solution.bounds.value() {
            Some(value) => {
                moves.iter().filter(|(_, bounds)| bounds.low() >= value).map(|(letter, _)| *letter).collect()
            }
            None => solution.best.map(|mv| round.letter(mv)).into_iter().collect(),
        };
        Ok(Self { board, bounds: solution.bounds, best, nodes: solution.nodes, moves })
    }

    /// Whether the values of the start and of every first move are proved.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.bounds.value().is_some() && self.moves.iter().all(|(_, bounds)| bounds.value().is_some())
    }
}

/// A row of `cells.csv`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WorthRow {
    game: String,
    reading: String,
    holes: u8,
    counters: u8,
    /// Bounds of the value.
    lower: i16,
    upper: i16,
    /// Empty while it is open.
    value: Option<i16>,
    best: String,
    nodes: u64,
    /// What each first move is worth: a value, or bounds as in `-3..8`; empty if there is no such move.
    #[serde(rename = "A")]
    a: String,
    #[serde(rename = "B")]
    b: String,
    #[serde(rename = "C")]
    c: String,
    #[serde(rename = "D")]
    d: String,
    #[serde(rename = "E")]
    e: String,
    #[serde(rename = "F")]
    f: String,
    #[serde(rename = "G")]
    g: String,
}

impl WorthRow {
    /// The columns, in their order.
    pub(super) const HEADER: &'static str = "game,reading,holes,counters,lower,upper,value,best,nodes,A,B,C,D,E,F,G\n";

    pub(super) fn new(worth: &Worth) -> Self {
        let Worth { board, bounds, best, nodes, moves } = worth;
        let of = |letter| {
            let found = moves.iter().find(|(known, _)| *known == letter);
            found.map_or(String::new(), |(_, bounds)| written(*bounds))
        };
        let [a, b, c, d, e, f, g] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(of);
        Self {
            game: board.game().name().into(),
            reading: board.reading().to_string(),
            holes: board.holes(),
            counters: board.counters(),
            lower: bounds.low(),
            upper: bounds.high(),
            value: bounds.value(),
            best: best.clone(),
            nodes: *nodes,
            a,
            b,
            c,
            d,
            e,
            f,
            g,
        }
    }

    /// What the row tells; `None` if it makes no sense.
    pub(super) fn worth(&self) -> Option<Worth> {
        let Self { lower, upper, best, nodes, a, b, c, d, e, f, g, .. } = self;
        let board = board_of(&self.game, &self.reading, self.holes, self.counters)?;
        let mut moves = Vec::new();
        for (letter, text) in ('A'..).zip([a, b, c, d, e, f, g]).filter(|(_, text)| !text.is_empty()) {
            moves.push((letter, read(text)?));
        }
        Some(Worth { board, bounds: Bounds::new(*lower, *upper)?, best: best.clone(), nodes: *nodes, moves })
    }
}

/// The board that a row is about.
pub(crate) fn board_of(game: &str, reading: &str, holes: u8, counters: u8) -> Option<Variant> {
    let variant = Variant::new(game.parse().ok()?).with_reading(reading.parse().ok()?).ok()?;
    variant.with_holes(holes).ok()?.with_counters(counters).ok()
}

fn written(bounds: Bounds) -> String {
    bounds.value().map_or_else(|| format!("{}..{}", bounds.low(), bounds.high()), |value| value.to_string())
}

fn read(text: &str) -> Option<Bounds> {
    match text.split_once("..") {
        Some((low, high)) => Bounds::new(low.parse().ok()?, high.parse().ok()?),
        None => Some(Bounds::exactly(text.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::WALAK_PUSSA;

    #[test]
    fn what_is_open_is_written_as_bounds_and_read_again() {
        let worth = Worth {
            board: Variant::new(WALAK_PUSSA).with_holes(2).unwrap(),
            bounds: Bounds::new(-3, 8).unwrap(),
            best: "B".into(),
            nodes: 7,
            moves: vec![('A', Bounds::exactly(-3)), ('B', Bounds::new(-4, 8).unwrap())],
        };
        let row = WorthRow::new(&worth);
        assert_eq!((row.value, row.a.as_str(), row.b.as_str(), row.c.as_str()), (None, "-3", "-4..8", ""));
        assert_eq!(row.worth(), Some(worth));
    }
}
