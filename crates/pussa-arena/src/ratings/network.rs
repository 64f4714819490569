//! The linear equations of Newton's method for ratings: each pairing ties its two engines together, the more firmly
//! the more sharply its likelihood falls, as springs tie weights or resistors nodes.

/// Engines and the ties between them, ready to be solved for any pulls; all ties together link all engines.
///
/// The engines are eliminated one by one, and each leaves ties between its neighbours (the star-mesh transform of
/// electrical networks). That is Gaussian elimination of a Laplacian matrix without ever subtracting, so that firm
/// ties drown no loose ones, whatever their ratio.
pub(crate) struct Network {
    /// For each engine its ties to those after it, when all before it are eliminated.
    ties: Vec<Vec<f64>>,
    /// For each engine the sum of those ties.
    sums: Vec<f64>,
}

impl Network {
    /// Solves ties given for every two engines (`ties[i][j]` for `i < j`, 0 for none, never below).
    pub(crate) fn new(mut ties: Vec<Vec<f64>>) -> Self {
        let engines = ties.len();
        let mut sums = vec![0.0; engines];
        for gone in 0..engines {
            let row = std::mem::take(&mut ties[gone]);
            let sum: f64 = row[gone + 1..].iter().sum();
            for (first, tie) in row.iter().enumerate().skip(gone + 1).filter(|(_, tie)| **tie > 0.0) {
                for second in first + 1..engines {
                    ties[first][second] += tie / sum * row[second];
                }
            }
            sums[gone] = sum;
            ties[gone] = row;
        }
        Self { ties, sums }
    }

    /// Where the engines come to rest, with mean 0, when each is pulled by so much; the pulls sum to 0.
    pub(crate) fn solve(&self, pulls: &[f64]) -> Vec<f64> {
        let engines = pulls.len();
        let mut places = pulls.to_vec();
        for gone in 0..engines.saturating_sub(1) {
            let pull = places[gone] / self.sums[gone];
            for (place, tie) in places.iter_mut().zip(&self.ties[gone]).skip(gone + 1) {
                *place += tie * pull;
            }
            places[gone] = pull;
        }
        if let Some(last) = places.last_mut() {
            *last = 0.0;
        }
        for gone in (0..engines.saturating_sub(1)).rev() {
            let held: f64 = (gone + 1..engines).map(|next| self.ties[gone][next] * places[next]).sum();
            places[gone] += held / self.sums[gone];
        }
        let mean = places.iter().sum::<f64>() / engines as f64;
        places.into_iter().map(|place| place - mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_balance_the_pulls() {
        let ties = vec![vec![0.0, 2.0, 0.0, 1.0], vec![0.0, 0.0, 5.0, 0.5], vec![0.0, 0.0, 0.0, 3.0], vec![0.0; 4]];
        let pulls = [4.0, -1.0, -5.0, 2.0];
        let places = Network::new(ties.clone()).solve(&pulls);
        for (engine, pull) in pulls.into_iter().enumerate() {
            let held: f64 =
                (0..4).map(|other| ties[engine.min(other)][engine.max(other)] * (places[engine] - places[other])).sum();
            assert!((held - pull).abs() < 1e-12);
        }
        assert!(places.iter().sum::<f64>().abs() < 1e-12);
    }

    #[test]
    fn a_firm_tie_does_not_drown_a_loose_one() {
        let ties = vec![vec![0.0, 1e20, 0.0], vec![0.0, 0.0, 1e-6], vec![0.0; 3]];
        let places = Network::new(ties).solve(&[1.0, 0.0, -1.0]);
        assert!((places[0] - places[2] - 1e6).abs() < 1e-6 && (places[0] - places[1]).abs() < 1e-9);
    }
}
