//! The rules of Walak-pussa and Raja Pasu, written down once more: slow, plain, one counter at a time.
//!
//! Lay `RULES.md` beside this crate and tick it off: each clause is cited where it is done. The crate shares no code with
//! the fast rules, and depends on nothing; the fast rules are tested against it and measured against it.
//!
//! | file | what | clauses |
//! | --- | --- | --- |
//! | `game.rs` | [`Game`] and [`Size`]: which game, how many holes and counters | B1 |
//! | `reading.rs` | [`Reading`] and [`Rules`]: the named options, and which game has which | B6, N5 (`Reading`) |
//! | `player.rs` | [`Player`] and [`Reserves`] | B3 |
//! | `hole.rs` | [`Hole`] and [`Layout`]: letters, and which holes are open | B2, B4 |
//! | `position.rs` | [`Ring`] and [`Position`]: the counters in the open holes, and all else a move needs | B2 to B4 |
//! | `sowing.rs` | [`sow`]: one move, lap by lap, or that it is endless | B5, M2 to M8 |
//! | `moves.rs` | [`play`], [`legal_moves`], [`children`], [`perft`] | M1, M8 |
//! | `ending.rs` | [`Ending`] and [`RoundResult`]: who gets the counters left | E1 to E4 |
//! | `round.rs` | [`Round`]: moves in a row, with their history | E1 to E3 |
//! | `playout.rs` | [`Playouts`]: rounds played by chance | E1 to E3 |
//! | `retrograde.rs` | [`Values`]: the value of every position of a small game | E5 |
//! | `claims.rs` | [`Claimed`]: whether values that others claim hold | E5 |
//! | `statements.rs` | [`Statement`]: whether a proof holds that is made of bounds on values | E5 |
//! | `matches.rs` | [`next_round`]: the board that opens the next round, or who won the match | T1 to T7 |
//! | `match_values.rs` | [`MatchValues`]: who wins the match from every state of a small game | T1 to T6 |
//! | `match_claims.rs` | [`MatchClaims`]: whether fates of a match that others claim hold | T1 to T6 |
//! | `notation.rs` | board strings and move letters, read and written | N1 to N3 |
//!
//! Not here: the drawn board (N4) and game records (N5).
//!
//! # One move
//!
//! ```
//! use pussa_reference::{Game, Outcome, Position, Rules, Size, play};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = Rules::parse(Game::RajaPasu, "last-four=kept")?;
//! let board = Position::parse("1,0,2,1,3,1,0/4,2,2,0,2,1,1/41,32/N", Size::of(Game::RajaPasu))?;
//! // g drops its counter into A; B is empty, so the two in C are captured.
//! let Outcome::Ended { after, captured } = play(rules, &board, "g".parse()?)? else {
//!     return Err("the move is endless".into());
//! };
//! assert_eq!(after.to_string(), "2,0,0,1,3,1,0/4,2,2,0,2,1,0/41,34/S");
//! assert_eq!(captured.north(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! # A round, and the board that opens the next
//!
//! ```
//! use pussa_reference::{
//!     Ending, Game, LastRound, MatchTerms, NextRound, Player, Position, Round, Rules, next_round,
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let terms = MatchTerms::of(Rules::of(Game::WalakPussa));
//! let mut round = Round::new(terms.rules, Position::opening(terms.size));
//! round.play_moves("CeAdDcBdGf")?;
//! let result = round.result().ok_or("the round goes on")?;
//! assert_eq!((result.ending, result.margin()), (Ending::NoMove, -16));
//!
//! // South holds 20: five full holes, two empty ones ahead of them, and the lead.
//! let last = LastRound::new(1, Player::South, &result);
//! let NextRound::Opens(board) = next_round(&terms, last)? else {
//!     return Err("the match is over".into());
//! };
//! assert_eq!(board.to_string(), "4,4,4,4,4,0,0/4,4,4,4,4,4,4/0,8/S");
//! # Ok(())
//! # }
//! ```

mod claims;
mod ending;
mod game;
mod hole;
mod match_claims;
mod match_values;
mod matches;
mod moves;
mod notation;
mod player;
mod playout;
mod position;
mod reading;
mod retrograde;
mod round;
mod sowing;
mod statements;

pub use claims::{Claimed, Flaw};
pub use ending::{Ending, RoundResult, end_without_history};
pub use game::{Game, Size, SizeError, UnknownGame};
pub use hole::{Hole, Layout, NotALetter};
pub use match_claims::{MatchClaims, MatchFlaw};
pub use match_values::{Fate, MatchValues};
pub use matches::{HoldingsError, LastRound, MatchTerms, NextRound, next_round};
pub use moves::{Children, MoveError, children, legal_moves, perft, play};
pub use notation::{BoardError, Where};
pub use player::{Player, Reserves};
pub use playout::Playouts;
pub use position::{Position, Ring, RingError};
pub use reading::{Endless, LastFour, Origin, Reading, ReadingError, Rules, Unfilled};
pub use retrograde::Values;
pub use round::{MovesError, Round};
pub use sowing::{Outcome, sow};
pub use statements::{Known, Statement, StatementFlaw, Told, Why};

/// The most holes a row can have (B1).
pub const MOST_HOLES_IN_A_ROW: usize = 7;

/// The most holes a ring can have: two full rows (B1, B2).
pub const MOST_HOLES: usize = 2 * MOST_HOLES_IN_A_ROW;

/// The most counters a game can have: 18 in each of 14 holes (B1). It fits a `u8`.
pub const MOST_COUNTERS: usize = 18 * MOST_HOLES;
