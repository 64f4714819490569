// The page: what a person does, what is asked of the server, what is shown.

import { get, readRecords, writeRecords } from "./api.js";
import { read, written } from "./address.js";
import { Board } from "./board.js";
import { NewGame, SetUp, chooseRecord, download, options, players } from "./dialogs.js";
import { Fate } from "./fate.js";
import { Game } from "./game.js";
import { Course } from "./graph.js";
import { hearKeys } from "./keys.js";
import { Lessons } from "./lessons.js";
import { LibraryNote } from "./library.js";
import { recalled, remember } from "./memory.js";
import { sideOf } from "./position.js";
import { report, state, trouble } from "./report.js";
import { Show } from "./sowing.js";
import { Study, bestMove, review } from "./study.js";
import { fillTexts, texts } from "./texts.js";

const $ = (id) => document.getElementById(id);
fillTexts();

const game = new Game();
const board = new Board($("board"), { chosen: (letter) => choose(letter), looked: (letter) => study.look(letter) });
const show = new Show(board);
const study = new Study(board, { worths: $("worths"), note: $("study-note"), ghost: (text) => ($("tally").textContent = text) });
const fate = new Fate($("fate"), () => {
  if (shown && !busy && !shown.over) rest(turn);
});
const course = new Course({ graph: $("graph"), moves: $("moves") }, (at) => jump(at));
const library = new LibraryNote($("strong-note"));
const lessons = new Lessons({ play: playLesson, set: setLesson, closed: () => leaveLesson() });
const newGame = new NewGame((words, players) => begin(words, players));
const setUp = new SetUp((words, start) => begin({ ...words, board: start }, { ...game.players, isMatch: false }));

/// What the server says of the position shown.
let shown = null;
/// Counts what people do: whatever began before the last of it is out of date.
let turn = 0;
/// Whether a move is being shown, or an engine thinks.
let busy = false;
/// The server's answers by moves, for the graph.
let answers = new Map();
/// The game that waits while a lesson goes on.
let waiting = null;

/// Says how the game stands.
function say(engineMoves) {
  report(game, shown, { engineMoves, inLesson: lessons.isOpen });
}

/// Does something that can be refused, and says so if it is.
async function attempt(work) {
  try {
    trouble(null);
    return await work();
  } catch (error) {
    if (error.name !== "AbortError") trouble(error);
    return undefined;
  }
}

/// Begins a new game, or one from elsewhere, at some place in its moves.
async function begin(words, players, { at, from = "" } = {}) {
  lessons.leave();
  waiting = null;
  game.restart(words, players);
  game.from = from;
  game.at = at ?? game.moves.length;
  answers = new Map();
  if (players?.number) game.match = { number: players.number, rounds: [], winner: null };
  fate.end();
  library.show(game).catch(() => {});
  await arrive();
}

/// Shows the present position at once, and whatever follows from it.
async function arrive() {
  const mine = ++turn;
  show.skip();
  busy = false;
  state("arriving");
  await attempt(async () => {
    const answer = await game.shown();
    if (mine !== turn) return;
    shown = answer;
    answers.set(game.moves.slice(0, game.at), answer);
    board.setHint(null);
    board.show(answer.board, answer.over ? [] : answer.legal);
    $("tally").textContent = "";
    await rest(mine);
  });
}

/// The board stands still: whose turn it is, what moves are worth, and an engine's move if it is its turn.
async function rest(mine) {
  const over = shown.over;
  const who = over ? null : game.players[shown.side];
  const engineMoves = who !== null && who !== "human" && game.at === game.moves.length && !lessons.isOpen;
  const legal = over || engineMoves ? [] : shown.legal;
  board.legal = legal;
  board.setTurn(over ? null : shown.side);
  if (!lessons.isOpen) history.replaceState(null, "", written(game));
  say(engineMoves);
  redrawCourse();
  if (over) await roundOver(mine);
  if (mine !== turn) return;
  if (engineMoves) return engineMove(mine, who);
  state(over ? "over" : "waiting");
  const isKnown = await tellFate(over);
  if (mine !== turn) return;
  if ($("values").checked && !over) study.begin(game, (findings) => (fate.now(findings.fate), redrawCourse()), isKnown);
  else study.end(over ? texts.nothingToStudy : texts.valuesOff);
}

/// Says who wins the match, for those who want to know what moves are worth. True if that is known.
async function tellFate(over) {
  if (game.match && !game.match.winner && $("values").checked && !lessons.isOpen) {
    return fate.begin(game, over).catch(() => false);
  }
  fate.end();
  return false;
}


/// The answers for every place in the moves, as far as the graph needs them, and the graph.
async function redrawCourse() {
  const moves = game.moves;
  for (let at = 0; at <= moves.length; at++) {
    const key = moves.slice(0, at);
    if (!answers.has(key) && (game.found(at) || at === moves.length)) answers.set(key, await game.shown(at).catch(() => undefined));
  }
  if (moves === game.moves) course.draw(game, answers);
}

/// A person chooses a hole.
async function choose(letter) {
  if (busy) {
    show.skip();
    return;
  }
  if (!board.legal.includes(letter)) return;
  if (lessons.isOpen) return lessons.chosen(letter);
  await play(letter);
}

/// Makes a move at the present place, and shows it.
async function play(letter) {
  const mine = ++turn;
  study.end();
  game.enter(letter);
  answers.set(game.moves.slice(0, game.at - 1), shown);
  await attempt(() => showMove(mine));
}

/// Shows the last move made, from the board before it, which stands there.
async function showMove(mine) {
  busy = true;
  state("moving");
  board.setHint(null);
  board.legal = [];
  board.setTurn(shown.side);
  $("skip").hidden = false;
  try {
    const told = await game.told(game.at);
    if (mine !== turn) return;
    $("news").textContent = texts.told(told);
    await show.sow(told, (gains) => {
      if (mine === turn) $("tally").textContent = gains.south || gains.north ? texts.tally(gains.south, gains.north) : "";
    });
    if (mine !== turn) return;
    shown = await game.shown();
    if (mine !== turn) return;
    board.show(shown.board, []);
  } catch (error) {
    if (mine === turn) {
      game.at -= 1;
      game.moves = game.moves.slice(0, game.at);
      shown = await game.shown();
    }
    throw error;
  } finally {
    if (mine === turn) {
      busy = false;
      $("skip").hidden = true;
    }
  }
  if (mine === turn) await rest(mine);
}

async function engineMove(mine, spec) {
  busy = true;
  state("thinking");
  study.end();
  const choice = await attempt(() => get("play", { ...game.words(), engine: game.engine(spec), seed: game.seed + game.at }));
  if (mine !== turn) return;
  busy = false;
  if (choice) await play(choice.move);
}

/// The round is over: what is left goes where it goes, and a match goes on.
async function roundOver(mine) {
  const { over } = shown;
  const left = Object.values(board.spots).reduce((sum, spot) => sum + spot.seeds.length, 0);
  if (left) {
    busy = true;
    if (over.remainder) $("tally").textContent = texts.takesRest(over.remainder, left);
    show.skipped = false;
    await show.sweep(over);
    if (mine !== turn) return;
    busy = false;
  }
  $("news").textContent = texts.over(over);
  if (!game.match || game.at < game.moves.length) return;
  const { number, rounds } = game.match;
  if (rounds.some((round) => round.number === number)) return;
  rounds.push({ number, over, written: game.round() });
  game.match.next = await get("match", { ...game.words(), round: number });
  game.match.winner = game.match.next.winner;
  if (mine === turn) say(false);
}

/// The next round of the match: both fill the board from what they hold.
async function nextRound() {
  const { match, players, variant } = game;
  const opening = match?.next?.opening;
  if (!opening) return;
  const mine = ++turn;
  study.end();
  busy = true;
  $("next-round").hidden = true;
  await attempt(async () => {
    $("status").textContent = texts.roundNumber(match.number + 1);
    $("tally").textContent = "";
    await show.fill(opening);
    if (mine !== turn) return;
    busy = false;
    game.restart({ ...variant, board: opening }, players);
    game.match = { number: match.number + 1, rounds: match.rounds, winner: null };
    answers = new Map();
    await arrive();
  });
}

/// Goes to the place after some number of moves; one move on is shown as it is made.
async function jump(at) {
  if (lessons.isOpen || at < 0 || at > game.moves.length) return;
  const on = at === game.at + 1 && !busy;
  game.at = at;
  if (!on) return arrive();
  const mine = ++turn;
  study.end();
  await attempt(() => showMove(mine));
}

/// Takes moves back until a person is to move.
function takeBack() {
  let at = game.at - 1;
  const mover = (place) => (place === game.at ? shown.side : answers.get(game.moves.slice(0, place))?.side ?? sideOf(game.moves[place]));
  while (at > 0 && game.players[mover(at)] !== "human") at -= 1;
  if (at >= 0) jump(at);
}

async function hint() {
  if (busy || shown.over) return;
  const mine = turn;
  const best = await attempt(() => bestMove(game));
  if (mine !== turn || !best) return;
  board.setHint(best.move);
  for (const id of ["tally", "news"]) $(id).textContent = texts.hintIs(best, shown.side);
}

async function reviewGame() {
  const mine = turn;
  await attempt(async () => {
    await review(game, (at, all) => {
      $("review-note").textContent = texts.reviewing(at, all);
      redrawCourse();
      return mine === turn;
    });
    const lost = [...game.moves].filter((_, at) => (game.loss(at)?.loss ?? 0) >= 1).length;
    $("review-note").textContent = mine === turn ? texts.reviewed(lost) : "";
  });
}

async function save() {
  await attempt(async () => {
    const rounds = (game.match?.rounds ?? []).map((round) => round.written);
    if (!game.match || !rounds.length || !shown.over) rounds.push(game.round());
    download(`${game.name}.pussa`, await writeRecords(rounds));
  });
}

async function load(text) {
  await attempt(async () => {
    chooseRecord(await readRecords(text), (record) => {
      const words = { game: record.game, counters: record.counters, ...Object.fromEntries(record.reading), board: record.board, moves: record.moves };
      begin(words, { south: "human", north: "human" }, { at: 0, from: record.text });
    });
  });
}

/// Opens what the address says; the usual game if it says nothing.
async function open() {
  const said = read(location.hash);
  shown = null;
  if (!said) return begin({ game: "walak-pussa" }, { south: "human", north: "greedy" });
  const { words, at, south, north, match } = said;
  await begin(words, { south, north, number: match }, { at });
  if (shown) return;
  const refused = $("trouble").textContent;
  await begin({ game: "walak-pussa" }, { south: "human", north: "greedy" });
  trouble(refused);
}

/// The board of a lesson, where nothing is kept.
async function setLesson(name, step) {
  waiting ??= { words: { ...game.variant, board: game.start, moves: game.moves }, players: game.players, match: game.match, at: game.at };
  game.restart({ game: name, board: step.board });
  answers = new Map();
  await arrive();
  board.legal = [step.move];
  board.setHint(step.move);
}

async function playLesson(letter) {
  if (!board.legal.includes(letter)) return;
  await play(letter);
  board.legal = [];
  board.mark();
}

function leaveLesson() {
  if (!waiting) return;
  const { words, players, match, at } = waiting;
  waiting = null;
  game.restart(words, players);
  game.match = match;
  game.at = at;
  answers = new Map();
  arrive();
}

const on = (id, work) => $(id).addEventListener("click", work);
on("open-new", () => attempt(async () => newGame.open(game, await players())));
on("open-lesson", () => lessons.open(game.name));
on("open-setup", () => setUp.open(game, shown?.board ?? "4,4,4,4,4,4,4/4,4,4,4,4,4,4/0,0/S"));
on("save", save);
on("load", () => $("file").click());
on("first", () => jump(0));
on("back", takeBack);
on("forth", () => jump(game.at + 1));
on("last", () => jump(game.moves.length));
on("hint", hint);
on("skip", () => show.skip());
on("next-round", nextRound);
on("review", reviewGame);
on("copy", async () => {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  $("review-note").textContent = texts.copied;
});
$("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) await load(await file.text());
  target.value = "";
});
$("values").addEventListener("change", () => {
  remember("values", $("values").checked ? "on" : "off");
  if (shown && !busy) rest(turn);
});
options($("speed"), texts.speeds, recalled("speed", "normal"));
$("speed").addEventListener("change", () => {
  show.speed = $("speed").value;
  remember("speed", show.speed);
});
show.speed = $("speed").value;
$("values").checked = recalled("values", "off") === "on";
$("keys").textContent = texts.keys;
board.redrawn = () => {
  show.skip();
  if (shown) board.setTurn(shown.over ? null : shown.side);
};

hearKeys({
  isReady: () => Boolean(shown),
  play: (key) => choose(shown.side === "south" ? key.toUpperCase() : key.toLowerCase()),
  step: (way) => jump(game.at + way),
  ...{ jump, takeBack, hint },
  values: () => $("values").click(),
  space: () => busy && (show.skip(), true),
  last: () => game.moves.length,
});
window.addEventListener("hashchange", open);
window.addEventListener("pagehide", () => study.end());

open();
