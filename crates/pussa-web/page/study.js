// Study: what each move is worth, live, and how play is expected to go on.

import { get, hear } from "./api.js";
import { bestOf, same } from "./fate.js";
import { sideOf } from "./position.js";
import { texts } from "./texts.js";

/// How long a position is analysed at most.
const TIME = "60s";
/// How long the page rests on each board of a line that it shows.
const REST = 850;

export class Study {
  constructor(board, elements) {
    this.board = board;
    this.elements = elements;
    this.going = null;
    this.findings = null;
    this.line = 0;
  }

  /// Analyses where a game stands, for the sake of the match too if `match` is set. `found` is told what is found.
  begin(game, found, match = false) {
    this.end();
    this.game = game;
    const at = game.at;
    this.at = at;
    this.note(texts.studying);
    const known = game.found(at);
    if (known) {
      this.take(known);
      if (known.moves.every((move) => move.exact) && (known.fate || !match)) return found(known);
    }
    this.going = hear(
      { ...game.words(), time: TIME, match },
      {
        found: (findings) => {
          if (known && !better(findings, known)) return;
          game.keep(at, findings);
          this.take(findings);
          found(findings);
        },
        busy: () => this.note(texts.busy),
      },
    );
  }

  /// Ends the analysis that goes on: the server hears of it.
  end(note = "") {
    this.going?.close();
    this.going = null;
    this.findings = null;
    this.look(null);
    this.board.setValues({});
    this.elements.worths.replaceChildren();
    this.note(note);
  }

  note(text) {
    this.elements.note.textContent = text;
  }

  take(findings) {
    this.findings = findings;
    const first = findings.moves.find((move) => move.value !== null)?.value;
    const values = {};
    for (const { move, value, exact } of findings.moves) {
      if (value !== null) values[move] = { value, exact, best: value === first };
    }
    this.board.setValues(values);
    this.elements.worths.replaceChildren(...findings.moves.map((move) => this.row(move, move.value === first)));
    this.note(findings.moves.every((move) => move.exact) ? texts.allExact : texts.studying);
  }

  row(move, isBest) {
    const row = document.createElement("li");
    row.className = `worth${move.exact ? " exact" : ""}${isBest ? " best" : ""}`;
    const cells = [
      ["letter", move.move],
      ["chip", move.value === null ? "…" : texts.value(move.value, move.exact)],
      ["line", move.line.split("").join(" ")],
      ["how", move.exact ? texts.exact : move.value === null ? texts.lookedAt : texts.estimate(move.depth)],
    ];
    for (const [name, text] of cells) {
      const cell = document.createElement("span");
      cell.className = name;
      cell.textContent = text;
      row.append(cell);
    }
    if (move.fate) {
      const cell = document.createElement("span");
      const side = sideOf(move.move);
      cell.className = `fate-of ${same(move.fate, this.findings.fate) ? "keeps" : ""}`;
      cell.textContent = texts.fateOf(move.fate, side);
      row.append(cell);
    }
    row.addEventListener("pointerenter", () => this.look(move.move));
    row.addEventListener("pointerleave", () => this.look(null));
    return row;
  }

  /// Shows the line expected after a move, board by board, as a shadow; none for null.
  async look(letter) {
    const turn = ++this.line;
    const move = letter && this.findings?.moves.find((one) => one.move === letter);
    if (!move) {
      if (this.isGhostly) {
        this.board.ghost(null);
        this.elements.ghost("");
        this.isGhostly = false;
      }
      return;
    }
    const { game, at } = this;
    let boards;
    try {
      ({ boards } = await get("show", { ...game.words(at), moves: game.moves.slice(0, at) + move.line, boards: true }));
    } catch {
      return;
    }
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (let i = 1; i <= move.line.length && at + i < boards.length; i++) {
      if (turn !== this.line) return;
      this.isGhostly = true;
      this.board.ghost(boards[at + i]);
      this.elements.ghost(texts.ghost(move.line.slice(0, i)));
      if (still) return;
      await new Promise((done) => setTimeout(done, REST));
    }
  }
}

/// The move to make where a game stands, after a short look if it is not known: for the sake of the match, if the game is a
/// part of one and it is known what becomes of it.
export async function bestMove(game) {
  const found = game.found(game.at);
  const isKnown = found?.moves[0]?.exact && found.moves.every((move) => move.value !== null) && (!game.match || found.fate);
  const findings = isKnown ? found : await get("analyse", { ...game.words(), time: "1s", match: Boolean(game.match) });
  return findings.best ? bestOf(findings) : null;
}

/// Whether findings say more than others of the same position: more that is exact, or as much.
function better(one, other) {
  const exact = (findings) => findings.moves.filter((move) => move.exact).length;
  return one.moves.every((move) => move.value !== null) && exact(one) >= exact(other) && (!other.fate || one.fate);
}

/// Looks at every position of a game in turn that nothing is known of. `progress` is told how far it is, and stops it by
/// answering false.
export async function review(game, progress) {
  const moves = game.moves;
  for (let at = 0; at <= moves.length; at++) {
    if (!progress(at, moves.length)) return false;
    const known = game.found(at);
    if ((await game.shown(at)).over) continue;
    if (known?.moves.every((move) => move.value !== null)) continue;
    game.keep(at, await get("analyse", { ...game.words(at), time: "1s" }));
  }
  return progress(moves.length, moves.length);
}
