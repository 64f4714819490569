//! Many requests after one another. In a process of its own, so that all the memory is this server's.

#[path = "api/server.rs"]
#[allow(dead_code, reason = "the other tests use the rest of it")]
mod server;

use pussa_web::Settings;
use server::{Running, get_with};
use std::net::SocketAddr;

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
        assert!(after <= before + 8, "{before} MiB before, {after} MiB after");
    }
}
