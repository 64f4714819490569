//! Every board of so many counters.

/// Calls `f` with every way to lay so many counters into fourteen holes.
pub(crate) fn every_board(counters: u8, f: &mut impl FnMut(&[u8; 14])) {
    fn fill(board: &mut [u8; 14], place: usize, left: u8, f: &mut impl FnMut(&[u8; 14])) {
        if place == 13 {
            board[place] = left;
            return f(board);
        }
        for n in 0..=left {
            board[place] = n;
            fill(board, place + 1, left - n, f);
        }
    }
    fill(&mut [0; 14], 0, counters, f);
}
