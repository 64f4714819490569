//! The weights found by fitting, for each game.

use super::COUNT;

/// By the game's name, in the order of [`NAMES`](super::NAMES).
#[rustfmt::skip]
pub(super) const FITTED: &[(&str, [f32; COUNT])] = &[
    ("walak-pussa", [
        0.526, // tempo
        0.022, // own-counters
        -0.194, // other-counters
        0.854, // own-holes
        -0.724, // other-holes
        -0.576, // own-singles
        0.198, // other-singles
        0.136, // own-room
        -0.088, // other-room
        -0.322, // own-last
        0.317, // other-last
        0.358, // other-stuck
        0.746, // best-gain
        0.421, // second-gain
    ]),
    ("raja-pasu", [
        -0.290, // tempo
        0.062, // own-counters
        -0.034, // other-counters
        0.983, // own-holes
        -1.410, // other-holes
        -0.329, // own-singles
        0.838, // other-singles
        0.133, // own-room
        -0.125, // other-room
        -0.265, // own-last
        0.196, // other-last
        0.322, // other-stuck
        0.724, // best-gain
        0.200, // second-gain
    ]),
];
