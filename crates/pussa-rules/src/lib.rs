//! The rules of two *pussa kanawā* mancala games, Walak-pussa and Raja Pasu: exact, under every reading, and fast.
//!
//! The rules themselves stand in `RULES.md`, clause by clause; comments here name the clauses, as in "M3". The crate
//! depends on nothing.
//!
//! | for | there is |
//! | --- | --- |
//! | which game exactly | [`Variant`]: a [`Game`], a [`Reading`], the size of the board |
//! | what lies on the table | [`Position`], with the letters of the holes in [`Layout`]; read and written as board strings |
//! | playing by the rules | [`Round`], checked move by move; [`Match`], round by round |
//! | telling people | [`Explanation`] of a move, lap by lap; [`Drawing`] of a board; [`Record`] of a game |
//! | searching | [`Board`], one number, from the mover's side; [`Sower`], which makes moves, or all [`Children`] at once |
//! | playing at random | [`RandomRounds`], several side by side |
//! | counting | [`Perft`] |
//! | answering in time | [`with_patience`], which gives up moves of too many laps |
//!
//! # A round
//!
//! ```
//! use pussa_rules::{Round, Variant, WALAK_PUSSA};
//!
//! let variant = Variant::new(WALAK_PUSSA);
//! let mut round = Round::new(variant, variant.start());
//! round.play_all("CeA")?;
//! assert_eq!(round.position().to_string(), "0,2,2,2,2,11,2/4,11,0,1,4,3,0/7,5/N");
//! let letters: String = round.choices().iter().map(|mv| round.letter(mv)).collect();
//! assert_eq!(letters, "abdef");
//! assert!(round.play('A').is_err(), "that hole is South's");
//! # Ok::<(), pussa_rules::MovesError>(())
//! ```
//!
//! # A search
//!
//! Searches see the board from the side of the player to move, leave the reserves out, and make all children at once.
//! Here is what the best move gains at once, less what the best answer gains back:
//!
//! ```
//! use pussa_rules::{Board, Children, RAJA_PASU, Side, Sower, Variant};
//!
//! fn margin(sower: &Sower, mover: Side, board: Board, depth: u32) -> i32 {
//!     let mut children = Children::default();
//!     sower.children(mover, &board, &mut children);
//!     let after = |child: Board| {
//!         let gain = i32::from(child.other_reserve()) - i32::from(child.mover_reserve());
//!         let deeper = if depth > 1 { margin(sower, mover.other(), child.without_reserves(), depth - 1) } else { 0 };
//!         gain - deeper
//!     };
//!     children.iter().map(|(_, child)| after(child)).max().unwrap_or(0)
//! }
//!
//! let variant = Variant::new(RAJA_PASU);
//! let start = variant.start();
//! let sower = variant.sower(start.layout().ring());
//! assert_eq!(margin(&sower, start.side(), start.board(), 2), 7);
//! ```

mod board;
mod draw;
mod explain;
mod games;
mod hole;
mod layout;
mod matches;
mod notation;
mod perft;
mod position;
mod reading;
mod record;
mod ring;
mod round;
mod side;
mod sowing;
mod variant;

pub use board::Board;
pub use draw::Drawing;
pub use explain::{Capture, Explanation, Lap, SowingEnd, Sown};
pub use games::{GAMES, Game, RAJA_PASU, UnknownGame, WALAK_PUSSA};
pub use hole::{Hole, MAX_HOLES, Move, Moves};
pub use layout::Layout;
pub use matches::{Match, NextRound};
pub use notation::{BoardError, holes_of_board};
pub use perft::Perft;
pub use position::Position;
pub use reading::{EndlessRule, LastFour, Origin, Reading, ReadingError, ReadingOption, Unfilled};
pub use record::{Forfeit, Record, RecordEnding, RecordError, RoundResult};
pub use ring::Ring;
pub use round::{Ending, MoveError, MovesError, Outcome, Round};
pub use side::Side;
pub use sowing::{Backend, Children, Draws, Patient, RandomRound, RandomRounds, Sower, has_given_up, with_patience};
pub use variant::{MAX_COUNTERS, Variant, VariantError};
