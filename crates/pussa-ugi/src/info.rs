//! `info` lines, both ways: what an engine thinks of a position.

use pussa_engine::{Choice, Line};
use pussa_rules::{Move, Round};
use std::fmt::Write;
use std::time::Duration;

/// The line that tells a choice.
pub(crate) fn write(choice: &Choice, round: &Round, time: Duration) -> String {
    let mut text = format!("info depth {}", choice.depth);
    if let Some(score) = choice.score {
        let _ = write!(text, " score cp {}", (score * 100.0).round() as i32);
    }
    let _ = write!(text, " time {} nodes {} pv", time.as_millis(), choice.nodes);
    let layout = round.start().layout();
    let mut side = round.side();
    for &mv in choice.line.moves() {
        let _ = write!(text, " {}", layout.hole(side, mv));
        side = side.other();
    }
    text
}

/// What an engine has said of its choice so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Info {
    score: Option<f32>,
    depth: u32,
    nodes: u64,
    /// The letters of the moves it expects.
    line: String,
}

impl Info {
    /// Takes up what the words of a line, behind `info`, say. Words that say something else are passed over.
    pub(crate) fn read<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        while let Some(word) = words.next() {
            match word {
                "depth" => self.depth = number(words.next()).unwrap_or(self.depth),
                "nodes" => self.nodes = number(words.next()).unwrap_or(self.nodes),
                "cp" => self.score = number(words.next()).map(|score: i32| score as f32 / 100.0).or(self.score),
                "pv" => self.line = words.by_ref().collect(),
                // What comes then is for people.
                "string" => return,
                _ => {}
            }
        }
    }

    /// The choice of `mv` in `round`, with what was said of it.
    pub(crate) fn choice(&self, round: &Round, mv: Move) -> Choice {
        let line = Some(self.line(round)).filter(|line| line.moves().first() == Some(&mv));
        Choice {
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
            line: line.unwrap_or(Line::of(mv)),
            ..Choice::at_once(mv)
        }
    }

    /// As many of the moves expected as can be made.
    fn line(&self, round: &Round) -> Line {
        let mut round = round.clone();
        let mut moves = Vec::new();
        for letter in self.line.chars().take(Line::MOST) {
            let Ok(mv) = round.check(letter) else { break };
            round.play_unchecked(mv);
            moves.push(mv);
        }
        moves.into_iter().rfold(Line::EMPTY, |line, mv| line.after(mv))
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::{Variant, WALAK_PUSSA};

    #[test]
    fn what_is_written_is_read_back() {
        let variant = Variant::new(WALAK_PUSSA);
        let round = Round::new(variant, variant.start());
        let line = Line::of(Move::new(0)).after(Move::new(4)).after(Move::new(2));
        let choice = Choice { score: Some(-1.25), depth: 3, nodes: 77, line, ..Choice::at_once(Move::new(2)) };
        let text = write(&choice, &round, Duration::from_millis(12));
        assert_eq!(text, "info depth 3 score cp -125 time 12 nodes 77 pv C e A");
        let mut info = Info::default();
        info.read(text.split_whitespace());
        assert_eq!(info.choice(&round, Move::new(2)), choice);
    }

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        let variant = Variant::new(WALAK_PUSSA);
        let round = Round::new(variant, variant.start());
        let mut info = Info::default();
        info.read("depth x seldepth 9 score mate 3 hashfull nodes 5 pv C C".split_whitespace());
        info.read("string depth 9".split_whitespace());
        let expected = Choice { nodes: 5, ..Choice::at_once(Move::new(2)) };
        assert_eq!(info.choice(&round, Move::new(2)), expected);
        assert_eq!(info.choice(&round, Move::new(0)), Choice { nodes: 5, ..Choice::at_once(Move::new(0)) });
    }
}
