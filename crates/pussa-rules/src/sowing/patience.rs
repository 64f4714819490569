//! Giving up moves that go on for too long, for those who must answer in time whatever they are asked.

use core::cell::Cell;

thread_local! {
    /// How many laps a move may have on this thread.
    static MOST_LAPS: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Whether a move had more.
    static GAVE_UP: Cell<bool> = const { Cell::new(false) };
}

/// What came of work that gives up long moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patient<T> {
    /// What the work gave.
    pub value: T,
    /// Whether a move was given up on the way: then what is said of moves and values may not be so.
    pub gave_up: bool,
}

/// Does some work on this thread in which moves of more than `most_laps` laps, or about twice as many, are given up and
/// taken for endless.
///
/// Whether a move ends is otherwise found out however long it takes (M8). In play hardly any has a hundred laps, but there
/// are made-up boards on which it takes seconds. A server has to say no to those.
///
/// ```
/// use pussa_rules::{Round, Variant, WALAK_PUSSA, with_patience};
/// let variant = Variant::new(WALAK_PUSSA).with_holes(1)?.with_counters(3)?;
/// let round = with_patience(4096, || Round::new(variant, variant.start()));
/// assert!(!round.gave_up, "the move there ends, or comes back to where it was, sooner than that");
/// # Ok::<(), pussa_rules::VariantError>(())
/// ```
pub fn with_patience<T>(most_laps: u64, work: impl FnOnce() -> T) -> Patient<T> {
    let _before = Before { most_laps: MOST_LAPS.replace(most_laps), gave_up: GAVE_UP.replace(false) };
    let value = work();
    Patient { value, gave_up: GAVE_UP.get() }
}

/// Whether a move has been given up on this thread, in the innermost [`with_patience`] that is going on.
#[must_use]
pub fn has_given_up() -> bool {
    GAVE_UP.get()
}

/// What held before, and holds again when the work is done, or panics.
struct Before {
    most_laps: u64,
    gave_up: bool,
}

impl Drop for Before {
    fn drop(&mut self) {
        MOST_LAPS.set(self.most_laps);
        GAVE_UP.set(self.gave_up);
    }
}

/// Whether a move that has so many laps behind it is given up; that is kept in mind.
#[cold]
pub(super) fn is_at_an_end(laps: u64) -> bool {
    let at_an_end = laps >= MOST_LAPS.get();
    if at_an_end {
        GAVE_UP.set(true);
    }
    at_an_end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Children, Move, Round, Side, Sower, Variant, WALAK_PUSSA};

    /// A board on which A goes on for some millions of laps, until it is found never to end.
    fn long() -> (Variant, Round) {
        let variant = Variant::new(WALAK_PUSSA);
        let board = variant.parse_board("1,2,1,3,2,3,2/3,4,1,2,3,4,1/0,0/S").unwrap();
        (variant, Round::new(variant, board))
    }

    #[test]
    fn long_moves_are_given_up_by_all_code_and_only_in_there() {
        let (variant, round) = long();
        for backend in Backend::available() {
            let sower = variant.sower_on(round.sower().ring(), backend);
            let children = |sower: &Sower| {
                let mut children = Children::default();
                sower.children(Side::South, &round.board(), &mut children);
                (children.legal(), children.endless())
            };
            let patient = with_patience(4096, || children(&sower));
            assert!(patient.gave_up, "{backend}");
            assert_eq!(patient.value, children(&sower), "{backend}: this one never ends, as it is taken for");
            let short = with_patience(1 << 40, || sower.play(Side::South, round.board(), Move::new(0)));
            assert_eq!(short, Patient { value: None, gave_up: false }, "{backend}");
            assert!(!has_given_up());
        }
    }

    #[test]
    fn patience_within_patience_is_its_own() {
        let (_, round) = long();
        let inner = || with_patience(4096, || round.sower().play(Side::South, round.board(), Move::new(0)));
        let outer = with_patience(1 << 40, || {
            let inner = inner();
            (inner.gave_up, has_given_up())
        });
        assert_eq!(outer, Patient { value: (true, false), gave_up: false });
        let _ = std::panic::catch_unwind(|| with_patience(64, || panic!("as work may")));
        assert!(!with_patience(1 << 40, || round.sower().play(Side::South, round.board(), Move::new(0))).gave_up);
    }
}
