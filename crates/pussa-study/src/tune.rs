//! Fitting the evaluation of `alpha-beta` to what came of self-play.

use pussa_arena::selfplay::{self, SelfPlayError};
use pussa_engine::evaluation::{Fit, Weights, features};
use pussa_rules::{Ring, Sower, Variant};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Weights fitted to positions, and how well they foretell what came of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The game.
    pub variant: Variant,
    /// How many positions the weights were fitted to.
    pub fitted_to: u64,
    /// How many positions of other games they were tested on: every tenth game is kept back for this.
    pub tested_on: u64,
    /// What was found.
    pub weights: Weights,
    /// The share of the variance of margins in the positions of the test that is explained.
    pub explained: Explained,
}

/// The share of the variance of margins that weights explain (R²); `None` if all margins are the
/// same, or none are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explained {
    /// By what the best move gains at once, and no more.
    pub plain: Option<f64>,
    /// By the weights that `alpha-beta` has.
    pub present: Option<f64>,
    /// By those fitted now.
    pub fitted: Option<f64>,
}

/// Why nothing could be fitted.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages tell")]
pub enum TuneError {
    #[error(transparent)]
    Read(#[from] SelfPlayError),
    #[error("{} is of another game, size or reading than {}", other.display(), first.display())]
    Mixed { first: PathBuf, other: PathBuf },
    #[error("there are too few positions to fit weights to")]
    TooFew,
    #[error("interrupted; nothing was fitted")]
    Stopped,
}

/// One game in so many is kept back for testing.
const KEPT_BACK: u64 = 10;

/// Fits weights to the positions of these files of self-play, all of one game; `ridge` pulls weights that the positions
/// tell little of towards 0 ([`Fit::weights`]). `each` hears of every position.
///
/// # Errors
/// If a file can't be read or is of another game, or there are too few positions.
pub fn tune(files: &[PathBuf], ridge: f64, stop: &AtomicBool, mut each: impl FnMut()) -> Result<Tuned, TuneError> {
    let mut known: Option<(&Path, Variant)> = None;
    let [mut fit, mut test] = [Fit::default(), Fit::default()];
    for path in files {
        let rows = selfplay::read(path)?;
        let variant = rows.variant();
        let (first, same) = *known.get_or_insert((path, variant));
        if variant != same {
            return Err(TuneError::Mixed { first: first.into(), other: path.clone() });
        }
        let mut sower: Option<(Ring, Sower)> = None;
        for row in rows {
            let row = row?;
            let ring = row.position.layout().ring();
            if sower.as_ref().is_none_or(|(last, _)| *last != ring) {
                sower = Some((ring, variant.sower(ring)));
            }
            let (_, sower) = sower.as_ref().expect("it was just made");
            if let Some(features) = features(sower, row.position.side(), row.position.board()) {
                let sums = if row.game_id % KEPT_BACK == KEPT_BACK - 1 { &mut test } else { &mut fit };
                sums.add(&features, f32::from(row.margin_to_come()));
            }
            each();
            if stop.load(Ordering::Relaxed) {
                return Err(TuneError::Stopped);
            }
        }
    }
    let (_, variant) = known.ok_or(TuneError::TooFew)?;
    let weights = fit.weights(ridge).ok_or(TuneError::TooFew)?;
    let [plain, present, fitted] =
        [Weights::PLAIN, Weights::of(variant.game()), weights].map(|weights| test.explained(&weights));
    let explained = Explained { plain, present, fitted };
    Ok(Tuned { variant, fitted_to: fit.positions(), tested_on: test.positions(), weights, explained })
}

impl Tuned {
    /// The weights as TOML: a name and a number a line.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let about = format!(
            "# Weights of the evaluation for {}, in counters, fitted to {} positions of self-play.\n",
            self.variant.game(),
            self.fitted_to
        );
        let line = |(name, weight): (&str, f32)| format!("{name} = {weight:.3}\n");
        about + &self.weights.named().map(line).collect::<String>()
    }
}
