//! The command line as others see it: what is answered, where, and with which exit status.

mod advantage;
mod analyse;
mod certificates;
mod databases;
mod egdb;
mod experiment;
mod match_table;
mod matches;
mod perft;
mod play;
mod proofs;
mod reach;
mod records;
mod refusals;
mod selfplay;
mod serve;
mod shell;
mod show;
mod solve;
mod strong;
mod tables;
mod tournament;
mod tune;
mod ugi;

use std::process::{Command, Output};
use std::time::Duration;

/// The command with these arguments, separated by blanks.
fn pussa(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pussa"));
    command.args(arguments.split_whitespace());
    command
}

/// What the command answers when nothing goes wrong. Nothing is said on standard error then.
fn text(arguments: &str) -> String {
    answer(arguments, "")
}

/// The same for somebody who types `input`.
fn answer(arguments: &str, input: &str) -> String {
    let output = run(pussa(arguments), input);
    assert_eq!(stderr(&output), "", "{arguments}");
    assert_eq!(output.status.code(), Some(0), "{arguments}");
    stdout(&output)
}

/// The one JSON document that the command answers with.
fn json(arguments: &str) -> serde_json::Value {
    let answer = text(&format!("{arguments} --format json"));
    assert!(answer.ends_with('\n'), "{arguments}");
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{arguments}: {error}: {answer}"))
}

/// Runs a command that is told `input`, and that may take a minute: it must not hang.
fn run(command: Command, input: &str) -> Output {
    let mut command = assert_cmd::Command::from_std(command);
    command.write_stdin(input).timeout(Duration::from_mins(1)).output().expect("it runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}
