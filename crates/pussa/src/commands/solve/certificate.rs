//! `solve --certificate`: writes down what a value rests on, for others to check.

use crate::context::Context;
use crate::memory;
use crate::options::number;
use crate::output::{bar, note, spinner};
use anyhow::{Context as _, ensure};
use indicatif::{BinaryBytes, HumanCount};
use pussa_egdb::{Contents, Database};
use pussa_engine::Bounds;
use pussa_rules::{Position, Side};
use pussa_solver::{Certificate, CertificateError, Given, Making, Progress, Solver};
use serde::Serialize;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Whether to write a certificate, and of what.
#[derive(Debug, clap::Args)]
pub(crate) struct CertificateArgs {
    /// Write a certificate: records that prove the value, or the bounds that were proved, for pussa verify to check
    #[arg(long, value_name = "FILE", conflicts_with = "boards")]
    certificate: Option<PathBuf>,

    /// With --certificate: a book, with the exact value of every position within so many plies
    #[arg(long, value_name = "N", value_parser = number(0, u16::MAX), allow_negative_numbers = true)]
    #[arg(requires = "certificate", conflicts_with_all = ["nodes", "time"])]
    plies: Option<u16>,
}

/// The certificate as the answer tells of it.
#[derive(Serialize)]
pub(crate) struct Written {
    file: String,
    records: u64,
    bytes: u64,
}

impl CertificateArgs {
    /// Sees to it, before any work, that there may be such a file; and tells how much memory making it may take, beside
    /// `taken`.
    pub(crate) fn prepare(&self, taken: u64) -> anyhow::Result<u64> {
        let Some(path) = &self.certificate else { return Ok(0) };
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        ensure!(folder.is_dir(), "--certificate: {} is not a folder", folder.display());
        ensure!(!path.is_dir(), "--certificate: {} is a folder", path.display());
        Ok(memory::free().saturating_sub(taken))
    }

    /// Makes the certificate and writes it, if there is to be one.
    pub(crate) fn write(
        &self,
        solver: &mut Solver,
        database: Option<&Path>,
        (position, bounds): (&Position, Bounds),
        (memory, stop): (u64, &AtomicBool),
        context: &Context,
    ) -> anyhow::Result<Option<Written>> {
        let Some(path) = &self.certificate else { return Ok(None) };
        let name = path.display();
        let not_written = || format!("--certificate: {name} was not written");
        let certificate = match self.make(solver, position, bounds, memory, stop) {
            Err(error @ CertificateError::Nothing) => {
                note(format_args!("{}: {error}", not_written()));
                return Ok(None);
            }
            Err(error @ CertificateError::NoMemory(_)) => {
                return Err(error).context("try a smaller --hash").with_context(not_written);
            }
            made => made.with_context(not_written)?,
        };
        let given = database.map(|folder| given(solver, folder)).transpose()?.unwrap_or_default();
        let certificate = certificate.given(given);
        context.pool()?.install(|| certificate.write(path))?;
        let bytes = fs::metadata(path).with_context(|| format!("{name} could not be read"))?.len();
        Ok(Some(Written { file: name.to_string(), records: certificate.len(), bytes }))
    }

    fn make(
        &self,
        solver: &mut Solver,
        position: &Position,
        bounds: Bounds,
        memory: u64,
        stop: &AtomicBool,
    ) -> Result<Certificate, CertificateError> {
        let (solving, recording) = (bar(0, "solving positions"), spinner("writing down what it rests on"));
        let report = |progress| match progress {
            Progress::Solved(done, of) => {
                solving.set_length(of);
                solving.set_position(done);
            }
            Progress::Recorded(records, counters) => {
                solving.finish_and_clear();
                let records = HumanCount(records);
                recording.set_message(format!("writing down what it rests on: {records} records, {counters} counters"));
            }
        };
        let making = Making { memory, stop, report: &report };
        let made = match self.plies {
            Some(plies) => solver.book(position, plies, &making),
            None => solver.certificate(position, bounds, &making),
        };
        recording.finish_and_clear();
        made
    }
}

/// The files of the solver's database in this folder.
fn given(solver: &Solver, folder: &Path) -> anyhow::Result<Vec<Given>> {
    let Some(database) = solver.database() else { return Ok(Vec::new()) };
    let files = files_of(database).map(|name| Given::of_file(&folder.join(name)));
    Ok(files.collect::<Result<_, _>>()?)
}

/// The names of all files of a database.
fn files_of(database: &Database) -> impl Iterator<Item = String> {
    let (variant, ring) = (database.variant(), database.ring());
    let alike = ring.holes(Side::South) == ring.holes(Side::North);
    let movers = if alike { &Side::BOTH[..1] } else { &Side::BOTH[..] };
    let levels = 0..=database.most_counters();
    levels.flat_map(move |counters| {
        movers.iter().map(move |&mover| Contents::new(variant, ring, mover, counters).file_name())
    })
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, records, bytes } = self;
        writeln!(f, "{file}: {records} records prove it ({})", BinaryBytes(*bytes))
    }
}
