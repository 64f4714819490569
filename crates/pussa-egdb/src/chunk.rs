//! A level's boards, shared out to threads: which of them are still to be worked on.

/// How many boards one thread takes on at a time.
const BOARDS: u64 = 1 << 14;

/// Boards that one thread works on, told by their places in the level.
pub(crate) struct Chunk {
    table: usize,
    first: u64,
    /// A bit for each board that is still to be worked on.
    left: Vec<u64>,
    count: u64,
}

impl Chunk {
    /// All boards of a level that has so many in each table.
    pub(crate) fn share_out(tables: usize, boards: u64) -> Vec<Self> {
        let firsts = (0..boards).step_by(BOARDS as usize);
        let of_table = |table| firsts.clone().map(move |first| Self::new(table, first, BOARDS.min(boards - first)));
        (0..tables).flat_map(of_table).collect()
    }

    fn new(table: usize, first: u64, count: u64) -> Self {
        let word = |i: u64| if count >= 64 * (i + 1) { u64::MAX } else { (1 << (count % 64)) - 1 };
        Self { table, first, left: (0..count.div_ceil(64)).map(word).collect(), count }
    }

    /// The table that the boards are in.
    pub(crate) fn table(&self) -> usize {
        self.table
    }

    /// How many boards are still to be worked on.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The places of the boards that are still to be worked on, ascending.
    pub(crate) fn places(&self) -> Vec<u64> {
        let mut places = Vec::with_capacity(self.count as usize);
        for (i, &word) in self.left.iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                places.push(self.first + 64 * i as u64 + u64::from(bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
        places
    }

    /// Takes out the board at `place`, which must still be in.
    #[inline]
    pub(crate) fn done(&mut self, place: u64) {
        let bit = place - self.first;
        debug_assert!(self.left[bit as usize / 64] >> (bit % 64) & 1 == 1, "{place} is done already");
        self.left[bit as usize / 64] &= !(1 << (bit % 64));
        self.count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_in_one_chunk_until_it_is_done() {
        for boards in [1, 63, 64, 65, BOARDS - 1, BOARDS, BOARDS + 1, 3 * BOARDS + 100] {
            let mut chunks = Chunk::share_out(2, boards);
            for table in 0..2 {
                let places = chunks.iter().filter(|chunk| chunk.table() == table).flat_map(Chunk::places);
                assert!(places.eq(0..boards));
            }
            assert_eq!(chunks.iter().map(Chunk::count).sum::<u64>(), 2 * boards);
            let last = chunks.last_mut().unwrap();
            last.done(boards - 1);
            assert!(!last.places().contains(&(boards - 1)));
            assert_eq!(last.places().len() as u64, last.count());
        }
    }
}
