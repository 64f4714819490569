//! Self-play: an engine plays rounds against itself, and the positions it met are kept to learn from.
//!
//! | for | there is |
//! | --- | --- |
//! | what is played | [`Plan`], with [`Exploration`] and a [`Shard`] |
//! | playing it | [`SelfPlay`], which hands over one [`Game`] after the other |
//! | keeping it | [`Run`], which makes the file `NAME.csv.zst`, and takes up what was stopped |
//! | what a file holds | [`Label`], kept beside it in `NAME.csv.zst.toml` |
//! | reading it | [`read`], [`Row`] by row |
//! | one file of many | [`merge`], without the positions that stand twice |
//!
//! # The file
//!
//! Comma-separated, compressed with zstd, the columns [`COLUMNS`]; the rows of a game one after the other, the games in
//! the order of their numbers.
//!
//! | column | what it is |
//! | --- | --- |
//! | `game_id` | the number of the game, from 0 on, among those of all shards |
//! | `ply` | how many moves were made before, those drawn at random included |
//! | `side` | who is to move, `S` or `N` |
//! | `board` | the board string (RULES N1), reserves and side included |
//! | `score` | the margin that the engine expects to come for the player to move, in counters to a hundredth; empty if it has none |
//! | `margin` | the margin of the round at its end for the player to move, in counters |
//!
//! `margin` counts what is in reserve already, and `score` does not: [`Row::margin_to_come`] is what the score foretells.
//! There is a row for each position that the engine was asked about, so there is none before the moves drawn at random
//! are made, and none for the end of the round.
//!
//! Everything follows from the plan: the random choices of a game from the seed and the number of the game alone. So any
//! number of threads, any number of shards and any number of stops on the way give the same rows, unless the engine is
//! limited by time.
//!
//! ```
//! use pussa_arena::selfplay::{self, Exploration, Plan, Run, SelfPlay, SelfPlayError, Shard};
//! use pussa_engine::Roster;
//! use pussa_rules::{Variant, WALAK_PUSSA};
//! use std::sync::atomic::AtomicBool;
//!
//! let plan = Plan {
//!     variant: Variant::new(WALAK_PUSSA),
//!     engine: "alpha-beta:depth=2:hash=1MiB".parse()?,
//!     games: 20,
//!     shard: Shard::WHOLE,
//!     exploration: Exploration { opening_plies: 6, temperature: 1.0, temperature_plies: 6 },
//!     egdb: Vec::new(),
//!     seed: 1,
//!     threads: 2,
//! };
//! let self_play = SelfPlay::new(plan, Roster::default())?;
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("positions.csv.zst");
//! let mut run = Run::create(&path, self_play.plan())?;
//! let done = run.done().clone();
//! self_play.play(&done, &AtomicBool::new(false), |game| run.add(&game))?;
//! run.finish()?;
//!
//! for row in selfplay::read(&path)? {
//!     let row = row?;
//!     assert!(row.score.is_some() && row.ply >= 6);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod done;
mod error;
mod label;
mod merge;
mod part;
mod plan;
mod play;
mod read;
mod round;
mod row;
mod run;
mod sort;
mod write;

pub use done::Done;
pub use error::SelfPlayError;
pub use label::{Label, Settings};
pub use merge::{Merge, Merged, merge};
pub use plan::{Exploration, Plan, Shard, ShardError};
pub use play::SelfPlay;
pub use read::{Rows, read};
pub use round::Game;
pub use row::{COLUMNS, Row};
pub use run::{Resumed, Run};
