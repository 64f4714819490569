//! What games, readings and keys of engines are called on pictures: as people say it, and not as files do.

use pussa_rules::Game;

/// A game by its title, as `Raja Pasu` for `raja-pasu`; any other name as it is.
pub(crate) fn game_title(name: &str) -> &str {
    name.parse().map_or(name, |game: Game| game.title())
}

/// `default reading`, or `reading origin=skipped`.
pub(crate) fn reading_name(reading: &str) -> String {
    if reading == "default" { "default reading".into() } else { format!("reading {reading}") }
}

/// A key of an engine with its unit: `depth, plies`, `playouts a move`.
pub(crate) fn key_with_unit(key: &str) -> String {
    match key {
        "depth" => "depth, plies".into(),
        "playouts" | "nodes" => format!("{key} a move"),
        _ => key.into(),
    }
}

/// The game and the reading, as they stand over a picture: `Raja Pasu, default reading`.
pub(crate) fn heading(game: &str, reading: &str) -> String {
    format!("{}, {}", game_title(game), reading_name(reading))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_readings_have_the_names_that_people_use() {
        assert_eq!(heading("raja-pasu", "default"), "Raja Pasu, default reading");
        assert_eq!(heading("walak-pussa", "origin=skipped"), "Walak-pussa, reading origin=skipped");
        assert_eq!(game_title("chess"), "chess");
    }

    #[test]
    fn numbers_along_an_axis_have_units() {
        assert_eq!(["depth", "playouts", "seed"].map(key_with_unit), ["depth, plies", "playouts a move", "seed"]);
    }
}
