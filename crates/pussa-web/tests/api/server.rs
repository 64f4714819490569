//! A server of the tests' own, and a client so plain that nothing is hidden.

use pussa_web::{Server, Settings};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that runs until it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new(settings: &Settings) -> Self {
        let server = Server::bind(settings).expect("a free port");
        let (address, stop) = (server.address(), Arc::new(AtomicBool::new(false)));
        let told = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(&told).expect("it stops when told to"));
        Self { address, stop, thread: Some(thread) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().expect("it is joined once").join().expect("it ends well");
    }
}

/// The server that most tests share.
pub(crate) fn shared() -> SocketAddr {
    static SERVER: OnceLock<Running> = OnceLock::new();
    SERVER.get_or_init(|| Running::new(&Settings::default())).address
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The lines before the body, in small letters.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// What went wrong, in words.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("no error: {self:?}")).to_owned()
    }
}

/// Sends a request as it is written, but for the line that ends it, and reads all that comes.
pub(crate) fn send(address: SocketAddr, request: &str) -> Answer {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a timeout");
    stream.write_all(request.as_bytes()).expect("it is taken");
    let mut text = Vec::new();
    stream.read_to_end(&mut text).expect("it answers");
    let text = String::from_utf8(text).expect("text");
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
}

/// A GET of a path, with more headers.
pub(crate) fn get_with(address: SocketAddr, path: &str, headers: &str) -> Answer {
    let host =
        if headers.to_ascii_lowercase().contains("host:") { String::new() } else { format!("Host: {address}\r\n") };
    send(address, &format!("GET {path} HTTP/1.1\r\n{host}Connection: close\r\n{headers}\r\n"))
}

/// A GET of a path of the shared server.
pub(crate) fn get(path: &str) -> Answer {
    get_with(shared(), path, "")
}

/// A POST to a path of the shared server.
pub(crate) fn post(path: &str, kind: &str, body: &str) -> Answer {
    let (address, length) = (shared(), body.len());
    let head = format!("Host: {address}\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n");
    send(address, &format!("POST {path} HTTP/1.1\r\n{head}\r\n{body}"))
}
