//! The files of proofs: what is written is read again, and nothing is taken for whole that is not.

use pussa_egdb::Index;
use pussa_rules::{Board, Move, RAJA_PASU, Side, Variant, WALAK_PUSSA, holes_of_board};
use pussa_solver::{Given, Head, ProofError, ProofFault, ProofFile, Record, Scope};
use std::fs;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Says something of this board that need not be so.
fn head(variant: Variant, root: &str) -> Head {
    let variant = variant.with_holes(holes_of_board(root).unwrap()).unwrap();
    let given = vec![Given { name: "walak-pussa.default.2x2.03.egdb".into(), checksum: u64::MAX - 5 }];
    Head { variant, root: variant.parse_board(root).unwrap(), low: -3, high: 5, scope: Scope::Plies(300), given }
}

/// Numbers that follow no rule.
fn scattered(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// One in `every` of all positions of the head's ring with as many counters as its root or fewer, sorted, with anything
/// said of them.
fn records(head: &Head, every: u64) -> Vec<Record> {
    let ring = head.root.layout().ring();
    let index = Index::new(ring);
    let most = index.boards_below(head.root.board().total() as u8 + 1);
    let movers: &[Side] = if ring.holes(Side::South) == ring.holes(Side::North) { &[Side::South] } else { &Side::BOTH };
    let mut next = scattered(every);
    let mut records = Vec::new();
    for number in 0..most {
        for &mover in movers {
            if next(every) == 0 {
                let [low, high] = [next(70_000) as i16, next(70_000) as i16];
                let mv = next(8).checked_sub(1).map(|place| Move::new(place as u8));
                let rank = next(70_000) as u16;
                records.push(Record { mover, board: index.board(number), low, high, mv, rank });
            }
        }
    }
    records.sort_by_key(Record::order);
    records
}

fn write(path: &Path, head: &Head, records: &[Record]) {
    ProofFile::write(path, head, records.iter().copied()).unwrap();
}

fn heads() -> Vec<Head> {
    vec![
        head(Variant::new(WALAK_PUSSA), "2,3,1/3,0,1/0,0/S"),
        head(Variant::new(WALAK_PUSSA).with_reading("endless=split".parse().unwrap()).unwrap(), "2,3,1/x,4,1/0,0/N"),
        head(Variant::new(RAJA_PASU).with_counters(18).unwrap(), "36,x/36/0,0/S".replace("/36", "/x,36").as_str()),
        Head {
            scope: Scope::Root,
            given: Vec::new(),
            ..head(Variant::new(RAJA_PASU), "2,1,1,0,0,0,1/0,0,0,0,0,0,1/0,0/S")
        },
    ]
}

#[test]
fn what_is_written_is_read_again_at_random_in_a_row_and_all_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for head in heads() {
        for every in [1, 3, 100, 1_000_000] {
            let path = folder.path().join("a.proof");
            let records = records(&head, every);
            write(&path, &head, &records);
            let file = ProofFile::open(&path).unwrap();
            assert_eq!((file.head(), file.len()), (&head, records.len() as u64));
            assert!(ProofFile::is_one(&path).unwrap());
            let read: Vec<Record> = file.records().map(Result::unwrap).collect();
            assert!(read == records);
            for loaded in [false, true] {
                if loaded {
                    file.load().unwrap();
                }
                // Those of all positions if every one is there, and else of as many that are not there.
                let mut found = 0;
                for record in self::records(&head, 1) {
                    let got = file.get(record.mover, record.board.with_reserves(3, 4)).unwrap();
                    let place = records.binary_search_by_key(&record.order(), Record::order);
                    assert_eq!(got, place.ok().map(|place| records[place]));
                    found += usize::from(got.is_some());
                }
                assert_eq!(found, records.len());
            }
        }
    }
}

#[test]
fn with_rows_of_one_length_it_makes_no_difference_who_is_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let [alike, unlike] = [&heads()[0], &heads()[1]];
    let board = Board::new(&[1, 0, 2, 0, 1], 0, 0);
    let said = |mover| Record { mover, board, low: 1, high: 2, mv: None, rank: 3 };
    write(&path, alike, &[said(Side::North)]);
    let file = ProofFile::open(&path).unwrap();
    assert_eq!(Side::BOTH.map(|side| file.get(side, board).unwrap()), [Some(said(Side::South)); 2]);
    write(&path, unlike, &[said(Side::North)]);
    let file = ProofFile::open(&path).unwrap();
    assert_eq!(Side::BOTH.map(|side| file.get(side, board).unwrap()), [None, Some(said(Side::North))]);
}

#[test]
fn boards_of_other_rings_and_with_more_counters_are_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let head = &heads()[0];
    write(&path, head, &records(head, 1));
    let file = ProofFile::open(&path).unwrap();
    for board in [[1, 0, 0, 0, 0, 0, 1], [5, 1, 5, 0, 0, 0, 0], [255; 7]] {
        assert_eq!(file.get(Side::South, Board::new(&board, 0, 0)).unwrap(), None);
    }
    let foreign = Record { mover: Side::South, board: Board::new(&[0, 0, 0, 0, 0, 0, 1], 0, 0), ..records(head, 1)[0] };
    let refused = ProofFile::write(&path, head, [foreign].into_iter()).unwrap_err();
    let told = format!("{}: record 1 is not in its place, or no position of the ring", path.display());
    assert_eq!(refused.to_string(), told);
}

#[test]
fn records_out_of_order_or_twice_are_refused_and_the_file_there_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let head = &heads()[1];
    let all = records(head, 2);
    write(&path, head, &all);
    let before = fs::read(&path).unwrap();
    let [mut exchanged, mut twice] = [all.clone(), all.clone()];
    exchanged.swap(7, 8);
    twice[3] = twice[2];
    for (records, number) in [(exchanged, 9), (twice, 4)] {
        match ProofFile::write(&path, head, records.into_iter()) {
            Err(ProofError::Order { number: named, .. }) => assert_eq!(named, number),
            other => panic!("{other:?}"),
        }
    }
    let reserves = head.variant.parse_board("2,3,1/x,4,1/0,1/N").unwrap();
    let refused = ProofFile::write(&path, &Head { root: reserves, ..head.clone() }, all.into_iter());
    assert!(matches!(refused, Err(ProofError::Head { .. })));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let head = &heads()[3];
    let all = records(head, 1);
    let written = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| write(&path, head, &all));
        fs::read(&path).unwrap()
    });
    assert!(written.iter().all(|bytes| *bytes == written[0]));
}

/// What is found when all of a file is read.
fn fault(path: &Path) -> ProofFault {
    let read = ProofFile::open(path).and_then(|file| {
        file.records().collect::<Result<Vec<_>, _>>()?;
        file.load()
    });
    match read {
        Err(ProofError::File { path: named, fault }) if named == path => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_flipped_bit_anywhere_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let head = &heads()[2];
    write(&path, head, &records(head, 20));
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, damaged).unwrap();
        fault(&path);
    }
}

#[test]
fn a_file_that_is_cut_or_too_long_is_refused_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let head = &heads()[0];
    write(&path, head, &records(head, 50));
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        assert!(ProofFile::open(&path).is_err());
        fault(&path)
    };
    for length in 0..whole.len() {
        let fault = refused(&whole[..length]);
        assert!(length > 7 || fault == ProofFault::NotAProof);
    }
    let expected = whole.len() as u64;
    assert_eq!(refused(&whole[..whole.len() - 1]), ProofFault::Length { expected, found: expected - 1 });
    assert_eq!(refused(&[&whole[..], b"x"].concat()), ProofFault::Length { expected, found: expected + 1 });
    assert_eq!(refused(b"pussaEDB and so on, longer than any head's beginning"), ProofFault::NotAProof);
    let mut newer = whole.clone();
    newer[8] = 2;
    assert_eq!(refused(&newer), ProofFault::Version { found: 2, known: 1 });
}

#[test]
fn a_damaged_block_is_told_at_each_use_and_the_others_serve_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let head = &heads()[3];
    let all = records(head, 1);
    write(&path, head, &all);
    let blocks = ProofFile::open(&path).unwrap().blocks();
    assert!(blocks > 3);
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 32 * blocks - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    let file = ProofFile::open(&path).unwrap();
    let (first, last) = (all[0], all[all.len() - 1]);
    let told = format!("{}: block {blocks} of {blocks} is damaged; make the proof again", path.display());
    for _ in 0..2 {
        assert_eq!(file.get(first.mover, first.board).unwrap(), Some(first));
        assert_eq!(file.get(last.mover, last.board).unwrap_err().to_string(), told);
    }
    assert_eq!(file.load().unwrap_err().to_string(), told);
    let mut records = file.records();
    assert_eq!(records.by_ref().take_while(Result::is_ok).count() % 2048, 0);
    assert!(records.next().is_none(), "nothing comes after it");
}

#[test]
fn a_head_or_a_list_of_blocks_that_says_anything_with_good_checksums_is_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let head = &heads()[1];
    write(&path, head, &records(head, 2));
    let whole = fs::read(&path).unwrap();
    let end = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
    let list = whole.len() - 32 * ProofFile::open(&path).unwrap().blocks();
    let (mut read, mut refused) = (0, 0);
    for at in (24..end).chain(list..whole.len()) {
        for changed in [0, 1, 127, 255, whole[at].wrapping_add(1), whole[at].wrapping_sub(1)] {
            let mut bytes = whole.clone();
            bytes[at] = changed;
            let sum = xxh3_64(&bytes[list..]);
            bytes[end - 8..end].copy_from_slice(&sum.to_le_bytes());
            let sum = xxh3_64(&bytes[24..end]);
            bytes[16..24].copy_from_slice(&sum.to_le_bytes());
            fs::write(&path, bytes).unwrap();
            match ProofFile::open(&path).and_then(|file| file.records().try_for_each(|record| record.map(|_| ()))) {
                Ok(()) => read += 1,
                Err(ProofError::File { .. }) => refused += 1,
                Err(other) => panic!("{other:?}"),
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} {refused}");
}

#[test]
fn nothing_but_a_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("folder.proof");
    fs::create_dir(&path).unwrap();
    let head = head(Variant::new(WALAK_PUSSA), "1,1/1,1/0,0/S");
    let refused = ProofFile::write(&path, &head, std::iter::empty()).unwrap_err().to_string();
    assert!(refused.contains("folder.proof"), "{refused}");
    #[cfg(unix)]
    assert!(ProofFile::write(Path::new("/dev/null"), &head, std::iter::empty()).is_err());
    assert!(path.is_dir());
}
