//! Levels drawn by chance, for lies that the boards of small rings have no place for: positions that lead to each other, and
//! of which something is said that only the others of them support.

use super::{Child, Known, Statement, Why};
use crate::retrograde::Choice::{self, Leaves, Stays};

/// The positions of a level, each with what there is to choose.
type Level = Vec<Vec<Choice>>;

/// What a choice comes to if that is said of the positions of the level.
fn child(choice: &Choice, said: &[Statement], with_ranks: bool) -> Child {
    match *choice {
        Leaves(gain) => Child { gain, captures: true, known: Some(Known::exactly(0)) },
        Stays(to) => {
            let Statement { low, high, rank, .. } = said[to];
            let known = Known { low, high, rank: with_ranks.then_some(rank) };
            Child { gain: 0, captures: false, known: Some(known) }
        }
    }
}

/// What is wrong with what is said of each position by itself.
fn doubts(level: &Level, said: &[Statement], with_ranks: bool) -> Vec<Why> {
    let about = |(choices, one): (&Vec<Choice>, &Statement)| {
        let moves = choices.iter().enumerate();
        moves.map(|(mv, choice)| one.weigh(mv, child(choice, said, with_ranks))).find_map(Result::err)
    };
    level.iter().zip(said).filter_map(about).collect()
}

/// Whether it is said that `value` is got by the player who moves at even numbers: got by some choice there, and not
/// saved by any choice at odd numbers. At first it is said of all positions or of none; then it is looked again, up to so
/// many times, and the number of the look is told that first found the last answer.
fn settled(level: &Level, value: i16, at_first: bool) -> Vec<(bool, u16)> {
    let mut said = vec![(at_first, 0); level.len()];
    for look in 1.. {
        let gets = |at: usize, choice: &Choice| match *choice {
            Leaves(margin) => {
                if at.is_multiple_of(2) {
                    margin >= value
                } else {
                    margin <= -value
                }
            }
            Stays(to) => said[to].0,
        };
        let now = level.iter().enumerate().map(|(at, choices)| {
            let mut gets = choices.iter().map(|choice| gets(at, choice));
            let found = if at.is_multiple_of(2) { gets.any(|gets| gets) } else { gets.all(|gets| gets) };
            (found, if found == said[at].0 { said[at].1 } else { look })
        });
        let now: Vec<_> = now.collect();
        if now == said {
            break;
        }
        said = now;
    }
    said
}

/// Those statements, with these ranks. The move that gets it is the first that leaves, or leads to the lowest rank.
fn statements(level: &Level, value: i16, said: &[bool], ranks: &[u16]) -> Vec<Statement> {
    let about = |at: usize| {
        let nothing = Statement { low: -9, high: 9, mv: None, rank: ranks[at] };
        if !said[at] {
            return nothing;
        }
        let gets = |choice: &Choice| match *choice {
            Leaves(margin) => (margin >= value).then_some(0),
            Stays(to) => said[to].then_some(1 + u32::from(ranks[to])),
        };
        let best =
            (0..level[at].len()).filter(|&mv| gets(&level[at][mv]).is_some()).min_by_key(|&mv| gets(&level[at][mv]));
        if at.is_multiple_of(2) {
            Statement { low: value, mv: best, ..nothing }
        } else {
            Statement { high: -value, ..nothing }
        }
    };
    (0..level.len()).map(about).collect()
}

#[test]
fn lies_that_only_support_each_other_are_found_by_their_ranks() {
    let mut state = 1_u64;
    let mut below = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let (mut levels_with_lies, mut truths) = (0, 0);
    for _ in 0..20_000 {
        let mut choice = |at: usize| match below(3) {
            0 => Leaves([-3, -2, -1, 0, 1, 2, 3][below(7)]),
            _ => Stays(2 * below(3) + 1 - at % 2),
        };
        let level: Level = (0..6).map(|at| (0..=at % 3).map(|_| choice(at)).collect()).collect();
        let value = [1, 2][below(2)];
        // What holds, with the ranks that show it, and the most that could be said.
        let (shown, ranks): (Vec<bool>, Vec<u16>) = settled(&level, value, false).into_iter().unzip();
        let most: Vec<bool> = settled(&level, value, true).into_iter().map(|(said, _)| said).collect();
        assert_eq!(doubts(&level, &statements(&level, value, &shown, &ranks), true), []);
        truths += shown.iter().filter(|&&shown| shown).count();
        if most == shown {
            continue;
        }
        levels_with_lies += 1;
        for _ in 0..20 {
            let ranks: Vec<u16> =
                ranks.iter().zip(&shown).map(|(&rank, shown)| if *shown { rank } else { below(9) as u16 }).collect();
            let lies = statements(&level, value, &most, &ranks);
            assert_eq!(doubts(&level, &lies, false), [], "they are in order but for their ranks");
            let doubts = doubts(&level, &lies, true);
            assert!(doubts.iter().all(|why| matches!(why, Why::LowRank | Why::HighRank { .. })), "{doubts:?}");
            assert!(!doubts.is_empty(), "the ranks of all of them can't fall");
        }
    }
    assert!(levels_with_lies > 2_000 && truths > 20_000, "{levels_with_lies}, {truths}");
}
