//! A round: moves made one after the other, checked, until it ends.

use crate::board::Board;
use crate::hole::{Hole, Move, Moves};
use crate::position::Position;
use crate::side::Side;
use crate::sowing::{Children, Sower, stands_for_the_third_time};
use crate::variant::Variant;
use core::fmt;

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The player to move has no counters in the own row (E1).
    NoMove,
    /// The player to move has only endless moves, or made one (E2, M8).
    Endless,
    /// The same board with the same player to move stood for the third time (E3).
    Repetition,
}

impl Ending {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::NoMove, Self::Endless, Self::Repetition];

    /// Its name: `no-move`, `endless` or `repetition`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoMove => "no-move",
            Self::Endless => "endless",
            Self::Repetition => "repetition",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a round came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// The reserves at the end, South's and North's.
    pub holdings: [u8; 2],
    /// Who took the counters left on the board; nobody if they were split.
    pub remainder: Option<Side>,
}

impl Outcome {
    /// South's reserve less North's (E4).
    #[must_use]
    pub fn margin(&self) -> i32 {
        i32::from(self.holdings[0]) - i32::from(self.holdings[1])
    }

    /// Who is ahead, or nobody.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self.margin() {
            1.. => Some(Side::South),
            0 => None,
            _ => Some(Side::North),
        }
    }
}

/// The final reserves, South's and North's, of a round that ended so with `mover` to move (E1 to E3).
pub(crate) fn settle(board: Board, mover: Side, ending: Ending) -> [u8; 2] {
    let left = board.total() as u8;
    let (to_mover, to_other) = match ending {
        Ending::NoMove => (0, left),
        Ending::Endless | Ending::Repetition => (left / 2, left / 2),
    };
    let (mine, others) = (board.mover_reserve() + to_mover, board.other_reserve() + to_other);
    match mover {
        Side::South => [mine, others],
        Side::North => [others, mine],
    }
}

/// A round under way, or over.
///
/// ```
/// use pussa_rules::{Ending, Round, Variant, WALAK_PUSSA};
/// let variant = Variant::new(WALAK_PUSSA);
/// let mut round = Round::new(variant, variant.start());
/// round.play_all("CeAdDcBdGf")?;
/// let outcome = round.outcome().expect("North took the last counters of South's row");
/// assert_eq!((outcome.ending, outcome.holdings), (Ending::NoMove, [20, 36]));
/// # Ok::<(), pussa_rules::MovesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Round {
    variant: Variant,
    sower: Sower,
    start: Position,
    mover: Side,
    board: Board,
    children: Children,
    history: Vec<Board>,
    moves: Vec<Hole>,
    ending: Option<Ending>,
}

impl Round {
    /// A round of `variant` from `start`.
    #[must_use]
    pub fn new(variant: Variant, start: Position) -> Self {
        let mut round = Self {
            variant,
            sower: variant.sower(start.layout().ring()),
            start,
            mover: start.side(),
            board: start.board(),
            children: Children::default(),
            history: Vec::with_capacity(256),
            moves: Vec::with_capacity(256),
            ending: None,
        };
        round.restart();
        round
    }

    /// Takes all moves back.
    pub fn restart(&mut self) {
        self.mover = self.start.side();
        self.board = self.start.board();
        self.ending = None;
        self.moves.clear();
        self.history.clear();
        self.arrive();
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let mut moves = core::mem::take(&mut self.moves);
        let undone = moves.pop().is_some();
        self.restart();
        for hole in moves {
            let mv = self.start.layout().move_of(hole).expect("it was made before");
            self.play_unchecked(mv);
        }
        undone
    }

    /// The board in hand is new: what can be done with it?
    fn arrive(&mut self) {
        self.history.push(self.board);
        self.sower.children(self.mover, &self.board, &mut self.children);
        let stuck = self.choices().is_empty();
        self.ending = if stuck && self.children.endless().is_empty() {
            Some(Ending::NoMove)
        } else if stuck {
            Some(Ending::Endless)
        } else if stands_for_the_third_time(&self.history) {
            Some(Ending::Repetition)
        } else {
            None
        };
    }

    /// The game.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The position it started from.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::new(self.start.layout(), self.mover, self.board)
    }

    /// Who is to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.mover
    }

    /// The board as the player to move sees it.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The moves made so far.
    #[must_use]
    pub fn moves(&self) -> &[Hole] {
        &self.moves
    }

    /// The boards since the last capture, one a ply, each as the player to move saw it, the present one last: all that
    /// can still come back.
    #[must_use]
    pub fn history(&self) -> &[Board] {
        &self.history
    }

    /// What makes this round's moves.
    #[must_use]
    pub const fn sower(&self) -> &Sower {
        &self.sower
    }

    /// The moves that may be chosen: those that come to an end, and under `endless=split` the others too. None when the
    /// round is over.
    #[must_use]
    pub fn choices(&self) -> Moves {
        if self.ending.is_some() {
            return Moves::NONE;
        }
        let endless = if self.variant.allows_endless() { self.children.endless() } else { Moves::NONE };
        Moves::from_bits(self.children.legal().bits() | endless.bits())
    }

    /// The moves that never come to an end, whether they may be chosen or not. None when the round is over.
    #[must_use]
    pub fn endless(&self) -> Moves {
        if self.ending.is_some() { Moves::NONE } else { self.children.endless() }
    }

    /// The board after a move, as the other player sees it; `None` if the move may not be chosen, or is endless.
    #[must_use]
    pub fn child(&self, mv: Move) -> Option<Board> {
        (self.ending.is_none() && self.children.legal().contains(mv)).then(|| self.children.board(mv))
    }

    /// How the round ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let ending = self.ending?;
        let remainder = (ending == Ending::NoMove).then_some(self.mover.other());
        Some(Outcome { ending, holdings: settle(self.board, self.mover, ending), remainder })
    }

    /// The move that lifts the hole with this letter, if it may be made.
    ///
    /// # Errors
    /// If it may not (N3).
    pub fn check(&self, letter: char) -> Result<Move, MoveError> {
        let layout = self.start.layout();
        let error = |fault| Err(MoveError { letter, fault });
        if let Some(ending) = self.ending {
            return error(MoveFault::Over(ending));
        }
        let on_board = |hole: &Hole| hole.index() < layout.holes();
        let Some(hole) = Hole::from_letter(letter).filter(on_board) else {
            let letters = Side::BOTH.map(|side| Hole::new(side, layout.holes() - 1).letter());
            return error(MoveFault::NoHole { last: letters });
        };
        if hole.side() != self.mover {
            return error(MoveFault::NotTheMovers(self.mover));
        }
        let Some(mv) = layout.move_of(hole) else {
            return error(MoveFault::Closed);
        };
        if self.choices().contains(mv) {
            Ok(mv)
        } else if self.children.endless().contains(mv) {
            error(MoveFault::Endless)
        } else {
            error(MoveFault::Empty)
        }
    }

    /// The letter of the hole that `mv` lifts when the player to move makes it.
    ///
    /// # Panics
    /// If that player has not so many open holes.
    #[must_use]
    pub fn letter(&self, mv: Move) -> char {
        self.start.layout().hole(self.mover, mv).letter()
    }

    /// Makes the move with this letter.
    ///
    /// # Errors
    /// If it may not be made; nothing has changed then.
    pub fn play(&mut self, letter: char) -> Result<(), MoveError> {
        let mv = self.check(letter)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Makes moves written in a row, as in `CgGcFb` (N2).
    ///
    /// # Errors
    /// At the first that may not be made; those before it have been made.
    pub fn play_all(&mut self, letters: &str) -> Result<(), MovesError> {
        for (i, letter) in letters.chars().enumerate() {
            self.play(letter).map_err(|error| MovesError { number: i + 1, error })?;
        }
        Ok(())
    }

    /// Makes a move that is one of [`choices`](Self::choices).
    ///
    /// # Panics
    /// In debug builds, if it is not; otherwise the round then stands on a board that means nothing.
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert!(self.choices().contains(mv), "{mv:?} may not be chosen");
        self.moves.push(self.start.layout().hole(self.mover, mv));
        if self.children.endless().contains(mv) {
            self.ending = Some(Ending::Endless);
            return;
        }
        let child = self.children.board(mv);
        if child.reserves() != self.board.reserves_exchanged() {
            self.history.clear();
        }
        self.board = child;
        self.mover = self.mover.other();
        self.arrive();
    }
}

/// Why a move may not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    letter: char,
    fault: MoveFault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum MoveFault {
    Over(Ending),
    NoHole { last: [char; 2] },
    NotTheMovers(Side),
    Closed,
    Empty,
    Endless,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: ", self.letter)?;
        match self.fault {
            MoveFault::Over(ending) => write!(f, "the round is over ({ending})"),
            MoveFault::NoHole { last: [south, north] } => {
                write!(f, "no hole of this board has that letter; they are A to {south} and a to {north}")
            }
            MoveFault::NotTheMovers(mover) => {
                write!(f, "that hole is the other player's; it is {mover}'s turn")
            }
            MoveFault::Closed => f.write_str("that hole is closed"),
            MoveFault::Empty => f.write_str("that hole is empty"),
            MoveFault::Endless => f.write_str("that move would never end, and endless=illegal forbids it"),
        }
    }
}

impl core::error::Error for MoveError {}

/// Which of some moves in a row may not be made, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesError {
    number: usize,
    error: MoveError,
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, {}", self.number, self.error)
    }
}

impl core::error::Error for MovesError {}
