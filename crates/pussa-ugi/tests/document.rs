//! The session in UGI.md is one that has been had.

use pussa_engine::Roster;
use pussa_rules::{Variant, WALAK_PUSSA};
use pussa_ugi::Server;

/// Without what differs from machine to machine and from version to version.
fn settled(line: &str) -> String {
    let mut words: Vec<_> = line.split(' ').collect();
    for i in 1..words.len() {
        if matches!(words[i - 1], "time" | "nodes") {
            words[i] = "N";
        }
    }
    words.join(" ")
}

#[test]
fn the_session_is_answered_as_it_stands_there() {
    let document = include_str!("../UGI.md");
    let session = document.split("```session\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a session");
    let (sent, said): (Vec<_>, Vec<_>) = session.lines().partition(|line| line.starts_with("> "));
    let input: String = sent.iter().flat_map(|line| [&line[2..], "\n"]).collect();
    let spec = "alpha-beta".parse().unwrap();
    let server = Server::new(Roster::default(), spec, Variant::new(WALAK_PUSSA), || 1).unwrap();
    let mut output = Vec::new();
    server.run(std::io::Cursor::new(input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let settle = |lines: &[&str]| lines.iter().map(|line| settled(line)).collect::<Vec<_>>();
    assert_eq!(settle(&output.lines().collect::<Vec<_>>()), settle(&said), "{output}");
}
