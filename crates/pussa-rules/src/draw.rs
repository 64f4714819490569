//! The board drawn for a person (RULES N4).

use crate::hole::Hole;
use crate::position::Position;
use crate::side::Side;
use core::fmt;

/// A position as players see it on the table, from South's side: in plain text, at most 60 columns wide.
///
/// North's row lies on top, so that sowing runs counter-clockwise, as the arrows on the rim say. Before each row stands
/// its owner with what that player has in reserve, and a pointer at the one to move. A closed hole is an `x` without a rim.
///
/// ```
/// use pussa_rules::{Variant, WALAK_PUSSA};
/// let walak = Variant::new(WALAK_PUSSA);
/// let position = walak.parse_board("x,4,5,4,4,2,0/3,4,2,3,2,3,4/13,2/N")?;
/// let expected = "
///                  g    f    e    d    c    b    a
///              ╭──────────────── ← ─────────────────╮
///  ▸ North   2 │ ( 4) ( 3) ( 2) ( 3) ( 2) ( 4) ( 3) │
///              │                                    │
///    South  13 │   x  ( 4) ( 5) ( 4) ( 4) ( 2) ( 0) │
///              ╰──────────────── → ─────────────────╯
///                  A    B    C    D    E    F    G
/// ";
/// assert_eq!(format!("\n{}", position.drawing()), expected);
/// # Ok::<(), pussa_rules::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    position: Position,
    pointer: bool,
}

impl Position {
    /// The board, to be shown to a person.
    #[must_use]
    pub const fn drawing(&self) -> Drawing {
        Drawing { position: *self, pointer: true }
    }
}

impl Drawing {
    /// The same with no pointer at the player to move: the round is over.
    #[must_use]
    pub const fn without_pointer(self) -> Self {
        Self { pointer: false, ..self }
    }

    /// The holes of a row as they are seen, from left to right.
    fn row(&self, side: Side) -> Vec<Hole> {
        let mut row: Vec<_> = self.position.layout().row(side).collect();
        if side == Side::North {
            row.reverse();
        }
        row
    }

    /// How many digits the counts have room for.
    fn digits(&self) -> usize {
        let holes = Side::BOTH.into_iter().flat_map(|side| self.position.layout().row(side));
        if holes.filter_map(|hole| self.position.counters(hole)).any(|counters| counters > 99) { 3 } else { 2 }
    }

    fn write_letters(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let holes: Vec<_> = self.row(side).into_iter().map(|hole| self.middle(hole.letter())).collect();
        writeln!(f, "{:LABEL$}   {}", "", holes.join("   ").trim_end())
    }

    fn write_rim(&self, f: &mut fmt::Formatter<'_>, [left, arrow, right]: [char; 3]) -> fmt::Result {
        let inside = self.inside();
        writeln!(f, "{:LABEL$}{left}{:─^inside$}{right}", "", format!(" {arrow} "))
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let digits = self.digits();
        let pointer = if self.pointer && self.position.side() == side { '▸' } else { ' ' };
        write!(f, " {pointer} {side} {:>3} │", self.position.reserve(side))?;
        for hole in self.row(side) {
            match self.position.counters(hole) {
                Some(counters) => write!(f, " ({counters:>digits$})")?,
                None => write!(f, "  {} ", self.middle('x'))?,
            }
        }
        f.write_str(" │\n")
    }

    /// A sign in the room for a count, where a count of two digits has its last.
    fn middle(&self, sign: char) -> String {
        format!("{:<digits$}", format!(" {sign}"), digits = self.digits())
    }

    /// Columns between the rims.
    fn inside(&self) -> usize {
        usize::from(self.position.layout().holes()) * (self.digits() + 3) + 1
    }
}

/// Columns before the board: ` ▸ South 252 `.
const LABEL: usize = 13;

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_letters(f, Side::North)?;
        self.write_rim(f, ['╭', '←', '╮'])?;
        self.write_row(f, Side::North)?;
        writeln!(f, "{:LABEL$}│{:inside$}│", "", "", inside = self.inside())?;
        self.write_row(f, Side::South)?;
        self.write_rim(f, ['╰', '→', '╯'])?;
        self.write_letters(f, Side::South)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Variant, WALAK_PUSSA};

    fn drawn(holes: u8, board: &str) -> String {
        let variant = Variant::new(WALAK_PUSSA).with_holes(holes).unwrap().with_counters(18).unwrap();
        format!("\n{}", variant.parse_board(board).unwrap().drawing())
    }

    #[test]
    fn large_counts_have_room() {
        let expected = "
                 c     b     a
             ╭──────── ← ────────╮
   North   2 │   x   (  5) (  0) │
             │                   │
 ▸ South   0 │ (  1)   x   (100) │
             ╰──────── → ────────╯
                 A     B     C
";
        assert_eq!(drawn(3, "1,x,100/0,5,x/0,2/S"), expected);
    }

    #[test]
    fn the_smallest_board_is_a_board() {
        let expected = "
                 a
             ╭─ ← ──╮
 ▸ North  12 │ ( 2) │
             │      │
   South   0 │ ( 3) │
             ╰─ → ──╯
                 A
";
        assert_eq!(drawn(1, "3/2/0,12/N"), expected);
    }

    #[test]
    fn no_line_is_wider_than_sixty_columns_or_ends_in_a_blank() {
        for board in ["252,0,0,0,0,0,0/0,0,0,0,0,0,0/0,0/N", "x,x,1,2,3,x,4/5,6,7,8,x,x,x/100,116/S"] {
            for line in drawn(7, board).lines() {
                assert!(line.chars().count() <= 60 && line.trim_end() == line, "{line:?}");
            }
        }
    }

    #[test]
    fn a_round_that_is_over_points_at_nobody() {
        let start = Variant::new(WALAK_PUSSA).start();
        assert!(start.drawing().to_string().contains('▸'));
        assert!(!start.drawing().without_pointer().to_string().contains('▸'));
    }
}
