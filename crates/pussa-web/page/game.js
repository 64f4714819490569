// The game being played or looked at: where it started, its moves, the place in them, and the match it belongs to.

import { get } from "./api.js";
import { texts } from "./texts.js";

/// The options of a reading, as the server names them.
export const OPTIONS = ["endless", "last-four", "origin", "unfilled"];

export class Game {
  constructor() {
    this.restart({ game: "walak-pussa" });
  }

  /// A new game. `words` say which, in the words of the server; a board among them is where it starts.
  restart(words, { south = "human", north = "human", isMatch = false } = {}) {
    const { board = "", moves = "", ...variant } = words;
    this.variant = variant;
    this.start = board;
    this.moves = moves;
    this.at = moves.length;
    this.players = { south, north };
    this.match = isMatch ? { number: 1, rounds: [], winner: null } : null;
    this.from = "";
    this.cache = new Map();
    this.findings = new Map();
    this.seed = 1 + Math.floor(Math.random() * 1e9);
  }

  get name() {
    return this.variant.game;
  }

  /// What to ask the server about the position after the first `at` moves.
  words(at = this.at) {
    return { ...this.variant, board: this.start, moves: this.moves.slice(0, at) };
  }

  /// What the server says of that position.
  async shown(at = this.at) {
    const key = this.moves.slice(0, at);
    if (!this.cache.has(key)) this.cache.set(key, await get("show", this.words(at)));
    return this.cache.get(key);
  }

  /// The last of the first `at` moves, lap by lap.
  async told(at) {
    return (await get("show", { ...this.words(at), tell: true })).told;
  }

  /// The engine that plays for this spec: `perfect` plays a match for the sake of the match.
  engine(spec) {
    return this.match && spec === "perfect" ? "perfect:aim=match" : spec;
  }

  /// Whether a volume of the server's library is about this game, under this reading and of this size.
  isAbout({ game, reading, holes, counters }) {
    const { variant } = this;
    const usual = (name) => Object.keys(texts.options[name]).filter((key) => key !== "name")[0];
    const isUsual = OPTIONS.every((name) => [undefined, usual(name)].includes(variant[name]));
    const counted = (value, fallback) => Number(value ?? fallback);
    return (
      game === this.name && reading === "default" && isUsual &&
      holes === counted(variant.holes, 7) && counters === counted(variant.counters, texts.countersOfGame[game])
    );
  }

  /// Enters a move at the present place: what came after is forgotten.
  enter(letter) {
    this.moves = this.moves.slice(0, this.at) + letter;
    this.at += 1;
  }

  /// Findings of an analysis of the position after `at` moves: the latest ones are kept.
  keep(at, findings) {
    this.findings.set(this.moves.slice(0, at), findings);
  }

  found(at) {
    return this.findings.get(this.moves.slice(0, at));
  }

  /// The round as `records/write` takes it.
  round() {
    const { south, north } = this.players;
    return {
      played: Object.entries({ ...this.variant, board: this.start, moves: this.moves }).map(([name, value]) => [name, String(value)]),
      south,
      north,
      round: this.match?.number ?? 0,
      date: new Date().toISOString().slice(0, 10),
      from: this.from,
    };
  }

  /// What the position is worth to South in the end, if an analysis has said: the margin to expect.
  expected(at, shown) {
    if (shown.over) return { value: shown.over.south - shown.over.north, exact: true };
    const best = this.found(at)?.moves.find((move) => move.value !== null);
    if (!best) return null;
    const [south, north] = shown.board.split("/")[2].split(",").map(Number);
    const exact = this.found(at).moves.filter((move) => !move.exact).every((move) => best.exact && move.upper <= best.value);
    return { value: south - north + (shown.side === "south" ? best.value : -best.value), exact: best.exact && exact };
  }

  /// What the move made after `at` moves lost against the best one, if an analysis has said.
  loss(at) {
    const found = this.found(at);
    const made = found?.moves.find((move) => move.move === this.moves[at]);
    const best = found?.moves[0];
    if (!made || made.value === null || best.value === null) return null;
    return { loss: best.value - made.value, best: best.move, exact: best.exact && made.exact };
  }
}
