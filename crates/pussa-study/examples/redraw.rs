//! Draws the pictures of what was found out before, from its tables: nothing is found out anew. They are put where they were.
//!
//! `cargo run -p pussa-study --example redraw -- results/first-player-advantage/default results/match/*.svg`
//!
//! A folder is that of `pussa advantage`, with `run.toml`, `cells.csv` and `play.csv`; a picture is one of `pussa advantage
//! --match`, with its table of the same name beside it, which ends in `.csv`.

use pussa_arena::{Made, write_whole};
use pussa_study::advantage::{Run, Wishes};
use pussa_study::matches::MatchFindings;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    for argument in std::env::args_os().skip(1) {
        let path = Path::new(&argument);
        let drawn = if path.is_dir() { advantage(path) } else { matches(path) };
        drawn.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The pictures of a run that found all it was to find.
fn advantage(folder: &Path) -> Result<(), Box<dyn Error>> {
    let (wishes, made) = Made::read::<Wishes>(&folder.join("run.toml"))?;
    let run = Run::resume(folder, wishes.plan()?, &made.ok_or("run.toml does not say who made it")?)?;
    if run.worths().count() < run.plan().boards().len() {
        return Err("this run has not come to its end".into());
    }
    let findings = run.findings();
    for (name, picture) in findings.files().iter().filter(|(name, _)| is_picture(Path::new(name))) {
        write_whole(&folder.join(name), picture.as_bytes())?;
    }
    Ok(())
}

/// The picture beside a table of matches.
fn matches(picture: &Path) -> Result<(), Box<dyn Error>> {
    if !is_picture(picture) {
        return Err("this is neither a folder nor a picture, which ends in .svg".into());
    }
    let findings = MatchFindings::from_csv(&std::fs::read(picture.with_extension("csv"))?)?;
    Ok(write_whole(picture, findings.picture().as_bytes())?)
}

fn is_picture(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "svg")
}
