//! The files: the same bytes however they come about, and nothing is taken for whole that is not.

use pussa_egdb::{Build, Contents, Database, DatabaseError, Fault};
use pussa_rules::{Board, RAJA_PASU, Reading, Ring, Side, Variant, WALAK_PUSSA};
use rayon::ThreadPoolBuilder;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

fn ring(south: u8, north: u8) -> Ring {
    Ring::new(south, north).unwrap()
}

/// Builds, and tells how many boards had to be settled.
fn build(folder: &Path, variant: Variant, ring: Ring, counters: u8) -> u64 {
    let build = Build::new(folder, variant, ring, counters).unwrap();
    let (boards, settled) = (build.boards(), AtomicU64::new(0));
    build.run(&|more| _ = settled.fetch_add(more, Ordering::Relaxed)).unwrap();
    assert_eq!(settled.into_inner(), boards, "every board is settled once");
    boards
}

/// All files of a folder but the lock.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
    named.filter(|(name, _)| name != ".build.lock").collect()
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    for (variant, ring, counters) in
        [(Variant::new(WALAK_PUSSA), ring(7, 7), 8), (Variant::new(RAJA_PASU), ring(5, 6), 8)]
    {
        let written = [1, 2, 3].map(|threads| {
            let folder = tempfile::tempdir().unwrap();
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| build(folder.path(), variant, ring, counters));
            bytes(folder.path())
        });
        assert!(written[0].len() >= 9);
        assert!(written.iter().all(|bytes| *bytes == written[0]));
    }
}

#[test]
fn a_build_goes_on_where_another_stopped_and_does_nothing_twice() {
    let variant = Variant::new(RAJA_PASU);
    for ring in [ring(3, 3), ring(2, 3)] {
        let folder = tempfile::tempdir().unwrap();
        let all = build(folder.path(), variant, ring, 9);
        let whole = bytes(folder.path());
        assert_eq!(build(folder.path(), variant, ring, 9), 0);
        for name in whole.keys() {
            // As if it had been stopped while it wrote this file, with some of it on the disk.
            fs::remove_file(folder.path().join(name)).unwrap();
            fs::write(folder.path().join(format!("{name}.part")), "pussaEDB and so on").unwrap();
            assert!((1..all).contains(&build(folder.path(), variant, ring, 9)), "only what is missing is built");
            assert!(bytes(folder.path()) == whole, "{name}");
        }
        let last = |name: &&String| name.contains(".05.");
        for name in whole.keys().skip_while(|name| !last(name)) {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
        build(folder.path(), variant, ring, 9);
        assert!(bytes(folder.path()) == whole);
    }
}

#[test]
fn a_flipped_bit_anywhere_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (variant, ring) = (Variant::new(WALAK_PUSSA), ring(2, 2));
    build(folder.path(), variant, ring, 4);
    let path = folder.path().join(Contents::new(variant, ring, Side::South, 4).file_name());
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << bit;
            fs::write(&path, damaged).unwrap();
            let found = Database::open(folder.path(), variant, ring).and_then(|database| database.load());
            let told = found.expect_err("it is damaged").to_string();
            assert!(told.starts_with(&format!("{}: ", path.display())), "{told}");
        }
    }
}

#[test]
fn a_file_that_is_cut_or_too_long_is_refused_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (variant, ring) = (Variant::new(WALAK_PUSSA), ring(2, 2));
    build(folder.path(), variant, ring, 4);
    let path = folder.path().join(Contents::new(variant, ring, Side::South, 4).file_name());
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        match Database::open(folder.path(), variant, ring) {
            Err(DatabaseError::File { path: named, fault }) if named == path => fault,
            other => panic!("{other:?}"),
        }
    };
    for length in 0..whole.len() {
        let fault = refused(&whole[..length]);
        assert!(length > 7 || fault == Fault::NotADatabase);
    }
    let (expected, found) = (whole.len() as u64, whole.len() as u64 - 1);
    assert_eq!(refused(&whole[..whole.len() - 1]), Fault::Length { expected, found });
    let found = expected + 1;
    assert_eq!(refused(&[&whole[..], b"x"].concat()), Fault::Length { expected, found });
    assert_eq!(refused(&[0; 1000]), Fault::NotADatabase);
    let mut newer = whole.clone();
    newer[8] = 2;
    assert_eq!(refused(&newer), Fault::Version { found: 2, known: 1 });
}

#[test]
fn a_damaged_block_is_told_at_its_first_use_and_the_others_serve_on() {
    let folder = tempfile::tempdir().unwrap();
    let (variant, ring) = (Variant::new(RAJA_PASU), ring(7, 7));
    build(folder.path(), variant, ring, 7);
    let path = folder.path().join(Contents::new(variant, ring, Side::South, 7).file_name());
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let database = Database::open(folder.path(), variant, ring).unwrap();
    // The first board has all counters in the other player's last hole, the last board in the mover's first.
    let (first, last) = (Board::new(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], 0, 0), Board::new(&[7], 0, 0));
    let told = format!("{}: block 2 of 2 is damaged; remove it and build again", path.display());
    for _ in 0..2 {
        assert_eq!(database.value(Side::South, first).unwrap(), Some(-7));
        assert_eq!(database.value(Side::North, last).unwrap_err().to_string(), told);
    }
    assert_eq!(database.load().unwrap_err().to_string(), told);
    // What is built on top of it would be wrong.
    let build = Build::new(folder.path(), variant, ring, 8).unwrap();
    assert_eq!(build.run(&|_| ()).unwrap_err().to_string(), told);
    assert_eq!(Database::open(folder.path(), variant, ring).unwrap().most_counters(), 7);
}

#[test]
fn a_file_of_another_game_reading_ring_or_count_is_refused_by_name() {
    let variant = Variant::new(RAJA_PASU);
    let kept: Reading = "last-four=kept".parse().unwrap();
    let kept = variant.with_reading(kept).unwrap();
    let all = [
        (variant, ring(2, 3), 3),
        (kept, ring(2, 3), 3),
        (Variant::new(WALAK_PUSSA), ring(2, 3), 3),
        (variant, ring(3, 2), 3),
        (variant, ring(2, 3), 2),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (variant, ring, _) in all {
        build(folder.path(), variant, ring, 3);
    }
    let contents = all.map(|(variant, ring, counters)| Contents::new(variant, ring, Side::South, counters));
    let path = folder.path().join(contents[0].file_name());
    let own = fs::read(&path).unwrap();
    for foreign in &contents[1..] {
        fs::copy(folder.path().join(foreign.file_name()), &path).unwrap();
        let told = format!("{}: this should hold {}, but holds {foreign}", path.display(), contents[0]);
        let opened = Database::open(folder.path(), variant, ring(2, 3));
        assert_eq!(opened.unwrap_err().to_string(), told);
        assert_eq!(Build::new(folder.path(), variant, ring(2, 3), 5).unwrap_err().to_string(), told);
    }
    fs::write(&path, own).unwrap();
    assert!(Database::open(folder.path(), variant, ring(2, 3)).is_ok());
}

#[test]
fn two_builds_at_once_do_not_get_into_each_others_way() {
    let folder = tempfile::tempdir().unwrap();
    let variant = Variant::new(WALAK_PUSSA);
    let first = Build::new(folder.path(), variant, ring(1, 1), 3).unwrap();
    let second = Build::new(folder.path(), variant, ring(2, 2), 3).unwrap_err();
    let told = format!("{}: another build is at work in this folder; let it end first", folder.path().display());
    assert_eq!(second.to_string(), told);
    first.run(&|_| ()).unwrap();
    assert!(Build::new(folder.path(), variant, ring(2, 2), 3).is_ok());
}

#[test]
fn a_folder_without_a_database_says_which_file_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let error = Database::open(folder.path(), Variant::new(WALAK_PUSSA), ring(7, 7)).unwrap_err();
    assert!(error.to_string().contains("there is no walak-pussa.default.7x7.00.egdb"), "{error}");
    let build = Build::new(folder.path(), Variant::new(WALAK_PUSSA), ring(7, 7), 128).unwrap_err();
    assert_eq!(build.to_string(), "a database has at most 127 counters, not 128");
}

#[test]
fn what_a_folder_can_not_take_is_told_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (variant, ring) = (Variant::new(WALAK_PUSSA), ring(2, 2));
    build(folder.path(), variant, ring, 3);
    let before = bytes(folder.path());
    // A folder stands where the next file's part should go.
    let name = Contents::new(variant, ring, Side::South, 4).file_name();
    fs::create_dir(folder.path().join(format!("{name}.part"))).unwrap();
    let error = Build::new(folder.path(), variant, ring, 5).unwrap().run(&|_| ()).unwrap_err();
    assert_eq!(error.to_string(), format!("{} could not be written", folder.path().join(name).display()));
    fs::remove_dir(folder.path().join(format!("{}.part", Contents::new(variant, ring, Side::South, 4).file_name())))
        .unwrap();
    assert!(bytes(folder.path()) == before);
}

#[test]
fn there_are_as_many_boards_won_lost_and_drawn_as_boards() {
    let folder = tempfile::tempdir().unwrap();
    let variant = Variant::new(WALAK_PUSSA);
    for (ring, counters, boards) in [(ring(7, 7), 6, 27_132), (ring(3, 4), 5, 2 * 462)] {
        build(folder.path(), variant, ring, counters);
        let database = Database::open(folder.path(), variant, ring).unwrap();
        let tally = database.tally(counters).unwrap();
        assert_eq!((tally.boards(), tally.endless), (boards, 0));
        assert_eq!(database.tally(counters + 1), None);
    }
}
