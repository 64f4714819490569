//! The endgame database: building it, and looking boards up; with the reference's plain retrograde beside it.
//!
//! The reference works out fewer boards, since it takes longer; compare the throughputs.

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use pussa_benches::{SEED, games};
use pussa_egdb::{Build, Database, Index};
use pussa_reference::Values;
use pussa_rules::{Board, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;

/// Counters of the boards that the database is built for, and the reference's.
const COUNTERS: u8 = 11;
const REFERENCE_COUNTERS: u8 = 6;
/// Boards that are looked up.
const BOARDS: usize = 1_000_000;

fn database(criterion: &mut Criterion) {
    for game in games() {
        let ring = game.variant.start().layout().ring();
        let index = Index::new(ring);
        let mut group = criterion.benchmark_group(format!("database/{}", game.variant.game()));
        group.sample_size(10).sampling_mode(SamplingMode::Flat);

        // The reference has each board twice, once for each player to move.
        group.throughput(Throughput::Elements(2 * index.boards_below(REFERENCE_COUNTERS + 1)));
        group.bench_function("build, reference", |bencher| {
            bencher.iter(|| black_box(Values::of(game.rules, 7, 7, REFERENCE_COUNTERS)));
        });
        let folder = tempfile::tempdir().expect("a folder");
        let mut number = 0;
        group.throughput(Throughput::Elements(index.boards_below(COUNTERS + 1)));
        group.bench_function("build", |bencher| {
            bencher.iter(|| {
                number += 1;
                let folder = folder.path().join(number.to_string());
                let build = Build::new(&folder, game.variant, ring, COUNTERS).expect("a new folder");
                build.run(&|_| ()).expect("room on the disk");
            });
        });

        let folder = tempfile::tempdir().expect("a folder");
        let build = Build::new(folder.path(), game.variant, ring, COUNTERS).expect("a new folder");
        build.run(&|_| ()).expect("room on the disk");
        let database = Database::open(folder.path(), game.variant, ring).expect("it was built");
        database.load().expect("it was built");
        let mut random = ChaCha8Rng::seed_from_u64(SEED);
        let numbers = (0..BOARDS).map(|_| random.random_range(0..index.boards_below(COUNTERS + 1)));
        let boards: Vec<Board> = numbers.map(|number| index.board(number)).collect();
        group.throughput(Throughput::Elements(BOARDS as u64));
        group.bench_function("value", |bencher| {
            bencher.iter(|| {
                for &board in &boards {
                    black_box(database.value(Side::South, black_box(board)).expect("a whole file"));
                }
            });
        });
    }
}

criterion_group!(benches, database);
criterion_main!(benches);
