// The board, drawn: holes with counters in them, trays with what is in reserve, and what stands beside each hole.

import { inHole, inTray } from "./seeds.js";
import { SIDES, letters, parse, sideOf } from "./position.js";
import { texts } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/// Sizes for a wide screen and for a narrow one, in the drawing's own units.
const WIDE = { pitch: 136, rx: 59, ry: 59, edge: 26, chip: 30, number: 34, gap: 30, tray: 62, margin: 14, seed: 15, traySeed: 9.5, text: 24, small: 17 };
const NARROW = { pitch: 70, rx: 32, ry: 50, edge: 12, chip: 28, number: 30, gap: 20, tray: 50, margin: 10, seed: 11.5, traySeed: 8, text: 21, small: 15 };

export function make(tag, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}

export class Board {
  /// Draws in `root`; `chosen` is told the letter of a hole that is clicked, `looked` that of one that is pointed at, or null.
  constructor(root, { chosen, looked }) {
    this.root = root;
    this.chosen = chosen;
    this.looked = looked;
    this.narrow = window.matchMedia("(max-width: 640px)");
    this.narrow.addEventListener("change", () => this.redraw());
    this.legal = [];
    this.values = {};
    this.shape = "";
  }

  /// Shows a board as it stands, without moving anything. `legal` are the letters that can be chosen.
  show(board, legal) {
    this.board = board;
    this.legal = legal;
    const position = parse(board);
    const shape = JSON.stringify([position.holes, Object.values(position.counts).map((n) => n === null), this.narrow.matches]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.draw(position);
    }
    this.position = position;
    this.place(position);
    this.mark();
  }

  /// Draws all anew, as after a change of the window.
  redraw() {
    this.shape = "";
    if (this.board) this.show(this.board, this.legal);
    this.redrawn?.();
  }

  draw(position) {
    const size = this.narrow.matches ? NARROW : WIDE;
    this.size = size;
    this.holes = position.holes;
    const columns = Math.max(position.holes, 4);
    const width = columns * size.pitch + 2 * size.edge;
    const row = size.chip + size.number + 2 * size.ry;
    const wood = 2 * row + size.gap + 2 * size.edge;
    const step = size.tray + size.margin;
    this.height = wood + 2 * step;
    this.width = width;
    this.root.replaceChildren();
    const svg = make("svg", { viewBox: `0 0 ${width} ${this.height}`, role: "group", "aria-label": texts.board, class: "drawing" }, this.root);
    this.svg = svg;
    definitions(svg);
    make("rect", { class: "wood-edge", x: 0, y: step - 2, width, height: wood + 8, rx: 34 }, svg);
    make("rect", { class: "wood", x: 0, y: step, width, height: wood, rx: 34, fill: "url(#wood)" }, svg);
    make("rect", { class: "grain", x: 0, y: step, width, height: wood, rx: 34, fill: "url(#grain)" }, svg);
    make("rect", { class: "inlay", x: 8, y: step + 8, width: width - 16, height: wood - 16, rx: 27 }, svg);
    this.trays = {};
    this.spots = {};
    this.drawTray("north", 0);
    this.drawTray("south", this.height - size.tray);
    const middle = this.height / 2;
    this.markLayer = make("g", { class: "mark-layer" });
    this.drawWay(middle, position.holes);
    make("line", { class: "middle", x1: size.edge, x2: width - size.edge, y1: middle, y2: middle }, svg);
    const left = (width - position.holes * size.pitch) / 2 + size.pitch / 2;
    for (const side of SIDES) {
      const down = side === "south" ? 1 : -1;
      const y = middle + down * (size.gap / 2 + size.ry);
      letters(side, position.holes).forEach((letter, i) => {
        const x = left + (side === "south" ? i : position.holes - 1 - i) * size.pitch;
        this.drawHole(letter, x, y, down, position.counts[letter] === null);
      });
    }
    svg.append(this.markLayer);
    this.seedLayer = make("g", { class: "seeds", "aria-hidden": "true" }, svg);
    this.ghostLayer = make("g", { class: "ghosts", "aria-hidden": "true" }, svg);
    this.airLayer = make("g", { class: "air", "aria-hidden": "true" }, svg);
    this.seeds = [];
  }

  /// Small arrows between the holes: the way that counters go round.
  drawWay(middle, holes) {
    const { pitch, gap } = this.size;
    for (let i = 1; i < holes; i++) {
      const x = this.width / 2 + (i - holes / 2) * pitch;
      for (const way of [1, -1]) {
        const [y, r] = [middle + way * gap * 0.48, gap * 0.17];
        make("path", { class: "way", d: `M${x - way * r} ${y - r}L${x + way * r} ${y}L${x - way * r} ${y + r}` }, this.svg);
      }
    }
  }

  drawTray(side, y) {
    const { tray, text, small } = this.size;
    const group = make("g", { class: `tray ${side}`, "data-side": side, role: "img" }, this.svg);
    make("rect", { class: "tray-bed", x: 3, y: y + 3, width: this.width - 6, height: tray - 6, rx: 17 }, group);
    const label = make("text", { class: "tray-name", x: 16, y: y + tray / 2 - small * 0.15, "font-size": small }, group);
    label.textContent = texts.sides[side];
    const turn = make("text", { class: "tray-turn", x: 16, y: y + tray / 2 + small * 1.05, "font-size": small * 0.88 }, group);
    const number = make("text", { class: "tray-number", x: this.width - 16, y: y + tray / 2, "font-size": text * 1.2, "text-anchor": "end", "dominant-baseline": "central" }, group);
    const from = 16 + small * 5.4;
    this.trays[side] = { group, number, turn, x: from, y: y + 7, width: this.width - from - text * 2.5, height: tray - 14, seeds: [] };
  }

  drawHole(letter, x, y, down, closed) {
    const { rx, ry, text, small, chip, number } = this.size;
    const side = sideOf(letter);
    const group = make("g", { class: `hole ${side}${closed ? " closed" : ""}`, "data-hole": letter, role: closed ? "img" : "button" }, this.svg);
    make("ellipse", { class: "halo", cx: x, cy: y, rx: rx + 5, ry: ry + 5 }, group);
    make("ellipse", { class: "pit", cx: x, cy: y, rx, ry, fill: closed ? "url(#lid)" : "url(#pit)" }, group);
    if (closed) {
      make("path", { class: "cross", d: `M${x - rx * 0.45} ${y - rx * 0.45}L${x + rx * 0.45} ${y + rx * 0.45}M${x + rx * 0.45} ${y - rx * 0.45}L${x - rx * 0.45} ${y + rx * 0.45}` }, group);
    }
    const labels = y + down * (ry + number / 2 + 1);
    const at = y + down * (ry + number + chip / 2 - 1);
    const [low, high] = [y - down * ry, at + down * chip * 0.6];
    make("rect", { class: "reach", x: x - rx - 3, y: Math.min(low, high), width: 2 * rx + 6, height: Math.abs(high - low) }, group);
    // What stands beside the hole is told to screen readers by the hole's own label.
    const marks = make("g", { class: `marks ${side}${closed ? " closed" : ""}`, "aria-hidden": "true" }, this.markLayer);
    const name = make("text", { class: "letter", x: x - text * 0.2, y: labels, "font-size": small, "text-anchor": "end", "dominant-baseline": "central" }, marks);
    name.textContent = letter;
    const count = make("text", { class: "count", x: x + text * 0.08, y: labels, "font-size": text, "text-anchor": "start", "dominant-baseline": "central" }, marks);
    const value = make("g", { class: "value" }, marks);
    const wide = Math.min(rx * 2, small * 3.7);
    make("rect", { class: "value-bed", x: x - wide / 2, y: at - small * 0.72, width: wide, height: small * 1.44, rx: small * 0.72 }, value);
    const worth = make("text", { class: "value-text", x, y: at, "font-size": small * 0.95, "text-anchor": "middle", "dominant-baseline": "central" }, value);
    this.spots[letter] = { group, marks, count, value, worth, x, y, side, closed, seeds: [] };
    if (closed) return;
    group.addEventListener("click", () => this.chosen(letter));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        this.chosen(letter);
      }
    });
    for (const [event, what] of [["pointerenter", letter], ["pointerleave", null], ["focus", letter], ["blur", null]]) {
      group.addEventListener(event, () => this.looked(what));
    }
  }

  /// Puts counters where a position has them, as if they had always been there.
  place(position) {
    this.ghost(null);
    this.airLayer.replaceChildren();
    const all = [...Object.values(this.spots), ...Object.values(this.trays)];
    const pool = this.seeds;
    for (const spot of all) spot.seeds = [];
    let used = 0;
    const fill = (spot, n) => {
      for (let i = 0; i < n; i++, used++) spot.seeds.push(pool[used] ?? this.newSeed());
    };
    for (const [letter, n] of Object.entries(position.counts)) fill(this.spots[letter], n ?? 0);
    for (const side of SIDES) fill(this.trays[side], position.reserves[side]);
    for (const seed of pool.splice(used)) seed.element.remove();
    for (const letter of Object.keys(this.spots)) this.settle(letter);
    for (const side of SIDES) this.settle(side);
  }

  newSeed() {
    const n = this.seeds.length;
    const element = make("use", { href: `#seed-${n % 3}`, class: "seed" }, this.seedLayer);
    const seed = { element, x: 0, y: 0, r: 1, turn: (n * 137) % 360 };
    this.seeds.push(seed);
    return seed;
  }

  /// A hole by its letter, or a tray by its side.
  spot(name) {
    return this.spots[name] ?? this.trays[name];
  }

  /// Where the counters of a hole or a tray are to lie: `[x, y, r]` each.
  targets(name, n = this.spot(name).seeds.length) {
    const spot = this.spot(name);
    if (this.trays[name]) {
      const { r, at } = inTray(n, spot.width, spot.height, this.size.traySeed);
      return at.map(([x, y]) => [spot.x + x, spot.y + y, r]);
    }
    const { r, at } = inHole(n, this.size.rx, this.size.ry, this.size.seed);
    return at.map(([x, y]) => [spot.x + x, spot.y + y, r]);
  }

  /// Lays the counters of a hole or a tray where they are to lie, and writes their number.
  settle(name) {
    const targets = this.targets(name);
    this.spot(name).seeds.forEach((seed, i) => moveTo(seed, ...targets[i]));
    this.number(name);
  }

  /// Writes how many counters there are.
  number(name) {
    const spot = this.spot(name);
    const n = spot.seeds.length;
    if (this.trays[name]) {
      spot.number.textContent = n;
      spot.group.setAttribute("data-count", n);
      spot.group.setAttribute("aria-label", `${texts.reserve(name)}, ${texts.counts(n)}`);
    } else {
      spot.count.textContent = spot.closed ? "" : n;
      spot.group.setAttribute("data-count", spot.closed ? "x" : n);
    }
  }

  /// Marks whose turn it is, what can be chosen, and what is known of it.
  mark() {
    if (!this.svg) return;
    for (const side of SIDES) {
      const turns = this.turns === side;
      this.trays[side].group.classList.toggle("turn", turns);
      this.trays[side].turn.textContent = turns ? texts.toMoveHere : texts.captured;
    }
    for (const [letter, spot] of Object.entries(this.spots)) {
      const legal = this.legal.includes(letter);
      const value = this.values[letter];
      spot.group.classList.toggle("legal", legal);
      spot.marks.classList.toggle("best", Boolean(value?.best));
      spot.group.classList.toggle("hinted", this.hinted === letter);
      spot.value.classList.toggle("shown", value !== undefined);
      spot.value.classList.toggle("exact", Boolean(value?.exact));
      spot.worth.textContent = value ? texts.value(value.value, value.exact) : "";
      const worth = value ? texts.worth(value.value, value.exact) : "";
      spot.group.setAttribute("aria-label", texts.hole(letter, spot.side, spot.closed ? null : spot.seeds.length, worth));
      if (spot.closed) continue;
      spot.group.setAttribute("tabindex", legal ? "0" : "-1");
      spot.group.setAttribute("aria-disabled", String(!legal));
    }
  }

  /// Whose turn it is; null for nobody's.
  setTurn(side) {
    this.turns = side;
    this.mark();
  }

  /// What moves are worth, by letter; a hole whose letter is missing gets no word.
  setValues(values) {
    this.values = values;
    this.mark();
  }

  setHint(letter) {
    this.hinted = letter;
    this.mark();
  }

  /// Shows, as a shadow, how a board would stand; null for no shadow.
  ghost(board) {
    this.ghostLayer.replaceChildren();
    this.svg.classList.toggle("ghostly", board !== null);
    if (board === null) return;
    const position = parse(board);
    const size = this.size;
    for (const [letter, n] of Object.entries(position.counts)) {
      const spot = this.spots[letter];
      if (spot.closed) continue;
      const { r, at } = inHole(n, size.rx, size.ry, size.seed);
      for (const [x, y] of at) make("circle", { class: "ghost", cx: spot.x + x, cy: spot.y + y, r: r * 0.86 }, this.ghostLayer);
      if (n !== spot.seeds.length) {
        const text = make("text", { class: "ghost-count", x: spot.x, y: spot.y, "font-size": size.text * 1.3, "text-anchor": "middle", "dominant-baseline": "central" }, this.ghostLayer);
        text.textContent = n;
      }
    }
    for (const side of SIDES) {
      const more = position.reserves[side] - this.trays[side].seeds.length;
      if (more <= 0) continue;
      const tray = this.trays[side];
      const text = make("text", { class: `ghost-gain ${side}`, x: tray.x + tray.width - 8, y: tray.y + tray.height / 2, "font-size": size.text * 1.1, "text-anchor": "end", "dominant-baseline": "central" }, this.ghostLayer);
      text.textContent = `+${more}`;
    }
  }
}

/// Lays a counter somewhere.
export function moveTo(seed, x, y, r) {
  Object.assign(seed, { x, y, r });
  seed.element.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${seed.turn}) scale(${r.toFixed(3)})`);
}

/// Colours and shapes that the drawing refers to.
function definitions(svg) {
  const defs = make("defs", {}, svg);
  const gradient = (kind, id, attributes, stops) => {
    const element = make(kind, { id, ...attributes }, defs);
    for (const [offset, name] of stops) make("stop", { offset, class: name }, element);
  };
  gradient("linearGradient", "wood", { x1: 0, y1: 0, x2: 0.25, y2: 1 }, [["0", "wood-1"], ["0.5", "wood-2"], ["1", "wood-3"]]);
  gradient("radialGradient", "pit", { cx: 0.5, cy: 0.58, r: 0.58 }, [["0", "pit-1"], ["0.75", "pit-2"], ["1", "pit-3"]]);
  gradient("linearGradient", "lid", { x1: 0, y1: 0, x2: 0, y2: 1 }, [["0", "wood-2"], ["1", "wood-3"]]);
  gradient("radialGradient", "shine", { cx: 0.36, cy: 0.3, r: 0.75 }, [["0", "seed-1"], ["0.55", "seed-2"], ["1", "seed-3"]]);
  gradient("radialGradient", "shine-1", { cx: 0.36, cy: 0.3, r: 0.75 }, [["0", "seed-1"], ["0.5", "seed-4"], ["1", "seed-3"]]);
  const grain = make("pattern", { id: "grain", width: 240, height: 46, patternUnits: "userSpaceOnUse" }, defs);
  for (const [d, name] of [
    ["M0 9C60 4 130 15 240 9", "grain-1"], ["M0 22C80 29 150 17 240 22", "grain-2"],
    ["M0 33C70 29 160 38 240 33", "grain-1"], ["M0 43C90 46 170 39 240 43", "grain-2"],
  ]) make("path", { d, class: name }, grain);
  for (let i = 0; i < 3; i++) {
    const seed = make("g", { id: `seed-${i}` }, defs);
    make("ellipse", { class: "seed-body", rx: 1, ry: i === 1 ? 0.93 : 0.97, fill: `url(#${i === 1 ? "shine-1" : "shine"})` }, seed);
    if (i !== 2) make("path", { class: "seed-slit", d: "M-0.42 0.05Q0 0.2 0.42 0.02" }, seed);
  }
}
