//! `solve --certificate` and `--plies`.

use crate::{json, pussa, run, stderr, stdout, text};
use std::fs;
use std::path::Path;

/// What verify says of a file.
fn verified(path: &Path) -> String {
    text(&format!("verify {}", path.display()))
}

#[test]
fn a_certificate_is_written_and_holds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("raja.proof");
    let name = path.display();
    let told = text(&format!("solve --game raja --threads 1 --certificate {name}"));
    let records = told.lines().last().unwrap().strip_prefix(&format!("{name}: ")).unwrap().split_once(' ').unwrap().0;
    let expected = format!(
        "{name}: raja-pasu, reading default: 7,7,7,7,7,7,7/7,7,7,7,7,7,7/0,0/S is worth exactly +16 to South; all {records} records hold"
    );
    assert!(verified(&path).starts_with(&expected), "{}", verified(&path));
    let bytes = fs::read(&path).unwrap();
    let answer = json(&format!("solve --game raja --threads 1 --certificate {name}"));
    assert_eq!(fs::read(&path).unwrap(), bytes, "with one thread it is the same in every run");
    assert_eq!(answer["certificate"]["records"].to_string(), records);
    assert_eq!(answer["certificate"]["bytes"], bytes.len());
}

#[test]
fn a_certificate_may_lean_on_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let (path, dir) = (folder.path().join("small.proof"), folder.path().display());
    let board = "3,2,1/2,0,5/9,1/N";
    let built = run(pussa(&format!("egdb build --dir {dir} --levels 5 --holes 3")), "");
    assert!(built.status.success(), "{}", stderr(&built));
    text(&format!("solve {board} --hash 1MiB --egdb {dir} --certificate {}", path.display()));
    let told = verified(&path);
    assert!(told.contains("/0,0/N is worth exactly ") && told.contains(" database"), "{told}");
    let alone = folder.path().join("alone.proof");
    text(&format!("solve {board} --hash 1MiB --certificate {}", alone.display()));
    assert!(!verified(&alone).contains("database"), "{}", verified(&alone));
}

#[test]
fn a_book_proves_every_position_within_its_plies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.proof");
    text(&format!("solve --holes 4 --counters 3 --hash 1MiB --plies 3 --certificate {}", path.display()));
    let told = verified(&path);
    assert!(told.contains("3 plies"), "{told}");
}

#[test]
fn what_has_been_proved_when_a_limit_is_reached_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.proof");
    let command =
        format!("solve --game raja --last-four kept --nodes 90000 --threads 1 --certificate {}", path.display());
    let output = run(pussa(&command), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the value is still open, from "), "{}", stderr(&output));
    assert!(stdout(&output).contains("open.proof: "), "{}", stdout(&output));
    assert!(!verified(&path).contains("exactly"), "{}", verified(&path));
}

#[test]
fn what_can_not_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.proof");
    let name = path.display();
    for (arguments, told) in [
        ("--certificate nowhere/walak.proof".to_owned(), "--certificate: nowhere is not a folder".to_owned()),
        (
            format!("0,0/0,3/9,1/S --hash 1MiB --certificate {name}"),
            format!("--certificate: {name} was not written: there is nothing to prove: the round is over"),
        ),
    ] {
        let output = run(pussa(&format!("solve {arguments}")), "");
        assert_eq!(stderr(&output), format!("error: {told}\n"));
        assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(1)));
        assert!(!path.exists());
    }
}

#[test]
fn where_nothing_has_been_proved_the_answer_comes_without_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.proof");
    // Of a first move that captures, it is known at once that it wins so much; here none does.
    let board = "2,0,1,0,0,0,3/2,0,1,3,0,1,3/0,0/S";
    let command = format!("solve {board} --nodes 1 --hash 1MiB --threads 1 --certificate {}", path.display());
    let output = run(pussa(&command), "");
    let told =
        format!("note: --certificate: {} was not written: nothing has been proved so far\nerror: ", path.display());
    assert!(stderr(&output).starts_with(&told), "{}", stderr(&output));
    assert!(stdout(&output).contains("value open, "), "{}", stdout(&output));
    assert!(output.status.code() == Some(1) && !path.exists());
}
