//! Scratch.
use pussa_rules::*;
use pussa_solver::{Settings, matches::*};
use std::sync::atomic::AtomicBool;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game: Game = args[1].parse().unwrap();
    let reading: Reading = args[2].parse().unwrap();
    let variant = Variant::new(game).with_reading(reading).unwrap();
    let threads = args[3].parse().unwrap();
    let nodes: u64 = args[4].parse().unwrap();
    let begun = std::time::Instant::now();
    let mut table = MatchTable::new(variant, Settings { threads, hash: 2 << 30 });
    let stop = AtomicBool::new(false);
    let report = |t: u8, n: u16, q: usize| eprintln!("{t} layer {n}: {q} questions, {:?}", begun.elapsed());
    let done = table.solve(&MatchWatch { stop: &stop, nodes, report: &report, answered: &|_| () });
    for (state, known) in table.all() {
        if state.total() == variant.total() {
            println!("{} {} {:?}", state.leader, state.other, known.fate().ok_or(known));
        }
    }
    let t0 = std::time::Instant::now();
    for (state, known) in table.all() {
        if state.total() == variant.total() {
            let a = table.first_moves(state, 1 << 30, &stop);
            println!("{} {} {:?} {:?}", state.leader, state.other, known.fate(), a);
        }
    }
    println!("moves {:?}", t0.elapsed());
    let (mut n, mut p) = (0, 0);
    for (state, _) in table.all() {
        let s = table.strategies(state, 1 << 30, &stop).unwrap();
        n += s[0].len() + s[1].len();
        p += 1;
    }
    println!("{p} strategies {n} {:?}", t0.elapsed());
    println!("{done} {} nodes {} questions {:?}", table.nodes(), table.questions(), begun.elapsed());
}
