// The course of a game: the margin to expect at its end, after each move, and its moves, with those that lost counters.

import { make } from "./board.js";
import { texts } from "./texts.js";

const SIZE = { width: 360, height: 130, left: 34, right: 8, top: 10, bottom: 18 };

export class Course {
  constructor(elements, jump) {
    this.elements = elements;
    this.jump = jump;
  }

  /// Draws what is known of a game. `shown` are the server's answers by the number of moves, as far as they are at hand.
  draw(game, shown) {
    const points = [];
    for (let at = 0; at <= game.moves.length; at++) {
      const one = shown.get(game.moves.slice(0, at));
      const expected = one ? game.expected(at, one) : null;
      if (expected) points.push({ at, ...expected });
    }
    const losses = [...game.moves].map((_, at) => game.loss(at));
    this.drawGraph(game, points, losses);
    this.list(game, losses);
  }

  drawGraph(game, points, losses) {
    const { graph } = this.elements;
    graph.hidden = points.length < 2;
    graph.replaceChildren();
    if (graph.hidden) return;
    const { width, height, left, right, top, bottom } = SIZE;
    const last = Math.max(game.moves.length, 1);
    const most = Math.max(4, ...points.map((point) => Math.abs(point.value))) * 1.1;
    const x = (at) => left + ((width - left - right) * at) / last;
    const y = (value) => top + ((height - top - bottom) * (most - value)) / (2 * most);
    const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": texts.graph }, graph);
    const step = most > 40 ? 20 : most > 16 ? 10 : most > 7 ? 5 : 2;
    for (let value = -Math.floor(most / step) * step; value <= most; value += step) {
      make("line", { class: value === 0 ? "zero" : "rule", x1: left, x2: width - right, y1: y(value), y2: y(value) }, svg);
      const label = make("text", { x: left - 5, y: y(value), "text-anchor": "end", "dominant-baseline": "central" }, svg);
      label.textContent = value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0";
    }
    for (const [side, at] of [["south", top + 6], ["north", height - bottom - 6]]) {
      const label = make("text", { class: side, x: width - right, y: at, "text-anchor": "end", "dominant-baseline": "central" }, svg);
      label.textContent = texts[side];
    }
    make("line", { class: "now", x1: x(game.at), x2: x(game.at), y1: top, y2: height - bottom }, svg);
    make("polyline", { class: "course", points: points.map((point) => `${x(point.at).toFixed(1)},${y(point.value).toFixed(1)}`).join(" ") }, svg);
    for (const point of points) {
      const lost = point.at > 0 && isLoss(losses[point.at - 1]);
      const kind = `point${point.exact ? " exact" : ""}${lost ? " lost" : ""}`;
      const dot = make("circle", { class: kind, cx: x(point.at), cy: y(point.value), r: lost ? 4.4 : 2.6 }, svg);
      dot.addEventListener("click", () => this.jump(point.at));
      if (lost) make("title", {}, dot).textContent = told(game, point.at - 1, losses);
    }
  }

  list(game, losses) {
    const first = (game.start.split("/")[3] ?? "S") === "S" ? 0 : 1;
    const items = [...game.moves].map((letter, at) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const lost = isLoss(losses[at]);
      button.type = "button";
      button.textContent = letter;
      button.className = `move ${(at + first) % 2 ? "north" : "south"}${lost ? " lost" : ""}`;
      button.setAttribute("aria-label", texts.moveLabel(at + 1, letter, lost ? told(game, at, losses) : ""));
      if (lost) button.title = told(game, at, losses);
      if (game.at === at + 1) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.jump(at + 1));
      item.append(button);
      return item;
    });
    this.elements.moves.replaceChildren(...items);
    this.elements.moves.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }
}

/// Whether a move lost counters, as far as is known.
export function isLoss(loss) {
  return loss !== null && loss !== undefined && loss.loss >= (loss.exact ? 1 : 1.5);
}

function told(game, at, losses) {
  const { loss, best, exact } = losses[at];
  return texts.lost(game.moves[at], loss, best, exact);
}
