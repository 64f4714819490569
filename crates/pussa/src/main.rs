//! The command line of pussa: it joins the parts and knows nothing of the games itself.

mod boards;
mod cli;
mod commands;
mod context;
mod databases;
mod failure;
mod files;
mod interrupt;
mod made;
mod memory;
mod options;
mod output;
mod records;
mod words;

fn main() -> std::process::ExitCode {
    cli::main()
}
