//! `verify` of proofs: what is right is accepted, and whatever is changed so that it is not is found.

mod made;

use crate::{json, pussa, run, stderr, text};
use made::{Proof, rings};
use pussa_rules::{Move, Variant, WALAK_PUSSA};
use pussa_solver::{Given, Head, Record, Scope};
use std::fs;
use std::path::Path;

/// What `verify` says of a proof that it does not accept.
fn refused(path: &Path, more: &str) -> String {
    let output = run(pussa(&format!("verify {} {more}", path.display())), "");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.starts_with("error: ") && told.lines().count() == 1, "{told}");
    told
}

fn signed(value: i16) -> String {
    if value == 0 { "0".into() } else { format!("{value:+}") }
}

#[test]
fn proofs_of_every_reading_are_accepted_with_rows_of_one_length_and_of_two() {
    let folder = tempfile::tempdir().unwrap();
    for proof in rings() {
        for proof in [proof.strong(), proof.certificate()] {
            let path = proof.write(folder.path());
            let told = text(&format!("verify {}", path.display()));
            let Head { variant, root, low, scope, .. } = &proof.head;
            let leads =
                if *scope == Scope::Root { "" } else { ", and so are the values of all positions that it leads to" };
            let reading = variant.reading();
            let expected = format!(
                "{}: {}, reading {reading}: {root} is worth exactly {} to {}{leads}; all {} records hold (",
                path.display(),
                variant.game(),
                signed(*low),
                root.side(),
                proof.records.len(),
            );
            assert!(told.starts_with(&expected), "{told}{expected}");
            let answer = &json(&format!("verify {}", path.display()))[0];
            assert_eq!(answer["records"], proof.records.len());
            assert_eq!((&answer["low"], &answer["root"]), (&serde_json::json!(low), &root.to_string().into()));
        }
    }
}

/// Changes records here and there, one at a time, and sees that each change is found.
fn every_change_is_found(of: impl Fn(&Proof) -> Proof, change: impl Fn(Record) -> Option<Record>) {
    let folder = tempfile::tempdir().unwrap();
    let mut found = 0;
    for proof in rings().map(|proof| of(&proof)) {
        let step = proof.records.len() / 5 + 1;
        let places = (0..proof.records.len()).filter_map(|at| Some((at, change(proof.records[at])?)));
        for (at, changed) in places.step_by(step) {
            let mut proof = proof.clone();
            proof.records[at] = changed;
            let told = refused(&proof.write(folder.path()), "");
            assert!(told.contains(" is said to be worth ") || told.contains(" is worth "), "{told}");
            found += 1;
        }
    }
    assert!(found >= 5, "{found}");
}

#[test]
fn a_low_that_is_too_high_is_found() {
    let raised = |record: Record| {
        let low = record.low + 1;
        (record.low > -(record.board.total() as i16)).then_some(Record { low, high: record.high.max(low), ..record })
    };
    every_change_is_found(Proof::strong, raised);
    every_change_is_found(Proof::certificate, raised);
}

#[test]
fn a_high_that_is_too_low_is_found() {
    let lowered = |record: Record| {
        let high = record.high - 1;
        (record.high < record.board.total() as i16).then_some(Record { high, low: record.low.min(high), ..record })
    };
    every_change_is_found(Proof::strong, lowered);
    every_change_is_found(Proof::certificate, lowered);
}

#[test]
fn a_move_that_may_not_be_made_is_found() {
    let other = |record: Record| {
        let empty = (0..7).find(|&place| record.board.counters(place) == 0)?;
        record.mv.map(|_| Record { mv: Some(Move::new(empty as u8)), ..record })
    };
    every_change_is_found(Proof::strong, other);
    every_change_is_found(Proof::certificate, other);
}

#[test]
fn a_rank_that_does_not_fall_is_found() {
    let none = |record: Record| (record.rank > 1).then_some(Record { rank: 0, ..record });
    every_change_is_found(Proof::strong, none);
    every_change_is_found(Proof::certificate, none);
}

#[test]
fn a_record_that_is_taken_out_is_found() {
    let folder = tempfile::tempdir().unwrap();
    for whole in rings().flat_map(|proof| [proof.strong(), proof.certificate()]) {
        let step = whole.records.len() / 5 + 1;
        for at in (0..whole.records.len()).step_by(step) {
            let mut proof = whole.clone();
            proof.records.remove(at);
            refused(&proof.write(folder.path()), "");
        }
    }
}

#[test]
fn a_head_that_says_more_than_its_record_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let proof = rings().next().unwrap().strong();
    let Head { root, low, high, .. } = proof.head.clone();
    for (said_low, said_high) in [(low + 1, high + 1), (low - 1, high - 1), (low + 2, high), (low, high - 2)] {
        let head = Head { low: said_low, high: said_high, ..proof.head.clone() };
        let path = proof.under(head).write(folder.path());
        let told = refused(&path, "");
        let says =
            format!("its head says that {root} is worth {said_low} to {said_high}, and its record {low} to {high}");
        assert_eq!(told, format!("error: {}: {says}\n", path.display()));
    }
    // It may say less.
    let path = proof.under(Head { low: low - 1, ..proof.head.clone() }).write(folder.path());
    assert!(text(&format!("verify {}", path.display())).contains(&format!(
        " is worth {} to {} to South, ",
        signed(low - 1),
        signed(high)
    )));
    // Another root of the same ring, of which nothing is said.
    let other = proof.head.variant.parse_board("7,0,1/0,0,0/0,0/S").unwrap();
    let path = proof.under(Head { root: other, ..proof.head.clone() }).write(folder.path());
    let told = refused(&path, "");
    assert!(told.ends_with(": nothing is said of the position that it starts from, 7,0,1/0,0,0/0,0/S\n"), "{told}");
}

#[test]
fn options_that_do_not_fit_a_proof_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let variant = Variant::new(WALAK_PUSSA).with_holes(2).unwrap().with_counters(2).unwrap();
    let path = Proof::of(variant, "2,2/2,2/0,0/S").strong().write(folder.path());
    let name = path.display();
    for (option, message) in [
        ("--game raja-pasu", format!("--game raja-pasu is given, but {name} says walak-pussa")),
        ("--holes 3", format!("--holes 3 is given, but {name} says 2")),
        ("--endless split", format!("--endless split is given, but {name} says illegal")),
        ("--sample 2", format!("--sample: {name} is a proof, and checked whole; leave it out")),
    ] {
        let output = run(pussa(&format!("verify {name} {option}")), "");
        assert_eq!((stderr(&output), output.status.code()), (format!("error: {message}\n"), Some(2)));
    }
    text(&format!("verify {name} --game walak --holes 2 --endless illegal"));
}

#[test]
fn what_is_no_whole_proof_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = rings().next().unwrap().strong().write(folder.path());
    let whole = fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut flipped = whole.clone();
        flipped[at] ^= 16;
        for damaged in [&flipped[..], &whole[..at]] {
            fs::write(&path, damaged).unwrap();
            let told = refused(&path, "");
            assert!(told.starts_with(&format!("error: {}: ", path.display())), "{told}");
        }
    }
}

#[test]
fn a_book_has_the_value_of_every_position_up_to_its_last_ply() {
    let folder = tempfile::tempdir().unwrap();
    for proof in rings() {
        // All that its values rest on, and only some of them exact.
        let (book, strong) = (proof.book(2), proof.strong());
        let in_book = |record: &Record| book.records.iter().any(|one| one.order() == record.order());
        let bounds =
            |record: Record| Record { high: record.high, low: -(record.board.total() as i16), mv: None, ..record };
        let all = |changed: Option<usize>| {
            let mut whole = strong.clone();
            if let Some(changed) = changed {
                whole.records[changed] = bounds(whole.records[changed]);
            }
            whole.head.scope = Scope::Plies(2);
            whole.write(folder.path())
        };
        let told = text(&format!("verify {}", all(None).display()));
        let said = format!(", and the values of all {} positions up to 2 plies on are right; ", book.records.len());
        assert!(told.contains(&said), "{told}{said}");
        // Whatever is not exact there is found, if not by the records that rest on it.
        let places = (0..strong.records.len()).filter(|&at| {
            let record = &strong.records[at];
            in_book(record) && record.low > -(record.board.total() as i16)
        });
        for at in places {
            refused(&all(Some(at)), "");
        }
    }
}

#[test]
fn a_proof_may_be_gone_through_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let proof = Proof::of(pussa_rules::Variant::new(pussa_rules::RAJA_PASU), "2,1,2,1/2,1,2,1/0,0/S").everything();
    assert!(proof.records.len() > 110_000);
    let verify = |path: &Path| format!("verify {} --max-memory 1MiB", path.display());
    let path = proof.write(folder.path());
    assert!(text(&verify(&path)).contains(" records hold ("));
    for at in [0, 1_000, 50_000, 90_000, 109_000] {
        let mut proof = proof.clone();
        let record = &mut proof.records[at];
        (record.low, record.high) = (record.low + 1, record.high + 1);
        refused(&proof.write(folder.path()), "--max-memory 1MiB");
    }
}

/// A certificate that leans on a database of up to three counters, and where that is.
fn leaning(folder: &Path, board: &str) -> Proof {
    let proof = Proof::of(pussa_rules::Variant::new(pussa_rules::WALAK_PUSSA), board);
    let ring = if board.contains('x') { "2x3" } else { "3x3" };
    let built = run(pussa(&format!("egdb build --levels 3 --ring {ring} --dir {}", folder.display())), "");
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    let mut proof = proof.certificate();
    proof.records.retain(|record| record.board.total() > 3);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut given: Vec<Given> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "egdb"))
        .map(|path| Given::of_file(&path).unwrap())
        .collect();
    given.sort_by(|one, other| one.name.cmp(&other.name));
    proof.head.given = given;
    proof
}

#[test]
fn a_proof_that_leans_on_a_database_is_checked_with_it() {
    for board in ["1,2,1/1,1,2/0,0/S", "2,2,x/1,2,2/0,0/S"] {
        let folder = tempfile::tempdir().unwrap();
        let proof = leaning(folder.path(), board);
        let path = proof.write(folder.path());
        let verify = format!("verify {}", path.display());
        let ring = if board.contains('x') { "2x3" } else { "3x3" };
        let holds = format!("; all {} records hold", proof.records.len());
        let told = text(&verify);
        assert!(
            told.contains(&format!("{holds}, and so does database walak-pussa.default.{ring} up to 3 counters (")),
            "{told}"
        );
        let told = text(&format!("{verify} --trust-egdb"));
        assert!(
            told.contains(&format!("{holds}, given database walak-pussa.default.{ring} up to 3 counters (")),
            "{told}"
        );
        let elsewhere = tempfile::tempdir().unwrap();
        let moved = proof.write(elsewhere.path());
        assert!(text(&format!("verify {} --egdb {}", moved.display(), folder.path().display())).contains(&holds));
        let told = refused(&moved, "");
        assert!(told.contains(" leans on it: ") && told.contains("could not be read"), "{told}");
        // It may not lean on what it does not name.
        let mut strong = Proof::of(proof.head.variant, board).strong();
        strong.records.retain(|record| record.board.total() > 3);
        strong.head.given.clone_from(&proof.head.given);
        let told = text(&format!("verify {}", strong.write(folder.path()).display()));
        assert!(told.contains(" and so are the values of all positions that it leads to; "), "{told}");
        strong.head.given.retain(|given| given.name.contains(".00."));
        let told = refused(&strong.write(folder.path()), "");
        assert!(told.contains(", but nothing tells what "), "{told}");
        let mut foreign = proof.clone();
        foreign.head.given[0].name = "../egdb/x.egdb".into();
        let told = refused(&foreign.write(folder.path()), "");
        assert!(told.contains("which is no file of a database of its game, reading and ring"), "{told}");
    }
}

#[test]
fn a_database_that_is_another_or_not_right_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let proof = leaning(folder.path(), "1,2,1/1,1,2/0,0/S");
    let path = proof.write(folder.path());
    let file = folder.path().join(&proof.head.given[2].name);
    let other = folder.path().join("walak-pussa.endless=split.3x3.02.egdb");
    let built =
        run(pussa(&format!("egdb build --levels 2 --ring 3x3 --endless split --dir {}", folder.path().display())), "");
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    let own = fs::read(&file).unwrap();
    let foreign = fs::read(&other).unwrap();
    fs::write(&file, &foreign).unwrap();
    let told = refused(&path, "--trust-egdb");
    assert_eq!(told, format!("error: {}: this is not the file that {} leans on\n", file.display(), path.display()));
    // Named by its checksum, it is still seen to be of another reading.
    let mut proof = proof.clone();
    proof.head.given[2] = Given::of_file(&file).unwrap();
    let told = refused(&proof.write(folder.path()), "--trust-egdb");
    assert!(told.contains(": this should hold "), "{told}");
    // With a value changed and the checksums made good, the database itself is found to be wrong.
    fs::write(&file, with_another_value(&own)).unwrap();
    proof.head.given[2] = Given::of_file(&file).unwrap();
    let told = refused(&proof.write(folder.path()), "");
    assert!(told.contains(" is said to be worth "), "{told}");
}

/// A file of one block with its first value changed, and with good checksums.
fn with_another_value(file: &[u8]) -> Vec<u8> {
    use xxhash_rust::xxh3::xxh3_64;
    let head = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let (mut head, mut values) = (file[..head].to_vec(), file[head..].to_vec());
    if values.len() < 21 {
        values = zstd::bulk::decompress(&values, 21).unwrap();
    }
    values[3] = values[3].wrapping_add(1);
    let block = head.len() - 12;
    head[block..][..4].copy_from_slice(&(values.len() as u32).to_le_bytes());
    head[block + 4..].copy_from_slice(&xxh3_64(&values).to_le_bytes());
    let sum = xxh3_64(&head[24..]);
    head[16..24].copy_from_slice(&sum.to_le_bytes());
    [head, values].concat()
}
