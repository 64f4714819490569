//! One move, and all children of a position: the reference, and every backend the machine has, in one run.
//!
//! A figure is the time for all sampled positions; divide by their number, which is the throughput's unit.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pussa_benches::games;
use pussa_rules::{Backend, Children};
use std::hint::black_box;

const POSITIONS: usize = 50_000;

fn children(criterion: &mut Criterion) {
    for game in games() {
        let positions = game.positions(POSITIONS);
        let ring = positions[0].layout().ring();
        let mut group = criterion.benchmark_group(format!("children/{}", game.variant.game()));
        group.throughput(Throughput::Elements(positions.len() as u64));

        let plain: Vec<_> = positions.iter().map(|position| game.reference(position)).collect();
        group.bench_function("reference", |bencher| {
            let mut children = Default::default();
            bencher.iter(|| {
                for position in &plain {
                    pussa_reference::children(game.rules, black_box(position), &mut children);
                    black_box(&children);
                }
            });
        });
        for backend in Backend::available() {
            let sower = game.variant.sower_on(ring, backend);
            group.bench_function(BenchmarkId::from_parameter(backend), |bencher| {
                let mut children = Children::default();
                bencher.iter(|| {
                    for position in &positions {
                        sower.children(position.side(), black_box(&position.board()), &mut children);
                        black_box(&children);
                    }
                });
            });
        }
    }
}

fn one_move(criterion: &mut Criterion) {
    for game in games() {
        let positions = game.positions(POSITIONS);
        let ring = positions[0].layout().ring();
        let sower = game.variant.sower(ring);
        // The first move of each position.
        let first = |position: &pussa_rules::Position| sower.movable(position.side(), position.board()).nth(0);
        let moves: Vec<_> = positions.iter().map(|position| first(position).expect("the round goes on")).collect();
        let mut group = criterion.benchmark_group(format!("move/{}", game.variant.game()));
        group.throughput(Throughput::Elements(positions.len() as u64));

        let plain: Vec<_> = positions
            .iter()
            .zip(&moves)
            .map(|(position, &mv)| {
                let place = position.layout().hole(position.side(), mv);
                let south = position.layout().place(pussa_rules::Side::South, place).expect("an open hole");
                (game.reference(position), south)
            })
            .collect();
        group.bench_function("reference", |bencher| {
            bencher.iter(|| {
                for (position, place) in &plain {
                    black_box(pussa_reference::sow(game.rules, black_box(position), *place));
                }
            });
        });
        group.bench_function("fast", |bencher| {
            bencher.iter(|| {
                for (position, &mv) in positions.iter().zip(&moves) {
                    black_box(sower.play(position.side(), black_box(position.board()), mv));
                }
            });
        });
    }
}

criterion_group!(benches, children, one_move);
criterion_main!(benches);
