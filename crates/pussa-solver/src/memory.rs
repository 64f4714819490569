//! The memory that the table of what is proved stands in. It begins small and grows as it fills: looking up is faster in a
//! small table, and memory that is not needed is not touched.

use crate::error::SolverError;
use crate::table::{Bucket, Table};
use memmap2::MmapMut;
use zerocopy::FromBytes;

/// Memory for a table.
#[derive(Debug)]
pub(crate) struct Memory {
    map: MmapMut,
    /// The most bytes there may be.
    most: usize,
    sided: bool,
}

impl Memory {
    const BUCKET: usize = size_of::<Bucket>();
    /// What it begins with, in bytes.
    const FIRST: usize = 4 << 20;
    /// How many times the size it grows to.
    const GROWTH: usize = 4;

    /// Memory for a table that grows to at most so many bytes. `sided` as for [`Table::new`].
    ///
    /// # Errors
    /// If there is not so much memory as it begins with.
    pub(crate) fn new(most: usize, sided: bool) -> Result<Self, SolverError> {
        let most = 1 << most.max(Table::LEAST * Self::BUCKET).ilog2();
        Ok(Self { map: zeroes(most.min(Self::FIRST))?, most, sided })
    }

    /// The table.
    pub(crate) fn table(&mut self) -> Table<'_> {
        table(&mut self.map, self.sided)
    }

    /// Whether the table may still grow.
    pub(crate) fn can_grow(&self) -> bool {
        self.map.len() < self.most
    }

    /// Makes the table larger; what is in it stays. False if it may not grow, or there is no memory for it: then that is
    /// the most from here on.
    pub(crate) fn grow(&mut self) -> bool {
        let size = (self.map.len() * Self::GROWTH).min(self.most);
        let larger = if self.can_grow() { zeroes(size).ok() } else { None };
        let Some(mut larger) = larger else {
            self.most = self.map.len();
            return false;
        };
        let sided = self.sided;
        self.table().move_to(&table(&mut larger, sided));
        self.map = larger;
        true
    }
}

fn table(map: &mut MmapMut, sided: bool) -> Table<'_> {
    let buckets = <[Bucket]>::mut_from_bytes(map).expect("a page begins where a bucket may, and holds whole ones");
    Table::new(buckets, sided)
}

/// So many bytes of zeroes, that take no memory until they are touched.
fn zeroes(bytes: usize) -> Result<MmapMut, SolverError> {
    let map = MmapMut::map_anon(bytes).map_err(|_| SolverError::NoMemory(bytes))?;
    // Large pages save a quarter of the time. Without them, all goes on as well.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Entry;
    use pussa_engine::Bounds;
    use pussa_rules::{Board, Side};

    #[test]
    fn it_grows_to_its_most_and_keeps_what_is_there() {
        let mut memory = Memory::new(33 << 20, false).unwrap();
        let (board, entry) = (Board::new(&[1, 2, 3], 0, 0), Entry { bounds: Bounds::exactly(3), mv: None, work: 7 });
        memory.table().put(board, Side::South, entry);
        let mut sizes = vec![memory.map.len()];
        while memory.grow() {
            sizes.push(memory.map.len());
            assert_eq!(memory.table().get(board, Side::South), Some(entry));
        }
        assert_eq!(sizes, [4 << 20, 16 << 20, 32 << 20]);
        assert!(!memory.can_grow());
    }
}
