//! Who wins a match, and in how many rounds, by what a player holds: bars that rise for a win and fall for a loss.

use super::card::{Align, Card, MARGIN, card};
use super::colours::{FAINT, INK, QUIET, RULE, WHITE, accent};
use super::text::{Block, Font, count};
use plotters::style::RGBColor;

/// Between the parts of a card.
const GAP: i32 = 14;
/// From one bar to the next, and how wide a bar is.
const STEP: i32 = 10;
const BAR: i32 = 8;
/// How high a round is at most, and a panel on each side of its middle.
const ROUND: i32 = 16;
const HALF: i32 = 130;

/// What becomes of a match for a player who holds so many counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchBar {
    /// Counters held.
    pub held: u8,
    /// The player wins within so many rounds; or, negative, loses within so many; 0: nobody wins. Nothing if it is open.
    pub rounds: Option<i32>,
}

/// What becomes of matches, and what is told about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchMap {
    /// What stands on top.
    pub title: String,
    /// What stands below that.
    pub note: String,
    /// What stands below the axis.
    pub x_label: String,
    /// Every so many counters a number stands on the axis; at least 1.
    pub tick: u8,
    /// As many counters as both players hold together.
    pub total: u8,
    /// Panels from top to bottom.
    pub panels: Vec<MatchPanel>,
}

/// A panel of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchPanel {
    /// What it shows.
    pub name: String,
    /// The fewest counters with which, and with all more, a player is sure to win.
    pub safe: Option<u8>,
    /// Bars in ascending order.
    pub bars: Vec<MatchBar>,
}

/// The map as the text of an SVG.
///
/// ```
/// use pussa_study::plot::{MatchBar, MatchMap, MatchPanel, match_map};
/// let bar = |held, rounds| MatchBar { held, rounds: Some(rounds) };
/// let svg = match_map(&MatchMap {
///     title: "Who wins the match".into(),
///     tick: 2,
///     total: 8,
///     panels: vec![MatchPanel {
///         name: "Who leads".into(),
///         safe: Some(4),
///         bars: vec![bar(2, -2), bar(3, 0), bar(4, 1)],
///     }],
///     ..MatchMap::default()
/// });
/// assert!(svg.contains("Who leads") && svg.contains("wins with 4 and more"));
/// ```
#[must_use]
pub fn match_map(map: &MatchMap) -> String {
    let layout = Layout::of(map);
    card(layout.size, |card| {
        card.block(&layout.title, (MARGIN, MARGIN), Align::Left, INK);
        card.block(&layout.note, (MARGIN, MARGIN + layout.title.height()), Align::Left, QUIET);
        for (number, panel) in map.panels.iter().enumerate() {
            layout.draw_panel(card, map, panel, layout.panel(number));
        }
        let bottom = layout.panel(map.panels.len()) - GAP / 2;
        card.block(&layout.x_label, (layout.left, bottom), Align::Left, QUIET);
        layout.draw_legend(card, bottom + layout.x_label.height() + GAP);
    })
}

const LEGEND: [(Option<i32>, &str); 4] = [
    (Some(1), "bar up: the player who holds so many counters wins the match, within so many rounds"),
    (Some(-1), "bar down: that player loses it, within so many rounds if the other plays as well as can be"),
    (Some(0), "dot: nobody wins, for each can keep the other from it for ever"),
    (None, "ring: open"),
];

/// Where everything is.
struct Layout {
    size: (i32, i32),
    title: Block,
    note: Block,
    x_label: Block,
    legend: Vec<(Option<i32>, Block)>,
    left: i32,
    top: i32,
    /// The fewest and the most counters of all bars.
    held: (u8, u8),
    /// The height of a round.
    round: i32,
    /// The most rounds of any bar.
    most: i32,
}

impl Layout {
    fn of(map: &MatchMap) -> Self {
        let bars = || map.panels.iter().flat_map(|panel| &panel.bars);
        let least = bars().map(|bar| bar.held).min().unwrap_or(0);
        let most = bars().map(|bar| bar.held).max().unwrap_or(0);
        let rounds = bars().filter_map(|bar| bar.rounds).map(|rounds| rounds.abs().min(1000)).max().unwrap_or(0).max(1);
        let is_met = |rounds: Option<i32>| bars().any(|bar| bar.rounds.map(i32::signum) == rounds);
        let legend = LEGEND.into_iter().filter(|&(rounds, _)| is_met(rounds));
        let mut layout = Self {
            size: (0, 0),
            title: Block::new(&map.title, Font::Title, 90),
            note: Block::new(&map.note, Font::Small, 140),
            x_label: Block::new(&map.x_label, Font::Small, 140),
            legend: legend.map(|(rounds, text)| (rounds, Block::new(text, Font::Small, 120))).collect(),
            left: MARGIN + 54,
            top: 0,
            held: (least, most),
            round: (HALF / rounds).clamp(1, ROUND),
            most: rounds,
        };
        layout.top = MARGIN + layout.title.height() + layout.note.height() + GAP;
        let texts = [&layout.title, &layout.note, &layout.x_label].map(|block| MARGIN + block.width());
        let legend = layout.legend.iter().map(|(_, text)| layout.left + 2 * GAP + text.width());
        let right = legend.chain(texts).max().unwrap_or(0).max(layout.x(most) + 2 * STEP);
        let below = layout.panel(map.panels.len()) - GAP / 2 + layout.x_label.height() + GAP;
        let legend: i32 = layout.legend.iter().map(|(_, text)| text.height() + 4).sum();
        layout.size = (right + MARGIN, below + legend + MARGIN);
        layout
    }

    /// The upper edge of a panel.
    fn panel(&self, number: usize) -> i32 {
        self.top + count(number) * (2 * self.half() + 3 * GAP + Font::Heading.size())
    }

    fn half(&self) -> i32 {
        self.round * self.most + GAP / 2
    }

    /// The middle of the bar of so many counters.
    fn x(&self, held: u8) -> i32 {
        self.left + STEP / 2 + STEP * (i32::from(held) - i32::from(self.held.0))
    }

    fn draw_panel(&self, card: &mut Card<'_>, map: &MatchMap, panel: &MatchPanel, top: i32) {
        card.text(&panel.name, (self.left, top + Font::Heading.size() / 2), Align::Left, Font::Heading, INK);
        let zero = top + Font::Heading.size() + GAP / 2 + self.half();
        let (first, last) = (self.x(self.held.0) - STEP / 2, self.x(self.held.1) + STEP / 2);
        let step = match self.most {
            ..=2 => 1,
            3..=12 => 2,
            _ => 5,
        };
        for rounds in (step..=self.most).step_by(step.unsigned_abs() as usize) {
            for (y, fate) in [(zero - self.round * rounds, "won in"), (zero + self.round * rounds, "lost in")] {
                card.line((first, y), (last, y), FAINT, 1);
                card.text(&rounds.to_string(), (self.left - 6, y), Align::Right, Font::Small, QUIET);
                if rounds == step {
                    card.text(fate, (MARGIN, y), Align::Left, Font::Small, QUIET);
                }
            }
        }
        for held in (self.held.0..=self.held.1).filter(|held| held.is_multiple_of(map.tick.max(1))) {
            let x = self.x(held);
            card.line((x, zero - self.half()), (x, zero + self.half()), FAINT, 1);
            card.text(&held.to_string(), (x, zero + self.half() + GAP / 2), Align::Centre, Font::Small, QUIET);
        }
        if (self.held.0..=self.held.1).contains(&(map.total / 2)) {
            // Where both hold the same.
            let x = self.x(map.total / 2);
            card.line((x, zero - self.half()), (x, zero + self.half()), RULE, 2);
        }
        card.line((first, zero), (last, zero), RULE, 1);
        for bar in &panel.bars {
            self.draw_bar(card, bar, zero);
        }
        if let Some(safe) = panel.safe {
            let (x, y) = (self.x(safe) - STEP / 2, zero + self.half() - Font::Small.size());
            card.line((x, zero), (x, zero + self.half()), INK, 1);
            let text = format!("wins with {safe} and more");
            let (width, height) = (Font::Small.width(&text), Font::Small.size());
            let is_right = x + 2 * GAP + width <= self.size.0;
            let (align, beside, left) =
                if is_right { (Align::Left, GAP, x + GAP - 4) } else { (Align::Right, -GAP, x - GAP - width - 4) };
            // Nothing that leads the eye goes through the words.
            card.rectangle((left, y - height / 2 - 2), (left + width + 8, y + height / 2 + 2), WHITE);
            card.text(&text, (x + beside, y), align, Font::Small, INK);
        }
    }

    fn draw_bar(&self, card: &mut Card<'_>, bar: &MatchBar, zero: i32) {
        let x = self.x(bar.held);
        match bar.rounds {
            None | Some(0) => mark(card, (x, zero), bar.rounds),
            Some(rounds) => {
                let y = zero - self.round * rounds.clamp(-self.most, self.most);
                card.rectangle((x - BAR / 2, zero), (x + BAR / 2, y), colour(rounds));
            }
        }
    }

    fn draw_legend(&self, card: &mut Card<'_>, mut top: i32) {
        for (rounds, text) in &self.legend {
            let middle = top + text.height() / 2;
            match *rounds {
                Some(sign @ (1 | -1)) => {
                    card.rectangle((self.left, middle - 5), (self.left + BAR, middle + 5), colour(sign));
                }
                other => mark(card, (self.left + BAR / 2, middle), other),
            }
            card.block(text, (self.left + 2 * GAP, top), Align::Left, INK);
            top += text.height() + 4;
        }
    }
}

/// Blue for a win, vermilion for a loss.
fn colour(rounds: i32) -> RGBColor {
    accent(usize::from(rounds < 0))
}

/// What stands where there is no bar.
fn mark(card: &mut Card<'_>, centre: (i32, i32), rounds: Option<i32>) {
    card.dot(centre, 3, INK);
    if rounds.is_none() {
        card.dot(centre, 2, WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(bars: Vec<MatchBar>) -> String {
        match_map(&MatchMap {
            title: "A & B".into(),
            tick: 7,
            total: 98,
            panels: vec![MatchPanel { name: "leads".into(), safe: bars.last().map(|bar| bar.held), bars }],
            ..MatchMap::default()
        })
    }

    #[test]
    fn the_legend_tells_what_there_is_and_nothing_else() {
        let bar = |held, rounds| MatchBar { held, rounds };
        let svg = map(vec![bar(7, Some(-3)), bar(8, Some(0))]);
        roxmltree::Document::parse(&svg).unwrap();
        assert!(svg.contains("bar down") && svg.contains("for ever"), "{svg}");
        assert!(!svg.contains("bar up") && !svg.contains("ring"));
    }

    #[test]
    fn any_numbers_will_do() {
        let bar = |held, rounds| MatchBar { held, rounds };
        for bars in [vec![], vec![bar(0, None)], vec![bar(255, Some(i32::MAX)), bar(0, Some(-40_000))]] {
            roxmltree::Document::parse(&map(bars)).unwrap();
        }
    }
}
