//! The search itself: principal variation search with a transposition table.
//!
//! # Repetition
//!
//! Play without end is worth zero from where it starts to repeat (RULES E5), so a board that stands on the path already
//! is worth 0. But then the value of what lies above it hangs on that path, and must not be kept for others (the
//! *graph-history interaction*). So every result carries the lowest ply of the path that it leaned on, and is kept only
//! if that is not above the position itself. A capture takes counters off the board for good, so no cycle crosses one,
//! and the path is looked at back to the last capture only.

use super::order::Ordering;
use super::table::{Bound, Entry, Table};
use crate::engine::Line;
use crate::evaluation::Tables;
use crate::limit::Meter;
use crate::oracle::{Bounds, Oracle};
use crate::search::{gain, stood_at};
use pussa_rules::{Board, Children, Move, Side, Sower, Variant};

/// Counters.
pub(super) type Score = i32;

/// Leaned on nothing.
const FREE: usize = usize::MAX;

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// Who is to move.
    pub(super) mover: Side,
    /// The value is wanted if it lies between these two.
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// How many moves to look ahead.
    pub(super) depth: u32,
    /// The ply of the last capture.
    pub(super) since: usize,
}

impl Question {
    /// Takes in that the value is not less than `low` and not more than `high`. If that answers the question, so does
    /// what is returned.
    #[inline]
    fn narrow(&mut self, low: Score, high: Score) -> Option<Found> {
        self.alpha = self.alpha.max(low);
        self.beta = self.beta.min(high);
        (self.alpha >= self.beta).then(|| Found::sure(self.alpha.clamp(low, high)))
    }
}

/// What came of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// For the player to move.
    pub(super) value: Score,
    /// Whether nothing was estimated.
    pub(super) proved: bool,
    /// The lowest ply of the path that it leaned on.
    pub(super) leans_on: usize,
}

impl Found {
    /// Nothing was estimated, and nothing leaned on.
    fn sure(value: Score) -> Self {
        Self { value, proved: true, leans_on: FREE }
    }
}

/// Which features the search has: for measuring what each is worth.
#[expect(clippy::struct_excessive_bools, reason = "each is on or off by itself")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Features {
    /// Bounds from the counters left.
    pub(super) bounds: bool,
    /// Searching all but the first move with an empty window.
    pub(super) empty_windows: bool,
    /// Looking at the move of the table first.
    pub(super) table_moves: bool,
    /// Ordering moves by what they leave, beside what they gain.
    pub(super) outlook: bool,
    /// Looking two moves further at a time.
    pub(super) strides: bool,
    /// Taking what was found looking further ahead than asked.
    pub(super) deeper: bool,
    /// Asking an oracle, if there is one.
    pub(super) oracle: bool,
}

impl Features {
    pub(super) const ALL: Self = Self {
        bounds: true,
        empty_windows: true,
        table_moves: true,
        outlook: true,
        strides: true,
        deeper: true,
        oracle: true,
    };

    /// All but one, by its name.
    pub(super) const WITHOUT: [(&'static str, Self); 7] = [
        ("bounds", Self { bounds: false, ..Self::ALL }),
        ("empty-windows", Self { empty_windows: false, ..Self::ALL }),
        ("table-moves", Self { table_moves: false, ..Self::ALL }),
        ("outlook", Self { outlook: false, ..Self::ALL }),
        ("strides", Self { strides: false, ..Self::ALL }),
        ("deeper", Self { deeper: false, ..Self::ALL }),
        ("oracle", Self { oracle: false, ..Self::ALL }),
    ];
}

/// An oracle that is asked about boards of few counters.
#[derive(Clone, Copy)]
pub(super) struct Consulted<'a> {
    pub(super) oracle: &'a dyn Oracle,
    pub(super) variant: Variant,
    /// The most counters of a board it is asked about.
    pub(super) reach: u32,
}

/// One thread's search.
pub(super) struct Search<'a> {
    pub(super) sower: &'a Sower,
    pub(super) table: &'a Table,
    pub(super) estimates: &'a Tables,
    pub(super) oracle: Option<Consulted<'a>>,
    pub(super) features: Features,
    pub(super) allows_endless: bool,
    pub(super) meter: Meter<'a>,
    /// Whether a position was estimated: set by the search, and cleared by whoever wants to know.
    pub(super) estimated: bool,
    /// The boards of the round since its last capture, and those of the path; a ply is a place in it.
    pub(super) path: &'a mut Vec<Board>,
}

impl Search<'_> {
    /// The value of the position that stands last on the path, or a bound where it does not lie between those asked for.
    fn search(&mut self, mut question: Question, line: &mut Line) -> Found {
        *line = Line::EMPTY;
        let Question { mover, depth, since, .. } = question;
        let board = self.path[self.path.len() - 1];
        if self.meter.count() {
            return Found::sure(0);
        }
        if let Some(earlier) = stood_at(self.path, since) {
            return Found { value: 0, proved: true, leans_on: earlier };
        }
        let most = board.total().cast_signed();
        if self.features.bounds
            && let Some(found) = question.narrow(-most, most)
        {
            return found;
        }
        if let Some(bounds) = self.ask_oracle(mover, board)
            && let Some(found) = question.narrow(Score::from(bounds.low()), Score::from(bounds.high()))
        {
            return found;
        }
        let known = self.table.get(board, mover);
        if let Some(found) = known.and_then(|entry| self.answer(entry, &question)) {
            return found;
        }
        let mut children = Children::default();
        self.sower.children(mover, &board, &mut children);
        if children.legal().is_empty() {
            // E1: the other player takes all; E2 and M8: what is left is split.
            return Found::sure(if children.endless().is_empty() { -most } else { 0 });
        }
        if depth == 0 {
            self.estimated = true;
            let value = self.estimates.estimate(mover, board, &children);
            return Found { value, proved: false, leans_on: FREE };
        }
        self.search_children(&children, question, known.and_then(|entry| entry.mv), line)
    }

    /// What an oracle knows of a position.
    #[inline]
    fn ask_oracle(&self, mover: Side, board: Board) -> Option<Bounds> {
        let Consulted { oracle, variant, reach } = self.oracle?;
        (board.total() <= reach).then(|| oracle.bounds(&variant, self.sower.ring(), mover, board, 0))
    }

    /// What an entry of the table answers.
    fn answer(&self, entry: Entry, question: &Question) -> Option<Found> {
        let value = Score::from(entry.value);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= question.beta,
            Bound::Upper => value <= question.alpha,
        };
        let reaches =
            if self.features.deeper { entry.reaches(question.depth) } else { u32::from(entry.depth) == question.depth };
        (answers && reaches).then_some(Found { value, proved: entry.is_proved(), leans_on: FREE })
    }

    /// The same for a position that has `children`, and has to be looked into.
    pub(super) fn search_children(
        &mut self,
        children: &Children,
        question: Question,
        first: Option<Move>,
        line: &mut Line,
    ) -> Found {
        let Question { mover, alpha, beta, depth, .. } = question;
        let ply = self.path.len() - 1;
        let board = self.path[ply];
        let mut best = Found { value: Score::MIN, proved: true, leans_on: FREE };
        let mut best_move = None;
        if self.allows_endless
            && let Some(mv) = children.endless().nth(0)
        {
            // An endless move ends the round with a split: no margin is to come (M8).
            best.value = 0;
            best_move = Some(mv);
            *line = Line::of(mv);
        }
        let outlook = self.features.outlook.then_some(self.estimates);
        let mut sorted = Ordering::new(children, mover, first.filter(|_| self.features.table_moves), outlook);
        let mut below = Line::EMPTY;
        let mut is_first = true;
        while best.value < beta
            && let Some((mv, child)) = sorted.next()
        {
            let question = Question { alpha: alpha.max(best.value), ..question };
            let found = self.search_child(child, question, is_first, &mut below);
            if self.meter.is_over() {
                return Found::sure(0);
            }
            is_first = false;
            best.proved &= found.proved;
            best.leans_on = best.leans_on.min(found.leans_on);
            if found.value > best.value {
                best.value = found.value;
                best_move = Some(mv);
                if found.value > alpha {
                    *line = below.after(mv);
                }
                if found.value >= beta {
                    // This move alone is enough.
                    best.proved = found.proved;
                    best.leans_on = found.leans_on;
                }
            }
        }
        if best.leans_on >= ply {
            best.leans_on = FREE;
            let bound = match best.value {
                value if value >= beta => Bound::Lower,
                value if value <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let depth = if best.proved && self.features.deeper {
                Entry::PROVED
            } else {
                depth.min(u32::from(Entry::PROVED) - 1) as u8
            };
            self.table.put(board, mover, Entry { value: best.value as i16, bound, depth, mv: best_move });
        }
        best
    }

    /// What a child is worth to the player who moves there: looked at with an empty window, if it is not the first one,
    /// and again only if it turns out to be better than the others.
    fn search_child(&mut self, child: Board, question: Question, is_first: bool, line: &mut Line) -> Found {
        let Question { mover, alpha, beta, depth, since } = question;
        let gained = gain(child);
        let board = child.without_reserves();
        let since = if board == child { since } else { self.path.len() };
        let empty_window = !is_first && beta - alpha > 1 && self.features.empty_windows;
        self.path.push(board);
        let mut search = |alpha: Score, beta: Score| {
            let mover = mover.other();
            let question = Question { mover, alpha: gained - beta, beta: gained - alpha, depth: depth - 1, since };
            let found = self.search(question, line);
            (Found { value: gained - found.value, ..found }, self.meter.is_over())
        };
        let (mut found, is_over) = search(alpha, if empty_window { alpha + 1 } else { beta });
        if empty_window && found.value > alpha && found.value < beta && !is_over {
            (found, _) = search(alpha, beta);
        }
        self.path.pop();
        found
    }
}
