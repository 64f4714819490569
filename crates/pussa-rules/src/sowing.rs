//! Making moves, as fast as the machine allows.
//!
//! ```text
//! laws      how a move goes, fixed when the code is compiled
//! tables    what is looked up for one shape of ring
//! single    one move, in plain integers
//! vector    the byte operations that several moves at once are made of; x86 has them for AVX2 and AVX-512
//! relay     several moves at once, a lap a step
//! patience  giving up moves that go on for too long
//! rounds    rounds at random: one after another, or several at once
//! ```

mod laws;
mod patience;
mod relay;
mod rounds;
mod single;
mod tables;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use laws::Laws;
pub use patience::{Patient, has_given_up, with_patience};
pub(crate) use rounds::stands_for_the_third_time;
pub use rounds::{Draws, RandomRound, RandomRounds};

use crate::board::Board;
use crate::explain::{Explanation, explain};
use crate::hole::{Move, Moves};
use crate::position::Position;
use crate::ring::Ring;
use crate::side::Side;
use core::fmt;
use tables::Tables;

/// What the machine can do: which code makes the moves. All of them give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Backend {
    /// Plain integers, on any machine.
    Portable,
    /// 256-bit registers of x86-64.
    Avx2,
    /// 512-bit registers of x86-64, with the byte instructions of `avx512bw`.
    Avx512,
}

impl Backend {
    /// Those that this machine has, the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        [Self::Portable, Self::Avx2, Self::Avx512].into_iter().filter(|backend| backend.is_available())
    }

    /// The fastest that this machine has.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }

    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86::has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

/// All children of a position.
///
/// `boards[m]` is the board after move `m`, seen by the other player, for the moves in [`legal`](Self::legal); what
/// stands at other places means nothing.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct Children {
    boards: [u128; 8],
    movable: Moves,
    endless: Moves,
}

impl Children {
    /// The board after `mv`, which must be one of [`legal`](Self::legal).
    #[inline]
    #[must_use]
    pub fn board(&self, mv: Move) -> Board {
        Board::from_bits(self.boards[mv.index()])
    }

    /// The moves that lift counters and come to an end.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> Moves {
        self.movable.without(self.endless)
    }

    /// The moves that lift counters and never come to an end (M8).
    #[inline]
    #[must_use]
    pub fn endless(&self) -> Moves {
        self.endless
    }

    /// The legal moves with the boards after them, from the mover's left to the right.
    pub fn iter(&self) -> impl Iterator<Item = (Move, Board)> {
        self.legal().iter().map(|mv| (mv, self.board(mv)))
    }
}

type MakeChildren = fn(&Tables, &Board, &mut Children);
type PlayRounds = fn(&Sower, &mut rounds::Job);

/// Makes moves on boards of one ring under one set of laws.
///
/// Made once for a search, a playout or a round ([`Variant::sower`](crate::Variant::sower)): what it is made for, and
/// the code that suits the machine, are settled then. Nothing is checked here: the boards must belong to the ring, and
/// moves must lift counters. [`Round`](crate::Round) is the one that checks.
///
/// ```
/// use pussa_rules::{Children, Side, Variant, WALAK_PUSSA};
/// let variant = Variant::new(WALAK_PUSSA);
/// let start = variant.start();
/// let sower = variant.sower(start.layout().ring());
/// let mut children = Children::default();
/// sower.children(Side::South, &start.board(), &mut children);
/// assert_eq!(children.legal().len(), 7);
/// ```
#[derive(Clone)]
pub struct Sower {
    ring: Ring,
    backend: Backend,
    tables: Box<[Tables; 2]>,
    play: fn(&Tables, Board, Move) -> Option<Board>,
    children: MakeChildren,
    rounds: PlayRounds,
    explain: fn(&Position, Move) -> Option<Explanation>,
}

impl Sower {
    pub(crate) fn new<L: Laws>(ring: Ring, backend: Backend) -> Self {
        let tables = Box::new(Side::BOTH.map(|side| Tables::new(ring.holes(side), ring.holes(side.other()))));
        let backend = if backend.is_available() { backend } else { Backend::Portable };
        let (children, rounds): (MakeChildren, PlayRounds) = match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => (x86::children_avx2::<L>, x86::rounds_avx2::<L>),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => (x86::children_avx512::<L>, x86::rounds_avx512::<L>),
            _ => (single::children::<L>, rounds::one_by_one),
        };
        Self { ring, backend, tables, play: single::play::<L>, children, rounds, explain: explain::<L> }
    }

    /// The ring it is made for.
    #[must_use]
    pub fn ring(&self) -> Ring {
        self.ring
    }

    /// The code it uses.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The moves of `mover` that lift counters, endless ones included.
    #[inline]
    #[must_use]
    pub fn movable(&self, mover: Side, board: Board) -> Moves {
        Moves::from_bits(board.full_holes(self.ring.holes(mover)))
    }

    /// The board after the move, seen by the other player; `None` if the move is endless (M8).
    #[inline]
    #[must_use]
    pub fn play(&self, mover: Side, board: Board, mv: Move) -> Option<Board> {
        (self.play)(&self.tables[mover.index()], board, mv)
    }

    /// All children of a position at once.
    #[inline]
    pub fn children(&self, mover: Side, board: &Board, children: &mut Children) {
        (self.children)(&self.tables[mover.index()], board, children);
    }

    /// Tells a move counter by counter; `None` if it lifts nothing.
    pub(crate) fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        (self.explain)(position, mv)
    }
}

impl fmt::Debug for Sower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sower").field("ring", &self.ring).field("backend", &self.backend).finish_non_exhaustive()
    }
}
