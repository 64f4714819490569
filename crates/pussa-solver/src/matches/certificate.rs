//! The certificate of a match: every state with its fate and the strategies that show it, as a file.
//!
//! ```text
//! pussa match certificate 1
//! Game: raja-pasu
//! Reading: default
//! Holes: 7
//! Counters: 7
//! Bytes: 1173245                 of what follows the blank line, once it is unpacked
//! Checksum: 0123456789abcdef     of the same: XXH3, 64 bits
//!
//! (packed with Zstandard)
//! ```
//!
//! Unpacked, that is one state after the other: what the leader holds and the other, a byte each; who wins, a byte: 0 nobody,
//! 1 the leader, 2 the other; within how many rounds, two bytes; and for each of two
//! [strategies](super::MatchTable::strategies) its length, four bytes, and its moves, a byte each. Numbers have their lowest
//! byte first.

use super::fate::{Fate, Part};
use super::table::State;
use crate::proof::write_whole;
use pussa_rules::Variant;
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

/// What a file of this kind begins with.
const MAGIC: &str = "pussa match certificate 1\n";
/// How hard to pack.
const LEVEL: i32 = 9;

/// A state with its fate and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// What the players hold.
    pub state: State,
    /// What becomes of the match.
    pub fate: Fate,
    /// By what it is shown, as [`strategies`](super::MatchTable::strategies) tells.
    pub strategies: [Vec<u8>; 2],
}

/// The fates of a match's states, each with what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchCertificate {
    /// The game, its reading and its size.
    pub variant: Variant,
    /// The states.
    pub states: Vec<Certified>,
}

/// Why bytes are no certificate of a match.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// It is something else.
    #[error("this is no certificate of a match, or of a later format")]
    Foreign,
    /// A line of the head is not what it should be.
    #[error("line {line}: {what} should stand here")]
    Head {
        /// Which line, from 1.
        line: usize,
        /// What should stand there.
        what: &'static str,
    },
    /// The rest can't be unpacked.
    #[error("it is cut or damaged: {0}")]
    Packed(#[from] io::Error),
    /// The rest is not what the head says.
    #[error("it is cut or damaged: its checksum, or its length, is another")]
    Damaged,
    /// There is no memory to unpack it.
    #[error("it takes {0} bytes of memory unpacked, by its head, and they are not to be had")]
    NoMemory(u64),
    /// Two fates are told of one state.
    #[error("{0} stands there twice, and only one fate can hold")]
    Twice(State),
}

impl MatchCertificate {
    /// Whether a file that begins so is meant to be a certificate of a match.
    #[must_use]
    pub fn is_meant(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC.split('1').next().unwrap_or(MAGIC).as_bytes())
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If it can't be packed, for want of memory.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        for Certified { state, fate, strategies } in &self.states {
            let (winner, rounds) = match *fate {
                Fate::Nobodys => (0, 0),
                Fate::Won { by: Part::Leader, rounds } => (1, rounds),
                Fate::Won { by: Part::Other, rounds } => (2, rounds),
            };
            body.extend([state.leader, state.other, winner]);
            body.extend(rounds.to_le_bytes());
            for strategy in strategies {
                let moves = u32::try_from(strategy.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
                body.extend(moves.to_le_bytes());
                body.extend(strategy);
            }
        }
        let variant = &self.variant;
        let head = format!(
            "{MAGIC}Game: {}\nReading: {}\nHoles: {}\nCounters: {}\nBytes: {}\nChecksum: {:016x}\n\n",
            variant.game(),
            variant.reading(),
            variant.holes(),
            variant.counters(),
            body.len(),
            xxh3_64(&body)
        );
        Ok([head.as_bytes(), &zstd::encode_all(body.as_slice(), LEVEL)?].concat())
    }

    /// Writes it to a file, whole or not at all.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        write_whole(path, &self.to_bytes()?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are no certificate, or a damaged one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CertificateError> {
        let mut rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(CertificateError::Foreign)?;
        let mut number = 1;
        let mut line = |name: &'static str| {
            number += 1;
            let end = rest.iter().position(|&byte| byte == b'\n');
            let text = end.and_then(|end| str::from_utf8(&rest[..end]).ok());
            let value = text
                .and_then(|text| text.strip_prefix(name))
                .ok_or(CertificateError::Head { line: number, what: name })?;
            rest = &rest[name.len() + value.len() + 1..];
            Ok::<(&str, usize), CertificateError>((value, number))
        };
        let wrong = |what| move |line| CertificateError::Head { line, what };
        let (game, at) = line("Game: ")?;
        let game = game.parse().map_err(|_| wrong("a game")(at))?;
        let (reading, at) = line("Reading: ")?;
        let reading = reading.parse().map_err(|_| wrong("a reading of the game")(at))?;
        let variant = Variant::new(game).with_reading(reading).map_err(|_| wrong("a reading of the game")(at))?;
        let (holes, at) = line("Holes: ")?;
        let holes = holes.parse().ok().and_then(|holes| variant.with_holes(holes).ok());
        let variant = holes.ok_or_else(|| wrong("1 to 7 holes")(at))?;
        let (counters, at) = line("Counters: ")?;
        let counters = counters.parse().ok().and_then(|counters| variant.with_counters(counters).ok());
        let variant = counters.ok_or_else(|| wrong("1 to 18 counters")(at))?;
        let (length, at) = line("Bytes: ")?;
        let length: u64 = length.parse().map_err(|_| wrong("a number of bytes")(at))?;
        let (checksum, at) = line("Checksum: ")?;
        let checksum = u64::from_str_radix(checksum, 16).map_err(|_| wrong("a checksum")(at))?;
        let (empty, at) = line("")?;
        if !empty.is_empty() {
            return Err(wrong("a blank line")(at));
        }
        let mut body = Vec::new();
        let room = usize::try_from(length).ok().and_then(|length| length.checked_add(1));
        room.and_then(|room| body.try_reserve_exact(room).ok()).ok_or(CertificateError::NoMemory(length))?;
        zstd::Decoder::new(rest)?.take(length.saturating_add(1)).read_to_end(&mut body)?;
        if body.len() as u64 != length || xxh3_64(&body) != checksum {
            return Err(CertificateError::Damaged);
        }
        let mut left = body.as_slice();
        let mut states = Vec::new();
        let mut told = HashSet::new();
        while !left.is_empty() {
            let one = next_state(&mut left).ok_or(CertificateError::Damaged)?;
            if !told.insert(one.state) {
                return Err(CertificateError::Twice(one.state));
            }
            states.push(one);
        }
        Ok(Self { variant, states })
    }
}

/// Reads one state and takes it off.
fn next_state(left: &mut &[u8]) -> Option<Certified> {
    let mut take = |bytes: usize| {
        let (taken, rest) = left.split_at_checked(bytes)?;
        *left = rest;
        Some(taken)
    };
    let head = take(5)?;
    let rounds = u16::from_le_bytes([head[3], head[4]]);
    let fate = match (head[2], rounds) {
        (0, 0) => Fate::Nobodys,
        (1, 1..) => Fate::Won { by: Part::Leader, rounds },
        (2, 1..) => Fate::Won { by: Part::Other, rounds },
        _ => return None,
    };
    let mut strategies = [Vec::new(), Vec::new()];
    for strategy in &mut strategies {
        let moves = u32::from_le_bytes(take(4)?.try_into().ok()?);
        *strategy = take(moves as usize)?.to_vec();
    }
    head[0].checked_add(head[1])?;
    Some(Certified { state: State { leader: head[0], other: head[1] }, fate, strategies })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pussa_rules::RAJA_PASU;

    fn certificate() -> MatchCertificate {
        let states = (1..60).map(|i| Certified {
            state: State { leader: i, other: 98 - i },
            fate: [
                Fate::Nobodys,
                Fate::Won { by: Part::Leader, rounds: u16::from(i) },
                Fate::Won { by: Part::Other, rounds: 300 },
            ][usize::from(i % 3)],
            strategies: [vec![i % 7; 400], (0..i % 5).collect()],
        });
        let variant = Variant::new(RAJA_PASU).with_reading("endless=split;last-four=kept".parse().unwrap()).unwrap();
        MatchCertificate { variant, states: states.collect() }
    }

    #[test]
    fn it_comes_back_from_its_bytes() {
        let certificate = certificate();
        let bytes = certificate.to_bytes().unwrap();
        assert!(MatchCertificate::is_meant(&bytes));
        assert_eq!(MatchCertificate::from_bytes(&bytes).unwrap(), certificate);
    }

    #[test]
    fn two_fates_of_one_state_are_refused() {
        let mut certificate = certificate();
        let mut other = certificate.states[7].clone();
        other.fate = Fate::Won { by: Part::Other, rounds: 1 };
        let state = other.state;
        certificate.states.insert(0, other);
        let read = MatchCertificate::from_bytes(&certificate.to_bytes().unwrap());
        assert!(matches!(read, Err(CertificateError::Twice(twice)) if twice == state));
    }

    #[test]
    fn more_than_any_memory_holds_is_refused_before_it_is_unpacked() {
        let bytes = certificate().to_bytes().unwrap();
        let at = bytes.windows(7).position(|part| part == b"Bytes: ").unwrap() + 7;
        let end = at + bytes[at..].iter().position(|&byte| byte == b'\n').unwrap();
        for length in ["18446744073709551615", "9223372036854775808"] {
            let larger = [&bytes[..at], length.as_bytes(), &bytes[end..]].concat();
            assert!(matches!(MatchCertificate::from_bytes(&larger), Err(CertificateError::NoMemory(_))), "{length}");
        }
    }

    #[test]
    fn whatever_is_cut_or_changed_is_refused() {
        let certificate = certificate();
        let bytes = certificate.to_bytes().unwrap();
        for cut in 0..bytes.len() {
            assert!(MatchCertificate::from_bytes(&bytes[..cut]).is_err(), "cut to {cut}");
        }
        for i in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[i] ^= 4;
            // Another game or size may be claimed, but the states are those, or none.
            let read = MatchCertificate::from_bytes(&changed);
            assert!(read.is_err() || read.is_ok_and(|read| read.states == certificate.states), "byte {i}");
        }
    }
}
