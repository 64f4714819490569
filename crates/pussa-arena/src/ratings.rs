//! How strong engines are, from the pairs of games they played: ratings, likelihood of superiority and mean margins,
//! each with a 95 % interval. Arithmetic alone, without input or output.
//!
//! Games come in pairs with one opening and sides swapped, and pairs, not games, are independent; so all of this works
//! on how often a pair gave 0, ½, 1, 1½ and 2 points. Every pairing of two engines gets one drawn pair beforehand, so
//! that whatever was counted the figures are finite, and say how little is known if little is.
//!
//! ```
//! use pussa_arena::ratings::{Pairing, Pentanomial, joint_ratings};
//!
//! let pairings = [
//!     Pairing { first: 0, second: 1, pairs: Pentanomial([1, 4, 20, 15, 10]) },
//!     Pairing { first: 1, second: 2, pairs: Pentanomial([0, 2, 25, 12, 11]) },
//! ];
//! let ratings = joint_ratings(3, &pairings)?;
//! assert!(ratings[0].elo.value > ratings[1].elo.value);
//! # Ok::<(), pussa_arena::ratings::PairingError>(())
//! ```

mod joint;
pub(crate) mod likelihood;
mod losses;
mod margin;
mod network;
#[cfg(test)]
mod tests;

use joint::{Bounds, Group};
use likelihood::PairLikelihood;
use statrs::distribution::{ContinuousCDF, Normal};
use std::collections::BTreeMap;

pub use losses::{MoveLosses, PairLosses};
pub use margin::PairMargins;

/// Elo points to one unit of natural log odds: 400 points are odds of ten to one.
pub(crate) const ELO_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// How many pairs of games gave the first engine 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The same pairs as the second engine sees them.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// These pairs and those.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|outcome| self.0[outcome].saturating_add(other.0[outcome])))
    }

    /// How many pairs there are.
    pub fn pairs(self) -> u64 {
        self.0.into_iter().fold(0, u64::saturating_add)
    }
}

/// A figure and its 95 % interval, `low <= value <= high`, all finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// What two engines did against each other; engines are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The engine whose points are counted.
    pub first: usize,
    /// Its opponent.
    pub second: usize,
    /// Their pairs of games.
    pub pairs: Pentanomial,
}

/// An engine's rating among others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo points; those of a group have mean 0.
    pub elo: Estimate,
    /// The group of engines linked to this one by pairings, numbered from 0 in the order of their first engines.
    /// Ratings in different groups cannot be compared.
    pub group: usize,
}

/// A pairing that names an engine there is not, or one engine twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pairing of engines {first} and {second}: two different ones below {engines} are needed")]
pub struct PairingError {
    /// The pairing's first engine.
    pub first: usize,
    /// The pairing's second engine.
    pub second: usize,
    /// How many engines there are.
    pub engines: usize,
}

/// The maximum-likelihood Elo ratings of all engines together, in their order, with 95 % profile-likelihood intervals.
///
/// The likelihood of a pairing is the empirical likelihood of its pair scores having the mean that the logistic model
/// expects of the two ratings, `1 / (1 + 10^(-(R_first - R_second)/400))`; one drawn pair of unknown composition,
/// (1, 4, 6, 4, 1)/16 over the five outcomes, is added to every pairing, played or not. An interval holds the values
/// of a rating for which twice the log likelihood, all other ratings at their best, is at most 3.841459 below its
/// maximum (A. B. Owen, Biometrika 75, 1988; S. S. Wilks, Annals of Mathematical Statistics 9, 1938).
///
/// Not every two engines need have a pairing, as in a gauntlet. Engines that no chain of pairings links are in
/// different groups, each with its own mean of 0; one in no pairing is a group by itself, rated 0 by definition.
/// Several pairings of the same two engines count as one.
///
/// # Errors
/// If a pairing's engines are not two different ones below `engines`.
pub fn joint_ratings(engines: usize, pairings: &[Pairing]) -> Result<Vec<Rating>, PairingError> {
    let mut together: BTreeMap<(usize, usize), Pentanomial> = BTreeMap::new();
    for &Pairing { first, second, pairs } in pairings {
        if first == second || first.max(second) >= engines {
            return Err(PairingError { first, second, engines });
        }
        let (ends, pairs) = if first < second { ((first, second), pairs) } else { ((second, first), pairs.reversed()) };
        let counted = together.entry(ends).or_default();
        *counted = counted.plus(pairs);
    }

    let groups = linked_groups(engines, together.keys().copied());
    let mut ratings = vec![Rating { elo: Estimate { value: 0.0, low: 0.0, high: 0.0 }, group: 0 }; engines];
    for (number, members) in groups.iter().enumerate() {
        let place = |engine| members.binary_search(&engine).ok();
        let pairings = together
            .iter()
            .filter_map(|(&(first, second), &pairs)| Some((place(first)?, place(second)?, PairLikelihood::new(pairs))))
            .collect();
        let bounds = Group { engines: members.len(), pairings }.ratings();
        for (&engine, bounds) in members.iter().zip(bounds) {
            ratings[engine] = Rating { elo: to_elo(bounds, 1.0), group: number };
        }
    }
    Ok(ratings)
}

/// The Elo difference of two engines, first less second, from their own pairs alone, with its 95 % interval: the
/// model and the prior pair are those of [`joint_ratings`].
pub fn elo_difference(pairs: Pentanomial) -> Estimate {
    // Two engines with mean 0 are half of the difference above and below it.
    let group = Group { engines: 2, pairings: vec![(0, 1, PairLikelihood::new(pairs))] };
    to_elo(group.ratings()[0], 2.0)
}

/// How likely it is, 0 to 1, that the first engine is the stronger one.
///
/// Φ of the signed root of twice the log-likelihood ratio between the likeliest difference and none. That is the
/// normal approximation Φ(surplus of the mean score / its standard error) to first order, but follows the likelihood
/// where the two differ, so it is above 97.5 % exactly where the interval of [`elo_difference`] lies above 0. No games,
/// or as many points for both, give ½.
pub fn likelihood_of_superiority(pairs: Pentanomial) -> f64 {
    let equal = PairLikelihood::new(pairs).at(0.0);
    let deviations = (-2.0 * equal.value).max(0.0).sqrt().copysign(equal.slope);
    Normal::standard().cdf(deviations)
}

/// The share of points, 0 to 1, that the logistic model expects of an engine this many Elo points above another.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOG_ODDS).exp())
}

fn to_elo(bounds: Bounds, times: f64) -> Estimate {
    let [value, low, high] = [bounds.value, bounds.low, bounds.high].map(|odds| odds * times * ELO_PER_LOG_ODDS);
    Estimate { value, low: low.min(value), high: high.max(value) }
}

/// The engines in groups that pairings link, each in ascending order, the groups in that of their first engines.
fn linked_groups(engines: usize, links: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); engines];
    for (first, second) in links {
        neighbours[first].push(second);
        neighbours[second].push(first);
    }
    let mut seen = vec![false; engines];
    let mut groups = Vec::new();
    for start in 0..engines {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut members = vec![start];
        let mut next = 0;
        while next < members.len() {
            for &neighbour in &neighbours[members[next]] {
                if !std::mem::replace(&mut seen[neighbour], true) {
                    members.push(neighbour);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        groups.push(members);
    }
    groups
}
