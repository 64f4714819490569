// The lesson going on: which step, its words, its board.

import { LESSONS } from "./lesson.js";
import { texts } from "./texts.js";

const $ = (id) => document.getElementById(id);

export class Lessons {
  /// `set` shows the board of a step, `play` makes its move, `closed` hears when the person is through with it.
  constructor({ set, play, closed }) {
    Object.assign(this, { set, play, closed, isOpen: false });
    $("lesson-show").addEventListener("click", () => this.show());
    $("lesson-next").addEventListener("click", () => this.go(this.at + 1));
    $("lesson-back").addEventListener("click", () => this.go(this.at - 1));
    $("lesson-close").addEventListener("click", () => this.close());
  }

  async open(game) {
    this.game = LESSONS[game] ? game : "walak-pussa";
    this.isOpen = true;
    $("lesson").hidden = false;
    await this.go(0);
    $("lesson").scrollIntoView({ block: "nearest" });
  }

  get steps() {
    return LESSONS[this.game];
  }

  async go(at) {
    if (at >= this.steps.length) return this.close();
    this.at = Math.max(at, 0);
    this.done = false;
    const step = this.steps[this.at];
    $("lesson-title").textContent = texts.lessonTitle(this.game);
    $("lesson-count").textContent = texts.lessonCount(this.at + 1, this.steps.length);
    $("lesson-text").textContent = step.text;
    $("lesson-back").disabled = this.at === 0;
    await this.set(this.game, step);
  }

  /// Shows the move of the step, once more from the beginning if it was shown before.
  async show() {
    const step = this.steps[this.at];
    if (this.done) await this.set(this.game, step);
    this.done = true;
    await this.play(step.move);
  }

  async chosen(letter) {
    if (letter === this.steps[this.at].move) await this.show();
  }

  close() {
    this.leave();
    this.closed();
  }

  /// Ends the lesson; nothing else happens.
  leave() {
    this.isOpen = false;
    $("lesson").hidden = true;
  }
}
