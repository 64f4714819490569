//! A run: games are kept as they come, and put in order when all are done.

use super::done::Done;
use super::error::SelfPlayError;
use super::label::{Label, Settings, with_suffix};
use super::part::Part;
use super::plan::Plan;
use super::round::Game;
use super::write::Writer;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A run that is written to a file.
///
/// While it goes on, finished games are in `NAME.csv.zst.part`, in the order in which they came, and no game that was
/// added is lost, however the run is stopped. When all are done, `NAME.csv.zst` is made of it in one piece, and is the
/// same byte for byte however often the run was stopped.
pub struct Run {
    path: PathBuf,
    settings: Settings,
    part: Part,
    done: Done,
}

/// What there is to take up.
pub enum Resumed {
    /// A run that is not finished; it may be a new one.
    Run(Run),
    /// The run is finished: its label.
    Finished(Label),
}

impl Run {
    /// Starts a run that makes the file `path`; the folder for it is made if it is not there.
    ///
    /// # Errors
    /// If there is such a file, or a run that was stopped; if it can't be written.
    pub fn create(path: &Path, plan: &Plan) -> Result<Self, SelfPlayError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(SelfPlayError::write(folder))?;
        }
        let settings = Settings::new(plan);
        if let Some(taken) = taken(path) {
            return Err(SelfPlayError::Taken(taken));
        }
        let part = Part::create(&Self::part(path), &settings)?;
        Ok(Self { path: path.into(), settings, part, done: Done::none_of(plan.shard.games(plan.games)) })
    }

    /// Takes up the run that makes the file `path`, where it was stopped; starts it if there is none.
    ///
    /// # Errors
    /// If it is another run, or in use; if it can't be read or written.
    pub fn resume(path: &Path, plan: &Plan) -> Result<Resumed, SelfPlayError> {
        let settings = Settings::new(plan);
        let part = Self::part(path);
        if path.exists() {
            let label = Label::of(path)?;
            if let Some([key, there, here]) = label.settings.difference(&settings) {
                return Err(SelfPlayError::Different { path: path.into(), key, there, here });
            }
            // The run may have been stopped when all was done but this.
            let _ = fs::remove_file(part);
            return Ok(Resumed::Finished(label));
        }
        if !part.exists() {
            return Self::create(path, plan).map(Resumed::Run);
        }
        let (part, done) = Part::resume(&part, &settings)?;
        Ok(Resumed::Run(Self { path: path.into(), settings, part, done }))
    }

    /// Starts a run that makes the file `NAME-1.csv.zst`, `NAME-2.csv.zst`, … in `folder`, the first that is free.
    ///
    /// # Errors
    /// If none can be made.
    pub fn create_under(folder: &Path, name: &str, plan: &Plan) -> Result<Self, SelfPlayError> {
        let mut number = 1u64;
        loop {
            match Self::create(&folder.join(format!("{name}-{number}.csv.zst")), plan) {
                Err(SelfPlayError::Taken(_) | SelfPlayError::Stopped(_)) => number += 1,
                made => return made,
            }
        }
    }

    /// Where a run keeps its games until all are done.
    #[must_use]
    pub fn part(path: &Path) -> PathBuf {
        with_suffix(path, ".part")
    }

    /// The file it makes.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which games are done.
    #[must_use]
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// Keeps a game. It is one of the shard that is not done yet.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn add(&mut self, game: &Game) -> Result<(), SelfPlayError> {
        if self.done.insert(game.id) { self.part.add(game) } else { Ok(()) }
    }

    /// Makes the file of the games, in their order, when all are done.
    ///
    /// # Errors
    /// If it can't be read or written; or if some game is not done.
    pub fn finish(self) -> Result<Label, SelfPlayError> {
        let part = Self::part(&self.path);
        let mut writer = Writer::create(&self.path)?;
        let mut failed = 0;
        // Games come in almost in order: no more wait here than were played at once.
        let mut early = BTreeMap::new();
        let mut next = self.done.block().start;
        for game in self.part.games(&self.settings)? {
            let game = game?;
            failed += u64::from(game.failed);
            early.insert(game.id, game);
            while let Some(game) = early.remove(&next) {
                writer.add(&game.rows, game.count)?;
                next += 1;
            }
        }
        if next < self.done.block().end {
            return Err(SelfPlayError::BadPart(part));
        }
        let label = Label { settings: self.settings, rows: writer.rows(), failed, distinct: false };
        writer.finish(&label)?;
        fs::remove_file(&part).map_err(SelfPlayError::write(&part))?;
        Ok(label)
    }
}

/// The file of this name, or its label, if it is there.
pub(super) fn taken(path: &Path) -> Option<PathBuf> {
    [path.to_path_buf(), Label::path(path)].into_iter().find(|path| path.exists())
}
