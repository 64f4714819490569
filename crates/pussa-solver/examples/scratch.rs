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
    let watch = MatchWatch { stop: &stop, nodes, report: &report };
    let done = table.solve(&MatchWatch { stop: &stop, nodes, report: &report });
    for (state, known) in table.all() {
        if state.total() == variant.total() {
            println!("{} {} {:?}", state.leader, state.other, known.fate().ok_or(known));
        }
    }
    println!("{done} {} nodes {} questions {:?}", table.nodes(), table.questions(), begun.elapsed());
}
