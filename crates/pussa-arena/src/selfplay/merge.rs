//! Makes one file of all shards, without the positions that stand twice.

use super::error::SelfPlayError;
use super::label::Label;
use super::plan::Shard;
use super::read::{Rows, read};
use super::run::taken;
use super::sort::{Entry, Order, Sorter};
use super::write::Writer;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// How a merge is done.
#[derive(Clone, Copy)]
pub struct Merge<'a> {
    /// How many bytes of positions are held in memory while they are sorted; the rest waits on the disk of the file that is
    /// made. Some 50 MiB come to that at most.
    pub memory: usize,
    /// Ends the merge when set.
    pub stop: &'a AtomicBool,
    /// Is told now and then how many rows were read.
    pub progress: &'a dyn Fn(u64),
}

impl Merge<'_> {
    fn go_on(&self) -> Result<(), SelfPlayError> {
        if self.stop.load(Ordering::Relaxed) { Err(SelfPlayError::Interrupted) } else { Ok(()) }
    }
}

/// What a merge came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The label of the file that was made.
    pub label: Label,
    /// How many rows were read.
    pub read: u64,
    /// How many shards there were.
    pub shards: usize,
}

/// Rows between two times that somebody is told of them.
const PERIOD: u64 = 1 << 14;

/// Makes the file `out` of all shards of one self-play, named in any order.
///
/// A position that stands twice is kept once: where it came up first, in the lowest game and there at the lowest ply. Two
/// positions are the same if they have the same counters in the holes and the same player to move (RULES B3): reserves do not
/// count, since nothing that may still happen depends on them. The file depends on the games alone: it is the same byte
/// for byte whether they were played in one shard or in many, and in however much memory it is made.
///
/// # Errors
/// If the files don't belong together, or some are missing; if one is cut off, damaged or not what its label says; if `out`
/// is there already; if something can't be read or written. Nothing is left under the name of `out` then.
pub fn merge(out: &Path, files: &[PathBuf], how: &Merge) -> Result<Merged, SelfPlayError> {
    let shards = shards(files)?;
    if let Some(taken) = taken(out) {
        return Err(SelfPlayError::Taken(taken));
    }
    let settings = shards[0].label.settings.whole();
    let layout = settings.variant().expect("the label was looked at").start().layout();
    let folder = match out.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder).map_err(SelfPlayError::write(folder))?;
    let failed_write = SelfPlayError::write(out);
    // Half for each: the one is emptied into the other.
    let sorter = |order| Sorter::new(order, how.memory / 2, folder);
    let mut by_position = sorter(Order::ByPosition);
    let mut read = 0;
    for shard in &shards {
        shard.read(how, &mut read, |entry| by_position.add(entry).map_err(&failed_write))?;
    }
    let mut by_game = sorter(Order::ByGame);
    for entry in by_position.finish().map_err(&failed_write)? {
        entry.and_then(|entry| by_game.add(entry)).map_err(&failed_write)?;
        how.go_on()?;
    }
    let mut writer = Writer::create(out)?;
    let mut text = String::new();
    for entry in by_game.finish().map_err(&failed_write)? {
        text.clear();
        entry.map_err(&failed_write)?.row(layout).write(&mut text);
        writer.add(text.as_bytes(), 1)?;
        how.go_on()?;
    }
    let failed = shards.iter().map(|shard| shard.label.failed).sum();
    let label = Label { settings, rows: writer.rows(), failed, distinct: true };
    writer.finish(&label)?;
    Ok(Merged { label, read, shards: shards.len() })
}

/// A file to merge.
struct Source<'a> {
    path: &'a Path,
    label: Label,
    shard: Shard,
}

/// All shards of one self-play, in their order.
fn shards(files: &[PathBuf]) -> Result<Vec<Source<'_>>, SelfPlayError> {
    let mut shards = files.iter().map(|file| Source::of(file)).collect::<Result<Vec<_>, _>>()?;
    shards.sort_by_key(|source| (source.shard.of(), source.shard.number()));
    let Some(first) = shards.first() else { return Err(SelfPlayError::NoFiles) };
    for (i, source) in shards.iter().enumerate() {
        belongs_to(source, first)?;
        let wanted = first.shard.with_number(i as u32 + 1);
        if source.shard != wanted {
            return Err(match shards[..i].last() {
                Some(before) if before.shard == source.shard => {
                    SelfPlayError::Twice { shard: source.shard, first: before.path.into(), second: source.path.into() }
                }
                _ => missing(wanted, source),
            });
        }
    }
    let last = &shards[shards.len() - 1];
    if last.shard.number() < last.shard.of() {
        return Err(missing(last.shard.with_number(last.shard.number() + 1), last));
    }
    Ok(shards)
}

fn missing(shard: Shard, other: &Source) -> SelfPlayError {
    SelfPlayError::Missing { shard, other: other.shard, path: other.path.into() }
}

/// Sees that two shards are of one self-play.
fn belongs_to(source: &Source, first: &Source) -> Result<(), SelfPlayError> {
    let of = |source: &Source| source.shard.of().to_string();
    let difference = match first.label.settings.whole().difference(&source.label.settings.whole()) {
        None if source.shard.of() == first.shard.of() => return Ok(()),
        None => ["the number of shards".into(), of(first), of(source)],
        Some(difference) => difference,
    };
    let [key, one, other] = difference;
    Err(SelfPlayError::Apart { first: first.path.into(), second: source.path.into(), key, one, other })
}

impl<'a> Source<'a> {
    fn of(path: &'a Path) -> Result<Self, SelfPlayError> {
        let label = Label::of(path)?;
        let shard = label.settings.shard().expect("the label was looked at");
        Ok(Self { path, label, shard })
    }

    /// Reads all rows, and adds up in `read` how many they are.
    fn read(
        &self,
        how: &Merge,
        read: &mut u64,
        mut each: impl FnMut(Entry) -> Result<(), SelfPlayError>,
    ) -> Result<(), SelfPlayError> {
        let mut rows = self::read(self.path)?;
        let games = self.shard.games(self.label.settings.games);
        let mut last = None;
        while let Some(row) = rows.next() {
            let row = row?;
            let place = (row.game_id, row.ply);
            if row.position.layout() != rows.variant().start().layout() {
                return Err(rows.fault(rows.line(), "a hole is closed, which it can't be in self-play".into()));
            }
            check(&rows, &games, last, place)?;
            last = Some(place);
            each(Entry::new(&row))?;
            *read += 1;
            how.go_on()?;
            if read.is_multiple_of(PERIOD) {
                (how.progress)(*read);
            }
        }
        Ok(())
    }
}

/// Sees that a row is where it should be.
fn check(rows: &Rows, games: &Range<u64>, last: Option<(u64, u32)>, place: (u64, u32)) -> Result<(), SelfPlayError> {
    let fault = if !games.contains(&place.0) {
        format!("game {} is none of this shard, which has {} to {}", place.0, games.start, games.end - 1)
    } else if last >= Some(place) {
        format!("game {}, ply {} is out of order", place.0, place.1)
    } else {
        return Ok(());
    };
    Err(rows.fault(rows.line(), fault))
}
