//! `mcts`: grows a tree where playouts look best, and proves what it can.

mod playouts;
mod search;
mod tree;

use crate::engine::{Choice, Engine, EngineError};
use crate::keys::{decimal, megabytes, milliseconds, whole, word};
use crate::limit::{Limit, Meter, Watch};
use crate::roster::Kind;
use crate::search::MOST_PLIES;
use crate::spec::{Spec, SpecError};
use playouts::{Playouts, Style};
use pussa_rules::{Board, Hole, Position, Round, Variant};
use search::{Backup, Search, Settings};
use tree::{Place, Tree};

pub(crate) const KIND: Kind = Kind {
    name: "mcts",
    about: "Monte-Carlo tree search (UCT) with proven bounds; 100 ms a move unless told otherwise",
    keys: &[
        ("playouts", "rounds to play out a move"),
        ("nodes", "positions to look at a move, those of playouts included"),
        ("time", "time a move, as in 100ms or 2s"),
        ("hash", "size of the tree, as in 64MiB [default: 64MiB]"),
        ("exploration", "how much moves seldom tried are favoured, 0 to 10 [default: 0.4]"),
        ("first-play", "how much less than its parent a move never tried is thought to be worth, 0 to 2 [default: 0]"),
        ("together", "playouts from each leaf, 1 to 1024 [default: 1]"),
        ("rollouts", "how playouts choose moves: random or greedy [default: random]"),
        ("backup", "what playouts are judged by: margin or wins [default: margin]"),
        ("solver", "whether bounds are proved: on or off [default: on]"),
    ],
    make: |spec| Ok(Box::new(Mcts::new(spec)?)),
};

/// Boards of a round since its last capture for which there is room from the start. Rounds with more are not seen.
const HISTORY: usize = 4096;

struct Mcts {
    limit: Limit,
    settings: Settings,
    style: Style,
    seed: u64,
    tree: Tree,
    /// The round that the tree belongs to.
    known: Option<Known>,
    /// The moves of the round that led to the root.
    moves: Vec<Hole>,
    playouts: Option<Playouts>,
    path: Vec<Board>,
    way: Vec<Place>,
}

/// Which round the tree belongs to.
#[derive(Clone, Copy, PartialEq)]
struct Known {
    variant: Variant,
    start: Position,
}

impl Mcts {
    fn new(spec: &Spec) -> Result<Self, SpecError> {
        let limit = Limit {
            nodes: whole(spec, "nodes", 1, u64::MAX)?,
            playouts: whole(spec, "playouts", 1, u64::MAX)?,
            time: milliseconds(spec, "time")?,
            ..Limit::NONE
        };
        let backups = [("margin", Backup::Margin), ("wins", Backup::Wins)];
        let styles = [("random", Style::Random), ("greedy", Style::Greedy)];
        let settings = Settings {
            backup: word(spec, "backup", &backups)?.unwrap_or(Backup::Margin),
            exploration: decimal(spec, "exploration", 10.0)?.unwrap_or(0.4),
            first_play: decimal(spec, "first-play", 2.0)?.unwrap_or(0.0),
            solver: word(spec, "solver", &[("on", true), ("off", false)])?.unwrap_or(true),
            together: whole(spec, "together", 1, 1024)?.unwrap_or(1),
        };
        Ok(Self {
            limit,
            settings,
            style: word(spec, "rollouts", &styles)?.unwrap_or(Style::Random),
            seed: 0,
            tree: Tree::new(megabytes(spec, "hash")?.unwrap_or(64 << 20)),
            known: None,
            moves: Vec::with_capacity(HISTORY),
            playouts: None,
            path: Vec::with_capacity(HISTORY + MOST_PLIES),
            way: Vec::with_capacity(MOST_PLIES + 1),
        })
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

impl Engine for Mcts {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.known = None;
        self.playouts = None;
        self.tree.clear();
    }

    fn choose(&mut self, round: &Round, watch: &Watch) -> Result<Choice, EngineError> {
        let limit = self.limit.and(watch.limit).or_usual();
        let meter = Meter::new(limit, watch.stop);
        self.take_root(round);
        let (variant, ring) = (round.variant(), round.sower().ring());
        let playouts = self.playouts.take().filter(|playouts| playouts.suit(variant, ring));
        let playouts =
            playouts.unwrap_or_else(|| Playouts::new(self.style, variant, ring, self.settings.together, self.seed));
        self.path.clear();
        self.path.extend(round.history().iter().map(|board| board.without_reserves()));
        let board = round.board();
        let mut search = Search {
            settings: self.settings,
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
            deepest: limit.depth.map_or(MOST_PLIES, |depth| (depth as usize).clamp(1, MOST_PLIES)),
            depth: 0,
        };
        search.run();
        Ok(search.choice())
    }
}

impl Search<'_> {
    /// What came of it. The search must have run.
    fn choice(&self) -> Choice {
        let line = self.line();
        let mv = *line.moves().first().expect("the first way down expands the root, for which there is always room");
        let root = self.tree.node(self.tree.root);
        let place = self.tree.child(self.tree.root, mv).expect("the line begins there");
        let leans_on = root.low.leans_on.min(root.high.leans_on);
        Choice {
            mv,
            score: Some(self.score(place)),
            exact: self.settings.solver && root.is_solved() && leans_on >= self.ply,
            depth: self.depth.max(line.moves().len()) as u32,
            nodes: self.meter.nodes,
            line,
        }
    }
}
