//! Tries the engine `perfect` on the full board: how soon it answers, and whether it gets what is due.
//!
//! ```sh
//! cargo run --release -p pussa-solver --example perfect -- times raja-pasu 1000 [FOLDER]
//! cargo run --release -p pussa-solver --example perfect -- rounds walak-pussa 500 [FOLDER]
//! ```
//!
//! `FOLDER` has an endgame database, proofs, or both. `rounds` ends with status 1 if a round ended below its value.

#[path = "../../tests/common/mod.rs"]
mod common;
mod rounds;
mod times;

use pussa_engine::{Engine, Oracle, Roster};
use pussa_rules::{Game, Round, Variant};
use pussa_solver::Databases;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// What both need: the game, how many positions, and the engines.
struct Trial {
    variant: Variant,
    positions: usize,
    roster: Roster,
}

impl Trial {
    fn new(mut arguments: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let game: Game = arguments.next().ok_or("which game?")?.parse()?;
        let positions = arguments.next().ok_or("how many positions?")?.parse()?;
        let variant = Variant::new(game);
        let mut roster = Roster::default();
        roster.add(pussa_solver::KIND);
        if let Some(folder) = arguments.next() {
            let databases = Databases::open(Path::new(&folder), &[variant])?;
            databases.load()?;
            for line in databases.holds() {
                println!("{line}");
            }
            roster = roster.with_oracle(Arc::new(databases) as Arc<dyn Oracle>);
        }
        Ok(Self { variant, positions, roster })
    }

    fn engine(&self, spec: &str) -> Result<Box<dyn Engine>, Box<dyn Error>> {
        Ok(self.roster.engine(&spec.parse()?)?)
    }

    fn start(&self) -> Round {
        Round::new(self.variant, self.variant.start())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("times") => times::run(&Trial::new(arguments)?),
        Some("rounds") => rounds::run(&Trial::new(arguments)?),
        _ => Err("say times or rounds, a game, how many positions, and perhaps a folder".into()),
    }
}
