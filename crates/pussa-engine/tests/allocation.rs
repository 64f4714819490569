//! Engines do not allocate while they think.

use pussa_engine::{Roster, Watch};
use pussa_rules::{GAMES, Round, Variant};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the calls of this thread.
struct Counting;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator; counting touches a plain cell without a destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller keeps to the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps to the same contract.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller keeps to the same contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_counter_counts() {
    let before = CALLS.get();
    drop(std::hint::black_box(vec![1u8]));
    assert_eq!(CALLS.get() - before, 1);
}

#[test]
fn after_the_first_move_of_a_game_nothing_is_allocated() {
    for game in GAMES {
        // The smallest tree there is, so that it gets full and is made room in.
        for spec in [
            "mcts:playouts=20000:hash=1MiB",
            "mcts:playouts=2000:rollouts=random",
            "mcts:time=5ms:together=16:rollouts=random",
            "alpha-beta:depth=10",
            "alpha-beta:time=5ms",
        ] {
            let variant = Variant::new(game);
            let mut engine = Roster::default().engine(&spec.parse().unwrap()).unwrap();
            engine.new_game(1);
            let mut round = Round::new(variant, variant.start());
            // What suits the variant is made when it is first seen.
            let first = engine.choose(&round, &Watch::none()).unwrap();
            round.play_unchecked(first.mv);
            while round.outcome().is_none() {
                let before = CALLS.get();
                let choice = engine.choose(&round, &Watch::none()).unwrap();
                assert_eq!(CALLS.get() - before, 0, "{game} {spec}, move {}", round.moves().len());
                round.play_unchecked(choice.mv);
            }
        }
    }
}
