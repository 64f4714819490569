//! What is refused: one line on standard error that says what, where and what would be right; nothing on standard
//! output; the exit status for wrong usage.

use crate::{pussa, run, stderr, stdout};

/// Arguments, and what is said of them.
const REFUSED: &[(&str, &str)] = &[
    // Commands and options.
    (
        "",
        "a command is missing; there are rules, engines, show, play, serve, analyse, solve, perft, reach, bench, match, tournament, selfplay, tune, verify, egdb, advantage, experiment, ugi, completions and man; see --help",
    ),
    ("shwo", "there is no command \"shwo\"; perhaps show is meant"),
    ("egdb", "a command is missing; there are build, stats and probe; see --help"),
    ("egdb biuld", "there is no command \"biuld\"; perhaps build is meant"),
    ("egdb xyz", "there is no command \"xyz\"; there are build, stats and probe"),
    ("show --bord x", "--bord: there is no such option; perhaps --boards is meant"),
    ("show -x", "-x: there is no such option; see --help"),
    ("rules x", "\"x\": there is no place for this argument; see --help"),
    ("show --holes 7 --holes 7", "--holes is given twice"),
    ("rules --format xml", "--format: there is no \"xml\"; there are text and json"),
    ("rules --format", "--format: a value is missing; there are text and json"),
    ("completions tcsh", "<SHELL>: there is no \"tcsh\"; there are bash, elvish, fish, powershell and zsh"),
    // Numbers.
    ("perft", "--depth <D> is missing"),
    ("perft --depth", "--depth: a value is missing"),
    ("perft --depth -1", "--depth: \"-1\" is not a whole number from 0 to 22"),
    ("perft --depth 23", "--depth: \"23\" is not a whole number from 0 to 22"),
    ("perft --depth 1e3", "--depth: \"1e3\" is not a whole number from 0 to 22"),
    (
        "perft --depth 99999999999999999999999",
        "--depth: \"99999999999999999999999\" is not a whole number from 0 to 22",
    ),
    ("reach --depth -1", "--depth: \"-1\" is not a whole number from 0 to 4294967295"),
    ("reach --max-memory 5", "--max-memory: \"5\" is not a size in MiB or GiB, as in 512MiB or 20GiB"),
    ("solve --certificate x.proof --boards -", "--certificate and --boards exclude each other"),
    ("solve --plies 2", "--certificate <FILE> is missing"),
    ("solve --plies 2 --certificate x.proof --nodes 5", "--plies and --nodes exclude each other"),
    ("solve --certificate x.proof --plies -1", "--plies: \"-1\" is not a whole number from 0 to 65535"),
    ("solve --strong x.proof --nodes 5", "--strong and --nodes exclude each other"),
    ("rules --threads 0", "--threads: \"0\" is not a whole number from 1 to 1024"),
    ("rules --seed -5", "--seed: \"-5\" is not a whole number from 0 to 18446744073709551615"),
    ("rules --holes 8", "--holes: \"8\" is not a whole number from 1 to 7"),
    ("show --holes 1-3", "--holes: 1-3 is a range of sizes, and only pussa advantage takes a range; write one number"),
    ("rules --counters 19", "--counters: \"19\" is not a whole number from 1 to 18"),
    (
        "match --south random --north random --max-rounds 0",
        "--max-rounds: \"0\" is not a whole number from 1 to 4294967295",
    ),
    ("serve --port 65536", "--port: \"65536\" is not a whole number from 0 to 65535"),
    // Games and readings.
    ("rules --game chess", "--game: there is no \"chess\"; there are walak-pussa and raja-pasu"),
    ("rules --origin taken", "--origin: there is no \"taken\"; there are sown and skipped"),
    ("show --last-four kept", "--last-four: walak-pussa has no such option; it has endless, origin, unfilled"),
    (
        "engines --game walak --last-four captured",
        "--last-four: walak-pussa has no such option; it has endless, origin, unfilled",
    ),
    (
        "perft --depth 1 --game raja-pasu --unfilled open",
        "--unfilled: raja-pasu has no such option; it has endless, last-four, origin",
    ),
    // Boards.
    ("show 4,4,4,4,4,4,4/4,4,4,4,4,4/0,0/S", "board, column 15: North's row has 6 holes here, and must have 7"),
    (
        "perft --depth 1 4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S",
        "board, column 13: North's row has 7 holes here, and must have 6",
    ),
    (
        "show 4,4,4,4,4,4,4,4,4,4,4,4,4/0,0/S",
        "board, column 1: a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, and this one has 3",
    ),
    (
        "show 4,4,4,4,4,4,4/4,4,4,4,4,4,4/1,0/S",
        "board, column 1: 57 counters in holes and reserves are more than the game has: 56, from 4 in each of 14 holes",
    ),
    (
        "show --counters 1 1,1/1,2/0,0/S",
        "board, column 1: 5 counters in holes and reserves are more than the game has: 4, from 1 in each of 4 holes",
    ),
    ("show --holes 3 1,1/1,1/0,0/S", "board, column 1: South's row has 2 holes here, but --holes 3 is given"),
    ("play x,x/1,1/0,0/S", "board, column 1: South's row has no open hole, and must have one at least"),
    (
        "show 1,1/1,01/0,0/S",
        "board, column 7: \"01\" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole",
    ),
    ("show 1,1/1,1/0,0/s", "board, column 13: \"s\" is not the side to move; write S or N"),
    // Moves.
    ("show --moves a", "--moves: move 1, 'a': that hole is the other player's; it is South's turn"),
    ("show --moves AA", "--moves: move 2, 'A': that hole is the other player's; it is North's turn"),
    ("show --moves h", "--moves: move 1, 'h': no hole of this board has that letter; they are A to G and a to g"),
    ("show 0,1/1,1/0,0/S --moves A", "--moves: move 1, 'A': that hole is empty"),
    ("show x,1/1,1/0,0/S --moves A", "--moves: move 1, 'A': that hole is closed"),
    ("show 0,0/1,1/0,0/S --moves A", "--moves: move 1, 'A': the round is over (no-move)"),
    // Engines.
    ("match --south random", "--north <ENGINE> is missing"),
    (
        "match --south random --north clever",
        "--north: engine \"clever\": no engine is called \"clever\"; there are random, greedy, alpha-beta, mcts, perfect, ugi",
    ),
    (
        "match --south random:depth=3 --north random",
        "--south: engine \"random:depth=3\": random has no key \"depth\"; it has none",
    ),
    (
        "play --south clever",
        "--south (human or an engine): engine \"clever\": no engine is called \"clever\"; there are random, greedy, alpha-beta, mcts, perfect, ugi",
    ),
    ("tournament --effort 5", "--exact-loss is missing"),
    ("tournament --exact-loss --effort -5", "--effort: \"-5\" is not a whole number from 0 to 9223372036854775807"),
    // The endgame database.
    ("egdb build --levels 128", "--levels: \"128\" is not a whole number from 0 to 127"),
    ("egdb build --ring 5x8", "--ring: \"5x8\" is not two numbers from 1 to 7, as in 5x7"),
    ("egdb build --ring 57", "--ring: \"57\" is not two numbers from 1 to 7, as in 5x7"),
    ("egdb build --ring +5x7", "--ring: \"+5x7\" is not two numbers from 1 to 7, as in 5x7"),
    ("egdb build --max-memory 1", "--max-memory: \"1\" is not a size in MiB or GiB, as in 512MiB or 20GiB"),
    (
        "egdb build --max-memory 99999999999GiB",
        "--max-memory: \"99999999999GiB\" is not a size in MiB or GiB, as in 512MiB or 20GiB",
    ),
    ("egdb probe 1,1/1,1/0,0/X", "board, column 13: \"X\" is not the side to move; write S or N"),
    ("verify", "<FILE>... is missing"),
    ("verify x --sample 0", "--sample: \"0\" is not a whole number from 1 to 18446744073709551615"),
    ("verify x --max-memory 1GB", "--max-memory: \"1GB\" is not a size in MiB or GiB, as in 512MiB or 20GiB"),
    // Solving.
    ("solve --hash 5", "--hash: \"5\" is not a size in MiB or GiB, as in 512MiB or 20GiB"),
    ("solve --time 0s", "--time: \"0s\" is not a time of 1ms or more, as in 500ms or 60s"),
    ("solve --nodes 0", "--nodes: \"0\" is not a whole number from 1 to 18446744073709551615"),
    ("solve 1/1/0,0/S --boards -", "[BOARD] and --boards exclude each other"),
    // Ways to ask that exclude each other.
    ("show 1/1/0,0/S --boards -", "[BOARD] and --boards exclude each other"),
    ("show --file x --boards -", "--file and --boards exclude each other"),
    ("show --record 1", "--file <FILE> is missing"),
];

#[test]
fn wrong_usage_is_refused_in_one_line() {
    for (arguments, message) in REFUSED {
        let output = run(pussa(arguments), "");
        assert_eq!(stderr(&output), format!("error: {message}\n"), "{arguments}");
        assert_eq!(stdout(&output), "", "{arguments}");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
    }
}

#[test]
fn an_argument_with_a_line_break_is_still_refused_in_one_line() {
    for argument in ["a\nb", "--a\nb", "--moves=a\nb", "--boards=a\n\nb"] {
        let mut command = pussa("show");
        command.arg(argument);
        let output = run(command, "");
        assert_eq!(stderr(&output).lines().count(), 1, "{argument:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{argument:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = pussa("show");
    command.arg(std::ffi::OsStr::from_bytes(b"4,4/\xff"));
    let output = run(command, "");
    assert_eq!(stderr(&output), "error: the argument \"4,4/\u{fffd}\" is not UTF-8\n");
    assert_eq!(output.status.code(), Some(2));
}
