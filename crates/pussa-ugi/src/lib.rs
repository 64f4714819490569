//! The Universal Game Interface: lines of text over an engine's standard input and output. `UGI.md` says what we speak.
//!
//! | for | there is |
//! | --- | --- |
//! | letting other people's managers use our engines | [`Server`] |
//! | letting our tournaments use other people's engines | [`KIND`], the engine `ugi:cmd=PATH`, to be added to a [`Roster`](pussa_engine::Roster) |
//!
//! ```
//! use pussa_engine::Roster;
//! use pussa_rules::{RAJA_PASU, Variant};
//! use pussa_ugi::Server;
//!
//! let spec = "alpha-beta:depth=3".parse()?;
//! let server = Server::new(Roster::default(), spec, Variant::new(RAJA_PASU), || 1)?;
//! let input = b"position startpos moves C\nquery p1turn\nquit\n".as_slice();
//! let mut output = Vec::new();
//! server.run(input, &mut output)?;
//! assert_eq!(output, b"response false\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod client;
mod info;
mod server;

pub use client::KIND;
pub use server::Server;
