//! The endgame database: the exact value (RULES E5) of every board of a ring with few counters.
//!
//! | for | there is |
//! | --- | --- |
//! | making one | [`Build`], in a folder, going on where another one stopped; [`Database::in_memory`] |
//! | asking it for values, and for moves that get there | [`Database`] |
//! | what its files are called and hold | [`Contents`] |
//! | numbering boards | [`Index`] |
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

pub use build::Build;
pub use contents::Contents;
pub use database::Database;
pub use error::{DatabaseError, Fault};
pub use index::{Ascending, Index};
pub use longest::LongestWin;
pub use play::{Best, Choice};
pub use tally::Tally;
