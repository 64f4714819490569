//! Runs that are stopped, cut off, killed and taken up.

use crate::{EXPLORATION, file, go_on, names, plan, play};
use pussa_arena::selfplay::{Exploration, Label, Plan, Resumed, Run, SelfPlay, SelfPlayError};
use pussa_engine::Roster;
use pussa_rules::{RAJA_PASU, Variant};
use std::collections::HashSet;
use std::fs;
use std::sync::atomic::AtomicBool;

#[test]
fn a_run_that_was_stopped_again_and_again_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, stopped] = ["whole", "stopped"].map(|name| file(&folder, name));
    play(&plan(), &whole);
    let mut rounds = 0;
    loop {
        rounds += 1;
        let plan = Plan { threads: 1 + rounds % 3, ..plan() };
        let Resumed::Run(run) = Run::resume(&stopped, &plan).unwrap() else { panic!("it is not finished") };
        assert_eq!(run.done().count(), 7 * (rounds as u64 - 1), "no game is lost");
        if go_on(&plan, run, 7).is_some() {
            break;
        }
        assert!(!stopped.exists());
        // What a power cut may leave: half a block.
        let part = Run::part(&stopped);
        let mut bytes = fs::read(&part).unwrap();
        bytes.extend([200, 0, 0, 0, 1, 2, 3]);
        fs::write(&part, bytes).unwrap();
    }
    assert_eq!(rounds, 9);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&stopped).unwrap());
    assert_eq!(Label::of(&whole).unwrap(), Label::of(&stopped).unwrap());
    assert!(!Run::part(&stopped).exists());
    assert!(matches!(Run::resume(&stopped, &plan()).unwrap(), Resumed::Finished(label) if label.rows > 0));
}

#[test]
fn a_run_may_be_cut_off_at_any_byte() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| file(&folder, name));
    let plan = Plan { games: 6, engine: "greedy".parse().unwrap(), ..plan() };
    play(&plan, &whole);
    go_on(&plan, Run::create(&cut, &plan).unwrap(), 5);
    let part = Run::part(&cut);
    let bytes = fs::read(&part).unwrap();
    for length in (0..bytes.len()).step_by(31) {
        fs::write(&part, &bytes[..length]).unwrap();
        let Resumed::Run(run) = Run::resume(&cut, &plan).unwrap() else { panic!("it is not finished") };
        go_on(&plan, run, u64::MAX).unwrap();
        assert!(fs::read(&whole).unwrap() == fs::read(&cut).unwrap(), "cut to {length}");
        fs::remove_file(&cut).unwrap();
        fs::remove_file(Label::path(&cut)).unwrap();
    }
}

#[test]
fn a_run_that_was_killed_while_the_file_was_made_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| file(&folder, name));
    play(&plan(), &whole);
    let mut run = Run::create(&killed, &plan()).unwrap();
    let self_play = SelfPlay::new(plan(), Roster::default()).unwrap();
    self_play.play(&run.done().clone(), &AtomicBool::new(false), |game| run.add(&game)).unwrap();
    drop(run);
    let part = Run::part(&killed);
    let kept = fs::read(&part).unwrap();
    // The file half made, its label there already.
    fs::write(folder.path().join("killed.csv.zst.new"), "half").unwrap();
    fs::copy(Label::path(&whole), Label::path(&killed)).unwrap();
    let Resumed::Run(run) = Run::resume(&killed, &plan()).unwrap() else { panic!("it is not finished") };
    assert!(run.done().is_all());
    go_on(&plan(), run, 0).unwrap();
    assert!(fs::read(&whole).unwrap() == fs::read(&killed).unwrap());
    // The file made, and what was kept not yet removed.
    fs::write(&part, kept).unwrap();
    assert!(matches!(Run::resume(&killed, &plan()).unwrap(), Resumed::Finished(_)));
    let all = ["whole.csv.zst", "whole.csv.zst.toml", "killed.csv.zst", "killed.csv.zst.toml"];
    assert_eq!(names(&folder), HashSet::from(all.map(String::from)));
}

#[test]
fn a_run_that_is_another_or_in_use_is_not_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "all");
    let run = Run::create(&path, &plan()).unwrap();
    let refusal = |plan: &Plan| Run::resume(&path, plan).err().unwrap().to_string();
    assert!(refusal(&plan()).ends_with("all.csv.zst.part is in use by another run"));
    drop(run);
    let created = Run::create(&path, &plan()).err().unwrap();
    assert!(matches!(created, SelfPlayError::Stopped(_)), "{created}");
    for (other, key) in [
        (Plan { seed: 2, ..plan() }, "seed is \"1\" there, and \"2\" here"),
        (Plan { games: 61, ..plan() }, "games is 60 there, and 61 here"),
        (Plan { variant: Variant::new(RAJA_PASU), ..plan() }, "counters is 4 there, and 7 here"),
        (
            Plan { exploration: Exploration { temperature: 2.0, ..EXPLORATION }, ..plan() },
            "temperature is 1.0 there, and 2.0 here",
        ),
        (Plan { shard: "1/2".parse().unwrap(), ..plan() }, "shard is \"1/1\" there, and \"1/2\" here"),
    ] {
        let told = refusal(&other);
        assert!(told.ends_with(&format!("all.csv.zst.part is of another run: {key}")), "{told}");
    }
    // With another byte in the settings, and games behind them.
    fs::remove_file(Run::part(&path)).unwrap();
    go_on(&plan(), Run::create(&path, &plan()).unwrap(), 5);
    let mut bytes = fs::read(Run::part(&path)).unwrap();
    bytes[80] ^= 1;
    fs::write(Run::part(&path), &bytes).unwrap();
    assert!(refusal(&plan()).ends_with("all.csv.zst.part is damaged, and can't be taken up; remove it to start anew"));
    assert_eq!(fs::read(Run::part(&path)).unwrap(), bytes);
    fs::write(Run::part(&path), "Dear diary").unwrap();
    assert!(refusal(&plan()).ends_with("all.csv.zst.part holds no games of a run that was stopped"));
    assert_eq!(fs::read(Run::part(&path)).unwrap(), b"Dear diary");
    fs::write(&path, "").unwrap();
    let created = Run::create(&path, &plan()).err().unwrap();
    assert!(matches!(created, SelfPlayError::Taken(_)), "{created}");
}
