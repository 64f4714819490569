//! Strong solutions are right: all positions that can be reached are there, and no others, with the values of the complete
//! retrograde, and with ranks and moves that plain counting gives.

use pussa_reference::{self as reference, Endless, Outcome, Player, Reserves};
use pussa_rules::{Board, GAMES, Game, LastFour, Layout, Move, Origin, Position, RAJA_PASU, Reading, Side, Variant};
use pussa_solver::{Head, ProofFile, Reach, ReachError, ReachWatch, Scope, Strong, StrongError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// A position: who is to move, and the counters in ring order, from South's first hole on.
type Key = (u8, Vec<u8>);

/// A position, worked out plainly.
struct Plain {
    value: i16,
    is_over: bool,
    choices: Vec<Choice>,
}

struct Choice {
    mv: Move,
    worth: i16,
    /// What it leads to, if it captures nothing.
    stays: Option<Key>,
}

/// One game under one reading on one ring, and the values of its positions.
struct Ground {
    variant: Variant,
    rules: reference::Rules,
    layouts: (Layout, reference::Layout),
    values: reference::Values,
}

impl Ground {
    fn new(game: Game, reading: Reading, ring: [u8; 2], counters: u8) -> Self {
        let variant = Variant::new(game).with_reading(reading).unwrap();
        let layout = pussa_testing::layout(ring);
        let values = pussa_testing::values(variant, layout.ring(), counters);
        let plain = values.positions().next().unwrap().0.layout();
        Self { variant, rules: pussa_testing::rules(variant), layouts: (layout, plain), values }
    }

    fn position(&self, (to_move, counters): &Key) -> Position {
        let side = Side::BOTH[usize::from(*to_move)];
        let mut turned = counters.clone();
        if side == Side::North {
            turned.rotate_left(usize::from(self.layouts.0.ring().holes(Side::South)));
        }
        Position::new(self.layouts.0, side, Board::new(&turned, 0, 0))
    }

    fn plain(&self, key: &Key) -> Plain {
        let player = [Player::South, Player::North][usize::from(key.0)];
        let worth = |key: &Key| self.values.value([Player::South, Player::North][usize::from(key.0)], &key.1).unwrap();
        let before = reference::Position::from_ring(self.layouts.1, &key.1, Reserves::default(), player).unwrap();
        let mut children = reference::Children::default();
        reference::children(self.rules, &before, &mut children);
        let choice = |(at, outcome): (usize, Option<Outcome>)| {
            let mv = Move::new(at as u8);
            match outcome? {
                Outcome::Ended { after, captured } => {
                    let next = (1 - key.0, after.ring().counters().to_vec());
                    let gain = i16::from(captured.of(player)) - i16::from(captured.of(player.other()));
                    let worth = gain - worth(&next);
                    Some(Choice { mv, worth, stays: (captured == Reserves::default()).then_some(next) })
                }
                Outcome::Endless => {
                    (self.rules.reading().endless == Endless::Split).then_some(Choice { mv, worth: 0, stays: None })
                }
            }
        };
        let choices: Vec<_> = children.into_iter().enumerate().filter_map(choice).collect();
        Plain { value: worth(key), is_over: choices.is_empty(), choices }
    }

    /// The positions that can be reached, and by how many moves.
    fn reached(&self, root: &Key) -> BTreeMap<Key, usize> {
        let mut reached = BTreeMap::from([(root.clone(), 0)]);
        let mut last = vec![root.clone()];
        for ply in 1.. {
            let mut next = Vec::new();
            for key in last {
                let player = [Player::South, Player::North][usize::from(key.0)];
                let before = reference::Position::from_ring(self.layouts.1, &key.1, Reserves::default(), player);
                let mut children = reference::Children::default();
                reference::children(self.rules, &before.unwrap(), &mut children);
                for outcome in children.into_iter().flatten() {
                    if let Outcome::Ended { after, .. } = outcome {
                        let child = self.same((1 - key.0, after.ring().counters().to_vec()));
                        reached.entry(child.clone()).or_insert_with(|| {
                            next.push(child);
                            ply
                        });
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            last = next;
        }
        reached
    }

    /// With rows of one length, the player to move makes no difference.
    fn same(&self, (to_move, mut counters): Key) -> Key {
        let ring = self.layouts.0.ring();
        if to_move == 1 && ring.holes(Side::South) == ring.holes(Side::North) {
            counters.rotate_left(ring.holes(Side::South).into());
            return (0, counters);
        }
        (to_move, counters)
    }

    /// The ranks: in how many plies who is ahead can force that counters are captured or the round is over, the value
    /// kept, against a player who keeps it too.
    fn ranks(&self, all: &BTreeMap<Key, Plain>) -> BTreeMap<Key, u16> {
        let mut ranks: BTreeMap<Key, u16> = BTreeMap::new();
        for rank in 1.. {
            let below = |key: &Option<Key>| {
                key.as_ref().is_none_or(|key| {
                    let key = self.same(key.clone());
                    all[&key].is_over || ranks.contains_key(&key)
                })
            };
            let has_rank = |(key, plain): &(&Key, &Plain)| {
                let open = plain.value != 0 && !plain.is_over && !ranks.contains_key(*key);
                let mut keeping = plain.choices.iter().filter(|choice| choice.worth == plain.value);
                let is_below = |choice: &Choice| below(&choice.stays);
                open && if plain.value > 0 { keeping.any(is_below) } else { keeping.all(is_below) }
            };
            let found: Vec<Key> = all.iter().filter(has_rank).map(|(key, _)| key.clone()).collect();
            if found.is_empty() {
                break;
            }
            ranks.extend(found.into_iter().map(|key| (key, rank)));
        }
        ranks
    }

    fn solve(&self, root: &Position) -> Strong {
        let reach = Reach::new(self.variant, root).unwrap();
        Strong::solve(reach, &ReachWatch::none()).unwrap()
    }

    /// Compares all that is said of what can be reached from a position. Says how many positions there were, and the
    /// greatest rank.
    fn compare(&self, root: &Key) -> (usize, u16) {
        let reached = self.reached(&self.same(root.clone()));
        let strong = self.solve(&self.position(root));
        assert_eq!(i32::from(strong.value()), i32::from(self.plain(root).value), "{root:?}");
        let all: BTreeMap<Key, Plain> = reached.keys().map(|key| (key.clone(), self.plain(key))).collect();
        let ranks = self.ranks(&all);
        for (key, plain) in &all {
            let told = format!("{} {} {key:?} from {root:?}", self.variant.game(), self.variant.reading());
            let position = self.position(key);
            let record = strong.get(position.side(), position.board());
            assert_eq!(record.is_none(), plain.is_over, "{told}");
            let Some(record) = record else { continue };
            assert_eq!((record.board, record.mover), (position.board(), position.side()), "{told}");
            assert_eq!((record.low, record.high), (plain.value, plain.value), "{told}");
            let rank = ranks.get(key).copied().unwrap_or(0);
            assert_eq!((record.rank, rank == 0), (rank, plain.value == 0), "{told}");
            assert_eq!(record.mv, Some(self.best(plain, &ranks)), "{told}");
            self.rests(plain, record.mv.unwrap(), rank, &all, &ranks);
        }
        let records: Vec<_> = strong.records().collect();
        assert_eq!(records.len(), all.values().filter(|plain| !plain.is_over).count());
        assert_eq!(records.len() as u64, strong.count());
        assert!(records.is_sorted_by(|one, next| one.order() < next.order()));
        (all.len(), ranks.values().copied().max().unwrap_or(0))
    }

    /// What a record rests on has lower ranks, as `proof.rs` asks for.
    fn rests(&self, plain: &Plain, mv: Move, rank: u16, all: &BTreeMap<Key, Plain>, ranks: &BTreeMap<Key, u16>) {
        let rests = |choice: &&Choice| match plain.value {
            1.. => choice.mv == mv,
            0 => false,
            // A move that keeps less of it leads to a record that says more than it takes.
            _ => choice.worth == plain.value,
        };
        let on: BTreeSet<_> = plain.choices.iter().filter(rests).filter_map(|choice| choice.stays.clone()).collect();
        for key in on.into_iter().map(|key| self.same(key)).filter(|key| !all[key].is_over) {
            assert!(ranks[&key] < rank);
        }
    }

    fn best(&self, plain: &Plain, ranks: &BTreeMap<Key, u16>) -> Move {
        let mut best: Option<(Move, u16)> = None;
        for choice in plain.choices.iter().filter(|choice| choice.worth == plain.value) {
            let after = choice.stays.as_ref().and_then(|key| ranks.get(&self.same(key.clone()))).copied().unwrap_or(0);
            let better = |(_, so_far)| match plain.value {
                1.. => after < so_far,
                0 => false,
                _ => after > so_far,
            };
            if best.is_none_or(better) {
                best = Some((choice.mv, after));
            }
        }
        best.unwrap().0
    }

    /// All boards with so many counters, every so-manieth of them, each player to move.
    fn roots(&self, counters: u8, every: usize) -> Vec<Key> {
        let player = |position: &reference::Position| u8::from(position.to_move() == Player::North);
        let key = |position: reference::Position| (player(&position), position.ring().counters().to_vec());
        let all = self.values.positions().map(|(position, _)| key(position));
        all.filter(|(_, holes)| holes.iter().sum::<u8>() == counters).step_by(every).collect()
    }
}

/// Compares strong solutions from every so-manieth board with so many counters, under every reading. Says how many
/// positions were compared, and the greatest rank.
fn every_reading(ring: [u8; 2], counters: u8, every: usize) -> (usize, u16) {
    let each = |game| Reading::all(game, false).map(move |reading| (game, reading));
    let mut total = (0, 0);
    for (game, reading) in GAMES.into_iter().flat_map(each) {
        let ground = Ground::new(game, reading, ring, counters);
        for root in ground.roots(counters, every) {
            let (positions, rank) = ground.compare(&root);
            total = (total.0 + positions, total.1.max(rank));
        }
    }
    total
}

#[test]
fn every_position_that_can_be_reached_on_short_rows() {
    let mut total = 0;
    for south in 1..=3 {
        for north in 1..=3 {
            let (counters, every) = [(20, 3), (12, 7), (9, 23), (8, 31), (8, 53)][usize::from(south + north - 2)];
            total += every_reading([south, north], counters, every).0;
        }
    }
    assert!(total > 25_000, "{total}");
}

/// On these, moves without captures go round in cycles.
#[test]
fn every_position_of_few_counters_on_longer_rows() {
    for (ring, counters, every) in [([4, 4], 6, 151), ([7, 7], 4, 701), ([5, 7], 4, 401), ([6, 2], 6, 401)] {
        let (positions, rank) = every_reading(ring, counters, every);
        assert!(positions > 2_000 && rank > 3, "{ring:?}: {positions}, {rank}");
    }
}

#[test]
fn plies_bring_what_plain_counting_finds() {
    for (ring, counters) in [([3, 3], 9), ([2, 4], 8), ([5, 5], 5)] {
        for game in GAMES {
            let ground = Ground::new(game, Reading::default(), ring, counters);
            for root in ground.roots(counters, 1777) {
                let mut plies = vec![(0, u8::MAX, 0)];
                for (key, ply) in ground.reached(&ground.same(root.clone())) {
                    plies.resize(plies.len().max(ply + 1), (0, u8::MAX, 0));
                    let (positions, fewest, most) = plies[ply];
                    let counters: u8 = key.1.iter().sum();
                    plies[ply] = (positions + 1, counters.min(fewest), counters.max(most));
                }
                let mut reach = Reach::new(ground.variant, &ground.position(&root)).unwrap();
                while reach.go_on(&ReachWatch::none()).unwrap() {}
                let found: Vec<_> = reach.plies().iter().map(|ply| (ply.positions, ply.fewest, ply.most)).collect();
                assert_eq!(found, plies);
                assert_eq!(reach.positions(), plies.iter().map(|ply| ply.0).sum::<u64>());
                assert!(reach.is_whole() && !reach.go_on(&ReachWatch::none()).unwrap(), "nothing comes after");
            }
        }
    }
}

fn small() -> (Variant, Position) {
    let variant = Variant::new(RAJA_PASU).with_holes(4).unwrap().with_counters(5).unwrap();
    (variant, variant.start())
}

#[test]
fn the_file_has_all_records_and_the_same_bytes_with_any_number_of_threads() {
    let (variant, start) = small();
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for threads in [1, 2, 5] {
        let path = folder.path().join(format!("{threads}.proof"));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let strong = Strong::solve(Reach::new(variant, &start).unwrap(), &ReachWatch::none()).unwrap();
            ProofFile::write(&path, &strong.head(), strong.records()).unwrap();
            let file = ProofFile::open(&path).unwrap();
            let value = strong.value();
            let head = Head { variant, root: start, low: value, high: value, scope: Scope::Reachable, given: vec![] };
            assert_eq!((file.head(), file.len()), (&head, strong.count()));
            for record in strong.records() {
                assert_eq!(file.get(record.mover, record.board).unwrap(), Some(record));
            }
        });
        files.push(std::fs::read(path).unwrap());
    }
    assert!(files.iter().all(|file| *file == files[0]));
}

#[test]
fn what_cannot_be_held_is_refused_with_what_it_would_take() {
    let (variant, start) = small();
    let (full, allowed) = (Variant::new(RAJA_PASU), 16 << 20);
    let watch = ReachWatch { memory: allowed, ..ReachWatch::none() };
    let error = Strong::solve(Reach::new(full, &full.start()).unwrap(), &watch).unwrap_err();
    let told = "a strong solution of 583328 or more positions takes 17 MiB of memory, and 16 MiB may be used";
    assert_eq!(error.to_string(), told);
    assert!(Strong::memory(583_328) > allowed);
    let crowded = Variant::new(RAJA_PASU).with_counters(18).unwrap();
    let error = Reach::new(crowded, &crowded.start()).unwrap_err();
    assert_eq!(error.to_string(), "boards of at most 127 counters can be counted, not of 252");
    let mut reach = Reach::new(variant, &start).unwrap();
    let little = ReachWatch { memory: 10, ..ReachWatch::none() };
    assert!(matches!(reach.go_on(&little), Err(ReachError::Memory { positions: 1, plies: 0, .. })));
    assert!(reach.go_on(&ReachWatch::none()).unwrap(), "it can go on with more");
}

#[test]
fn counting_and_solving_can_be_called_off() {
    let (variant, start) = small();
    let stop = AtomicBool::new(true);
    let watch = ReachWatch { stop: &stop, ..ReachWatch::none() };
    let mut reach = Reach::new(variant, &start).unwrap();
    assert_eq!(reach.go_on(&watch), Err(ReachError::Stopped { positions: 1, plies: 0 }));
    while reach.go_on(&ReachWatch::none()).unwrap() {}
    let positions = reach.positions();
    let error = Strong::solve(reach, &watch).unwrap_err();
    assert!(matches!(error, StrongError::Stopped { positions: all, .. } if all == positions), "{error}");
}

#[test]
fn raja_pasu_is_won_by_sixteen() {
    let variant = Variant::new(RAJA_PASU);
    let reading = Reading { origin: Origin::Sown, last_four: LastFour::Captured, ..Reading::default() };
    assert_eq!(variant.reading(), reading);
    let strong = Strong::solve(Reach::new(variant, &variant.start()).unwrap(), &ReachWatch::none()).unwrap();
    assert_eq!(strong.value(), 16);
    let round = pussa_rules::Round::new(variant, variant.start());
    let worth = round.choices().iter().map(|mv| {
        let child = round.child(mv).unwrap();
        let gain = i16::from(child.other_reserve()) - i16::from(child.mover_reserve());
        gain - strong.get(Side::North, child).unwrap().low
    });
    assert_eq!(worth.collect::<Vec<_>>(), [8, 8, 16, 10, 0, 16, 4]);
}
