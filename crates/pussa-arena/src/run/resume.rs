//! Taking up a run that was stopped.

use super::losses::LossReader;
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
        let (mut games, mut timings) = (Lines::of(&run.games)?, Lines::of(&run.timings)?);
        let has_timings = timings.has_header(TimingRow::HEADER)?;
        if !games.has_header(GameRow::HEADER)? {
            // It was stopped before it began.
            run.games.cut(0)?;
            run.timings.cut(0)?;
            run.losses.iter_mut().try_for_each(|losses| losses.cut(0))?;
            run.write_headers()?;
            return Ok(run);
        }
        let mut losses = run.loss_reader()?;
        let mut kept = games.read;
        while let Some(fixture) = tournament.fixture(run.results.pairs()) {
            let (games, losses) = (&mut games, losses.as_mut());
            let mut reader = Reader { tournament, games, losses, next: run.next_game };
            let Some(pair) = reader.pair(fixture)? else { break };
            run.next_game = reader.next;
            run.results.add(&pair);
            kept = games.read;
        }
        if run.results.pairs() == tournament.pairs() && games.next()?.is_some() {
            return Err(RunError::Foreign { path: games.path, row: games.count });
        }
        run.games.cut(kept)?;
        if let Some(losses) = losses {
            run.keep_losses(&losses)?;
        }
        if !has_timings {
            run.timings.cut(0)?;
            run.timings.append(TimingRow::HEADER.as_bytes())?;
            timings.read = run.timings.length;
        }
        run.keep_timings(timings)
    }

    /// What reads the losses of the rounds that are kept, if the tournament looks at them.
    fn loss_reader(&self) -> Result<Option<LossReader<'a>>, RunError> {
        let (Some(table), Some(effort)) = (&self.losses, self.tournament.plan().exact_loss) else { return Ok(None) };
        LossReader::new(self.tournament, effort, Lines::of(table)?).map(Some)
    }

    /// Keeps the losses of the rounds that are kept, those that had to be judged again too.
    fn keep_losses(&mut self, reader: &LossReader) -> Result<(), RunError> {
        self.count_judging(reader.spent);
        let Some(table) = &mut self.losses else { return Ok(()) };
        table.cut(reader.kept)?;
        table.append(&reader.missing)
    }

    /// Keeps the timings of the rounds that are kept. Of some there may be none: a power cut may have taken them.
    fn keep_timings(mut self, mut lines: Lines) -> Result<Self, RunError> {
        let mut known = 0;
        let mut kept = lines.read;
        while known < self.next_game && lines.next()?.is_some_and(|line| TimingRow::is_of(known, line)) {
            known += 1;
            kept = lines.read;
        }
        self.timings.cut(kept)?;
        for id in known..self.next_game {
            self.timings.append(TimingRow::unknown(id).as_bytes())?;
        }
        Ok(self)
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
pub(super) struct Lines {
    pub(super) path: std::path::PathBuf,
    file: BufReader<std::fs::File>,
    line: Vec<u8>,
    /// How many bytes have been read.
    pub(super) read: u64,
    /// How many lines.
    pub(super) count: u64,
}

impl Lines {
    fn of(table: &Table) -> Result<Self, RunError> {
        let file = table.file.try_clone().map_err(at(&table.path))?;
        Ok(Self { path: table.path.clone(), file: BufReader::new(file), line: Vec::new(), read: 0, count: 0 })
    }

    /// Whether the header is there; it is not if the file ends before it, or is cut off in it.
    ///
    /// # Errors
    /// If something else stands there.
    pub(super) fn has_header(&mut self, header: &str) -> Result<bool, RunError> {
        let is_whole = self.next()?.is_some();
        let is_part = header.as_bytes().starts_with(&self.line);
        if !is_part || is_whole != (self.line.len() == header.len()) {
            return Err(RunError::Foreign { path: self.path.clone(), row: 1 });
        }
        Ok(is_whole)
    }

    /// The next one, with its end; `None` if there is no whole one.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, RunError> {
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
struct Reader<'a, 'b> {
    tournament: &'a Tournament,
    games: &'a mut Lines,
    losses: Option<&'a mut LossReader<'b>>,
    /// The number of the next row.
    next: u64,
}

impl Reader<'_, '_> {
    /// The next pair; `None` if it is not whole.
    fn pair(&mut self, fixture: Fixture) -> Result<Option<Pair>, RunError> {
        let Some(first) = self.leg(fixture, 0)? else { return Ok(None) };
        let Some(second) = self.leg(fixture, 1)? else { return Ok(None) };
        if let Some(losses) = &mut self.losses {
            losses.keep();
        }
        let Fixture { id, variant, engines, .. } = fixture;
        Ok(Some(Pair { id, variant, engines, legs: [first, second] }))
    }

    fn leg(&mut self, fixture: Fixture, leg: usize) -> Result<Option<Leg>, RunError> {
        let plan = self.tournament.plan();
        let mut course = self.tournament.course(fixture);
        while let Some((start, opening)) = course.next() {
            let Some(line) = self.games.next()? else { return Ok(None) };
            let place = Place { id: self.next, fixture, leg, round: course.rounds() };
            let round = round_from(plan.variants[fixture.variant], start, opening);
            let game = parse(line).and_then(|row| reread(&row, round, opening.len(), plan.adjudicate));
            let same = |game: &_| to_csv(&[GameRow::new(self.tournament, place, game)], false) == line;
            let Some(mut game) = game.filter(same) else {
                // The header is row 1.
                return Err(RunError::Foreign { path: self.games.path.clone(), row: self.games.count });
            };
            if let Some(losses) = &mut self.losses {
                game.judged = Some(losses.game(place, &game)?);
            }
            course.add(game);
            self.next += 1;
        }
        Ok(Some(course.finish()))
    }
}

/// The fields of a line.
pub(super) fn parse(line: &[u8]) -> Option<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
    reader.records().next()?.ok()
}
