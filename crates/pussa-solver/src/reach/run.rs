//! Ascending numbers, packed: each as what it adds to the one before, in as many bytes of seven bits as that takes, the
//! lowest first; the highest bit says that another byte follows.

/// Ascending numbers, each of them once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    bytes: Vec<u8>,
    count: u64,
    first: u64,
    last: u64,
}

impl Run {
    /// How many numbers there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The first and the last.
    pub(crate) fn ends(&self) -> Option<[u64; 2]> {
        (self.count > 0).then_some([self.first, self.last])
    }

    /// How many bytes of memory it takes, but for the few that any takes.
    pub(crate) fn memory(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Room for numbers that take so many bytes.
    pub(crate) fn with_room(bytes: u64) -> Self {
        Self { bytes: Vec::with_capacity(bytes as usize), ..Self::default() }
    }

    /// Gives back the room that is not used.
    pub(crate) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }

    /// Adds a number greater than all there are.
    #[inline]
    pub(crate) fn push(&mut self, number: u64) {
        debug_assert!(self.count == 0 || number > self.last, "{number} after {}", self.last);
        if self.count == 0 {
            self.first = number;
        }
        let mut step = number - self.last;
        while step >= 0x80 {
            self.bytes.push(step as u8 | 0x80);
            step >>= 7;
        }
        self.bytes.push(step as u8);
        self.last = number;
        self.count += 1;
    }

    /// The numbers, ascending.
    pub(crate) fn iter(&self) -> Numbers<'_> {
        Numbers { bytes: &self.bytes, number: 0 }
    }

    /// All numbers of both, in runs that `next` hands out room for: it is told each number, and whether it is one of
    /// `new` and none of `old`.
    #[inline]
    pub(crate) fn merge(old: &Self, new: &Self, mut next: impl FnMut(u64, bool)) {
        let (mut old, mut new) = (old.iter(), new.iter());
        let (mut known, mut found) = (old.next(), new.next());
        loop {
            match (known, found) {
                (Some(a), Some(b)) if a < b => {
                    next(a, false);
                    known = old.next();
                }
                (Some(a), Some(b)) if a == b => {
                    next(a, false);
                    (known, found) = (old.next(), new.next());
                }
                (_, Some(b)) => {
                    next(b, true);
                    found = new.next();
                }
                (Some(a), None) => {
                    next(a, false);
                    known = old.next();
                }
                (None, None) => return,
            }
        }
    }
}

impl FromIterator<u64> for Run {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        let mut run = Self::default();
        numbers.into_iter().for_each(|number| run.push(number));
        run.shrink();
        run
    }
}

/// The numbers of a run, ascending.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<'a> {
    bytes: &'a [u8],
    number: u64,
}

impl Iterator for Numbers<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        let mut step = u64::from(first & 0x7f);
        let (mut byte, mut shift) = (first, 7);
        while byte >= 0x80 {
            let (&next, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            step |= u64::from(next & 0x7f) << shift;
            (byte, shift) = (next, shift + 7);
        }
        self.number += step;
        Some(self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were() {
        let numbers = [0, 1, 127, 128, 255, 256, 16_511, 16_512, 1 << 40, (1 << 62) + 5, u64::MAX];
        let run: Run = numbers.into_iter().collect();
        assert_eq!(run.iter().collect::<Vec<_>>(), numbers);
        assert_eq!((run.count(), run.ends()), (11, Some([0, u64::MAX])));
        assert_eq!((Run::default().iter().next(), Run::default().ends()), (None, None));
    }

    #[test]
    fn two_runs_become_one_and_what_is_new_is_told() {
        let of = |numbers: &[u64]| numbers.iter().copied().collect::<Run>();
        let merged = |old: &[u64], new: &[u64]| {
            let mut all = Vec::new();
            Run::merge(&of(old), &of(new), |number, is_new| all.push((number, is_new)));
            all
        };
        let all = [(1, true), (2, false), (3, false), (5, true), (7, false), (900, true)];
        assert_eq!(merged(&[2, 3, 7], &[1, 3, 5, 900]), all);
        assert_eq!(merged(&[], &[4]), [(4, true)]);
        assert_eq!(merged(&[4, 1000], &[]), [(4, false), (1000, false)]);
    }
}
