//! What is known of a position's value while its level is being settled, and why that gives the value.
//!
//! Captured counters never come back. So a move that captures for anybody leads to a level with fewer counters, whose
//! values are known; any other stays in the level, the other player to move. Moves that stay can go round for ever, and
//! what that is worth (RULES E5: nothing, to either) has to come out right.
//!
//! A position starts with the bounds `-n..=n`, `n` being its counters, since nobody can gain more than there is. A step
//! draws them closer: the lower bound becomes the greatest that a choice is sure to give, the upper the greatest that a
//! choice may give, where a choice that stays gives what the bounds of the position it leads to say, with the signs
//! turned. Bounds only ever draw closer, so steps can be taken in any order, by several threads at once, and where none
//! changes anything any more, the bounds are the same in whatever order they were taken.
//!
//! *What the bounds say then.* Let `low` and `high` be a position's final bounds and `t` a margin above 0.
//! - If `low ≥ t`, the player to move can make sure of `t`, and in finitely many moves. Take the step at which the lower
//!   bound reached `t`: the choice that raised it leaves the level for `t` or more, or leads to a position whose upper
//!   bound had come down to `-t` by an earlier step; and there every choice of the other player leaves for `-t` or less,
//!   or leads to a position whose lower bound had reached `t` by an earlier step still. Steps count down, so play ends.
//! - If `low < t`, the player to move can *not* make sure of `t`: no choice leaves for `t` or more, and each that stays
//!   leads to a position with `high > -t`. There, some choice of the other player leaves for more than `-t`, or leads
//!   back to one with `low < t`, or the round is over for more than `-t`. So the other player can keep play where it is
//!   so until it leaves for less than `t`, or for ever; and that is worth 0, less than `t` too.
//!
//! So the value is at least `t ≥ 1` just where `low ≥ t`; by the same argument for the other player it is at most `-t`
//! just where `high ≤ -t`; and otherwise it is 0: [`Bounds::value`]. Bounds that never meet with the value 0 between them
//! are the draws that one of the players at least can only hold by playing on for ever.

/// What is known of a position while all with as many counters are being settled together: its value, for the player to
/// move, is at least `low` and at most `high`. Everything in counters, reserves left out.
///
/// ```
/// use pussa_egdb::LevelBounds;
/// // Three counters, and two choices: one gives 1, the other leads to a position of which nothing is known.
/// let choices = [LevelBounds::exactly(1), LevelBounds::of_any(3).turned()];
/// let bounds = choices.into_iter().fold(LevelBounds::NO_CHOICE, LevelBounds::or);
/// assert!(!bounds.are_exact());
/// // If nothing draws them closer any more, the player to move can make sure of 1, and of no more.
/// assert_eq!(bounds.value(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    low: i8,
    high: i8,
}

impl Bounds {
    /// What is known of a position with so many counters, at most 127, before anything is looked at.
    #[must_use]
    pub const fn of_any(counters: u8) -> Self {
        let most = counters.cast_signed();
        Self { low: -most, high: most }
    }

    /// The value itself.
    #[must_use]
    pub const fn exactly(value: i8) -> Self {
        Self { low: value, high: value }
    }

    /// Before any choice is looked at: worse than all there are.
    pub const NO_CHOICE: Self = Self::exactly(i8::MIN);

    /// With one more choice, which gives what `choice` says.
    #[inline]
    #[must_use]
    pub fn or(self, choice: Self) -> Self {
        Self { low: self.low.max(choice.low), high: self.high.max(choice.high) }
    }

    /// The same value for the other player.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// A stand-in for the choices that leave the level, once they have been looked at: all of them together give the
    /// lower bound at most, and where they give less, then because a choice that stays gives that bound by itself.
    #[inline]
    pub(crate) const fn of_leaving(self) -> Self {
        Self::exactly(self.low)
    }

    /// Whether they have met.
    #[inline]
    pub const fn are_exact(self) -> bool {
        self.low == self.high
    }

    /// The value, once no step changes any bounds any more.
    #[inline]
    pub const fn value(self) -> i8 {
        if self.low > 0 {
            self.low
        } else if self.high < 0 {
            self.high
        } else {
            0
        }
    }

    /// Both in one word, for several threads to read and write.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        u16::from_le_bytes([self.low.cast_unsigned(), self.high.cast_unsigned()])
    }

    /// From such a word.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        let [low, high] = bits.to_le_bytes();
        Self { low: low.cast_signed(), high: high.cast_signed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a move leads to, in a level made up for a test.
    #[derive(Clone, Copy)]
    enum Choice {
        Leaves(i8),
        Stays(usize),
    }
    use Choice::{Leaves, Stays};

    /// The bounds of every position of a level once no step changes any, steps being taken in turns that start at `first`.
    fn settled(level: &[Vec<Choice>], first: usize) -> Vec<Bounds> {
        let mut bounds = vec![Bounds::of_any(9); level.len()];
        let mut looked_at = vec![false; level.len()];
        loop {
            let before = bounds.clone();
            for turn in 0..level.len() {
                let at = (first + turn) % level.len();
                let choices = level[at].iter().filter_map(|choice| match *choice {
                    Leaves(_) if looked_at[at] => None,
                    Leaves(margin) => Some(Bounds::exactly(margin)),
                    Stays(to) => Some(bounds[to].turned()),
                });
                let start = if looked_at[at] { bounds[at].of_leaving() } else { Bounds::NO_CHOICE };
                bounds[at] = choices.fold(start, Bounds::or);
                looked_at[at] = true;
            }
            if bounds == before {
                return bounds;
            }
        }
    }

    fn values(level: &[Vec<Choice>]) -> Vec<i8> {
        settled(level, 0).into_iter().map(Bounds::value).collect()
    }

    /// The value by the whole tree of play, a position that comes back being worth 0.
    fn searched(level: &[Vec<Choice>], at: usize, path: &mut Vec<usize>) -> i8 {
        if path.contains(&at) {
            return 0;
        }
        path.push(at);
        let margins = level[at].iter().map(|choice| match *choice {
            Leaves(margin) => margin,
            Stays(to) => -searched(level, to, path),
        });
        let best = margins.max().unwrap();
        path.pop();
        best
    }

    #[test]
    fn going_round_for_ever_saves_a_side_that_loses_by_every_way_out() {
        let round = [vec![Leaves(-3), Stays(1)], vec![Leaves(-2), Stays(0)]];
        assert_eq!(values(&round), [0, 0]);
        assert!(settled(&round, 0).iter().all(|bounds| !bounds.are_exact()), "only endless play holds these draws");
        // But not if the other side can leave and gain by it.
        assert_eq!(values(&[vec![Leaves(-3), Stays(1)], vec![Leaves(2), Stays(0)]]), [-2, 2]);
        // It loses no more than it must.
        assert_eq!(values(&[vec![Leaves(-1), Stays(1)], vec![Leaves(2), Stays(0)]]), [-1, 2]);
    }

    #[test]
    fn a_side_that_is_ahead_must_leave_while_it_can() {
        assert_eq!(values(&[vec![Stays(1), Leaves(2)], vec![Stays(0)]]), [2, -2]);
        let round = [vec![Stays(1), Leaves(1)], vec![Stays(2)], vec![Stays(3), Leaves(4)], vec![Stays(0), Leaves(-5)]];
        assert_eq!(values(&round), [4, -4, 4, -4]);
    }

    /// One to three choices; half of them stay, with the other player to move.
    fn drawn(at: usize, below: &mut impl FnMut(usize) -> usize) -> Vec<Choice> {
        let choices = (0..=below(3)).map(|_| match below(2) {
            0 => Leaves([-4, -3, -2, -1, 0, 1, 2, 3, 4][below(9)]),
            _ => Stays(2 * below(4) + 1 - at % 2),
        });
        choices.collect()
    }

    #[test]
    fn levels_drawn_by_chance_have_the_values_of_the_whole_tree_of_play_in_whatever_order() {
        let mut state = 1u64;
        let mut below = move |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let (mut endless, mut apart) = (0, 0);
        for _ in 0..20_000 {
            let level: Vec<Vec<Choice>> = (0..8).map(|at| drawn(at, &mut below)).collect();
            let bounds = settled(&level, 0);
            assert_eq!(bounds, settled(&level, 5));
            for (at, bounds) in bounds.iter().enumerate() {
                assert_eq!(bounds.value(), searched(&level, at, &mut Vec::new()));
                endless += usize::from(!bounds.are_exact() && bounds.value() == 0);
                apart += usize::from(!bounds.are_exact() && bounds.value() != 0);
            }
        }
        assert!(endless > 1000 && apart > 100, "levels of every kind: {endless}, {apart}");
    }

    #[test]
    fn bounds_fit_a_word() {
        for bounds in [Bounds::of_any(127), Bounds::exactly(-3), Bounds::NO_CHOICE, Bounds { low: -5, high: 2 }] {
            assert_eq!(Bounds::from_bits(bounds.to_bits()), bounds);
        }
    }
}
