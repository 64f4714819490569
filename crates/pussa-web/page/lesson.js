// A short lesson for each game: its rules, a board and a move each, in the words of the rules.

const BOTH = {
  sow: {
    text: "Lift all counters of one of your holes and sow them one by one into the holes that follow, counter-clockwise. Then look at the hole after the last one. G is empty here: the sowing is over. South lifts C.",
    board: "1,0,3,0,0,0,0/0,0,2,0,0,1,0/0,0/S",
    move: "C",
    gains: [0, 0],
  },
  relay: {
    text: "If the hole after your last counter holds counters, lift them all and sow on. South lifts A: its two end before D, so D is lifted and sown too, and the sowing ends before the empty G.",
    board: "2,0,0,2,0,0,0/0,0,0,3,0,0,0/0,0/S",
    move: "A",
    gains: [0, 0],
  },
  pussa: {
    text: "Pussa: when the sowing is over and the hole behind the empty one holds counters, you capture them, whoever\u2019s row it is in. South lifts E; a is empty, and b behind it is captured.",
    board: "1,0,0,0,2,0,0/0,4,0,0,2,0,0/0,0/S",
    move: "E",
    gains: [4, 0],
  },
  end: {
    text: "If the player to move has no counters in the own row, the round ends, and the other player takes all that is left. South captures North\u2019s last counters, and then takes the rest too. More counters than the other player: that wins the round.",
    board: "3,0,0,0,0,1,0/0,5,0,0,0,0,0/10,9/S",
    move: "F",
    gains: [5, 0],
  },
};

export const LESSONS = {
  "walak-pussa": [
    BOTH.sow,
    BOTH.relay,
    BOTH.pussa,
    {
      text: "A necklace of pearls: if after what you captured comes an empty hole and then a full one again, you capture that too, and so on. The chain stops at two empty holes in a row, or at a full hole right after a captured one. South lifts A: D, F and a are captured.",
      board: "1,0,0,2,0,3,0/4,0,0,2,0,0,1/0,0/S",
      move: "A",
      gains: [9, 0],
    },
    BOTH.end,
    {
      text: "In a match, each player fills holes with four counters each from the left end of the row; a rest goes into the next hole. Who holds fewer counters leads, and who holds none has lost. South held 22 here.",
      board: "4,4,4,4,4,2,0/4,4,4,4,4,4,4/0,6/S",
      move: "C",
      gains: null,
    },
  ],
  "raja-pasu": [
    BOTH.sow,
    BOTH.relay,
    {
      text: "Pasu: whenever a counter sown makes a hole hold exactly four, those four leave the board at once. South lifts A, and B comes to hold four: they are South\u2019s, since B is in South\u2019s row.",
      board: "2,3,0,0,0,0,1/0,0,0,2,0,0,0/0,0/S",
      move: "A",
      gains: [4, 0],
    },
    {
      text: "But the row decides, and not who sows! South lifts F and makes a four in North\u2019s row: it goes to North. Look well where your counters fall.",
      board: "2,0,0,0,0,3,0/3,1,0,0,2,0,0/0,0/S",
      move: "F",
      gains: [0, 4],
    },
    { ...BOTH.pussa, text: `${BOTH.pussa.text} In Raja Pasu that is all: there is no chain.`, board: "1,0,0,0,2,0,0/0,3,0,0,2,0,0/0,0/S", gains: [3, 0] },
    BOTH.end,
    {
      text: "In a match, each player fills as many holes as possible with seven counters each. The others are closed, from the left end of the row, and everything skips them. A player who can\u2019t fill a single hole has lost the match. South held 30 here: A, B and C are closed.",
      board: "x,x,x,7,7,7,7/7,7,7,7,7,7,7/2,19/N",
      move: "c",
      gains: null,
    },
  ],
};
