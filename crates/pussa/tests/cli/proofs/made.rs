//! Proofs of small boards, made from the values of all positions.

use pussa_reference::{
    Endless, MOST_HOLES_IN_A_ROW, Outcome, Player, Position, Reserves, Rules, Size, Values, children,
};
use pussa_rules::{Board, GAMES, Move, Side, Variant, holes_of_board};
use pussa_solver::{Head, ProofFile, Record, Scope};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The boards that proofs start from: rows of one length, and of two.
const ROOTS: [&str; 3] = ["1,2,1/1,1,2/0,0/S", "3,1/x,2/0,0/N", "3,2,x/1,0,1/0,0/S"];

/// What a proof says, and the position it is about.
#[derive(Clone)]
pub(crate) struct Proof {
    pub(crate) head: Head,
    pub(crate) records: Vec<Record>,
    rules: Rules,
    root: Position,
    values: std::rc::Rc<Values>,
}

/// A position as records have it.
fn seen(position: &Position) -> (Side, Board) {
    let ring = position.ring();
    let (south, north) = (ring.row(Player::South), ring.row(Player::North));
    let mut holes = ring.counters().to_vec();
    let alike = south.len() == north.len();
    let mover = match position.to_move() {
        Player::South => Side::South,
        Player::North => {
            holes.rotate_left(south.len());
            if alike { Side::South } else { Side::North }
        }
    };
    (mover, Board::new(&holes, 0, 0))
}

/// A move: its gain, whether it captures, and where it leads, if the round goes on.
struct Played {
    mv: usize,
    gain: i16,
    captures: bool,
    child: Option<Position>,
}

impl Proof {
    /// Of the value of this board, with nothing proved yet.
    pub(crate) fn of(variant: Variant, board: &str) -> Self {
        let variant = variant.with_holes(holes_of_board(board).unwrap()).unwrap().with_counters(18).unwrap();
        let rules = Rules::parse(variant.game().name().parse().unwrap(), &variant.reading().to_string()).unwrap();
        let root = Position::parse(board, Size::new(variant.holes().into(), 18).unwrap()).unwrap();
        let [south, north] = [Player::South, Player::North].map(|player| root.ring().row(player).len());
        let values = Values::of(rules, south, north, root.ring().total() as u8).unwrap();
        let value = values.value(root.to_move(), root.ring().counters()).unwrap();
        let root_read = variant.parse_board(board).unwrap();
        let head = Head { variant, root: root_read, low: value, high: value, scope: Scope::Root, given: Vec::new() };
        Self { head, records: Vec::new(), rules, root, values: values.into() }
    }

    fn value(&self, position: &Position) -> i16 {
        self.values.value(position.to_move(), position.ring().counters()).unwrap()
    }

    fn rank(&self, position: &Position) -> u16 {
        self.values.plies(position.to_move(), position.ring().counters()).unwrap() as u16
    }

    fn moves(&self, position: &Position) -> Vec<Played> {
        let mover = position.to_move();
        if !position.ring().has_counters(mover) {
            return Vec::new();
        }
        let mut all = [None; MOST_HOLES_IN_A_ROW];
        children(self.rules, position, &mut all);
        let played = all.into_iter().enumerate().filter_map(|(mv, outcome)| match outcome? {
            Outcome::Ended { after, captured } => {
                let counters = after.ring().counters();
                let child = Position::from_ring(after.layout(), counters, Reserves::default(), after.to_move());
                let gain = i16::from(captured.of(mover)) - i16::from(captured.of(mover.other()));
                Some(Played { mv, gain, captures: captured != Reserves::default(), child: Some(child.unwrap()) })
            }
            Outcome::Endless if self.rules.reading().endless == Endless::Split => {
                Some(Played { mv, gain: 0, captures: true, child: None })
            }
            Outcome::Endless => None,
        });
        played.collect()
    }

    /// The move that gets the value, and a lower rank if it must.
    fn best(&self, position: &Position) -> Option<Played> {
        let (value, rank) = (self.value(position), self.rank(position));
        self.moves(position).into_iter().find(|played| {
            let (after, next) = played.child.as_ref().map_or((0, 0), |child| (self.value(child), self.rank(child)));
            played.gain - after == value && (value <= 0 || played.captures || next < rank)
        })
    }

    fn exact(&self, position: &Position) -> Option<Record> {
        let (mover, board) = seen(position);
        let (value, rank) = (self.value(position), self.rank(position));
        let mv = Some(Move::new(self.best(position)?.mv as u8));
        Some(Record { mover, board, low: value, high: value, mv, rank })
    }

    fn with(&self, mut records: Vec<Record>, scope: Scope) -> Self {
        records.sort_by_key(Record::order);
        Self { records, head: Head { scope, ..self.head.clone() }, ..self.clone() }
    }

    /// The same records under another head.
    pub(crate) fn under(&self, head: Head) -> Self {
        Self { head, ..self.clone() }
    }

    /// The value of every position that can be reached in so many plies.
    pub(crate) fn book(&self, plies: usize) -> Self {
        let mut met = BTreeMap::new();
        let mut ahead = vec![self.root];
        for _ in 0..=plies {
            ahead.retain(|position| met.insert(seen(position), *position).is_none());
            ahead = ahead.iter().flat_map(|position| self.moves(position)).filter_map(|played| played.child).collect();
        }
        self.with(met.values().filter_map(|position| self.exact(position)).collect(), Scope::Plies(plies as u16))
    }

    /// The value of every position that can be reached.
    pub(crate) fn strong(&self) -> Self {
        Self { head: Head { scope: Scope::Reachable, ..self.head.clone() }, ..self.book(1000) }
    }

    /// The value of every position of the ring with as many counters or fewer.
    pub(crate) fn everything(&self) -> Self {
        let alike = self.head.root.layout().ring();
        let alike = alike.holes(Side::South) == alike.holes(Side::North);
        let positions = self.values.positions().map(|(position, _)| position);
        let all = positions.filter(|position| !alike || position.to_move() == Player::South);
        self.with(all.filter_map(|position| self.exact(&position)).collect(), Scope::Reachable)
    }

    /// The bounds that the value of the root rests on, and no others.
    pub(crate) fn certificate(&self) -> Self {
        let mut met = BTreeSet::new();
        let mut records: BTreeMap<(Side, Board), Record> = BTreeMap::new();
        let mut ahead = vec![(self.root, true), (self.root, false)];
        while let Some((position, low)) = ahead.pop() {
            let (counters, exact) = (seen(&position).1.total() as i16, self.exact(&position));
            let goes_without_saying =
                |record: &Record| if low { record.low == -counters } else { record.high == counters };
            let Some(exact) = exact.filter(|record| !goes_without_saying(record)) else { continue };
            if !met.insert((seen(&position), low)) {
                continue;
            }
            let nothing = Record { low: -counters, high: counters, mv: None, rank: 0, ..exact };
            let record = records.entry(seen(&position)).or_insert(nothing);
            if low {
                *record = Record { low: exact.low, mv: exact.mv, rank: record.rank.max(exact.rank), ..*record };
                ahead.extend(self.best(&position).and_then(|best| best.child).map(|child| (child, false)));
            } else {
                *record = Record { high: exact.high, rank: record.rank.max(exact.rank), ..*record };
                let children = self.moves(&position).into_iter().filter_map(|played| played.child);
                ahead.extend(children.map(|child| (child, true)));
            }
        }
        self.with(records.into_values().collect(), Scope::Root)
    }

    /// Writes it into a folder, under a name that tells what it is.
    pub(crate) fn write(&self, folder: &Path) -> PathBuf {
        let path = folder.join(format!("{}.proof", self.head.variant.game()));
        ProofFile::write(&path, &self.head, self.records.iter().copied()).unwrap();
        path
    }
}

/// Each game under every reading of its rounds, with rows of one length and of two.
pub(crate) fn rings() -> impl Iterator<Item = Proof> {
    let readings = |game: &pussa_rules::Game| {
        let kept: &[&str] = if game.name() == "raja-pasu" { &["", "last-four=kept"] } else { &[""] };
        let all = kept.iter().flat_map(|kept| {
            ["", "endless=split"].into_iter().flat_map(move |endless| {
                ["", "origin=skipped"].map(|origin| {
                    [endless, kept, origin].into_iter().filter(|one| !one.is_empty()).collect::<Vec<_>>().join(";")
                })
            })
        });
        all.map(|reading| if reading.is_empty() { "default".into() } else { reading }).collect::<Vec<String>>()
    };
    GAMES.into_iter().flat_map(move |game| {
        readings(&game).into_iter().flat_map(move |reading| {
            let variant = Variant::new(game).with_reading(reading.parse().unwrap()).unwrap();
            ROOTS.map(|board| Proof::of(variant, board))
        })
    })
}
