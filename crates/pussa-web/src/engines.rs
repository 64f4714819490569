//! The engines that can be named over HTTP: built-in ones alone, within bounds.

use crate::asked::shown;
use crate::known::Known;
use crate::refusal::{OrWrong, Refusal};
use pussa_engine::{Engine, Kind, Roster, Spec, keys};
use std::time::Duration;

/// The engines that may be named. Others start programs, or are not known to keep within bounds.
const BUILT_IN: [&str; 5] = ["random", "greedy", "alpha-beta", "mcts", "perfect"];

/// The most time that an engine may take for a move.
pub(crate) const MOST_TIME: Duration = Duration::from_secs(10);

/// The largest table that an engine may have, in MiB.
const MOST_HASH: u64 = 64;

/// What a key of an engine may be set to.
enum Allowed {
    /// What the engine itself allows.
    Anything,
    /// A number up to this.
    UpTo(u64),
    /// A time up to [`MOST_TIME`].
    Time,
    /// A size up to [`MOST_HASH`].
    Size,
    /// One of these words: anything else may name a file.
    Words(&'static [&'static str]),
}

fn allowed(key: &str) -> Option<Allowed> {
    Some(match key {
        "depth" | "nodes" | "playouts" | "exploration" | "first-play" | "rollouts" | "backup" | "solver"
        | "without" => Allowed::Anything,
        "together" => Allowed::UpTo(64),
        "threads" => Allowed::UpTo(1),
        "time" => Allowed::Time,
        "hash" => Allowed::Size,
        "evaluation" => Allowed::Words(&["fitted", "plain"]),
        _ => return None,
    })
}

/// The built-in engines of a list.
pub(crate) fn built_in(roster: &Roster) -> impl Iterator<Item = &Kind> {
    roster.kinds().iter().filter(|kind| BUILT_IN.contains(&kind.name))
}

/// The engine that a spec names. Of what is known, `perfect` alone makes use, whose strength it does not change.
///
/// # Errors
/// If there is no such engine, or it is not one that may be named here, or not with these keys.
pub(crate) fn engine(roster: &Roster, spec: &Spec, known: &Known) -> Result<Box<dyn Engine>, Refusal> {
    if built_in(roster).all(|kind| kind.name != spec.name()) {
        let known: Vec<_> = built_in(roster).map(|kind| kind.name).collect();
        let (name, known) = (shown(spec.name()), known.join(", "));
        return Err(Refusal::wrong(format_args!("engine: no engine is called {name} here; there are {known}")));
    }
    for (key, value) in spec.keys() {
        let wanted = match allowed(key) {
            // Which keys an engine has, its list says below.
            None | Some(Allowed::Anything) => continue,
            Some(Allowed::UpTo(most)) if value.parse::<u64>().is_ok_and(|n| n <= most) => continue,
            Some(Allowed::Time) if keys::time(value).is_some_and(|time| time <= MOST_TIME) => continue,
            Some(Allowed::Size) if keys::size(value).is_some_and(|size| size <= MOST_HASH << 20) => continue,
            Some(Allowed::Words(words)) if words.contains(&value) => continue,
            Some(Allowed::UpTo(most)) => format!("at most {most}"),
            Some(Allowed::Time) => format!("at most {}s", MOST_TIME.as_secs()),
            Some(Allowed::Size) => format!("at most {MOST_HASH}MiB"),
            Some(Allowed::Words(words)) => words.join(" or "),
        };
        let told = shown(&format!("{key}={value}"));
        return Err(Refusal::wrong(format_args!("engine: {told} will not do here; {key} is {wanted}")));
    }
    let mut engine = roster.engine(spec).or_wrong()?;
    if spec.name() == "perfect" {
        engine.consult(known.lore());
    }
    Ok(engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(spec: &str) -> bool {
        let Ok(spec) = spec.parse() else { return true };
        engine(&Roster::default(), &spec, &Known::default()).is_err()
    }

    #[test]
    fn built_in_engines_may_be_named_within_bounds() {
        for spec in
            ["random", "greedy", "alpha-beta:depth=8:hash=64MiB", "mcts:playouts=100:time=10s", "alpha-beta:threads=1"]
        {
            assert!(!refused(spec), "{spec}");
        }
        for spec in [
            "alpha-beta:threads=2",
            "alpha-beta:hash=65MiB",
            "alpha-beta:hash=1GiB",
            "mcts:time=11s",
            "mcts:together=65",
        ] {
            assert!(refused(spec), "{spec}");
        }
    }

    #[test]
    fn nothing_starts_a_program_or_opens_a_file() {
        let mut roster = Roster::default();
        let kind = Kind { name: "ugi", about: "", keys: &[("cmd", "")], make: |_| unreachable!("it is never made") };
        roster.add(kind);
        assert!(engine(&roster, &"ugi:cmd=/bin/true".parse().unwrap(), &Known::default()).is_err());
        assert!(refused("alpha-beta:evaluation=/etc/passwd"));
        assert!(refused("alpha-beta:cmd=x") && refused("") && refused("clever"));
    }
}
