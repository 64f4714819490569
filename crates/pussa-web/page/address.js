// The game in the address: a link opens what one sees.

import { OPTIONS } from "./game.js";

const NAMES = ["game", "holes", "counters", ...OPTIONS, "board", "moves"];

/// The part of an address behind its # that leads to a game.
export function written(game) {
  const words = new URLSearchParams();
  for (const name of NAMES) {
    const value = { ...game.variant, board: game.start, moves: game.moves }[name];
    if (value !== undefined && value !== "") words.set(name, value);
  }
  if (game.at < game.moves.length) words.set("at", game.at);
  for (const side of ["south", "north"]) {
    if (game.players[side] !== "human") words.set(side, game.players[side]);
  }
  if (game.match) words.set("match", game.match.number);
  // Commas and slashes of a board may stand there as they are.
  return `#${words.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%3D", "=")}`;
}

/// Reads what `written` wrote: the words for the server, who plays, and the place in the moves. Null if there is nothing.
export function read(hash) {
  if (hash.length < 2) return null;
  const words = {};
  const rest = {};
  // A reading such as north=alpha-beta:depth=3 has signs in it that separate nothing.
  for (const part of hash.slice(1).split("&")) {
    const cut = part.indexOf("=");
    if (cut < 0) continue;
    const [name, value] = [part.slice(0, cut), decoded(part.slice(cut + 1))];
    if (NAMES.includes(name)) words[name] = value;
    else rest[name] = value;
  }
  words.game ??= "walak-pussa";
  const at = /^\d+$/.test(rest.at ?? "") ? Math.min(Number(rest.at), (words.moves ?? "").length) : (words.moves ?? "").length;
  return { words, at, south: rest.south ?? "human", north: rest.north ?? "human", match: Number(rest.match) || 0 };
}

function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
