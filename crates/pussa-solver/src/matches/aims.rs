//! What a player may aim at in a round of a match, from the best down: to win within so many rounds, the fewer the better; not
//! to lose; to lose after so many rounds, the more the better.

use super::ends::Ends;
use super::fate::{EVER, Fate, Part};
use super::layers::Layers;
use super::table::{MatchTable, State};
use pussa_rules::Side;

/// What a player can make sure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prospect {
    /// To win the match within so many rounds, the one being played included: at least 1.
    Wins(u16),
    /// Not to lose it.
    Holds,
    /// To lose it within so many rounds and no fewer, the one being played included.
    Loses(u16),
}

/// Ends of a round that a player who aims at something must see to: each set is a part of the next.
#[derive(Clone, Debug)]
pub(super) struct Aims(pub(super) Vec<(Prospect, Ends)>);

impl MatchTable {
    /// What a player may aim at in rounds with so many counters in all that South leads.
    pub(super) fn aims(&self, total: u8, of: Side) -> Aims {
        let layers = Layers::new(self.variant(), total);
        let (every, longest) = (layers.every(), self.longest(total));
        let won = |rounds| self.layer(&layers, total, of, rounds).sure;
        let not_lost = |rounds| every.without(&self.layer(&layers, total, of.other(), rounds).possible);
        let wins = (0..=longest).map(|rounds| (Prospect::Wins(rounds + 1), won(rounds)));
        let holds = [(Prospect::Holds, not_lost(EVER))];
        // Whoever is not lost within so many rounds has one more at least.
        let loses = (0..=longest).rev().map(|rounds| (Prospect::Loses(rounds + 2), not_lost(rounds)));
        let mut aims: Vec<_> = wins.chain(holds).chain(loses).chain([(Prospect::Loses(1), every)]).collect();
        // Of aims that come to the same, the first says most: nothing better is there to aim at.
        aims.dedup_by(|later, earlier| later.1 == earlier.1);
        Aims(aims)
    }

    /// Whose strategies show the fate of a state, and which ends they must see to; the same as the checker of them asks for.
    pub(super) fn to_show(&self, state: State, fate: Fate) -> [Option<(Side, Ends)>; 2] {
        let total = state.total();
        let layers = Layers::new(self.variant(), total);
        let every = layers.every();
        let not_won = |of: Side, rounds| every.without(&self.layer(&layers, total, of, rounds).possible);
        match fate {
            Fate::Won { by, rounds } => {
                let by = by.side();
                let won = self.layer(&layers, total, by, rounds - 1).sure;
                [Some((by, won)), rounds.checked_sub(2).map(|rounds| (by.other(), not_won(by, rounds)))]
            }
            Fate::Nobodys => Part::BOTH.map(|part| Some((part.side(), not_won(part.opposite().side(), EVER)))),
        }
    }
}
