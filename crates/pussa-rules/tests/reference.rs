//! The fast rules against the reference, which was written from the same rules by itself.

mod every_board;

use every_board::every_board;
use pussa_reference as reference;
use pussa_rules::{
    Backend, Board, Children, GAMES, Game, Layout, Move, Perft, Position, Reading, Ring, Side, Sower, Variant,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;

/// A game under one reading in both forms, with the fast code of every backend for each ring.
struct Pair {
    variant: Variant,
    rules: reference::Rules,
    sowers: HashMap<Ring, Vec<Sower>>,
}

impl Pair {
    fn new(game: Game, reading: Reading) -> Self {
        let variant = Variant::new(game).with_reading(reading).unwrap();
        let rules = reference::Rules::parse(game.name().parse().unwrap(), &reading.to_string()).unwrap();
        let sowers = Ring::all().map(|ring| (ring, Backend::available().map(|b| variant.sower_on(ring, b)).collect()));
        Self { variant, rules, sowers: sowers.collect() }
    }

    /// Every game under every reading that changes its moves.
    fn all() -> Vec<Self> {
        GAMES
            .into_iter()
            .flat_map(|game| Reading::all(game, false).map(move |reading| Self::new(game, reading)))
            .collect()
    }

    /// Every move of the position, by every way there is to make it.
    fn check(&self, layout: Layout, holes: &[u8], reserves: [u8; 2]) {
        let side = Side::South;
        let position = Position::new(layout, side, Board::new(holes, reserves[0], reserves[1]));
        let board = position.board();
        let counters: u32 = board.total() + reserves.map(u32::from).iter().sum::<u32>();
        let plain = plain(&position);
        let mut expected = Default::default();
        reference::children(self.rules, &plain, &mut expected);
        for sower in &self.sowers[&layout.ring()] {
            let mut children = Children::default();
            sower.children(side, &board, &mut children);
            for (place, expected) in expected.iter().enumerate() {
                let mv = Move::new(place as u8);
                let told = || {
                    format!(
                        "{} {:?} {position} {place} {}",
                        sower.backend(),
                        self.variant.game(),
                        self.variant.reading()
                    )
                };
                match expected {
                    None => assert!(!children.legal().contains(mv) && !children.endless().contains(mv), "{}", told()),
                    Some(reference::Outcome::Endless) => {
                        assert!(children.endless().contains(mv) && !children.legal().contains(mv), "{}", told());
                        assert_eq!(sower.play(side, board, mv), None, "{}", told());
                    }
                    Some(reference::Outcome::Ended { after, .. }) => {
                        assert!(children.legal().contains(mv), "{}", told());
                        let child = children.board(mv);
                        assert_eq!(Some(child), sower.play(side, board, mv), "{}", told());
                        let all = child.total() + u32::from(child.mover_reserve()) + u32::from(child.other_reserve());
                        assert_eq!(all, counters, "counters are conserved: {}", told());
                        assert_same(&Position::new(layout, side.other(), child), after, told);
                    }
                }
            }
        }
    }
}

/// The same position for the reference.
fn plain(position: &Position) -> reference::Position {
    let size = reference::Size::new(usize::from(position.layout().holes()), 18).unwrap();
    reference::Position::parse(&position.to_string(), size).unwrap()
}

fn assert_same(position: &Position, plain: &reference::Position, told: impl Fn() -> String) {
    let order = position.layout().open_holes(Side::South);
    let fast: Vec<u8> = order.map(|hole| position.counters(hole).unwrap()).collect();
    assert_eq!(fast, plain.ring().counters(), "{}", told());
    let reserves = [position.reserve(Side::South), position.reserve(Side::North)];
    assert_eq!(reserves, [plain.reserves().south(), plain.reserves().north()], "{}", told());
}

/// A layout with this ring: the closed holes are drawn.
fn layout(ring: Ring, random: &mut ChaCha8Rng) -> Layout {
    let closed = Side::BOTH.map(|side| {
        let mut bits = 0u8;
        while bits.count_ones() < u32::from(7 - ring.holes(side)) {
            bits |= 1 << random.random_range(0..7);
        }
        bits
    });
    Layout::new(7, closed).unwrap()
}

/// Counters laid at random, few holes full or many.
fn holes(length: u8, most: u32, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut holes = vec![0u8; usize::from(length)];
    let counters = rng.random_range(0..=most);
    let spread = rng.random_range(1..=holes.len());
    let places: Vec<_> = (0..spread).map(|_| rng.random_range(0..holes.len())).collect();
    for _ in 0..counters {
        holes[places[rng.random_range(0..places.len())]] += 1;
    }
    holes
}

/// A million positions: every shape of ring, every reading, closed holes anywhere. Few enough counters a hole that no
/// endless move takes millions of laps to come round.
#[test]
fn a_million_random_positions_agree() {
    let pairs = Pair::all();
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let rings: Vec<_> = Ring::all().collect();
    let each = 1_000_000 / (pairs.len() * rings.len()) + 1;
    for pair in &pairs {
        for &ring in &rings {
            for _ in 0..each {
                let most = u32::from(ring.length()) * 5 / 2;
                let holes = holes(ring.length(), most, &mut rng);
                let reserves = [rng.random_range(0..=40), rng.random_range(0..=40)];
                pair.check(layout(ring, &mut rng), &holes, reserves);
            }
        }
    }
}

/// All 497,420 ways to lay nine counters into fourteen holes.
#[test]
fn all_boards_of_nine_counters_agree() {
    let all_open = Layout::new(7, [0, 0]).unwrap();
    for game in GAMES {
        let pair = Pair::new(game, Reading::default());
        let mut boards = 0;
        every_board(9, &mut |holes| {
            pair.check(all_open, holes, [0, 0]);
            boards += 1;
        });
        assert_eq!(boards, 497_420);
    }
}

/// Holes that hold many counters: laps that go round the ring more than once, where the origin counts. On short rings,
/// or where fours thin the board out, endless moves come round soon.
#[test]
fn full_boards_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    for pair in Pair::all() {
        let longest =
            if pair.variant.game().options().contains(&pussa_rules::ReadingOption::LastFour) { 14 } else { 7 };
        for ring in Ring::all().filter(|ring| ring.length() <= longest) {
            for _ in 0..400 {
                let most = 18 * u32::from(ring.length());
                pair.check(layout(ring, &mut rng), &holes(ring.length(), most, &mut rng), [0, 0]);
            }
        }
    }
}

/// Rounds at random from starts of every size and reading: the same draws lead to the same end, whatever plays them.
#[test]
fn random_rounds_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    for game in GAMES {
        for reading in Reading::all(game, false) {
            for (ring, counters) in Ring::all().flat_map(|ring| [(ring, 1), (ring, 2), (ring, 4), (ring, 7)]) {
                let variant = Variant::new(game).with_reading(reading).unwrap();
                let rules = reference::Rules::parse(game.name().parse().unwrap(), &reading.to_string()).unwrap();
                let holes = vec![counters; usize::from(ring.length())];
                let start = Position::new(layout(ring, &mut rng), Side::North, Board::new(&holes, 0, 0));
                rounds_agree(variant, rules, &start, 30);
            }
        }
    }
}

fn rounds_agree(variant: Variant, rules: reference::Rules, start: &Position, rounds: u64) {
    let bytes = |round: u64, block: u32, bytes: &mut [u8; 64]| {
        let mut rng = ChaCha8Rng::seed_from_u64(round << 32 | u64::from(block));
        rng.fill(&mut bytes[..]);
    };
    let mut playouts = reference::Playouts::new();
    let expected: Vec<_> = (0..rounds)
        .map(|round| {
            let mut block = [0; 64];
            let mut used = 0;
            let result = playouts.play(rules, &plain(start), |n| {
                loop {
                    if used % 64 == 0 {
                        bytes(round, used / 64, &mut block);
                    }
                    let product = u32::from(block[used as usize % 64]) * n as u32;
                    used += 1;
                    if product % 256 >= 256 % n as u32 {
                        break product as usize / 256;
                    }
                }
            });
            (result.ending.to_string(), [result.reserves.south(), result.reserves.north()], result.plies)
        })
        .collect();
    for backend in Backend::available() {
        let mut played = vec![None; rounds as usize];
        variant.random_rounds_on(start.layout().ring(), backend).play(
            start.side(),
            start.board(),
            0..rounds,
            &mut { bytes },
            &mut |round, end| played[round as usize] = Some((end.ending.to_string(), end.holdings, end.plies)),
        );
        let played: Vec<_> = played.into_iter().map(Option::unwrap).collect();
        assert_eq!(played, expected, "{backend} {} {} {start}", variant.game(), variant.reading());
    }
}

/// Move sequences to depth 9 from both starts, and to 7 under every other reading.
#[test]
fn counts_of_move_sequences_agree() {
    for game in GAMES {
        for reading in Reading::all(game, false) {
            let variant = Variant::new(game).with_reading(reading).unwrap();
            let same: reference::Game = game.name().parse().unwrap();
            let rules = reference::Rules::parse(same, &reading.to_string()).unwrap();
            let start = reference::Position::opening(reference::Size::of(same));
            let depth = if reading == Reading::default() { 9 } else { 7 };
            let counts = Perft::new(&variant, &variant.start()).counts(depth);
            let plain: Vec<_> = (1..=depth).map(|depth| reference::perft(rules, &start, depth)).collect();
            assert_eq!(counts, plain, "{game} {reading}");
        }
    }
}
