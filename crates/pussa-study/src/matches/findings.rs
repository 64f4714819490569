//! What was found about the matches of one game: rows, and what follows from them.

use super::{picture, words};
use crate::advantage::board_of;
use pussa_rules::Variant;
use pussa_solver::matches::{Fate, Part, State};
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
#[derive(Debug, Serialize, Deserialize)]
struct CsvRow {
    game: String,
    reading: String,
    holes: u8,
    counters: u8,
    /// What the leader holds, in counters.
    leader: u8,
    /// What the other holds.
    other: u8,
    /// `leader`, `other`, `nobody` or `open`.
    winner: String,
    /// Rounds at most; empty if nobody wins.
    rounds: Option<u16>,
    best: String,
    keeping: String,
}

/// Why a table can't be read.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum TableError {
    #[error("the table could not be read")]
    Csv(#[from] csv::Error),
    #[error("the table has no rows")]
    Empty,
    #[error("line {line}: {what:?} is not what a table of matches has there")]
    Row { line: usize, what: String },
    #[error("line {line}: all rows of a table are of one game, reading and size, and this one is of another")]
    Other { line: usize },
}

impl CsvRow {
    /// The game, and what becomes of the match; or what makes no sense.
    fn read(self) -> Result<(Variant, MatchRow), String> {
        let variant = board_of(&self.game, &self.reading, self.holes, self.counters)
            .ok_or_else(|| format!("{},{},{},{}", self.game, self.reading, self.holes, self.counters))?;
        let state = State { leader: self.leader, other: self.other };
        if u16::from(self.leader) + u16::from(self.other) != u16::from(variant.total()) {
            return Err(format!("{},{}", self.leader, self.other));
        }
        let fate = match (self.winner.as_str(), self.rounds) {
            ("open", None) => None,
            ("nobody", None) => Some(Fate::Nobodys),
            ("leader", Some(rounds)) => Some(Fate::Won { by: Part::Leader, rounds }),
            ("other", Some(rounds)) => Some(Fate::Won { by: Part::Other, rounds }),
            (winner, rounds) => return Err(format!("{winner},{}", rounds.map_or(String::new(), |n| n.to_string()))),
        };
        Ok((variant, MatchRow { state, fate, best: self.best, keeping: self.keeping }))
    }
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
                game: self.variant.game().name().into(),
                reading: self.variant.reading().to_string(),
                holes: self.variant.holes(),
                counters: self.variant.counters(),
                leader: state.leader,
                other: state.other,
                winner: winner.into(),
                rounds,
                best: best.clone(),
                keeping: keeping.clone(),
            };
            writer.serialize(row).expect("memory takes whatever is written");
        }
        writer.into_inner().expect("memory takes whatever is written")
    }

    /// What a table, made by [`csv`](Self::csv), tells.
    ///
    /// # Errors
    /// If it is no such table, or an empty one.
    pub fn from_csv(table: &[u8]) -> Result<Self, TableError> {
        let mut findings: Option<Self> = None;
        for (row, line) in csv::Reader::from_reader(table).deserialize::<CsvRow>().zip(2..) {
            let (variant, row) = row?.read().map_err(|what| TableError::Row { line, what })?;
            let all = findings.get_or_insert_with(|| Self::new(variant, Vec::new()));
            if all.variant != variant {
                return Err(TableError::Other { line });
            }
            all.rows.push(row);
        }
        findings.ok_or(TableError::Empty)
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

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::RAJA_PASU;

    fn findings() -> MatchFindings {
        let reading = "last-four=kept;origin=skipped".parse().unwrap();
        let variant = Variant::new(RAJA_PASU).with_holes(2).unwrap().with_counters(2).unwrap();
        let variant = variant.with_reading(reading).unwrap();
        let fates = [
            Some(Fate::Won { by: Part::Other, rounds: 2 }),
            None,
            Some(Fate::Nobodys),
            Some(Fate::Won { by: Part::Leader, rounds: 11 }),
        ];
        let row = |(leader, fate)| MatchRow {
            state: State { leader, other: 8 - leader },
            fate,
            best: "A".into(),
            keeping: if fate.is_some() { "AB".into() } else { String::new() },
        };
        MatchFindings::new(variant, (2..).zip(fates).map(row).collect())
    }

    #[test]
    fn a_table_tells_what_it_was_made_of() {
        let findings = findings();
        assert_eq!(MatchFindings::from_csv(&findings.csv()).unwrap(), findings);
    }

    #[test]
    fn what_is_no_table_of_matches_is_refused_with_its_line() {
        let table = String::from_utf8(findings().csv()).unwrap();
        let refused = |from: &str, to: &str| {
            assert!(table.contains(from), "{table}");
            MatchFindings::from_csv(table.replacen(from, to, 1).as_bytes()).unwrap_err().to_string()
        };
        assert!(refused("other,2,A", "both,2,A").starts_with("line 2: \"both,2\""));
        assert!(refused("2,2,2,6", "2,2,2,7").starts_with("line 2: \"2,7\""));
        assert!(refused("raja-pasu", "chess").starts_with("line 2"));
        let last = table.lines().last().unwrap();
        let other = table.replace(last, &last.replace("kept;origin=skipped", "kept"));
        assert!(MatchFindings::from_csv(other.as_bytes()).unwrap_err().to_string().starts_with("line 5: all rows"));
        let head = table.lines().next().unwrap();
        assert!(matches!(MatchFindings::from_csv(head.as_bytes()), Err(TableError::Empty)));
    }
}
