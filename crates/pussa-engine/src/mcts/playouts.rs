//! Playouts: rounds played to their end from a leaf, at random or nearly greedily.

use crate::search::{gain, stood_at};
use pussa_rules::{Backend, Board, Children, Move, Moves, RandomRounds, Ring, Side, Sower, Variant};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How moves are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// All equally likely.
    Random,
    /// Three times in four the move that gains most at once, else any.
    Greedy,
}

/// What some playouts came to, for the player to move where they began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) playouts: u32,
    /// The sum of the margins to come.
    pub(super) margins: i32,
    /// How many were won less how many were lost, all reserves counted.
    pub(super) wins: i32,
    /// How many positions they passed.
    pub(super) positions: u64,
}

impl Sample {
    const NONE: Self = Self { playouts: 0, margins: 0, wins: 0, positions: 0 };

    /// Playouts that all come to the same, and need not be played.
    pub(super) fn certain(margin: i16, standing: i32, playouts: u32) -> Self {
        let (margin, count) = (i32::from(margin), playouts.cast_signed());
        Self { playouts, margins: margin * count, wins: (standing + margin).signum() * count, positions: 0 }
    }

    fn add(&mut self, margin: i32, standing: i32, positions: u32) {
        self.playouts += 1;
        self.margins += margin;
        self.wins += (standing + margin).signum();
        self.positions += u64::from(positions);
    }
}

/// Plays rounds to their end.
pub(super) struct Playouts {
    style: Style,
    allows_endless: bool,
    variant: Variant,
    ring: Ring,
    rounds: RandomRounds,
    draws: Box<Draws>,
    /// The number of the next random round.
    next: u64,
    rng: ChaCha8Rng,
    /// The boards of a playout since its last capture.
    path: Vec<Board>,
}

type Draws = dyn FnMut(u64, u32, &mut [u8; RandomRounds::BLOCK]) + Send;

impl Playouts {
    /// For rounds of a variant on a ring, so many at a time. All follows from the seed.
    pub(super) fn new(style: Style, variant: Variant, ring: Ring, together: u32, seed: u64) -> Self {
        // Playing several side by side takes enough of them to pay; the rounds are the same either way.
        let backend = if together < 8 { Backend::Portable } else { Backend::best() };
        Self {
            style,
            allows_endless: variant.allows_endless(),
            variant,
            ring,
            rounds: variant.random_rounds_on(ring, backend),
            draws: Box::new(crate::round_draws(seed)),
            next: 0,
            rng: ChaCha8Rng::seed_from_u64(seed),
            path: Vec::with_capacity(1024),
        }
    }

    /// Whether they are for these.
    pub(super) fn suit(&self, variant: Variant, ring: Ring) -> bool {
        self.variant == variant && self.ring == ring
    }

    /// Plays so many rounds from a board without reserves, on which the mover's reserve less the other's is `standing`.
    pub(super) fn play(&mut self, sower: &Sower, mover: Side, board: Board, standing: i32, playouts: u32) -> Sample {
        let mut sample = Sample::NONE;
        match self.style {
            Style::Random => {
                let numbers = self.next..self.next + u64::from(playouts);
                self.next = numbers.end;
                self.rounds.play(mover, board, numbers, &mut *self.draws, &mut |_, round| {
                    let margin = if mover == Side::South { round.margin() } else { -round.margin() };
                    sample.add(margin, standing, round.plies);
                });
            }
            Style::Greedy => {
                for _ in 0..playouts {
                    let (margin, plies) = self.play_greedily(sower, mover, board);
                    sample.add(margin, standing, plies);
                }
            }
        }
        sample
    }

    /// Plays a round nearly greedily; the margin for the player to move, and how many moves were made.
    fn play_greedily(&mut self, sower: &Sower, mut mover: Side, mut board: Board) -> (i32, u32) {
        let mut children = Children::default();
        let (mut margin, mut sign, mut plies) = (0, 1, 0);
        self.path.clear();
        loop {
            // As in the tree, what starts to repeat is worth nothing (E5).
            self.path.push(board);
            if stood_at(&self.path, 0).is_some() {
                return (margin, plies);
            }
            sower.children(mover, &board, &mut children);
            let endless = if self.allows_endless { children.endless() } else { Moves::NONE };
            let choices = Moves::from_bits(children.legal().bits() | endless.bits());
            if choices.is_empty() {
                let left = if children.endless().is_empty() { board.total().cast_signed() } else { 0 };
                return (margin - sign * left, plies);
            }
            let mv = self.choose(choices, &children);
            plies += 1;
            if endless.contains(mv) {
                return (margin, plies);
            }
            let child = children.board(mv);
            margin += sign * gain(child);
            if child.without_reserves() != child {
                self.path.clear();
            }
            board = child.without_reserves();
            mover = mover.other();
            sign = -sign;
        }
    }

    fn choose(&mut self, choices: Moves, children: &Children) -> Move {
        let drawn = choices.nth(self.rng.random_range(0..choices.len())).expect("below their number");
        if self.rng.next_u32() < u32::MAX / 4 {
            return drawn;
        }
        // The one drawn, if none gains more: so that of several as good, any may be made.
        let worth = |mv: Move| if children.legal().contains(mv) { gain(children.board(mv)) } else { 0 };
        choices.iter().fold(drawn, |best, mv| if worth(mv) > worth(best) { mv } else { best })
    }
}
