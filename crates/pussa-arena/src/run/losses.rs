//! Taking up `losses.csv`: what is there of each round is read, and what a power cut has taken is judged again.

use super::resume::{Lines, parse};
use super::rows::{LossRow, Place};
use super::{RunError, to_csv};
use crate::game::{Game, Spent};
use crate::loss::{Judged, Loss, Trail};
use crate::tournament::Tournament;
use std::sync::atomic::AtomicBool;

/// Reads losses back, round by round.
pub(super) struct LossReader<'a> {
    tournament: &'a Tournament,
    effort: u64,
    lines: Lines,
    /// Whether the file has come to its end.
    is_over: bool,
    /// How many bytes of rows are kept.
    pub(super) kept: u64,
    /// Rows that are kept beside them, in their order.
    pub(super) missing: Vec<u8>,
    /// Those of the pair that is being read.
    of_pair: Vec<u8>,
    /// What judging again took.
    pub(super) spent: Spent,
}

impl<'a> LossReader<'a> {
    /// Reads from a file; the header is missing beside the rows if it is not there.
    pub(super) fn new(tournament: &'a Tournament, effort: u64, mut lines: Lines) -> Result<Self, RunError> {
        let is_over = !lines.has_header(LossRow::HEADER)?;
        let (kept, missing) = if is_over { (0, LossRow::HEADER.into()) } else { (lines.read, Vec::new()) };
        let (of_pair, spent) = (Vec::new(), Spent::default());
        Ok(Self { tournament, effort, lines, is_over, kept, missing, of_pair, spent })
    }

    /// What the moves of the next round lost.
    pub(super) fn game(&mut self, place: Place, game: &Game) -> Result<Judged, RunError> {
        let trail = Trail::of(self.tournament.plan().variants[place.fixture.variant], game);
        let judged = match self.read(place, game, &trail)? {
            Some(losses) => trail.with(losses, Spent::default()),
            None => self.judge(place, &trail),
        };
        self.of_pair.extend(self.rows(place, game, &judged));
        Ok(judged)
    }

    /// The pair whose rounds were read last is kept.
    pub(super) fn keep(&mut self) {
        if self.is_over {
            self.missing.append(&mut self.of_pair);
        } else {
            self.of_pair.clear();
            self.kept = self.lines.read;
        }
    }

    /// The losses that stand in the file; `None` if it ends before the last of them.
    ///
    /// # Errors
    /// If something else stands there.
    fn read(&mut self, place: Place, game: &Game, trail: &Trail) -> Result<Option<Vec<Loss>>, RunError> {
        let mut losses = Vec::with_capacity(trail.moves());
        let (mut text, begun) = (Vec::new(), self.lines.count);
        while !self.is_over && losses.len() < trail.moves() {
            let Some(line) = self.lines.next()? else {
                self.is_over = true;
                break;
            };
            text.extend_from_slice(line);
            let loss = parse(line).and_then(|row| LossRow::reread(&row));
            losses.push(loss.ok_or_else(|| self.foreign(self.lines.count))?);
        }
        if self.is_over {
            return Ok(None);
        }
        let rows = self.rows(place, game, &trail.with(losses.clone(), Spent::default()));
        if rows != text {
            let lines =
                |text: &[u8]| text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
            let same = lines(&rows).iter().zip(lines(&text)).take_while(|(row, line)| *row == line).count();
            return Err(self.foreign(begun + same as u64 + 1));
        }
        Ok(Some(losses))
    }

    fn judge(&mut self, place: Place, trail: &Trail) -> Judged {
        let never = AtomicBool::new(false);
        let judged = self.tournament.judge(place.fixture, trail, self.effort, &never).expect("nobody stops it");
        self.spent.time += judged.spent.time;
        self.spent.nodes += judged.spent.nodes;
        judged
    }

    fn rows(&self, place: Place, game: &Game, judged: &Judged) -> Vec<u8> {
        let rows: Vec<_> = judged.moves.iter().map(|&it| LossRow::new(self.tournament, place, game, it)).collect();
        to_csv(&rows, false)
    }

    fn foreign(&self, row: u64) -> RunError {
        RunError::Foreign { path: self.lines.path.clone(), row }
    }
}
