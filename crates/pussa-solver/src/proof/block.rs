//! A block of records: their numbers and claims, and how they are packed.

use super::Record;
use super::numbers::Numbers;
use pussa_rules::{Board, MAX_HOLES, Move, Side};
use std::io;

/// How many records a block has, the last one apart: few enough to be unpacked in some tens of microseconds, enough to be
/// packed well.
pub(super) const BLOCK: usize = 2048;

/// How hard Zstandard tries. From 15 on it gives each kind of column its own codes: a certificate of Walak-pussa is a
/// fifteenth shorter than at 9, packed in four times the time and unpacked in the same. Harder gives nothing more.
const EFFORT: i32 = 15;

/// The most bytes of a gap.
const WIDEST: u8 = 16;

/// Columns of bytes beside those of the numbers: two each for low, for high less low, and for the rank; one for the move.
const CLAIM: usize = 7;

/// What a record says of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) low: i16,
    pub(super) high: i16,
    pub(super) rank: u16,
    /// 0 for none, or one more than the move's place.
    pub(super) mv: u8,
}

impl Claim {
    /// The record that says so of a position.
    pub(super) fn of(self, mover: Side, board: Board) -> Record {
        let Self { low, high, rank, mv } = self;
        Record { mover, board, low, high, mv: mv.checked_sub(1).map(Move::new), rank }
    }
}

/// A record with its number for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbered {
    pub(super) number: u128,
    pub(super) claim: Claim,
}

impl Numbered {
    pub(super) fn of(numbers: Numbers, record: &Record) -> Option<Self> {
        let number = numbers.number(record.mover, record.board)?;
        let mv = record.mv.map_or(0, |mv| mv.place() + 1);
        Some(Self { number, claim: Claim { low: record.low, high: record.high, rank: record.rank, mv } })
    }

    pub(super) fn record(self, numbers: Numbers) -> Option<Record> {
        let (mover, board) = numbers.position(self.number)?;
        Some(self.claim.of(mover, board))
    }
}

/// The bytes of some records, at least one, as they go into the file.
pub(super) fn pack(records: &[Numbered]) -> io::Result<Vec<u8>> {
    let gaps: Vec<u128> = records.windows(2).map(|two| two[1].number - two[0].number - 1).collect();
    let most = gaps.iter().max().copied().unwrap_or(0);
    let width = (u128::BITS - most.leading_zeros()).div_ceil(8) as usize;
    let mut bytes = vec![width as u8];
    for byte in (0..width).rev() {
        bytes.extend(gaps.iter().map(|gap| (gap >> (8 * byte)) as u8));
    }
    let claims = || records.iter().map(|record| record.claim);
    for byte in [1, 0] {
        bytes.extend(claims().map(|claim| claim.low.to_le_bytes()[byte]));
        bytes.extend(claims().map(|claim| claim.high.wrapping_sub(claim.low).to_le_bytes()[byte]));
        bytes.extend(claims().map(|claim| claim.rank.to_le_bytes()[byte]));
    }
    bytes.extend(claims().map(|claim| claim.mv));
    zstd::bulk::compress(&bytes, EFFORT)
}

/// The `count` records that [`pack`] made `bytes` of, the first of which has number `first`; `None` if they are none.
pub(super) fn unpack(bytes: &[u8], first: u128, count: usize) -> Option<Vec<Numbered>> {
    let bytes = zstd::bulk::decompress(bytes, 1 + count * (usize::from(WIDEST) + CLAIM)).ok()?;
    let (&width, columns) = bytes.split_first()?;
    let others = count.checked_sub(1)?;
    if width > WIDEST || columns.len() != others * usize::from(width) + count * CLAIM {
        return None;
    }
    let (bytes_of_gaps, claims) = columns.split_at(others * usize::from(width));
    let mut gaps = vec![0_u128; count];
    for byte in 0..usize::from(width) {
        let column = &bytes_of_gaps[byte * others..][..others];
        gaps[1..].iter_mut().zip(column).for_each(|(gap, &byte)| *gap = *gap << 8 | u128::from(byte));
    }
    let column = |i: usize| claims[i * count..][..count].iter().copied();
    let low = column(0).zip(column(3)).map(|high_and_low| i16::from_be_bytes(high_and_low.into()));
    let width = column(1).zip(column(4)).map(|high_and_low| i16::from_be_bytes(high_and_low.into()));
    let rank = column(2).zip(column(5)).map(|high_and_low| u16::from_be_bytes(high_and_low.into()));
    let mut next = first;
    let mut records = Vec::with_capacity(count);
    for ((((gap, low), width), rank), mv) in gaps.into_iter().zip(low).zip(width).zip(rank).zip(column(6)) {
        let number = next.checked_add(gap).filter(|_| mv <= MAX_HOLES)?;
        next = number.checked_add(1)?;
        records.push(Numbered { number, claim: Claim { low, high: low.wrapping_add(width), rank, mv } });
    }
    Some(records)
}
