//! The API as programs meet it: what is asked over a socket, and what comes back.

mod analysed;
mod library;
mod many;
mod page;
mod played;
mod records;
mod refused;
mod server;
mod shown;
