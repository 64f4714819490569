// All words of the page, in one place: to translate the page, translate this file.

const plural = (n, one, many) => (n === 1 ? one : many);
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : "0");

export const texts = {
  newGame: "New game",
  lesson: "Lesson",
  setUp: "Set up",
  save: "Save",
  load: "Load",
  hint: "Hint",
  skip: "Skip",
  nextRound: "Next round",
  values: "Values",
  speed: "Speed",
  speeds: { slow: "slow", normal: "normal", fast: "fast", off: "none" },
  study: "What each move is worth",
  game: "The game",
  match: "The match",
  review: "Review the game",
  copyLink: "Copy link",
  copied: "The link is copied.",
  round: "Round",
  ending: "Ending",
  south: "South",
  north: "North",
  first: "To the start",
  back: "One move back",
  forth: "One move on",
  last: "To the last move",
  whichGame: "Game",
  length: "Length",
  lengths: { round: "one round", match: "a whole match" },
  more: "Size and reading of the rules",
  holes: "Holes in a row",
  counters: "Counters a hole",
  cancel: "Cancel",
  start: "Start",
  setUpNote: "Counters in each hole, or x for a closed one. North’s row is on top, as on the board.",
  reserveSouth: "South’s reserve",
  reserveNorth: "North’s reserve",
  toMove: "To move",
  boardString: "The board in one line",
  useBoard: "Use this board",
  records: "Which record?",
  lessonShow: "Show me",
  lessonBack: "Back",
  lessonNext: "Next",
  lessonClose: "Close",
  board: "The board",
  keys: "Keys: A to G play a hole, \u2190 and \u2192 go through the moves, H asks for a hint, V shows values, the space bar skips.",

  games: { "walak-pussa": "Walak-pussa", "raja-pasu": "Raja Pasu" },
  countersOfGame: { "walak-pussa": 4, "raja-pasu": 7 },
  gameAbout: {
    "walak-pussa": "Four counters a hole; captures go on along a necklace of pearls.",
    "raja-pasu": "Seven counters a hole; fours leave at once, to the owner of the row.",
  },
  players: {
    human: "Person",
    random: "Random",
    greedy: "Greedy",
    "alpha-beta:depth=3": "Alpha-beta, easy",
    "alpha-beta:depth=7": "Alpha-beta, steady",
    "alpha-beta:time=1s:hash=64MiB": "Alpha-beta, strong",
    "mcts:playouts=2000": "Monte Carlo",
    perfect: "Perfect",
  },
  options: {
    endless: { name: "A move that would never end", illegal: "may not be chosen", split: "ends the round with a split" },
    "last-four": { name: "A four made by the last counter of a lap", captured: "is captured", kept: "stays" },
    origin: { name: "A lap that comes round", sown: "sows into the hole it began in", skipped: "passes over that hole" },
    unfilled: { name: "Holes that can’t be filled again", open: "stay open", closed: "are closed for the round" },
  },
  sides: { south: "South", north: "North", draw: "Nobody" },

  turn: (side, who) => (who ? `${texts.sides[side]} to move, ${who}` : `${texts.sides[side]} to move`),
  yourTurn: (side) => `${texts.sides[side]} to move: your turn`,
  toMoveHere: "\u25cf to move",
  captured: "captured",
  thinking: (who) => `${who} is thinking`,
  over: (over) => {
    const margin = Math.abs(over.south - over.north);
    const result = over.winner === "draw" ? "a draw" : `${texts.sides[over.winner]} wins the round by ${margin}`;
    return `${texts.endings[over.ending]} South ${over.south}, North ${over.north}: ${result}.`;
  },
  endings: {
    "no-move": "The player to move has nothing left in the own row.",
    endless: "The sowing would never end: what is left is split.",
    repetition: "This board stands for the third time: what is left is split.",
  },
  endingNames: { "no-move": "no move", endless: "endless", repetition: "repetition" },
  matchOver: (winner) => (winner === "draw" ? "The match is a draw." : `${texts.sides[winner]} wins the match.`),
  fate: ({ winner, rounds }) => {
    if (winner === "nobody") return texts.fateIsNobodys;
    const when = rounds === 1 ? "in this round" : `in at most ${rounds} rounds, this one included`;
    return `${texts.sides[winner]} is winning the match, ${when}.`;
  },
  fateAfter: ({ winner, rounds }) => {
    if (winner === "nobody") return texts.fateIsNobodys;
    const when = rounds === 1 ? "in the next round" : `in at most ${rounds} more rounds`;
    return `${texts.sides[winner]} is winning the match, ${when}.`;
  },
  fateIsNobodys: "Nobody can force the match: each player can keep the other from winning it.",
  fateIsLookedInto: "Who is winning the match is being worked out\u2026",
  fateIsOpen: "Who is winning the match is not known here.",
  fateOf: ({ winner, rounds }, side) => {
    if (winner === "nobody") return "neither wins nor loses the match";
    const within = `${rounds} ${plural(rounds, "round", "rounds")}`;
    return winner === side ? `wins the match within ${within}` : `loses the match within ${within}`;
  },
  tally: (south, north) => `South ${signed(south)}, North ${signed(north)}`,
  gains: (side, n) => `+${n} ${texts.sides[side]}`,
  reserve: (side) => `${texts.sides[side]}\u2019s reserve`,
  counts: (n) => `${n} ${plural(n, "counter", "counters")}`,
  hole: (letter, side, count, worth) =>
    count === null
      ? `Hole ${letter} of ${texts.sides[side]}, closed`
      : `Hole ${letter} of ${texts.sides[side]}, ${texts.counts(count)}${worth ? `, ${worth}` : ""}`,
  worth: (value, exact) => `worth ${signed(round(value))}, ${exact ? "exact" : "an estimate"}`,
  value: (value, exact) => (exact ? signed(round(value)) : `\u2248${signed(Math.round(value))}`),
  exact: "exact",
  estimate: (depth) => `estimate, ${depth} ${plural(depth, "move", "moves")} ahead`,
  lookedAt: "not looked at yet",
  studying: "By how many counters the player to move comes out ahead from here on. Filled values are proved (exact); those with \u2248 are estimates, and get better.",
  allExact: "By how many counters the player to move comes out ahead from here on, if both play as well as can be. All of these are proved.",
  valuesOff: "Switch on \u201cValues\u201d to see what each move is worth.",
  nothingToStudy: "The round is over.",
  busy: "The server is busy; it is asked again in a moment.",
  hintIs: ({ move, value, exact, fate }, side) =>
    `Hint: ${move}, ${texts.worth(value, exact)}${fate ? `; it ${texts.fateOf(fate, side)}` : ""}.`,
  told: (told) => {
    const parts = [`${texts.sides[told.mover]} plays ${told.move}`];
    const laps = told.laps.length + told.more_laps;
    parts.push(`${laps} ${plural(laps, "lap", "laps")}`);
    if (told.endless) parts.push("it would never end");
    for (const side of ["south", "north"]) {
      if (told[side]) parts.push(`${texts.sides[side]} gains ${told[side]}`);
    }
    return `${parts.join(", ")}.`;
  },
  takesRest: (side, n) => `${texts.sides[side]} takes what is left, ${n}.`,
  playersLine: (south, north) => `South: ${south} \u00b7 North: ${north}`,
  roundNumber: (n) => `Round ${n}`,
  ghost: (line) => `Expected: ${line.split("").join(" ")}`,
  reviewing: (n, all) => `Looking at move ${n} of ${all}`,
  reviewed: (lost) => (lost ? `${lost} ${plural(lost, "move", "moves")} lost counters.` : "No move lost counters."),
  lost: (letter, loss, best, exact) =>
    `${letter} lost ${round(loss)} ${plural(round(loss), "counter", "counters")}; ${best} was best${exact ? "" : ", as far as is known"}`,
  moveLabel: (n, letter, lost) => `Move ${n}, ${letter}${lost ? `, ${lost}` : ""}`,
  graph: "The margin to expect at the end, after each move: above the line South is ahead",
  record: (r) => `${texts.games[r.game]}${r.round ? `, round ${r.round}` : ""}: ${r.south || "?"} \u2013 ${r.north || "?"}, ${r.moves.length} moves`,
  volumes: {
    "strong-solution": {
      waiting: () => "",
      making: (s) => `Every value of ${texts.games[s.game]} is being worked out; soon all will be told at once.`,
      ready: (s) => `${texts.games[s.game]} is solved: every value from its start is known, and told at once.`,
      failed: (s) => `The solution of ${texts.games[s.game]} could not be made: ${s.about}`,
    },
    book: {
      waiting: () => "",
      making: (s) => `The first moves of ${texts.games[s.game]} are being worked out; soon their values will be told at once.`,
      ready: (s) => `The first moves of ${texts.games[s.game]} are known, and their values told at once.`,
      failed: (s) => `The book of ${texts.games[s.game]} could not be made: ${s.about}`,
    },
  },
  lessonCount: (n, all) => `${n} of ${all}`,
  lessonTitle: (game) => `${texts.games[game]}, step by step`,
  offline: "The server does not answer. Is it still running?",
};

function round(value) {
  return Math.round(value * 10) / 10;
}

/// Fills in the words of the elements that name one.
export function fillTexts(root = document) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", texts[element.dataset.label]);
    element.title = texts[element.dataset.label];
  }
}
