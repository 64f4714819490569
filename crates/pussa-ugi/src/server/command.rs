//! What a manager sends, read.

use pussa_engine::{Clock, Limit};
use pussa_rules::Side;
use std::time::Duration;

/// A line of a manager.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    Ugi,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    /// The board, the start if there is none, and the moves made from there.
    Position {
        board: Option<String>,
        moves: Vec<String>,
    },
    Query(Query),
    Go(Go),
    Stop,
    Quit,
}

/// What is asked about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    GameOver,
    FirstPlayersTurn,
    Result,
}

/// How long to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    limit: Limit,
    /// South's first.
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    /// Whether to go on until told to stop.
    pub(super) is_infinite: bool,
}

impl Go {
    /// The limit for `side`, its clock turned into a time for this move.
    pub(super) fn limit(&self, side: Side, overhead: Duration) -> Limit {
        if self.is_infinite {
            return Limit::UNTIL_STOPPED;
        }
        let time = self.left[side.index()].map(|_| self.clock().time(side, overhead));
        self.limit.and(Limit { time, ..Limit::NONE })
    }

    /// Both clocks, for an engine that keeps its own time; `None` unless `side` has one.
    pub(super) fn clock_of(&self, side: Side) -> Option<Clock> {
        self.left[side.index()].filter(|_| !self.is_infinite).map(|_| self.clock())
    }

    fn clock(&self) -> Clock {
        Clock { left: self.left.map(Option::unwrap_or_default), increment: self.increment }
    }

    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Self {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                "infinite" => go.is_infinite = true,
                "depth" => go.limit.depth = number().map(|depth| u32::try_from(depth.max(1)).unwrap_or(u32::MAX)),
                "nodes" => go.limit.nodes = number().map(|nodes| nodes.max(1).cast_unsigned()),
                "movetime" => go.limit.time = number().map(milliseconds),
                "p1time" => go.left[0] = number().map(milliseconds),
                "p2time" => go.left[1] = number().map(milliseconds),
                "p1inc" => go.increment[0] = number().map(milliseconds).unwrap_or_default(),
                "p2inc" => go.increment[1] = number().map(milliseconds).unwrap_or_default(),
                _ => {}
            }
        }
        go
    }
}

/// A clock that has run out may be sent as less than nothing.
fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(count.max(0).cast_unsigned())
}

impl Command {
    /// Reads a line; `None` if it is not one that we know.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        Some(match words.next()? {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "uginewgame" => Self::NewGame,
            "setoption" => set_option(words)?,
            "position" => position(words)?,
            "query" => Self::Query(match words.next()? {
                "gameover" => Query::GameOver,
                "p1turn" => Query::FirstPlayersTurn,
                "result" => Query::Result,
                _ => return None,
            }),
            "go" => Self::Go(Go::read(words)),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            _ => return None,
        })
    }
}

fn set_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Command> {
    words.find(|&word| word == "name")?;
    let name: Vec<_> = words.by_ref().take_while(|&word| word != "value").collect();
    let value: Vec<_> = words.collect();
    Some(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Command> {
    let board = match words.next()? {
        "startpos" => None,
        // Nothing after the word is no board either, and is reported as such.
        "fen" => Some(words.by_ref().take_while(|&word| word != "moves").collect::<Vec<_>>().join(" ")),
        _ => return None,
    };
    let moves = words.filter(|&word| word != "moves").map(str::to_owned).collect();
    Some(Command::Position { board, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match Command::read(line) {
            Some(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    const OVERHEAD: Duration = Duration::from_millis(10);

    #[test]
    fn lines_that_nobody_knows_are_nothing() {
        for line in ["", "  ", "hello", "query", "query moves", "position", "position there", "setoption", "Ugi"] {
            assert_eq!(Command::read(line), None, "{line:?}");
        }
    }

    #[test]
    fn unknown_words_are_passed_over() {
        let limit = Limit { depth: Some(3), nodes: Some(50), ..Limit::NONE };
        assert_eq!(go("go ponder depth 3 fast nodes 50").limit(Side::South, OVERHEAD), limit);
        assert_eq!(go("go depth x").limit(Side::South, OVERHEAD), Limit::NONE);
        let set = Command::SetOption { name: "Some Thing".into(), value: "a b".into() };
        assert_eq!(Command::read("setoption now name Some Thing value a  b"), Some(set));
    }

    #[test]
    fn a_position_has_a_board_and_moves() {
        for (line, board, moves) in [
            ("position startpos", None, vec![]),
            ("position startpos moves C e", None, vec!["C".to_owned(), "e".into()]),
            ("position fen 1/1/0,0/S moves A", Some("1/1/0,0/S".into()), vec!["A".into()]),
            ("position fen", Some(String::new()), vec![]),
        ] {
            assert_eq!(Command::read(line), Some(Command::Position { board, moves }), "{line}");
        }
    }

    #[test]
    fn a_clock_becomes_a_time_that_never_oversteps_it() {
        for left in [-5, 0, 1, 9, 10, 11, 50, 1000, 60_000, i64::MAX] {
            for increment in [0, 1, 100, 10_000, i64::MAX] {
                let go = go(&format!("go p1time {left} p2time 5 p1inc {increment}"));
                let time = go.limit(Side::South, OVERHEAD).time.unwrap();
                assert!(time.is_zero() || time + OVERHEAD < milliseconds(left), "{left} + {increment}: {time:?}");
            }
        }
        let limit = go("go p1time 60010 p1inc 500").limit(Side::South, OVERHEAD);
        assert_eq!(limit.time, Some(Duration::from_millis(3500)));
        assert_eq!(go("go p1time 60010").limit(Side::North, OVERHEAD), Limit::NONE, "that clock is the other player's");
    }
}
