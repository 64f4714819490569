//! Taking up a run that was stopped.

use super::rows::{GameRow, Place, TimingRow, reread};
use super::{Made, RUN, Run, RunError, Table, at, to_csv};
use crate::leg::Leg;
use crate::tournament::{Fixture, Pair, Tournament, round_from};
use crate::wishes::Wishes;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

impl<'a> Run<'a> {
    /// Takes up the run in `folder`: every pair that is whole is kept, and looked at again by the rules.
    ///
    /// # Errors
    /// If there is none, if it was planned otherwise, made by another version, is in use, or is not what this tournament
    /// would have written.
    pub fn resume(folder: &Path, tournament: &'a Tournament, made: &Made) -> Result<Self, RunError> {
        made.agree(&Wishes::of(tournament.plan()), &folder.join(RUN))?;
        let mut run = Self::open(folder, tournament)?;
        let Self { games, timings, .. } = &mut run;
        let (mut games, mut timings) = (Lines::of(games)?, Lines::of(timings)?);
        let has_headers =
            games.next()? == Some(GameRow::HEADER.as_bytes()) && timings.next()? == Some(TimingRow::HEADER.as_bytes());
        let mut kept = [0, 0];
        if has_headers {
            kept = [games.read, timings.read];
            while let Some(fixture) = tournament.fixture(run.results.pairs()) {
                let mut reader = Reader { tournament, games: &mut games, timings: &mut timings, next: run.next_game };
                let Some(pair) = reader.pair(fixture)? else { break };
                run.next_game = reader.next;
                run.results.add(&pair);
                kept = [games.read, timings.read];
            }
        }
        for (table, length) in [(&mut run.games, kept[0]), (&mut run.timings, kept[1])] {
            table.cut(length)?;
        }
        if !has_headers {
            run.write_headers()?;
        }
        Ok(run)
    }

    /// Whether there is a run in a folder that could be taken up.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(RUN).exists()
    }
}

impl Table {
    /// Drops what comes after so many bytes.
    fn cut(&mut self, length: u64) -> Result<(), RunError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map_err(at(&self.path))?;
        self.length = length;
        Ok(())
    }
}

/// The whole lines of a file.
struct Lines {
    path: std::path::PathBuf,
    file: BufReader<std::fs::File>,
    line: Vec<u8>,
    /// How many bytes have been read.
    read: u64,
    /// How many lines.
    count: u64,
}

impl Lines {
    fn of(table: &Table) -> Result<Self, RunError> {
        let file = table.file.try_clone().map_err(at(&table.path))?;
        Ok(Self { path: table.path.clone(), file: BufReader::new(file), line: Vec::new(), read: 0, count: 0 })
    }

    /// The next one, with its end; `None` if there is no whole one.
    fn next(&mut self) -> Result<Option<&[u8]>, RunError> {
        self.line.clear();
        let read = self.file.read_until(b'\n', &mut self.line);
        read.map_err(|source| RunError::Read { path: self.path.clone(), source })?;
        if !self.line.ends_with(b"\n") {
            return Ok(None);
        }
        self.read += self.line.len() as u64;
        self.count += 1;
        Ok(Some(&self.line))
    }
}

/// Reads pairs back.
struct Reader<'a> {
    tournament: &'a Tournament,
    games: &'a mut Lines,
    timings: &'a mut Lines,
    /// The number of the next row.
    next: u64,
}

impl Reader<'_> {
    /// The next pair; `None` if it is not whole.
    fn pair(&mut self, fixture: Fixture) -> Result<Option<Pair>, RunError> {
        let Some(first) = self.leg(fixture, 0)? else { return Ok(None) };
        let Some(second) = self.leg(fixture, 1)? else { return Ok(None) };
        let Fixture { id, variant, engines, .. } = fixture;
        Ok(Some(Pair { id, variant, engines, legs: [first, second] }))
    }

    fn leg(&mut self, fixture: Fixture, leg: usize) -> Result<Option<Leg>, RunError> {
        let plan = self.tournament.plan();
        let mut course = self.tournament.course(fixture);
        while let Some((start, opening)) = course.next() {
            if self.timings.next()?.is_none() {
                return Ok(None);
            }
            let Some(line) = self.games.next()? else { return Ok(None) };
            let place = Place { id: self.next, fixture, leg, round: course.rounds() };
            let round = round_from(plan.variants[fixture.variant], start, opening);
            let game = parse(line).and_then(|row| reread(&row, round, opening.len(), plan.adjudicate));
            let same = |game: &_| to_csv(&[GameRow::new(self.tournament, place, game)], false) == line;
            let Some(game) = game.filter(same) else {
                // The header is row 1.
                return Err(RunError::Foreign { path: self.games.path.clone(), row: self.games.count });
            };
            course.add(game);
            self.next += 1;
        }
        Ok(Some(course.finish()))
    }
}

/// The fields of a line.
fn parse(line: &[u8]) -> Option<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
    reader.records().next()?.ok()
}
