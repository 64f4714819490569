//! Who wins the match: held against a plain complete computation on small boards.

use pussa_reference as reference;
use pussa_rules::{GAMES, Game, NextRound, Reading, Round, Variant};
use pussa_solver::Settings;
use pussa_solver::matches::{
    Answered, Chances, Fate, MatchCertificate, MatchPlayer, MatchTable, MatchWatch, Part, Prospect, State,
};
use reference::{MatchClaims, MatchValues, Player, Rules, Size};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A table on so many threads, with questions of at most so many positions.
fn table(variant: Variant, threads: usize, nodes: u64) -> MatchTable {
    let mut table = MatchTable::new(variant, Settings { threads, hash: 64 << 20 });
    let watch = MatchWatch { stop: &AtomicBool::new(false), nodes, report: &|_, _, _| (), answered: &|_| () };
    assert!(table.solve(&watch));
    table
}

fn small(game: Game, reading: Reading, holes: u8, counters: u8) -> Variant {
    let variant = Variant::new(game).with_reading(reading).unwrap();
    variant.with_holes(holes).unwrap().with_counters(counters).unwrap()
}

fn plainly(variant: Variant) -> MatchValues {
    let rules = Rules::parse(variant.game().name().parse().unwrap(), &variant.reading().to_string()).unwrap();
    MatchValues::of(rules, Size::new(variant.holes().into(), variant.counters().into()).unwrap())
}

/// What the reference says of a state, in words of the table.
fn truth(values: &MatchValues, state: State) -> Option<Fate> {
    Some(match values.fate(state.leader, state.other)? {
        reference::Fate::Nobodys => Fate::Nobodys,
        reference::Fate::Won { by, rounds } => {
            Fate::Won { by: if by == Player::South { Part::Leader } else { Part::Other }, rounds: rounds as u16 }
        }
    })
}

#[test]
fn every_state_of_small_boards_has_the_fate_that_a_plain_computation_finds() {
    let (mut states, mut won, mut longest, mut lower) = (0, 0, 0, 0);
    for game in GAMES {
        for reading in Reading::all(game, true) {
            for (holes, counters) in [(1, 5), (2, 1), (2, 2), (2, 3), (2, 4), (2, 7), (3, 1), (3, 2), (3, 3), (3, 4)] {
                let variant = small(game, reading, holes, counters);
                let (table, values) = (table(variant, 1, u64::MAX), plainly(variant));
                for (state, known) in table.all() {
                    let truth = truth(&values, state);
                    assert!(truth.is_some(), "{variant:?}: {state:?} is a state");
                    if state.total() == variant.total() || known.fate().is_some() {
                        assert_eq!(known.fate(), truth, "{variant:?}: {state:?}");
                    }
                    states += 1;
                    lower += u32::from(state.total() < variant.total());
                    if let Some(Fate::Won { rounds, .. }) = truth {
                        (won, longest) = (won + 1, longest.max(rounds));
                    }
                }
                let whole = values.all().into_iter().filter(|([a, b], _)| a + b == variant.total()).count();
                assert_eq!(table.all().filter(|(state, _)| state.total() == variant.total()).count(), whole);
            }
        }
    }
    println!("{states} {lower} {won} {longest}");
    assert!(states > 1000 && lower > 100 && won > 200 && longest > 4, "{states} {lower} {won} {longest}");
}

#[test]
fn strategies_show_every_fate_to_a_checker_that_knows_the_rules_only() {
    let (mut states, mut moves) = (0, 0);
    for game in GAMES {
        for reading in Reading::all(game, true) {
            for (holes, counters) in [(1, 5), (2, 2), (2, 4), (3, 2), (3, 4), (4, 2)] {
                let variant = small(game, reading, holes, counters);
                let table = table(variant, 2, u64::MAX);
                let claims = claims(&table);
                for (state, _) in table.all() {
                    let strategies = table.strategies(state, 64 << 20, &AtomicBool::new(false)).unwrap();
                    let [first, second] = &strategies;
                    let holdings = [state.leader, state.other];
                    let checked = claims.verify(holdings, [first, second]);
                    assert!(checked.is_ok(), "{variant:?}: {state:?}: {}", checked.unwrap_err());
                    states += 1;
                    moves += first.len() + second.len();
                }
            }
        }
    }
    println!("{states} {moves}");
    assert!(states > 1000 && moves > 10_000, "{states} {moves}");
}

/// What the table says of all states, in words of the reference.
fn claims(table: &MatchTable) -> MatchClaims {
    let variant = table.variant();
    let rules = Rules::parse(variant.game().name().parse().unwrap(), &variant.reading().to_string()).unwrap();
    let size = Size::new(variant.holes().into(), variant.counters().into()).unwrap();
    let fates = table.all().filter_map(|(state, known)| {
        let fate = match known.fate()? {
            Fate::Nobodys => reference::Fate::Nobodys,
            Fate::Won { by, rounds } => {
                let by = if by == Part::Leader { Player::South } else { Player::North };
                reference::Fate::Won { by, rounds: rounds.into() }
            }
        };
        Some(([state.leader, state.other], fate))
    });
    MatchClaims::new(rules, size, fates)
}

#[test]
fn a_table_is_the_same_with_any_number_of_threads_and_after_a_stop() {
    for game in GAMES {
        let variant = small(game, Reading::default(), 4, 3);
        let told = |table: &MatchTable| {
            let all = table.all().map(|(state, known)| (state, known.fate())).collect::<Vec<_>>();
            (all, table.nodes(), table.questions())
        };
        let answers = Mutex::new(Vec::new());
        let mut one = MatchTable::new(variant, Settings { threads: 1, hash: 64 << 20 });
        let keep = |answered: &Answered| answers.lock().unwrap().push(answered.to_string());
        let never = AtomicBool::new(false);
        let watch = MatchWatch { stop: &never, nodes: u64::MAX, report: &|_, _, _| (), answered: &keep };
        assert!(one.solve(&watch));
        assert_eq!(told(&table(variant, 3, u64::MAX)), told(&one));
        let lines = answers.lock().unwrap().clone();
        assert_eq!(lines.len() as u64, one.questions());

        // Stopped as soon as half of the questions are answered, and taken up with the answers that were kept.
        let (stop, kept) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let keep = |answered: &Answered| {
            let mut kept = kept.lock().unwrap();
            kept.push(answered.to_string());
            stop.store(2 * kept.len() > lines.len(), Ordering::Relaxed);
        };
        let mut half = MatchTable::new(variant, Settings { threads: 2, hash: 64 << 20 });
        assert!(!half.solve(&MatchWatch { stop: &stop, nodes: u64::MAX, report: &|_, _, _| (), answered: &keep }));
        let kept = kept.lock().unwrap().clone();
        let asked_again = Mutex::new(0);
        let count = |_: &Answered| *asked_again.lock().unwrap() += 1;
        let mut resumed = MatchTable::new(variant, Settings { threads: 2, hash: 64 << 20 });
        resumed.recall(kept.iter().map(|line| line.parse().unwrap()));
        assert!(resumed.solve(&MatchWatch { answered: &count, ..watch }));
        assert_eq!(told(&resumed), told(&one));
        assert_eq!(*asked_again.lock().unwrap() + kept.len(), lines.len());
    }
}

#[test]
fn questions_that_take_too_long_leave_bounds_that_hold() {
    let (mut open, mut known) = (0, 0);
    for game in GAMES {
        for (holes, counters) in [(3, 3), (3, 4), (4, 2)] {
            let variant = small(game, Reading::default(), holes, counters);
            let values = plainly(variant);
            for nodes in [3, 10, 30, 100, 300] {
                for (state, found) in table(variant, 1, nodes).all() {
                    let truth = truth(&values, state).unwrap();
                    for part in Part::BOTH {
                        let Chances { within, beyond } = found.chances(part);
                        let rounds = match truth {
                            Fate::Won { by, rounds } if by == part => rounds,
                            _ => u16::MAX,
                        };
                        assert!(
                            within >= rounds && (beyond < rounds || rounds == u16::MAX),
                            "{state}: {truth:?} {found:?}"
                        );
                    }
                    if found.fate().is_some() { known += 1 } else { open += 1 }
                }
            }
        }
    }
    assert!(open > 50 && known > 50, "{open} {known}");
}

#[test]
fn whoever_plays_for_the_match_gets_what_can_be_had_of_it() {
    let mut rng = 1_u64;
    let mut random = move |below: usize| {
        rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (rng >> 33) as usize % below
    };
    let (mut won, mut held) = (0, 0);
    for (game, holes, counters) in [(GAMES[1], 3, 4), (GAMES[1], 3, 7), (GAMES[0], 3, 4), (GAMES[0], 1, 5)] {
        let variant = small(game, Reading::default(), holes, counters);
        let table = Arc::new(table(variant, 1, u64::MAX));
        let never = AtomicBool::new(false);
        for (state, known) in table.all().filter(|(state, _)| state.total() == variant.total()) {
            for part in Part::BOTH {
                let first = state.opening(variant).unwrap();
                let mut player = MatchPlayer::new(Arc::clone(&table), 1 << 20);
                let (mut position, mut left) = (first, None);
                for number in 0..30_u16 {
                    let mut round = Round::new(variant, position);
                    while round.outcome().is_none() {
                        // South plays for the match, or North does; the other plays by chance.
                        if round.side() == part.side() {
                            let Some((mv, prospect)) = player.choose(&round, &never) else {
                                // A counter has been lost, and the table does not know of such states.
                                break;
                            };
                            if let Prospect::Wins(rounds) = prospect {
                                assert!(left.is_none_or(|left| number + rounds <= left), "{state}: no round is wasted");
                                left = Some(number + rounds);
                            }
                            assert!(!matches!(prospect, Prospect::Loses(_)) || known.winner() == Some(part.opposite()));
                            round.play_unchecked(mv);
                        } else {
                            let choices = round.choices();
                            round.play_unchecked(choices.nth(random(choices.len())).unwrap());
                        }
                    }
                    let Some(outcome) = round.outcome() else { break };
                    match variant.next_round(outcome.holdings, position.side(), outcome.remainder) {
                        NextRound::Opening(next) => position = next,
                        NextRound::Over(winner) => {
                            let lost = winner == Some(part.side().other());
                            assert!(!lost || known.winner() == Some(part.opposite()), "{state} {part:?}");
                            won += u32::from(winner == Some(part.side()));
                            held += u32::from(known.fate() == Some(Fate::Nobodys));
                            break;
                        }
                    }
                }
            }
        }
    }
    assert!(won > 50 && held > 5, "{won} {held}");
}

/// How good a prospect is, the better the more.
fn rank(prospect: Prospect) -> i32 {
    match prospect {
        Prospect::Wins(rounds) => 1000 - i32::from(rounds),
        Prospect::Holds => 0,
        Prospect::Loses(rounds) => -1000 + i32::from(rounds),
    }
}

#[test]
fn what_moves_come_to_agrees_with_the_fate_of_the_match_and_with_who_plays_for_it() {
    let never = AtomicBool::new(false);
    let minute = Duration::from_mins(1);
    let (mut asked, mut apart) = (0, 0);
    for reading in ["default", "endless=split"] {
        for (game, holes, counters) in [(GAMES[1], 2, 4), (GAMES[1], 3, 4), (GAMES[0], 3, 4), (GAMES[0], 2, 3)] {
            let variant = small(game, reading.parse().unwrap(), holes, counters);
            let mut table = table(variant, 1, u64::MAX);
            let watch = MatchWatch { stop: &never, nodes: u64::MAX, report: &|_, _, _| (), answered: &|_| () };
            assert!(table.solve_below(&watch) && table.tells_of_rounds(variant.total()));
            let table = Arc::new(table);
            for (state, known) in table.all().filter(|(state, _)| state.total() == variant.total()) {
                let opening = state.opening(variant).unwrap();
                let round = Round::new(variant, opening);
                let Some(outlook) = table.outlook(&round, 1 << 20, minute, &never) else {
                    assert!(round.outcome().is_some() || known.fate().is_none());
                    continue;
                };
                let letters: Vec<_> = outlook.iter().map(|&(mv, _)| mv).collect();
                assert_eq!(letters, round.choices().iter().collect::<Vec<_>>(), "{state}: every move is told of");
                let best = outlook.iter().map(|&(_, prospect)| prospect).max_by_key(|&one| rank(one)).unwrap();
                let fate = match best {
                    Prospect::Wins(rounds) => Fate::Won { by: Part::Leader, rounds },
                    Prospect::Holds => Fate::Nobodys,
                    Prospect::Loses(rounds) => Fate::Won { by: Part::Other, rounds },
                };
                assert_eq!(Some(fate), known.fate(), "{state}");
                let advice = table.first_moves(state, 1 << 20, &never).unwrap();
                let as_good: Vec<_> = outlook.iter().filter(|(_, one)| *one == best).map(|&(mv, _)| mv).collect();
                assert_eq!(as_good, advice.best, "{state}");
                apart += u32::from(as_good.len() < outlook.len());
                // South follows the first move told of, North the last; whoever plays for the match expects the same.
                let mut round = round;
                let mut told = best;
                while round.outcome().is_none() && round.moves().len() < 12 {
                    let outlook = table.outlook(&round, 1 << 20, minute, &never).unwrap();
                    let best = outlook.iter().map(|&(_, prospect)| prospect).max_by_key(|&one| rank(one));
                    let mut player = MatchPlayer::new(Arc::clone(&table), 1 << 20);
                    let (mv, prospect) = player.choose_within(&round, minute, &never).unwrap();
                    assert_eq!(Some(prospect), best, "{state}, {:?}", round.moves());
                    assert_eq!(prospect, told, "{state}, {:?}: both players tell the same", round.moves());
                    assert!(outlook.contains(&(mv, prospect)));
                    let at = if round.moves().len().is_multiple_of(2) { 0 } else { outlook.len() - 1 };
                    told = match outlook[at].1 {
                        Prospect::Wins(rounds) => Prospect::Loses(rounds),
                        Prospect::Loses(rounds) => Prospect::Wins(rounds),
                        Prospect::Holds => Prospect::Holds,
                    };
                    round.play_unchecked(outlook[at].0);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 200 && apart > 10, "{asked} {apart}");
}

#[test]
fn a_table_made_of_a_certificate_tells_the_same() {
    let never = AtomicBool::new(false);
    for (game, reading, holes, counters) in
        [(GAMES[1], "default", 3, 4), (GAMES[1], "last-four=kept", 2, 3), (GAMES[0], "default", 3, 3)]
    {
        let variant = small(game, reading.parse().unwrap(), holes, counters);
        let mut table = table(variant, 1, u64::MAX);
        let watch = MatchWatch { stop: &never, nodes: u64::MAX, report: &|_, _, _| (), answered: &|_| () };
        assert!(table.solve_all_within(&watch, Duration::from_mins(1)));
        let bytes = table.certificate(1 << 20, &never).unwrap().to_bytes().unwrap();
        let states = MatchCertificate::from_bytes(&bytes).unwrap().states;
        let fates = states.iter().map(|one| (one.state, one.fate));
        let again = MatchTable::of_fates(variant, Settings::default(), fates);
        assert_eq!(again.all().collect::<Vec<_>>(), table.all().collect::<Vec<_>>());
        let round = Round::new(variant, variant.start());
        let outlook = |table: &MatchTable| table.outlook(&round, 1 << 20, Duration::from_mins(1), &never).unwrap();
        assert_eq!(outlook(&again), outlook(&table));
    }
}

#[test]
fn the_state_before_a_round_is_told_by_its_opening_alone() {
    for game in GAMES {
        for reading in Reading::all(game, true) {
            let variant = small(game, reading, 3, 4);
            for leader in 0..=variant.total() {
                let state = State { leader, other: variant.total() - leader };
                let Some(opening) = state.opening(variant) else { continue };
                assert_eq!(State::before(variant, &opening), Some(state));
            }
        }
    }
    // No match has a round that begins with a hole half full in the middle, nor with more counters than there are.
    let variant = small(GAMES[0], Reading::default(), 3, 4);
    for board in ["4,2,4/4,4,4/0,2/S", "4,4,4/4,4,4/9,0/S", "4,4,0/4,4,4/4,0/S"] {
        let position = variant.parse_board(board);
        assert!(position.is_err() || State::before(variant, &position.unwrap()).is_none(), "{board}");
    }
}

#[test]
fn what_is_not_so_is_not_shown() {
    let never = AtomicBool::new(false);
    let (mut refused, mut kept) = (0, 0);
    for (game, holes, counters) in [(GAMES[1], 3, 4), (GAMES[1], 4, 2), (GAMES[0], 3, 3)] {
        let table = table(small(game, Reading::default(), holes, counters), 1, u64::MAX);
        let claims = claims(&table);
        for (state, _) in table.all() {
            let holdings = [state.leader, state.other];
            let [first, second] = table.strategies(state, 1 << 24, &never).unwrap();
            for i in 0..first.len() {
                let mut changed = first.clone();
                changed[i] = (changed[i] + 1) % holes;
                // Another move may do as well.
                match claims.verify(holdings, [&changed, &second]) {
                    Ok(_) => kept += 1,
                    Err(_) => refused += 1,
                }
            }
            // The strategies of who wins show nothing for the other player.
            if claims.fate(holdings) != Some(reference::Fate::Nobodys) && !first.is_empty() {
                let Some(reference::Fate::Won { by, rounds }) = claims.fate(holdings) else { continue };
                let turned = table.all().map(|(other, _)| {
                    let all = [other.leader, other.other];
                    let turned = reference::Fate::Won { by: by.other(), rounds };
                    (all, if other == state { turned } else { claims.fate(all).unwrap() })
                });
                let turned = MatchClaims::new(
                    Rules::of(game.name().parse().unwrap()),
                    Size::new(holes.into(), counters.into()).unwrap(),
                    turned,
                );
                assert!(turned.verify(holdings, [&first, &second]).is_err(), "{state}");
                assert!(turned.verify(holdings, [&second, &first]).is_err(), "{state}");
            }
        }
    }
    assert!(refused > 100 && refused > 2 * kept, "{refused} {kept}");
}
