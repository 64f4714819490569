//! Rounds played at random from the start to the end: the reference, and every backend the machine has, in one run,
//! all of them on the same random bytes, and so the same rounds.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pussa_benches::{ReferenceDraws, SEED, games};
use pussa_engine::round_draws;
use pussa_rules::Backend;
use std::hint::black_box;

const ROUNDS: u64 = 2000;

fn rounds(criterion: &mut Criterion) {
    for game in games() {
        let start = game.variant.start();
        let mut group = criterion.benchmark_group(format!("rounds/{}", game.variant.game()));
        group.throughput(Throughput::Elements(ROUNDS));

        let plain = game.reference(&start);
        group.bench_function("reference", |bencher| {
            let mut playouts = pussa_reference::Playouts::new();
            let mut bytes = round_draws(SEED);
            let mut draws = ReferenceDraws::new(&mut bytes);
            bencher.iter(|| {
                for round in 0..ROUNDS {
                    draws.begin(round);
                    black_box(playouts.play(game.rules, black_box(&plain), |n| draws.below(n)));
                }
            });
        });
        for backend in Backend::available() {
            let mut playouts = game.variant.random_rounds_on(start.layout().ring(), backend);
            let mut draws = round_draws(SEED);
            group.bench_function(BenchmarkId::from_parameter(backend), |bencher| {
                bencher.iter(|| {
                    let board = black_box(start.board());
                    playouts.play(start.side(), board, 0..ROUNDS, &mut draws, &mut |_, round| {
                        black_box(round);
                    });
                });
            });
        }
    }
}

criterion_group!(benches, rounds);
criterion_main!(benches);
