//! The handful of byte operations that several moves at once are made of.

use super::tables::Lanes;

/// Sixteen lanes for each of [`Vector::BOARDS`] boards.
///
/// Every operation works on each lane by itself or, where it moves bytes, within one board's sixteen.
pub(super) trait Vector: Copy {
    /// How many boards one value holds.
    const BOARDS: usize;

    /// The same lanes for every board.
    fn every(lanes: Lanes) -> Self;
    /// The first [`Vector::BOARDS`] boards of `boards`.
    fn load(boards: &[u128]) -> Self;
    /// Writes the boards to the front of `boards`.
    fn store(self, boards: &mut [u128]);

    /// The sum, wrapping.
    fn add(self, other: Self) -> Self;
    /// The difference, wrapping.
    fn sub(self, other: Self) -> Self;
    /// The difference, or 0 where it would be negative.
    fn minus(self, other: Self) -> Self;
    /// The smaller one.
    fn min(self, other: Self) -> Self;
    /// The larger one.
    fn max(self, other: Self) -> Self;
    /// Bits that are in both.
    fn and(self, other: Self) -> Self;
    /// Bits that are in either.
    fn or(self, other: Self) -> Self;
    /// Bits that are in one but not the other.
    fn xor(self, other: Self) -> Self;
    /// Four times as much; all lanes are 0 or 1.
    fn four_times(self) -> Self;

    /// Lane `index[i] % 16` of the board in lane `i`, or 0 where `index[i]` is 128 or more.
    fn pick(self, index: Self) -> Self;
    /// In each half board, eight lanes, the bits below the lowest one that is set; all bits if none is.
    fn below_lowest_bit(self) -> Self;
    /// The sum of each half board in that half's first lane (and what does not fit there in its second).
    fn half_sums(self) -> Self;

    /// Whether any lane is not 0.
    fn any(self) -> bool;
    /// Bit `i` says whether the first lane of board `i` is 0.
    fn boards_at_zero(self) -> u32;
}
