//! Many at once, and many after one another.

use crate::server::{Running, get_with};
use pussa_web::Settings;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

#[test]
fn two_hundred_at_once_all_get_an_answer_or_hear_that_it_is_busy() {
    let server = Running::new(&Settings::default());
    let address = server.address;
    let ask = move |i: usize| {
        let path = match i % 4 {
            0 => "/api/show?moves=CeA&tell=true",
            1 => "/api/play?engine=alpha-beta:time=200ms",
            2 => "/api/analyse?time=300ms",
            _ => "/",
        };
        get_with(address, path, "")
    };
    let begun = Instant::now();
    let threads: Vec<_> = (0..200).map(|i| std::thread::spawn(move || ask(i))).collect();
    let answers: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("an answer")).collect();
    for answer in &answers {
        let is_busy =
            answer.status == 503 && answer.error().starts_with("busy") && answer.head.contains("retry-after: 1");
        assert!(answer.status == 200 || is_busy, "{answer:?}");
    }
    let answered = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(answered >= 100, "what is quick is always answered: {answered}");
    assert!(begun.elapsed() < Duration::from_secs(50), "{:?}", begun.elapsed());
    // And then it is as if nothing had been.
    assert_eq!(get_with(address, "/api/analyse?time=100ms", "").status, 200);
}

/// The memory that this process holds, in MiB, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

#[test]
fn memory_stays_flat_over_ten_thousand_requests() {
    let server = Running::new(&Settings::default());
    let ask = |address: SocketAddr, n: usize| {
        for i in 0..n {
            let path =
                ["/api/show?moves=CeAdDcB&tell=true&boards=true", "/api/play?engine=greedy&game=raja-pasu", "/main.js"]
                    [i % 3];
            assert_eq!(get_with(address, path, "").status, 200);
        }
    };
    ask(server.address, 1000);
    let before = memory();
    ask(server.address, 10_000);
    if let (Some(before), Some(after)) = (before, memory()) {
        assert!(after <= before + 64, "{before} MiB before, {after} MiB after");
    }
}
