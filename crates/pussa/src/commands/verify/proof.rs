//! `verify` of a proof: every record by itself, and what the head says by the record of the root.

use super::given::GivenDatabase;
use super::{Args, seen_by_mover, walk};
use crate::context::Context;
use crate::failure::Usage;
use crate::output::bar;
use anyhow::{anyhow, bail};
use pussa_reference as reference;
use pussa_rules::{Board, Side};
use pussa_solver::{Found, Head, ProofFile, ProofPart, Record, Scope};
use rayon::prelude::*;
use reference::{Ending, Known, Player, Position, Reserves, Rules, Size, Statement, StatementFlaw, Told};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use std::time::Instant;

/// What has been proved, for programs.
#[derive(Serialize)]
pub(super) struct Answer {
    file: String,
    game: String,
    reading: String,
    /// The position that the proof starts from.
    root: String,
    /// Its value is not less, for the player to move.
    low: i16,
    /// Its value is not more.
    high: i16,
    /// `root`, `plies` or `reachable`.
    scope: &'static str,
    /// If it is `plies`: how many, and how many positions can be reached in as many.
    plies: Option<u16>,
    positions: Option<u64>,
    records: u64,
    /// The endgame database that the proof leans on, if it leans on one: what its files are called, and the most counters.
    egdb: Option<String>,
    egdb_counters: Option<u8>,
    /// Whether that has been checked too.
    egdb_checked: bool,
    seconds: f64,
    #[serde(skip)]
    to_move: Side,
}

/// Checks a proof.
pub(super) fn check(path: &Path, args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let begun = Instant::now();
    let file = ProofFile::open(path)?;
    context.options.agree_with(file.head().variant, &path.display().to_string())?;
    if args.sample.is_some() {
        return Err(Usage(format!("--sample: {} is a proof, and checked whole; leave it out", path.display())).into());
    }
    let beside = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let folder = args.egdb.as_deref().unwrap_or(beside);
    let given = GivenDatabase::open(&file, folder, context)?;
    let lookup = Lookup::new(&file, given.as_ref())?;
    lookup.check_root()?;
    let mut positions = None;
    context.pool()?.install(|| {
        lookup.check_records(args.max_memory)?;
        if let Scope::Plies(plies) = file.head().scope {
            if file.memory() <= args.max_memory {
                file.load()?;
            }
            positions = Some(walk::every_value_is_known(&lookup, plies, &crate::output::spinner(lookup.name()))?);
        }
        Ok::<_, anyhow::Error>(())
    })?;
    if let Some(given) = given.as_ref().filter(|_| !args.trust_egdb) {
        given.verify(folder, context)?;
    }
    let Head { variant, root, low, high, scope, .. } = file.head();
    Ok(Answer {
        file: path.display().to_string(),
        game: variant.game().to_string(),
        reading: variant.reading().to_string(),
        root: root.to_string(),
        low: *low,
        high: *high,
        scope: match scope {
            Scope::Root => "root",
            Scope::Plies(_) => "plies",
            Scope::Reachable => "reachable",
        },
        plies: if let Scope::Plies(plies) = scope { Some(*plies) } else { None },
        positions,
        records: file.len(),
        egdb: given.as_ref().map(GivenDatabase::name),
        egdb_counters: given.as_ref().map(GivenDatabase::most_counters),
        egdb_checked: given.is_some() && !args.trust_egdb,
        seconds: begun.elapsed().as_secs_f64(),
        to_move: root.side(),
    })
}

/// What a proof and the database it leans on say of positions, as the reference asks for it.
pub(super) struct Lookup<'a> {
    file: &'a ProofFile,
    given: Option<&'a GivenDatabase>,
    rules: Rules,
    root: Position,
}

impl<'a> Lookup<'a> {
    fn new(file: &'a ProofFile, given: Option<&'a GivenDatabase>) -> anyhow::Result<Self> {
        let Head { variant, root, .. } = file.head();
        let rules = Rules::parse(variant.game().name().parse()?, &variant.reading().to_string())?;
        let size = Size::new(variant.holes().into(), variant.counters().into())?;
        let root = Position::parse(&root.to_string(), size)?;
        Ok(Self { file, given, rules, root })
    }

    /// The file, for messages.
    pub(super) fn name(&self) -> String {
        self.file.path().display().to_string()
    }

    /// The rules that are played by.
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// The position that the proof starts from.
    pub(super) fn root(&self) -> &Position {
        &self.root
    }

    /// What is known about a position where the round goes on.
    pub(super) fn known(&self, position: &Position) -> anyhow::Result<Option<Known>> {
        if let Some(known) = self.given(position)? {
            return Ok(Some(known));
        }
        let (mover, board) = seen_by_mover(position);
        Ok(self.file.get(mover, board)?.as_ref().map(known))
    }

    /// What the database that the proof leans on says of a position.
    fn given(&self, position: &Position) -> anyhow::Result<Option<Known>> {
        let Some(given) = self.given else { return Ok(None) };
        let value = given.value(position).map_err(|error| *error)?;
        Ok(value.map(|value| Known { low: value, high: value, rank: None }))
    }

    /// Sees to it that what the head says of the root is no more than what is known.
    fn check_root(&self) -> anyhow::Result<()> {
        let Head { low, high, root, .. } = *self.file.head();
        let counters = i16::from(self.root.ring().total() as u8);
        let known = match reference::end_without_history(self.rules, &self.root) {
            Some(Ending::NoMove) => Some((-counters, -counters)),
            Some(_) => Some((0, 0)),
            None => self.known(&self.root)?.map(|known| (known.low, known.high)),
        };
        match known {
            None => bail!("{}: nothing is said of the position that it starts from, {root}", self.name()),
            Some((least, most)) if low > least || high < most => {
                let name = self.name();
                bail!("{name}: its head says that {root} is worth {low} to {high}, and its record {least} to {most}")
            }
            Some(_) => Ok(()),
        }
    }

    /// Checks every record by itself. What records say of each other is looked up in a part of the file after the other,
    /// each of at most so many bytes, so that every record is checked once for each part.
    fn check_records(&self, memory: u64) -> anyhow::Result<()> {
        let parts = self.file.parts(memory);
        let bar = bar(self.file.len() * parts.len() as u64, self.name());
        for part in parts {
            let part = self.file.part(part)?;
            let check = |block| -> anyhow::Result<()> {
                let records = self.file.block(block)?;
                records.iter().try_for_each(|record| self.check_record(record, &part))?;
                bar.inc(records.len() as u64);
                Ok(())
            };
            // Of several flaws the first in the file is told.
            if let Some(flaw) = (0..self.file.blocks()).into_par_iter().find_map_first(|block| check(block).err()) {
                return Err(flaw);
            }
        }
        Ok(())
    }

    fn check_record(&self, record: &Record, part: &ProofPart) -> anyhow::Result<()> {
        let position = self.position(record.mover, record.board)?;
        let Record { low, high, mv, rank, .. } = *record;
        let statement = Statement { low, high, mv: mv.map(|mv| mv.place().into()), rank };
        let exactly = self.file.head().scope == Scope::Reachable;
        let checked = statement.check(self.rules, &position, exactly, |child| self.tell(child, part));
        checked.map_err(|flaw| match flaw {
            StatementFlaw::Unknown(error) => error,
            flaw @ StatementFlaw::Flaw { .. } => anyhow!("{}: {flaw}", self.name()),
        })
    }

    /// What the database or this part of the file says of a position.
    fn tell(&self, position: &Position, part: &ProofPart) -> anyhow::Result<Told> {
        if let Some(known) = self.given(position)? {
            return Ok(Told::Known(known));
        }
        let (mover, board) = seen_by_mover(position);
        Ok(match part.get(mover, board) {
            Found::Record(record) => Told::Known(known(&record)),
            Found::Nothing => Told::Nothing,
            Found::Elsewhere => Told::Later,
        })
    }

    /// The position that a record is about, with the holes closed that are closed at the root.
    fn position(&self, mover: Side, board: Board) -> anyhow::Result<Position> {
        let length = self.root.ring().length();
        let mut counters = board.lanes()[..length].to_vec();
        let to_move = match mover {
            Side::South => Player::South,
            Side::North => {
                counters.rotate_left(self.root.ring().row(Player::North).len());
                Player::North
            }
        };
        Ok(Position::from_ring(self.root.layout(), &counters, Reserves::default(), to_move)?)
    }
}

fn known(record: &Record) -> Known {
    Known { low: record.low, high: record.high, rank: Some(record.rank) }
}

/// A value with its sign.
fn signed(value: i16) -> String {
    if value == 0 { "0".into() } else { format!("{value:+}") }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, game, reading, root, low, high, records, to_move, seconds, .. } = self;
        write!(f, "{file}: {game}, reading {reading}: {root} is worth ")?;
        if low == high {
            write!(f, "exactly {}", signed(*low))?;
        } else {
            write!(f, "{} to {}", signed(*low), signed(*high))?;
        }
        write!(f, " to {to_move}")?;
        match (self.plies, self.positions) {
            (Some(plies), Some(positions)) => {
                write!(f, ", and the values of all {positions} positions up to {plies} plies on are right")?;
            }
            _ if self.scope == "reachable" => write!(f, ", and so are the values of all positions that it leads to")?,
            _ => {}
        }
        write!(f, "; all {records} records hold")?;
        if let (Some(egdb), Some(most)) = (&self.egdb, self.egdb_counters) {
            let given = if self.egdb_checked { "and so does" } else { "given" };
            write!(f, ", {given} database {egdb} up to {most} counters")?;
        }
        writeln!(f, " ({seconds:.1} s)")
    }
}
