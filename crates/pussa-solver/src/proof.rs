//! Proofs that can be checked one record at a time: bounds on values (RULES E5), each with what it takes to see that it
//! follows from others.
//!
//! A [`Record`] says of one position that its value, for the player to move, is from `low` to `high`.
//!
//! - *Low.* The move `mv` gets it: the child's `high` is no more than what the move gains less `low`.
//! - *High.* No move gets more: every child's `low` is no less than what the move gains less `high`.
//!
//! What a child is worth is told by its own record; or by the endgame database, if the proof leans on one; or it is at
//! hand: the round is over, or nobody can win more counters than there are.
//!
//! That much could hold for wrong bounds too, where play goes round for ever: of two positions that lead to each other,
//! one could be said to be worth 5 and the other -5. Play without end is worth 0 from where it starts to repeat, so it is
//! good enough for whoever has to get 0 or less, but not for a player who has to get 1 or more. That player has to get
//! on, and this is what the *rank* is for: where no counter is captured, and a record says just what it takes, `low > 0`
//! may rest on records of lower rank only, and so may `high < 0`. (They never both hold, so one rank does.) Captured
//! counters don't come back, so a child with fewer counters may have any rank; nor can what is promised rise for ever, so
//! that a record that says more than it takes may have any rank too.
//!
//! So if every record holds by itself, all do: a player who follows the moves of `low`, or the other player who picks the
//! records of `high`, can't be led round for ever while more than 0 is still to be got, and where play ends, or captures,
//! the bounds are kept. `pussa_reference::Statement` checks a record, and has the proof in full.
//!
//! Two kinds of file are made of such records ([`Scope`]): a *certificate* has those that the claim about one position
//! rests on, and a *strong solution* the exact value of every position that can be reached.

mod block;
mod certificate;
mod error;
mod file;
mod given;
mod head;
mod level;
mod loaded;
mod need;
mod numbers;
mod spot;
mod web;
mod write;

pub use certificate::{Certificate, CertificateError, Making, Progress};
pub use error::{ProofError, ProofFault};
pub use file::{Found, ProofFile, ProofPart};
pub(crate) use write::write_whole;

use pussa_rules::{Board, Move, Position, Side, Variant};

/// What is claimed of one position, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The player to move. With rows of one length it makes no difference, and South stands for both.
    pub mover: Side,
    /// The board, from the mover's side, without reserves.
    pub board: Board,
    /// The value is not less, for the player to move, in counters; minus all counters on the board if nothing is claimed.
    pub low: i16,
    /// The value is not more; all counters on the board if nothing is claimed.
    pub high: i16,
    /// The move that gets `low`; none if that is not claimed.
    pub mv: Option<Move>,
    /// If `low > 0` or `high < 0`: more than the ranks of all records that this one rests on with as many counters, and
    /// that say no more than it takes. 0 otherwise.
    pub rank: u16,
}

impl Record {
    /// What records are sorted by: counters on the board, who is to move, the board.
    #[must_use]
    pub fn order(&self) -> impl Ord + Copy + use<> {
        let board = self.board.without_reserves();
        (board.total(), self.mover, board)
    }
}

/// How far a proof goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// It proves the bounds of the position it starts from.
    Root,
    /// It proves the exact value of every position that can be reached from there in so many plies or fewer.
    Plies(u16),
    /// It has the exact value of every position that can be reached from there, but for those where the round is over.
    Reachable,
}

/// What a file of records proves, and what it leans on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The game, the reading and the size of the board.
    pub variant: Variant,
    /// The position that it starts from, with nothing in reserve.
    pub root: Position,
    /// Its value is not less, for the player to move.
    pub low: i16,
    /// Its value is not more.
    pub high: i16,
    /// How far it goes.
    pub scope: Scope,
    /// The files of the endgame database that it leans on; none if it stands by itself.
    pub given: Vec<Given>,
}

/// A file of the endgame database that a proof leans on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Its name, as in [`Contents::file_name`](pussa_egdb::Contents::file_name).
    pub name: String,
    /// The checksum of the whole file, XXH3 with 64 bits.
    pub checksum: u64,
}
