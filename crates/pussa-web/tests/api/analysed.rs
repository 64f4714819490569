//! `analyse`: values, once and live, and that nobody thinks for those who have left.

use crate::server::{Running, get, get_with};
use pussa_web::Settings;
use serde_json::Value;
use socket2::{Domain, Socket, Type};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn values(findings: &Value) -> Vec<(String, f64, bool)> {
    let told = |one: &Value| {
        (one["move"].as_str().unwrap().to_owned(), one["value"].as_f64().unwrap(), one["exact"].as_bool().unwrap())
    };
    findings["moves"].as_array().unwrap().iter().map(told).collect()
}

/// What `pussa solve --moves` proves of Raja Pasu's start.
const RAJA_PASU: [(&str, f64); 7] =
    [("C", 16.0), ("F", 16.0), ("D", 10.0), ("A", 8.0), ("B", 8.0), ("G", 4.0), ("E", 0.0)];

#[test]
fn every_first_move_of_raja_pasu_is_proved() {
    let findings = get("/api/analyse?game=raja-pasu&time=60s").json();
    let wanted: Vec<_> = RAJA_PASU.iter().map(|&(letter, value)| (letter.to_owned(), value, true)).collect();
    assert_eq!(values(&findings), wanted);
    assert_eq!((&findings["best"], &findings["done"]), (&"C".into(), &true.into()));
    let lines = findings["moves"].as_array().unwrap().iter().map(|one| one["line"].as_str().unwrap());
    for (line, (letter, _)) in lines.zip(RAJA_PASU) {
        assert!(line.starts_with(letter) && line.len() > 1, "{line}");
        assert_eq!(get(&format!("/api/show?game=raja-pasu&moves={line}")).status, 200, "{line}");
    }
}

#[test]
fn a_value_counts_what_is_to_come_and_not_the_reserves() {
    // North has one counter, and South takes it: G goes to a, b is empty, c behind it is captured.
    let path = "/api/analyse?board=0,0,0,0,0,0,1/0,0,3,0,0,0,0/9,20/S";
    assert_eq!(values(&get(path).json()), [("G".to_owned(), 2.0, true)]);
}

#[test]
fn a_round_that_is_over_has_no_moves_to_value() {
    let findings = get("/api/analyse?moves=CeAdDcBdGf").json();
    assert_eq!((&findings["moves"], &findings["best"]), (&serde_json::json!([]), &().into()));
}

/// A stream of events, a document each.
struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(server: &Running, query: &str) -> Self {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let (address, accept) = (server.address, "Accept: text/event-stream");
        write!(stream, "GET /api/analyse?{query} HTTP/1.1\r\nHost: {address}\r\n{accept}\r\n\r\n").unwrap();
        Self(BufReader::new(stream))
    }

    fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream goes on");
            if let Some(document) = line.strip_prefix("data: ") {
                return serde_json::from_str(document).unwrap();
            }
        }
    }
}

#[test]
fn values_arrive_live_and_get_better_until_all_are_exact() {
    let server = Running::new(&Settings::default());
    let mut stream = Stream::open(&server, "game=raja-pasu&time=60s");
    let mut exact = Vec::new();
    loop {
        let findings = stream.next();
        exact.push(findings["moves"].as_array().unwrap().iter().filter(|one| one["exact"] == true).count());
        if findings["done"] == true {
            break;
        }
    }
    assert!(exact.is_sorted() && exact.last() == Some(&7), "what is proved stays proved: {exact:?}");
}

#[test]
fn an_analysis_stops_when_nobody_listens_any_more() {
    let server = Running::new(&Settings::default());
    // As many as there may be at once, each for two minutes.
    let mut streams: Vec<_> = (0..2).map(|_| Stream::open(&server, "counters=6&time=120s")).collect();
    for stream in &mut streams {
        stream.next();
    }
    let begun = Instant::now();
    drop(streams);
    let answer = get_with(server.address, "/api/analyse?game=raja-pasu&time=60s", "");
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(begun.elapsed() < Duration::from_secs(14), "it need not wait for the two minutes");
}

#[test]
fn the_server_stops_at_once_even_while_it_thinks() {
    let server = Running::new(&Settings::default());
    let mut stream = Stream::open(&server, "counters=6&time=120s");
    stream.next();
    let begun = Instant::now();
    drop(server);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}

/// A client that asks for a stream of two minutes and never reads any of it.
fn deaf(server: &Running) -> Socket {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    // Little is kept for it by the system.
    socket.set_recv_buffer_size(2048).unwrap();
    socket.connect(&server.address.into()).unwrap();
    let address = server.address;
    let request = format!(
        "GET /api/analyse?counters=6&time=120s HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\n\r\n"
    );
    (&socket).write_all(request.as_bytes()).unwrap();
    socket
}

#[test]
fn an_analysis_stops_when_what_it_finds_is_not_taken() {
    let server = Running::new(&Settings::default());
    let begun = Instant::now();
    let deaf = [deaf(&server), deaf(&server)];
    std::thread::sleep(Duration::from_secs(1));
    loop {
        let answer = get_with(server.address, "/api/analyse?game=raja-pasu&time=100ms", "");
        if answer.status == 200 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(100), "{answer:?}");
    }
    drop(deaf);
}
