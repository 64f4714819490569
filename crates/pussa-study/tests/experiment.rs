//! Experiments from their file to their summary.

use pussa_arena::Made;
use pussa_engine::Oracle;
use pussa_engine::Roster;
use pussa_solver::Judge;
use pussa_study::experiment::{Experiment, Findings, Laboratory, Step};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const FILE: &str = r#"
question = "Does it work?"
answer = "It does."

[[suites]]
name = "nodes"
engines = ["alpha-beta:depth=4:hash=1MiB", "alpha-beta:depth=4:hash=1MiB:without=bounds"]
pairs = 5

[[parts]]
name = "ladder"
schedule = "ladder"
engines = ["alpha-beta:depth=1:hash=1MiB", "alpha-beta:depth=2:hash=1MiB", "alpha-beta:depth=4:hash=1MiB"]
openings = "few"
pairs = 10
[[parts.games]]
game = "walak-pussa"

[[parts]]
name = "duel"
engines = ["greedy", "random"]
pairs = 60

[[parts]]
name = "gauntlet"
schedule = "gauntlet"
engines = ["greedy", "random", "mcts:playouts=20:hash=1MiB"]
pairs = 5

[[parts]]
name = "all"
engines = ["greedy", "random", "mcts:playouts=20:hash=1MiB"]
pairs = 5

[[parts]]
name = "mirror"
schedule = "mirror"
engines = ["random", "greedy"]
openings = "all"
opening-plies = 1
pairs = 28

[[parts]]
name = "losses"
schedule = "ladder"
engines = ["mcts:playouts=1:hash=1MiB", "mcts:playouts=20:hash=1MiB"]
pairs = 20
exact-loss = true
[[parts.games]]
game = "raja-pasu"

[[parts]]
name = "truth"
schedule = "mirror"
engines = ["mcts:playouts=1:hash=1MiB", "mcts:playouts=300:hash=1MiB"]
openings = "all"
opening-plies = 1
beside-perfect-play = true
[[parts.games]]
game = "raja-pasu"
"#;

/// The experiment in a folder of its own.
fn experiment(folder: &Path) -> Experiment {
    fs::write(folder.join("few"), "Ce\nGc\n").unwrap();
    fs::write(folder.join("does-it-work.toml"), FILE).unwrap();
    Experiment::read(&folder.join("does-it-work.toml")).unwrap()
}

/// Makes it, and stops it after so many steps.
fn run(folder: &Path, threads: usize, resume: bool, steps: u32) -> Option<Findings> {
    let (roster, made, stop) = (Roster::default(), Made::default(), AtomicBool::new(false));
    let runs = folder.join("runs");
    let judge: Arc<dyn Oracle> = Arc::new(Judge::default());
    let laboratory =
        Laboratory { roster: &roster, judge: &judge, runs: &runs, resume, threads, made: &made, stop: &stop };
    let mut left = steps;
    let each = |step: Step| {
        if let Step::Done = step {
            left = left.saturating_sub(1);
            stop.store(left == 0, Ordering::Relaxed);
        }
    };
    experiment(folder).run(&laboratory, "pussa experiment x.toml".into(), each).unwrap()
}

/// All files in one text, but for times.
fn told(findings: &Findings) -> String {
    let is_timed = |line: &&str| line.starts_with("| walak-pussa | `alpha-beta") && line.matches('|').count() == 7;
    let files = findings.files();
    let lines = files.iter().flat_map(|(name, text)| std::iter::once(name.as_str()).chain(text.lines()));
    lines.filter(|line| !is_timed(line) && !line.contains(" | 0.")).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_experiment_answers_with_tables_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let findings = run(folder.path(), 2, false, u32::MAX).unwrap();
    let files = findings.files();
    let (name, summary) = &files[0];
    assert_eq!(name, "summary.md");
    assert!(summary.starts_with("# Does it work\n\n**Asked:** Does it work?\n\n**Answer:** It does.\n"), "{summary}");
    assert!(summary.contains("\n    pussa experiment x.toml\n"));
    for section in [
        "Nodes: nodes",
        "Steps: ladder",
        "One against the other: duel",
        "One against the others: gauntlet",
        "Standings: all",
        "South against itself: mirror",
        "Counters lost a move: losses",
        "Beside perfect play: truth",
    ] {
        assert!(summary.contains(&format!("\n## {section}\n")), "{section}");
    }
    // Greedy is much stronger than random, and said to be.
    let duel = summary.lines().find(|line| line.starts_with("| walak-pussa | `greedy` | `random` | 120 |")).unwrap();
    assert!(duel.ends_with("| stronger |"), "{duel}");
    // Every picture that is shown is there.
    for shown in summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(files.iter().any(|(name, text)| name == shown && text.starts_with("<svg")), "{shown}");
    }
    assert!(files.iter().any(|(name, _)| name == "loss-by-playouts.svg"));
    of_perfect_play(&files);
    pictures_tell_what_they_show(&files);
    let (_, moves) = files.iter().find(|(name, _)| name == "mirror.first-moves.csv").unwrap();
    let mut reader = csv::Reader::from_reader(moves.as_bytes());
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2 * 2 * 7, "seven first moves of two games and two engines");
    assert!(rows.iter().all(|row| &row[3] == "8"), "each in four pairs");
}

/// Games by their titles, where engines take over, and units along the axes.
fn pictures_tell_what_they_show(files: &[(String, String)]) {
    let says = |file: &str, wanted: &str| {
        let (_, picture) = files.iter().find(|(name, _)| name == file).unwrap();
        // Lines of a text stand in elements of their own.
        let words: Vec<_> = picture.lines().filter(|line| !line.starts_with('<')).collect();
        assert!(words.join(" ").contains(wanted), "{file} does not say {wanted:?}: {words:?}");
    };
    says("mirror.svg", "Walak-pussa, Raja Pasu: South&apos;s margin when an engine plays itself");
    says("mirror.svg", "mean and 95 % interval, after every opening of 1 move");
    says("mirror.svg", "Raja Pasu: greedy");
    says("loss-by-playouts.svg", "playouts a move");
    says("loss-by-playouts.svg", "Raja Pasu, mcts");
    says("margin-by-playouts.svg", "Raja Pasu, perfect play");
    says("nodes.svg", "nodes, as a multiple of those of the first engine");
}

/// Raja Pasu's first moves are worth 8, 8, 16, 10, 0, 16 and 4 counters to South: six win, and one draws.
fn of_perfect_play(files: &[(String, String)]) {
    let (_, truth) = files.iter().find(|(name, _)| name == "truth.truth.csv").unwrap();
    let rows: Vec<_> = csv::Reader::from_reader(truth.as_bytes()).records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2);
    for row in &rows {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        assert_eq!((&row[0], &row[3], &row[4]), ("raja-pasu", "14", "0"));
        assert!((number(8) - 6.5 / 7.0).abs() < 1e-9, "South's share: {row:?}");
        assert!((number(12) - 62.0 / 7.0).abs() < 1e-9, "South's margin: {row:?}");
        assert!(number(14) <= number(13) && number(13) <= number(15) && number(15) <= 1.0);
    }
}

#[test]
fn threads_and_stops_change_nothing() {
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let whole = told(&run(folders[0].path(), 2, false, u32::MAX).unwrap());
    assert_eq!(told(&run(folders[1].path(), 1, false, u32::MAX).unwrap()), whole);
    let mut steps = 30;
    let findings = loop {
        if let Some(findings) = run(folders[2].path(), 2, steps > 30, steps) {
            break findings;
        }
        steps += 60;
    };
    assert_eq!(told(&findings), whole);
}

#[test]
fn what_is_no_experiment_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    for (text, message) in [
        ("question = 1", "line 1: invalid type: integer `1`, expected a string"),
        ("question = \"?\"\nquestions = 1", "line 2: unknown field `questions`"),
        ("question = \"?\"", "there is nothing to be done; write [[parts]] or [[suites]]"),
        (
            "question = \"?\"\n[[parts]]\npairs = 1",
            "a part needs a name of letters, digits and hyphens, and here is \"\"",
        ),
        ("question = \"?\"\n[[parts]]\nname = \"../x\"", "a part needs a name of letters, digits and hyphens"),
        ("question = \"?\"\n[[parts]]\nname = \"x\"\npair = 1", "x: unknown field `pair`"),
        ("question = \"?\"\n[[parts]]\nname = \"x\"\nopenings = \"none\"", "x: openings: "),
        (
            "question = \"?\"\n[[parts]]\nname = \"x\"\nbeside-perfect-play = true",
            "x: beside-perfect-play takes single rounds of engines with themselves, schedule = \"mirror\"",
        ),
        ("question = \"?\"\n[[parts]]\nname = \"x\"\nclock = \"1\"", "x: clock: \"1\" is no clock"),
        ("question = \"?\"\n[[parts]]\nname = \"x\"\n[[suites]]\nname = \"x\"", "two parts are called \"x\""),
    ] {
        fs::write(&path, text).unwrap();
        let told = Experiment::read(&path).unwrap_err().to_string();
        assert!(told.starts_with(&format!("{}: {message}", path.display())), "{told}");
    }
}

#[test]
fn the_experiments_of_the_project_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let experiment = Experiment::read(&path).unwrap();
            let roster = Roster::default();
            let plans =
                experiment.parts.iter().map(|part| &part.plan).chain(experiment.suites.iter().map(|it| &it.plan));
            for spec in plans.flat_map(|plan| &plan.engines) {
                roster.engine(spec).map(drop).unwrap();
            }
            count += 1;
        }
    }
    assert!(count >= 3, "{count}");
}

#[test]
fn the_weights_of_the_engine_are_those_that_were_fitted() {
    for game in pussa_rules::GAMES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/evaluation").join(format!("{game}.toml"));
        let fitted = pussa_engine::evaluation::Weights::read(&path).unwrap();
        assert_eq!(fitted, pussa_engine::evaluation::Weights::of(game), "{game}");
    }
}
