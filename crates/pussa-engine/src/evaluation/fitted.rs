//! The weights found by fitting, for each game: those of `results/evaluation`, where it says how they were found.

use super::COUNT;

/// By the game's name, in the order of [`NAMES`](super::NAMES).
#[rustfmt::skip]
pub(super) const FITTED: &[(&str, [f32; COUNT])] = &[
    ("walak-pussa", [
        0.382, // tempo
        0.040, // own-counters
        -0.182, // other-counters
        1.430, // own-holes
        -1.771, // other-holes
        -0.725, // own-singles
        0.672, // other-singles
        0.091, // own-room
        -0.006, // other-room
        -0.196, // own-last
        0.152, // other-last
        0.103, // other-stuck
        0.573, // best-gain
        0.613, // second-gain
    ]),
    ("raja-pasu", [
        -0.107, // tempo
        0.013, // own-counters
        -0.066, // other-counters
        1.342, // own-holes
        -1.801, // other-holes
        -0.703, // own-singles
        0.934, // other-singles
        0.133, // own-room
        -0.080, // other-room
        -0.168, // own-last
        0.105, // other-last
        0.210, // other-stuck
        0.684, // best-gain
        0.134, // second-gain
    ]),
];
