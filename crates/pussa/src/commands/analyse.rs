//! `analyse`: what every move of a position is worth.

use crate::boards;
use crate::context::Context;
use crate::databases::EgdbArg;
use crate::files;
use crate::options::number;
use anyhow::Context as _;
use pussa_engine::{Bounds, Engine, Limit};
use pussa_rules::{Move, Round, Variant};
use pussa_solver::{Analyst, Settings, Watch};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

/// Tell what every move is worth: the margin to come, exact where it is proved
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A value is the margin still to come for the player to move, in counters, what is in reserve left out. It knows nothing of \
the moves before. What the folder given by --egdb tells is exact at once; other values are proved by search, and where that \
comes to no end within --nodes, alpha-beta estimates them.

Example: the first move of Raja Pasu
  pussa analyse --game raja-pasu")]
pub(crate) struct Args {
    /// The position [default: the start of the game]
    #[arg(value_name = "BOARD", conflicts_with = "boards")]
    board: Option<String>,

    /// Analyse every board of a file, one a line (- for standard input); as JSON one array, in order
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,

    /// Positions to look at for each move, about: to prove what it is worth, and again to estimate what is not proved
    #[arg(long, value_name = "N", default_value_t = 2_000_000, allow_negative_numbers = true)]
    #[arg(value_parser = number(1, u64::MAX))]
    nodes: u64,

    #[command(flatten)]
    egdb: EgdbArg,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    board: String,
    /// The best first; of equals, the leftmost.
    moves: Vec<Valued>,
    /// The best move; nothing if the round is over.
    best: Option<char>,
}

/// A move and what it is worth.
#[derive(Serialize)]
struct Valued {
    r#move: char,
    /// The margin to come for the player to move, in counters.
    value: f32,
    /// Whether that is proved.
    exact: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let round = |board: Option<&str>| -> anyhow::Result<Round> {
        let (variant, position) = context.options.position(board)?;
        Ok(Round::new(variant, position))
    };
    let Some(path) = &args.boards else {
        let answer = &answers(&[round(args.board.as_deref())?], args, context)?[0];
        context.output.text(answer)?;
        return context.output.json(answer);
    };
    let list = files::read(path)?;
    let mut rounds = Vec::new();
    for line in boards::lines(path, &list)? {
        rounds.push(round(Some(line.board)).context(line.place)?);
    }
    let answers = answers(&rounds, args, context)?;
    for answer in &answers {
        context.output.text(answer)?;
    }
    context.output.json(&answers)
}

/// What all moves of these positions are worth.
fn answers(rounds: &[Round], args: &Args, context: &Context) -> anyhow::Result<Vec<Answer>> {
    let mut variants: Vec<_> = rounds.iter().map(Round::variant).collect();
    variants.sort_by_key(Variant::holes);
    variants.dedup();
    let context = args.egdb.given_to(context, &variants)?;
    // One thread, so that what is found out within the effort is always the same.
    let settings = Settings { hash: 512 << 20, threads: 1 };
    let mut work = Work {
        analyst: Analyst::new(settings, context.roster.oracle().cloned()),
        estimator: context.engine("analyse", "alpha-beta:depth=250:hash=256MiB")?,
        nodes: args.nodes,
    };
    rounds.iter().map(|round| work.answer(round)).collect()
}

/// What is at hand for one position after the other.
struct Work {
    analyst: Analyst,
    estimator: Box<dyn Engine>,
    nodes: u64,
}

impl Work {
    fn answer(&mut self, round: &Round) -> anyhow::Result<Answer> {
        let nodes = self.nodes.saturating_mul(round.choices().len() as u64);
        let watch = Watch { nodes: Some(nodes), ..Watch::none() };
        self.estimator.new_game(0);
        let worths = self.analyst.moves(round.variant(), &round.position(), &watch)?;
        let mut moves: Vec<_> = worths.into_iter().map(|(mv, worth)| self.valued(round, mv, worth)).collect();
        // Equals stand in the order of the holes.
        moves.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.r#move.cmp(&b.r#move)));
        let best = moves.first().map(|best| best.r#move);
        Ok(Answer { board: round.position().to_string(), moves, best })
    }

    /// A move with its worth, or with an estimate between its bounds.
    fn valued(&mut self, round: &Round, mv: Move, worth: Bounds) -> Valued {
        let r#move = round.letter(mv);
        if let Some(value) = worth.value() {
            return Valued { r#move, value: value.into(), exact: true };
        }
        let side = round.side();
        let ahead = |round: &Round| {
            let reserve = |side| f32::from(round.position().reserve(side));
            reserve(side) - reserve(side.other())
        };
        let mut next = without_past(round);
        next.play_unchecked(mv);
        let limit = Limit { nodes: Some(self.nodes), ..Limit::NONE };
        let watch = pussa_engine::Watch { limit, ..pussa_engine::Watch::none() };
        let choice = self.estimator.choose(&without_past(&next), &watch).expect("a search of our own does not fail");
        let value = ahead(&next) - ahead(round) - choice.score.unwrap_or(0.0);
        Valued { r#move, value: value.clamp(worth.low().into(), worth.high().into()), exact: choice.exact }
    }
}

/// A round that starts where this one stands: what stood before does not count.
fn without_past(round: &Round) -> Round {
    Round::new(round.variant(), round.position())
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.board)?;
        for Valued { r#move: letter, value, exact } in &self.moves {
            let exact = if *exact { "exact" } else { "estimate" };
            writeln!(f, "  {letter}  {value:+7.2}  {exact}")?;
        }
        if self.best.is_none() {
            writeln!(f, "  the round is over")?;
        }
        Ok(())
    }
}
