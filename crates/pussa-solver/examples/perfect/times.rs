//! How soon it answers: at positions of random play and of strong play, one of each round, knowing nothing of it before.

use crate::Trial;
use crate::common::Chance;
use pussa_engine::{Engine, Watch};
use pussa_rules::Round;
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

/// So that the clock, on a busy machine, ends no search that a quiet one would have had the time for.
const SPEC: &str = "perfect:time=60s";

pub(crate) fn run(trial: &Trial) -> Result<(), Box<dyn Error>> {
    let mut perfect = trial.engine(SPEC)?;
    println!(
        "milliseconds of processor time, and by the clock: half of the answers took less, 99 of 100, all; by what"
    );
    for play in ["random", "alpha-beta:depth=6"] {
        let mut player = trial.engine(play)?;
        let mut chance = Chance(1);
        let mut took = Vec::new();
        let mut by: BTreeMap<&str, usize> = BTreeMap::new();
        while took.len() < trial.positions {
            let Some(round) = some_position(trial, player.as_mut(), &mut chance)? else { continue };
            perfect.new_game(1);
            let (begun, worked) = (Instant::now(), processor_time());
            let choice = perfect.choose(&round, &Watch::none())?;
            let times = [processor_time().saturating_sub(worked), begun.elapsed()];
            if times[0] > Duration::from_millis(100) {
                println!("  {}: {} ms, by {}", round.position(), times[0].as_millis(), choice.by.unwrap_or("?"));
            }
            took.push(times);
            *by.entry(choice.by.unwrap_or("?")).or_default() += 1;
        }
        let [worked, waited] = [0, 1].map(|i| quantiles(took.iter().map(|times| times[i]).collect()));
        println!("{} {play}: {worked}; {waited}; {by:?}", trial.variant.game());
    }
    Ok(())
}

/// A position of a round that two of these play after some moves of chance; none if the round is too short.
fn some_position(trial: &Trial, player: &mut dyn Engine, chance: &mut Chance) -> Result<Option<Round>, Box<dyn Error>> {
    let mut round = trial.start();
    player.new_game(chance.below(1 << 30) as u64);
    // Every ply of a usual round has the same chance.
    let plies = chance.below(30);
    let given = chance.below(5);
    for ply in 0..plies {
        if round.outcome().is_some() {
            return Ok(None);
        }
        let mv = if ply < given {
            round.choices().nth(chance.below(round.choices().len())).expect("one of the choices")
        } else {
            player.choose(&round, &Watch::none())?.mv
        };
        round.play_unchecked(mv);
    }
    Ok(round.outcome().is_none().then_some(round))
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

fn quantiles(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1000.0;
    format!("{:.2} {:.2} {:.2}", at(50), at(99), at(100))
}
