//! Records in memory: a few bytes each, in their order, and a list of every so many numbers to find them by.

use super::block::{Claim, Numbered};
use super::numbers::Numbers;

/// Bytes of a claim: low, high, rank, move.
const CLAIM: usize = 7;

/// How many records share an entry of the list.
const STEP: usize = 32;

/// Records that were read, sorted by their numbers.
#[derive(Debug)]
pub(super) struct Loaded {
    /// Bytes of a number.
    width: usize,
    /// For each record its number and its claim.
    packed: Vec<u8>,
    /// The numbers of the first record and of every [`STEP`]th after it.
    steps: Vec<u128>,
}

impl Loaded {
    /// How many bytes so many records take.
    pub(super) fn memory(numbers: Numbers, records: u64) -> u64 {
        records * (width(numbers) + CLAIM) as u64 + records.div_ceil(STEP as u64) * 16
    }

    /// None yet, and room for so many; `None` if there is no memory for them.
    pub(super) fn with_room(numbers: Numbers, records: u64) -> Option<Self> {
        let (width, mut packed, mut steps) = (width(numbers), Vec::new(), Vec::new());
        packed.try_reserve_exact(usize::try_from(records).ok()?.checked_mul(width + CLAIM)?).ok()?;
        steps.try_reserve_exact((records as usize).div_ceil(STEP)).ok()?;
        Some(Self { width, packed, steps })
    }

    fn size(&self) -> usize {
        self.width + CLAIM
    }

    /// Adds one whose number is above all others'.
    pub(super) fn push(&mut self, record: &Numbered) {
        if self.packed.len() == self.steps.len() * STEP * self.size() {
            self.steps.push(record.number);
        }
        let Claim { low, high, rank, mv } = record.claim;
        self.packed.extend(&record.number.to_le_bytes()[..self.width]);
        self.packed.extend(low.to_le_bytes());
        self.packed.extend(high.to_le_bytes());
        self.packed.extend(rank.to_le_bytes());
        self.packed.push(mv);
    }

    /// What is claimed of the position with this number.
    pub(super) fn get(&self, number: u128) -> Option<Claim> {
        let after = self.steps.partition_point(|&step| step <= number);
        let first = after.checked_sub(1)? * STEP * self.size();
        let share = &self.packed[first..self.packed.len().min(first + STEP * self.size())];
        let (mut least, mut most) = (0, share.len() / self.size());
        while least < most {
            let middle = usize::midpoint(least, most);
            let entry = &share[middle * self.size()..][..self.size()];
            let mut bytes = [0; 16];
            bytes[..self.width].copy_from_slice(&entry[..self.width]);
            match u128::from_le_bytes(bytes).cmp(&number) {
                std::cmp::Ordering::Less => least = middle + 1,
                std::cmp::Ordering::Greater => most = middle,
                std::cmp::Ordering::Equal => return claim(&entry[self.width..]),
            }
        }
        None
    }
}

/// How many bytes the largest number of a ring takes.
fn width(numbers: Numbers) -> usize {
    (u128::BITS - numbers.end().leading_zeros()).div_ceil(8) as usize
}

fn claim(bytes: &[u8]) -> Option<Claim> {
    let &[a, b, c, d, e, f, mv] = bytes else { return None };
    Some(Claim {
        low: i16::from_le_bytes([a, b]),
        high: i16::from_le_bytes([c, d]),
        rank: u16::from_le_bytes([e, f]),
        mv,
    })
}
