/** Shelves of My Shelfie: six rows of five places, the top row first; `.` is an empty place. */

export const ROWS = 6;
export const COLUMNS = 5;
export const EMPTY = ".";

export type Shelf = readonly string[];

/** Return the number of free places of a column. */
export function roomIn(shelf: Shelf, column: number): number {
  return shelf.filter((row) => row[column] === EMPTY).length;
}

/** Return the columns that have room for a number of tiles. */
export function columnsFor(shelf: Shelf, count: number): number[] {
  return [...Array(COLUMNS).keys()].filter((column) => roomIn(shelf, column) >= count);
}

/** Return the rows with one character replaced. */
export function put(rows: Shelf, row: number, column: number, tile: string): string[] {
  return rows.map((line, index) => (index === row ? line.slice(0, column) + tile + line.slice(column + 1) : line));
}

/** Return the shelf after the tiles fell into a column that has room for them, the first one lowest. */
export function drop(shelf: Shelf, column: number, tiles: string): string[] {
  let rows = [...shelf];
  for (const tile of tiles) {
    const lowest = rows.findLastIndex((line) => line[column] === EMPTY);
    rows = put(rows, lowest, column, tile);
  }
  return rows;
}

/** Return the tiles of a column from below. */
export function columnTiles(shelf: Shelf, column: number): string {
  return shelf.map((row) => row[column]!).filter((tile) => tile !== EMPTY).toReversed().join("");
}

/** Return the number of the places of the group that contains a place, and mark them in `seen`. */
function groupSize(tiles: string, start: number, seen: boolean[]): number {
  const found = [start];
  seen[start] = true;
  for (const place of found) {
    const column = place % COLUMNS;
    for (const near of [place - COLUMNS, place + COLUMNS, column > 0 ? place - 1 : -1, column < COLUMNS - 1 ? place + 1 : -1]) {
      if (seen[near] || tiles[near] !== tiles[start]) continue;
      seen[near] = true;
      found.push(near);
    }
  }
  return found.length;
}

/** Return the sizes of all groups of a shelf: equal tiles joined by their sides. */
export function groupSizes(shelf: Shelf): number[] {
  const tiles = shelf.join("");
  const seen: boolean[] = [];
  const sizes: number[] = [];
  for (let place = 0; place < tiles.length; place += 1) {
    if (tiles[place] !== EMPTY && !seen[place]) sizes.push(groupSize(tiles, place, seen));
  }
  return sizes;
}

/** Return the largest group with one of the `count` highest tiles of a column; size 0 if it is empty. */
export function largestGroup(shelf: Shelf, column: number, count: number): { tile: string; size: number } {
  const tiles = shelf.join("");
  const top = roomIn(shelf, column);
  let best = { tile: "", size: 0 };
  for (let row = top; row < Math.min(top + count, ROWS); row += 1) {
    const place = row * COLUMNS + column;
    const size = groupSize(tiles, place, []);
    if (size > best.size) best = { tile: tiles[place]!, size };
  }
  return best;
}

/**
 * Return the orders of the tiles that make a difference, each as the indices of the tiles, the lowest
 * first. The first one is the order of the tiles; of equal arrangements the smallest order is listed.
 */
export function arrangements(tiles: string): number[][] {
  const found = new Map<string, number[]>();
  for (const order of permutations([...tiles].map((_, index) => index))) {
    const text = order.map((index) => tiles[index]).join("");
    if (!found.has(text)) found.set(text, order);
  }
  return [...found.values()];
}

function permutations(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((first, index) => permutations(items.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
