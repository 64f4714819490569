//! Results of imaginary tournaments.

use pussa_arena::{CrossTableRow, PlyLosses, Standing};
use pussa_study::plot::{Point, Series};

pub(crate) const ENGINES: [&str; 4] = ["mcts:playouts=300", "alpha-beta:depth=6:hash=1MiB", "greedy", "random"];

/// A name that is markup, and one that is too long for a line.
pub(crate) const MARKUP: &str = "ugi:cmd=/a<b>&\"c\"'";
pub(crate) const LONG: &str =
    "ugi:cmd=/somewhere/in/a/very/deep/folder/of/folders/there/is/an/engine/with/a/long/name.py:level=12";

pub(crate) fn standing(game: &'static str, rank: usize, engine: &str, [elo, elo_low, elo_high]: [f64; 3]) -> Standing {
    Standing {
        game,
        reading: "default".into(),
        rank,
        engine: engine.into(),
        games: 3000,
        wins: 1500,
        draws: 0,
        losses: 1500,
        score: 0.5,
        elo,
        elo_low,
        elo_high,
        mean_margin: Some(0.0),
        mean_margin_low: Some(-1.0),
        mean_margin_high: Some(1.0),
        forfeits: 0,
        score_south: 0.5,
        score_north: 0.5,
        mean_loss: None,
        mean_loss_low: None,
        mean_loss_high: None,
        share_perfect: None,
        share_judged: None,
    }
}

/// Losses of an engine at a ply.
pub(crate) fn loss(game: &'static str, engine: &str, ply: usize, judged: u64, mean: f64) -> PlyLosses {
    PlyLosses {
        game,
        reading: "last-four=kept;origin=skipped".into(),
        engine: engine.into(),
        ply,
        moves: judged,
        judged,
        mean_loss: Some(mean),
        mean_loss_low: Some(mean - 0.5),
        mean_loss_high: Some(mean + 0.5),
    }
}

/// Engines of one game, one Elo interval after another.
pub(crate) fn standings(game: &'static str, engines: &[&str], step: f64, half_width: f64) -> Vec<Standing> {
    let middle = (engines.len() as f64 - 1.0) / 2.0;
    let row = |(place, engine): (usize, &&str)| {
        let elo = (middle - place as f64) * step;
        standing(game, place + 1, engine, [elo, elo - half_width, elo + half_width])
    };
    engines.iter().enumerate().map(row).collect()
}

pub(crate) fn duel(engine: &str, opponent: &str, wins: u64) -> CrossTableRow {
    let elo = (wins as f64 - 50.0) * 7.0;
    CrossTableRow {
        game: "raja-pasu",
        reading: "default".into(),
        engine: engine.into(),
        opponent: opponent.into(),
        games: 100,
        wins,
        draws: 0,
        losses: 100 - wins,
        ptnml_0: 0,
        ptnml_1: 0,
        ptnml_2: 50,
        ptnml_3: 0,
        ptnml_4: 0,
        elo,
        elo_low: elo - 30.0,
        elo_high: elo + 31.0,
        los: 0.5,
        mean_margin: Some(1.5),
        mean_margin_low: Some(0.5),
        mean_margin_high: Some(2.5),
    }
}

/// Every engine against every other; the earlier one wins 75 of 100 rounds.
pub(crate) fn duels(engines: &[&str]) -> Vec<CrossTableRow> {
    let places = || 0..engines.len();
    let pairs = places().flat_map(|a| places().filter(move |&b| b != a).map(move |b| (a, b)));
    pairs.map(|(a, b)| duel(engines[a], engines[b], if a < b { 75 } else { 25 })).collect()
}

pub(crate) fn series(name: &str, points: &[(f64, f64)]) -> Series {
    let points = points.iter().map(|&(x, y)| Point { x, y, low: y - 10.0, high: y + 10.0 });
    Series { name: name.into(), points: points.collect() }
}
