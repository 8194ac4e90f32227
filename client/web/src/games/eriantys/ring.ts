/**
 * The ring of twelve islands: the rim of a grid of 5 × 3 cells, or of 4 × 4 on a narrow screen.
 * An island that was merged covers the cells of all its tiles.
 */

export interface Cell {
  column: number;
  row: number;
}

export interface Grid {
  columns: number;
  rows: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

export const WIDE: Grid = { columns: 5, rows: 3 };
export const SQUARE: Grid = { columns: 4, rows: 4 };
const TILES = 12;
/** The part of a side that a corner of an island may take. */
const ROUND = 0.46;
/** The same for a corner that points to the inside. */
const INNER_ROUND = 0.16;
/** The distance of the control points that makes a curve nearly elliptic. */
const CURVE = 0.55;

/** Return the cell of a tile: clockwise from the upper left corner. */
export function cellOf(tile: number, { columns, rows }: Grid): Cell {
  if (tile < columns) return { column: tile, row: 0 };
  if (tile < columns + rows - 1) return { column: columns - 1, row: tile - columns + 1 };
  if (tile < 2 * columns + rows - 2) return { column: 2 * columns + rows - 3 - tile, row: rows - 1 };
  return { column: 0, row: TILES - tile };
}

/** Return the longest straight part of an island, a row before a column: the box for its pieces. */
export function contentBox(tiles: number[], grid: Grid, cell: { width: number; height: number }): Box {
  let best: Cell[] = [];
  for (const direction of ["row", "column"] as const) {
    let run: Cell[] = [];
    for (const tile of tiles) {
      const next = cellOf(tile, grid);
      run = run.length > 0 && run.at(-1)![direction] === next[direction] ? [...run, next] : [next];
      if (run.length > best.length) best = run;
    }
  }
  const columns = best.map(({ column }) => column);
  const rows = best.map(({ row }) => row);
  const [left, upper] = [Math.min(...columns), Math.min(...rows)];
  return {
    x: left * cell.width,
    y: upper * cell.height,
    width: (Math.max(...columns) - left + 1) * cell.width,
    height: (Math.max(...rows) - upper + 1) * cell.height,
  };
}

/** Return the outline of an island as a path; `inset` is its distance from the edges of its cells. */
export function outline(tiles: number[], grid: Grid, cell: { width: number; height: number }, inset: number): string {
  return loops(tiles.map((tile) => cellOf(tile, grid)))
    .map((corners) => rounded(shrunk(corners, cell, inset), cell))
    .join(" ");
}

/** Return the boundaries of a set of cells as corners, the cells on the right hand. */
function loops(cells: Cell[]): Point[][] {
  const has = (column: number, row: number) => cells.some((cell) => cell.column === column && cell.row === row);
  const next = new Map<string, Point>();
  const edge = (from: Point, to: Point) => next.set(`${from.x},${from.y}`, to);
  for (const { column: x, row: y } of cells) {
    if (!has(x, y - 1)) edge({ x, y }, { x: x + 1, y });
    if (!has(x + 1, y)) edge({ x: x + 1, y }, { x: x + 1, y: y + 1 });
    if (!has(x, y + 1)) edge({ x: x + 1, y: y + 1 }, { x, y: y + 1 });
    if (!has(x - 1, y)) edge({ x, y: y + 1 }, { x, y });
  }
  const found: Point[][] = [];
  while (next.size > 0) found.push(corners(loop(next)));
  return found;
}

/** Remove one closed loop from the edges and return its points. */
function loop(next: Map<string, Point>): Point[] {
  const points: Point[] = [];
  let key = next.keys().next().value!;
  for (let to = next.get(key); to !== undefined; to = next.get(key)) {
    next.delete(key);
    points.push(to);
    key = `${to.x},${to.y}`;
  }
  return points;
}

/** Leave out the points at which the boundary goes straight on. */
function corners(points: Point[]): Point[] {
  return points.filter((point, index) => {
    const [before, after] = [points.at(index - 1)!, points[(index + 1) % points.length]!];
    return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y));
  });
}

/** Return the corners in pixels, moved to the inside. */
function shrunk(points: Point[], cell: { width: number; height: number }, inset: number): Point[] {
  return points.map((point, index) => {
    const [before, after] = [points.at(index - 1)!, points[(index + 1) % points.length]!];
    const [first, second] = [inward(before, point), inward(point, after)];
    return { x: point.x * cell.width + (first.x + second.x) * inset, y: point.y * cell.height + (first.y + second.y) * inset };
  });
}

/** Return the direction to the inside of an edge. */
function inward(from: Point, to: Point): Point {
  return { x: -Math.sign(to.y - from.y) || 0, y: Math.sign(to.x - from.x) || 0 };
}

function rounded(points: Point[], cell: { width: number; height: number }): string {
  const parts = points.map((point, index) => {
    const [before, after] = [points.at(index - 1)!, points[(index + 1) % points.length]!];
    const round = isInner(before, point, after) ? INNER_ROUND : ROUND;
    const [enter, leave] = [towards(point, before, cell, round), towards(point, after, cell, round)];
    const [one, two] = [between(enter, point), between(leave, point)];
    return `${index === 0 ? "M" : "L"}${text(enter)}C${text(one)} ${text(two)} ${text(leave)}`;
  });
  return `${parts.join("")}Z`;
}

/** Return true if the boundary turns left, away from the island. */
function isInner(before: Point, point: Point, after: Point): boolean {
  return (point.x - before.x) * (after.y - point.y) - (point.y - before.y) * (after.x - point.x) < 0;
}

/** Return the point on the edge from a corner at which its curve begins. */
function towards(from: Point, to: Point, cell: { width: number; height: number }, round: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const step = (delta: number, size: number) => Math.sign(delta) * Math.min(Math.abs(delta), size) * round;
  return { x: from.x + step(dx, cell.width), y: from.y + step(dy, cell.height) };
}

function between(from: Point, to: Point): Point {
  return { x: from.x + (to.x - from.x) * CURVE, y: from.y + (to.y - from.y) * CURVE };
}

const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
