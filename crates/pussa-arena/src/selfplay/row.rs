//! A row of the file: a position, what the engine thought of it, and what came of it.

use pussa_rules::{Position, Side, Variant};
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// The columns of the file, in their order.
pub const COLUMNS: [&str; 6] = ["game_id", "ply", "side", "board", "score", "margin"];

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The number of the game, from 0 on.
    pub game_id: u64,
    /// How many moves were made before.
    pub ply: u32,
    /// The position.
    pub position: Position,
    /// The margin that the engine expects to come for the player to move, in counters to a hundredth; `None` if it has
    /// no opinion.
    pub score: Option<f32>,
    /// The margin at the end of the round for the player to move, in counters: its own reserve less the other's.
    pub margin: i16,
}

impl Row {
    /// What the player to move still gained on the other from here on, in counters: what the score foretells.
    #[must_use]
    pub fn margin_to_come(&self) -> i16 {
        self.margin - ahead(&self.position, self.position.side())
    }

    /// The row as the file has it, with its line break.
    pub(super) fn write(&self, out: &mut String) {
        let Self { game_id, ply, position, score, margin } = self;
        let done =
            writeln!(out, "{game_id},{ply},{},\"{position}\",{},{margin}", position.side().letter(), Score(*score));
        done.expect("a text takes everything");
    }

    /// Reads a row of a game of this variant from its fields.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn parse(variant: &Variant, fields: &[&str; 6]) -> Result<Self, String> {
        let [game_id, ply, side, board, score, margin] = *fields;
        let position = variant.parse_board(board).map_err(|error| error.to_string())?;
        if side.chars().ne([position.side().letter()]) {
            return Err(format!("side is {side:?}, and the board says {}", position.side().letter()));
        }
        let score = match score {
            "" => None,
            score => Some(field("score", score, |score: &f32| score.is_finite())?),
        };
        let most = i16::from(variant.total());
        Ok(Self {
            game_id: field("game_id", game_id, |_| true)?,
            ply: field("ply", ply, |_| true)?,
            position,
            score,
            margin: field("margin", margin, |margin| (-most..=most).contains(margin))?,
        })
    }
}

/// How many counters `side` is ahead of the other in reserve.
pub(super) fn ahead(position: &Position, side: Side) -> i16 {
    i16::from(position.reserve(side)) - i16::from(position.reserve(side.other()))
}

/// To a hundredth; nothing if it is no number.
pub(super) fn rounded(score: f32) -> Option<f32> {
    // Adding nothing makes nothing of a nothing below nothing.
    score.is_finite().then(|| if score.abs() < 1e6 { (score * 100.0).round() / 100.0 } else { score } + 0.0)
}

/// A score as the file has it.
struct Score(Option<f32>);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |score| write!(f, "{score:.2}"))
    }
}

/// A number that `is_good`.
fn field<T: FromStr>(name: &str, text: &str, is_good: impl Fn(&T) -> bool) -> Result<T, String> {
    let number = text.parse().ok().filter(is_good);
    number.ok_or_else(|| format!("{name} is {text:?}, which is no number that it can be"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::WALAK_PUSSA;

    fn variant() -> Variant {
        Variant::new(WALAK_PUSSA)
    }

    fn row(score: Option<f32>) -> Row {
        let position = variant().parse_board("0,2,2,2,2,11,2/4,11,0,1,4,3,0/7,5/N").unwrap();
        Row { game_id: 12, ply: 3, position, score, margin: -6 }
    }

    fn written(row: &Row) -> String {
        let mut text = String::new();
        row.write(&mut text);
        text
    }

    #[test]
    fn a_row_is_written_and_read_back() {
        assert_eq!(written(&row(rounded(0.004))), "12,3,N,\"0,2,2,2,2,11,2/4,11,0,1,4,3,0/7,5/N\",0.00,-6\n");
        for score in [None, Some(-2.25), Some(0.01), Some(123.45), rounded(-0.001), rounded(3e38), rounded(1e6 / 3.0)] {
            let row = row(score);
            let score = Score(score).to_string();
            let fields = ["12", "3", "N", "0,2,2,2,2,11,2/4,11,0,1,4,3,0/7,5/N", &score, "-6"];
            assert_eq!(Row::parse(&variant(), &fields).unwrap(), row);
        }
        assert_eq!([f32::NAN, f32::INFINITY].map(rounded), [None, None]);
    }

    #[test]
    fn what_is_still_to_come_leaves_the_reserves_out() {
        assert_eq!(row(None).margin_to_come(), -6 - (5 - 7));
    }

    #[test]
    fn fields_that_mean_nothing_are_refused() {
        let good = ["12", "3", "N", "0,2,2,2,2,11,2/4,11,0,1,4,3,0/7,5/N", "1.00", "-6"];
        for (column, bad, message) in [
            (0, "x", "game_id is \"x\", which is no number that it can be"),
            (1, "-1", "ply is \"-1\", which is no number that it can be"),
            (2, "S", "side is \"S\", and the board says N"),
            (3, "4/4", "board, column 1: a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, and this one has 2"),
            (4, "inf", "score is \"inf\", which is no number that it can be"),
            (5, "1.5", "margin is \"1.5\", which is no number that it can be"),
            (5, "57", "margin is \"57\", which is no number that it can be"),
        ] {
            let mut fields = good;
            fields[column] = bad;
            assert_eq!(Row::parse(&variant(), &fields).unwrap_err(), message);
        }
    }
}
