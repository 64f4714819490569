// What the page says about the game, in words.

import { element } from "./dialogs.js";
import { texts } from "./texts.js";

const $ = (id) => document.getElementById(id);

/// Says of the page as a whole what goes on: arriving, moving, thinking, waiting for a person, or over.
export function state(name) {
  document.documentElement.dataset.state = name;
}

/// Says what went wrong; nothing did for null.
export function trouble(error) {
  $("trouble").hidden = !error;
  $("trouble").textContent = error ? error.message ?? String(error) : "";
}

/// Says how the game stands: whose turn it is, or how the round ended, and what can be done.
export function report(game, shown, { engineMoves, inLesson }) {
  const over = shown.over;
  const name = (side) => playerName(game.players[side]);
  const isAlone = Object.values(game.players).filter((spec) => spec === "human").length === 1;
  const isTheirs = !over && isAlone && game.players[shown.side] === "human" && !inLesson;
  let text = over ? texts.over(over) : isTheirs ? texts.yourTurn(shown.side) : texts.turn(shown.side, game.players[shown.side] === "human" ? "" : name(shown.side));
  if (engineMoves) text = texts.thinking(`${texts.sides[shown.side]}, ${name(shown.side)},`);
  if (game.match?.winner) text = `${text} ${texts.matchOver(game.match.winner)}`;
  $("status").textContent = text;
  $("status").className = `status-line ${over ? over.winner : shown.side}`;
  $("title").textContent = texts.games[game.name] ?? "pussa";
  document.title = `${texts.games[game.name] ?? "pussa"} \u00b7 pussa`;
  $("players").textContent = texts.playersLine(name("south"), name("north"));
  for (const [id, off] of [["first", game.at === 0], ["back", game.at === 0], ["forth", game.at === game.moves.length], ["last", game.at === game.moves.length]]) $(id).disabled = off;
  $("hint").disabled = Boolean(over) || engineMoves;
  $("review").disabled = game.moves.length === 0;
  const goesOn = over && game.match && !game.match.winner && game.at === game.moves.length;
  $("next-round").hidden = inLesson || !goesOn;
  drawMatch(game);
}

/// What a player is called: a person, or an engine by its spec.
const playerName = (spec) => texts.players[spec] ?? spec;

/// The rounds of the match so far.
function drawMatch(game) {
  $("match").hidden = !game.match;
  const rows = (game.match?.rounds ?? []).map(({ number, over }) =>
    element("tr", {}, ...[number, over.south, over.north, texts.endingNames[over.ending]].map((text) => element("td", { textContent: text }))),
  );
  $("rounds").replaceChildren(...rows);
}
