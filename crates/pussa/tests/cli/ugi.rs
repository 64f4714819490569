//! `ugi`: our engines as other people's managers see them, and other people's engines on our command line.

use crate::{answer, pussa, run, stderr, stdout, text};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// The answers to lines that are sent all at once, without `info` lines of a search.
fn answers(arguments: &str, lines: &[&str]) -> Vec<String> {
    let answer = answer(&format!("ugi {arguments}"), &(lines.join("\n") + "\n"));
    answer.lines().filter(|line| !line.starts_with("info depth")).map(str::to_owned).collect()
}

/// A manager that waits for answers.
struct Manager {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Manager {
    fn start(arguments: &str) -> Self {
        let mut command = pussa(&format!("ugi {arguments}"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output).lines() }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        self.output.next().expect("a line").unwrap()
    }

    /// The next line that begins with this word.
    fn wait_for(&mut self, word: &str) -> String {
        loop {
            let line = self.line();
            if line.split(' ').next() == Some(word) {
                return line;
            }
        }
    }

    fn end(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn an_engine_introduces_itself_and_its_options() {
    let lines = answers("", &["ugi", "quit"]);
    assert!(lines[0].starts_with("id name pussa "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for option in [
        "Game type combo default walak-pussa var walak-pussa var raja-pasu",
        "Holes type spin default 7 min 1 max 7",
        "Counters type spin default 4 min 1 max 18",
        "Origin type combo default sown var sown var skipped",
        "LastFour type combo default captured var captured var kept",
        "Endless type combo default illegal var illegal var split",
        "Overhead type spin default 10 min 0 max 86400000",
        "Depth type spin default 0 min 0 max 250",
        "Hash type spin default 0 min 0 max 1048576",
    ] {
        assert!(lines.contains(&format!("option name {option}")), "{option}: {lines:?}");
    }
    assert_eq!(lines.last().unwrap(), "ugiok");
}

#[test]
fn options_of_the_command_line_and_the_spec_are_the_defaults() {
    let lines = answers("--game raja --origin skipped --holes 5 --engine alpha-beta:time=2s:hash=1GiB", &["ugi"]);
    for option in [
        "Game type combo default raja-pasu",
        "Holes type spin default 5",
        "Counters type spin default 7",
        "Origin type combo default skipped",
        "Time type spin default 2000",
        "Hash type spin default 1024",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option} "))), "{option}: {lines:?}");
    }
}

/// What is sent all at once, and what is answered.
const TABLE: &[(&[&str], &[&str])] = &[
    (&["isready"], &["readyok"]),
    (&["", "hello", "xyzzy isready", "query", "query moves", "position", "register", "ponderhit"], &[]),
    (&["stop", "stop", "isready\r"], &["readyok"]),
    (&["query gameover", "query p1turn", "query result"], &["response false", "response true", "response none"]),
    (&["position startpos moves C", "query p1turn"], &["response false"]),
    (
        &["position startpos moves C e A d D c B d G f", "query gameover", "query result"],
        &["response true", "response p2win"],
    ),
    (&["position fen 0,0/1,1/3,2/S", "query result", "query p1turn"], &["response p2win", "response true"]),
    (&["position fen 1/0/0,0/N", "query gameover", "query result"], &["response true", "response p1win"]),
    (&["position fen 0/0/0,0/S", "query result"], &["response draw"]),
    // A board that is over has no move.
    (&["position fen 0,0/1,1/3,2/S", "go movetime 1000", "go infinite"], &["bestmove 0000", "bestmove 0000"]),
    (&["position fen 0,0,0/1,0,1/0,0/N", "go depth 1"], &["bestmove a"]),
    // A position that is none.
    (
        &[
            "position startpos moves C C",
            "query gameover",
            "query p1turn",
            "query result",
            "go depth 1",
            "position startpos",
            "query gameover",
        ],
        &[
            "info string move 2, 'C': that hole is the other player's; it is North's turn",
            "response true",
            "response false",
            "response none",
            "bestmove 0000",
            "response false",
        ],
    ),
    (
        &["position fen 1,1/1/0,0/S", "query gameover"],
        &["info string board, column 5: North's row has 1 hole here, and must have 2", "response true"],
    ),
    (&["position startpos moves CeA"], &["info string move 1, \"CeA\": a move is the letter of a hole"]),
    (
        &["position fen"],
        &["info string board, column 1: a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, and this one has 1"],
    ),
    // Options.
    (
        &[
            "setoption name Holes value 9",
            "setoption name holes value 2",
            "setoption name Nonsense value 1",
            "setoption name Counters value 1",
            "position startpos moves B",
            "query p1turn",
        ],
        &["info string Holes: \"9\" is not a whole number from 1 to 7", "response false"],
    ),
    (
        &[
            "setoption name LastFour value kept",
            "position startpos",
            "setoption name Game value raja",
            "position startpos",
            "query gameover",
        ],
        &["info string last-four: walak-pussa has no such option; it has endless, origin", "response false"],
    ),
    (
        &["setoption name Hash value 0", "setoption name Depth value 3", "setoption name Threads value 2", "isready"],
        &["readyok"],
    ),
    (
        &["setoption name Without value clever"],
        &["info string engine \"alpha-beta:without=clever\": without=clever will not do"],
    ),
];

#[test]
fn everything_is_answered_as_the_protocol_says() {
    for (lines, said) in TABLE {
        let answers = answers("", lines);
        assert_eq!(answers.len(), said.len(), "{lines:?}: {answers:?}");
        for (answer, said) in answers.iter().zip(*said) {
            // Long messages are told by how they begin.
            let is_message = said.starts_with("info string ");
            assert!(answer == said || is_message && answer.starts_with(said), "{lines:?}: {answers:?}");
        }
    }
}

#[test]
fn every_bound_leads_to_a_move_of_two_words() {
    for go in [
        "go",
        "go depth 3",
        "go nodes 500",
        "go movetime 20",
        "go p1time 100 p2time 100 p1inc 0 p2inc 0",
        "go p1time 0",
        "go depth x",
    ] {
        for engine in ["alpha-beta", "mcts", "greedy", "random"] {
            let lines = answers(&format!("--engine {engine}"), &["position startpos", go, "quit"]);
            let [line] = lines.as_slice() else { panic!("{go}: {lines:?}") };
            let [word, mv] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{go}: {line}") };
            assert!(word == "bestmove" && mv.len() == 1 && "ABCDEFG".contains(mv), "{go}: {line}");
        }
    }
}

#[test]
fn what_it_thinks_is_told_as_it_thinks() {
    let answer = answer("ugi", "position startpos moves C\ngo depth 4\n");
    let lines: Vec<_> = answer.lines().collect();
    let (best, told) = lines.split_last().expect("a move is made");
    let depths: Vec<u32> = told.iter().map(|line| line.split(' ').nth(2).unwrap().parse().unwrap()).collect();
    assert!(depths.is_sorted_by(|a, b| a < b) && depths[0] == 1 && depths.last() == Some(&4), "{answer}");
    for line in told {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!(words[1], "depth", "{line}");
        assert_eq!(
            (words[3], words[4], words[6], words[8], words[10]),
            ("score", "cp", "time", "nodes", "pv"),
            "{line}"
        );
    }
    let last: Vec<_> = told[told.len() - 1].split(' ').collect();
    assert_eq!(*best, format!("bestmove {}", last[11]), "the first move expected is the one chosen");
}

#[test]
fn stop_is_answered_at_once_and_other_lines_are_heard_meanwhile() {
    let mut manager = Manager::start("");
    // The board with one counter a hole is searched to its end at once: no move may be given all the same.
    for position in ["position startpos", "position fen 1,1/1,1/0,0/S"] {
        manager.send(position);
        manager.send("go infinite");
        manager.wait_for("info");
        manager.send("isready");
        assert_eq!(manager.wait_for("readyok"), "readyok");
        manager.send("query p1turn");
        assert_eq!(manager.wait_for("response"), "response true");
        std::thread::sleep(Duration::from_millis(50));
        let begin = Instant::now();
        manager.send("stop");
        // Nothing but what it thinks comes before the move.
        let mut line = manager.line();
        while line.starts_with("info depth") {
            line = manager.line();
        }
        assert!(line.starts_with("bestmove "), "{line}");
        assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
    }
    manager.end();
}

#[test]
fn a_clock_is_never_overstepped() {
    let mut manager = Manager::start("");
    manager.send("isready");
    manager.wait_for("readyok");
    for (left, increment) in [(1000, 0), (200, 1000), (60, 0), (30, 500)] {
        manager.send("uginewgame");
        manager.send("position startpos");
        // Forgetting the last game is no part of the time.
        manager.send("isready");
        manager.wait_for("readyok");
        let begin = Instant::now();
        manager.send(&format!("go p1time {left} p2time 1 p1inc {increment} p2inc 0"));
        manager.wait_for("bestmove");
        assert!(begin.elapsed() < Duration::from_millis(left), "{left} + {increment}: {:?}", begin.elapsed());
    }
    manager.end();
}

#[test]
fn a_manager_that_goes_away_is_no_reason_to_go_on() {
    // Its input is closed, and the answer is given all the same.
    assert_eq!(answers("", &["go infinite"]).len(), 1);
    let mut manager = Manager::start("");
    manager.send("go depth 250");
    manager.wait_for("info");
    drop(manager.output);
    drop(manager.input);
    let begin = Instant::now();
    assert!(manager.child.wait().unwrap().success());
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[test]
fn an_engine_that_there_is_not_is_refused() {
    for (engine, message) in [
        ("clever", "--engine: engine \"clever\": no engine is called \"clever\""),
        ("alpha-beta:hash=1", "--engine: engine \"alpha-beta:hash=1\": hash=1 will not do"),
        ("alpha-beta:depth=0", "--engine: engine \"alpha-beta:depth=0\": depth=0 will not do"),
        ("ugi", "--engine: engine \"ugi\": the key cmd is missing"),
    ] {
        let output = run(pussa(&format!("ugi --engine {engine}")), "");
        assert!(stderr(&output).starts_with(&format!("error: {message}")), "{}", stderr(&output));
        assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(2)), "{engine}");
    }
    let output = run(pussa("ugi --engine alpha-beta:hash=2000GiB"), "");
    assert!(stderr(&output).starts_with("error: --engine: the engine's table takes 1.95 TiB"), "{}", stderr(&output));
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(1)));
}

/// Both sides of what we speak meet: our client plays our server.
#[cfg(unix)]
#[test]
fn we_understand_ourselves() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine");
    let script = format!("#!/bin/sh\nexec {} ugi --engine greedy\n", env!("CARGO_BIN_EXE_pussa"));
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    for options in ["--game raja --last-four kept --origin skipped", "--holes 4 --counters 3 --endless split"] {
        let path = path.display();
        let text = text(&format!("match --south ugi:cmd={path}:time=5s --north random --max-rounds 5 {options}"));
        assert!(text.contains("Round  1"), "{text}");
    }
}

#[test]
fn perfect_tells_what_it_goes_by() {
    let mut manager = Manager::start("--game raja --engine perfect:nodes=100000");
    manager.send("position startpos");
    manager.send("go");
    assert_eq!(manager.wait_for("info"), "info string by solver");
    let told = manager.wait_for("info");
    assert!(told.contains(" score cp 1600 "), "{told}");
    let best = manager.wait_for("bestmove");
    assert!(["bestmove C", "bestmove F"].contains(&best.as_str()), "{best}");
    manager.end();
}
