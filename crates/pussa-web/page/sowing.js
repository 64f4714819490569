// Sowing, shown counter by counter: lifted, sown lap by lap, captured into the reserve of whoever gets them.

import { make, moveTo } from "./board.js";
import { SIDES } from "./position.js";
import { texts } from "./texts.js";

/// How long one counter takes at each speed, in milliseconds, and the whole sowing at most, about.
const SPEEDS = { slow: [340, 20000], normal: [170, 9000], fast: [70, 3500], off: [0, 0] };

export class Show {
  constructor(board) {
    this.board = board;
    this.speed = "normal";
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.skipped = true;
  }

  /// Whether nothing is to move.
  get isStill() {
    return this.skipped || this.speed === "off" || this.still.matches || document.hidden;
  }

  /// What moves goes to its end at once.
  skip() {
    this.skipped = true;
  }

  /// Shows a move from where the board stands. `gained` is told what each side has gained so far.
  async sow(told, gained) {
    this.skipped = false;
    const board = this.board;
    const gains = { south: 0, north: 0 };
    const gain = (side, n) => {
      gains[side] += n;
      gained(gains);
    };
    const all = told.laps.reduce((sum, lap) => sum + lap.counters, 0) + 4 * told.laps.length;
    const [step, most] = SPEEDS[this.speed];
    this.step = Math.max(Math.min(step, most / all), step ? 16 : 0);
    board.ghost(null);
    for (const lap of told.laps) {
      if (this.isStill) break;
      await this.lap(lap, gain);
    }
    if (told.more_laps === 0 && !told.endless && !this.isStill) {
      await this.captures(told, gain);
    }
    board.airLayer.replaceChildren();
    gained({ south: told.south, north: told.north });
    this.skipped = true;
  }

  async lap(lap, gain) {
    const { board, step } = this;
    const hole = board.spot(lap.hole);
    const hand = hole.seeds.splice(0);
    board.number(lap.hole);
    this.glow(lap.hole, "lifted");
    const air = this.airLift();
    await this.fly(hand, this.above(lap.hole, hand.length), step * 1.6);
    for (const [i, letter] of [...lap.sown].entries()) {
      const seed = hand.shift();
      if (!seed) break;
      board.spot(letter).seeds.push(seed);
      const targets = board.targets(letter);
      const moves = [...board.spot(letter).seeds.map((one, j) => [one, targets[j]])];
      this.above(letter, hand.length).forEach((target, j) => moves.push([hand[j], target]));
      await this.flyAll(moves, step);
      board.number(letter);
      const four = lap.fours.find((one) => one.at === i);
      if (four) await this.take(letter, four.to, gain, true);
    }
    air();
    this.glow(lap.hole, null);
  }

  async captures(told, gain) {
    if (told.empty) this.glow(told.empty, "empty");
    await this.wait(this.step * 1.5);
    for (const capture of told.captures) await this.take(capture.hole, told.mover, gain, false);
    if (told.empty) this.glow(told.empty, null);
  }

  /// The counters of a hole go to a player's reserve, and nobody can miss whose.
  async take(letter, side, gain, isFour) {
    const { board, step } = this;
    const hole = board.spot(letter);
    const tray = board.spot(side);
    const seeds = hole.seeds.splice(0);
    this.glow(letter, `to-${side}`);
    const flag = this.flag(hole, side, texts.gains(side, seeds.length));
    await this.wait(step * (isFour ? 1.2 : 1.8));
    tray.seeds.push(...seeds);
    tray.group.classList.add("gains");
    const targets = board.targets(side);
    const before = tray.seeds.length - seeds.length;
    const moves = tray.seeds.map((seed, i) => [seed, targets[i], i >= before ? 26 : 0]);
    board.number(letter);
    await this.flyAll(moves, step * 3);
    board.number(side);
    gain(side, seeds.length);
    await this.wait(step);
    flag.remove();
    tray.group.classList.remove("gains");
    this.glow(letter, null);
  }

  /// Shows how the counters left on the board go, at the end of a round.
  async sweep(over) {
    this.skipped = false;
    const { board } = this;
    const [step] = SPEEDS[this.speed];
    this.step = step;
    const left = Object.keys(board.spots).flatMap((letter) => board.spot(letter).seeds.splice(0));
    const shares = over.remainder ? { [over.remainder]: left.length } : { south: left.length >> 1, north: left.length >> 1 };
    for (const side of SIDES) {
      const tray = board.spot(side);
      const seeds = left.splice(0, shares[side] ?? 0);
      if (seeds.length === 0) continue;
      tray.seeds.push(...seeds);
      tray.group.classList.add("gains");
      const targets = board.targets(side);
      if (!this.isStill) await this.flyAll(tray.seeds.map((seed, i) => [seed, targets[i], 16]), Math.max(step * 4, 500));
      board.settle(side);
      tray.group.classList.remove("gains");
    }
    // An odd one stays out.
    for (const seed of left) seed.element.classList.add("out");
    for (const letter of Object.keys(board.spots)) board.number(letter);
    this.skipped = true;
  }

  /// Shows how both players fill the board for the next round from what they hold; the board stands there then.
  async fill(opening) {
    this.skipped = false;
    const { board } = this;
    const [step] = SPEEDS[this.speed];
    const held = Object.fromEntries(SIDES.map((side) => [side, board.spot(side).seeds.map(({ x, y, r }) => [x, y, r])]));
    board.show(opening, []);
    if (!this.isStill) {
      const moves = [];
      for (const side of SIDES) {
        const names = [...Object.keys(board.spots).filter((letter) => board.spot(letter).side === side), side];
        const seeds = names.flatMap((name) => board.spot(name).seeds.map((seed, i) => [seed, board.targets(name)[i]]));
        seeds.forEach(([seed, target], i) => {
          const from = held[side][i] ?? held[side].at(-1);
          if (from) moveTo(seed, ...from);
          moves.push([seed, target, 16]);
        });
      }
      await this.flyAll(moves, Math.max(step * 6, 900));
    }
    for (const name of [...Object.keys(board.spots), ...SIDES]) board.settle(name);
    this.skipped = true;
  }

  /// Where a hand of counters hovers.
  above(letter, n) {
    const spot = this.board.spot(letter);
    const r = this.board.size.seed * (n > 24 ? 0.7 : 0.95);
    const lift = this.board.size.ry * 0.55;
    return Array.from({ length: n }, (_, i) => {
      const [turn, far] = [i * 2.39996, r * 1.05 * Math.sqrt(i)];
      return [spot.x + Math.cos(turn) * far, spot.y - lift + Math.sin(turn) * far * 0.75, r * 1.12];
    });
  }

  airLift() {
    this.board.svg.classList.add("sowing");
    return () => this.board.svg.classList.remove("sowing");
  }

  glow(letter, kind) {
    const group = this.board.spot(letter).group;
    group.classList.remove("lifted", "empty", "to-south", "to-north");
    if (kind) group.classList.add(kind);
  }

  /// A word beside a hole that says who gets what.
  flag(hole, side, text) {
    const { size, airLayer } = this.board;
    const group = make("g", { class: `flag ${side}` }, airLayer);
    const wide = text.length * size.small * 0.66 + 18;
    const y = hole.y + (hole.side === "south" ? -1 : 1) * (size.ry + size.small * 0.6);
    const x = Math.min(Math.max(hole.x, wide / 2 + 4), this.board.width - wide / 2 - 4);
    make("rect", { x: x - wide / 2, y: y - size.small, width: wide, height: size.small * 2, rx: size.small }, group);
    const label = make("text", { x, y, "font-size": size.small * 1.08, "text-anchor": "middle", "dominant-baseline": "central" }, group);
    label.textContent = text;
    return group;
  }

  wait(ms) {
    return this.frames(ms, () => {});
  }

  fly(seeds, targets, ms) {
    return this.flyAll(seeds.map((seed, i) => [seed, targets[i]]), ms);
  }

  /// Moves counters, each to its target, in an arc as high as it says.
  async flyAll(moves, ms) {
    const ways = moves.map(([seed, to, arc]) => [seed, [seed.x, seed.y, seed.r], to, arc ?? 10]);
    for (const [seed] of ways) this.board.seedLayer.append(seed.element);
    await this.frames(ms, (part) => {
      const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
      for (const [seed, from, to, arc] of ways) {
        const [x, y, r] = from.map((value, i) => value + (to[i] - value) * eased);
        const far = Math.hypot(to[0] - from[0], to[1] - from[1]) > 2;
        moveTo(seed, x, y - (far ? Math.sin(Math.PI * part) * arc : 0), r);
      }
    });
  }

  /// Calls `draw` with the part done, 0 to 1, frame by frame. At once with 1 if nothing is to move.
  frames(ms, draw) {
    return new Promise((done) => {
      const begun = performance.now();
      const frame = (now) => {
        const part = this.isStill || ms <= 0 ? 1 : Math.min(Math.max((now - begun) / ms, 0), 1);
        draw(part);
        if (part < 1) requestAnimationFrame(frame);
        else done();
      };
      if (this.isStill || ms <= 0) frame(begun);
      else requestAnimationFrame(frame);
    });
  }
}
