//! What went wrong, in one line on standard error, and the exit status that tells it to a script.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::fmt::{self, Display};
use std::io::Write;
use std::process::ExitCode;

/// The command was used wrongly: exit status 2. Anything else that goes wrong could not be done: exit status 1.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Whoever read standard output has enough: no failure at all.
#[derive(Debug)]
pub(crate) struct ClosedPipe;

impl Display for ClosedPipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standard output is closed")
    }
}

impl std::error::Error for ClosedPipe {}

/// Takes an error for one of usage.
pub(crate) trait OrUsage<T> {
    /// The value, or the error as a [`Usage`].
    fn or_usage(self) -> Result<T, Usage>;
}

impl<T, E: Display> OrUsage<T> for Result<T, E> {
    fn or_usage(self) -> Result<T, Usage> {
        self.map_err(|error| Usage(error.to_string()))
    }
}

/// Tells what went wrong and gives the exit status.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.is::<ClosedPipe>() {
        return ExitCode::SUCCESS;
    }
    // Nothing is left to be done if nobody listens.
    let _ = writeln!(std::io::stderr(), "error: {}", one_line(&format!("{error:#}")));
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// The text without what would break the line: it may quote what a user wrote.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// What clap found wrong with the arguments, in one line of our own.
pub(crate) fn from_clap(error: &clap::Error) -> anyhow::Error {
    let about = |kind| error.get(kind).map(shown).unwrap_or_default();
    let option = option_name(&about(ContextKind::InvalidArg));
    let value = about(ContextKind::InvalidValue);
    let text = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("{option}: a value is missing{}", choices(error)),
        ErrorKind::InvalidValue => format!("{option}: there is no {value:?}{}", choices(error)),
        ErrorKind::ValueValidation => match std::error::Error::source(error) {
            Some(source) => format!("{option}: {source}"),
            None => format!("{option}: {value:?} will not do"),
        },
        ErrorKind::UnknownArgument if option.starts_with('-') => {
            format!("{option}: there is no such option; {}", perhaps(error, ContextKind::SuggestedArg, "see --help"))
        }
        ErrorKind::UnknownArgument => format!("{option:?}: there is no place for this argument; see --help"),
        ErrorKind::InvalidSubcommand => {
            let known = format!("there are {}", commands());
            let known = perhaps(error, ContextKind::SuggestedSubcommand, &known);
            format!("there is no command {:?}; {known}", about(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => format!("a command is missing; there are {}; see --help", commands()),
        ErrorKind::MissingRequiredArgument => format!("{} is missing", about(ContextKind::InvalidArg)),
        ErrorKind::ArgumentConflict => {
            let other = option_name(&about(ContextKind::PriorArg));
            if other == option || other.is_empty() {
                format!("{option} is given twice")
            } else {
                format!("{option} and {other} exclude each other")
            }
        }
        ErrorKind::InvalidUtf8 => match std::env::args_os().find(|arg| arg.to_str().is_none()) {
            Some(arg) => format!("the argument {:?} is not UTF-8", arg.to_string_lossy()),
            None => "an argument is not UTF-8".into(),
        },
        // Never seen so far. The first line of clap's own message says what, the rest how commands are written.
        _ => error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").into(),
    };
    Usage(text).into()
}

/// The name of an option without the name of its value: `--depth` for `--depth <D>`.
fn option_name(text: &str) -> String {
    text.split(' ').next().unwrap_or_default().into()
}

/// What clap says of its error, in a line.
fn shown(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(all) => all.join(" and "),
        other => other.to_string(),
    }
}

/// What may have been meant, if clap has a guess.
fn perhaps(error: &clap::Error, kind: ContextKind, otherwise: &str) -> String {
    match error.get(kind) {
        Some(guess) => format!("perhaps {} is meant", shown(guess)),
        None => otherwise.into(),
    }
}

/// The values there are for an option, if they can be counted.
fn choices(error: &clap::Error) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(all)) if !all.is_empty() => format!("; there are {}", list(all.iter())),
        _ => String::new(),
    }
}

/// The commands there are, below the one that the arguments name if it has commands of its own.
fn commands() -> String {
    let cli = crate::cli::command();
    let named = |command: &clap::Command| std::env::args_os().skip(1).any(|argument| argument == *command.get_name());
    let command = cli.get_subcommands().find(|command| command.has_subcommands() && named(command)).unwrap_or(&cli);
    list(command.get_subcommands().map(clap::Command::get_name))
}

/// `a`, `a and b`, `a, b and c`.
fn list<S: AsRef<str>>(names: impl Iterator<Item = S>) -> String {
    let names: Vec<_> = names.map(|name| name.as_ref().to_owned()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
