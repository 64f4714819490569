//! Tournaments between engines.
