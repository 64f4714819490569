//! `verify` of proofs: what is right is accepted, and whatever is changed so that it is not is found.

mod made;

use crate::{json, pussa, run, stderr, text};
use made::{Proof, rings};
use pussa_rules::Move;
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
                "{}: {}, reading {reading}: {root} is worth exactly {low:+} to {}{leads}; all {} records hold (",
                path.display(),
                variant.game(),
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
    assert!(found >= 20, "{found}");
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
