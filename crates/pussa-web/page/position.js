// Boards as the server writes them: SOUTH/NORTH/RESERVES/SIDE.

export const SIDES = ["south", "north"];

/// The side of a hole's letter.
export const sideOf = (letter) => (letter < "a" ? "south" : "north");

/// The letters of a row, from its owner's left.
export function letters(side, holes) {
  return "ABCDEFG".slice(0, holes).split("").map((letter) => (side === "south" ? letter : letter.toLowerCase()));
}

/// A board string taken apart: `counts` by letter (null for a closed hole), `reserves` by side.
export function parse(board) {
  const [south, north, reserves, side] = board.split("/");
  const rows = { south: south.split(","), north: north.split(",") };
  const holes = rows.south.length;
  const counts = {};
  for (const who of SIDES) {
    letters(who, holes).forEach((letter, i) => {
      const text = rows[who][i];
      counts[letter] = text === "x" ? null : Number(text);
    });
  }
  const [first, second] = reserves.split(",").map(Number);
  return { holes, counts, reserves: { south: first, north: second }, side: side === "S" ? "south" : "north" };
}
