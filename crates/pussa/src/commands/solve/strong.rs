//! `solve --strong`: settles every position that can be reached, and writes all of them to a file.

use super::Valued;
use crate::commands::reach;
use crate::context::Context;
use crate::memory;
use crate::output::bar;
use anyhow::{Context as _, ensure};
use indicatif::BinaryBytes;
use pussa_engine::search::gain;
use pussa_rules::{Board, Children, Position, Round, Side, Variant};
use pussa_solver::{ProofFile, Reach, ReachWatch, Strong, StrongError};
use serde::Serialize;
use std::cmp::Reverse;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The answer for programs: that of `solve`, with every move, and what has been written.
#[derive(Serialize)]
struct Answer {
    board: String,
    value: i16,
    lower: i16,
    upper: i16,
    best: Option<char>,
    moves: Vec<Valued>,
    /// All positions that can be reached.
    nodes: u64,
    seconds: f64,
    strong: Written,
}

/// The file.
#[derive(Serialize)]
struct Written {
    file: String,
    records: u64,
    bytes: u64,
}

/// Settles what can be reached from a board, and writes the file.
pub(super) fn run(path: &Path, board: Option<&str>, context: &Context, stop: &Arc<AtomicBool>) -> anyhow::Result<()> {
    let (variant, position) = context.options.position(board)?;
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    ensure!(folder.is_dir(), "--strong: {} is not a folder", folder.display());
    ensure!(!path.is_dir(), "--strong: {} is a folder", path.display());
    let (begun, pool) = (Instant::now(), context.pool()?);
    let (strong, nodes) = pool
        .install(|| solve(variant, &position, stop))
        .with_context(|| format!("--strong: {} was not written", path.display()))?;
    pool.install(|| ProofFile::write(path, &strong.head(), strong.records()))?;
    let bytes = fs::metadata(path).with_context(|| format!("{} could not be read", path.display()))?.len();
    let written = Written { file: path.display().to_string(), records: strong.count(), bytes };
    let answer = told(variant, &position, &strong);
    let answer = Answer { nodes, seconds: begun.elapsed().as_secs_f64(), strong: written, ..answer };
    context.output.text(&answer)?;
    context.output.json(&answer)
}

/// Counts before it settles: what is too much is refused as soon as that is known.
fn solve(variant: Variant, position: &Position, stop: &AtomicBool) -> Result<(Strong, u64), StrongError> {
    let memory = memory::free();
    let mut reach = Reach::new(variant, position)?;
    while !reach.is_whole() {
        reach::go_on(&mut reach, memory, stop)?;
        Strong::check(&reach, memory)?;
    }
    let positions = reach.positions();
    let bar = bar(positions, "settling positions");
    let strong = Strong::solve(reach, &ReachWatch { memory, stop, report: &|count| bar.inc(count) })?;
    bar.finish_and_clear();
    Ok((strong, positions))
}

fn told(variant: Variant, position: &Position, strong: &Strong) -> Answer {
    let bare = Position::new(position.layout(), position.side(), position.board().without_reserves());
    let round = Round::new(variant, bare);
    let mut children = Children::default();
    round.sower().children(bare.side(), &bare.board(), &mut children);
    let valued = |mv| {
        // M8: an endless move is called off, and what is left is split.
        let child = round.child(mv).map(|_| children.board(mv));
        let value = child.map_or(0, |child| gain(child) as i16 - value(strong, variant, &round, child));
        Valued { r#move: round.letter(mv), value: Some(value), lower: value, upper: value }
    };
    let mut moves: Vec<_> = round.choices().iter().map(valued).collect();
    // Stable: equals stay in the order of the holes.
    moves.sort_by_key(|valued| Reverse(valued.upper));
    let best = strong.get(bare.side(), bare.board()).and_then(|record| record.mv).map(|mv| round.letter(mv));
    let (value, written) = (strong.value(), Written { file: String::new(), records: 0, bytes: 0 });
    let (board, lower, upper) = (position.to_string(), value, value);
    Answer { board, value, lower, upper, best, moves, nodes: 0, seconds: 0.0, strong: written }
}

/// What the board after a move is worth to the other player.
fn value(strong: &Strong, variant: Variant, round: &Round, child: Board) -> i16 {
    let other = round.side().other();
    if let Some(record) = strong.get(other, child) {
        return record.low;
    }
    // The round is over there.
    let position = Position::new(round.start().layout(), other, child.without_reserves());
    let margin = Round::new(variant, position).outcome().map_or(0, |outcome| outcome.margin() as i16);
    if other == Side::South { margin } else { -margin }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.board)?;
        match self.best {
            Some(best) => writeln!(f, "value {:+}, best {best}", self.value)?,
            None => writeln!(f, "value {:+}, the round is over", self.value)?,
        }
        for Valued { r#move: letter, upper, .. } in &self.moves {
            writeln!(f, "  {letter}  {upper:+}")?;
        }
        let Written { file, records, bytes } = &self.strong;
        writeln!(f, "{file}: the values of all {records} positions that can be reached ({})", BinaryBytes(*bytes))
    }
}
