//! `match`: two engines play a whole match of rounds.

use crate::context::{Context, choose};
use crate::databases::EgdbArg;
use crate::options::number;
use crate::words;
use pussa_engine::Engine;
use pussa_rules::{Match, NextRound, Outcome, Round, Side};
use rand::Rng;
use serde::Serialize;

/// Let two engines play a match: rounds until a player cannot open another
#[derive(Debug, clap::Args)]
#[command(after_help = "\
South leads the first round. Each round gives both engines a new seed, South first.

Example: a match of Raja Pasu
  pussa match --game raja-pasu --south greedy --north random")]
pub(crate) struct Args {
    /// The engine that plays South, as `pussa engines` lists them
    #[arg(long, value_name = "ENGINE")]
    south: String,

    /// The engine that plays North
    #[arg(long, value_name = "ENGINE")]
    north: String,

    /// After so many rounds the match is decided by who holds more counters
    #[arg(long, value_name = "N", default_value_t = Match::DEFAULT_MAX_ROUNDS, allow_negative_numbers = true)]
    #[arg(value_parser = number(1, u32::MAX))]
    max_rounds: u32,

    #[command(flatten)]
    egdb: EgdbArg,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    game: &'static str,
    reading: String,
    holes: u8,
    counters: u8,
    south: String,
    north: String,
    seed: u64,
    rounds: Vec<RoundAnswer>,
    /// `south`, `north` or `draw`.
    winner: &'static str,
}

/// A round: the board it began with, its moves, how it ended, and the players' reserves then.
#[derive(Serialize)]
struct RoundAnswer {
    opening: String,
    moves: String,
    ending: &'static str,
    south: u8,
    north: u8,
}

impl RoundAnswer {
    fn new(round: &Round, outcome: Outcome) -> Self {
        let [south, north] = outcome.holdings;
        Self {
            opening: round.start().to_string(),
            moves: words::moves(round),
            ending: outcome.ending.name(),
            south,
            north,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let context = &args.egdb.given_to(context, &[context.variant])?;
    let mut players = [context.engine("--south", &args.south)?, context.engine("--north", &args.north)?];
    let variant = context.variant;
    let mut seeds = context.rng();
    let mut rounds = Vec::new();
    let mut game = Match::new(variant, args.max_rounds);
    let winner = loop {
        let opening = match game.next() {
            NextRound::Opening(opening) => opening,
            NextRound::Over(winner) => break winner,
        };
        for player in &mut players {
            player.new_game(seeds.next_u64());
        }
        let mut round = Round::new(variant, opening);
        let outcome = play(&mut players, &mut round)?;
        game.end_round(outcome);
        context.output.text(line(game.rounds(), &round, outcome))?;
        if context.output.is_json() {
            rounds.push(RoundAnswer::new(&round, outcome));
        }
    };
    context.output.text(verdict(winner, args))?;
    context.output.json(&Answer {
        game: variant.game().name(),
        reading: variant.reading().to_string(),
        holes: variant.holes(),
        counters: variant.counters(),
        south: args.south.clone(),
        north: args.north.clone(),
        seed: context.seed(),
        rounds,
        winner: words::winner(winner),
    })
}

/// Plays a round to its end.
fn play(players: &mut [Box<dyn Engine>; 2], round: &mut Round) -> anyhow::Result<Outcome> {
    loop {
        if let Some(outcome) = round.outcome() {
            return Ok(outcome);
        }
        let mv = choose(players[round.side().index()].as_mut(), round)?.mv;
        round.play_unchecked(mv);
    }
}

/// A round in a line.
fn line(number: u32, round: &Round, outcome: Outcome) -> String {
    let leader = round.start().side();
    let moves = match round.moves().len() {
        1 => "1 move".into(),
        moves => format!("{moves} moves"),
    };
    let [south, north] = outcome.holdings;
    format!("Round {number:2}: {leader} leads, {moves:>9}, {:10}  South {south:3}  North {north:3}\n", outcome.ending)
}

/// Who won, in a line.
fn verdict(winner: Option<Side>, args: &Args) -> String {
    match winner {
        Some(Side::South) => format!("South, {}, wins the match.\n", args.south),
        Some(Side::North) => format!("North, {}, wins the match.\n", args.north),
        None => "The match is a draw.\n".into(),
    }
}
