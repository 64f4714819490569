// What is asked of people: which game, which board, which record.

import { get } from "./api.js";
import { OPTIONS } from "./game.js";
import { SIDES, letters, parse } from "./position.js";
import { texts } from "./texts.js";

const $ = (id) => document.getElementById(id);

/// An element of a kind, with properties and what is in it.
export function element(kind, properties = {}, ...children) {
  const made = Object.assign(document.createElement(kind), properties);
  made.append(...children);
  return made;
}

export function options(select, choices, chosen) {
  select.replaceChildren(...Object.entries(choices).map(([value, text]) => element("option", { value, textContent: text })));
  if (!(chosen in choices)) select.append(element("option", { value: chosen, textContent: chosen }));
  select.value = chosen;
}

/// Who can play: a person, and the engines that the server has.
export async function players() {
  const names = (await get("engines")).engines.map((engine) => engine.name);
  const has = ([spec]) => spec === "human" || names.includes(spec.split(":")[0]);
  return Object.fromEntries(Object.entries(texts.players).filter(has));
}

for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => $(button.dataset.close).close());
}

function trouble(id, text) {
  $(id).hidden = !text;
  $(id).textContent = text;
}

/// The dialog for a new game; `begin` gets what was chosen.
export class NewGame {
  constructor(begin) {
    this.begin = begin;
    $("new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.finish();
    });
  }

  open(game, players) {
    const games = Object.entries(texts.games).map(([name, title]) => {
      const input = element("input", { type: "radio", name: "game", value: name, checked: name === game.name });
      input.addEventListener("change", () => this.choose(name, {}));
      return element("label", { className: "choice" }, input, element("span", {}, element("strong", { textContent: title }), element("small", { textContent: texts.gameAbout[name] })));
    });
    $("games").replaceChildren(...games);
    options($("new-south"), players, game.players.south);
    options($("new-north"), players, game.players.north);
    options($("new-length"), texts.lengths, game.match ? "match" : "round");
    this.choose(game.name, game.variant);
    trouble("new-trouble", "");
    $("new").showModal();
  }

  /// Shows the size and the reading of a game, as they are or as they usually are.
  async choose(name, variant) {
    this.name = name;
    $("new-holes").value = variant.holes ?? 7;
    $("new-counters").value = variant.counters ?? texts.countersOfGame[name];
    const rules = await get("rules", { game: name });
    const selects = rules.options.map((option) => {
      const words = texts.options[option.name];
      const select = element("select", { name: option.name });
      options(select, Object.fromEntries(option.values.map((value) => [value, words[value]])), variant[option.name] ?? option.default);
      return element("label", { className: "wide" }, element("span", { textContent: words.name }), select);
    });
    this.usual = Object.fromEntries(rules.options.map((option) => [option.name, option.default]));
    $("readings").replaceChildren(...selects);
  }

  async finish() {
    const words = { game: this.name };
    const [holes, counters] = [$("new-holes").value, $("new-counters").value];
    if (holes !== "7") words.holes = holes;
    if (counters !== String(texts.countersOfGame[this.name])) words.counters = counters;
    for (const select of $("readings").querySelectorAll("select")) {
      if (select.value !== this.usual[select.name]) words[select.name] = select.value;
    }
    const players = { south: $("new-south").value, north: $("new-north").value, isMatch: $("new-length").value === "match" };
    try {
      await get("show", words);
      $("new").close();
      this.begin(words, players);
    } catch (error) {
      trouble("new-trouble", error.message);
    }
  }
}

/// The dialog for any board; `use` gets the words of the game and the board.
export class SetUp {
  constructor(use) {
    this.use = use;
    $("setup-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.finish();
    });
    $("setup-board").addEventListener("input", () => this.readLine());
    for (const id of ["setup-south", "setup-north", "setup-side"]) $(id).addEventListener("input", () => this.writeLine());
  }

  open(game, board) {
    this.variant = Object.fromEntries(["game", "counters", ...OPTIONS].map((name) => [name, game.variant[name]]).filter(([, value]) => value !== undefined));
    options($("setup-side"), { south: texts.south, north: texts.north }, "south");
    this.fill(board);
    $("setup-board").value = board;
    trouble("setup-trouble", "");
    $("setup").showModal();
  }

  /// Writes a board into the fields.
  fill(board) {
    const position = parse(board);
    this.holes = position.holes;
    const row = (side) => {
      const names = letters(side, position.holes);
      if (side === "north") names.reverse();
      const fields = names.map((letter) => {
        const input = element("input", { type: "text", inputMode: "numeric", value: position.counts[letter] ?? "x", maxLength: 3 });
        input.dataset.letter = letter;
        input.addEventListener("input", () => this.writeLine());
        return element("label", {}, element("span", { textContent: letter }), input);
      });
      return element("div", { className: `setup-row ${side}` }, ...fields);
    };
    $("setup-holes").replaceChildren(row("north"), row("south"));
    for (const side of SIDES) $(`setup-${side}`).value = position.reserves[side];
    $("setup-side").value = position.side;
  }

  writeLine() {
    const field = (letter) => $("setup-holes").querySelector(`[data-letter="${letter}"]`).value.trim() || "0";
    const row = (side) => letters(side, this.holes).map(field).join(",");
    const reserves = SIDES.map((side) => $(`setup-${side}`).value || "0").join(",");
    $("setup-board").value = `${row("south")}/${row("north")}/${reserves}/${$("setup-side").value === "south" ? "S" : "N"}`;
    trouble("setup-trouble", "");
  }

  async readLine() {
    const board = $("setup-board").value.trim();
    try {
      await get("show", { ...this.variant, board });
      if (board === $("setup-board").value.trim()) this.fill(board);
      trouble("setup-trouble", "");
    } catch (error) {
      trouble("setup-trouble", error.message);
    }
  }

  async finish() {
    const board = $("setup-board").value.trim();
    try {
      await get("show", { ...this.variant, board });
      $("setup").close();
      this.use(this.variant, board);
    } catch (error) {
      trouble("setup-trouble", error.message);
    }
  }
}

/// Asks which of some records to open; `open` gets it. One is opened at once.
export function chooseRecord(records, open) {
  if (records.length === 1) return open(records[0]);
  const items = records.map((record) => {
    const button = element("button", { type: "button", textContent: texts.record(record) });
    button.addEventListener("click", () => {
      $("records").close();
      open(record);
    });
    return element("li", {}, button);
  });
  $("record-list").replaceChildren(...items);
  $("records").showModal();
}

/// Hands a text to the person as a file.
export function download(name, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
