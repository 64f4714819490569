//! Every worked case, with all code the machine has.

mod every_board;

use every_board::every_board;
use pussa_rules::{
    Backend, Board, Children, GAMES, Game, MAX_COUNTERS, NextRound, Perft, Position, Round, Side, Variant,
    holes_of_board,
};

/// The rows of a file of worked cases.
fn rows(file: &str) -> Vec<csv::StringRecord> {
    let path = format!("{}/../pussa-reference/golden/{file}.csv", env!("CARGO_MANIFEST_DIR"));
    let rows: Vec<_> = csv::Reader::from_path(path).unwrap().records().map(Result::unwrap).collect();
    assert!(rows.len() > 30, "{file} has its rows");
    rows
}

fn variant(row: &csv::StringRecord) -> Variant {
    let game: Game = row[0].parse().unwrap();
    Variant::new(game).with_reading(row[1].parse().unwrap()).unwrap()
}

/// The board of a row, in the smallest game that holds it.
fn position(variant: Variant, board: &str) -> (Variant, Position) {
    let variant = variant.with_holes(holes_of_board(board).unwrap()).unwrap();
    let sizes = variant.counters()..=MAX_COUNTERS;
    let fits = sizes.map(|counters| variant.with_counters(counters).unwrap());
    let mut boards = fits.map(|variant| (variant, variant.parse_board(board)));
    let last = boards.find(|(_, parsed)| parsed.is_ok()).unwrap_or_else(|| panic!("{board} is a board"));
    (last.0, last.1.unwrap())
}

#[test]
fn every_move_leads_where_it_should() {
    for row in rows("moves") {
        let (variant, position) = position(variant(&row), &row[2]);
        let layout = position.layout();
        let letter = row[3].parse().unwrap();
        let round = Round::new(variant, position);
        if &row[4] == "endless" {
            assert!(round.check(letter).is_err(), "{row:?}");
        }
        let mv = layout.move_of(pussa_rules::Hole::from_letter(letter).unwrap()).unwrap();
        for backend in Backend::available() {
            let sower = variant.sower_on(layout.ring(), backend);
            let after = |board: Option<Board>| {
                board.map_or("endless".into(), |b| Position::new(layout, position.side().other(), b).to_string())
            };
            let mut children = Children::default();
            sower.children(position.side(), &position.board(), &mut children);
            let child = children.legal().contains(mv).then(|| children.board(mv));
            assert_eq!(after(child), row[4], "{backend}: {row:?}");
            assert_eq!(after(sower.play(position.side(), position.board(), mv)), row[4], "{row:?}");
        }
    }
}

#[test]
fn move_sequences_are_counted() {
    for row in rows("perft") {
        let (variant, position) = position(variant(&row), &row[2]);
        let depth = row[3].parse().unwrap();
        assert_eq!(Perft::new(&variant, &position).count(depth).to_string(), row[4], "{row:?}");
    }
}

#[test]
fn rounds_end_as_they_should() {
    for row in rows("playouts") {
        let (variant, position) = position(variant(&row), &row[2]);
        let mut round = Round::new(variant, position);
        for (i, letter) in row[3].chars().enumerate() {
            assert_eq!(round.outcome(), None, "{row:?} goes on before move {i}");
            round.play(letter).unwrap();
        }
        let outcome = round.outcome().unwrap_or_else(|| panic!("{row:?} is over"));
        let [south, north] = outcome.holdings.map(|n| n.to_string());
        assert_eq!([&south, &north, outcome.ending.name()], [&row[4], &row[5], &row[6]], "{row:?}");
    }
}

#[test]
fn the_next_round_is_opened() {
    for row in rows("rounds") {
        let game: Game = row[0].parse().unwrap();
        let unfilled = if row[5].is_empty() { "open" } else { &row[5] };
        let mut reading = pussa_rules::Reading::default();
        reading.set(pussa_rules::ReadingOption::Unfilled, unfilled).unwrap();
        let side = |letter: &str| Side::BOTH.into_iter().find(|side| side.letter().to_string() == letter);
        let variant = Variant::new(game).with_reading(reading).unwrap();
        let holdings = [row[1].parse().unwrap(), row[2].parse().unwrap()];
        let text = match variant.next_round(holdings, side(&row[3]).unwrap(), side(&row[4])) {
            NextRound::Opening(position) => position.to_string(),
            NextRound::Over(_) => "match-over".into(),
        };
        assert_eq!(text, row[6], "{row:?}");
    }
}

#[test]
fn all_small_boards_are_as_the_census_says() {
    for row in rows("census") {
        let variant = variant(&row);
        let counters = row[2].parse().unwrap();
        for backend in Backend::available() {
            let sower = variant.sower_on(variant.start().layout().ring(), backend);
            let (mut boards, mut stuck, mut endless, mut capturing) = (0, 0, 0, 0);
            let mut children = Children::default();
            every_board(counters, &mut |holes| {
                sower.children(Side::South, &Board::new(holes, 0, 0), &mut children);
                boards += 1;
                stuck += u32::from(children.legal().is_empty() && children.endless().is_empty());
                endless += children.endless().len();
                capturing += children.iter().filter(|(_, child)| child.total() < u32::from(counters)).count();
            });
            let found = format!("{boards},{stuck},{endless},{capturing}");
            assert_eq!(found, row.iter().skip(3).collect::<Vec<_>>().join(","), "{backend}: {row:?}");
        }
    }
    assert_eq!(GAMES.len(), 2, "the census is of all games");
}
