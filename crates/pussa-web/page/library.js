// What the server has found out about a game, or is finding out, in a line.

import { get } from "./api.js";
import { texts } from "./texts.js";

/// How long until the server is asked again while it is making something, in milliseconds.
const AGAIN = 2000;

export class LibraryNote {
  constructor(element) {
    this.element = element;
    this.timer = null;
  }

  /// Says what there is about a game, and again whenever that may have changed.
  async show(game) {
    clearTimeout(this.timer);
    this.game = game;
    const { library } = await get("status");
    const own = library.filter((one) => one.kind !== "match" && game.isAbout(one));
    this.element.textContent = own.map((one) => texts.volumes[one.kind][one.state](one)).join(" ");
    clearTimeout(this.timer);
    if (library.some((one) => one.state === "making")) this.timer = setTimeout(() => this.show(this.game).catch(() => {}), AGAIN);
  }
}
