//! What came of it, as files: a summary in words and tables, and pictures.

mod pictures;
mod play;
mod readings;

use super::edge::Edge;
use super::plan::Plan;
use super::words::{self, Winner};
use super::worth::Worth;
use play::Strength;
use pussa_arena::Made;
use pussa_rules::Variant;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// What was found about first moves, to be told.
#[derive(Clone, Debug)]
pub struct Findings {
    plan: Plan,
    /// Board by board.
    worths: Vec<Worth>,
    /// The edges of all engines on a board, board by board.
    edges: Vec<Vec<Edge>>,
    made: Made,
}

/// What belongs to one game under one reading.
struct Section<'a> {
    variant: Variant,
    worths: Vec<&'a Worth>,
    edges: Vec<&'a [Edge]>,
}

impl Findings {
    pub(super) fn new(plan: Plan, worths: Vec<Worth>, edges: Vec<Vec<Edge>>, made: Made) -> Self {
        Self { plan, worths, edges, made }
    }

    /// The files to be kept, each with its name: `summary.md`, and the pictures that it shows.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = Vec::new();
        let mut text = self.head();
        readings::tell(&self.worths, &mut text);
        let sections = self.sections();
        if !self.edges.is_empty() {
            self.tell_of_play(&sections, &mut text, &mut files);
        }
        for section in &sections {
            self.tell_of(section, &mut text, &mut files);
        }
        self.tell_of_open(&mut text);
        text += &self.foot();
        files.insert(0, ("summary.md".into(), text));
        files
    }

    fn sections(&self) -> Vec<Section<'_>> {
        let section = |&variant: &Variant| {
            let is_of = |board: Variant| (board.game(), board.reading()) == (variant.game(), variant.reading());
            let worths = self.worths.iter().filter(|worth| is_of(worth.board)).collect();
            let edges = self.edges.iter().filter(|edges| is_of(edges[0].board)).map(Vec::as_slice).collect();
            Section { variant, worths, edges }
        };
        self.plan.variants.iter().map(section).collect()
    }

    fn head(&self) -> String {
        let mut games: Vec<_> = self.plan.variants.iter().map(|variant| variant.game().title()).collect();
        games.dedup();
        let (holes, counters) = (range(&self.plan.holes), range(&self.plan.counters));
        let mut text = format!(
            "# What the first move is worth\n\n**Asked:** who wins {}, on boards with {holes} holes a row and {counters} \
             counters a hole, if both play as well as can be, and by how much? And what does play between equals show of \
             it?\n\n**Answer:** ",
            games.join(" and ")
        );
        let all: Vec<_> = self.worths.iter().collect();
        let _ = writeln!(text, "{}", tally(&all, "board and reading", "boards and readings"));
        for section in self.sections() {
            if let Some(usual) = section.usual() {
                let (game, reading) = (section.variant.game().title(), words::reading(section.variant.reading()));
                let _ = writeln!(text, "- {game}, {reading}, {}: {}.", words::size(usual.board), words::told(usual));
            }
        }
        text
    }

    fn foot(&self) -> String {
        let Made { version, commit, machine, day } = &self.made;
        let commit = if commit.is_empty() { String::new() } else { format!(" ({commit})") };
        let play = if self.edges.is_empty() { "" } else { ", `play.csv` every engine's results" };
        format!(
            "\n## How to repeat it\n\n    {}\n\nMade by pussa {version}{commit} on {machine}, {day}. Values are counters for the \
             player who leads (RULES E5), each proved by one thread. Intervals are of 95 %, over pairs of rounds. \
             `cells.csv` has every first move of every board{play}.\n",
            self.plan.command()
        )
    }

    /// A game under a reading: its heat map, its table, and its play.
    fn tell_of(&self, section: &Section, text: &mut String, files: &mut Vec<(String, String)>) {
        let (variant, name) = (section.variant, section.name());
        let _ = write!(text, "\n## {}, {}\n\n", variant.game().title(), words::reading(variant.reading()));
        let _ = writeln!(text, "{}\n\n![{name}]({name}.svg)\n", tally(&section.worths, "board", "boards"));
        files.push((format!("{name}.svg"), pictures::heat_map(&self.plan, section)));
        let heads = self.plan.counters.clone().map(|counters| format!(" {counters} |"));
        let _ = writeln!(text, "| holes, by counters |{}", heads.collect::<Vec<_>>().concat());
        let _ = writeln!(text, "| --- |{}", " --- |".repeat(self.plan.counters.len()));
        for row in section.worths.chunk_by(|a, b| a.board.holes() == b.board.holes()) {
            let cells = row.iter().map(|worth| format!(" {} {} |", words::value(worth.bounds), worth.best));
            let _ = writeln!(text, "| {} |{}", row[0].board.holes(), cells.collect::<Vec<_>>().concat());
        }
        if !section.edges.is_empty() {
            play::tell(&self.plan, section, text, files);
        }
    }

    /// How strong play must be before the truth shows, over all games and readings.
    fn tell_of_play(&self, sections: &[Section], text: &mut String, files: &mut Vec<(String, String)>) {
        let strengths = Strength::all(&self.plan, &self.worths, &self.edges);
        *text += "\n## How strong must play be before the truth shows?\n\n";
        for strength in &strengths {
            let _ = writeln!(text, "- {strength}");
        }
        let mut games: Vec<_> = self.plan.variants.iter().map(Variant::game).collect();
        games.dedup();
        for game in games {
            let of_game: Vec<_> = sections.iter().filter(|section| section.variant.game() == game).collect();
            let _ = write!(text, "\n![{game}, edge by strength]({game}.edge.svg)\n");
            files.push((format!("{game}.edge.svg"), pictures::edges(&self.plan, &of_game)));
        }
    }

    /// What is not proved, with what it took to get so far.
    fn tell_of_open(&self, text: &mut String) {
        let open: Vec<_> = self.worths.iter().filter(|worth| !worth.is_whole()).collect();
        if open.is_empty() {
            return;
        }
        *text += "\n## What stays open\n\nWith that much effort, these are proved in part only:\n\n";
        *text += "| game | reading | holes | counters | value | first moves that are open | positions |\n";
        *text += "| --- | --- | --- | --- | --- | --- | --- |\n";
        for Worth { board, bounds, moves, nodes, .. } in open {
            let is_open = |(letter, bounds): &(char, _)| {
                let bounds: pussa_engine::Bounds = *bounds;
                bounds.value().is_none().then(|| format!("{letter} {}", words::value(bounds)))
            };
            let open: Vec<_> = moves.iter().filter_map(is_open).collect();
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {nodes} |",
                board.game().title(),
                board.reading(),
                board.holes(),
                board.counters(),
                words::value(*bounds),
                open.join(", ")
            );
        }
    }
}

impl<'a> Section<'a> {
    /// What its files are called: `raja-pasu.endless=split+last-four=kept`.
    fn name(&self) -> String {
        format!("{}.{}", self.variant.game(), self.variant.reading().to_string().replace(';', "+"))
    }

    /// The board that the game is usually played on, or the largest one.
    fn usual(&self) -> Option<&'a Worth> {
        let usual = Variant::new(self.variant.game());
        let is_usual =
            |worth: &&&Worth| (worth.board.holes(), worth.board.counters()) == (usual.holes(), usual.counters());
        self.worths.iter().find(is_usual).or(self.worths.last()).copied()
    }

    /// The edges on a board.
    fn edges_on(&self, board: Variant) -> &'a [Edge] {
        self.edges.iter().find(|edges| edges[0].board == board).copied().unwrap_or_default()
    }
}

/// `1 to 7`, or `7`.
fn range(range: &RangeInclusive<u8>) -> String {
    let (from, to) = (range.start(), range.end());
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}

/// How many of the boards are proved, and who wins them.
fn tally(worths: &[&Worth], one: &str, many: &str) -> String {
    let won = |winner| worths.iter().filter(|worth| Winner::of(worth.bounds) == Some(winner)).count();
    let [leader, nobody, other] = Winner::ALL.map(won);
    let exact = worths.iter().filter(|worth| worth.bounds.value().is_some()).count();
    let all = worths.len();
    let proved = match () {
        () if all == 1 && exact == 1 => format!("The one {one} is proved"),
        () if exact == all => format!("All {all} {many} are proved"),
        () => format!("Of {all} {many}, the value of {exact} is proved"),
    };
    let open = all - leader - nobody - other;
    let open = if open == 0 { String::new() } else { format!(", and who wins {open} is open") };
    format!("{proved}: who leads wins {leader}, loses {other} and draws {nobody}{open}.")
}
