//! `completions`: what a shell needs to complete commands and options.

use crate::context::Context;
use clap_complete::Shell;
use serde::Serialize;

/// Print the script that makes a shell complete commands and options
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: completion in the running bash\n  source <(pussa completions bash)")]
pub(crate) struct Args {
    /// Which shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    shell: String,
    script: String,
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::cli::command(), "pussa", &mut script);
    let answer = Answer { shell: args.shell.to_string(), script: String::from_utf8(script)? };
    context.output.text(&answer.script)?;
    context.output.json(&answer)
}
