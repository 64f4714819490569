//! The head of a file: what the file holds, and where its blocks are.

use super::BLOCK;
use crate::contents::Contents;
use crate::error::Fault;
use crate::tally::Tally;
use pussa_rules::{GAMES, Ring, Side, Variant};
use xxhash_rust::xxh3::xxh3_64;

/// What a file of a database begins with.
pub(crate) const MAGIC: [u8; 8] = *b"pussaEDB";
const VERSION: u32 = 1;
/// Bytes before those that the head's checksum is of.
pub(super) const PREFIX: usize = 24;

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) contents: Contents,
    pub(crate) tally: Tally,
    pub(crate) blocks: Vec<Block>,
}

/// A block as it is in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// In bytes.
    pub(crate) length: u32,
    pub(crate) checksum: u64,
}

impl Head {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut rest = Vec::new();
        let [mover, other] = Side::BOTH.map(|side| self.contents.ring().holes(side));
        for text in [self.contents.game().name(), &self.contents.reading().to_string()] {
            rest.push(text.len() as u8);
            rest.extend(text.as_bytes());
        }
        rest.extend([mover, other, self.contents.counters()]);
        let Tally { won, lost, drawn, endless } = self.tally;
        rest.extend([won, lost, drawn, endless].into_iter().flat_map(u64::to_le_bytes));
        for Block { length, checksum } in &self.blocks {
            rest.extend(length.to_le_bytes());
            rest.extend(checksum.to_le_bytes());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(((PREFIX + rest.len()) as u32).to_le_bytes());
        bytes.extend(xxh3_64(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// The length and the checksum of the head that begins with `prefix`, the first [`PREFIX`] bytes of a file or as many
    /// as there are.
    pub(super) fn expect(prefix: &[u8]) -> Result<(usize, u64), Fault> {
        let mut bytes = Bytes(prefix);
        if bytes.take::<8>() != Some(MAGIC) {
            return Err(Fault::NotADatabase);
        }
        let version = bytes.u32().ok_or(Fault::Head)?;
        if version != VERSION {
            return Err(Fault::Version { found: version, known: VERSION });
        }
        let length = bytes.u32().filter(|&length| length as usize >= PREFIX).ok_or(Fault::Head)?;
        let checksum = bytes.u64().ok_or(Fault::Head)?;
        Ok((length as usize, checksum))
    }

    /// Reads what comes after the first [`PREFIX`] bytes, and has that checksum.
    pub(super) fn from_rest(rest: &[u8], checksum: u64) -> Result<Self, Fault> {
        if xxh3_64(rest) != checksum {
            return Err(Fault::Head);
        }
        // What has the right checksum was written so. A head written by others may still say anything.
        Self::read(Bytes(rest)).ok_or(Fault::Head)
    }

    fn read(mut bytes: Bytes) -> Option<Self> {
        let name = bytes.text()?;
        let game = GAMES.into_iter().find(|game| game.name() == name)?;
        let reading = bytes.text()?.parse().ok()?;
        Variant::new(game).with_reading(reading).ok()?;
        let [mover, other, counters] = bytes.take()?;
        let ring = Ring::new(mover, other)?;
        if counters > crate::Index::MOST_COUNTERS {
            return None;
        }
        let contents = Contents::from_parts(game, reading, ring, counters);
        let tally = Tally { won: bytes.u64()?, lost: bytes.u64()?, drawn: bytes.u64()?, endless: bytes.u64()? };
        let boards = contents.boards();
        let mut blocks = Vec::new();
        while !bytes.0.is_empty() {
            blocks.push(Block { length: bytes.u32()?, checksum: bytes.u64()? });
        }
        (blocks.len() as u64 == boards.div_ceil(BLOCK as u64)).then_some(Self { contents, tally, blocks })
    }
}

/// Bytes still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<&'a str> {
        let [length] = self.take()?;
        let (text, rest) = self.0.split_at_checked(usize::from(length))?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }
}
