//! Draws how the number of positions that can be reached grows: reads the table `game,reading,ply,new,…` from standard
//! input and writes an SVG to standard output.
//!
//! `cargo run -p pussa-study --example growth < results/strong/growth.csv > results/strong/growth.svg`

use pussa_rules::Game;
use pussa_study::plot::{Point, Series, lines};
use serde::Deserialize;
use std::error::Error;

#[derive(Deserialize)]
struct Row {
    game: String,
    reading: String,
    ply: f64,
    new: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut series: Vec<Series> = Vec::new();
    for row in csv::Reader::from_reader(std::io::stdin()).deserialize() {
        let Row { game, reading, ply, new } = row?;
        let title = game.parse::<Game>()?.title();
        let name = format!("{title}, {reading}");
        let (x, y) = (ply, new.log10());
        let point = Point { x, y, low: y, high: y };
        match series.last_mut().filter(|last| last.name == name) {
            Some(last) => last.points.push(point),
            None => series.push(Series { name, points: vec![point] }),
        }
    }
    let title = "Positions that come up for the first time after so many moves";
    print!("{}", lines(title, "moves made, plies", "positions, as a power of ten: 6 is a million", &series, false));
    Ok(())
}
