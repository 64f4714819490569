//! The file of a run under way, `NAME.csv.zst.part`: the games that are done, in the order in which they came.
//!
//! It begins with a line that says what it is, then come blocks: the length of the block in four bytes, lowest first, and a
//! zstd frame of that length with a checksum. The first block holds the settings, every other a game: its number in
//! eight bytes, how many rows it has in four, lowest first both, one byte for whether the engine failed, and the rows. A
//! block that is not whole is where a run was cut off; whatever stands from there on is played again.

use super::done::Done;
use super::error::SelfPlayError;
use super::label::Settings;
use super::round::Game;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

/// The first line.
const MAGIC: &[u8] = b"pussa self-play, stopped on the way, 1\n";
/// Bytes of a game before its rows.
const HEAD: usize = 13;
/// The longest block that is believed. A game has some thousand bytes.
const LONGEST: u32 = 1 << 28;
/// Quick, since these frames do not last.
const LEVEL: i32 = 1;

/// The file of a run under way, in use by nobody else.
pub(super) struct Part {
    path: PathBuf,
    file: File,
    /// How many bytes of whole blocks it has.
    length: u64,
    blocks: Blocks,
    text: String,
}

/// A game as the file has it.
pub(super) struct Stored {
    pub(super) id: u64,
    pub(super) failed: bool,
    /// How many rows it has.
    pub(super) count: u32,
    /// Its rows, each with its line break.
    pub(super) rows: Vec<u8>,
}

impl Part {
    /// Begins a file.
    ///
    /// # Errors
    /// If it is there already, or can't be written.
    pub(super) fn create(path: &Path, settings: &Settings) -> Result<Self, SelfPlayError> {
        let opened = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = match opened {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(SelfPlayError::Stopped(path.into()));
            }
            opened => opened.map_err(SelfPlayError::write(path))?,
        };
        let mut part = Self::new(path, file)?;
        part.begin(settings).inspect_err(|_| {
            // Nothing is lost with it; there is nothing more to be done if it can't be removed.
            let _ = std::fs::remove_file(path);
        })?;
        Ok(part)
    }

    /// Takes up a file. One that was cut off before it held anything is begun anew.
    ///
    /// # Errors
    /// If it is no such file, was begun with other settings, is in use, or can't be read.
    pub(super) fn resume(path: &Path, settings: &Settings) -> Result<(Self, Done), SelfPlayError> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut part = Self::new(path, opened.map_err(SelfPlayError::read(path))?)?;
        let shard = settings.shard().expect("settings of a plan");
        let mut done = Done::none_of(shard.games(settings.games));
        let mut games = part.read()?;
        match games.begin(settings)? {
            Beginning::Whole => {}
            Beginning::Cut => {
                let length = part.file.metadata().map_err(SelfPlayError::read(path))?.len();
                if length >= part.beginning(settings)?.len() as u64 {
                    // There was more, which is not to be lost.
                    return Err(SelfPlayError::BadPart(path.into()));
                }
                part.begin(settings)?;
                return Ok((part, done));
            }
        }
        for game in games.by_ref() {
            if !done.insert(game?.id) {
                return Err(SelfPlayError::BadPart(path.into()));
            }
        }
        let length = games.length;
        part.cut(length)?;
        Ok((part, done))
    }

    fn new(path: &Path, file: File) -> Result<Self, SelfPlayError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SelfPlayError::InUse(path.into())),
            Err(TryLockError::Error(error)) => return Err(SelfPlayError::write(path)(error)),
        }
        let blocks = Blocks::new().map_err(SelfPlayError::write(path))?;
        Ok(Self { path: path.into(), file, length: 0, blocks, text: String::new() })
    }

    /// Writes the beginning.
    fn begin(&mut self, settings: &Settings) -> Result<(), SelfPlayError> {
        self.cut(0)?;
        let beginning = self.beginning(settings)?;
        self.append(&beginning)
    }

    /// What stands before the games.
    fn beginning(&mut self, settings: &Settings) -> Result<Vec<u8>, SelfPlayError> {
        let block = self.blocks.block(settings.to_toml().as_bytes()).map_err(SelfPlayError::write(&self.path))?;
        Ok([MAGIC, &block].concat())
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the file can't be written.
    pub(super) fn add(&mut self, game: &Game) -> Result<(), SelfPlayError> {
        self.text.clear();
        let rows = game.rows.as_deref().unwrap_or_default();
        for row in rows {
            row.write(&mut self.text);
        }
        let (id, count, failed) = (game.id.to_le_bytes(), (rows.len() as u32).to_le_bytes(), game.rows.is_err());
        let block = self.blocks.block(&[&id, count.as_slice(), &[u8::from(failed)], self.text.as_bytes()].concat());
        let block = block.map_err(SelfPlayError::write(&self.path))?;
        self.append(&block)
    }

    /// Adds all of it or nothing: what got onto a disk that is full is taken back.
    fn append(&mut self, bytes: &[u8]) -> Result<(), SelfPlayError> {
        self.file.write_all(bytes).map_err(|error| {
            let _ = self.cut(self.length);
            SelfPlayError::write(&self.path)(error)
        })?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Leaves so many bytes, and goes on after them.
    fn cut(&mut self, length: u64) -> Result<(), SelfPlayError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        self.length = cut.map_err(SelfPlayError::write(&self.path))?;
        Ok(())
    }

    /// The games, from the first one on.
    ///
    /// # Errors
    /// If the file can't be read.
    pub(super) fn games(&self, settings: &Settings) -> Result<Games<'_>, SelfPlayError> {
        let mut games = self.read()?;
        games.begin(settings)?;
        Ok(games)
    }

    fn read(&self) -> Result<Games<'_>, SelfPlayError> {
        let mut file = &self.file;
        file.rewind().map_err(SelfPlayError::read(&self.path))?;
        Ok(Games { path: &self.path, file: BufReader::new(file), length: 0 })
    }
}

/// Makes blocks.
struct Blocks(Compressor<'static>);

impl Blocks {
    fn new() -> io::Result<Self> {
        let mut compressor = Compressor::new(LEVEL)?;
        compressor.set_parameter(CParameter::ChecksumFlag(true))?;
        Ok(Self(compressor))
    }

    fn block(&mut self, contents: &[u8]) -> io::Result<Vec<u8>> {
        let frame = self.0.compress(contents)?;
        let length = u32::try_from(frame.len()).ok().filter(|&length| length <= LONGEST);
        let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::FileTooLarge, "a game is too long"))?;
        Ok([&length.to_le_bytes(), frame.as_slice()].concat())
    }
}

/// The games of a file, one after the other, up to the first that is not whole.
pub(super) struct Games<'a> {
    path: &'a Path,
    file: BufReader<&'a File>,
    /// How many bytes were read and found whole.
    length: u64,
}

/// What the beginning of a file is like.
enum Beginning {
    Whole,
    Cut,
}

impl Games<'_> {
    /// Reads up to the first game.
    fn begin(&mut self, settings: &Settings) -> Result<Beginning, SelfPlayError> {
        let no_part = || SelfPlayError::NoPart(self.path.into());
        let mut magic = Vec::new();
        let read = self.file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic);
        self.length = read.map_err(SelfPlayError::read(self.path))? as u64;
        if !MAGIC.starts_with(&magic) {
            return Err(no_part());
        }
        let Some(block) = self.block()? else { return Ok(Beginning::Cut) };
        let text = String::from_utf8(block).map_err(|_| no_part())?;
        let there: Settings = toml::from_str(&text).map_err(|_| no_part())?;
        match there.difference(settings) {
            None => Ok(Beginning::Whole),
            Some([key, there, here]) => Err(SelfPlayError::Different { path: self.path.into(), key, there, here }),
        }
    }

    /// What the next block holds, if it is whole.
    fn block(&mut self) -> Result<Option<Vec<u8>>, SelfPlayError> {
        let mut length = [0; 4];
        let Some(()) = whole(self.file.read_exact(&mut length), self.path)? else { return Ok(None) };
        let length = u32::from_le_bytes(length);
        if length > LONGEST {
            return Ok(None);
        }
        let mut frame = Vec::new();
        let read = self.file.by_ref().take(u64::from(length)).read_to_end(&mut frame);
        read.map_err(SelfPlayError::read(self.path))?;
        if frame.len() < length as usize {
            return Ok(None);
        }
        let contents = zstd::decode_all(frame.as_slice()).ok();
        if contents.is_some() {
            self.length += 4 + u64::from(length);
        }
        Ok(contents)
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Stored, SelfPlayError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut block = match self.block().transpose()? {
            Ok(block) => block,
            Err(error) => return Some(Err(error)),
        };
        let Some(&[a, b, c, d, e, f, g, h, i, j, k, l, failed]) = block.first_chunk::<HEAD>() else {
            return Some(Err(SelfPlayError::BadPart(self.path.into())));
        };
        let (id, count) = (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes([i, j, k, l]));
        Some(Ok(Stored { id, failed: failed != 0, count, rows: block.split_off(HEAD) }))
    }
}

/// What was read; nothing if the file ended before.
fn whole<T>(read: io::Result<T>, path: &Path) -> Result<Option<T>, SelfPlayError> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(SelfPlayError::read(path)(error)),
    }
}
