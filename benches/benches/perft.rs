//! Counting move sequences from the start: the reference and the fast rules in one run.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pussa_benches::games;
use pussa_rules::Perft;
use std::hint::black_box;

const DEPTH: u32 = 7;

fn perft(criterion: &mut Criterion) {
    for game in games() {
        let start = game.variant.start();
        let plain = game.reference(&start);
        let perft = Perft::new(&game.variant, &start);
        let mut group = criterion.benchmark_group(format!("perft/{}", game.variant.game()));
        group.throughput(Throughput::Elements(perft.count(DEPTH)));
        group.bench_function("reference", |bencher| {
            bencher.iter(|| pussa_reference::perft(game.rules, black_box(&plain), DEPTH));
        });
        group.bench_function("fast", |bencher| bencher.iter(|| black_box(&perft).count(DEPTH)));
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
