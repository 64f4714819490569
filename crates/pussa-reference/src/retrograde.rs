//! The value (E5) of every position of a small game: the plain complete retrograde.
//! It is what a faster solver, an endgame table or an engine is tested against.
//!
//! Captured counters never come back, so the boards with `n` counters are one *level*: a move that captures for anybody
//! leads to a lower level, any other stays. Levels are worked out from 0 up. Within one, a position is either *over*,
//! with a known margin (E1: all counters to the other; E2: none to either), or has choices of two kinds:
//! - one *leaves* the level, and is worth the move's captures less the value of the board it leads to, known by now; so
//!   does an endless move that may be chosen, worth 0 (M8);
//! - one *stays*: it leads to a position of the level, the other player to move.
//!
//! Play that stays for ever captures nothing more and is worth 0. So whoever wants more than 0 must see to it that the
//! level is left, and whoever is content with 0 may go round for ever. That settles what cycles are worth:
//!
//! For a margin `v ≥ 1` let `wins(p, v)` mean that the player to move at `p` can make sure of at least `v`, and
//! `loses(p, v)` that the other player can. Each is taken to hold where finitely many of these steps show it:
//! - `wins(p, v)` if some choice leaves for `v` or more, or some choice stays and leads to a `c` with `loses(c, v)`;
//! - `loses(p, v)` if `p` is over with `−v` or less, or is not over and every choice either leaves for `−v` or less, or
//!   stays and leads to a `c` with `wins(c, v)`.
//!
//! *What they say is so.* Say that `p` has *rank* `k` if `k` rounds of such steps show it, and no fewer. The player who is
//! to get `v` and takes the choices named comes to a lower rank with every move of either player, so that the level is
//! left, or over, for `v` or more.
//!
//! *What they do not say is not so.* Where `wins(p, v)` fails, no choice leaves for `v` and none leads to a `c` with
//! `loses(c, v)`. Where `loses(p, v)` fails, `p` is over with more than `−v`, or some choice leaves for more than `−v`, or
//! some choice stays and leads to a `c` where `wins(c, v)` fails. So where it fails, the other side can keep play where it
//! fails until the level is left, or over, for less than `v`, or for ever; and that is worth 0, less than `v` too.
//!
//! So the player to move can make sure of `v ≥ 1` exactly where `wins(p, v)`, and the other exactly where `loses(p, v)`.
//! The value is the greatest `v` that the one wins, or else the greatest that the one loses, negative; or else it is 0:
//! neither can make sure of 1, so each can hold the other to 0.
//!
//! All `v` are shown at once. Who wins `v` wins every smaller margin, so a position keeps the greatest only, 0 standing for
//! none; *some choice* then becomes the greatest over the choices, and *every choice* the least.

use crate::{Endless, Hole, MOST_HOLES, Outcome, Player, Position, Reserves, Rules, Size, SizeError, sow};

/// The value (E5) of every position with at most so many counters on one ring, in one reading of the rules.
///
/// The value is the margin still to come under perfect play, for the player to move: what that player will yet capture
/// and take at the end, less what the other will. Reserves are left out, and play without end is worth zero from where
/// it starts to repeat. It need not be odd or even as the counters are: an odd one may stay out (E2, M8), or go round for
/// ever.
///
/// ```
/// use pussa_reference::{Game, Player, Rules, Values};
/// # fn main() -> Result<(), pussa_reference::SizeError> {
/// // Two holes a row, up to three counters.
/// let values = Values::of(Rules::of(Game::WalakPussa), 2, 2, 3)?;
/// // A drops its counter into B; a is empty, so the one in b is captured, and by the necklace B's own too (M4, M5).
/// assert_eq!(values.value(Player::South, &[1, 0, 0, 1]), Some(2));
/// // North has nothing to move: South takes all (E1).
/// assert_eq!(values.value(Player::North, &[1, 2, 0, 0]), Some(-3));
/// // Four counters were not asked for.
/// assert_eq!(values.value(Player::North, &[1, 2, 1, 0]), None);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Values {
    rules: Rules,
    /// The ring without counters.
    empty: Position,
    /// By the number of counters.
    levels: Vec<Level>,
}

impl Values {
    /// Works out all positions with at most `most_counters` counters on a ring of so many open holes in South's row and
    /// in North's, 1 to 7 each (B4).
    ///
    /// With `h` holes and `n` counters there are `(h + n)! / (h! n!)` boards: 319 770 for 14 holes and 8 counters.
    ///
    /// # Errors
    /// A row has not 1 to 7 holes.
    pub fn of(rules: Rules, south_holes: usize, north_holes: usize, most_counters: u8) -> Result<Values, SizeError> {
        let empty = empty_ring(south_holes, north_holes)?;
        let mut values = Values { rules, empty, levels: Vec::new() };
        for counters in 0..=most_counters {
            let boards = boards(empty.ring.length(), counters);
            let worth = settle(&values.spots(&boards));
            values.levels.push(Level { boards, worth });
        }
        Ok(values)
    }

    /// The margin still to come for the player to move (E5), `counters` being those in the open holes in ring order, from
    /// South's first. Nothing if the ring has not so many holes, or there are more counters than were asked for.
    #[must_use]
    pub fn value(&self, to_move: Player, counters: &[u8]) -> Option<i16> {
        Some(self.worth(to_move, counters)?.value)
    }

    /// In how many plies the side that is ahead can force the next step, whatever the other does: that counters are
    /// captured or the round is over, and the value kept.
    ///
    /// Zero where the round is over as it stands, and where the value is zero, since nothing need be forced. Otherwise a
    /// side that keeps to choices of the same value and fewer plies does not go round for ever, as with the value alone
    /// it might. Nothing where [`Values::value`] gives nothing.
    #[must_use]
    pub fn plies(&self, to_move: Player, counters: &[u8]) -> Option<u32> {
        Some(self.worth(to_move, counters)?.plies)
    }

    /// Every position, with nothing in reserve, and its value; those with the fewest counters first.
    pub fn positions(&self) -> impl Iterator<Item = (Position, i16)> {
        self.levels.iter().flat_map(move |level| {
            let positions = both_to_move(&self.empty, &level.boards);
            positions.zip(&level.worth).map(|(position, worth)| (position, worth.value))
        })
    }

    fn worth(&self, to_move: Player, counters: &[u8]) -> Option<Worth> {
        if counters.len() != self.empty.ring.length() {
            return None;
        }
        let mut board = [0; MOST_HOLES];
        board[..counters.len()].copy_from_slice(counters);
        let total: usize = counters.iter().map(|&counters| usize::from(counters)).sum();
        let level = self.levels.get(total)?;
        Some(level.worth[number_of(&level.boards, &board, to_move)])
    }

    /// What there is to choose at each position of a level, lower levels being known.
    fn spots(&self, boards: &[Board]) -> Vec<Spot> {
        both_to_move(&self.empty, boards).map(|position| self.spot(boards, &position)).collect()
    }

    fn spot(&self, boards: &[Board], position: &Position) -> Spot {
        // E1.
        if !position.ring.has_counters(position.to_move) {
            return Spot::Over(-i16::from(position.ring.total() as u8));
        }
        let full = position.ring.row(position.to_move).filter(|&place| position.ring.counters[place] > 0);
        let choices: Vec<Choice> = full.filter_map(|place| self.choice(boards, position, place)).collect();
        // E2: an odd counter stays out, so that nobody gains.
        if choices.is_empty() { Spot::Over(0) } else { Spot::Open(choices) }
    }

    /// What lifting a full hole of the mover's leads to; nothing if it may not be lifted.
    fn choice(&self, boards: &[Board], position: &Position, place: usize) -> Option<Choice> {
        let mover = position.to_move;
        match sow(self.rules, position, place) {
            Outcome::Ended { after, captured } if captured == Reserves::default() => {
                Some(Choice::Stays(number_of(boards, &after.ring.counters, mover.other())))
            }
            Outcome::Ended { after, captured } => {
                let gain = i16::from(captured.of(mover)) - i16::from(captured.of(mover.other()));
                let lower = self.value(mover.other(), after.ring.counters()).expect("a lower level is known");
                Some(Choice::Leaves(gain - lower))
            }
            // M8.
            Outcome::Endless => (self.rules.reading().endless == Endless::Split).then_some(Choice::Leaves(0)),
        }
    }
}

/// The counters by place; nothing beyond the ring's length.
type Board = [u8; MOST_HOLES];

/// All boards with one number of counters.
#[derive(Clone, Debug)]
struct Level {
    /// In ascending order.
    boards: Vec<Board>,
    /// In the order of [`both_to_move`].
    worth: Vec<Worth>,
}

/// The value of a position, and the plies in which it is forced: its rank.
#[derive(Clone, Copy, Debug)]
struct Worth {
    value: i16,
    plies: u32,
}

/// A position as its level sees it, and margins as the player to move there sees them.
pub(crate) enum Spot {
    /// The round is over, with that margin.
    Over(i16),
    /// There are choices.
    Open(Vec<Choice>),
}

/// What one move leads to.
pub(crate) enum Choice {
    /// Out of the level, for that margin.
    Leaves(i16),
    /// To the position of the level that has this number, the other player to move.
    Stays(usize),
}

/// The greatest margins, 1 or more, that are shown by now to be the mover's or the other player's; 0 for none.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    wins: i16,
    loses: i16,
}

/// The values within a level, and the ranks: round after round of steps, until a round shows nothing new.
fn settle(spots: &[Spot]) -> Vec<Worth> {
    let mut shown: Vec<Shown> = spots.iter().map(Spot::at_first).collect();
    let mut ranks = vec![0; spots.len()];
    for round in 1.. {
        let next: Vec<Shown> = spots.iter().map(|spot| spot.one_step_on(&shown)).collect();
        if next == shown {
            break;
        }
        for (rank, (old, new)) in ranks.iter_mut().zip(shown.iter().zip(&next)) {
            if old != new {
                *rank = round;
            }
        }
        shown = next;
    }
    let worth = |(shown, plies): (&Shown, u32)| {
        debug_assert!(shown.wins == 0 || shown.loses == 0);
        Worth { value: shown.wins - shown.loses, plies }
    };
    shown.iter().zip(ranks).map(worth).collect()
}

impl Spot {
    /// What no step is needed for: the margin of a round that is over, which is never the mover's.
    fn at_first(&self) -> Shown {
        match self {
            Spot::Over(margin) => Shown { wins: 0, loses: -margin },
            Spot::Open(_) => Shown { wins: 0, loses: 0 },
        }
    }

    /// What the steps show, given what is shown by now.
    fn one_step_on(&self, shown: &[Shown]) -> Shown {
        let Spot::Open(choices) = self else {
            return self.at_first();
        };
        let seen = choices.iter().map(|choice| match *choice {
            Choice::Leaves(margin) => Shown { wins: margin.max(0), loses: (-margin).max(0) },
            Choice::Stays(to) => Shown { wins: shown[to].loses, loses: shown[to].wins },
        });
        let (mut some, mut every) = (0, i16::MAX);
        for choice in seen {
            some = some.max(choice.wins);
            every = every.min(choice.loses);
        }
        Shown { wins: some, loses: every }
    }
}

/// A ring of so many open holes, with no counters in it.
pub(crate) fn empty_ring(south_holes: usize, north_holes: usize) -> Result<Position, SizeError> {
    for holes in [south_holes, north_holes] {
        Size::new(holes, 1)?;
    }
    let longer = south_holes.max(north_holes);
    let mut empty = Position::opening(Size::new(longer, 1)?);
    // B4: which holes of the shorter row are closed makes no difference on the ring.
    for column in south_holes.min(north_holes)..longer {
        let shorter = if south_holes < north_holes { Player::South } else { Player::North };
        empty.layout.close(Hole::new(shorter, column).expect("a row has at most seven holes"));
    }
    empty.ring.counters = [0; MOST_HOLES];
    empty.ring.south_length = south_holes as u8;
    empty.ring.length = (south_holes + north_holes) as u8;
    Ok(empty)
}

/// All boards of so many holes with so many counters, in ascending order.
fn boards(holes: usize, counters: u8) -> Vec<Board> {
    let mut boards = Vec::new();
    deal(&mut [0; MOST_HOLES], 0, holes, counters, &mut boards);
    boards
}

/// Adds all boards that go on from `place` with the counters left.
fn deal(board: &mut Board, place: usize, holes: usize, left: u8, boards: &mut Vec<Board>) {
    if place + 1 == holes {
        board[place] = left;
        boards.push(*board);
        return;
    }
    for counters in 0..=left {
        board[place] = counters;
        deal(board, place + 1, holes, left - counters, boards);
    }
}

/// The positions of a level: each board with South to move, and then with North.
fn both_to_move(empty: &Position, boards: &[Board]) -> impl Iterator<Item = Position> {
    boards.iter().flat_map(move |&counters| {
        [Player::South, Player::North].map(|to_move| {
            let mut position = *empty;
            position.ring.counters = counters;
            position.to_move = to_move;
            position
        })
    })
}

/// The number of a position in the order of [`both_to_move`].
fn number_of(boards: &[Board], board: &Board, to_move: Player) -> usize {
    2 * boards.binary_search(board).expect("all boards are there") + to_move as usize
}

#[cfg(test)]
mod tests;
