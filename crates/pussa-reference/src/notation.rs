//! Board strings, read and written (N1, N3). The letters of holes and moves are in `hole.rs` and `round.rs`.

use std::error::Error;
use std::fmt;

use crate::{Hole, Layout, MOST_HOLES, Player, Position, Reserves, Ring, Size};

impl Position {
    /// Reads a board string of a game of that size: `SOUTH/NORTH/RESERVES/SIDE` (N1).
    ///
    /// ```
    /// use pussa_reference::{Position, Size};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let board = Position::parse("x,2,0/1,1,x/0,3/N", Size::new(3, 4)?)?;
    /// assert_eq!(board.ring().counters(), [2, 0, 1, 1]);
    /// assert_eq!(board.to_string(), "x,2,0/1,1,x/0,3/N");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The text is anything else than a board string of that size; the error says what is wrong and where (N3).
    pub fn parse(text: &str, size: Size) -> Result<Position, BoardError> {
        let parts: Vec<&str> = text.split('/').collect();
        let [south, north, reserves, to_move] = parts[..] else {
            return Err(BoardError::Parts(parts.len()));
        };
        let mut layout = Layout::all_open(size.holes_in_a_row());
        let mut ring = Ring { counters: [0; MOST_HOLES], south_length: 0, length: 0 };
        read_row(Player::South, south, size, &mut layout, &mut ring)?;
        ring.south_length = ring.length;
        read_row(Player::North, north, size, &mut layout, &mut ring)?;
        let reserves = read_reserves(reserves, size)?;
        let to_move = match to_move {
            "S" => Player::South,
            "N" => Player::North,
            other => return Err(BoardError::Side(other.to_owned())),
        };
        let (found, most) = (ring.total() + reserves.total(), size.counters());
        if found > most {
            return Err(BoardError::TooManyCounters { found, most });
        }
        Ok(Position { ring, layout, reserves, to_move })
    }
}

impl fmt::Display for Position {
    /// Writes the board string (N1).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in [Player::South, Player::North] {
            for column in 0..self.layout.holes_in_a_row() {
                if column > 0 {
                    f.write_str(",")?;
                }
                match Hole::new(player, column).and_then(|hole| self.counters_in(hole)) {
                    Some(counters) => write!(f, "{counters}")?,
                    None => f.write_str("x")?,
                }
            }
            f.write_str("/")?;
        }
        let side = match self.to_move {
            Player::South => 'S',
            Player::North => 'N',
        };
        write!(f, "{},{}/{side}", self.reserves.south(), self.reserves.north())
    }
}

/// Reads a row: its open holes are added to the ring, its closed ones closed in the layout.
fn read_row(player: Player, text: &str, size: Size, layout: &mut Layout, ring: &mut Ring) -> Result<(), BoardError> {
    let (found, expected) = (text.split(',').count(), size.holes_in_a_row());
    if found != expected {
        return Err(BoardError::Holes { player, found, expected });
    }
    let start = ring.length;
    for (column, count) in text.split(',').enumerate() {
        let Some(hole) = Hole::new(player, column) else {
            return Err(BoardError::Holes { player, found, expected });
        };
        if count == "x" {
            layout.close(hole);
        } else {
            ring.counters[ring.length()] = read_count(count, Where::Hole(hole), size)?;
            ring.length += 1;
        }
    }
    if ring.length == start { Err(BoardError::NoOpenHole(player)) } else { Ok(()) }
}

/// Reads the reserves of South and North.
fn read_reserves(text: &str, size: Size) -> Result<Reserves, BoardError> {
    let counts: Vec<&str> = text.split(',').collect();
    let [south, north] = counts[..] else {
        return Err(BoardError::Reserves(counts.len()));
    };
    Ok(Reserves::new(
        read_count(south, Where::Reserve(Player::South), size)?,
        read_count(north, Where::Reserve(Player::North), size)?,
    ))
}

/// Reads a count: `0`, or a digit 1 to 9 and then digits (N1). One larger than the whole game is refused here already,
/// so that what is returned fits.
fn read_count(text: &str, place: Where, size: Size) -> Result<u8, BoardError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return Err(BoardError::Count { place, text: text.to_owned() });
    }
    match text.parse() {
        Ok(count) if usize::from(count) <= size.counters() => Ok(count),
        _ => Err(BoardError::CountTooLarge { place, text: text.to_owned(), most: size.counters() }),
    }
}

/// Where in a board string a count stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// In that hole.
    Hole(Hole),
    /// In that player's reserve.
    Reserve(Player),
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Where::Hole(hole) => write!(f, "hole {hole}"),
            Where::Reserve(player) => write!(f, "the reserve of {player:?}"),
        }
    }
}

/// Why a board string is refused (N3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// Not four parts, but so many.
    Parts(usize),
    /// A row has the wrong number of holes.
    Holes {
        /// Whose row.
        player: Player,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Something that is not a count.
    Count {
        /// Where it stands.
        place: Where,
        /// What stands there.
        text: String,
    },
    /// A single count larger than the game.
    CountTooLarge {
        /// Where it stands.
        place: Where,
        /// What stands there.
        text: String,
        /// How many counters the game has.
        most: usize,
    },
    /// All holes of that player's row are closed (B4).
    NoOpenHole(Player),
    /// Not two reserves, but so many.
    Reserves(usize),
    /// The side is neither `S` nor `N`.
    Side(String),
    /// More counters in holes and reserves together than the game has.
    TooManyCounters {
        /// How many there are.
        found: usize,
        /// How many the game has.
        most: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Parts(found) => {
                write!(f, "a board has 4 parts, SOUTH/NORTH/RESERVES/SIDE, not {found}")
            }
            BoardError::Holes { player, found, expected } => {
                write!(f, "the row of {player:?} has {found} holes, not {expected}")
            }
            BoardError::Count { place, text } => {
                write!(f, "`{}` in {place} is not a count", text.escape_debug())
            }
            BoardError::CountTooLarge { place, text, most } => {
                write!(f, "{text} counters in {place}; the game has {most}")
            }
            BoardError::NoOpenHole(player) => write!(f, "the row of {player:?} has no open hole"),
            BoardError::Reserves(found) => {
                write!(f, "the third part has 2 reserves, South's and North's, not {found}")
            }
            BoardError::Side(text) => {
                write!(f, "`{}` in the fourth part is no side to move: S or N", text.escape_debug())
            }
            BoardError::TooManyCounters { found, most } => {
                write!(f, "{found} counters in holes and reserves together; the game has {most}")
            }
        }
    }
}

impl Error for BoardError {}
