//! Prints openings after which neither player is ahead, a line each, as `tournament --openings FILE` reads them: all
//! openings of so many moves are searched, in random order, and kept if the margin expected at the end is small.
//!
//! From lopsided openings, whoever gets the better side wins whatever the engines are; from even ones, strength shows.
//!
//!     cargo run --release -p pussa-arena --example even_openings -- raja-pasu 6 200
//!
//! prints 200 of six moves for Raja Pasu.

use pussa_arena::{Opening, all_openings};
use pussa_engine::{Engine, EngineError, Roster, Spec, Watch};
use pussa_rules::{Round, Side, Variant};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::error::Error;

/// Who looks at the openings: the search that `pussa analyse` makes, for so many positions.
const JUDGE: &str = "alpha-beta:nodes=300000:hash=16MiB";
/// The largest margin that is called even, in counters.
const EVEN: f32 = 1.0;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, plies, wanted] = arguments.as_slice() else {
        return Err("write the name of a game, how many moves, and how many openings".into());
    };
    let (variant, plies, wanted) = (Variant::new(game.parse()?), plies.parse()?, wanted.parse::<usize>()?);
    let judge: Spec = JUDGE.parse()?;
    println!("# {game}: openings of {plies} moves, even to within {EVEN} counters as {judge} sees it.");
    println!("# Made by: cargo run --release -p pussa-arena --example even_openings -- {game} {plies} {wanted}");
    let mut all = all_openings(&variant, plies)?;
    all.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
    let mut found: usize = 0;
    Roster::default().engine(&judge)?;
    let engine = || Roster::default().engine(&judge).expect("it was made before");
    for openings in all.chunks(256) {
        let margins =
            openings.par_iter().map_init(engine, |engine, opening| margin(&variant, opening, engine.as_mut()));
        let margins: Vec<f32> = margins.collect::<Result<_, _>>()?;
        for (opening, margin) in openings.iter().zip(margins) {
            if margin.abs() <= EVEN && found < wanted {
                let moves: String = opening.moves.iter().map(|hole| hole.letter()).collect();
                println!("{moves} # {margin:+}");
                found += 1;
            }
        }
        if found == wanted {
            break;
        }
    }
    Ok(())
}

/// South's margin at the end of the round, as the judge expects it.
fn margin(variant: &Variant, opening: &Opening, engine: &mut dyn Engine) -> Result<f32, EngineError> {
    let round = Round::new(*variant, opening.position);
    engine.new_game(1);
    let to_come = engine.choose(&round, &Watch::none())?.score.unwrap_or_default();
    let [south, north] = Side::BOTH.map(|side| f32::from(opening.position.reserve(side)));
    let sign = if round.side() == Side::South { 1.0 } else { -1.0 };
    Ok(south - north + sign * to_come)
}
