//! What a player can say while playing.

use crate::files::Existing;
use std::path::PathBuf;

/// What a player said.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Nothing.
    Nothing,
    /// Make the move with this letter.
    Move(char),
    /// Take the last own move back, and what came after it.
    Undo,
    /// List the moves with what they bring.
    Moves,
    /// Draw the board again.
    Board,
    /// Write the round to a file.
    Save { file: PathBuf, existing: Existing },
    /// Go on with the round of a file.
    Load(PathBuf),
    /// Tell what can be said.
    Help,
    /// Leave.
    Quit,
}

/// What can be said.
pub(super) const HELP: &str = "\
A letter    lift that hole: A to G are South's, a to g North's
moves       what each move would bring
undo        take your last move back
board       draw the board again
save FILE   write the round to a new file; save! FILE replaces an old one
load FILE   go on with the round of a file
quit        leave
";

impl Order {
    /// Reads what was said.
    ///
    /// # Errors
    /// If it means nothing, with what to say instead.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        let order = match word {
            "" => Self::Nothing,
            "undo" => Self::Undo,
            "moves" => Self::Moves,
            "board" => Self::Board,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            "save" | "save!" | "load" if rest.is_empty() => return Err(format!("Say where: {word} FILE")),
            "save" | "save!" | "load" if rest == "-" => return Err(format!("- is no file: {word} FILE")),
            "save" => return Ok(Self::Save { file: rest.into(), existing: Existing::Keep }),
            "save!" => return Ok(Self::Save { file: rest.into(), existing: Existing::Replace }),
            "load" => return Ok(Self::Load(rest.into())),
            letter if letter.chars().count() == 1 => Self::Move(letter.chars().next().unwrap_or_default()),
            other => return Err(format!("There is no {other:?} here; say a letter, or help.")),
        };
        if rest.is_empty() { Ok(order) } else { Err(format!("One thing at a time: {word}, and then the rest.")) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Existing, Order};

    #[test]
    fn a_single_letter_is_a_move_and_words_are_orders() {
        assert_eq!(Order::parse(" C \n"), Ok(Order::Move('C')));
        assert_eq!(Order::parse("undo"), Ok(Order::Undo));
        assert_eq!(Order::parse(""), Ok(Order::Nothing));
        assert_eq!(Order::parse("load a b.pussa"), Ok(Order::Load("a b.pussa".into())));
        let save = Order::Save { file: "x".into(), existing: Existing::Replace };
        assert_eq!(Order::parse("save! x"), Ok(save));
    }

    #[test]
    fn what_means_nothing_is_answered() {
        assert_eq!(Order::parse("CgA"), Err("There is no \"CgA\" here; say a letter, or help.".into()));
        assert_eq!(Order::parse("C g"), Err("One thing at a time: C, and then the rest.".into()));
        assert_eq!(Order::parse("save"), Err("Say where: save FILE".into()));
    }
}
