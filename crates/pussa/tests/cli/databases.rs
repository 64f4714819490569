//! `--egdb`: engines with an endgame database to ask.

use crate::{json, pussa, run, stderr, stdout};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A board with six counters left.
const BOARD: &str = "0,1,0,0,2,0,0/0,0,1,0,1,0,1/20,30/S";

/// Every command that engines play or think in, with as little as it takes.
const COMMANDS: [&str; 7] = [
    "analyse --nodes 1000",
    "match --south greedy --north random",
    "play --south greedy",
    "ugi",
    "selfplay --engine greedy --games 2 --out x.csv.zst",
    "tournament --engines greedy,random --pairs 1 --game walak --out x",
    "experiment x.toml --out x",
];

/// A folder with databases of one game, in `egdb`, and an experiment of the game.
fn folder(game: &str, levels: u8) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), game, levels);
    let part =
        format!("name = \"duel\"\nengines = [\"greedy\", \"random\"]\npairs = 1\ngames = [{{ game = {game:?} }}]\n");
    fs::write(folder.path().join("x.toml"), format!("question = \"Who wins?\"\n[[parts]]\n{part}")).unwrap();
    folder
}

fn build(folder: &Path, game: &str, levels: u8) {
    let (status, told) = told(folder, &format!("egdb build --game {game} --levels {levels}"));
    assert_eq!(status, Some(0), "{told}");
}

/// The exit status of a command that runs in this folder, and what it says on standard error.
fn told(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let mut command = pussa(arguments);
    command.current_dir(folder);
    let output = run(command, "");
    (output.status.code(), stderr(&output))
}

#[test]
fn engines_are_given_a_database_wherever_they_play() {
    let folder = folder("walak-pussa", 4);
    for command in COMMANDS {
        let (status, told) = told(folder.path(), &format!("{command} --egdb egdb"));
        assert_eq!((status, told.lines().filter(|line| line.starts_with("error")).count()), (Some(0), 0), "{told}");
    }
}

#[test]
fn a_folder_without_a_database_of_the_game_is_refused_in_one_line() {
    let folder = folder("walak-pussa", 1);
    let wanted = "there is no walak-pussa.default.7x7.00.egdb, the first file of a database of this game, and no proof of it; \
                  make one with pussa egdb build or pussa solve";
    for command in COMMANDS {
        let refused = (Some(1), format!("error: --egdb: none: {wanted}\n"));
        assert_eq!(told(folder.path(), &format!("{command} --egdb none")), refused, "{command}");
    }
    let (status, told) = told(folder.path(), "analyse --game raja --egdb egdb");
    assert_eq!(status, Some(1));
    assert!(told.starts_with("error: --egdb: egdb: there is no raja-pasu.default.7x7.00.egdb, "), "{told}");
}

#[test]
fn a_file_that_is_none_of_a_database_is_refused_by_name() {
    let folder = folder("walak-pussa", 2);
    let path = "egdb/walak-pussa.default.7x7.01.egdb";
    fs::write(folder.path().join(path), "counters").unwrap();
    let refused = (Some(1), format!("error: --egdb: {path}: this is no endgame database\n"));
    assert_eq!(told(folder.path(), "analyse --egdb egdb"), refused);
}

#[test]
fn with_a_database_values_are_exact_at_once_and_no_others() {
    let folder = folder("walak-pussa", 6);
    let egdb = folder.path().join("egdb");
    let at_once = json(&format!("analyse {BOARD} --nodes 1 --egdb {}", egdb.display()));
    assert!(at_once["moves"].as_array().unwrap().iter().all(|mv| mv["exact"] == true), "{at_once}");
    assert_eq!(at_once, json(&format!("analyse {BOARD}")));
    let short_of_it = json(&format!("analyse {BOARD} --nodes 1"));
    assert!(short_of_it["moves"].as_array().unwrap().iter().any(|mv| mv["exact"] == false), "{short_of_it}");
}

#[test]
fn a_board_with_closed_holes_is_looked_up_on_its_own_ring() {
    let folder = tempfile::tempdir().unwrap();
    let egdb = folder.path().display();
    let (status, told) = told(folder.path(), &format!("egdb build --levels 6 --ring 3x2 --dir {egdb}"));
    assert_eq!(status, Some(0), "{told}");
    for board in ["x,x,x,x,1,0,2/x,x,x,x,x,1,2/0,0/S", "x,x,x,x,x,1,2/x,x,x,x,1,0,2/0,0/S"] {
        let at_once = json(&format!("analyse {board} --nodes 1 --egdb {egdb}"));
        assert_eq!(at_once, json(&format!("analyse {board}")), "{board}");
    }
}

#[test]
fn a_run_says_what_its_database_holds_and_is_taken_up_only_with_the_same() {
    let folder = folder("walak-pussa", 4);
    let tournament = |more: &str| told(folder.path(), &format!("tournament --out run {more}"));
    let engines = "--engines alpha-beta:depth=4:hash=1MiB,greedy --game walak --pairs 4";
    assert_eq!(tournament(&format!("{engines} --egdb egdb")), (Some(0), String::new()));
    let kept = fs::read_to_string(folder.path().join("run/run.toml")).unwrap();
    let holds = "egdb-holds = [\"walak-pussa, reading default, 7x7 holes, up to 4 counters\"]\n";
    assert!(kept.contains("\negdb = \"egdb\"\n") && kept.contains(holds), "{kept}");
    assert_eq!(tournament("--resume"), (Some(0), String::new()), "the run names the folder");
    let (status, told) = tournament(&format!("{engines} --resume --egdb ./egdb"));
    let message = "error: run/run.toml: egdb of this run is \"egdb\", and now \"./egdb\" is asked for";
    assert_eq!((status, told.starts_with(message)), (Some(1), true), "{told}");
    build(folder.path(), "walak-pussa", 5);
    let (status, told) = tournament("--resume");
    assert_eq!((status, told.contains(": egdb-holds of this run is ")), (Some(1), true), "{told}");
}

#[test]
fn self_play_is_taken_up_only_with_the_same_database() {
    let folder = folder("walak-pussa", 4);
    let selfplay = |more: &str| {
        let played = "selfplay --engine alpha-beta:depth=2:hash=1MiB --games 4 --out games.csv.zst";
        told(folder.path(), &format!("{played} {more}"))
    };
    assert_eq!(selfplay("--egdb egdb"), (Some(0), String::new()));
    assert_eq!(selfplay("--resume --egdb egdb"), (Some(0), String::new()));
    let (status, told) = selfplay("--resume");
    let holds = "[\"walak-pussa, reading default, 7x7 holes, up to 4 counters\"]";
    assert_eq!((status, told.contains(&format!("egdb is {holds} there, and [] here"))), (Some(1), true), "{told}");
}

#[test]
fn an_experiment_is_repeated_with_its_database() {
    let folder = folder("raja-pasu", 3);
    let mut command = pussa("experiment x.toml --egdb egdb");
    command.current_dir(folder.path());
    let output = run(command, "");
    assert_eq!((stderr(&output), output.status.code()), (String::new(), Some(0)));
    assert!(stdout(&output).contains("pussa experiment x.toml --egdb egdb\n"), "{}", stdout(&output));
    let text = fs::read_to_string(folder.path().join("x.toml")).unwrap();
    fs::write(folder.path().join("x.toml"), text.replace("pairs = 1", "pairs = 1\negdb = \"egdb\"")).unwrap();
    let (status, told) = told(folder.path(), "experiment x.toml --out y");
    let message = "error: x.toml: duel: an experiment is given its endgame database by --egdb\n";
    assert_eq!((status, told.as_str()), (Some(2), message));
}
