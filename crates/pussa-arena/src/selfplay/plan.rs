//! What is to be played: the engine, how it explores, how many games, and which of them here.

use pussa_engine::Spec;
use pussa_rules::Variant;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// What is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The game. Every round starts from its start position.
    pub variant: Variant,
    /// The engine that plays both sides.
    pub engine: Spec,
    /// How many rounds there are, in all shards together; at least one.
    pub games: u64,
    /// Which of them are played here.
    pub shard: Shard,
    /// How rounds are made to differ.
    pub exploration: Exploration,
    /// What the endgame databases hold that the engine asks, in words; empty if it has none. They come to it by the
    /// [`Roster`](pussa_engine::Roster).
    pub egdb: Vec<String>,
    /// Every random choice follows from it.
    pub seed: u64,
    /// How many rounds are played at once.
    pub threads: usize,
}

/// How rounds are made to differ from each other, and from what the engine thinks best.
///
/// The first moves are drawn with all choices equally likely. In the plies after them, the *temperature plies*, the engine
/// is asked about the position, then about each position that a move leads to, so that every move has a score; and a move
/// with score *s* is drawn with a probability proportional to exp(*s* / temperature). From then on the engine's own move is
/// made.
///
/// The looks at the moves reach one move less far than the look at the position, and each takes an equal share of the nodes
/// that one took: a move that is drawn costs about as much as two that are not. If some move has no score, the engine's own
/// move is made there too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exploration {
    /// Moves drawn at random before the engine takes over. If the round ends before, the game has no rows.
    pub opening_plies: u32,
    /// How much worse a move may be and still be drawn now and then, in counters; 0 if none is drawn.
    pub temperature: f64,
    /// How many moves are drawn by their scores.
    pub temperature_plies: u32,
}

impl Exploration {
    /// Whether the move is drawn that the engine makes after `moves` of its own, both sides counted.
    pub(super) fn draws(&self, moves: usize) -> bool {
        self.temperature > 0.0 && moves < self.temperature_plies as usize
    }
}

/// One of several equal parts of the games: a block of numbers in a row.
///
/// ```
/// use pussa_arena::selfplay::Shard;
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(shard.games(10), 3..6);
/// assert_eq!(Shard::WHOLE.games(10), 0..10);
/// # Ok::<(), pussa_arena::selfplay::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// All games.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Its number, from 1 on.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many shards there are.
    #[must_use]
    pub fn of(self) -> u32 {
        self.of
    }

    /// Another shard of as many.
    pub(super) fn with_number(self, number: u32) -> Self {
        Self { number, ..self }
    }

    /// The numbers of its games, out of so many.
    #[must_use]
    pub fn games(self, all: u64) -> Range<u64> {
        let end = |shards: u32| (u128::from(all) * u128::from(shards) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
        text.split_once('/')
            .and_then(|(i, n)| Some(Self { number: number(i)?, of: number(n)? }))
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or_else(|| ShardError(text.into()))
    }
}

/// The text names no shard.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is no shard; write I/N, as in 1/4, with I from 1 to N")]
pub struct ShardError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_blocks_that_cover_all_games_once() {
        for (games, of) in [(10, 3), (3, 3), (2, 5), (u64::MAX, 7), (1, 1)] {
            let blocks: Vec<_> = (1..=of).map(|number| Shard { number, of }.games(games)).collect();
            assert_eq!((blocks[0].start, blocks[blocks.len() - 1].end), (0, games));
            assert!(blocks.windows(2).all(|two| two[0].end == two[1].start));
            let lengths = blocks.iter().map(|block| block.end - block.start);
            assert!(lengths.clone().max().unwrap() - lengths.min().unwrap() <= 1);
        }
    }

    #[test]
    fn a_text_that_is_no_shard_is_refused() {
        for text in ["", "1", "/", "0/2", "3/2", "1/0", "-1/2", "+1/2", "1/2/3", "1 /2", "a/b", "1/99999999999"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError(text.into())), "{text:?}");
        }
        assert_eq!("12/40".parse::<Shard>().unwrap().to_string(), "12/40");
    }
}
