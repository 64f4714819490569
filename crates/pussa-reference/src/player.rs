//! The two players, and what each has in reserve (B3).

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// South, whose holes are `A` to `G`.
    South,
    /// North, whose holes are `a` to `g`.
    North,
}

impl Player {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::South => Player::North,
            Player::North => Player::South,
        }
    }
}

/// A number of counters for each player: the reserves (B3), what a move captured, or the holdings after a round (T1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reserves([u8; 2]);

impl Reserves {
    /// So many for South and so many for North.
    #[must_use]
    pub fn new(south: u8, north: u8) -> Reserves {
        Reserves([south, north])
    }

    /// South's counters.
    #[must_use]
    pub fn south(self) -> u8 {
        self.0[0]
    }

    /// North's counters.
    #[must_use]
    pub fn north(self) -> u8 {
        self.0[1]
    }

    /// That player's counters.
    #[must_use]
    pub fn of(self, player: Player) -> u8 {
        self.0[player as usize]
    }

    /// South's and North's counters together.
    #[must_use]
    pub fn total(self) -> usize {
        usize::from(self.0[0]) + usize::from(self.0[1])
    }

    /// Adds counters for a player. The game has at most 252, so they fit.
    pub(crate) fn give(&mut self, player: Player, counters: u8) {
        self.0[player as usize] += counters;
    }

    /// What was added since `earlier`; reserves only grow (B3).
    pub(crate) fn gained_since(self, earlier: Reserves) -> Reserves {
        Reserves([self.0[0] - earlier.0[0], self.0[1] - earlier.0[1]])
    }
}
