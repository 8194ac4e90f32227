/** The texts of My Shelfie in English. */

import type { ShelfieGoal } from "../../lib/messages";

/** The tiles by their letter: the name, its plural, and the colour of the piece. */
export const TILES: Record<string, { one: string; many: string; color: string }> = {
  C: { one: "cat", many: "cats", color: "var(--green)" },
  B: { one: "book", many: "books", color: "var(--white)" },
  G: { one: "game", many: "games", color: "var(--yellow)" },
  F: { one: "frame", many: "frames", color: "var(--blue)" },
  T: { one: "trophy", many: "trophies", color: "var(--cyan)" },
  P: { one: "plant", many: "plants", color: "var(--pink)" },
};

export const GOAL_TEXTS: Record<ShelfieGoal, string> = {
  PAIRS: "six groups of 2 or more equal tiles",
  FOURS: "four groups of 4 or more equal tiles",
  CORNERS: "equal tiles in all four corners",
  SQUARES: "two squares of 2 × 2 equal tiles",
  COLS3: "three full columns of at most 3 types each",
  EIGHT: "eight equal tiles anywhere",
  DIAG: "five equal tiles in a diagonal",
  ROWS3: "four full rows of at most 3 types each",
  COLS6: "two full columns of 6 different types each",
  ROWS5: "two full rows of 5 different types each",
  X: "five equal tiles in the form of an X",
  STAIRS: "columns that rise or fall like stairs, one tile each",
};

/** Shorter texts beside the drawings. */
export const GOAL_TITLES: Record<ShelfieGoal, string> = {
  PAIRS: "Six groups of 2 or more",
  FOURS: "Four groups of 4 or more",
  CORNERS: "Four equal corners",
  SQUARES: "Two squares of 2 × 2",
  COLS3: "Three columns of at most 3 types",
  EIGHT: "Eight equal tiles",
  DIAG: "Five in a diagonal",
  ROWS3: "Four rows of at most 3 types",
  COLS6: "Two columns of 6 types",
  ROWS5: "Two rows of 5 types",
  X: "Five equal tiles in an X",
  STAIRS: "Columns like stairs",
};

const ROW_LETTERS = "abcdefghi";

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Return "c5" for cell 24: the row as a letter, the column from 1. */
export function cellName(cell: number): string {
  return `${ROW_LETTERS[Math.floor(cell / 10)] ?? "?"}${(cell % 10) + 1}`;
}

export function cellNames(cells: readonly number[]): string {
  return cells.map(cellName).join(" ");
}

/** Return the names of tiles in their order: "cat, book, cat". */
export function tileNames(tiles: string): string {
  return [...tiles].map((tile) => TILES[tile]?.one ?? tile).join(", ");
}

/** Return tiles as an amount, in the order of their first occurrence: "2 plants and a frame". */
export function tileAmount(tiles: string): string {
  const parts = [...new Set(tiles)].map((tile) => {
    const count = [...tiles].filter((other) => other === tile).length;
    const { one, many } = TILES[tile] ?? { one: tile, many: tile };
    return count === 1 ? `a ${one}` : `${count} ${many}`;
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}` : (parts[0] ?? "");
}

/** Return tiles as a short amount: "2 plants", "3 tiles". */
export function tileCount(tiles: string): string {
  return new Set(tiles).size > 1 ? `${tiles.length} tiles` : tileAmount(tiles);
}

export const words = {
  plural,
  column: (column: number) => `Column ${column + 1}`,
  signed: (points: number) => (points < 0 ? `−${-points}` : `+${points}`),
  points: (count: number) => plural(count, "point"),
  pointsWord: "points",
  room: "Living room",
  yourShelf: "Your shelf",
  shelfOf: (name: string) => `Shelf of ${name}`,
  hand: "In hand, the first falls lowest",
  handOf: (name: string) => `In the hand of ${name}, the first falls lowest`,
  handEmpty: "nothing",
  order: "Order",
  orderOf: (tiles: string) => `Change the order; now ${tileNames(tiles)}, the first falls lowest`,
  arrange: "change the order of the tiles",
  columnKey: "column of your shelf",
  emptyCell: "empty",
  enclosed: "no free side",
  markedBy: (name: string) => `marked by ${name}`,
  takenFrom: "just taken",
  add: "add it to your tiles",
  putBack: "put it back",
  notNow: "not now",
  full: "full",
  roomFor: (count: number) => `room for ${count}`,
  holds: (tiles: string) => (tiles === "" ? "empty" : `from below ${tileNames(tiles)}`),
  put: (tiles: string) => `put ${tileAmount(tiles)} here`,
  personal: (count: number) => `Your secret goal: faint signs, ${count} of 6 in place`,
  personalDone: (count: number, points: number) => `Secret goal: ${count} of 6 in place, ${plural(points, "point")}`,
  secretGoal: (count: number) => `secret goal: ${count} of 6 in place`,
  wanted: (tile: string) => `${TILES[tile]?.one ?? tile} wanted`,
  noFit: "no column has room for them",
  irrevocable: "Taking cannot be undone.",
  firstPlayer: "first player",
  token: (points: number[]) => `${points.length === 1 ? "token" : "tokens"} ${points.join(" + ")}`,
  firstFull: "first full shelf",
  players: (count: number) => `${count} players`,
  bag: (count: number) => `${count} in the bag`,
  lastRound: "the last round",
  over: "over",
  goals: "Common goals",
  shelves: "Shelves",
  nextToken: (points: number) => `next token ${plural(points, "point")}`,
  noToken: "no tokens left",
  done: (points: number) => `done, ${plural(points, "point")}`,
  progress: (have: number, need: number) => `you have ${have} of ${need}`,
  oneType: "both of one type",
  groupLegend: "Groups of equal tiles: 3 tiles 2 points, 4 tiles 3, 5 tiles 5, 6 or more 8.",
};

export const RULES = [
  "Fill your shelf, 6 rows of 5 places. The player with most points wins.",
  "In your turn take one to three tiles from the living room. They lie side by side in one line, and each has a free side before you take any.",
  "Then all of them go into one column of your shelf, in the order you like. So you never take more than one of your columns has room for.",
  "When no two tiles of the living room touch any more, it is filled up from the bag.",
  "Groups of equal tiles, joined by their sides, are worth 2 points (three tiles), 3 (four), 5 (five) or 8 (six and more).",
  "Your secret goal is worth 1, 2, 4, 6, 9 or 12 points for one to six tiles in their places.",
  "Each common goal is worth 8 points for the first player who meets it, then less.",
  "The first full shelf is worth 1 point and starts the last round, which ends with the seat before the first player.",
  "On a tie the player furthest from the first player wins.",
];
