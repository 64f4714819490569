#![allow(missing_docs)]
use pussa_benches::games;
use pussa_engine::round_draws;
use pussa_rules::Backend;
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    for g in games() {
        for b in Backend::available().filter(|b| std::env::args().nth(2).is_none_or(|x| x == b.to_string())) {
            let s = g.variant.start();
            let mut r = g.variant.random_rounds_on(s.layout().ring(), b);
            let t = std::time::Instant::now();
            let mut plies = 0u64;
            r.play(s.side(), s.board(), 0..n, &mut round_draws(1), &mut |_, x| plies += x.plies as u64);
            let e = t.elapsed().as_nanos() as f64;
            println!(
                "{} {b}: {:.0} ns/round {:.1} ns/ply {:.1} plies",
                g.variant.game(),
                e / n as f64,
                e / plies as f64,
                plies as f64 / n as f64
            );
        }
    }
}
