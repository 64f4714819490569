//! How what was found is put into words.

use super::worth::Worth;
use pussa_engine::Bounds;
use pussa_rules::{Reading, Variant};

/// Who gets more counters, if both play as well as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Winner {
    /// South, who leads.
    Leader,
    /// Nobody.
    Nobody,
    /// North, who answers.
    Other,
}

impl Winner {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Leader, Self::Nobody, Self::Other];

    /// Who it is, if the bounds tell.
    pub(super) fn of(bounds: Bounds) -> Option<Self> {
        match (bounds.low(), bounds.high()) {
            (1.., _) => Some(Self::Leader),
            (_, ..=-1) => Some(Self::Other),
            (0, 0) => Some(Self::Nobody),
            _ => None,
        }
    }

    /// What that is for the player who leads: `wins`, `draws` or `loses`.
    pub(super) const fn verb(self) -> &'static str {
        match self {
            Self::Leader => "wins",
            Self::Nobody => "draws",
            Self::Other => "loses",
        }
    }
}

/// A value with its sign, or its bounds.
pub(super) fn value(bounds: Bounds) -> String {
    match bounds.value() {
        Some(0) => "0".into(),
        Some(value) => format!("{value:+}"),
        None => format!("{:+} to {:+}", bounds.low(), bounds.high()),
    }
}

/// `A`, `A or B`, `A, B or C`.
pub(super) fn either(letters: &str) -> String {
    let letters: Vec<_> = letters.chars().map(String::from).collect();
    match letters.as_slice() {
        [] => "no move".into(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// `1 board`, `2 boards`.
pub(super) fn boards(count: usize) -> String {
    if count == 1 { "1 board".into() } else { format!("{count} boards") }
}

/// A reading as it stands in a sentence.
pub(super) fn reading(reading: Reading) -> String {
    if reading == Reading::default() { "the default reading".into() } else { format!("`{reading}`") }
}

/// `7 holes with 4 counters each`.
pub(super) fn size(board: Variant) -> String {
    let number = |count: u8, what: &str| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
    format!("{} with {} each", number(board.holes(), "hole"), number(board.counters(), "counter"))
}

/// What became of a board, in a sentence without its end: `who leads wins by 6 counters, with A or B`.
pub(super) fn told(worth: &Worth) -> String {
    let Worth { bounds, best, .. } = worth;
    let counters = |value: i16| if value.abs() == 1 { "1 counter".into() } else { format!("{} counters", value.abs()) };
    match bounds.value() {
        Some(0) => format!("neither player wins, if the leader begins with {}", either(best)),
        Some(value) if value > 0 => format!("who leads wins by {}, with {}", counters(value), either(best)),
        Some(value) => format!("who leads loses by {} at best, with {}", counters(value), either(best)),
        None => format!("it is open who wins: the value is {}", self::value(*bounds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_tell_who_wins_as_soon_as_they_leave_but_one() {
        let of = |low, high| Winner::of(Bounds::new(low, high).unwrap());
        assert_eq!([of(1, 9), of(2, 2)], [Some(Winner::Leader); 2]);
        assert_eq!([of(-9, -1), of(-4, -4)], [Some(Winner::Other); 2]);
        assert_eq!([of(0, 0), of(0, 1), of(-1, 0)], [Some(Winner::Nobody), None, None]);
    }

    #[test]
    fn letters_and_values_are_put_into_words() {
        assert_eq!([either(""), either("A"), either("AB"), either("ABG")], ["no move", "A", "A or B", "A, B or G"]);
        let texts = [Bounds::exactly(6), Bounds::exactly(0), Bounds::new(-3, 8).unwrap()].map(value);
        assert_eq!(texts, ["+6", "0", "-3 to +8"]);
    }
}
