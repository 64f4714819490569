//! What each first move came to, in the rounds of a run.

use pussa_arena::RunError;
use pussa_arena::ratings::{Estimate, PairMargins};
use serde::Serialize;
use std::path::Path;

/// What a first move came to when an engine played itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstMove {
    /// The game's name.
    pub game: String,
    /// The engine's spec.
    pub engine: String,
    /// The letter of the hole.
    pub first_move: char,
    /// How many rounds began with it.
    pub rounds: u64,
    /// South's share of points, 0 to 1.
    pub share_south: f64,
    /// South's mean margin in counters.
    pub mean_margin: f64,
    /// The lower end of its 95 % interval, over rounds.
    pub mean_margin_low: f64,
    /// The upper end.
    pub mean_margin_high: f64,
}

/// Sums of a first move.
struct Sums {
    game: String,
    engine: String,
    letter: char,
    half_points: u64,
    margins: PairMargins,
    counters: u32,
}

/// The first moves of all rounds of a run that ended by the rules: by game and engine in the order of the file, then by
/// letter.
pub(super) fn of(folder: &Path) -> Result<Vec<FirstMove>, RunError> {
    let path = folder.join("games.csv");
    let unreadable = |error: &dyn ToString| RunError::Unreadable { path: path.clone(), why: error.to_string() };
    let mut reader = csv::Reader::from_path(&path).map_err(|error| unreadable(&error))?;
    let mut all: Vec<Sums> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| unreadable(&error))?;
        let field = |column: usize| row.get(column).unwrap_or_default();
        let (game, engine) = (field(4), field(8));
        let (Some(letter), Ok(margin)) = (field(12).chars().next(), field(16).parse()) else { continue };
        let known = all.iter_mut().find(|sums| (&*sums.game, &*sums.engine, sums.letter) == (game, engine, letter));
        let sums = if let Some(known) = known {
            known
        } else {
            // All counters are in the reserves at the end, but for one that may get lost.
            let counters =
                field(14).parse::<u32>().unwrap_or_default() + field(15).parse::<u32>().unwrap_or_default() + 1;
            let (game, engine, margins) = (game.into(), engine.into(), PairMargins::default());
            all.push(Sums { game, engine, letter, half_points: 0, margins, counters });
            all.last_mut().expect("it was just put there")
        };
        sums.half_points += match field(17) {
            "south" => 2,
            "draw" => 1,
            _ => 0,
        };
        sums.margins.record(margin);
    }
    let order: Vec<_> = all.iter().map(|sums| (sums.game.clone(), sums.engine.clone())).collect();
    let place = |sums: &Sums| order.iter().position(|(game, engine)| (game, engine) == (&sums.game, &sums.engine));
    all.sort_by_key(|sums| (place(sums), sums.letter));
    Ok(all.into_iter().map(Sums::finish).collect())
}

impl Sums {
    fn finish(self) -> FirstMove {
        let Self { game, engine, letter: first_move, half_points, margins, counters } = self;
        let rounds = margins.pairs();
        let Estimate { value: mean_margin, low: mean_margin_low, high: mean_margin_high } = margins.mean(counters);
        let share_south = half_points as f64 / (2 * rounds.max(1)) as f64;
        FirstMove { game, engine, first_move, rounds, share_south, mean_margin, mean_margin_low, mean_margin_high }
    }
}
