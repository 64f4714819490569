//! The rows of `games.csv`, `losses.csv` and `timings.csv`, both ways.

use crate::game::{End, Game, Spent, ended};
use crate::loss::{JudgedMove, Loss};
use crate::plan::Adjudication;
use crate::tournament::{Fixture, Tournament};
use pussa_rules::{Forfeit, Hole, RecordEnding, Round, Side};
use serde::Serialize;

/// A row of `games.csv`.
#[derive(Serialize)]
pub(super) struct GameRow {
    game_id: u64,
    pair_id: u64,
    match_id: Option<u64>,
    round: Option<usize>,
    game: &'static str,
    reading: String,
    holes: u8,
    counters: u8,
    south: String,
    north: String,
    board: String,
    opening: String,
    moves: String,
    plies: usize,
    south_final: u8,
    north_final: u8,
    margin: Option<i32>,
    result: &'static str,
    ending: &'static str,
}

/// Where a round belongs: the number of its row, its pair and leg, and which round of the leg it is, from 0 on.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) id: u64,
    pub(super) fixture: Fixture<'a>,
    pub(super) leg: usize,
    pub(super) round: usize,
}

impl GameRow {
    /// The columns, in their order.
    pub(super) const HEADER: &'static str = "game_id,pair_id,match_id,round,game,reading,holes,counters,south,north,\
        board,opening,moves,plies,south_final,north_final,margin,result,ending\n";

    pub(super) fn new(tournament: &Tournament, place: Place, game: &Game) -> Self {
        let Place { id, fixture, leg, round } = place;
        let plan = tournament.plan();
        let variant = plan.variants[fixture.variant];
        let [south_final, north_final] = game.reserves();
        let letters = |moves: &[Hole]| moves.iter().map(|hole| hole.letter()).collect();
        let [south, north] = [leg, 1 - leg].map(|engine| plan.engines[fixture.engines[engine]].to_string());
        Self {
            game_id: id,
            pair_id: fixture.id,
            match_id: plan.matches.map(|_| 2 * fixture.id + leg as u64),
            round: plan.matches.map(|_| round + 1),
            game: variant.game().name(),
            reading: variant.reading().to_string(),
            holes: variant.holes(),
            counters: variant.counters(),
            south,
            north,
            board: game.start.to_string(),
            opening: letters(&game.opening),
            moves: letters(&game.moves),
            plies: game.moves.len(),
            south_final,
            north_final,
            margin: game.margin(),
            result: result(game.winner()),
            ending: game.ending(),
        }
    }
}

fn result(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::South) => "south",
        Some(Side::North) => "north",
        None => "draw",
    }
}

/// A row of `timings.csv`.
#[derive(Serialize)]
pub(super) struct TimingRow {
    game_id: u64,
    south_seconds: String,
    north_seconds: String,
    south_nodes: u64,
    north_nodes: u64,
    judge_seconds: Option<String>,
    judge_nodes: Option<u64>,
}

impl TimingRow {
    /// The columns, in their order.
    pub(super) const HEADER: &'static str = "game_id,south_seconds,north_seconds,south_nodes,north_nodes,judge_seconds,\
        judge_nodes\n";

    /// A row of which nothing is known but the round.
    pub(super) fn unknown(id: u64) -> String {
        format!("{id},,,,,,\n")
    }

    /// Whether a line is one of the round with this number.
    pub(super) fn is_of(id: u64, line: &[u8]) -> bool {
        line.strip_prefix(format!("{id},").as_bytes()).is_some()
    }

    pub(super) fn new(id: u64, game: &Game) -> Self {
        let [south, north] = game.spent;
        let judge = game.judged.as_ref().map(|judged| judged.spent);
        let seconds = |spent: Spent| format!("{:.6}", spent.time.as_secs_f64());
        Self {
            game_id: id,
            south_seconds: seconds(south),
            north_seconds: seconds(north),
            south_nodes: south.nodes,
            north_nodes: north.nodes,
            judge_seconds: judge.map(seconds),
            judge_nodes: judge.map(|judge| judge.nodes),
        }
    }
}

/// A row of `losses.csv`.
#[derive(Serialize)]
pub(super) struct LossRow {
    game_id: u64,
    ply: usize,
    engine: String,
    r#move: char,
    loss: Option<i16>,
    exact: bool,
}

impl LossRow {
    /// The columns, in their order.
    pub(super) const HEADER: &'static str = "game_id,ply,engine,move,loss,exact\n";

    /// The row of a judged move of a game.
    pub(super) fn new(tournament: &Tournament, place: Place, game: &Game, judged: JudgedMove) -> Self {
        let Place { id, fixture, leg, .. } = place;
        let engine = fixture.engines[(judged.side.index() + leg) % 2];
        Self {
            game_id: id,
            ply: judged.ply,
            engine: tournament.plan().engines[engine].to_string(),
            r#move: game.moves[judged.ply].letter(),
            loss: match judged.loss {
                Loss::Exactly(loss) | Loss::AtLeast(loss) => Some(loss),
                Loss::Open => None,
            },
            exact: judged.loss.exact().is_some(),
        }
    }

    /// What a row says of the loss; `None` if it says nothing that can be.
    pub(super) fn reread(row: &csv::StringRecord) -> Option<Loss> {
        match [4, 5].map(|column| row.get(column)) {
            [Some(loss), Some("true")] => loss.parse().ok().map(Loss::Exactly),
            [Some(""), Some("false")] => Some(Loss::Open),
            [Some(loss), Some("false")] => loss.parse().ok().filter(|&loss| loss > 0).map(Loss::AtLeast),
            _ => None,
        }
    }
}

/// The round that a row of `games.csv` tells of, played again; `None` if the row can't be one of it. Nobody knows any
/// more what the engines spent.
pub(super) fn reread(row: &csv::StringRecord, round: Round, opening: usize, adjudicate: Adjudication) -> Option<Game> {
    let [moves, result, ending] = [12, 17, 18].map(|column| row.get(column));
    let mut round = round;
    round.play_all(moves?.get(opening..)?).ok()?;
    let forfeit = RecordEnding::ALL.into_iter().find_map(|known| match known {
        RecordEnding::Forfeited(forfeit) if Some(known.name()) == ending => Some(forfeit),
        _ => None,
    });
    let end = match forfeit {
        Some(forfeit) => forfeited(&round, forfeit, result?)?,
        None => ended(&round, adjudicate)?,
    };
    let [opening, moves] = [&round.moves()[..opening], round.moves()].map(<[Hole]>::to_vec);
    Some(Game { start: round.start(), opening, moves, end, spent: Default::default(), judged: None })
}

fn forfeited(round: &Round, forfeit: Forfeit, result: &str) -> Option<End> {
    let loser = match result {
        "south" => Side::North,
        "north" => Side::South,
        _ => return None,
    };
    let reserves = Side::BOTH.map(|side| round.position().reserve(side));
    (loser == round.side()).then(|| End::Forfeited { loser, forfeit, why: String::new(), reserves })
}
