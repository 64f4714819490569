//! Sorts more positions than memory holds: sorted parts of them go to disk, and are merged when all are there.

use super::row::{Row, rounded};
use pussa_rules::{Board, Layout, Position, Side};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;
use zstd::stream::read::Decoder;
use zstd::stream::write::Encoder;

/// Parts that are merged at once. Each takes some hundred KiB of memory meanwhile.
const TOGETHER: usize = 32;
/// Quick, since the parts do not last.
const LEVEL: i32 = 1;
/// The window of a part: 2 to this power bytes, all that reading it has to remember.
const WINDOW_LOG: u32 = 17;

/// A row in little room, of a round in which no hole is closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    lanes: [u8; 16],
    game_id: u64,
    ply: u32,
    /// Not a number if there is none.
    score: f32,
    margin: i16,
    side: Side,
}

/// What entries are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The position: the counters in the holes and who is to move. Only the first entry of each is kept, by game and ply.
    ByPosition,
    /// Game and ply.
    ByGame,
}

/// What an entry is sorted by: its position, if that counts, its game, its ply.
type Rank = (u128, u64, u32);

impl Order {
    fn rank(self, entry: &Entry) -> Rank {
        let position = match self {
            Self::ByPosition => entry.position_number(),
            Self::ByGame => 0,
        };
        (position, entry.game_id, entry.ply)
    }

    /// Whether the second of two ranks in order is left out.
    fn drops(self, first: Rank, second: Rank) -> bool {
        self == Self::ByPosition && first.0 == second.0
    }
}

impl Entry {
    const BYTES: usize = 35;

    pub(super) fn new(row: &Row) -> Self {
        let &Row { game_id, ply, position, score, margin } = row;
        let score = score.unwrap_or(f32::NAN);
        Self { lanes: position.board().lanes(), game_id, ply, score, margin, side: position.side() }
    }

    pub(super) fn row(&self, layout: Layout) -> Row {
        let &Self { lanes, game_id, ply, score, margin, side } = self;
        let position = Position::new(layout, side, Board::from_lanes(lanes));
        Row { game_id, ply, position, score: rounded(score), margin }
    }

    /// A number that stands for the counters in the holes and the side.
    fn position_number(&self) -> u128 {
        Board::from_lanes(self.lanes).without_reserves().with_reserves(self.side.index() as u8, 0).bits()
    }

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..16].copy_from_slice(&self.lanes);
        bytes[16..24].copy_from_slice(&self.game_id.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.ply.to_le_bytes());
        bytes[28..32].copy_from_slice(&self.score.to_le_bytes());
        bytes[32..34].copy_from_slice(&self.margin.to_le_bytes());
        bytes[34] = self.side.index() as u8;
        bytes
    }

    fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
            bytes[at..at + N].try_into().expect("so many bytes")
        }
        Self {
            lanes: part(bytes, 0),
            game_id: u64::from_le_bytes(part(bytes, 16)),
            ply: u32::from_le_bytes(part(bytes, 24)),
            score: f32::from_le_bytes(part(bytes, 28)),
            margin: i16::from_le_bytes(part(bytes, 32)),
            side: Side::BOTH[usize::from(bytes[34] & 1)],
        }
    }
}

/// Takes entries in any order, and gives them back sorted.
pub(super) struct Sorter<'a> {
    order: Order,
    /// Where parts are put. They have no names there, and are gone with the program.
    folder: &'a Path,
    chunk: Vec<Entry>,
    /// How many entries are held in memory at most.
    most: usize,
    parts: Vec<File>,
}

impl<'a> Sorter<'a> {
    /// A sorter that holds so many bytes of entries in memory, and puts the rest into `folder`.
    pub(super) fn new(order: Order, memory: usize, folder: &'a Path) -> Self {
        let most = (memory / size_of::<Entry>()).max(1);
        Self { order, folder, chunk: Vec::new(), most, parts: Vec::new() }
    }

    /// Takes an entry.
    ///
    /// # Errors
    /// If a part can't be written or read.
    pub(super) fn add(&mut self, entry: Entry) -> io::Result<()> {
        if self.chunk.len() == self.most {
            self.spill()?;
        }
        if self.chunk.len() == self.chunk.capacity() {
            // Twice as much as before, as usual, but never more than there may be.
            let more = self.chunk.capacity().max(1024).min(self.most - self.chunk.len());
            self.chunk.reserve_exact(more);
        }
        self.chunk.push(entry);
        Ok(())
    }

    /// Puts what is in memory on disk.
    fn spill(&mut self) -> io::Result<()> {
        self.sort_chunk();
        let part = write_part(self.folder, self.chunk.drain(..).map(Ok))?;
        self.parts.push(part);
        if self.parts.len() == TOGETHER {
            let parts = std::mem::take(&mut self.parts);
            let merged = Merged::new(self.order, parts)?;
            self.parts.push(write_part(self.folder, merged)?);
        }
        Ok(())
    }

    fn sort_chunk(&mut self) {
        let order = self.order;
        // No two have the same rank.
        self.chunk.sort_unstable_by_key(|entry| order.rank(entry));
        self.chunk.dedup_by(|second, first| order.drops(order.rank(first), order.rank(second)));
    }

    /// Gives all entries, sorted.
    ///
    /// # Errors
    /// If a part can't be written or read; this may turn up at any entry, too.
    pub(super) fn finish(mut self) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
        if self.parts.is_empty() {
            self.sort_chunk();
        } else {
            self.spill()?;
            self.chunk = Vec::new();
        }
        let merged = Merged::new(self.order, self.parts)?;
        Ok(self.chunk.into_iter().map(Ok).chain(merged))
    }
}

/// Writes sorted entries to a file without a name.
fn write_part(folder: &Path, entries: impl Iterator<Item = io::Result<Entry>>) -> io::Result<File> {
    let file = tempfile::tempfile_in(folder)?;
    let mut encoder = Encoder::new(BufWriter::new(file), LEVEL)?;
    encoder.window_log(WINDOW_LOG)?;
    for entry in entries {
        encoder.write_all(&entry?.to_bytes())?;
    }
    encoder.finish()?.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Sorted parts, merged.
struct Merged {
    order: Order,
    parts: Vec<Decoder<'static, BufReader<File>>>,
    /// The next entry of each part that has one.
    heads: BinaryHeap<Reverse<Head>>,
    /// What came last.
    last: Option<Rank>,
}

/// The next entry of a part. Ordered by rank.
struct Head {
    rank: Rank,
    part: usize,
    entry: Entry,
}

impl Merged {
    fn new(order: Order, files: Vec<File>) -> io::Result<Self> {
        let mut merged = Self { order, parts: Vec::new(), heads: BinaryHeap::new(), last: None };
        for mut file in files {
            file.rewind()?;
            merged.parts.push(Decoder::new(file)?);
            merged.read_from(merged.parts.len() - 1)?;
        }
        Ok(merged)
    }

    fn read_from(&mut self, part: usize) -> io::Result<()> {
        let mut bytes = [0; Entry::BYTES];
        match self.parts[part].read_exact(&mut bytes) {
            Ok(()) => {
                let entry = Entry::from_bytes(&bytes);
                self.heads.push(Reverse(Head { rank: self.order.rank(&entry), part, entry }));
                Ok(())
            }
            // Parts are whole: this is the end.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(()),
            Err(error) => Err(error),
        }
    }
}

impl Iterator for Merged {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Reverse(Head { rank, part, entry }) = self.heads.pop()?;
            if let Err(error) = self.read_from(part) {
                return Some(Err(error));
            }
            let dropped = self.last.is_some_and(|last| self.order.drops(last, rank));
            self.last = Some(rank);
            if !dropped {
                return Some(Ok(entry));
            }
        }
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Head {}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Head {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}
