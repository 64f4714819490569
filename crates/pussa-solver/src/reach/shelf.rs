//! A set of boards by their numbers, in parts that are worked on by several threads at once.
//!
//! A part has the numbers from its first on, up to the first of the next part. What is found goes into heaps that may be
//! filled by anybody; from time to time they are sorted and packed, and at the end of a ply what was known before is
//! sorted out. A part that has grown too large becomes several.

use super::run::Run;
use rayon::prelude::*;
use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most boards that a part has, about.
const MOST: u64 = 1 << 17;

/// A set of boards.
#[derive(Debug)]
pub(crate) struct Shelf {
    parts: Vec<Part>,
}

/// The boards with numbers from `first` on.
#[derive(Debug, Default)]
pub(crate) struct Part {
    first: u64,
    /// All that is known.
    known: Run,
    /// What of that came with the last ply.
    fresh: Run,
    /// What has been found since then, known or not.
    found: Run,
    /// What has been found since that was packed, in any order and as often as it was found.
    heap: Mutex<Vec<u64>>,
}

impl Shelf {
    /// One that holds nothing.
    pub(crate) fn empty() -> Self {
        Self { parts: vec![Part::default()] }
    }

    /// How many boards are known.
    pub(crate) fn count(&self) -> u64 {
        self.parts.iter().map(|part| part.known.count()).sum()
    }

    /// How many came with the last ply.
    pub(crate) fn fresh(&self) -> u64 {
        self.parts.iter().map(|part| part.fresh.count()).sum()
    }

    /// The first and the last number of those that came with the last ply.
    pub(crate) fn fresh_ends(&self) -> Option<[u64; 2]> {
        let mut ends = self.parts.iter().filter_map(|part| part.fresh.ends());
        let [first, last] = ends.next()?;
        Some([first, ends.next_back().map_or(last, |[_, last]| last)])
    }

    /// How many bytes of memory it takes.
    pub(crate) fn memory(&self) -> u64 {
        self.parts.iter().map(Part::memory).sum()
    }

    /// The numbers of all boards, ascending.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.parts.iter().flat_map(|part| part.known.iter())
    }

    /// Its parts, ascending.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Adds what has been found: sorted, each once.
    pub(crate) fn find(&self, sorted: &[u64]) {
        let mut left = sorted;
        while let Some(&number) = left.first() {
            let part = self.parts.partition_point(|part| part.first <= number) - 1;
            let next = self.parts.get(part + 1);
            let end = next.map_or(left.len(), |next| left.partition_point(|&number| number < next.first));
            self.parts[part].heap().extend_from_slice(&left[..end]);
            left = &left[end..];
        }
    }

    /// Packs what lies in heaps.
    pub(crate) fn pack(&mut self) {
        self.parts.par_iter_mut().for_each(Part::pack);
    }

    /// Forgets what has been found since the last ply.
    pub(crate) fn forget(&mut self) {
        for part in &mut self.parts {
            part.found = Run::default();
            take(&mut *part.heap());
        }
    }

    /// Nothing came with the last ply.
    pub(crate) fn nothing_fresh(&mut self) {
        self.parts.iter_mut().for_each(|part| part.fresh = Run::default());
    }

    /// The end of a ply: what has been found, packed, is known from now on, and fresh if it was not known.
    pub(crate) fn end_ply(&mut self) {
        self.parts = take(&mut self.parts).into_par_iter().flat_map_iter(Part::end_ply).collect();
    }
}

impl Part {
    /// What came with the last ply.
    pub(crate) fn fresh(&self) -> &Run {
        &self.fresh
    }

    fn memory(&self) -> u64 {
        let heap = self.heap().capacity() * size_of::<u64>();
        self.known.memory() + self.fresh.memory() + self.found.memory() + (heap + size_of::<Self>()) as u64
    }

    fn heap(&self) -> MutexGuard<'_, Vec<u64>> {
        // Nobody leaves it half done.
        self.heap.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pack(&mut self) {
        let mut heap = take(self.heap.get_mut().unwrap_or_else(PoisonError::into_inner));
        if heap.is_empty() {
            return;
        }
        heap.sort_unstable();
        heap.dedup();
        let heap: Run = heap.into_iter().collect();
        if self.found.count() == 0 {
            self.found = heap;
            return;
        }
        let mut found = Run::with_room(self.found.memory() + heap.memory());
        Run::merge(&self.found, &heap, |number, _| found.push(number));
        found.shrink();
        self.found = found;
    }

    fn end_ply(mut self) -> Vec<Self> {
        self.fresh = Run::default();
        if self.found.count() == 0 {
            return vec![self];
        }
        let (known, found) = (take(&mut self.known), take(&mut self.found));
        let (count, bytes) = (known.count() + found.count(), known.memory() + found.memory());
        let pieces = if count > MOST { count.div_ceil(MOST / 2) } else { 1 };
        let part = |first| Self { first, known: Run::with_room(bytes / pieces), ..Self::default() };
        let mut parts = vec![part(self.first)];
        Run::merge(&known, &found, |number, is_new| {
            if parts.last().is_none_or(|last| last.known.count() >= count.div_ceil(pieces)) {
                parts.push(part(number));
            }
            if let Some(last) = parts.last_mut() {
                last.known.push(number);
                if is_new {
                    last.fresh.push(number);
                }
            }
        });
        for part in &mut parts {
            part.known.shrink();
            part.fresh.shrink();
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_is_found_is_known_once_and_fresh_for_one_ply() {
        let mut shelf = Shelf::empty();
        let (mut known, mut state) = (BTreeSet::new(), 1u64);
        for ply in 0..6 {
            let mut fresh = BTreeSet::new();
            for _ in 0..20 {
                let mut found = BTreeSet::new();
                for _ in 0..10_000 {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    found.insert(state >> 40 >> (3 * ply % 16));
                }
                shelf.find(&found.iter().copied().collect::<Vec<_>>());
                if state % 3 == 0 {
                    shelf.pack();
                }
                fresh.extend(found.into_iter().filter(|number| !known.contains(number)));
            }
            shelf.pack();
            shelf.end_ply();
            known.extend(&fresh);
            assert!(shelf.numbers().eq(known.iter().copied()));
            assert!(shelf.parts().iter().flat_map(|part| part.fresh().iter()).eq(fresh.iter().copied()));
            assert_eq!((shelf.count(), shelf.fresh()), (known.len() as u64, fresh.len() as u64));
            let ends = fresh.first().map(|&first| [first, *fresh.last().unwrap()]);
            assert_eq!(shelf.fresh_ends(), ends);
        }
        assert!(shelf.parts().len() > 4, "parts become several: {}", shelf.parts().len());
        assert!(shelf.parts().iter().all(|part| part.known.count() <= MOST));
        shelf.nothing_fresh();
        assert_eq!((shelf.fresh(), shelf.fresh_ends()), (0, None));
    }

    #[test]
    fn what_is_forgotten_was_never_found() {
        let mut shelf = Shelf::empty();
        shelf.find(&[1, 2, 3]);
        shelf.pack();
        shelf.find(&[4]);
        shelf.forget();
        shelf.pack();
        shelf.end_ply();
        assert_eq!(shelf.count(), 0);
    }
}
