//! Scratch.
use pussa_rules::*;
use pussa_solver::{Settings, matches::*};
use std::sync::atomic::AtomicBool;
fn main() {
    let variant = Variant::new(WALAK_PUSSA).with_holes(1).unwrap().with_counters(5).unwrap();
    let mut table = MatchTable::new(variant, Settings { threads:1, hash: 2 << 20 });
    let stop = AtomicBool::new(false);
    let report = |t: u8, n: u16, q: usize| eprintln!("{t} layer {n}: {q} questions");
    table.solve(&MatchWatch { stop: &stop, nodes: u64::MAX, report: &report });
    let v = pussa_reference::MatchValues::of(pussa_reference::Rules::of(pussa_reference::Game::WalakPussa), pussa_reference::Size::new(1,5).unwrap());
    for (state, known) in table.all() {
            println!("{} {} {:?} {:?}", state.leader, state.other, known, v.fate(state.leader, state.other));
    }
}
