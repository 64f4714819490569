//! Bounds of a value.

use std::fmt;

/// What is proved of a value: the margin still to come (RULES E5), in counters, is at least `lower` and at most `upper`.
///
/// ```
/// use pussa_solver::Bounds;
/// let bounds = Bounds { lower: -3, upper: 5 };
/// assert_eq!((bounds.value(), bounds.to_string()), (None, "-3 to +5".into()));
/// assert_eq!(Bounds::exactly(5).value(), Some(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is not less, -252 to 252.
    pub lower: i16,
    /// The value is not more, -252 to 252.
    pub upper: i16,
}

impl Bounds {
    /// No game has more counters.
    pub(crate) const MOST: i16 = 252;

    /// Just so much.
    #[must_use]
    pub const fn exactly(value: i16) -> Self {
        Self { lower: value, upper: value }
    }

    /// With so many counters on the board, nobody can win or lose more.
    #[must_use]
    pub(crate) const fn within(counters: i16) -> Self {
        Self { lower: -counters, upper: counters }
    }

    /// The value, if it is proved.
    #[must_use]
    pub const fn value(self) -> Option<i16> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }

    /// What is proved if both are.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// What a move is worth to who makes it: it gains so much, and these are the bounds for the other player then.
    pub(crate) const fn before(self, gain: i16) -> Self {
        Self { lower: gain - self.upper, upper: gain - self.lower }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => f.pad(&format!("{value:+}")),
            None => f.pad(&format!("{:+} to {:+}", self.lower, self.upper)),
        }
    }
}
