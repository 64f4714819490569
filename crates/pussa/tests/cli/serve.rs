//! `serve`: it says where it is, answers, and stops when told to.

use crate::{pussa, run, stderr};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Starts a server on a free port, with a cache folder of its own; gives back what it says, line by line.
fn serve(arguments: &str, cache: &std::path::Path) -> (Child, BufReader<ChildStdout>) {
    let mut command = pussa(&format!("serve --port 0 {arguments}"));
    command.env("XDG_CACHE_HOME", cache).env("HOME", cache);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let out = child.stdout.take().expect("its output");
    (child, BufReader::new(out))
}

/// What a server answers to a path.
fn ask(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Interrupts a server as Ctrl-C does, and sees to it that it ends well and soon.
fn interrupt(mut child: Child) {
    let begun = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
#[cfg(unix)]
fn it_says_where_the_board_is_and_stops_when_interrupted() {
    let cache = tempfile::tempdir().unwrap();
    let (child, mut out) = serve("", cache.path());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let address = line
        .trim()
        .strip_prefix("The board is at http://")
        .and_then(|rest| rest.strip_suffix('/'))
        .expect("an address");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(ask(address, "/").contains("<title>pussa</title>"));
    assert!(ask(address, "/api/show?moves=C").contains("\"side\":\"north\""));
    interrupt(child);
}

#[test]
#[cfg(unix)]
fn it_says_where_it_keeps_what_it_finds_out_and_finds_out_nothing_if_not_wished_for() {
    for (arguments, makes) in [("", true), ("--no-library", false)] {
        let cache = tempfile::tempdir().unwrap();
        let (child, mut out) = serve(arguments, cache.path());
        let mut lines = [String::new(), String::new()];
        for line in &mut lines {
            out.read_line(line).unwrap();
        }
        let [address, next] = lines;
        let address = address.trim().strip_prefix("The board is at http://").and_then(|rest| rest.strip_suffix('/'));
        let kept = format!("What is found out in the background is kept in {}", cache.path().display());
        assert_eq!(next.starts_with(&kept), makes, "{next}");
        let told = ask(address.expect("an address"), "/api/fate?game=raja-pasu");
        assert_eq!(told.contains("\"state\":\"none\""), !makes, "{told}");
        interrupt(child);
        assert!(makes || std::fs::read_dir(cache.path()).unwrap().next().is_none(), "nothing is kept");
    }
}

#[test]
#[cfg(unix)]
fn programs_read_where_it_is_from_one_document() {
    let cache = tempfile::tempdir().unwrap();
    let (child, mut out) = serve("--format json", cache.path());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
    let url = answer["url"].as_str().unwrap();
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    interrupt(child);
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let output = run(pussa(&format!("serve --port {}", address.port())), "");
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.starts_with(&format!("error: --port: {address} can't be listened at: ")), "{said}");
    assert_eq!(said.lines().count(), 1);
}

#[test]
fn a_folder_without_databases_is_refused() {
    let empty = tempfile::tempdir().unwrap();
    let output = run(pussa(&format!("serve --port 0 --egdb {}", empty.path().display())), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("error: --egdb: "), "{}", stderr(&output));
}
