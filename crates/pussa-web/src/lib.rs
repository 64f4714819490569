//! The board in a browser: a server for this machine alone, the page it carries, and an API that others can build on.
//!
//! | for | there is |
//! | --- | --- |
//! | serving | [`Server`], bound to an address with [`Settings`], and [`Server::run`] until it is told to stop |
//! | what is asked and answered | `API.md`, and a file each in `api/` |
//! | who may ask, and how much | `guard.rs`: whose requests are refused; `crew.rs`: how many are worked on at once |
//! | what is known without a search | [`Known`]: databases, and the [`Volume`]s that a [`Library`] makes or loads |
//! | the page | `page/`, plain HTML, CSS and JavaScript modules that go into the program as they are |
//!
//! ```no_run
//! use pussa_web::{Server, Settings};
//! use std::sync::atomic::AtomicBool;
//! let server = Server::bind(&Settings::default())?;
//! println!("{}", server.url());
//! server.run(&AtomicBool::new(false))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod analysis;
mod api;
mod asked;
mod champions;
mod crew;
mod engines;
mod guard;
mod known;
mod library;
mod lore;
mod page;
mod refusal;
mod server;
mod solvers;
mod told;

pub use known::{Known, Volume, VolumeKind};
pub use library::Library;
pub use server::{Server, Settings};
