use pussa_engine::*;
use pussa_rules::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v = Variant::new(a[1].parse().unwrap());
    let mut e = Roster::default().engine(&a[2].parse().unwrap()).unwrap();
    e.new_game(1);
    let mut r = Round::new(v, v.start());
    if a.len() > 3 {
        r.play_all(&a[3]).unwrap();
    }
    let t = std::time::Instant::now();
    let c = e.choose(&r, &Watch::none());
    println!(
        "{:?} exact {} score {:?} depth {} nodes {} {:.2}s {:.0} kn/s",
        r.letter(c.mv),
        c.exact,
        c.score,
        c.depth,
        c.nodes,
        t.elapsed().as_secs_f64(),
        c.nodes as f64 / t.elapsed().as_secs_f64() / 1e3
    );
}
