//! `tune`: fits the evaluation to self-play data.

use crate::context::Context;
use crate::failure::Usage;
use crate::files::{self, Existing};
use crate::interrupt::stop_on_interrupt;
use crate::output::bar;
use pussa_arena::selfplay::Label;
use pussa_engine::evaluation::Weights;
use pussa_study::tune::{Explained, TuneError, Tuned, tune};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// Fit the evaluation of alpha-beta to what came of self-play
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every tenth game is kept back, to see how much of the margins to come the weights foretell in games they have not seen: \
the share of the variance explained (R²), beside that of what the best move gains at once, and of the weights that \
alpha-beta has. The weights can be played with as alpha-beta:evaluation=FILE.toml.

Example: self-play, its positions each once, and weights for them
  pussa selfplay --engine alpha-beta:depth=6 --games 2000 --out games.csv.zst
  pussa selfplay merge positions.csv.zst games.csv.zst
  pussa tune positions.csv.zst --out weights.toml")]
pub(crate) struct Args {
    /// Files of self-play, all of one game
    #[arg(value_name = "FILE.csv.zst", required = true)]
    files: Vec<PathBuf>,

    /// How strongly weights are pulled towards 0 that the positions tell little of
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = ridge, allow_negative_numbers = true)]
    ridge: f64,

    /// The file for the weights
    #[arg(long, value_name = "FILE.toml")]
    out: Option<PathBuf>,
}

/// The answer for programs, and for people.
#[derive(Serialize)]
struct Answer {
    game: &'static str,
    reading: String,
    /// How many positions the weights were fitted to, and how many of other games they were tested on.
    fitted_to: u64,
    tested_on: u64,
    weights: BTreeMap<&'static str, f32>,
    explained: Shares,
    #[serde(skip)]
    tuned: Tuned,
}

/// The share of the margins' variance explained, by three evaluations.
#[derive(Serialize)]
struct Shares {
    plain: Option<f64>,
    present: Option<f64>,
    fitted: Option<f64>,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if context.options.name_a_game() {
        return Err(Usage("the files say which game they are of; options for it have no place here".into()).into());
    }
    let labels = args.files.iter().map(|path| Label::of(path)).collect::<Result<Vec<_>, _>>()?;
    let stop = stop_on_interrupt()?;
    let bar = bar(labels.iter().map(|label| label.rows).sum(), "positions");
    let tuned = tune(&args.files, args.ridge, &stop, || bar.inc(1)).map_err(|error| match error {
        TuneError::Mixed { .. } => anyhow::Error::from(Usage(error.to_string())),
        error => error.into(),
    })?;
    bar.finish_and_clear();
    if let Some(path) = &args.out {
        files::write(path, &tuned.to_toml(), Existing::Keep)?;
    }
    let Explained { plain, present, fitted } = tuned.explained;
    let answer = Answer {
        game: tuned.variant.game().name(),
        reading: tuned.variant.reading().to_string(),
        fitted_to: tuned.fitted_to,
        tested_on: tuned.tested_on,
        weights: tuned.weights.named().collect(),
        explained: Shares { plain, present, fitted },
        tuned,
    };
    context.output.text(&answer)?;
    context.output.json(&answer)
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, reading, fitted_to, tested_on, .. } = self;
        writeln!(
            f,
            "{game}, reading {reading}: fitted to {fitted_to} positions, tested on {tested_on} of other games"
        )?;
        writeln!(f, "  feature         present  fitted")?;
        let present = Weights::of(self.tuned.variant.game());
        for ((name, present), (_, fitted)) in present.named().zip(self.tuned.weights.named()) {
            writeln!(f, "  {name:14} {present:8.3} {fitted:7.3}")?;
        }
        writeln!(f, "Share of the variance of margins explained:")?;
        let Shares { plain, present, fitted } = &self.explained;
        for (what, share) in [("best gain only", plain), ("present", present), ("fitted", fitted)] {
            let share = share.map_or("unknown".into(), |share| format!("{:.1} %", 100.0 * share));
            writeln!(f, "  {what:14} {share:>8}")?;
        }
        Ok(())
    }
}

fn ridge(text: &str) -> Result<f64, String> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = text.parse().ok().filter(|number| plain && (1e-9..=1e6).contains(number));
    number.ok_or_else(|| format!("{text:?} is not a number from 0.000000001 to 1000000"))
}
