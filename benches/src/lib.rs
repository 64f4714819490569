//! Every benchmark of pussa.
