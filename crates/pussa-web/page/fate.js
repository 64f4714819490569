// Who wins the match, if both play as well as can be: as it stood before the round, and as it stands now.

import { get } from "./api.js";
import { texts } from "./texts.js";

/// How long until the server is asked again about a match that it looks into, in milliseconds.
const AGAIN = 1500;

export class Fate {
  /// Says it in `element`; `ready` hears when what was not known before is known.
  constructor(element, ready) {
    this.element = element;
    this.ready = ready;
    this.round = null;
    this.timer = null;
  }

  /// Says what becomes of the match that a game's round is a part of. Once a round is over, that is told of the next one.
  /// True if the server knows.
  async begin(game, over) {
    const board = over ? game.match.next?.opening : game.start;
    const round = JSON.stringify([game.variant, board, Boolean(over)]);
    if (this.round === round && this.told) return this.say(this.told, over);
    this.end();
    this.round = round;
    if (over && !board) return false;
    const answer = await get("fate", { ...game.variant, board });
    if (this.round !== round) return false;
    if (answer.fate) {
      this.told = answer.fate;
      return this.say(answer.fate, over);
    }
    const waits = ["making", "waiting"].includes(answer.state);
    this.element.textContent = waits ? texts.fateIsLookedInto : texts.fateIsOpen;
    if (waits) {
      this.timer = setTimeout(async () => {
        const known = await this.begin(game, over).catch(() => false);
        if (known) this.ready();
      }, AGAIN);
    }
    return false;
  }

  say(fate, over) {
    this.element.textContent = over ? texts.fateAfter(fate) : texts.fate(fate);
    this.element.className = `fate ${fate.winner}`;
    return true;
  }

  /// Says what an analysis has found out about the match as it stands now.
  now(fate) {
    if (fate && this.round) this.say(fate, false);
  }

  /// Says nothing any more.
  end() {
    clearTimeout(this.timer);
    this.round = null;
    this.told = null;
    this.element.textContent = "";
  }
}

/// Whether two fates are the same.
export const same = (one, other) => one?.winner === other?.winner && one?.rounds === other?.rounds;

/// Of the moves of findings the one to play: for the match, if it is known what becomes of it; of equals, the most valuable.
export const bestOf = (findings) => findings.moves.find((move) => findings.fate && same(move.fate, findings.fate)) ?? findings.moves[0];
