//! Ends of a round, as far as the match goes on from them, in sets: who took the counters left, and what South holds then.

use pussa_rules::Side;

/// Numbers of counters, 0 to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts([u128; 2]);

impl Counts {
    /// All from `first` to `last`, which is not less.
    #[inline]
    fn range(first: u8, last: u8) -> Self {
        Self([0, 128].map(|begin: i32| {
            let [from, to] = [i32::from(first) - begin, i32::from(last) - begin].map(|end| end.clamp(-1, 128));
            // The bits below `to + 1`, without those below `from`.
            let below = |end: i32| if end >= 128 { u128::MAX } else { (1 << end.max(0)) - 1 };
            below(to + 1) & !below(from)
        }))
    }

    #[inline]
    fn contains(self, count: u8) -> bool {
        self.0[usize::from(count >> 7)] >> (count & 127) & 1 != 0
    }

    fn insert(&mut self, count: u8) {
        self.0[usize::from(count >> 7)] |= 1 << (count & 127);
    }

    #[inline]
    fn map(self, other: Self, f: impl Fn(u128, u128) -> u128) -> Self {
        Self([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }

    fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// How a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// This player takes the counters left (RULES E1).
    Taken(Side),
    /// They are split, and an odd one stays out, or not (RULES E3).
    Split {
        /// Whether a counter stays out.
        odd: bool,
    },
}

impl End {
    pub(crate) const ALL: [Self; 4] =
        [Self::Taken(Side::South), Self::Taken(Side::North), Self::Split { odd: false }, Self::Split { odd: true }];

    fn index(self) -> usize {
        match self {
            Self::Taken(side) => side.index(),
            Self::Split { odd } => 2 + usize::from(odd),
        }
    }
}

/// A set of ends of one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ends([Counts; 4]);

impl Ends {
    /// Whether the end is in it after which South holds so many counters.
    #[inline]
    pub(crate) fn contains(&self, end: End, south: u8) -> bool {
        self.0[end.index()].contains(south)
    }

    pub(crate) fn insert(&mut self, end: End, south: u8) {
        self.0[end.index()].insert(south);
    }

    /// All ends after which South holds from `first` to `last` counters, and, where an odd one stays out, less than `last`.
    #[inline]
    pub(crate) fn range(first: u8, last: u8) -> Self {
        let counts = Counts::range(first, last);
        let odd = if first < last { Counts::range(first, last - 1) } else { Counts::default() };
        Self([counts, counts, counts, odd])
    }

    /// Those after which a player took the counters left.
    pub(super) fn taken(self) -> Self {
        let [south, north, ..] = self.0;
        Self([south, north, Counts::default(), Counts::default()])
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().flat_map(|counts| counts.0).map(u128::count_ones).sum()
    }

    /// All of it in hexadecimal digits, 64 for each kind of end.
    pub(super) fn digits(&self) -> String {
        let all: Vec<_> = self.0.iter().flat_map(|counts| counts.0).map(|bits| format!("{bits:032x}")).collect();
        all.concat()
    }

    /// The set that has these digits, if any has.
    pub(super) fn of_digits(digits: &str) -> Option<Self> {
        let mut ends = Self::default();
        if digits.len() != 8 * 32 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        for (i, bits) in ends.0.iter_mut().flat_map(|counts| &mut counts.0).enumerate() {
            *bits = u128::from_str_radix(&digits[32 * i..32 * (i + 1)], 16).ok()?;
        }
        Some(ends)
    }

    /// Those that are in both.
    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        self.map(other, |a, b| a & b)
    }

    /// Those that are in this one only.
    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        self.map(other, |a, b| a & !b)
    }

    /// Those that are in either.
    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        self.map(other, |a, b| a | b)
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|counts| counts.is_empty())
    }

    #[inline]
    fn map(&self, other: &Self, f: impl Fn(u128, u128) -> u128 + Copy) -> Self {
        Self(std::array::from_fn(|i| self.0[i].map(other.0[i], f)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_holds_its_counts_and_no_others() {
        for (first, last) in [(0, 0), (0, 255), (3, 98), (127, 128), (128, 128), (5, 127), (130, 252), (255, 255)] {
            let range = Ends::range(first, last);
            for count in 0..=255 {
                for end in End::ALL {
                    let odd = end == End::Split { odd: true };
                    let there = (first..=last).contains(&count) && !(odd && count == last);
                    assert_eq!(range.contains(end, count), there, "{first} {last} {count}");
                }
            }
        }
    }

    #[test]
    fn a_set_comes_back_from_its_digits() {
        let mut ends = Ends::range(3, 200);
        ends.insert(End::Taken(Side::North), 255);
        assert_eq!(Ends::of_digits(&ends.digits()), Some(ends));
        assert_eq!(Ends::of_digits(&ends.digits()[1..]), None);
        assert_eq!(Ends::of_digits(&ends.digits().replace('f', "+")), None);
    }

    #[test]
    fn ends_that_differ_are_told_apart() {
        for (i, end) in End::ALL.into_iter().enumerate() {
            let mut ends = Ends::default();
            ends.insert(end, 200);
            for (j, other) in End::ALL.into_iter().enumerate() {
                assert_eq!(ends.contains(other, 200), i == j);
                assert!(!ends.contains(other, 72));
            }
            assert!(ends.without(&Ends::range(200, 201)).is_empty());
            assert_eq!(ends.and(&Ends::range(0, 201)), ends);
            assert_eq!(ends.or(&ends), ends);
        }
    }
}
