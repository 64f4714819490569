//! What is refused: with which status, and in which words.

use crate::server::{get, get_with, post, send, shared};
use std::time::{Duration, Instant};

/// Paths, and what is said of them.
const WRONG: &[(&str, &str)] = &[
    ("show?game=chess", "game: there is no \"chess\"; there are walak-pussa and raja-pasu"),
    ("show?board=4,4,4,4,4,4,4/4,4,4,4,4,4/0,0/S", "board, column 15: North's row has 6 holes here, and must have 7"),
    (
        "show?board=4,4,4,4,4,4,4/4,4,4,04,4,4,4/0,0/S",
        "board, column 21: \"04\" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole",
    ),
    ("show?board=%F0%9F%90%84", "board, column 1: a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, and this one has 1"),
    ("show?moves=Cc%20", "moves: move 2, 'c': that hole is empty"),
    ("show?moves=CA", "moves: move 2, 'A': that hole is the other player's; it is North's turn"),
    ("show?holes=8", "holes: \"8\" is not a whole number from 1 to 7"),
    ("show?counters=-1", "counters: \"-1\" is not a whole number from 1 to 18"),
    ("show?last-four=kept", "last-four: walak-pussa has no such option; it has endless, origin, unfilled"),
    ("show?origin=taken", "origin: there is no \"taken\"; there are sown and skipped"),
    ("show?bord=x", "there is no option \"bord\" here; see API.md"),
    ("show?moves=C&moves=D", "\"moves\" is given twice"),
    ("show?tell=yes", "tell: \"yes\" is not true or false"),
    ("analyse?time=1h", "time: \"1h\" is not a time from 1ms to 120s, as in 500ms or 2s"),
    ("analyse?time=121s", "time: \"121s\" is not a time from 1ms to 120s, as in 500ms or 2s"),
    (
        "play?engine=ugi:cmd=/bin/true",
        "engine: no engine is called \"ugi\" here; there are random, greedy, alpha-beta, mcts",
    ),
    ("play?engine=alpha-beta:threads=64", "engine: \"threads=64\" will not do here; threads is at most 1"),
    ("play?engine=mcts:hash=2GiB", "engine: \"hash=2GiB\" will not do here; hash is at most 64MiB"),
    ("play?engine=mcts:time=1000s", "engine: \"time=1000s\" will not do here; time is at most 10s"),
    (
        "play?engine=alpha-beta:evaluation=/etc/passwd",
        "engine: \"evaluation=/etc/passwd\" will not do here; evaluation is fitted or plain",
    ),
];

#[test]
fn what_is_wrong_is_told_in_the_words_of_the_command_line() {
    for (path, wanted) in WRONG {
        let answer = get(&format!("/api/{path}"));
        assert_eq!((answer.status, answer.error().as_str()), (400, *wanted), "{path}");
    }
}

#[test]
fn requests_that_are_not_for_us_are_refused() {
    let (address, path) = (shared(), "/api/show");
    let port = address.port();
    let refused = |headers: &str| get_with(address, path, headers).status == 403;
    assert!(refused(&format!("Host: evil.example:{port}\r\n")));
    assert!(refused("Host: 127.0.0.1:1\r\n") && refused("Host: \r\n"));
    assert!(refused("Origin: http://evil.example\r\n") && refused("Origin: null\r\n"));
    assert!(refused(&format!("Origin: https://{address}\r\n")) && refused("Origin: http://127.0.0.1:1\r\n"));
    assert!(refused("Sec-Fetch-Site: cross-site\r\n") && refused("Sec-Fetch-Site: same-site\r\n"));
    for headers in [
        format!("Origin: http://{address}\r\nSec-Fetch-Site: same-origin\r\n"),
        format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"),
        "Sec-Fetch-Site: none\r\n".to_owned(),
    ] {
        assert_eq!(get_with(address, path, &headers).status, 200, "{headers}");
    }
    // A link from elsewhere may open the page.
    assert_eq!(get_with(address, "/", "Sec-Fetch-Site: cross-site\r\n").status, 200);
    // A page from elsewhere gets nothing that it may read.
    assert!(!get("/api/show").head.contains("access-control"));
}

#[test]
fn bodies_paths_and_methods_are_bounded() {
    let large = "x".repeat(300 << 10);
    assert_eq!(post("/api/records/read", "text/plain", &large).status, 413);
    assert_eq!((get("/api/nothing").status, get("/../Cargo.toml").status, get("/main.rs").status), (404, 404, 404));
    assert_eq!((post("/api/show", "text/plain", "").status, get("/api/records/read").status), (405, 405));
    let moves = "C".repeat(2001);
    assert_eq!(get(&format!("/api/show?moves={moves}")).error(), "moves: at most 2000 are played here");
    assert_eq!(get("/api/show?moves=%ff").status, 400);
    assert_eq!(send(shared(), "BREW /api/show HTTP/1.1\r\nConnection: close\r\n\r\n").status, 403);
}

/// Boards from which sowings go on for millions of laps.
const LONG: [&str; 4] = [
    "3,4,3,3,5,4,3/6,3,6,5,4,5,2/0,0/S",
    "3,4,5,7,3,6,3/2,3,4,5,4,3,4/0,0/S",
    "2,6,2,4,8,4,3/2,4,5,4,5,4,3/0,0/S",
    "1,2,1,3,2,3,2/3,4,1,2,3,4,1/0,0/S",
];

#[test]
fn a_sowing_that_goes_on_for_too_long_holds_no_core() {
    let begun = Instant::now();
    for board in LONG {
        for counters in [4, 18] {
            for path in ["show", "analyse", "play", "match"] {
                let answer = get(&format!("/api/{path}?counters={counters}&board={board}"));
                if answer.status == 400 && answer.error().contains("more counters than")
                    || answer.error().contains("are more than")
                {
                    continue;
                }
                assert!(
                    answer.error().starts_with("board: a sowing here goes on for more than 4096 laps"),
                    "{answer:?}"
                );
            }
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}
