//! Other people's engines, sound and broken: what is reported, how soon, and that nothing is left behind.
#![cfg(unix)]

use pussa_engine::{Choice, Clock, Engine, EngineError, Limit, Roster, Watch};
use pussa_rules::{Round, Side, Variant, WALAK_PUSSA};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// One at a time, so that processes can be counted.
static ALONE: Mutex<()> = Mutex::new(());

/// An engine of `broken.sh`, known by a name and so broken in that way.
struct Broken {
    engine: Box<dyn Engine>,
    _folder: TempDir,
    _alone: MutexGuard<'static, ()>,
}

fn broken(name: &str, keys: &str) -> Broken {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::os::unix::fs::symlink(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken.sh"), &path).unwrap();
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    Broken { engine: engine(&format!("ugi:cmd={}{keys}", path.display())), _folder: folder, _alone: alone }
}

fn engine(spec: &str) -> Box<dyn Engine> {
    let mut roster = Roster::default();
    roster.add(pussa_ugi::KIND);
    roster.engine(&spec.parse().unwrap()).unwrap()
}

impl Broken {
    fn choose(&mut self, watch: &Watch) -> Result<Choice, EngineError> {
        self.engine.choose(&start(), watch)
    }
}

/// How many processes, zombies included, are our children, or hang on our behalf.
fn processes() -> usize {
    let own = std::process::id();
    let hangs = format!("sleep\x0060.{own}\0");
    let is_ours = |process: &std::path::Path| {
        let read = |name| std::fs::read_to_string(process.join(name)).unwrap_or_default();
        // Behind the name, in brackets, stand the state and the parent.
        let parent = read("stat").rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok());
        parent == Some(own) || read("cmdline") == hangs
    };
    std::fs::read_dir("/proc").unwrap().flatten().filter(|process| is_ours(&process.path())).count()
}

fn start() -> Round {
    let variant = Variant::new(WALAK_PUSSA);
    Round::new(variant, variant.start())
}

/// How an engine is broken, and what is said of it at the first move.
const BROKEN: &[(&str, &str)] = &[
    ("dies-at-start", "crash: it ended (exit status: 3)"),
    ("hangs-at-handshake", "timeout: no ugiok within 300 ms"),
    ("hangs-behind-another", "timeout: no ugiok within 300 ms"),
    ("never-ready", "timeout: no readyok within 300 ms"),
    ("hangs-at-go", "timeout: no move within 150 ms"),
    ("talks-without-end", "timeout: no move within 150 ms"),
    ("answers-late", "timeout: no move within 150 ms"),
    ("dies-at-go", "crash: it ended (exit status: 4)"),
    ("closes-its-output", "crash: it closed its input or output"),
    ("plays-an-illegal-move", "illegal: 'a': that hole is the other player's; it is South's turn"),
    ("plays-no-hole", "illegal: \"0000\": a move is the letter of a hole"),
    ("plays-nothing", "illegal: \"\": a move is the letter of a hole"),
];

#[test]
fn every_broken_engine_is_reported_rightly_and_soon() {
    for &(name, message) in BROKEN {
        let mut broken = broken(name, ":time=100ms:start=300ms");
        // A fresh start each time.
        for _ in 0..2 {
            let begin = Instant::now();
            broken.engine.new_game(1);
            for _ in 0..2 {
                let error = broken.choose(&Watch::none()).expect_err(name);
                assert_eq!(error.to_string(), message, "{name}");
            }
            assert!(begin.elapsed() < Duration::from_secs(2), "{name}: {:?}", begin.elapsed());
            // The end of a process that is killed along with its parent is nobody's to wait for.
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(processes(), 0, "{name} is still there");
        }
    }
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let error = engine("ugi:cmd=/no/such/engine").choose(&start(), &Watch::none()).unwrap_err();
    let message = "crash: /no/such/engine could not be started: No such file or directory (os error 2)";
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_program_must_be_named() {
    let mut roster = Roster::default();
    roster.add(pussa_ugi::KIND);
    let refusal = |spec: &str| roster.engine(&spec.parse().unwrap()).err().expect("refused").to_string();
    assert_eq!(
        refusal("ugi:time=1s"),
        "engine \"ugi:time=1s\": the key cmd is missing, the program to run, as in ugi:cmd=./engine"
    );
    assert!(refusal("ugi:cmd=x:margin=5").contains("margin is a time of 1ms or more"));
}

#[test]
fn rubbish_is_passed_over_and_what_is_thought_is_told() {
    let mut broken = broken("talks-rubbish", "");
    let choice = broken.choose(&Watch::none()).unwrap();
    assert_eq!((start().letter(choice.mv), choice.score, choice.depth, choice.nodes), ('C', Some(1.5), 2, 9));
    assert_eq!(choice.line.moves().len(), 2);
}

#[test]
fn a_move_that_nobody_asked_for_is_not_taken() {
    let mut broken = broken("sound", "");
    for _ in 0..3 {
        broken.engine.new_game(1);
        let choice = broken.choose(&Watch::none()).unwrap();
        assert_eq!(start().letter(choice.mv), 'C', "it says D when a game begins");
    }
    assert_eq!(processes(), 1, "it is kept from game to game");
}

#[test]
fn no_process_is_left_when_an_engine_is_dropped() {
    for name in ["sound", "will-not-quit"] {
        let Broken { mut engine, _folder, _alone } = broken(name, "");
        engine.choose(&start(), &Watch::none()).unwrap();
        assert_eq!(processes(), 1, "{name}");
        drop(engine);
        assert_eq!(processes(), 0, "{name}");
    }
}

#[test]
fn an_engine_without_a_time_has_patience() {
    let mut broken = broken("hangs-at-go", ":depth=3:patience=200ms");
    assert_eq!(broken.choose(&Watch::none()).unwrap_err().to_string(), "timeout: no move within 200 ms");
}

#[test]
fn a_clock_that_runs_out_is_a_timeout() {
    let mut broken = broken("hangs-at-go", ":margin=20ms");
    let clock = Clock { left: [Duration::from_millis(130), Duration::from_secs(9)], increment: [Duration::ZERO; 2] };
    let limit = Limit { time: Some(clock.time(Side::South, Duration::ZERO)), ..Limit::NONE };
    let watch = Watch { limit, clock: Some(clock), ..Watch::none() };
    assert_eq!(broken.choose(&watch).unwrap_err().to_string(), "timeout: no move within 150 ms");
}

#[test]
fn an_engine_that_is_called_off_is_told_so() {
    let mut broken = broken("waits-for-stop", "");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        let watch = Watch { limit: Limit::UNTIL_STOPPED, stop: &stop, ..Watch::none() };
        let choice = broken.choose(&watch).unwrap();
        assert_eq!(start().letter(choice.mv), 'C');
    });
}

/// The example plays whole rounds, knows all of its moves and is stronger than chance.
#[test]
fn the_example_in_python_plays_whole_rounds() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no python3 to run examples/engine.py with");
        return;
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engine.py");
    // Its time is that of a machine under load.
    let mut players = [engine(&format!("ugi:cmd={path}:time=5s:start=30s")), engine("random")];
    let variant = Variant::new(WALAK_PUSSA);
    let mut margins = 0;
    for seed in 0..20 {
        for player in &mut players {
            player.new_game(seed);
        }
        let python = Side::BOTH[seed as usize % 2];
        let mut round = Round::new(variant, variant.start());
        let outcome = loop {
            if let Some(outcome) = round.outcome() {
                break outcome;
            }
            let player = usize::from(round.side() != python);
            round.play_unchecked(players[player].choose(&round, &Watch::none()).unwrap().mv);
        };
        margins += if python == Side::South { outcome.margin() } else { -outcome.margin() };
    }
    assert!(margins > 0, "{margins} counters ahead of random in 20 rounds");
}
