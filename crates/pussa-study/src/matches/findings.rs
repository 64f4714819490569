//! What was found about the matches of one game: rows, and what follows from them.

use super::{picture, words};
use pussa_rules::Variant;
use pussa_solver::matches::{Fate, Part, State};
use serde::Serialize;

/// A state of a match and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// What the players hold.
    pub state: State,
    /// What becomes of the match; nothing if it is open.
    pub fate: Option<Fate>,
    /// The letters of the leader's first moves that are best, South leading: that win soonest, hold the match, or hold out
    /// longest.
    pub best: String,
    /// The letters of those after which the match is no less won, or held.
    pub keeping: String,
}

/// What was found about the matches of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFindings {
    /// The game, its reading and its size.
    pub variant: Variant,
    /// The states with all counters of the game, by what the leader holds.
    pub rows: Vec<MatchRow>,
}

/// A row of the table.
#[derive(Debug, Serialize)]
struct CsvRow<'a> {
    game: &'static str,
    reading: String,
    holes: u8,
    counters: u8,
    /// What the leader holds, in counters.
    leader: u8,
    /// What the other holds.
    other: u8,
    /// `leader`, `other`, `nobody` or `open`.
    winner: &'static str,
    /// Rounds at most; empty if nobody wins.
    rounds: Option<u16>,
    best: &'a str,
    keeping: &'a str,
}

/// What becomes of a match for one of its players: the greater, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lot {
    Lost,
    Nobodys,
    Won,
}

impl MatchFindings {
    /// The findings that these rows make.
    #[must_use]
    pub fn new(variant: Variant, rows: Vec<MatchRow>) -> Self {
        Self { variant, rows }
    }

    /// What files about it are called, without an ending: `raja-pasu.default`, or `raja-pasu.default.3x2` on a board of
    /// another size. Semicolons and signs of equality in a reading become dashes.
    #[must_use]
    pub fn name(variant: Variant) -> String {
        let reading = variant.reading().to_string().replace(['=', ';'], "-");
        let usual = Variant::new(variant.game());
        let size = if (variant.holes(), variant.counters()) == (usual.holes(), usual.counters()) {
            String::new()
        } else {
            format!(".{}x{}", variant.holes(), variant.counters())
        };
        format!("{}.{reading}{size}", variant.game())
    }

    /// The table: `game,reading,holes,counters,leader,other,winner,rounds,best,keeping`.
    #[must_use]
    pub fn csv(&self) -> Vec<u8> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for MatchRow { state, fate, best, keeping } in &self.rows {
            let (winner, rounds) = match fate {
                None => ("open", None),
                Some(Fate::Nobodys) => ("nobody", None),
                Some(Fate::Won { by: Part::Leader, rounds }) => ("leader", Some(*rounds)),
                Some(Fate::Won { by: Part::Other, rounds }) => ("other", Some(*rounds)),
            };
            let row = CsvRow {
                game: self.variant.game().name(),
                reading: self.variant.reading().to_string(),
                holes: self.variant.holes(),
                counters: self.variant.counters(),
                leader: state.leader,
                other: state.other,
                winner,
                rounds,
                best,
                keeping,
            };
            writer.serialize(row).expect("memory takes whatever is written");
        }
        writer.into_inner().expect("memory takes whatever is written")
    }

    /// The whole table and its thresholds as the text of an SVG.
    #[must_use]
    pub fn picture(&self) -> String {
        picture::picture(self)
    }

    /// What it means to a player, in Markdown.
    #[must_use]
    pub fn words(&self) -> String {
        words::section(self)
    }

    /// The fate of the match from its start.
    #[must_use]
    pub fn start(&self) -> Option<&MatchRow> {
        let half = self.variant.total() / 2;
        self.rows.iter().find(|row| row.state == State { leader: half, other: half })
    }

    /// What becomes of the match for a player who holds so many counters of all, and who leads, or does not: how it ends, and
    /// in how many rounds; nothing if there is no such round, or it is open.
    pub(super) fn lot(&self, held: u8, leads: bool) -> Option<(Lot, u16)> {
        let other = self.variant.total().checked_sub(held)?;
        let (leader, part) = if leads { (held, Part::Leader) } else { (other, Part::Other) };
        let row = self.rows.iter().find(|row| row.state.leader == leader)?;
        Some(match row.fate? {
            Fate::Nobodys => (Lot::Nobodys, 0),
            Fate::Won { by, rounds } if by == part => (Lot::Won, rounds),
            Fate::Won { rounds, .. } => (Lot::Lost, rounds),
        })
    }

    /// The holdings that a player can have in some round who leads, or does not; ascending.
    pub(super) fn holdings(&self, leads: bool) -> Vec<u8> {
        let held = |row: &MatchRow| if leads { row.state.leader } else { row.state.other };
        let mut all: Vec<_> = self.rows.iter().map(held).collect();
        all.sort_unstable();
        all
    }
}
