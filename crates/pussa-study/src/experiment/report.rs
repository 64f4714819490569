//! What came of an experiment, as files: a summary in words and tables, pictures, and the figures as CSV.

mod losses;

use super::{Findings, FirstMove, Played};
use crate::plot::{Bar, Point, Series, bars, crosstable, game_title, key_with_unit, lines};
use pussa_arena::{Book, CrossTableRow, Plan, Schedule, Standing};
use pussa_engine::Spec;
use std::fmt::Write;

/// A file of results: its name, and what stands in it.
pub(super) type Report = (String, String);

impl Findings {
    /// The files to be kept, each with its name: `summary.md`, and what it refers to.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = Vec::new();
        let mut text = self.head();
        self.suites(&mut text, &mut files);
        self.ladders(&mut text, &mut files);
        self.duels(&mut text);
        self.gauntlets(&mut text);
        self.round_robins(&mut text, &mut files);
        self.mirrors(&mut text, &mut files);
        self.truths(&mut text, &mut files);
        self.losses(&mut text, &mut files);
        for Played { part, standings, crosstable, .. } in &self.played {
            files.push((format!("{}.standings.csv", part.name), csv(standings)));
            if !crosstable.is_empty() {
                files.push((format!("{}.crosstable.csv", part.name), csv(crosstable)));
            }
        }
        text += &self.foot();
        files.insert(0, ("summary.md".into(), text));
        files
    }

    fn head(&self) -> String {
        let experiment = &self.experiment;
        let title = experiment.name.replace('-', " ");
        let mut letters = title.chars();
        let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let answer = experiment.answer.as_deref().unwrap_or("see the tables.");
        format!("# {title}\n\n**Asked:** {}\n\n**Answer:** {}\n", experiment.question.trim(), answer.trim())
    }

    fn foot(&self) -> String {
        let made = &self.made;
        let commit = if made.commit.is_empty() { String::new() } else { format!(" ({})", made.commit) };
        format!(
            "\n## How to repeat it\n\n    {}\n\nMade by pussa {}{commit} on {}, {}. `--pairs N` plays more pairs in every \
             part. Intervals are of 95 %; margins are counters a round.\n",
            self.command, made.version, made.machine, made.day
        )
    }

    fn of(&self, schedule: Schedule) -> impl Iterator<Item = &Played> {
        self.played.iter().filter(move |played| played.part.plan.schedule == schedule)
    }

    fn suites(&self, text: &mut String, files: &mut Vec<Report>) {
        for measured in &self.measured {
            let name = &measured.suite.name;
            let _ = write!(text, "\n## Nodes: {name}\n\n![{name}]({name}.svg)\n\n");
            *text += "| game | engine | positions | nodes | times the first, geometric mean | seconds |\n";
            *text += "| --- | --- | --- | --- | --- | --- |\n";
            let mut all = Vec::new();
            for row in &measured.rows {
                let [ratio, low, high] = row.ratio;
                let _ = writeln!(
                    text,
                    "| {} | `{}` | {} | {} | {ratio:.2} [{low:.2}, {high:.2}] | {:.1} |",
                    row.game,
                    row.engine,
                    row.positions,
                    row.nodes,
                    row.time.as_secs_f64()
                );
                let name = bar_name(&measured.suite.plan, row.game, &row.engine);
                all.push(Bar { name, value: ratio, interval: Some([low, high]) });
            }
            let title = format!("{}: nodes that a search takes", games_of(&measured.suite.plan));
            let label =
                "nodes, as a multiple of those of the first engine: geometric mean over positions, 95 % interval";
            files.push((format!("{name}.svg"), bars(&title, label, &all)));
        }
    }

    /// The steps of all ladders, and a picture for every key that varies.
    fn ladders(&self, text: &mut String, files: &mut Vec<Report>) {
        let mut pictures: Vec<(String, Vec<Series>)> = Vec::new();
        for played in self.of(Schedule::Ladder) {
            let Played { part, standings, crosstable, .. } = played;
            let engines = &part.plan.engines;
            let _ = write!(text, "\n## Steps: {}\n\n{}", part.name, paired_head(&part.plan));
            for pair in engines.windows(2) {
                let step =
                    |row: &&CrossTableRow| row.engine == pair[1].to_string() && row.opponent == pair[0].to_string();
                text.extend(crosstable.iter().filter(step).map(paired));
            }
            let Some((key, values)) = varied(engines) else { continue };
            let number = pictures.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                pictures.push((key.clone(), Vec::new()));
                pictures.len() - 1
            });
            pictures[number].1.extend(by_game(standings).into_iter().map(|(game, rows)| {
                let point = |(spec, &x): (&Spec, &f64)| {
                    let row = rows.iter().find(|row| row.engine == spec.to_string())?;
                    Some(Point { x, y: row.elo, low: row.elo_low, high: row.elo_high })
                };
                let points = engines.iter().zip(&values).filter_map(point).collect();
                Series { name: format!("{}, {}", game_title(game), engines[0].name()), points }
            }));
        }
        for (key, series) in pictures {
            let y_label = "Elo, where 0 is the mean of a game's engines, with 95 % intervals";
            let picture = lines(&format!("Elo by {key}"), &key_with_unit(&key), y_label, &series, true);
            let _ = write!(text, "\n![Elo by {key}](elo-by-{key}.svg)\n");
            files.push((format!("elo-by-{key}.svg"), picture));
        }
    }

    /// All tournaments of two engines.
    fn duels(&self, text: &mut String) {
        for Played { part, crosstable, sprt, .. } in self.of(Schedule::RoundRobin) {
            let [first, _] = part.plan.engines.as_slice() else { continue };
            let _ = write!(text, "\n## One against the other: {}\n\n{}", part.name, paired_head(&part.plan));
            text.extend(crosstable.iter().filter(|row| row.engine == first.to_string()).map(paired));
            if let Some(verdict) = sprt {
                let _ = write!(text, "\n{verdict}\n");
            }
        }
    }

    /// The first engine of a gauntlet against all others.
    fn gauntlets(&self, text: &mut String) {
        for Played { part, crosstable, .. } in self.of(Schedule::Gauntlet) {
            let _ = write!(text, "\n## One against the others: {}\n\n{}", part.name, paired_head(&part.plan));
            let first = part.plan.engines[0].to_string();
            text.extend(crosstable.iter().filter(|row| row.engine == first).map(paired));
        }
    }

    fn round_robins(&self, text: &mut String, files: &mut Vec<Report>) {
        for played in self.of(Schedule::RoundRobin).filter(|played| played.part.plan.engines.len() > 2) {
            let name = &played.part.name;
            let _ = write!(text, "\n## Standings: {name}\n\n![{name}]({name}.svg)\n\n");
            *text += "| game | engine | rounds | score | Elo | margin |\n| --- | --- | --- | --- | --- | --- |\n";
            for row in &played.standings {
                let Standing { game, engine, games, .. } = row;
                let _ = writeln!(
                    text,
                    "| {game} | `{engine}` | {games} | {:.1} % | {:+.0} [{:+.0}, {:+.0}] | {} |",
                    100.0 * row.score,
                    row.elo,
                    row.elo_low,
                    row.elo_high,
                    margin([row.mean_margin, row.mean_margin_low, row.mean_margin_high])
                );
            }
            files.push((format!("{name}.svg"), crosstable(&played.crosstable)));
        }
    }

    /// Engines that play themselves: South's share, and what first moves came to.
    fn mirrors(&self, text: &mut String, files: &mut Vec<Report>) {
        for Played { part, standings, first_moves, .. } in self.of(Schedule::Mirror) {
            let name = &part.name;
            let _ = write!(text, "\n## South against itself: {name}\n\n![{name}]({name}.svg)\n\n");
            *text += "| game | engine | rounds | South won | drawn | lost | South's share | South's margin |\n";
            *text += "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
            let mut edges = Vec::new();
            // In the order of the plan, and not by rank: nobody is stronger than itself.
            for (game, rows) in by_game(standings) {
                let own = |spec: &Spec| rows.iter().find(|row| row.engine == spec.to_string());
                for row in part.plan.engines.iter().filter_map(own) {
                    let _ = writeln!(
                        text,
                        "| {game} | `{}` | {} | {} | {} | {} | {:.1} % | {} |",
                        row.engine,
                        row.games,
                        row.wins,
                        row.draws,
                        row.losses,
                        100.0 * row.score_south,
                        margin([row.mean_margin, row.mean_margin_low, row.mean_margin_high])
                    );
                    let name = bar_name(&part.plan, game, &row.engine);
                    if let (Some(value), Some(low), Some(high)) =
                        (row.mean_margin, row.mean_margin_low, row.mean_margin_high)
                    {
                        edges.push(Bar { name, value, interval: Some([low, high]) });
                    }
                }
            }
            let title = format!("{}: South's margin when an engine plays itself", games_of(&part.plan));
            let label =
                format!("South's counters less North's, a round: mean and 95 % interval, {}", begun(&part.plan));
            files.push((format!("{name}.svg"), bars(&title, &label, &edges)));
            by_first_move(text, first_moves);
            files.push((format!("{name}.first-moves.csv"), csv(first_moves)));
        }
    }
}

/// The games of a plan by their titles, each once.
fn games_of(plan: &Plan) -> String {
    let mut titles: Vec<_> = plan.variants.iter().map(|variant| variant.game().title()).collect();
    titles.dedup();
    titles.join(", ")
}

/// What stands beside a bar: the engine, and before it the game, if there are several.
fn bar_name(plan: &Plan, game: &str, engine: &str) -> String {
    if plan.variants.len() == 1 { engine.into() } else { format!("{}: {engine}", game_title(game)) }
}

/// Where the engines of a plan take over, in words.
fn begun(plan: &Plan) -> String {
    let moves = |plies: u32| if plies == 1 { "1 move".into() } else { format!("{plies} moves") };
    match &plan.openings {
        Book::Random { plies: 0 } | Book::All { plies: 0 } => "from the start".into(),
        Book::Random { plies } => format!("after {} at random", moves(*plies)),
        Book::All { plies } => format!("after every opening of {}", moves(*plies)),
        Book::Listed(openings) => format!("from {} listed openings", openings.len()),
    }
}

/// The head of a table of engines against others.
fn paired_head(plan: &Plan) -> String {
    let (played, margin) = if plan.matches.is_some() { ("matches", "margin at the end") } else { ("rounds", "margin") };
    format!(
        "| game | engine | against | {played} | score | Elo | {margin} | |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n"
    )
}

/// An engine against another, in a row.
fn paired(row: &CrossTableRow) -> String {
    let score = (row.wins as f64 + row.draws as f64 / 2.0) / row.games.max(1) as f64;
    let verdict = match () {
        () if row.elo_low > 0.0 => "stronger",
        () if row.elo_high < 0.0 => "weaker",
        () => "not told apart",
    };
    format!(
        "| {} | `{}` | `{}` | {} | {:.1} % | {:+.0} [{:+.0}, {:+.0}] | {} | {verdict} |\n",
        row.game,
        row.engine,
        row.opponent,
        row.games,
        100.0 * score,
        row.elo,
        row.elo_low,
        row.elo_high,
        margin([row.mean_margin, row.mean_margin_low, row.mean_margin_high])
    )
}

/// A mean margin with its interval, if it is known.
fn margin(numbers: [Option<f64>; 3]) -> String {
    match numbers {
        [Some(mean), Some(low), Some(high)] => format!("{mean:+.2} [{low:+.2}, {high:+.2}]"),
        _ => "not known".into(),
    }
}

/// South's mean margin by first move: a row for every game and engine, a column for every move.
fn by_first_move(text: &mut String, all: &[FirstMove]) {
    let mut letters: Vec<_> = all.iter().map(|row| row.first_move).collect();
    letters.sort_unstable();
    letters.dedup();
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<_> =
        ["game", "engine"].map(String::from).into_iter().chain(letters.iter().map(char::to_string)).collect();
    *text += "\nSouth's mean margin by first move, with how many rounds began with it:\n\n";
    *text += &row(&head);
    *text += &row(&vec!["---".into(); head.len()]);
    for group in all.chunk_by(|a, b| (&a.game, &a.engine) == (&b.game, &b.engine)) {
        let names = [group[0].game.clone(), format!("`{}`", group[0].engine)];
        let cell = |letter| {
            let own = group.iter().find(|row| row.first_move == letter);
            own.map_or(String::new(), |row| format!("{:+.2} ({})", row.mean_margin, row.rounds))
        };
        *text += &row(&names.into_iter().chain(letters.iter().map(|&letter| cell(letter))).collect::<Vec<_>>());
    }
}

/// The rows of each game, in order.
fn by_game(standings: &[Standing]) -> Vec<(&'static str, Vec<&Standing>)> {
    let mut games: Vec<(&'static str, Vec<&Standing>)> = Vec::new();
    for row in standings {
        match games.iter_mut().find(|(game, _)| *game == row.game) {
            Some((_, rows)) => rows.push(row),
            None => games.push((row.game, vec![row])),
        }
    }
    games
}

/// The one key in which the engines differ, and its values as numbers.
fn varied(engines: &[Spec]) -> Option<(String, Vec<f64>)> {
    let (key, _) =
        engines.first()?.keys().find(|(key, value)| engines.iter().any(|spec| spec.value(key) != Some(value)))?;
    let number = |spec: &Spec| {
        let value = spec.value(key)?;
        value.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()
    };
    Some((key.to_owned(), engines.iter().map(number).collect::<Option<_>>()?))
}

fn csv<R: serde::Serialize>(rows: &[R]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("a flat row goes into memory");
    }
    String::from_utf8(writer.into_inner().expect("memory takes all rows")).expect("numbers and names are UTF-8")
}
