//! Openings that a user lists.

use super::Opening;
use pussa_rules::{Round, Variant};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why openings can't be used.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum OpeningError {
    #[error("opening {text:?} of {game}: {why}")]
    Text { text: String, game: &'static str, why: String },
    #[error("opening {text:?} of {game}: the round is over after it")]
    Over { text: String, game: &'static str },
    #[error("opening {0:?}: a match begins with the start position, so an opening of it is moves only")]
    NotTheStart(String),
    #[error("there is no opening in the list")]
    None,
    #[error("{game}: no opening of {plies} plies leaves the round going on")]
    NoneSoLong { game: &'static str, plies: u32 },
    #[error("{game}: there are more than {most} openings of {plies} plies; ask for shorter ones")]
    TooMany { game: &'static str, plies: u32, most: usize },
    #[error("{} could not be read", path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// An opening written as its moves (`CeAd`), or as a board, or as a board and, after a blank, moves.
///
/// # Errors
/// If it is none of these, or the round is over after it.
pub fn parse_opening(variant: &Variant, text: &str) -> Result<Opening, OpeningError> {
    let game = variant.game().name();
    let error = |why: String| OpeningError::Text { text: text.into(), game, why };
    let text_of = text.trim();
    let (board, moves) = match text_of.split_once(char::is_whitespace) {
        Some((board, moves)) => (Some(board), moves.trim()),
        None if text_of.contains('/') => (Some(text_of), ""),
        None => (None, text_of),
    };
    let start = board
        .map_or(Ok(variant.start()), |board| variant.parse_board(board).map_err(|fault| error(fault.to_string())))?;
    let mut round = Round::new(*variant, start);
    round.play_all(moves).map_err(|fault| error(fault.to_string()))?;
    if round.outcome().is_some() {
        return Err(OpeningError::Over { text: text.into(), game });
    }
    Ok(Opening::of(&round))
}

/// The openings of a file, one a line; what follows `#` is a comment.
///
/// # Errors
/// If the file can't be read, or has none.
pub fn read_openings(path: &Path) -> Result<Vec<String>, OpeningError> {
    let text = std::fs::read_to_string(path).map_err(|source| OpeningError::Io { path: path.into(), source })?;
    let line = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let openings: Vec<_> = text.lines().map(line).filter(|line| !line.is_empty()).collect();
    if openings.is_empty() { Err(OpeningError::None) } else { Ok(openings) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{RAJA_PASU, WALAK_PUSSA};

    #[test]
    fn an_opening_is_moves_or_a_board_or_both() {
        let variant = Variant::new(WALAK_PUSSA);
        let start = variant.start().to_string();
        let moves = parse_opening(&variant, "CeAd").unwrap();
        assert_eq!((moves.start, moves.moves.len()), (variant.start(), 4));
        assert_eq!(parse_opening(&variant, &format!(" {start}  CeAd ")).unwrap(), moves);
        let board = parse_opening(&variant, &moves.position.to_string()).unwrap();
        assert_eq!((board.start, board.position, board.moves.len()), (moves.position, moves.position, 0));
    }

    #[test]
    fn what_is_no_opening_says_where() {
        let raja = Variant::new(RAJA_PASU);
        for (text, message) in [
            (
                "CX",
                "opening \"CX\" of raja-pasu: move 2, 'X': no hole of this board has that letter; they are A to G and a to g",
            ),
            ("cc", "opening \"cc\" of raja-pasu: move 1, 'c': that hole is the other player's; it is South's turn"),
            ("1/2", "opening \"1/2\" of raja-pasu: "),
        ] {
            let error = parse_opening(&raja, text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let small = Variant::new(WALAK_PUSSA).with_holes(1).unwrap();
        let error = parse_opening(&small, "0/0/8,0/S").unwrap_err().to_string();
        assert_eq!(error, "opening \"0/0/8,0/S\" of walak-pussa: the round is over after it");
    }
}
