//! The page as people meet it: in a real Chromium, with mouse and keyboard, on a wide screen and on a phone.
//!
//! `PUSSA_CHROMIUM` names the browser if it is not `chromium`; `PUSSA_SCREENSHOTS` a folder that pictures of the main
//! views are written to. axe-core lies in `node_modules` beside this file, put there by `npm ci`.

#[path = "../api/server.rs"]
#[allow(dead_code, reason = "the other tests use the rest of it")]
mod server;

mod access;
mod going_about;
mod lessons;
mod matches;
mod playing;
mod studying;
mod table;
mod views;
