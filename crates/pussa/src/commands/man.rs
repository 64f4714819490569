//! `man`: the manual, a page for the whole or one a command.

use crate::context::Context;
use crate::files::{self, Existing};
use anyhow::Context as _;
use clap_mangen::Man;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Print the manual page, or write one page a command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: read the manual\n  pussa man | man -l -")]
pub(crate) struct Args {
    /// Write a page for each command into this folder, in place of older ones: pussa.1, pussa-show.1, and so on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The answer for programs: the page printed, or the files written.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Page(String),
    Files(Vec<String>),
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let pages = pages()?;
    let Some(folder) = &args.out else {
        let (_, page) = pages.into_iter().next().expect("the page of the whole comes first");
        context.output.text(&page)?;
        return context.output.json(&Answer::Page(page));
    };
    let files = write(folder, &pages)?;
    context.output.text(files.join("\n") + "\n")?;
    context.output.json(&Answer::Files(files))
}

/// Every page with its name, that of the whole first.
fn pages() -> anyhow::Result<Vec<(String, String)>> {
    // Building fills in what each command takes over from the whole: its full name, and the options of every command.
    let mut cli = crate::cli::command().disable_help_subcommand(true);
    cli.build();
    let mut commands = Vec::new();
    add(&mut commands, cli);
    let page = |command: clap::Command| {
        let name = command.get_display_name().unwrap_or("pussa").to_owned();
        let mut page = Vec::new();
        Man::new(command).title(name.clone()).render(&mut page)?;
        Ok((name, String::from_utf8(page)?))
    };
    commands.into_iter().map(page).collect()
}

/// Adds a command, then all below it.
fn add(commands: &mut Vec<clap::Command>, command: clap::Command) {
    let below: Vec<_> = command.get_subcommands().cloned().collect();
    commands.push(command);
    for command in below {
        add(commands, command);
    }
}

/// Writes the pages and gives the names of the files.
fn write(folder: &Path, pages: &[(String, String)]) -> anyhow::Result<Vec<String>> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} could not be made", folder.display()))?;
    let write = |(name, page): &(String, String)| {
        let path = folder.join(format!("{name}.1"));
        files::write(&path, page, Existing::Replace)?;
        Ok(path.display().to_string())
    };
    pages.iter().map(write).collect()
}
