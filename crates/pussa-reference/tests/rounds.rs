//! Rounds and their ends, worked out by hand from RULES.md, and rounds by chance.

use pussa_reference::{
    Ending, Game, Hole, MoveError, Player, Playouts, Position, Reserves, Round, RoundResult, Rules, Size, legal_moves,
    perft,
};

fn round(game: Game, reading: &str, board: &str) -> Round {
    let m = board.split('/').next().expect("South's row").split(',').count();
    let start = Position::parse(board, Size::new(m, 7).expect("a size")).expect("a board");
    Round::new(Rules::parse(game, reading).expect("a reading"), start)
}

fn result(ending: Ending, south: u8, north: u8, remainder_taken_by: Option<Player>, plies: u32) -> RoundResult {
    RoundResult { ending, reserves: Reserves::new(south, north), remainder_taken_by, plies }
}

/// Three counters chase each other round a ring of twelve, one hole a move, three to five holes apart: never is the hole
/// after an empty q full. Each goes where the one ahead was, so after these twelve moves the board is the same.
///
/// ```text
///    . . . . . . .     E=4 c=8 f=11;  EfAcBd moves 4→5 11→0 0→1 8→9 1→2 9→10;  FaCeDb 5→6 6→7 2→3 10→11 3→4 7→8
/// ```
const CHASE: &str = "0,0,0,0,1,0/0,0,1,0,0,1/5,2/S";
const ONE_ROUND_OF_THE_CHASE: &str = "EfAcBdFaCeDb";

#[test]
fn the_third_standing_of_a_board_splits_and_an_odd_counter_stays_out() {
    for game in [Game::WalakPussa, Game::RajaPasu] {
        let mut round = round(game, "default", CHASE);
        // The start stands once, and for the second time after twelve moves.
        round.play_moves(ONE_ROUND_OF_THE_CHASE).expect("legal moves");
        assert_eq!(round.result(), None);
        assert_eq!(round.position().to_string(), CHASE);
        round.play_moves(&ONE_ROUND_OF_THE_CHASE[..11]).expect("legal moves");
        assert_eq!(round.result(), None);
        round.play_moves("b").expect("a legal move");
        // Three left: one each, one in neither reserve.
        assert_eq!(round.result(), Some(result(Ending::Repetition, 6, 3, None, 24)));
        assert_eq!(round.result().map(|result| result.margin()), Some(3));
        assert_eq!(round.play_moves("E").map_err(|e| e.error), Err(MoveError::RoundOver(Ending::Repetition)));
    }
}

#[test]
fn a_round_that_starts_later_does_not_know_what_went_before() {
    // One move into the chase the board counts from there: its third standing comes one move later too.
    let mut round = round(Game::WalakPussa, "default", "0,0,0,0,0,1/0,0,1,0,0,1/5,2/N");
    let rest = format!("{}{}E", &ONE_ROUND_OF_THE_CHASE[1..], ONE_ROUND_OF_THE_CHASE);
    round.play_moves(&rest[..23]).expect("legal moves");
    assert_eq!(round.result(), None);
    round.play_moves(&rest[23..]).expect("a legal move");
    assert_eq!(round.result(), Some(result(Ending::Repetition, 6, 3, None, 24)));
}

#[test]
fn counting_moves_does_not_look_at_repetition() {
    let start = round(Game::WalakPussa, "default", CHASE);
    let rules = Rules::of(Game::WalakPussa);
    assert!(perft(rules, start.position(), 26) > 0);
}

#[test]
fn no_counters_in_the_own_row() {
    // A takes b and B (the necklace reaches p): the board is empty, and South took the remainder though there was none.
    let mut round = round(Game::WalakPussa, "default", "1,0/0,1/0,0/S");
    round.play_moves("A").expect("a legal move");
    assert_eq!(round.result(), Some(result(Ending::NoMove, 2, 0, Some(Player::South), 1)));
    assert_eq!(round.moves(), [Hole::from_letter('A').expect("a hole")]);
}

#[test]
fn a_round_may_be_over_as_it_starts() {
    // E1: South has nothing, North takes the three.
    let over = round(Game::RajaPasu, "default", "0,0/1,2/4,1/S");
    assert_eq!(over.result(), Some(result(Ending::NoMove, 4, 4, Some(Player::North), 0)));
    // E2: A alone could move, and is endless (see `sowing.rs`): one each of three, one stays out.
    let mut over = round(Game::WalakPussa, "default", "2/1/0,0/S");
    assert_eq!(over.result(), Some(result(Ending::Endless, 1, 1, None, 0)));
    assert_eq!(over.play_moves("A").map_err(|e| e.error), Err(MoveError::RoundOver(Ending::Endless)));
    assert_eq!(perft(Rules::of(Game::WalakPussa), over.position(), 1), 0);
}

#[test]
fn an_endless_move_that_may_be_chosen_is_called_off() {
    // Ring A a. A 5: a, A, a makes four (North's), A, a: (2, 1), p = a. A 2: (1, 2), p = A. a 2: (2, 1), p = a again.
    // Called off, the four go back; of seven each takes three, one stays out.
    let mut round = round(Game::RajaPasu, "endless=split", "5/2/1,3/S");
    assert_eq!(round.result(), None);
    round.play_moves("A").expect("a legal move");
    assert_eq!(round.position().to_string(), "5/2/1,3/S");
    assert_eq!(round.moves().len(), 1);
    assert_eq!(round.result(), Some(result(Ending::Endless, 4, 6, None, 1)));
    // It counts as a move, and nothing follows it.
    let split = Rules::parse(Game::RajaPasu, "endless=split").expect("a reading");
    assert_eq!(perft(split, round.position(), 1), 1);
    assert_eq!(perft(split, round.position(), 2), 0);
}

#[test]
fn a_board_where_one_move_is_endless() {
    // E is endless (golden/moves.csv); B, D and F are not.
    let board = "0,1,0,1,2,1,0/1,0,1,0,1,0,1/0,0/S";
    let letters = |reading| {
        let rules = Rules::parse(Game::WalakPussa, reading).expect("a reading");
        legal_moves(rules, round(Game::WalakPussa, reading, board).position()).map(Hole::letter).collect::<String>()
    };
    assert_eq!(letters("default"), "BDF");
    assert_eq!(letters("endless=split"), "BDEF");
}

#[test]
fn chance_strikes_out_endless_moves_and_chooses_again() {
    let start = *round(Game::WalakPussa, "default", "0,1,0,1,2,1,0/1,0,1,0,1,0,1/0,0/S").position();
    let mut asked = Vec::new();
    // Of B, D, E, F the third is chosen, E, which is struck out; then the first of the three left.
    let choose = |n| {
        asked.push(n);
        if asked.len() == 1 { 2 } else { 0 }
    };
    Playouts::new().play(Rules::of(Game::WalakPussa), &start, choose);
    assert_eq!(asked[..2], [4, 3]);
    // Where it may be chosen it ends the round: nine counters on the board, four each.
    let split = Rules::parse(Game::WalakPussa, "endless=split").expect("a reading");
    let called_off = Playouts::new().play(split, &start, |_| 2);
    assert_eq!(called_off, result(Ending::Endless, 4, 4, None, 1));
}

/// A number below `n` by chance.
fn below(state: &mut u64, n: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % n
}

#[test]
fn rounds_by_chance_end_like_rounds_played_move_by_move() {
    let mut playouts = Playouts::new();
    let mut endings = [0; 3];
    for (game, reading) in [
        (Game::WalakPussa, "default"),
        (Game::WalakPussa, "endless=split;origin=skipped"),
        (Game::RajaPasu, "default"),
        (Game::RajaPasu, "endless=split;last-four=kept"),
    ] {
        let rules = Rules::parse(game, reading).expect("a reading");
        for seed in 0..2000u64 {
            let m = 1 + seed as usize % 7;
            let start = Position::opening(Size::new(m, 1 + seed as usize % 18).expect("a size"));
            let (mut state, mut met_endless) = (seed, false);
            let mut round = Round::new(rules, start);
            while round.result().is_none() {
                let holes: Vec<Hole> = legal_moves(rules, round.position()).collect();
                let row = round.position().ring().row(round.position().to_move());
                let full = round.position().ring().counters()[row].iter().filter(|&&n| n > 0).count();
                met_endless |= holes.len() < full;
                round.play(holes[below(&mut state, holes.len())]).expect("a legal move");
            }
            let slow = round.result().expect("a result");
            endings[slow.ending as usize] += 1;
            // Where an endless move was struck out chance goes another way.
            if !met_endless {
                let mut state = seed;
                assert_eq!(playouts.play(rules, &start, |n| below(&mut state, n)), slow, "{rules:?} {seed}");
            }
            let left_out = start.ring().total() - slow.reserves.total();
            assert!(left_out <= usize::from(slow.ending != Ending::NoMove), "only an odd counter stays out");
        }
    }
    assert!(endings[0] > 100 && endings[1] > 10 && endings[2] > 1, "all endings are met: {endings:?}");
}
