//! `experiment`.

use crate::{pussa, run, stderr, stdout};
use std::fs;

#[test]
fn an_experiment_is_made_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("small.toml"),
        "question = \"Is greedy stronger?\"\n[[parts]]\nname = \"duel\"\nengines = [\"greedy\", \"random\"]\npairs = 50\n",
    )
    .unwrap();
    let experiment = |more: &str| {
        let mut command = pussa(&format!("experiment small.toml {more}"));
        command.current_dir(folder.path());
        run(command, "")
    };
    let output = experiment("--pairs 30");
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)));
    let kept = fs::read_to_string(folder.path().join("results/small/summary.md")).unwrap();
    assert_eq!(stdout(&output), format!("{kept}\nAll of it is in results/small\n"));
    assert!(kept.contains("| `greedy` | `random` | 60 |") && kept.contains("small.toml --pairs 30\n"), "{kept}");
    let games = folder.path().join("results/runs/small/duel/games.csv");
    assert_eq!(fs::read_to_string(games).unwrap().lines().count(), 1 + 2 * 60);
    let output = experiment("--pairs 30");
    let message = "error: results/small: there is a summary already; name another folder with --out, or put it there with \
                   --replace\n";
    assert_eq!((stderr(&output).as_str(), output.status.code()), (message, Some(1)));
    let output = experiment("--pairs 30 --replace");
    assert!(stderr(&output).starts_with("error: results/runs/small/duel: there is a run in this folder already"));
    let output = experiment("--pairs 2 --out elsewhere");
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)));
    assert!(folder.path().join("elsewhere/runs/duel/games.csv").exists());
    let output = experiment("--pairs 30 --replace --resume --format json");
    let told: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&told["name"], &told["files"][0]), (&"small".into(), &"summary.md".into()));
}

#[test]
fn what_can_not_be_made_is_refused() {
    for (arguments, status, message) in [
        ("experiment none.toml", 1, "none.toml could not be read: No such file or directory (os error 2)"),
        (
            "experiment none.toml --game raja",
            2,
            "games, readings and seeds are those of the file; options for them have no place here",
        ),
        ("experiment none.toml --pairs 0", 2, "--pairs: \"0\" is not a whole number from 1 to 100000000"),
        ("experiment", 2, "<FILE.toml> is missing"),
    ] {
        let output = run(pussa(arguments), "");
        assert_eq!((stderr(&output), output.status.code()), (format!("error: {message}\n"), Some(status)));
    }
}
