//! Which boards are looked into, and how hard.

use super::error::AdvantageError;
use pussa_arena::{Book, Egdb, Plan as Tournament, Schedule};
use pussa_engine::{Roster, Spec};
use pussa_rules::{GAMES, Game, MAX_COUNTERS, MAX_HOLES, Reading, ReadingOption, Variant};
use std::ops::RangeInclusive;

/// Which boards are looked into, and how hard. All that is found follows from it, but for what limits of time make of
/// engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The games, each under one reading; their sizes are not looked at.
    pub variants: Vec<Variant>,
    /// Holes in a row, from 1 to 7.
    pub holes: RangeInclusive<u8>,
    /// Counters in each hole at the start, from 1 to 18.
    pub counters: RangeInclusive<u8>,
    /// How many positions the solver looks at for a board, about.
    pub nodes: u64,
    /// The largest table of the solver, in bytes, on each thread. What is proved while a value stays open may depend on it.
    pub hash: u64,
    /// The endgame databases that the solver asks, if it has any.
    pub egdb: Option<Egdb>,
    /// The engines that play against themselves, the weakest first. May be none.
    pub engines: Vec<Spec>,
    /// How many pairs of rounds each of them plays on a board.
    pub pairs: u32,
    /// What every random choice of the engines follows from.
    pub seed: u64,
}

impl Plan {
    /// Positions for each board, unless told otherwise: some ten seconds.
    pub const NODES: u64 = 20_000_000;
    /// The solver's table on each thread, unless told otherwise, in bytes.
    pub const HASH: u64 = 1 << 30;
    /// The engines that play, unless told otherwise: all of them choose at random where that is open.
    pub const ENGINES: &str = "random,greedy,mcts:playouts=10,mcts:playouts=100,mcts:playouts=1000";
    /// Pairs of rounds for each engine and board, unless told otherwise.
    pub const PAIRS: u32 = 50;

    /// All boards of 1 to 7 holes a row with 1 to 7 counters each, as hard as is usual.
    #[must_use]
    pub fn new(variants: Vec<Variant>) -> Self {
        Self {
            variants,
            holes: 1..=MAX_HOLES,
            counters: 1..=7,
            nodes: Self::NODES,
            hash: Self::HASH,
            egdb: None,
            engines: Spec::list(Self::ENGINES).expect("they are engines"),
            pairs: Self::PAIRS,
            seed: 1,
        }
    }

    /// Every board: by game and reading, then by holes, then by counters.
    #[must_use]
    pub fn boards(&self) -> Vec<Variant> {
        let sizes =
            || self.holes.clone().flat_map(|holes| self.counters.clone().map(move |counters| (holes, counters)));
        let with = |variant: Variant, (holes, counters)| variant.with_holes(holes)?.with_counters(counters);
        // Sizes that there are not have been refused.
        self.variants.iter().flat_map(|&variant| sizes().filter_map(move |size| with(variant, size).ok())).collect()
    }

    /// The tournament that the engines play on a board: each with itself, from the start on.
    pub(super) fn tournament(&self, board: Variant) -> Tournament {
        Tournament {
            schedule: Schedule::Mirror,
            openings: Book::All { plies: 0 },
            pairs: Some(self.pairs),
            seed: self.seed,
            ..Tournament::new(vec![board], self.engines.clone())
        }
    }

    /// Looks at all of it.
    ///
    /// # Errors
    /// If there is nothing to be done, something is named twice, or it can't be done.
    pub fn check(&self, roster: &Roster) -> Result<(), AdvantageError> {
        let range = |key, range: &RangeInclusive<u8>, most| {
            let fits = 1 <= *range.start() && range.start() <= range.end() && *range.end() <= most;
            let why = || format!("{} to {} is no range of sizes from 1 to {most}", range.start(), range.end());
            if fits { Ok(()) } else { Err(AdvantageError::Value { key, why: why() }) }
        };
        range("holes", &self.holes, MAX_HOLES)?;
        range("counters", &self.counters, MAX_COUNTERS)?;
        for (number, variant) in self.variants.iter().enumerate() {
            let same = |other: &Variant| (other.game(), other.reading()) == (variant.game(), variant.reading());
            if self.variants[..number].iter().any(same) {
                let why = format!("{}, reading {}, is named twice", variant.game(), variant.reading());
                return Err(AdvantageError::Value { key: "games", why });
            }
        }
        let Some(&first) = self.boards().first() else {
            return Err(AdvantageError::Value { key: "games", why: "there is none".into() });
        };
        if !self.engines.is_empty() {
            pussa_arena::Tournament::new(self.tournament(first), roster.clone())?;
        }
        Ok(())
    }
}

impl Plan {
    /// The command that works it out.
    pub(super) fn command(&self) -> String {
        let usual = Self::new(self.variants.clone());
        let mut command = String::from("pussa advantage");
        let mut add = |is_usual: bool, option: String| {
            if !is_usual {
                command += &option;
            }
        };
        add(false, self.games());
        let range = |range: &RangeInclusive<u8>| format!("{}-{}", range.start(), range.end());
        add(self.holes == usual.holes, format!(" --holes {}", range(&self.holes)));
        add(self.counters == usual.counters, format!(" --counters {}", range(&self.counters)));
        add(self.nodes == usual.nodes, format!(" --nodes {}", self.nodes));
        add(self.hash == usual.hash, format!(" --hash {}MiB", self.hash >> 20));
        add(self.egdb.is_none(), self.egdb.as_ref().map(|egdb| format!(" --egdb {}", egdb.dir)).unwrap_or_default());
        let engines: Vec<_> = self.engines.iter().map(ToString::to_string).collect();
        let engines = if engines.is_empty() { "none".into() } else { engines.join(",") };
        add(self.engines == usual.engines, format!(" --engines {engines}"));
        add(self.pairs == usual.pairs, format!(" --pairs {}", self.pairs));
        add(self.seed == usual.seed, format!(" --seed {}", self.seed));
        command
    }

    /// The options that name the games and readings.
    fn games(&self) -> String {
        let all: Vec<_> = self.variants.iter().map(|variant| (variant.game(), variant.reading())).collect();
        let readings = |game: Game| Reading::all(game, false).map(move |reading| (game, reading));
        if all == GAMES.into_iter().flat_map(readings).collect::<Vec<_>>() {
            return " --all-readings".into();
        }
        if all == GAMES.map(|game| (game, Reading::default())) {
            return String::new();
        }
        let game = all[0].0;
        if all == readings(game).collect::<Vec<_>>() && all.len() > 1 {
            return format!(" --game {game} --all-readings");
        }
        let is_set = |&option: &ReadingOption| all[0].1.differs(option);
        let set = ReadingOption::ALL.into_iter().filter(is_set);
        let set = set.map(|option| format!(" --{option} {}", all[0].1.value(option))).collect::<Vec<_>>().concat();
        let both = all.len() > 1;
        if both { set } else { format!(" --game {game}{set}") }
    }
}
