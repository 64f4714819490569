//! `serve`: the board in a browser.

use crate::context::Context;
use crate::databases;
use crate::interrupt::stop_on_interrupt;
use crate::memory;
use crate::options::number;
use crate::output::note;
use anyhow::Context as _;
use pussa_rules::{GAMES, RAJA_PASU, Reading, Variant, WALAK_PUSSA};
use pussa_web::{Known, Library, Server, Settings};
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

/// Play and study in a browser: a board with what every move is worth beside it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page and all it needs are part of the program, and nothing is fetched from elsewhere. It is served to this machine \
alone unless --address says otherwise; Ctrl-C stops it. In the background it makes, the first time, and keeps in the user's cache \
folder: who wins a match of either game, from every holding; a strong solution of Raja Pasu, with every value there is; and a \
book of Walak-pussa, with every value of the first three moves. What programs can ask is told in crates/pussa-web/API.md.

Example: the board in the browser that opens links
  pussa serve --open")]
pub(crate) struct Args {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "P", default_value_t = 4040, value_parser = number(0, u16::MAX))]
    #[arg(allow_negative_numbers = true)]
    port: u16,

    /// The address to listen at. Beyond 127.0.0.1, whoever reaches this machine can play, and have it think
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// Open it in a browser
    #[arg(long)]
    open: bool,

    /// A folder with endgame databases or proofs, whose values are told at once (see pussa egdb)
    #[arg(long, value_name = "DIR")]
    egdb: Option<PathBuf>,

    /// Make nothing in the background, and load nothing that was made before: all values are searched for
    #[arg(long)]
    no_library: bool,
}

/// The plies of the book of Walak-pussa: more take much longer to make.
const BOOK_PLIES: u16 = 3;

/// The answer for programs, as soon as it listens.
#[derive(Serialize)]
struct Answer {
    url: String,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let stop = stop_on_interrupt()?;
    let known = Known::default();
    let mut roster = context.roster.clone();
    if let Some(folder) = &args.egdb {
        let databases = databases::open(folder, &held_in(folder), context)?;
        roster = roster.with_oracle(databases.clone());
        known.add(databases);
    }
    let library = if args.no_library { None } else { library(context) };
    let settings = Settings { address: args.address, port: args.port, roster, known, library };
    let kept = settings.library.as_ref().map(|library| library.folder.display().to_string());
    let listen = || format!("--port: {} can't be listened at", std::net::SocketAddr::from((args.address, args.port)));
    let server = Server::bind(&settings).with_context(listen)?;
    let url = server.url();
    context.output.text(format_args!("The board is at {url}\n"))?;
    if let Some(folder) = kept {
        context.output.text(format_args!("What is found out in the background is kept in {folder}\n"))?;
    }
    context.output.text("Ctrl-C stops it.\n")?;
    context.output.json(&Answer { url: url.clone() })?;
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        note(format_args!("no browser could be opened: {error}"));
    }
    server.run(&stop).context("the server stopped")
}

/// Where what is made in the background is kept, and what that is: strong solutions of games that have few enough positions,
/// and books of the others. None if there is no folder for what can be made anew.
fn library(context: &Context) -> Option<Library> {
    let folder = dirs::cache_dir()?.join("pussa");
    // Whoever plays meanwhile needs memory and threads too.
    let (memory, threads) = (memory::free() / 2, context.threads().div_ceil(2));
    Some(Library {
        folder,
        matches: GAMES.map(Variant::new).into(),
        strong: vec![Variant::new(RAJA_PASU)],
        books: vec![(Variant::new(WALAK_PUSSA), BOOK_PLIES)],
        memory,
        threads,
    })
}

/// The games of full size that a folder holds databases of; all of them if there is none, which opening them says then.
fn held_in(folder: &Path) -> Vec<Variant> {
    let readings = |game| Reading::all(game, false).filter_map(move |one| Variant::new(game).with_reading(one).ok());
    let all: Vec<_> = GAMES.into_iter().flat_map(readings).collect();
    let held: Vec<_> = all
        .iter()
        .copied()
        .filter(|&variant| {
            !matches!(pussa_solver::Databases::open(folder, &[variant]), Err(pussa_solver::FolderError::Nothing { .. }))
        })
        .collect();
    if held.is_empty() { all } else { held }
}
