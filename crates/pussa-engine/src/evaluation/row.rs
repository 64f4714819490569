//! One player's row, as the features see it.

/// The counters of a row, a byte a hole, the leftmost in the lowest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    bytes: u64,
    holes: u8,
}

const ONES: u64 = 0x0101_0101_0101_0101;
const SEVENS: u64 = 0x7f * ONES;

/// The highest bit of each byte that is not 0.
#[inline]
fn not_zero(bytes: u64) -> u64 {
    (((bytes & SEVENS) + SEVENS) | bytes) & !SEVENS
}

impl Row {
    /// A row of 1 to 7 holes with these counters, at most 255 of them.
    #[inline]
    pub(super) fn new(bytes: u64, holes: u8) -> Self {
        Self { bytes, holes }
    }

    /// All its counters.
    #[inline]
    pub(super) fn counters(self) -> u32 {
        (self.bytes.wrapping_mul(ONES) >> 56) as u32
    }

    /// A bit for each hole that holds counters, the lowest for the leftmost.
    #[inline]
    pub(super) fn pattern(self) -> usize {
        // Gathers the highest bits of all bytes in the highest byte.
        ((not_zero(self.bytes) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
    }

    /// How many holes hold counters.
    pub(super) fn full_holes(self) -> u32 {
        self.pattern().count_ones()
    }

    /// How many holes hold one counter.
    #[inline]
    pub(super) fn singles(self) -> u32 {
        8 - not_zero(self.bytes ^ ONES).count_ones()
    }

    /// For each hole that holds counters, the holes of the row beyond it.
    pub(super) fn room(self) -> u32 {
        room(self.pattern(), self.holes)
    }
}

/// For each hole of a pattern, the holes beyond it in a row of so many.
pub(super) fn room(pattern: usize, holes: u8) -> u32 {
    (0..u32::from(holes)).filter(|&hole| pattern >> hole & 1 != 0).map(|hole| u32::from(holes) - 1 - hole).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_counted_as_one_would_by_hand() {
        for (counters, total, pattern, singles, room) in [
            ([0, 0, 0, 0, 0, 0, 0], 0, 0b000_0000, 0, 0),
            ([1, 0, 2, 0, 0, 0, 1], 4, 0b100_0101, 2, 6 + 4),
            ([252, 0, 0, 0, 0, 0, 0], 252, 0b000_0001, 0, 6),
            ([1, 1, 1, 1, 1, 1, 1], 7, 0b111_1111, 7, 21),
            ([0, 128, 3, 0, 0, 121, 0], 252, 0b010_0110, 0, 5 + 4 + 1),
        ] {
            let bytes = counters.iter().rev().fold(0, |bytes, &n: &u64| bytes << 8 | n);
            let row = Row::new(bytes, 7);
            assert_eq!((row.counters(), row.pattern()), (total, pattern), "{counters:?}");
            assert_eq!((row.full_holes(), row.singles(), row.room()), (row.pattern().count_ones(), singles, room));
        }
    }

    #[test]
    fn shorter_rows_have_less_room() {
        assert_eq!(Row::new(0x01_0001, 3).room(), 2);
        assert_eq!(Row::new(0x01_0001, 5).room(), 4 + 2);
    }
}
