//! The tree of commands, and the way from the arguments to the command that runs.

use crate::commands::{
    advantage, analyse, bench, completions, egdb, engines, experiment, man, match_, perft, play, reach, rules,
    selfplay, serve, show, solve, tournament, tune, ugi, verify,
};
use crate::context::Context;
use crate::failure;
use crate::options::Options;
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// Two mancala games of South Asia, Walak-pussa and Raja Pasu: play, let engines play, count, learn the rules
#[derive(Debug, Parser)]
#[command(name = "pussa", version, arg_required_else_help = false, max_term_width = 100)]
#[command(after_help = "\
A board is written SOUTH/NORTH/RESERVES/SIDE, as in 4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S, and a move as the letter of the \
hole that is lifted: A to G are South's from the left, a to g North's.

Exit status: 0 done, 1 could not be done, 2 wrong usage, a bad board or move included.

Example: play Raja Pasu against an engine
  pussa play --game raja-pasu --north greedy")]
pub(crate) struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Rules(rules::Args),
    Engines(engines::Args),
    Show(show::Args),
    Play(play::Args),
    Serve(serve::Args),
    Analyse(analyse::Args),
    Solve(solve::Args),
    Perft(perft::Args),
    Reach(reach::Args),
    Bench(bench::Args),
    Match(match_::Args),
    Tournament(tournament::Args),
    Selfplay(selfplay::Args),
    Tune(tune::Args),
    Verify(verify::Args),
    Egdb(egdb::Args),
    Advantage(advantage::Args),
    Experiment(experiment::Args),
    Ugi(ugi::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// What every command has at hand, if the options are right for this one.
    fn context(&self, options: Options) -> anyhow::Result<Context> {
        if !matches!(self, Self::Advantage(_)) {
            options.ensure_one_size()?;
        }
        Context::new(options)
    }

    fn run(&self, context: &Context) -> anyhow::Result<()> {
        match self {
            Self::Rules(args) => rules::run(args, context),
            Self::Engines(args) => engines::run(args, context),
            Self::Show(args) => show::run(args, context),
            Self::Play(args) => play::run(args, context),
            Self::Serve(args) => serve::run(args, context),
            Self::Analyse(args) => analyse::run(args, context),
            Self::Solve(args) => solve::run(args, context),
            Self::Perft(args) => perft::run(args, context),
            Self::Reach(args) => reach::run(args, context),
            Self::Bench(args) => bench::run(args, context),
            Self::Match(args) => match_::run(args, context),
            Self::Tournament(args) => tournament::run(args, context),
            Self::Selfplay(args) => selfplay::run(args, context),
            Self::Tune(args) => tune::run(args, context),
            Self::Verify(args) => verify::run(args, context),
            Self::Egdb(args) => egdb::run(args, context),
            Self::Advantage(args) => advantage::run(args, context),
            Self::Experiment(args) => experiment::run(args, context),
            Self::Ugi(args) => ugi::run(args, context),
            Self::Completions(args) => completions::run(args, context),
            Self::Man(args) => man::run(args, context),
        }
    }
}

/// Runs the command that the arguments name.
pub(crate) fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => cli.command.context(cli.options).and_then(|context| cli.command.run(&context)),
        Err(error) if error.use_stderr() => Err(failure::from_clap(&error)),
        Err(help) => crate::output::print(help.render()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}

/// The tree of commands, for those who describe it.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}
