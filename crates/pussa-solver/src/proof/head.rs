//! The head of a file: what it proves, and where its list of blocks is.

use super::error::ProofFault;
use super::{Given, Head, Scope};
use pussa_rules::{GAMES, Variant};
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: [u8; 8] = *b"pussaPRF";
const VERSION: u32 = 1;
/// Bytes before those that the head's checksum is of.
pub(super) const PREFIX: usize = 24;

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileHead {
    pub(super) head: Head,
    /// How many records there are.
    pub(super) records: u64,
    /// Where the list of blocks begins, which is where the last block ends.
    pub(super) index: u64,
    /// The length of the list, in bytes.
    pub(super) index_length: u64,
    pub(super) index_checksum: u64,
}

/// Whether a file begins as proofs do.
pub(super) fn is_one(beginning: &[u8]) -> bool {
    beginning.starts_with(&MAGIC)
}

impl FileHead {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let Head { variant, root, low, high, scope, given } = &self.head;
        let mut rest = Vec::new();
        put_text(&mut rest, variant.game().name());
        put_text(&mut rest, &variant.reading().to_string());
        rest.extend([variant.holes(), variant.counters()]);
        put_text(&mut rest, &root.to_string());
        rest.extend([low, high].into_iter().flat_map(|bound| bound.to_le_bytes()));
        let (kind, plies) = match *scope {
            Scope::Root => (0, 0),
            Scope::Plies(plies) => (1, plies),
            Scope::Reachable => (2, 0),
        };
        rest.push(kind);
        rest.extend(u16::to_le_bytes(plies));
        rest.extend((given.len() as u16).to_le_bytes());
        for Given { name, checksum } in given {
            put_text(&mut rest, name);
            rest.extend(checksum.to_le_bytes());
        }
        for number in [self.records, self.index, self.index_length, self.index_checksum] {
            rest.extend(number.to_le_bytes());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(((PREFIX + rest.len()) as u32).to_le_bytes());
        bytes.extend(xxh3_64(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// Whether it is the same when it is read again.
    pub(super) fn can_be_read(&self) -> bool {
        Self::read(Bytes(&self.to_bytes()[PREFIX..])).as_ref() == Some(self)
    }

    /// The length and the checksum of the head that begins with `prefix`, the first [`PREFIX`] bytes of a file or as many
    /// as there are.
    pub(super) fn expect(prefix: &[u8]) -> Result<(usize, u64), ProofFault> {
        let mut bytes = Bytes(prefix);
        if bytes.take::<8>() != Some(MAGIC) {
            return Err(ProofFault::NotAProof);
        }
        let version = bytes.u32().ok_or(ProofFault::Head)?;
        if version != VERSION {
            return Err(ProofFault::Version { found: version, known: VERSION });
        }
        let length = bytes.u32().filter(|&length| length as usize >= PREFIX).ok_or(ProofFault::Head)?;
        let checksum = bytes.u64().ok_or(ProofFault::Head)?;
        Ok((length as usize, checksum))
    }

    /// Reads what comes after the first [`PREFIX`] bytes, and has that checksum.
    pub(super) fn from_rest(rest: &[u8], checksum: u64) -> Result<Self, ProofFault> {
        if xxh3_64(rest) != checksum {
            return Err(ProofFault::Head);
        }
        // What has the right checksum was written so. A head written by others may still say anything.
        Self::read(Bytes(rest)).ok_or(ProofFault::Head)
    }

    fn read(mut bytes: Bytes) -> Option<Self> {
        let name = bytes.text()?;
        let game = GAMES.into_iter().find(|game| game.name() == name)?;
        let reading = bytes.text()?.parse().ok()?;
        let [holes, counters] = bytes.take()?;
        let variant = Variant::new(game).with_reading(reading).ok()?;
        let variant = variant.with_holes(holes).ok()?.with_counters(counters).ok()?;
        let root = variant.parse_board(bytes.text()?).ok()?;
        if root.board() != root.board().without_reserves() {
            return None;
        }
        let [low, high] = [bytes.i16()?, bytes.i16()?];
        let [kind] = bytes.take()?;
        let scope = match (kind, bytes.u16()?) {
            (0, 0) => Scope::Root,
            (1, plies) => Scope::Plies(plies),
            (2, 0) => Scope::Reachable,
            _ => return None,
        };
        let given = (0..bytes.u16()?).map(|_| Some(Given { name: bytes.text()?.into(), checksum: bytes.u64()? }));
        let given = given.collect::<Option<_>>()?;
        let head = Head { variant, root, low, high, scope, given };
        let [records, index, index_length, index_checksum] = [bytes.u64()?, bytes.u64()?, bytes.u64()?, bytes.u64()?];
        bytes.0.is_empty().then_some(Self { head, records, index, index_length, index_checksum })
    }
}

/// A text of at most 255 bytes, its length first.
fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(text.len() as u8);
    bytes.extend(text.as_bytes());
}

/// Bytes still to be read.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn i16(&mut self) -> Option<i16> {
        self.take().map(i16::from_le_bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<&'a str> {
        let [length] = self.take()?;
        let (text, rest) = self.0.split_at_checked(usize::from(length))?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }
}
