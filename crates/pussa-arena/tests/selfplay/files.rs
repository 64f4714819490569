//! Files read and merged, and what is said of those that can't be.

use crate::{file, merge, names, plan, play, rows, text};
use pussa_arena::selfplay::{self, Label, Merge, Merged, Plan, SelfPlayError};
use pussa_rules::{Variant, WALAK_PUSSA};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::sync::atomic::AtomicBool;

#[test]
fn merged_shards_are_the_same_bytes_as_the_whole_merged() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, out] = ["whole", "whole-merged"].map(|name| file(&folder, name));
    play(&plan(), &whole);
    let merged = merge(&out, &[whole], 1 << 30).unwrap();
    assert_eq!(merged.shards, 1);
    for of in [1_u32, 2, 7] {
        let mut shards: Vec<_> = (1..=of)
            .map(|i| {
                let path = file(&folder, &format!("{i}-of-{of}"));
                play(&Plan { shard: format!("{i}/{of}").parse().unwrap(), ..plan() }, &path);
                path
            })
            .collect();
        shards.reverse();
        // From all in memory down to a few positions at a time.
        for memory in [1 << 30, 20_000, 1000] {
            let again = file(&folder, &format!("{of}-{memory}"));
            let Merged { label, read, shards } = merge(&again, &shards, memory).unwrap();
            assert_eq!((&label, read, shards), (&merged.label, merged.read, of as usize));
            assert!(fs::read(&out).unwrap() == fs::read(&again).unwrap(), "{of} shards, {memory} bytes");
        }
    }
    let twice = file(&folder, "twice");
    assert_eq!(merge(&twice, std::slice::from_ref(&out), 1 << 20).unwrap().label, merged.label);
    assert!(fs::read(&out).unwrap() == fs::read(&twice).unwrap(), "nothing is left to be taken out");
}

#[test]
fn of_equal_positions_the_first_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [all, out] = ["all", "merged"].map(|name| file(&folder, name));
    let variant = Variant::new(WALAK_PUSSA).with_holes(3).unwrap();
    play(&Plan { variant, games: 400, engine: "greedy".parse().unwrap(), ..plan() }, &all);
    merge(&out, std::slice::from_ref(&all), 30_000).unwrap();
    let all = rows(&all);
    let mut first = HashMap::new();
    for row in &all {
        // The board string without the reserves.
        let board = row.position.to_string();
        let parts: Vec<_> = board.split('/').collect();
        first.entry([parts[0], parts[1], parts[3]].join("/")).or_insert((row.game_id, row.ply));
    }
    let kept: HashSet<_> = first.into_values().collect();
    let expected: Vec<_> = all.iter().filter(|row| kept.contains(&(row.game_id, row.ply))).copied().collect();
    assert!(expected.len() * 2 < all.len(), "there is something to take out");
    assert!(rows(&out) == expected);
    assert!(selfplay::read(&out).unwrap().label().distinct);
}

#[test]
fn files_that_do_not_belong_together_are_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| file(&folder, name);
    let greedy = Plan { engine: "greedy".parse().unwrap(), ..plan() };
    for (name, seed, shard) in [("1", 1, "1/3"), ("2", 1, "2/3"), ("3", 1, "3/3"), ("s", 2, "3/3"), ("half", 1, "1/2")]
    {
        play(&Plan { seed, shard: shard.parse().unwrap(), ..greedy.clone() }, &path(name));
    }
    let copy = |from: &str, to: &str| {
        fs::copy(path(from), path(to)).unwrap();
        fs::copy(Label::path(&path(from)), Label::path(&path(to))).unwrap();
    };
    copy("2", "2b");
    copy("2", "cut");
    let bytes = fs::read(path("2")).unwrap();
    fs::write(path("cut"), &bytes[..bytes.len() / 2]).unwrap();
    copy("2", "no-zstd");
    fs::write(path("no-zstd"), "game_id,ply,side,board,score,margin\n").unwrap();
    copy("2", "empty");
    fs::write(path("empty"), "").unwrap();
    // The rows of one with the label of another.
    copy("2", "other");
    fs::copy(path("3"), path("other")).unwrap();
    // As after a round in which a hole is closed.
    copy("2", "closed");
    let closed = text(&path("closed")).replacen("\"0,", "\"x,", 1);
    fs::write(path("closed"), zstd::encode_all(closed.as_bytes(), 1).unwrap()).unwrap();
    let closed = 1 + closed.lines().position(|line| line.contains('x')).unwrap();
    let closed = format!("F/closed.csv.zst, line {closed}: a hole is closed, which it can't be in self-play");
    copy("2", "unlabelled");
    fs::remove_file(Label::path(&path("unlabelled"))).unwrap();
    let before = names(&folder);
    for (files, message) in [
        ("", "there is no file to merge"),
        ("1 3", "shard 2/3 is missing; F/3.csv.zst is shard 3/3"),
        ("1 2", "shard 3/3 is missing; F/2.csv.zst is shard 2/3"),
        ("2 3", "shard 1/3 is missing; F/2.csv.zst is shard 2/3"),
        ("1 2 2b 3", "shard 2/3 is there twice: F/2.csv.zst and F/2b.csv.zst"),
        ("1 2 s", "F/1.csv.zst and F/s.csv.zst don't belong together: seed is \"1\" in the one and \"2\" in the other"),
        (
            "half 1",
            "F/half.csv.zst and F/1.csv.zst don't belong together: the number of shards is 2 in the one and 3 in the other",
        ),
        ("1 cut 3", "F/cut.csv.zst is cut off"),
        ("1 no-zstd 3", "F/no-zstd.csv.zst is no zstd file, or a damaged one: Unknown frame descriptor"),
        ("1 empty 3", "F/empty.csv.zst is cut off"),
        ("1 other 3", "F/other.csv.zst, line 2: game 40 is none of this shard, which has 20 to 39"),
        ("1 closed 3", closed.as_str()),
        ("1 unlabelled 3", "F/unlabelled.csv.zst.toml: the label is missing that says what F/unlabelled.csv.zst holds"),
        ("1 nothing 3", "F/nothing.csv.zst could not be read"),
    ] {
        let files: Vec<_> = files.split_whitespace().map(path).collect();
        let error = merge(&path("out"), &files, 1 << 20).unwrap_err();
        assert_eq!(error.to_string().replace(folder.path().to_str().unwrap(), "F"), message);
        assert_eq!(names(&folder), before, "{message}");
    }
    let files = ["1", "2", "3"].map(path);
    merge(&path("out"), &files, 1 << 20).unwrap();
    assert!(matches!(merge(&path("out"), &files, 1 << 20), Err(SelfPlayError::Taken(_))));
    let stop = AtomicBool::new(true);
    let how = Merge { memory: 1 << 20, stop: &stop, progress: &|_| () };
    let interrupted = selfplay::merge(&path("other-out"), &files, &how);
    assert!(matches!(interrupted, Err(SelfPlayError::Interrupted)) && !path("other-out").exists());
}

#[test]
fn what_is_wrong_in_a_file_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    let label = play(&Plan { games: 3, ..plan() }, &path);
    let good = text(&path);
    let third = good.lines().nth(2).unwrap();
    for (bad, message) in [
        (good.replacen("game_id", "id", 1), ", line 1: the columns must be game_id,ply,side,board,score,margin"),
        (good.replacen(third, "0,4,N", 1), ", line 3: there are 3 fields, and must be 6"),
        (
            good.replacen(third, &third.replacen("0,", "zero,", 1), 1),
            ", line 3: game_id is \"zero\", which is no number that it can be",
        ),
        (good.replacen(third, &format!("{third},more"), 1), ", line 3: there are 7 fields, and must be 6"),
        (good.replacen(&format!("{third}\n"), "", 1), " has N rows, and its label says M; the one is not of the other"),
    ] {
        fs::write(&path, zstd::encode_all(bad.as_bytes(), 1).unwrap()).unwrap();
        let told = selfplay::read(&path).and_then(Iterator::collect::<Result<Vec<_>, _>>).unwrap_err().to_string();
        let (m, n) = (label.rows.to_string(), (label.rows - 1).to_string());
        let told = told.replace(&format!("has {n} rows"), "has N rows").replace(&format!("says {m};"), "says M;");
        assert_eq!(told, format!("{}{message}", path.display()));
    }
    // Columns may be added at the end.
    let more = good.replace('\n', ",more\n");
    fs::write(&path, zstd::encode_all(more.as_bytes(), 1).unwrap()).unwrap();
    assert_eq!(rows(&path).len() as u64, label.rows);
}
