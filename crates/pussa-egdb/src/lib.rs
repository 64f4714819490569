//! The endgame database: the exact value (RULES E5) of every board of a ring with few counters.
//!
//! | for | there is |
//! | --- | --- |
//! | making one | [`Build`], in a folder, going on where another one stopped; [`Database::in_memory`] |
//! | asking it for values, and for moves that get there | [`Database`] |
//! | what its files are called and hold | [`Contents`] |
//! | numbering boards | [`Index`] |
//! | settling positions that lead to each other | [`LevelBounds`] |
//!
//! ```
//! use pussa_egdb::{Build, Database};
//! use pussa_rules::{Board, RAJA_PASU, Ring, Side, Variant};
//!
//! let (folder, variant) = (tempfile::tempdir()?, Variant::new(RAJA_PASU));
//! let ring = Ring::new(7, 7).expect("rows of 1 to 7 holes");
//! // All boards of up to four counters, a file for each count.
//! Build::new(folder.path(), variant, ring, 4)?.run(&|_| ())?;
//! let database = Database::open(folder.path(), variant, ring)?;
//! let board = Board::new(&[0, 1, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0], 0, 0);
//! let best = database.best(Side::South, board)?.expect("it has four counters");
//! assert_eq!(database.value(Side::South, board)?, Some(best.value));
//! assert_eq!(database.most_counters(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How the values are found, and why they are right, is told in `bounds.rs`; what the files look like in `file.rs`.

mod bounds;
mod build;
mod chunk;
mod contents;
mod database;
mod error;
mod file;
mod index;
mod level;
mod longest;
mod memory;
mod play;
mod tally;
mod work;

pub use bounds::Bounds as LevelBounds;
pub use build::Build;
pub use contents::Contents;
pub use database::Database;
pub use error::{DatabaseError, Fault};
pub use index::{Ascending, Index};
pub use longest::LongestWin;
pub use play::{Best, Choice};
pub use tally::Tally;
