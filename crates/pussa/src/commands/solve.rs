//! `solve`: proves the value of a position.

mod certificate;
mod strong;

use crate::boards;
use crate::context::Context;
use crate::failure::OrUsage;
use crate::files;
use crate::interrupt::stop_on_interrupt;
use crate::memory;
use crate::options::number;
use crate::output::spinner;
use anyhow::{Context as _, bail, ensure};
use certificate::{CertificateArgs, Written};
use indicatif::{BinaryBytes, HumanCount};
use pussa_egdb::Database;
use pussa_engine::{Bounds, keys};
use pussa_rules::{Move, Position, Ring, Round, Variant};
use pussa_solver::{Settings, Solution, Solver, Watch};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Prove the value of a position: the margin to come if both players play as well as can be
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A value is the margin still to come for the player to move, in counters, what is in reserve left out. It knows nothing of \
the moves before. A search that is stopped, by a limit or by Ctrl-C, tells between which bounds the value lies; the exit \
status is 1 then.

A certificate has a record for every position that the proof needs, for both players, down to the end of the round, or to \
the boards of the endgame database, which it then names. With --threads 1 it is the same in every run.

A strong solution has the value of every position that can be reached, with a best move. Raja Pasu has eleven to sixteen \
million by the readings in which a four made by the last counter is captured, some 15 bytes of memory each; Walak-pussa \
has too many (see pussa reach).

Example: the first moves of Raja Pasu, and what each is worth; a proof of Walak-pussa's value, and its check; all of Raja Pasu
  pussa solve --game raja-pasu --moves
  pussa solve --certificate walak.proof
  pussa verify walak.proof
  pussa solve --game raja-pasu --strong raja.proof")]
pub(crate) struct Args {
    /// The position [default: the start of the game]
    #[arg(value_name = "BOARD", conflicts_with = "boards")]
    board: Option<String>,

    /// Solve every board of a file, one a line (- for standard input); as JSON one array, in order
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,

    /// Prove what every move is worth too, and not only which is best
    #[arg(long)]
    moves: bool,

    /// Positions to look at for each board, about
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(1, u64::MAX))]
    nodes: Option<u64>,

    /// Time for each board, as in 500ms or 60s
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// Size of the table of what is proved, as in 64MiB or 4GiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory::size)]
    hash: u64,

    /// A folder with an endgame database, for boards with few counters (see pussa egdb)
    #[arg(long, value_name = "DIR")]
    egdb: Option<PathBuf>,

    #[command(flatten)]
    certificate: CertificateArgs,

    /// Settle every position that can be reached too, and write all of them to a file, for pussa verify to check
    #[arg(long, value_name = "FILE", conflicts_with_all = ["boards", "nodes", "time", "egdb", "certificate"])]
    strong: Option<PathBuf>,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    board: String,
    /// The margin to come for the player to move, in counters; nothing while it is open.
    value: Option<i16>,
    lower: i16,
    upper: i16,
    /// The best move; nothing if the round is over. While the value is open, the most promising one.
    best: Option<char>,
    /// The most valuable first, as far as is known; of equals, the leftmost.
    moves: Vec<Valued>,
    /// Positions looked at.
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Written>,
}

/// A move and what it is worth.
#[derive(Serialize)]
struct Valued {
    r#move: char,
    value: Option<i16>,
    lower: i16,
    upper: i16,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if let Some(path) = &args.strong {
        return strong::run(path, args.board.as_deref(), context, &stop_on_interrupt()?);
    }
    let mut work = Work { args, context, stop: stop_on_interrupt()?, solver: None, memory: 0 };
    let Some(path) = &args.boards else {
        let answer = work.answer(args.board.as_deref())?;
        context.output.text(&answer)?;
        context.output.json(&answer)?;
        return all_proved(&[answer]);
    };
    let list = files::read(path)?;
    let mut answers = Vec::new();
    for line in boards::lines(path, &list)? {
        answers.push(work.answer(Some(line.board)).context(line.place)?);
    }
    for answer in &answers {
        context.output.text(answer)?;
    }
    context.output.json(&answers)?;
    all_proved(&answers)
}

/// Says so if a value is still open: exit status 1.
fn all_proved(answers: &[Answer]) -> anyhow::Result<()> {
    let open: Vec<_> = answers.iter().filter(|answer| answer.value.is_none()).collect();
    match open.as_slice() {
        [] => Ok(()),
        [one] => bail!("{}: the value is still open, from {:+} to {:+}", one.board, one.lower, one.upper),
        [first, ..] => bail!("the values of {} boards are still open, the first being {}", open.len(), first.board),
    }
}

/// Reads a time, as in `10s`.
fn time(text: &str) -> Result<Duration, String> {
    keys::time(text).ok_or_else(|| format!("{text:?} is not a time of 1ms or more, as in 500ms or 60s"))
}

/// What is at hand for solving one board after the other.
struct Work<'a> {
    args: &'a Args,
    context: &'a Context,
    stop: Arc<AtomicBool>,
    /// The solver of the last board: it knows all that was proved, if the next one has the same ring.
    solver: Option<Solver>,
    /// Bytes that a certificate may take.
    memory: u64,
}

impl Work<'_> {
    fn answer(&mut self, board: Option<&str>) -> anyhow::Result<Answer> {
        let (variant, position) = self.context.options.position(board)?;
        let ring = position.layout().ring();
        let mut solver = match self.solver.take() {
            Some(solver) if solver.ring() == ring => solver,
            _ => self.solver(variant, ring)?,
        };
        let begun = Instant::now();
        let spinner = spinner("solving");
        let report = |bounds: Bounds, nodes: u64| {
            let (low, high, nodes) = (bounds.low(), bounds.high(), HumanCount(nodes));
            spinner.set_message(format!("{low:+} to {high:+}, {nodes} positions"));
        };
        let watch = Watch { nodes: self.args.nodes, time: self.args.time, stop: &self.stop, report: &report };
        let solution =
            if self.args.moves { solver.solve_moves(&position, &watch) } else { solver.solve(&position, &watch) };
        spinner.finish_and_clear();
        let mut answer = told(variant, &position, &solution, begun.elapsed());
        // What is proved when a limit is reached is worth a certificate, but whoever interrupts wants to be gone.
        if answer.value.is_some() || !self.stop.load(Ordering::Relaxed) {
            answer.certificate = self.args.certificate.write(
                &mut solver,
                self.args.egdb.as_deref(),
                (&position, solution.bounds),
                (self.memory, &self.stop),
                self.context,
            )?;
        }
        self.solver = Some(solver);
        Ok(answer)
    }

    fn solver(&mut self, variant: Variant, ring: Ring) -> anyhow::Result<Solver> {
        let hash = self.args.hash;
        ensure_free(hash)?;
        self.memory = self.args.certificate.prepare(hash)?;
        let settings = Settings { hash: usize::try_from(hash).or_usage()?, threads: self.context.threads() };
        let mut solver = Solver::new(variant, ring, settings)?;
        if let Some(folder) = &self.args.egdb {
            let database = Database::open(folder, variant, ring)?;
            self.context.pool()?.install(|| database.load())?;
            self.memory = self.memory.saturating_sub(database.memory());
            solver.consult(Arc::new(database))?;
        }
        Ok(solver)
    }
}

/// Refuses a table that does not fit.
fn ensure_free(hash: u64) -> anyhow::Result<()> {
    let free = memory::free();
    let (size, there) = (BinaryBytes(hash), BinaryBytes(free));
    ensure!(
        hash <= free,
        "--hash: a table of {size} does not fit into memory, of which {there} are free; try a smaller one"
    );
    Ok(())
}

fn told(variant: Variant, position: &Position, solution: &Solution, time: Duration) -> Answer {
    let round = Round::new(variant, *position);
    let valued = |&(mv, bounds): &(Move, Bounds)| Valued {
        r#move: round.letter(mv),
        value: bounds.value(),
        lower: bounds.low(),
        upper: bounds.high(),
    };
    let mut moves: Vec<_> = solution.moves.iter().map(valued).collect();
    // Stable: equals stay in the order of the holes.
    moves.sort_by_key(|valued| std::cmp::Reverse((valued.upper, valued.lower)));
    Answer {
        board: position.to_string(),
        value: solution.bounds.value(),
        lower: solution.bounds.low(),
        upper: solution.bounds.high(),
        best: solution.best.map(|mv| round.letter(mv)),
        moves,
        nodes: solution.nodes,
        seconds: time.as_secs_f64(),
        certificate: None,
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.board)?;
        let worth = Worth(self.lower, self.upper);
        match self.best {
            Some(best) if self.value.is_some() => writeln!(f, "value {worth}, best {best}")?,
            Some(best) => writeln!(f, "value open, {worth}, best so far {best}")?,
            None => writeln!(f, "value {worth}, the round is over")?,
        }
        for Valued { r#move: letter, lower, upper, .. } in &self.moves {
            writeln!(f, "  {letter}  {}", Worth(*lower, *upper))?;
        }
        self.certificate.iter().try_for_each(|written| write!(f, "{written}"))
    }
}

/// A value, or bounds of one.
struct Worth(i16, i16);

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(lower, upper) = self;
        if lower == upper { write!(f, "{lower:+}") } else { write!(f, "{lower:+} to {upper:+}") }
    }
}
