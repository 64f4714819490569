//! The commands, a file each: its arguments, what it answers, and how it runs.

pub(crate) mod advantage;
pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod egdb;
pub(crate) mod engines;
pub(crate) mod experiment;
pub(crate) mod man;
pub(crate) mod match_;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod reach;
pub(crate) mod rules;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod tournament;
pub(crate) mod tune;
pub(crate) mod ugi;
pub(crate) mod verify;
