//! Single moves, worked out by hand from RULES.md.

use pussa_reference::{Game, Outcome, Position, Rules, Size, play};

/// The board after a move, written as a board string, or `endless`.
fn after(game: Game, reading: &str, board: &str, letter: &str) -> String {
    let rules = Rules::parse(game, reading).expect("a reading");
    let m = board.split('/').next().expect("South's row").split(',').count();
    let before = Position::parse(board, Size::new(m, 18).expect("a size")).expect("a board");
    match play(rules, &before, letter.parse().expect("a hole")).expect("a legal move") {
        Outcome::Ended { after, .. } => after.to_string(),
        Outcome::Endless => "endless".to_owned(),
    }
}

fn walak(board: &str, letter: &str) -> String {
    after(Game::WalakPussa, "default", board, letter)
}

fn raja(board: &str, letter: &str) -> String {
    after(Game::RajaPasu, "default", board, letter)
}

#[test]
fn a_necklace_stops_at_two_empty_holes() {
    // A falls in B; C is empty, D is taken, E empty, F taken, then G and a are both empty.
    let board = "1,0,0,2,0,3,0/0,1,0,0,0,0,0/0,0/S";
    assert_eq!(walak(board, "A"), "0,1,0,0,0,0,0/0,1,0,0,0,0,0/5,0/N");
    // Raja Pasu has no necklace: D alone (M4).
    assert_eq!(raja(board, "A"), "0,1,0,0,0,3,0/0,1,0,0,0,0,0/2,0/N");
}

#[test]
fn a_necklace_stops_at_a_full_hole_right_after_a_captured_one() {
    // D is taken; E is full, so G stays though F before it is empty.
    assert_eq!(walak("1,0,0,2,1,0,3/0,1,0,0,0,0,0/0,0/S", "A"), "0,1,0,0,1,0,3/0,1,0,0,0,0,0/2,0/N");
}

#[test]
fn a_necklace_crosses_rows_and_ends() {
    // North's g falls in A; B empty, C taken, D empty, E taken, F empty, G taken, a empty, b taken (North's own),
    // c empty, d taken, e and f empty.
    assert_eq!(walak("0,0,1,0,1,0,2/0,3,0,1,0,0,1/0,0/N", "g"), "1,0,0,0,0,0,0/0,0,0,0,0,0,0/0,8/S");
}

#[test]
fn a_necklace_may_reach_p() {
    // Ring A B a b. A falls in B, which is p; a is empty, b taken, A is empty (just lifted), B taken.
    // Now a and b are both empty.
    assert_eq!(walak("1,0/0,1/0,0/S", "A"), "0,0/0,0/2,0/N");
    // In Raja Pasu the capture stops at b.
    assert_eq!(raja("1,0/0,1/0,0/S", "A"), "0,1/0,0/1,0/N");
}

#[test]
fn on_a_ring_of_two_the_hole_beyond_the_empty_one_is_p() {
    // A falls in a, p; A is empty; r is a again: both counters taken. After it A is empty, and so is a.
    assert_eq!(walak("1/1/0,0/S", "A"), "0/0/2,0/N");
    // 3: a, A, a. p = a with 5, A with 1 is lifted: a has 6, A is empty, and the six are taken.
    assert_eq!(walak("3/3/0,0/S", "A"), "0/0/6,0/N");
    // A ring of two is also what closing leaves: here C and b.
    assert_eq!(walak("x,x,3/x,3,x/0,0/S", "C"), "x,x,0/x,0,x/6,0/N");
}

#[test]
fn a_four_made_by_the_last_counter_on_a_ring_of_two() {
    // Captured: North's four at once, so q and r are both empty.
    assert_eq!(raja("1/3/0,0/S", "A"), "0/0/0,4/N");
    // Kept: the four stand in p, which is r, and South takes them.
    assert_eq!(after(Game::RajaPasu, "last-four=kept", "1/3/0,0/S", "A"), "0/0/4,0/N");
}

#[test]
fn unequal_rows_make_a_ring_of_open_holes() {
    // Ring B C a. B falls in C; a with 2 is lifted: B, C. p = C with 2; a is empty, B with 1 is taken; C after it is full.
    assert_eq!(walak("x,1,0/2,x,x/0,0/S", "B"), "x,0,2/0,x,x/1,0/N");
}

#[test]
fn pasu_more_than_once_in_a_hole_in_one_lap() {
    // origin=skipped, ring of two: all 16 fall in a, where every fourth makes four: North takes four times 4.
    assert_eq!(after(Game::RajaPasu, "origin=skipped", "16/0/0,0/S", "A"), "0/0/0,16/N");
    // last-four=kept: the last counter of the lap makes the last four, which stay; A is empty, South takes them.
    let kept = "last-four=kept;origin=skipped";
    assert_eq!(after(Game::RajaPasu, kept, "16/0/0,0/S", "A"), "0/0/4,12/N");
    // origin=sown: 17 fall in a, A, a, A, … The 7th and 15th make four in a (North's), the 8th and 16th four in A, the
    // origin (South's). The 17th stands in a; A is empty, so South takes it.
    assert_eq!(raja("17/0/0,0/S", "A"), "0/0/9,8/N");
}

#[test]
fn pasu_goes_to_the_owner_of_the_row_whoever_sows() {
    // North's a with 14 goes once round, a last: b to g and A to G, each with three, make four (6 in North's row, 7 in
    // South's), and a gets one. b is then empty, and so is c.
    assert_eq!(raja("3,3,3,3,3,3,3/14,3,3,3,3,3,3/0,0/N", "a"), "0,0,0,0,0,0,0/1,0,0,0,0,0,0/28,24/S");
}

#[test]
fn a_four_kept_is_not_captured_later_for_being_a_four() {
    // Ring A B C a b c. A makes four in B with its last counter. Kept: C 5 goes a b c A B, and B has five. p = B; C is
    // empty, a with 1 is taken.
    let board = "1,3,5/0,0,0/0,0/S";
    assert_eq!(after(Game::RajaPasu, "last-four=kept", board, "A"), "1,5,0/0,1,1/1,0/N");
    // Captured: South has four, and C's last counter stands alone in B.
    assert_eq!(raja(board, "A"), "1,1,0/0,1,1/5,0/N");
}

#[test]
fn a_lap_longer_than_the_ring() {
    // Ring A B a b. Skipped: B a b B a b, two in each. p = b; A is empty; B is taken; a after it is full.
    assert_eq!(after(Game::WalakPussa, "origin=skipped", "6,0/0,0/0,0/S", "A"), "0,0/2,2/2,0/N");
    // Sown: B a b A B a. p = a (2); b 1 lifted: A 2. B 2 lifted: a 3, b 1. A 2 lifted: B 1, a 4. b 1 lifted: A 1.
    // B 1 lifted: a 5. b is empty; A with 1 is taken; B is empty, a with 5 taken; b and A are empty.
    assert_eq!(walak("6,0/0,0/0,0/S", "A"), "0,0/0,0/6,0/N");
}

#[test]
fn the_origin_is_each_laps_own() {
    // Ring A B a b, skipped. A 1 falls in B; a 4 is lifted: b A B b, the origin a passed over. p = b with 2; A 1 is
    // lifted: B 3. p = B; a is empty; b with 2 is taken; A is empty; B with 3 is taken; a and b are empty.
    assert_eq!(after(Game::WalakPussa, "origin=skipped", "1,0/4,0/0,0/S", "A"), "0,0/0,0/5,0/N");
    // Sown: a 4 goes b A B a. p = a with 1; b 1 lifted: A 2. B 2 lifted: a 2, b 1. A 2 lifted: B 1, a 3. b 1 lifted: A 1.
    // B 1 lifted: a 4. b is empty; A with 1 taken; B empty; a with 4 taken.
    assert_eq!(walak("1,0/4,0/0,0/S", "A"), "0,0/0,0/5,0/N");
}

#[test]
fn a_skipped_origin_can_be_q_or_r() {
    // Ring A B a. Skipped: A 2 falls in B, a; p = a; q = A, the origin, is empty; r = B with 1 is taken; a is full.
    assert_eq!(after(Game::WalakPussa, "origin=skipped", "2,0/0,x/0,0/S", "A"), "0,0/1,x/1,0/N");
    // Ring A B a b. A 2 falls in B, a; p = a; b is empty; r = A, the origin, is empty too: nothing is taken.
    assert_eq!(after(Game::WalakPussa, "origin=skipped", "2,0/0,0/0,0/S", "A"), "0,1/1,0/0,0/N");
}

#[test]
fn a_board_that_comes_back_with_another_p_is_not_endless() {
    // Ring A a. A 2 falls in a, A: (1, 4), p = A. a 4 is lifted: (3, 2), p = a. A 3 is lifted: (1, 4) again, but p = a.
    // A 1 is lifted: (0, 5), p = a; A is empty; the five are taken.
    assert_eq!(walak("2/3/0,0/S", "A"), "0/0/5,0/N");
}

#[test]
fn the_smallest_endless_move() {
    // Ring A a. A 2: (1, 2), p = A. a 2: (2, 1), p = a. A 2: (1, 2), p = A, as after the first lap.
    assert_eq!(after(Game::WalakPussa, "endless=split", "2/1/0,0/S", "A"), "endless");
    // With the origin passed over both counters fall in a, and the three are taken.
    assert_eq!(after(Game::WalakPussa, "origin=skipped", "2/1/0,0/S", "A"), "0/0/3,0/N");
}
