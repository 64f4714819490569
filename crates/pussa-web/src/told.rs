//! Boards, moves and endings as they are told to programs.

use pussa_rules::{Children, Ending, Explanation, Moves, NextRound, Outcome, Round, Side, SowingEnd};
use pussa_solver::matches::{Fate, Part, Prospect};
use serde::Serialize;

/// How many laps of a move are told.
const MOST_LAPS: usize = 400;

/// `south` or `north`.
pub(crate) fn side(side: Side) -> &'static str {
    match side {
        Side::South => "south",
        Side::North => "north",
    }
}

/// `south`, `north` or `draw`.
pub(crate) fn winner(winner: Option<Side>) -> &'static str {
    winner.map_or("draw", side)
}

/// The moves made so far, in a row.
pub(crate) fn moves(round: &Round) -> String {
    round.moves().iter().map(|hole| hole.letter()).collect()
}

/// The letters of moves of the player to move, one each.
pub(crate) fn letters(round: &Round, moves: Moves) -> Vec<char> {
    moves.iter().map(|mv| round.letter(mv)).collect()
}

/// The moves on this board that never end, also when they ended the round.
pub(crate) fn endless(round: &Round) -> Moves {
    if round.outcome().is_none_or(|outcome| outcome.ending != Ending::Endless) {
        return round.endless();
    }
    let mut children = Children::default();
    round.sower().children(round.side(), &round.board(), &mut children);
    children.endless()
}

/// How a round ended, and the final reserves.
#[derive(Serialize)]
pub(crate) struct Over {
    ending: &'static str,
    south: u8,
    north: u8,
    /// Who took the counters left on the board; nobody if they were split.
    remainder: Option<&'static str>,
    winner: &'static str,
}

impl From<Outcome> for Over {
    fn from(outcome: Outcome) -> Self {
        let [south, north] = outcome.holdings;
        Self {
            ending: outcome.ending.name(),
            south,
            north,
            remainder: outcome.remainder.map(side),
            winner: winner(outcome.winner()),
        }
    }
}

/// A move, lap by lap.
#[derive(Serialize)]
pub(crate) struct ToldMove {
    r#move: char,
    mover: &'static str,
    laps: Vec<ToldLap>,
    /// How many more laps there are that are not told.
    more_laps: usize,
    /// The empty hole that ended the sowing; none if it never ended.
    empty: Option<char>,
    /// What the mover captures behind it, in order.
    captures: Vec<ToldCapture>,
    /// What the move brings, fours and captures together.
    south: u8,
    north: u8,
    endless: bool,
    /// The board after it; none if it is endless.
    board: Option<String>,
}

/// A lap: a hole lifted, and where its counters fell.
#[derive(Serialize)]
struct ToldLap {
    hole: char,
    counters: u8,
    /// The letters of the holes, one a counter.
    sown: String,
    fours: Vec<ToldFour>,
}

/// A four made by a counter sown, and taken.
#[derive(Serialize)]
struct ToldFour {
    /// Which counter of the lap made it, from 0 on.
    at: usize,
    hole: char,
    to: &'static str,
}

/// A hole captured.
#[derive(Serialize)]
struct ToldCapture {
    hole: char,
    counters: u8,
}

impl ToldMove {
    /// Tells a move that lifts the hole with this letter.
    pub(crate) fn new(letter: char, explanation: &Explanation) -> Self {
        let lap = |lap: &pussa_rules::Lap| ToldLap {
            hole: lap.lifted.letter(),
            counters: lap.counters,
            sown: lap.sown.iter().map(|sown| sown.hole.letter()).collect(),
            fours: (0..)
                .zip(&lap.sown)
                .filter_map(|(at, sown)| Some(ToldFour { at, hole: sown.hole.letter(), to: side(sown.four_to?) }))
                .collect(),
        };
        let captures = explanation.captures().iter();
        let captures =
            captures.map(|capture| ToldCapture { hole: capture.hole.letter(), counters: capture.counters }).collect();
        let empty = if let SowingEnd::Over { empty, .. } = &explanation.end { Some(empty.letter()) } else { None };
        let [south, north] = explanation.gains();
        Self {
            r#move: letter,
            mover: side(explanation.mover),
            laps: explanation.laps.iter().take(MOST_LAPS).map(lap).collect(),
            more_laps: explanation.laps.len().saturating_sub(MOST_LAPS),
            empty,
            captures,
            south,
            north,
            endless: explanation.is_endless(),
            board: explanation.after().map(|after| after.to_string()),
        }
    }
}

/// What follows a round of a match.
#[derive(Serialize)]
pub(crate) struct ToldNext {
    /// The board that the next round starts from; none if the match is over.
    opening: Option<String>,
    /// Who won the match, if it is over.
    winner: Option<&'static str>,
}

impl From<NextRound> for ToldNext {
    fn from(next: NextRound) -> Self {
        match next {
            NextRound::Opening(position) => Self { opening: Some(position.to_string()), winner: None },
            NextRound::Over(who) => Self { opening: None, winner: Some(winner(who)) },
        }
    }
}

/// What becomes of a match if both play as well as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ToldFate {
    /// `south` or `north`; `nobody` if each player can keep the other from winning for ever.
    winner: &'static str,
    /// Within how many rounds, this one included; none if nobody wins.
    rounds: Option<u16>,
}

impl ToldFate {
    /// What becomes of it from before a round that `led` leads.
    pub(crate) fn before(fate: Fate, led: Side) -> Self {
        match fate {
            Fate::Won { by: Part::Leader, rounds } => Self::won(led, rounds),
            Fate::Won { by: Part::Other, rounds } => Self::won(led.other(), rounds),
            Fate::Nobodys => Self { winner: "nobody", rounds: None },
        }
    }

    /// What becomes of it if a player can make sure of so much, and no more.
    pub(crate) fn of(prospect: Prospect, player: Side) -> Self {
        match prospect {
            Prospect::Wins(rounds) => Self::won(player, rounds),
            Prospect::Loses(rounds) => Self::won(player.other(), rounds),
            Prospect::Holds => Self { winner: "nobody", rounds: None },
        }
    }

    fn won(by: Side, rounds: u16) -> Self {
        Self { winner: side(by), rounds: Some(rounds) }
    }
}

/// How good a prospect is: the better, the more.
pub(crate) fn goodness(prospect: Prospect) -> i32 {
    let most = i32::from(u16::MAX);
    match prospect {
        Prospect::Wins(rounds) => most - i32::from(rounds),
        Prospect::Holds => 0,
        Prospect::Loses(rounds) => i32::from(rounds) - most,
    }
}
