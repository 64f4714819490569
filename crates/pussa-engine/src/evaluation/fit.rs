//! Weights from positions whose worth is known: least squares.

use super::{COUNT, Weights};

/// Positions with what they were worth, summed up: as many as one likes, in constant memory.
///
/// The weights are those with the least squared error (ridge regression, by the normal equations). The same positions in
/// the same order give the same weights to the last bit.
///
/// ```
/// use pussa_engine::evaluation::{COUNT, Fit};
/// let mut fit = Fit::default();
/// for n in 0..10 {
///     // The first feature is always 1, the second counts, and the worth is 3 - n / 2.
///     let mut features = [0; COUNT];
///     (features[0], features[1]) = (1, n);
///     fit.add(&features, 3.0 - n as f32 / 2.0);
/// }
/// let weights = fit.weights(1e-6).expect("there are positions");
/// assert!((weights.0[0] - 3.0).abs() < 1e-3 && (weights.0[1] + 0.5).abs() < 1e-3);
/// assert!(fit.explained(&weights).unwrap() > 0.999);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    positions: u64,
    /// Sums over positions: of the products of every two features, ...
    products: [[f64; COUNT]; COUNT],
    /// ... of every feature times the worth, ...
    moments: [f64; COUNT],
    /// ... of the worth, and of its square.
    worth: f64,
    worth_squared: f64,
}

impl Fit {
    /// Takes in a position: its features, and the margin that came, for the player to move, in counters.
    pub fn add(&mut self, features: &[i32; COUNT], margin: f32) {
        let (features, margin) = (features.map(f64::from), f64::from(margin));
        self.positions += 1;
        for (row, one) in self.products.iter_mut().zip(features) {
            for (sum, other) in row.iter_mut().zip(features) {
                *sum += one * other;
            }
        }
        for (sum, feature) in self.moments.iter_mut().zip(features) {
            *sum += feature * margin;
        }
        self.worth += margin;
        self.worth_squared += margin * margin;
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The weights with the least squared error, to which `ridge`, above 0, adds that many times the sum of their
    /// squares for every position: weights that the positions tell nothing of are 0. `None` if there is no position, or
    /// numbers are out of all proportion.
    #[must_use]
    pub fn weights(&self, ridge: f64) -> Option<Weights> {
        if self.positions == 0 {
            return None;
        }
        let mut matrix = self.products;
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += ridge * self.positions as f64;
        }
        let solved = solve(&triangle(&matrix)?, self.moments);
        solved.iter().all(|weight| weight.is_finite()).then(|| Weights(solved.map(|weight| weight as f32)))
    }

    /// The share of the margins' variance that these weights explain (R²): 1 is all, 0 no more than their mean does, and
    /// less than 0 is worse. `None` if all margins are the same.
    #[must_use]
    pub fn explained(&self, weights: &Weights) -> Option<f64> {
        let weights = weights.0.map(f64::from);
        let variance = self.worth_squared - self.worth * self.worth / self.positions as f64;
        let explained: f64 =
            (0..COUNT).map(|i| weights[i] * (2.0 * self.moments[i] - dot(&self.products[i], &weights))).sum();
        let error = self.worth_squared - explained;
        (variance > 0.0).then(|| 1.0 - error / variance)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The lower triangle whose product with its transpose is `matrix` (Cholesky); `None` if there is none.
fn triangle(matrix: &[[f64; COUNT]; COUNT]) -> Option<[[f64; COUNT]; COUNT]> {
    let mut lower = [[0.0; COUNT]; COUNT];
    for i in 0..COUNT {
        for j in 0..=i {
            let rest = matrix[i][j] - dot(&lower[i][..j], &lower[j][..j]);
            lower[i][j] = if i == j { Some(rest.sqrt()).filter(|root| *root > 0.0)? } else { rest / lower[j][j] };
        }
    }
    Some(lower)
}

/// What a triangle and its transpose take to `right`.
fn solve(lower: &[[f64; COUNT]; COUNT], right: [f64; COUNT]) -> [f64; COUNT] {
    let mut x = right;
    for i in 0..COUNT {
        x[i] = (x[i] - dot(&lower[i][..i], &x[..i])) / lower[i][i];
    }
    for i in (0..COUNT).rev() {
        let below: f64 = (i + 1..COUNT).map(|j| lower[j][i] * x[j]).sum();
        x[i] = (x[i] - below) / lower[i][i];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Features that look drawn at random, the first always 1.
    fn features(n: u32) -> [i32; COUNT] {
        std::array::from_fn(|i| if i == 0 { 1 } else { ((n * 7919 + i as u32 * 104_729) % 1009 % 13).cast_signed() })
    }

    #[test]
    fn weights_that_made_the_margins_are_found_again() {
        let made = Weights(std::array::from_fn(|i| i as f32 / 4.0 - 1.5));
        let mut fit = Fit::default();
        for n in 0..2000 {
            fit.add(&features(n), made.margin(&features(n)));
        }
        let found = fit.weights(1e-9).unwrap();
        for ((name, made), (_, found)) in made.named().zip(found.named()) {
            assert!((made - found).abs() < 1e-3, "{name}: {made} {found}");
        }
        assert!(fit.explained(&found).unwrap() > 0.9999);
        assert!(fit.explained(&Weights::PLAIN).unwrap() < 0.9);
        assert_eq!(fit.positions(), 2000);
    }

    #[test]
    fn a_feature_that_never_shows_has_no_weight() {
        let mut fit = Fit::default();
        for n in 0..100 {
            let mut features = features(n);
            features[5] = 0;
            fit.add(&features, n as f32);
        }
        assert!(fit.weights(1e-6).unwrap().0[5].abs() < 1e-9);
    }

    #[test]
    fn without_positions_there_is_nothing_to_fit() {
        assert_eq!(Fit::default().weights(1e-6), None);
        assert_eq!(Fit::default().explained(&Weights::PLAIN), None);
    }
}
