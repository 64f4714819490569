//! The server: an address, a page, an API, until it is told to stop.

use crate::api::{self, Desk};
use crate::crew::Crew;
use crate::guard::{Guard, guard};
use crate::known::Known;
use crate::library::Library;
use crate::page;
use crate::refusal::Refusal;
use crate::solvers::Solvers;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::{Router, middleware};
use pussa_engine::Roster;
use socket2::{Domain, Protocol, Socket, Type};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

/// The most bytes of a body: records come in one.
const MOST_BODY: usize = 256 << 10;
/// How many analyses go on at once: each may take a table of 256 MiB.
const MOST_ANALYSES: usize = 2;
/// Bytes that the system takes of what a client does not read, so that it is soon seen that it does not.
const SEND_BUFFER: usize = 8 << 10;
/// How many requests of a kind wait for their turn, and how long.
const QUEUE: usize = 256;
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a stop waits for answers under way.
const FAREWELL: Duration = Duration::from_secs(1);
/// How often it is looked whether to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// What a server is to do.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen; 127.0.0.1, for this machine alone, unless told otherwise.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The engines. Only built-in ones can be named over HTTP, whatever is on the list.
    pub roster: Roster,
    /// What is known of values without a search.
    pub known: Known,
    /// What is made or loaded in the background, if anything.
    pub library: Option<Library>,
}

impl Default for Settings {
    fn default() -> Self {
        let (roster, known) = (Roster::default(), Known::default());
        Self { address: Ipv4Addr::LOCALHOST.into(), port: 0, roster, known, library: None }
    }
}

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    roster: Roster,
    known: Known,
    library: Option<Library>,
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// If it can't be had: perhaps another program listens there.
    pub fn bind(settings: &Settings) -> io::Result<Self> {
        let listener = listener((settings.address, settings.port).into())?;
        let address = listener.local_addr()?;
        let Settings { roster, known, library, .. } = settings.clone();
        Ok(Self { listener, address, roster, known, library })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to open in a browser.
    #[must_use]
    pub fn url(&self) -> String {
        let address = if self.address.ip().is_unspecified() {
            SocketAddr::from((Ipv4Addr::LOCALHOST, self.address.port()))
        } else {
            self.address
        };
        format!("http://{address}/")
    }

    /// Answers until `stop` is set.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(64)
            .enable_all()
            .build()?;
        let stopping = Arc::new(AtomicBool::new(false));
        let app = router(self.address, &self.roster, &self.known, Arc::clone(&stopping));
        let fetching = self.library.map(|library| {
            let (known, stopping) = (self.known.clone(), Arc::clone(&stopping));
            // Before the first request comes.
            known.take_wishes();
            std::thread::spawn(move || library.work(&known, &stopping))
        });
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let serving = axum::serve(listener, app).into_future();
            tokio::select! {
                ended = serving => ended,
                () = told_to(stop) => Ok(()),
            }
        });
        // Whatever still thinks hears of it.
        stopping.store(true, Ordering::Relaxed);
        runtime.shutdown_timeout(FAREWELL);
        if let Some(fetching) = fetching {
            // What it was about to write is written whole or not at all.
            let _ = fetching.join();
        }
        ended
    }
}

/// Listens at an address, as the standard library does, but with small buffers for what is sent.
fn listener(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // On Windows this would let others take the address away.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(&address.into())?;
    socket.listen(1024)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

/// Waits until the flag is set.
async fn told_to(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(GLANCE).await;
    }
}

/// All paths, behind the guard of `address`.
pub(crate) fn router(address: SocketAddr, roster: &Roster, known: &Known, stop: Arc<AtomicBool>) -> Router {
    let cores = available_parallelism().map_or(1, usize::from);
    let crew = |hands| Crew::new(hands, QUEUE, PATIENCE);
    let desk = Desk {
        roster: roster.clone(),
        known: known.clone(),
        solvers: Arc::new(Solvers::new(MOST_ANALYSES)),
        champions: Arc::default(),
        clerks: crew(cores),
        players: crew(cores),
        thinkers: crew(MOST_ANALYSES),
        stop,
    };
    Router::new()
        .merge(page::routes())
        .merge(api::routes())
        .fallback(|| async { Refusal::with(StatusCode::NOT_FOUND, "there is nothing here; see API.md") })
        .method_not_allowed_fallback(|| async {
            Refusal::with(StatusCode::METHOD_NOT_ALLOWED, "this is not asked for in that way; see API.md")
        })
        .with_state(desk)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(Guard::new(address), guard))
}
