//! What one file of the database holds, and its name.

use crate::error::DatabaseError;
use crate::file::head::MAGIC;
use crate::file::read::LevelFile;
use crate::index::Index;
use pussa_rules::{Game, Reading, Ring, Side, Unfilled, Variant};
use std::fmt;
use std::path::Path;

/// What one file holds: the values of one game under one reading, of all boards of a ring with one count of counters.
///
/// It is displayed as messages tell it: `walak-pussa, reading default, 7 holes to move against 7, 12 counters`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    game: Game,
    reading: Reading,
    ring: Ring,
    counters: u8,
}

impl Contents {
    /// The values for `mover` on the boards of `ring` with so many counters.
    ///
    /// The size of the variant's board makes no difference, nor does what becomes of holes between rounds (T5).
    #[must_use]
    pub fn new(variant: Variant, ring: Ring, mover: Side, counters: u8) -> Self {
        let ring = match mover {
            Side::South => ring,
            Side::North => turned(ring),
        };
        let reading = Reading { unfilled: Unfilled::default(), ..variant.reading() };
        Self { game: variant.game(), reading, ring, counters }
    }

    /// What a file holds, by what it says of itself, whatever its name.
    ///
    /// # Errors
    /// If there is no such file, it is none of a database, or it can't be read.
    pub fn of_file(path: &Path) -> Result<Self, DatabaseError> {
        LevelFile::open_path(path).map(|file| file.contents())
    }

    /// Whether a file that begins so is meant to be one of a database.
    #[must_use]
    pub fn is_meant(beginning: &[u8]) -> bool {
        beginning.starts_with(&MAGIC)
    }

    pub(crate) fn from_parts(game: Game, reading: Reading, ring: Ring, counters: u8) -> Self {
        Self { game, reading, ring, counters }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The reading, as far as a round goes.
    #[must_use]
    pub const fn reading(&self) -> Reading {
        self.reading
    }

    /// The ring; the player to move is its South.
    #[must_use]
    pub const fn ring(&self) -> Ring {
        self.ring
    }

    /// The counters on each board.
    #[must_use]
    pub const fn counters(&self) -> u8 {
        self.counters
    }

    /// How many boards there are.
    #[must_use]
    pub fn boards(&self) -> u64 {
        Index::new(self.ring).boards(self.counters)
    }

    /// The name of the file: `walak-pussa.default.7x7.12.egdb`. Options of the reading are joined by `+`.
    #[must_use]
    pub fn file_name(&self) -> String {
        let [mover, other] = Side::BOTH.map(|side| self.ring.holes(side));
        let reading = self.reading.to_string().replace(';', "+");
        format!("{}.{reading}.{mover}x{other}.{:02}.egdb", self.game, self.counters)
    }
}

/// The same ring with the rows exchanged.
fn turned(ring: Ring) -> Ring {
    let [south, north] = Side::BOTH.map(|side| ring.holes(side));
    Ring::new(north, south).expect("rows of 1 to 7 holes")
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, reading, ring, counters } = self;
        let [mover, other] = Side::BOTH.map(|side| ring.holes(side));
        let s = if *counters == 1 { "" } else { "s" };
        write!(f, "{game}, reading {reading}, {mover} holes to move against {other}, {counters} counter{s}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{RAJA_PASU, WALAK_PUSSA};

    fn read(variant: Variant, reading: &str) -> Variant {
        variant.with_reading(reading.parse().unwrap()).unwrap()
    }

    #[test]
    fn files_are_named_after_what_they_hold() {
        let ring = Ring::new(5, 7).unwrap();
        let walak = Contents::new(read(Variant::new(WALAK_PUSSA), "unfilled=closed"), ring, Side::South, 3);
        assert_eq!(walak.file_name(), "walak-pussa.default.5x7.03.egdb", "what becomes of holes later is left out");
        let raja = read(Variant::new(RAJA_PASU), "last-four=kept;origin=skipped");
        let raja = Contents::new(raja, ring, Side::North, 1);
        assert_eq!(raja.file_name(), "raja-pasu.last-four=kept+origin=skipped.7x5.01.egdb");
        let told = "raja-pasu, reading last-four=kept;origin=skipped, 7 holes to move against 5, 1 counter";
        assert_eq!(raja.to_string(), told);
    }
}
