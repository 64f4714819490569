//! A worker: what one thread keeps from move to move, its tree above all.

use super::company::{Common, Company, Memory};
use super::playouts::{Playouts, Style};
use super::reports::Reports;
use super::search::{Search, Settings};
use super::tree::{Place, Tree};
use crate::limit::Meter;
use crate::search::MOST_PLIES;
use pussa_rules::{Board, Hole, Position, Round, Variant};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Boards of a round since its last capture for which there is room from the start. Rounds with more are not seen.
const HISTORY: usize = 4096;

/// How playouts are made and judged, and the tree grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) settings: Settings,
    pub(super) style: Style,
}

/// What one thread keeps from move to move.
pub(super) struct Worker {
    /// All random choices follow from it.
    seed: u64,
    tree: Tree,
    /// The round that the tree belongs to.
    known: Option<Known>,
    /// The moves of the round that led to the root.
    moves: Vec<Hole>,
    playouts: Option<Playouts>,
    path: Vec<Board>,
    way: Vec<Place>,
    memory: Memory,
}

/// Which round the tree belongs to.
#[derive(Clone, Copy, PartialEq)]
struct Known {
    variant: Variant,
    start: Position,
}

impl Worker {
    /// With a tree of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        Some(Self {
            seed: 0,
            tree: Tree::new(bytes)?,
            known: None,
            moves: Vec::with_capacity(HISTORY),
            playouts: None,
            path: Vec::with_capacity(HISTORY + MOST_PLIES),
            way: Vec::with_capacity(MOST_PLIES + 1),
            memory: Memory::new(),
        })
    }

    /// Forgets everything. Workers of different numbers make different random choices; the first has the seed itself.
    pub(super) fn new_game(&mut self, seed: u64, number: u64) {
        self.seed = seed;
        if number > 0 {
            let mut numbers = ChaCha8Rng::seed_from_u64(seed);
            numbers.set_stream(number);
            self.seed = numbers.next_u64();
        }
        self.known = None;
        self.playouts = None;
        self.tree.clear();
    }

    /// A search for where the round stands, which may be one of several threads with something in common.
    pub(super) fn search<'a>(
        &'a mut self,
        round: &'a Round,
        manner: Manner,
        meter: Meter<'a>,
        common: Option<&'a Common>,
        reports: Reports<'a>,
    ) -> Search<'a> {
        let Manner { settings, style } = manner;
        self.take_root(round);
        let company = common.map(|common| Company::join(common, &mut self.memory, settings.solver, &mut self.tree));
        let (variant, ring) = (round.variant(), round.sower().ring());
        let playouts = self.playouts.take().filter(|playouts| playouts.suit(variant, ring));
        let playouts = playouts.unwrap_or_else(|| Playouts::new(style, variant, ring, settings.together, self.seed));
        self.path.clear();
        self.path.extend(round.history().iter().map(|board| board.without_reserves()));
        let board = round.board();
        let deepest = meter.limit().depth.map_or(MOST_PLIES, |depth| (depth as usize).clamp(1, MOST_PLIES));
        Search {
            settings,
            sower: round.sower(),
            allows_endless: variant.allows_endless(),
            tree: &mut self.tree,
            playouts: self.playouts.insert(playouts),
            meter,
            root: self.path.len() - 1,
            path: &mut self.path,
            way: &mut self.way,
            ply: round.moves().len() as u32,
            mover: round.side(),
            standing: i32::from(board.mover_reserve()) - i32::from(board.other_reserve()),
            most: board.total().max(1) as f32,
            deepest,
            depth: 0,
            company,
            reports,
        }
    }

    /// Sees to it that the root of the tree stands for where the round stands: a descendant of the old root, if that is
    /// in the tree, or a new tree.
    fn take_root(&mut self, round: &Round) {
        let known = Known { variant: round.variant(), start: round.start() };
        let descendant = (self.known == Some(known)).then(|| self.descendant(round)).flatten();
        if let Some(place) = descendant {
            self.tree.root = place;
            self.tree.make_room();
        } else {
            self.tree.plant(round.board());
        }
        self.known = Some(known);
        self.moves.clear();
        self.moves.extend_from_slice(round.moves());
    }

    /// The node for where the round stands, if it has gone on from the root by moves that are in the tree.
    fn descendant(&self, round: &Round) -> Option<Place> {
        let since = round.moves().strip_prefix(self.moves.as_slice())?;
        let layout = round.start().layout();
        let place =
            since.iter().try_fold(self.tree.root, |place, &hole| self.tree.child(place, layout.move_of(hole)?))?;
        // One that was settled without looking at its moves, as a repetition, has no move to offer.
        self.tree.node(place).is_expanded().then_some(place)
    }
}
