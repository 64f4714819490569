//! `tune`.

use crate::{pussa, run, stderr, stdout};
use std::fs;
use std::path::Path;

/// What the command answers in a folder.
fn answer(folder: &Path, arguments: &str) -> String {
    let output = run_in(folder, arguments);
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)), "{arguments}");
    stdout(&output)
}

fn run_in(folder: &Path, arguments: &str) -> std::process::Output {
    let mut command = pussa(arguments);
    command.current_dir(folder);
    run(command, "")
}

#[test]
fn weights_are_fitted_to_self_play() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["walak", "raja"] {
        let play =
            format!("selfplay --engine alpha-beta:depth=2:hash=1MiB --games 300 --game {game} --out {game}.csv.zst");
        answer(folder.path(), &play);
    }
    let told: serde_json::Value =
        serde_json::from_str(&answer(folder.path(), "tune raja.csv.zst --out raja.toml --format json")).unwrap();
    assert_eq!(told["game"], "raja-pasu");
    let (plain, fitted) = (&told["explained"]["plain"], &told["explained"]["fitted"]);
    assert!(fitted.as_f64().unwrap() > plain.as_f64().unwrap() + 0.1, "{told}");
    assert!(told["fitted_to"].as_u64().unwrap() > 5 * told["tested_on"].as_u64().unwrap());
    // Gains are worth having, and what the other player holds is not.
    let weight = |name: &str| told["weights"][name].as_f64().unwrap();
    assert!(weight("best-gain") > 0.3 && weight("own-holes") > 0.0 && weight("other-holes") < 0.0, "{told}");
    let text = answer(folder.path(), "tune raja.csv.zst");
    assert_eq!(text, answer(folder.path(), "tune raja.csv.zst --threads 1"), "the same each time");
    // They can be played with.
    let play = "tournament --game raja --engines alpha-beta:depth=1:evaluation=raja.toml,alpha-beta:depth=1:evaluation=plain \
        --pairs 200 --format json";
    let played: serde_json::Value = serde_json::from_str(&answer(folder.path(), play)).unwrap();
    assert_eq!(played["standings"][0]["engine"], "alpha-beta:depth=1:evaluation=raja.toml", "{played}");
    let file = fs::read_to_string(folder.path().join("raja.toml")).unwrap();
    assert!(file.contains(&format!("\nbest-gain = {:.3}\n", weight("best-gain"))), "{file}");

    for (arguments, status, message) in [
        ("tune raja.csv.zst walak.csv.zst", 2, "walak.csv.zst is of another game, size or reading than raja.csv.zst"),
        ("tune none.csv.zst", 1, "none.csv.zst could not be read: No such file or directory (os error 2)"),
        ("tune raja.csv.zst --ridge 0", 2, "--ridge: \"0\" is not a number from 0.000000001 to 1000000"),
        ("tune raja.csv.zst --game raja", 2, "the files say which game they are of; options for it have no place here"),
        ("tune raja.csv.zst --out raja.toml", 1, "FOLDER/raja.toml could not be written: File exists (os error 17)"),
    ] {
        let output = run_in(folder.path(), arguments);
        // Where a file is written, links on the way are resolved.
        let message = message.replace("FOLDER", &folder.path().canonicalize().unwrap().display().to_string());
        assert_eq!(
            (stderr(&output), output.status.code()),
            (format!("error: {message}\n"), Some(status)),
            "{arguments}"
        );
    }
}
