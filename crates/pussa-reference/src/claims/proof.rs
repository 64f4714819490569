//! The proof itself, of a level that is told by its spots: claims that are best, and shown (`claims.rs`).

use crate::retrograde::{Choice, Spot};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// How many positions a thread takes on at a time.
const SHARE: usize = 4096;

/// A level with claims. `spot` tells what there is to choose at a position, `claim` what is claimed about it.
pub(super) struct Proof<S, C> {
    pub(super) spot: S,
    pub(super) claim: C,
}

/// Why there is no proof.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Doubt<E> {
    /// A claim that is needed could not be had.
    Unknown { number: usize, error: E },
    /// A claim is not the greatest that the choices give.
    NotBest { number: usize, claim: i16, best: i16 },
    /// A claim can't be shown.
    NotShown { number: usize, claim: i16 },
}

impl<E> Doubt<E> {
    /// The position that it arose at.
    fn number(&self) -> usize {
        match *self {
            Doubt::Unknown { number, .. } | Doubt::NotBest { number, .. } | Doubt::NotShown { number, .. } => number,
        }
    }
}

/// What a claim that is best waits for.
enum Waits {
    /// Nothing: it is shown.
    No,
    /// That one of these is shown.
    ForSome(Vec<usize>),
    /// That each of these is shown.
    ForEvery(Vec<usize>),
}

impl Waits {
    fn is_over(&self, is_shown: impl Fn(usize) -> bool) -> bool {
        match self {
            Waits::No => true,
            Waits::ForSome(numbers) => numbers.iter().any(|&number| is_shown(number)),
            Waits::ForEvery(numbers) => numbers.iter().all(|&number| is_shown(number)),
        }
    }
}

impl<E, S: Fn(usize) -> Result<Spot, E>, C: Fn(usize) -> Result<i16, E>> Proof<S, C> {
    /// Sees to it that the claim about a position is best, and tells what it takes to show it.
    fn look(&self, number: usize) -> Result<Waits, Doubt<E>> {
        let unknown = |error| Doubt::Unknown { number, error };
        let claim = (self.claim)(number).map_err(unknown)?;
        let choices = match (self.spot)(number).map_err(unknown)? {
            Spot::Over(best) if best == claim => return Ok(Waits::No),
            Spot::Over(best) => return Err(Doubt::NotBest { number, claim, best }),
            Spot::Open(choices) => choices,
        };
        let (mut best, mut leaves, mut stays) = (i16::MIN, false, Vec::new());
        for choice in choices {
            let margin = match choice {
                Choice::Leaves(margin) => margin,
                Choice::Stays(to) => -(self.claim)(to).map_err(unknown)?,
            };
            best = best.max(margin);
            match choice {
                Choice::Leaves(_) => leaves |= margin == claim,
                Choice::Stays(to) if margin == claim => stays.push(to),
                Choice::Stays(_) => {}
            }
        }
        match claim {
            _ if best != claim => Err(Doubt::NotBest { number, claim, best }),
            0 => Ok(Waits::No),
            1.. if leaves => Ok(Waits::No),
            1.. => Ok(Waits::ForSome(stays)),
            _ => Ok(Waits::ForEvery(stays)),
        }
    }

    fn not_shown(&self, number: usize) -> Doubt<E> {
        match (self.claim)(number) {
            Ok(claim) => Doubt::NotShown { number, claim },
            Err(error) => Doubt::Unknown { number, error },
        }
    }

    /// The proof for one position: those that its claim waits for are looked at, then those that these wait for, and so
    /// on, until it is shown.
    pub(super) fn of_one(&self, number: usize) -> Result<(), Doubt<E>> {
        let mut met: BTreeMap<usize, (Waits, bool)> = BTreeMap::new();
        let mut ahead = vec![number];
        while !ahead.is_empty() {
            let mut next = Vec::new();
            for number in ahead {
                let waits = self.look(number)?;
                if let Waits::ForSome(numbers) | Waits::ForEvery(numbers) = &waits {
                    next.extend_from_slice(numbers);
                }
                met.insert(number, (waits, false));
            }
            loop {
                let found = no_longer_waiting(&met);
                if found.is_empty() {
                    break;
                }
                for number in found {
                    met.get_mut(&number).expect("it was found there").1 = true;
                }
            }
            if met[&number].1 {
                return Ok(());
            }
            next.sort_unstable();
            next.dedup();
            next.retain(|number| !met.contains_key(number));
            ahead = next;
        }
        Err(self.not_shown(number))
    }
}

/// The positions that have not been shown and wait for nothing more.
fn no_longer_waiting(met: &BTreeMap<usize, (Waits, bool)>) -> Vec<usize> {
    let is_shown = |number: usize| met.get(&number).is_some_and(|(_, shown)| *shown);
    met.iter().filter(|(_, (waits, shown))| !shown && waits.is_over(is_shown)).map(|(&number, _)| number).collect()
}

impl<E: Send, S: Fn(usize) -> Result<Spot, E> + Sync, C: Fn(usize) -> Result<i16, E> + Sync> Proof<S, C> {
    /// The proof for all of so many positions: look after look at those that are not shown, until all are. Of several
    /// doubts of one look, the one about the lowest number is told.
    pub(super) fn of_all(
        &self,
        positions: usize,
        threads: usize,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<(), Doubt<E>> {
        let shown: Vec<AtomicBool> = (0..positions).map(|_| AtomicBool::new(false)).collect();
        let mut left = self.look_at(positions, |i| i, &shown, threads, done)?;
        while let Some(&number) = left.first() {
            let before = left.len();
            left = self.look_at(before, |i| left[i], &shown, threads, done)?;
            if left.len() == before {
                return Err(self.not_shown(number));
            }
        }
        Ok(())
    }

    /// One look at so many positions, which `nth` tells, ascending; those that are not shown after it.
    fn look_at(
        &self,
        count: usize,
        nth: impl Fn(usize) -> usize + Sync,
        shown: &[AtomicBool],
        threads: usize,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<usize>, Doubt<E>> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut left = Vec::new();
            loop {
                let first = next.fetch_add(SHARE, Ordering::Relaxed);
                if first >= count {
                    return Ok(left);
                }
                let last = count.min(first + SHARE);
                let before = left.len();
                for number in (first..last).map(&nth) {
                    let waits = self.look(number)?;
                    // What is read as shown here was shown before, so no claim is shown by way of itself.
                    if waits.is_over(|number| shown[number].load(Ordering::Acquire)) {
                        shown[number].store(true, Ordering::Release);
                    } else {
                        left.push(number);
                    }
                }
                done(last - first - (left.len() - before));
            }
        };
        let looked: Vec<Result<Vec<usize>, Doubt<E>>> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().map(|worker| worker.join().expect("nothing panics")).collect()
        });
        let mut left = Vec::new();
        let mut doubts = Vec::new();
        for result in looked {
            match result {
                Ok(more) => left.extend(more),
                Err(doubt) => doubts.push(doubt),
            }
        }
        left.sort_unstable();
        doubts.into_iter().min_by_key(Doubt::number).map_or(Ok(left), Err)
    }
}
