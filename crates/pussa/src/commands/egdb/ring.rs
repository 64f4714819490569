//! The ring a database is for: how it is asked for, and how a board of it is written.

use crate::context::Context;
use pussa_rules::{Board, Layout, MAX_HOLES, Position, Ring, Side};

/// Which ring.
#[derive(Debug, clap::Args)]
pub(super) struct RingArg {
    /// Open holes in South's row and in North's, as in 5x7; 5x7 and 7x5 are one database [default: --holes in both]
    #[arg(long, value_name = "MxN", value_parser = parse)]
    ring: Option<Ring>,
}

impl RingArg {
    /// The ring asked for.
    pub(super) fn ring(&self, context: &Context) -> Ring {
        let holes = context.variant.holes();
        self.ring.unwrap_or_else(|| Ring::new(holes, holes).expect("1 to 7 holes"))
    }
}

fn parse(text: &str) -> Result<Ring, String> {
    let ring = || {
        let (south, north) = text.split_once('x')?;
        let [south, north] = [south, north].map(|holes| {
            let digit = holes.len() == 1 && holes.as_bytes()[0].is_ascii_digit();
            digit.then(|| holes.parse().ok()).flatten()
        });
        Ring::new(south?, north?)
    };
    ring().ok_or_else(|| format!("{text:?} is not two numbers from 1 to {MAX_HOLES}, as in 5x7"))
}

/// The position of a ring's board, drawn with as many holes a row as the longer one has, the others closed at the left.
pub(super) fn position(ring: Ring, mover: Side, board: Board) -> Position {
    let open = Side::BOTH.map(|side| ring.holes(side));
    let holes = open[0].max(open[1]);
    let layout = Layout::new(holes, open.map(|open| (1 << (holes - open)) - 1)).expect("a hole at least is open");
    Position::new(layout, mover, board)
}
