//! Board strings, read and written.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pussa_benches::games;
use std::hint::black_box;

fn notation(criterion: &mut Criterion) {
    for game in games() {
        let texts: Vec<_> = game.positions(1000).iter().map(ToString::to_string).collect();
        let positions: Vec<_> = texts.iter().map(|text| game.variant.parse_board(text).expect("a board")).collect();
        let mut group = criterion.benchmark_group(format!("notation/{}", game.variant.game()));
        group.throughput(Throughput::Elements(texts.len() as u64));
        group.bench_function("read/reference", |bencher| {
            bencher.iter(|| {
                for text in &texts {
                    black_box(pussa_reference::Position::parse(black_box(text), game.size).expect("a board"));
                }
            });
        });
        group.bench_function("read/fast", |bencher| {
            bencher.iter(|| {
                for text in &texts {
                    black_box(game.variant.parse_board(black_box(text)).expect("a board"));
                }
            });
        });
        let plain: Vec<_> = positions.iter().map(|position| game.reference(position)).collect();
        group.bench_function("write/reference", |bencher| {
            bencher.iter(|| {
                for position in &plain {
                    black_box(black_box(position).to_string());
                }
            });
        });
        group.bench_function("write/fast", |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    black_box(black_box(position).to_string());
                }
            });
        });
    }
}

criterion_group!(benches, notation);
criterion_main!(benches);
