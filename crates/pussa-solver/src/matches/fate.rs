//! What becomes of a match from a state, and what is known of it.

use pussa_rules::Side;

/// A player, as a state of a match tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Who leads the round to be played.
    Leader,
    /// The other player.
    Other,
}

impl Part {
    /// Both of them.
    pub const BOTH: [Self; 2] = [Self::Leader, Self::Other];

    /// The other one.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Leader => Self::Other,
            Self::Other => Self::Leader,
        }
    }

    /// The same, where South leads.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            Self::Leader => Side::South,
            Self::Other => Side::North,
        }
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self == Self::Other)
    }
}

/// What becomes of a match from a state, if both play as well as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// A player wins, within so many rounds and in no fewer.
    Won {
        /// Who wins.
        by: Part,
        /// How many rounds it takes at most, the one to be played included: at least 1.
        rounds: u16,
    },
    /// Neither player can make sure of winning: each can keep the other from it for ever.
    Nobodys,
}

/// For ever.
pub(super) const NEVER: u16 = u16::MAX;

/// Within any number of rounds.
pub(super) const EVER: u16 = NEVER - 1;

/// What is known about one player's winning a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// The player wins within so many rounds; [`u16::MAX`] if that is not known of any number.
    pub within: u16,
    /// The player does not win within so many rounds; [`u16::MAX`] if never.
    pub beyond: u16,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    chances: [Chances; 2],
}

impl Known {
    /// Nothing, but that the match is not over yet.
    pub(super) const NOTHING: Self = Self { chances: [Chances { within: NEVER, beyond: 0 }; 2] };

    /// All there is to know: what becomes of the match.
    pub(super) fn of(fate: Fate) -> Self {
        let mut known = Self::NOTHING;
        match fate {
            Fate::Nobodys => Part::BOTH.into_iter().for_each(|part| known.does_not_win_within(part, NEVER)),
            Fate::Won { by, rounds } => {
                known.does_not_win_within(by, rounds - 1);
                known.wins_within(by, rounds);
            }
        }
        known
    }

    /// What is known about a player's winning.
    #[must_use]
    pub fn chances(&self, part: Part) -> Chances {
        self.chances[part.index()]
    }

    /// The fate, if it is known.
    #[must_use]
    pub fn fate(&self) -> Option<Fate> {
        if self.chances.iter().all(|chances| chances.beyond == NEVER) {
            return Some(Fate::Nobodys);
        }
        Part::BOTH.into_iter().find_map(|by| {
            let Chances { within, beyond } = self.chances(by);
            (within != NEVER && beyond.checked_add(1) == Some(within)).then_some(Fate::Won { by, rounds: within })
        })
    }

    /// Who wins, if that is known, be it in how many rounds it may.
    #[must_use]
    pub fn winner(&self) -> Option<Part> {
        Part::BOTH.into_iter().find(|&by| self.chances(by).within != NEVER)
    }

    /// Whether it is not known if a player wins within so many rounds.
    pub(super) fn is_open(self, part: Part, rounds: u16) -> bool {
        let Chances { within, beyond } = self.chances(part);
        within > rounds && beyond < rounds
    }

    pub(super) fn wins_within(&mut self, part: Part, rounds: u16) {
        let within = &mut self.chances[part.index()].within;
        *within = rounds.min(*within);
        // Only one player can win.
        self.chances[part.opposite().index()].beyond = NEVER;
    }

    pub(super) fn does_not_win_within(&mut self, part: Part, rounds: u16) {
        let beyond = &mut self.chances[part.index()].beyond;
        *beyond = rounds.max(*beyond);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fate_is_known_once_it_takes_no_fewer_rounds() {
        let mut known = Known::NOTHING;
        known.wins_within(Part::Other, 3);
        assert_eq!((known.fate(), known.winner()), (None, Some(Part::Other)));
        known.does_not_win_within(Part::Other, 2);
        assert_eq!(known.fate(), Some(Fate::Won { by: Part::Other, rounds: 3 }));
    }

    #[test]
    fn what_contradicts_itself_tells_no_fate() {
        let nothing = Chances { within: NEVER, beyond: 0 };
        let known = Known { chances: [Chances { within: 1, beyond: NEVER }, nothing] };
        assert_eq!(known.fate(), None);
    }
}
