/** The common goals of My Shelfie: how far a shelf is, and an example of each. */

import type { ShelfieGoal } from "../../lib/messages";
import { COLUMNS, EMPTY, ROWS, groupSizes, roomIn, type Shelf } from "./shelf";

/** The reached part of a goal, and the part that it needs. */
export interface Progress {
  have: number;
  need: number;
}

type Places = readonly number[];

const range = (count: number) => [...Array(count).keys()];
const CORNERS: Places[] = [[0, 4, 25, 29]];
const DIAGONALS: Places[] = [[0, 6], [5, 6], [4, 4], [9, 4]].map(([start, step]) => range(5).map((n) => start! + n * step!));
const CROSSES: Places[] = range(30)
  .filter((place) => place >= 5 && place < 25 && place % COLUMNS > 0 && place % COLUMNS < 4)
  .map((place) => [place - 6, place - 4, place, place + 4, place + 6]);
const SQUARES: Places[] = range(25)
  .filter((place) => place % COLUMNS < 4)
  .map((place) => [place, place + 1, place + 5, place + 6]);
const STAIRS = [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [5, 4, 3, 2, 1], [6, 5, 4, 3, 2]];
const ROW_PLACES: Places[] = range(ROWS).map((row) => range(COLUMNS).map((column) => row * COLUMNS + column));
const COLUMN_PLACES: Places[] = range(COLUMNS).map((column) => range(ROWS).map((row) => row * COLUMNS + column));

/** Return the progress of a shelf towards a common goal; `oneType` demands one type for both squares. */
export function goalProgress(goal: ShelfieGoal, shelf: Shelf, oneType: boolean): Progress {
  const tiles = shelf.join("");
  const [have, need] = count(goal, shelf, tiles, oneType);
  return { have, need };
}

function count(goal: ShelfieGoal, shelf: Shelf, tiles: string, oneType: boolean): [number, number] {
  switch (goal) {
    case "PAIRS": return [groupsOf(shelf, 2), 6];
    case "FOURS": return [groupsOf(shelf, 4), 4];
    case "CORNERS": return [bestEqual(tiles, CORNERS), 4];
    case "SQUARES": return [countSquares(tiles, oneType), 2];
    case "COLS3": return [fullLines(tiles, COLUMN_PLACES, 1, 3), 3];
    case "EIGHT": return [mostEqual([...tiles]), 8];
    case "DIAG": return [bestEqual(tiles, DIAGONALS), 5];
    case "ROWS3": return [fullLines(tiles, ROW_PLACES, 1, 3), 4];
    case "COLS6": return [fullLines(tiles, COLUMN_PLACES, 6, 6), 2];
    case "ROWS5": return [fullLines(tiles, ROW_PLACES, 5, 5), 2];
    case "X": return [bestEqual(tiles, CROSSES), 5];
    case "STAIRS": return [bestStairs(shelf), 5];
  }
}

function groupsOf(shelf: Shelf, size: number): number {
  return groupSizes(shelf).filter((group) => group >= size).length;
}

/** Return how often the most frequent tile occurs; empty places do not count. */
function mostEqual(tiles: string[]): number {
  const counts: Record<string, number> = {};
  for (const tile of tiles) if (tile !== EMPTY) counts[tile] = (counts[tile] ?? 0) + 1;
  return Math.max(0, ...Object.values(counts));
}

function bestEqual(tiles: string, patterns: Places[]): number {
  return Math.max(...patterns.map((places) => mostEqual(places.map((place) => tiles[place]!))));
}

/** Return the number of full lines whose number of types is in the range. */
function fullLines(tiles: string, lines: Places[], least: number, most: number): number {
  return lines.filter((places) => {
    const line = places.map((place) => tiles[place]!);
    const types = new Set(line).size;
    return !line.includes(EMPTY) && types >= least && types <= most;
  }).length;
}

/** Return the number of squares of equal tiles without a common place, at most 2. */
function countSquares(tiles: string, oneType: boolean): number {
  const full = SQUARES.filter((places) => mostEqual(places.map((place) => tiles[place]!)) === 4);
  const isPair = full.some((one, index) =>
    full.slice(index + 1).some((other) =>
      !one.some((place) => other.includes(place)) && (!oneType || tiles[one[0]!] === tiles[other[0]!])),
  );
  return isPair ? 2 : Math.min(1, full.length);
}

/** Return how many columns have exactly the height that the best of the stairs needs. */
function bestStairs(shelf: Shelf): number {
  const heights = range(COLUMNS).map((column) => ROWS - roomIn(shelf, column));
  return Math.max(...STAIRS.map((steps) => steps.filter((step, column) => step === heights[column]).length));
}

const EXAMPLES: Record<ShelfieGoal, string> = {
  PAIRS: "11.2. ...2. 33.4. ...4. 5..66 5....",
  FOURS: "1..22 1..22 1.... 1.33. 4433. 44...",
  CORNERS: "1...1 ..... ..... ..... ..... 1...1",
  SQUARES: "11... 11... ..... ...22 ...22 .....",
  COLS3: "1.3.5 2.3.1 3.3.5 1.4.1 1.4.5 2.3.6",
  EIGHT: "1.1.. ..1.1 ..... 1...1 ..1.. ....1",
  DIAG: "1.... .1... ..1.. ...1. ....1 .....",
  ROWS3: "..... 12312 44556 ..... 11111 32123",
  COLS6: "1.2.. 2.3.. 3.4.. 4.5.. 5.6.. 6.1..",
  ROWS5: "..... 12345 ..... ..... 23456 .....",
  X: "..... 1.1.. .1... 1.1.. ..... .....",
  STAIRS: "..... #.... ##... ###.. ####. #####",
};

/** Return an example of a goal: equal digits are tiles of one type, `#` is any tile. */
export function goalExample(goal: ShelfieGoal, oneType: boolean): string[] {
  const text = EXAMPLES[goal];
  return (goal === "SQUARES" && oneType ? text.replaceAll("2", "1") : text).split(" ");
}
