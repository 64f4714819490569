//! `selfplay merge`: one file of all shards, every position once.

use super::check_name;
use crate::context::Context;
use crate::interrupt::stop_on_interrupt;
use crate::output::bar;
use pussa_arena::selfplay::{self, Label, Merge, Merged};
use serde::Serialize;
use std::path::PathBuf;

/// Make one file of all shards of a self-play, with every position in it once
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Of positions with the same counters in the holes and the same player to move the first is kept, that of the lowest game. \
The file is the same whether the games were played in one shard or in many.

Example: one file of two
  pussa selfplay merge all.csv.zst half-1.csv.zst half-2.csv.zst")]
pub(super) struct Args {
    /// The file to make, NAME.csv.zst
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// All shards, in any order; a single file, too, is rid of what stands twice
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Memory to sort in; what does not fit waits on the disk of OUT
    #[arg(long, value_name = "SIZE", default_value = "1GiB", allow_negative_numbers = true, value_parser = size)]
    max_memory: usize,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    out: String,
    shards: usize,
    /// What was read.
    read: u64,
    /// What is in the file.
    rows: u64,
    duplicates: u64,
}

/// Runs the command.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    check_name("OUT", &args.out)?;
    let stop = stop_on_interrupt()?;
    let rows = args.files.iter().filter_map(|file| Label::of(file).ok()).map(|label| label.rows).sum();
    let bar = bar(rows, "reading");
    let how = Merge { memory: args.max_memory, stop: &stop, progress: &|read| bar.set_position(read) };
    let Merged { label, read, shards } = selfplay::merge(&args.out, &args.files, &how)?;
    bar.finish_and_clear();
    let (out, rows) = (args.out.display().to_string(), label.rows);
    let duplicates = read - rows;
    context.output.text(format_args!(
        "{rows} positions of {shards} {} are in {out}; {duplicates} that came up before are left out\n",
        if shards == 1 { "file" } else { "files" }
    ))?;
    context.output.json(&Answer { out, shards, read, rows, duplicates })
}

/// A size in bytes, as in `64MiB`.
fn size(text: &str) -> Result<usize, String> {
    let (number, shift) = match (text.strip_suffix("MiB"), text.strip_suffix("GiB")) {
        (Some(number), _) => (number, 20),
        (_, Some(number)) => (number, 30),
        _ => ("", 0),
    };
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let bytes = number.parse::<usize>().ok().filter(|_| digits).and_then(|number| number.checked_mul(1 << shift));
    let bytes = bytes.filter(|bytes| (1 << 20..=1 << 40).contains(bytes));
    bytes.ok_or_else(|| format!("{text:?} is not a size from 1MiB to 1024GiB"))
}
