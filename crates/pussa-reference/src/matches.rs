//! From one round of a match to the next, or to the match's end (T1 to T7).

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;

use crate::{
    Game, Hole, Layout, MOST_HOLES, MOST_HOLES_IN_A_ROW, Player, Position, Reserves, Ring, RoundResult, Rules, Size,
    Unfilled,
};

/// What a match is played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchTerms {
    /// The game and its reading.
    pub rules: Rules,
    /// `m` and `k`.
    pub size: Size,
    /// After so many rounds the holdings decide (T7).
    pub max_rounds: NonZeroU32,
}

impl MatchTerms {
    /// The game's own size, and at most 100 rounds (B1, T7).
    #[must_use]
    pub fn of(rules: Rules) -> MatchTerms {
        MatchTerms { rules, size: Size::of(rules.game()), max_rounds: NonZeroU32::MIN.saturating_add(99) }
    }
}

/// What a match remembers of the round played last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastRound {
    /// Which round of the match it was: the first is 1.
    pub number: u32,
    /// Who moved first in it. In a match's first round that is South (T1).
    pub leader: Player,
    /// Both reserves at its end (T1).
    pub holdings: Reserves,
    /// Who took the counters left (E1); nobody after a split.
    pub remainder_taken_by: Option<Player>,
}

impl LastRound {
    /// The round with that number, leader and result.
    #[must_use]
    pub fn new(number: u32, leader: Player, result: &RoundResult) -> LastRound {
        LastRound { number, leader, holdings: result.reserves, remainder_taken_by: result.remainder_taken_by }
    }
}

/// What follows a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NextRound {
    /// Another round, opened by this board.
    Opens(Position),
    /// Nothing: the match is over.
    Over {
        /// Who won the match; nobody if it is drawn.
        winner: Option<Player>,
    },
}

/// What follows the round played last: the board that opens the next, or the match's end.
///
/// If neither player can go on, which takes a start with counters missing, the rules name two losers; the larger holding
/// then wins, and equal holdings draw, as in T7.
///
/// # Errors
/// The players hold more counters than the game has.
pub fn next_round(terms: &MatchTerms, last: LastRound) -> Result<NextRound, HoldingsError> {
    let (found, most) = (last.holdings.total(), terms.size.counters());
    if found > most {
        return Err(HoldingsError { found, most });
    }
    // T7: T4 and T6 are looked at first.
    let can_go_on = |player| can_open(terms, last.holdings.of(player));
    let winner = match (can_go_on(Player::South), can_go_on(Player::North)) {
        (true, false) => Some(Player::South),
        (false, true) => Some(Player::North),
        (false, false) => ahead(last.holdings),
        (true, true) if last.number >= terms.max_rounds.get() => ahead(last.holdings),
        (true, true) => return Ok(NextRound::Opens(open(terms, last))),
    };
    Ok(NextRound::Over { winner })
}

/// Whether a player with that holding can set up a row: with at least `k` in Raja Pasu (T4), with any in Walak-pussa (T6).
fn can_open(terms: &MatchTerms, holding: u8) -> bool {
    let least = match terms.rules.game() {
        Game::RajaPasu => terms.size.counters_in_a_hole(),
        Game::WalakPussa => 1,
    };
    usize::from(holding) >= least
}

/// Who holds more; nobody if they hold the same (T7).
fn ahead(holdings: Reserves) -> Option<Player> {
    match holdings.south().cmp(&holdings.north()) {
        Ordering::Greater => Some(Player::South),
        Ordering::Less => Some(Player::North),
        Ordering::Equal => None,
    }
}

/// Who leads the next round.
fn leader(game: Game, last: LastRound) -> Player {
    match game {
        // T3: who took the counters left; after a split, who did not lead the last round.
        Game::RajaPasu => last.remainder_taken_by.unwrap_or(last.leader.other()),
        // T6: who holds fewer; if equal, who did not lead the last round.
        Game::WalakPussa => ahead(last.holdings).unwrap_or(last.leader).other(),
    }
}

/// Sets up the board that opens the next round: both rows, the reserves, the leader to move.
fn open(terms: &MatchTerms, last: LastRound) -> Position {
    let mut layout = Layout::all_open(terms.size.holes_in_a_row());
    let mut ring = Ring { counters: [0; MOST_HOLES], south_length: 0, length: 0 };
    let mut reserves = Reserves::default();
    for player in [Player::South, Player::North] {
        let row = fill_row(terms, last.holdings.of(player));
        reserves.give(player, row.left_over);
        for (column, counters) in row.holes[..terms.size.holes_in_a_row()].iter().enumerate() {
            match (counters, Hole::new(player, column)) {
                (Some(counters), _) => {
                    ring.counters[ring.length()] = *counters;
                    ring.length += 1;
                }
                (None, Some(hole)) => layout.close(hole),
                (None, None) => {}
            }
        }
        if player == Player::South {
            ring.south_length = ring.length;
        }
    }
    Position { ring, layout, reserves, to_move: leader(terms.rules.game(), last) }
}

/// A row set up for the next round.
struct Row {
    /// Counters by column, none where the hole is closed.
    holes: [Option<u8>; MOST_HOLES_IN_A_ROW],
    /// What stays in the reserve.
    left_over: u8,
}

/// Fills a row from a holding with which the player can go on (T2, T5).
fn fill_row(terms: &MatchTerms, holding: u8) -> Row {
    let m = terms.size.holes_in_a_row();
    let k = terms.size.counters_in_a_hole() as u8;
    let full = usize::from(holding / k).min(m);
    let mut left_over = holding - full as u8 * k;
    let mut holes = [None; MOST_HOLES_IN_A_ROW];
    match terms.rules.game() {
        // T2: closed from the left, so the full ones are at the right end.
        Game::RajaPasu => holes[m - full..m].fill(Some(k)),
        // T5: full ones from the left, then the deficient one, then empty ones.
        Game::WalakPussa => {
            if terms.rules.reading().unfilled == Unfilled::Open {
                holes[..m].fill(Some(0));
            }
            holes[..full].fill(Some(k));
            if full < m && left_over > 0 {
                holes[full] = Some(left_over);
                left_over = 0;
            }
        }
    }
    Row { holes, left_over }
}

/// The players hold more counters than the game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HoldingsError {
    /// What they hold together.
    pub found: usize,
    /// What the game has.
    pub most: usize,
}

impl fmt::Display for HoldingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the players hold {} counters; the game has {}", self.found, self.most)
    }
}

impl Error for HoldingsError {}
