//! The endgame databases and the proofs of a folder as one oracle: what they hold is known, by game, reading and ring,
//! and nothing else.

use crate::error::FolderError;
use crate::proofs::{Proofs, of_round};
use pussa_egdb::{Contents, Database, DatabaseError};
use pussa_engine::{Bounds, Oracle};
use pussa_rules::{Board, Game, MAX_HOLES, Reading, Ring, Side, Variant};
use std::path::Path;
use std::sync::Arc;

/// How many rings there are that differ by more than whose row is called South's.
const RINGS: usize = MAX_HOLES as usize * (MAX_HOLES as usize + 1) / 2;

/// The endgame databases and the proofs of a folder, for engines to ask.
///
/// ```
/// use pussa_egdb::Build;
/// use pussa_engine::Oracle;
/// use pussa_rules::{Board, RAJA_PASU, Ring, Side, Variant};
/// use pussa_solver::Databases;
///
/// let (folder, variant) = (tempfile::tempdir()?, Variant::new(RAJA_PASU));
/// let ring = Ring::new(7, 7).unwrap();
/// Build::new(folder.path(), variant, ring, 4)?.run(&|_| ())?;
/// let databases = Databases::open(folder.path(), &[variant])?;
/// databases.load()?;
/// assert_eq!(databases.holds(), ["raja-pasu, reading default, 7x7 holes, up to 4 counters"]);
/// let board = Board::new(&[0, 1, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0], 0, 0);
/// assert!(databases.bounds(&variant, ring, Side::South, board, 0).value().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Databases {
    shelves: Vec<Shelf>,
    proofs: Proofs,
}

/// The databases of one game under one reading.
#[derive(Debug)]
struct Shelf {
    game: Game,
    /// Without what becomes of holes between rounds, which makes no difference within one.
    reading: Reading,
    /// By [`place`].
    databases: [Option<Arc<Database>>; RINGS],
}

/// Where a ring stands among those with a row in South that is no longer than the other.
fn place(shorter: u8, longer: u8) -> usize {
    let (shorter, longer) = (usize::from(shorter), usize::from(longer));
    longer * (longer - 1) / 2 + shorter - 1
}

impl Databases {
    /// Opens what `folder` has for the rounds of these games: all rings with rows of at most as many holes as the game
    /// has; and all files that end in `.proof`. What the files say of themselves is checked, and their lengths.
    ///
    /// # Errors
    /// If there is nothing for one of the games, or a file is not what its name says, or can't be read.
    pub fn open(folder: &Path, variants: &[Variant]) -> Result<Self, FolderError> {
        let proofs = Proofs::open(folder, variants)?;
        let mut shelves: Vec<Shelf> = Vec::new();
        for variant in variants {
            let mut shelf = Shelf {
                game: variant.game(),
                reading: of_round(variant.reading()),
                databases: std::array::from_fn(|_| None),
            };
            for longer in 1..=variant.holes() {
                for shorter in 1..=longer {
                    let ring = Ring::new(shorter, longer).expect("rows of 1 to 7 holes");
                    shelf.databases[place(shorter, longer)] = match Database::open(folder, *variant, ring) {
                        Err(DatabaseError::Missing { .. }) => None,
                        opened => Some(Arc::new(opened?)),
                    };
                }
            }
            if shelf.databases.iter().all(Option::is_none) && !proofs.any_of(variant) {
                let ring = Ring::new(variant.holes(), variant.holes()).expect("rows of 1 to 7 holes");
                let name = Contents::new(*variant, ring, Side::South, 0).file_name();
                return Err(FolderError::Nothing { folder: folder.into(), name });
            }
            shelves.push(shelf);
        }
        Ok(Self { shelves, proofs })
    }

    fn all(&self) -> impl Iterator<Item = &Arc<Database>> {
        self.shelves.iter().flat_map(|shelf| shelf.databases.iter().flatten())
    }

    /// Reads all there is into memory, on the threads of the pool this is called from. Until then, blocks are read when
    /// they are first asked for, and what can't be read is not known.
    ///
    /// # Errors
    /// If a file is damaged or can't be read, or memory runs out.
    pub fn load(&self) -> Result<(), FolderError> {
        self.all().try_for_each(|database| database.load())?;
        Ok(self.proofs.load()?)
    }

    /// How many bytes of memory all values take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.all().map(|database| database.memory()).sum::<u64>() + self.proofs.memory()
    }

    /// What is there, a line for each ring of a database and for each proof: two folders that hold the same answer the same.
    #[must_use]
    pub fn holds(&self) -> Vec<String> {
        let line = |shelf: &Shelf, database: &Database| {
            let [south, north] = Side::BOTH.map(|side| database.ring().holes(side));
            let (game, most) = (shelf.game, database.most_counters());
            format!("{game}, reading {}, {south}x{north} holes, up to {most} counters", shelf.reading)
        };
        let lines = self
            .shelves
            .iter()
            .flat_map(|shelf| shelf.databases.iter().flatten().map(move |database| line(shelf, database)));
        lines.chain(self.proofs.holds()).collect()
    }

    /// The database of a game on this very ring, for a [`Solver`](crate::Solver) to consult; none with the rows exchanged.
    #[must_use]
    pub fn of(&self, variant: &Variant, ring: Ring) -> Option<Arc<Database>> {
        let (database, _) = self.find(variant, ring, Side::South)?;
        (database.ring() == ring).then(|| Arc::clone(database))
    }

    /// The database of a game on a ring, and who is to move there: with the rows exchanged, the other player.
    #[inline]
    pub(crate) fn find(&self, variant: &Variant, ring: Ring, mover: Side) -> Option<(&Arc<Database>, Side)> {
        let [south, north] = [ring.holes(Side::South), ring.holes(Side::North)];
        let (at, mover) =
            if south <= north { (place(south, north), mover) } else { (place(north, south), mover.other()) };
        let reading = of_round(variant.reading());
        let found = self.shelves.iter().find(|one| one.game == variant.game() && one.reading == reading)?;
        found.databases[at].as_ref().map(|database| (database, mover))
    }
}

impl Oracle for Databases {
    fn reach(&self, variant: &Variant, ring: Ring) -> Option<u8> {
        let database = self.find(variant, ring, Side::South).map(|(database, _)| database.most_counters());
        database.max(self.proofs.reach(variant, ring))
    }

    #[inline]
    fn bounds(&self, variant: &Variant, ring: Ring, mover: Side, board: Board, _: u64) -> Bounds {
        let value = self.find(variant, ring, mover).and_then(|(database, mover)| database.value(mover, board).ok()?);
        value.map_or_else(|| self.proofs.bounds(variant, ring, mover, board), |value| Bounds::exactly(value.into()))
    }
}
