/** Steps and previews of the actions of My Shelfie. */

import type { PlaceShelfieTiles, ShelfieAction, ShelfieView, TakeShelfieTiles } from "../../lib/messages";
import type { Action } from "../../lib/wire";
import type { Preview, Step } from "../pack";
import { gainOf, pointsOfGroup, secretCount, type Gain } from "./points";
import { arrangements, columnsFor, roomIn } from "./shelf";
import { TILES, cellName, tileAmount, tileNames, words } from "./words";

export const cellKey = (cell: number) => `cell=${cell}`;
export const columnKey = (column: number) => `column=${column}`;
export const orderKey = (order: readonly number[]) => `order=${order.join("")}`;

/** Return the tile in a cell of the living room; a blank outside of it. */
export function tileAt(view: ShelfieView, cell: number): string {
  return view.board[Math.floor(cell / 10)]?.[cell % 10] ?? " ";
}

/** Return true if a side of the cell is at the edge or next to an empty cell. */
export function hasFreeSide(view: ShelfieView, cell: number): boolean {
  return [cell - 10, cell + 10, cell - 1, cell + 1].some((near) => " .".includes(tileAt(view, near)));
}

/** Return the tiles of the hand in the order of a placement, the lowest first. */
export function orderedTiles(hand: string, order: readonly number[] = []): string {
  return order.length > 0 ? order.map((index) => hand[index] ?? "").join("") : hand;
}

/**
 * The tiles of a set in any order; a column, or first another order of the hand and then a column.
 * Marking and sorting are no steps: the server does not list them.
 */
export function steps(action: Action, view: ShelfieView): Step[] {
  const chosen = action as unknown as ShelfieAction;
  switch (chosen.type) {
    case "TakeShelfieTiles":
      return chosen.cells.map((cell) => ({ key: cellKey(cell), label: tileLabel(view, cell), group: "tiles" }));
    case "PlaceShelfieTiles": {
      const column = { key: columnKey(chosen.column), label: words.column(chosen.column) };
      const order = chosen.order ?? [];
      if (order.length === 0) return [column];
      return [{ key: orderKey(order), label: tileNames(orderedTiles(view.hand, order)) }, column];
    }
    default:
      return [];
  }
}

function tileLabel(view: ShelfieView, cell: number): string {
  return `${TILES[tileAt(view, cell)]?.one ?? ""} ${cellName(cell)}`;
}

export function preview(action: Action, view: ShelfieView): Preview | null {
  const chosen = action as unknown as ShelfieAction;
  if (view.seat === null) return null;
  if (chosen.type === "TakeShelfieTiles") return previewTake(view, chosen);
  return chosen.type === "PlaceShelfieTiles" ? previewPlace(view, chosen) : null;
}

/** What taking tiles leads to: the columns with room for them, and the one that gains most. */
function previewTake(view: ShelfieView, action: TakeShelfieTiles): Preview {
  const tiles = action.cells.map((cell) => tileAt(view, cell)).join("");
  const columns = columnsFor(view.players[view.seat!]!.shelf, tiles.length);
  const head = `Take ${tileAmount(tiles)}`;
  if (columns.length === 0) return { title: `${head}: ${words.noFit}` };
  const best = columns
    .map((column) => ({ column, total: bestTotal(view, column, tiles) }))
    .reduce((one, other) => (other.total > one.total ? other : one));
  const room = `Room in ${columns.length === 5 ? "every column" : `column ${columns.map((c) => c + 1).join(", ")}`}.`;
  if (best.total <= 0) return { title: head, sentence: `${room} ${words.irrevocable}` };
  const badge = words.signed(best.total);
  return { badge, title: `${head}: ${badge} in column ${best.column + 1}`, sentence: `${room} ${words.irrevocable}` };
}

/** Return the points of the best order of the tiles in a column. */
export function bestTotal(view: ShelfieView, column: number, tiles: string): number {
  return Math.max(...arrangements(tiles).map((order) => gainOf(view, column, orderedTiles(tiles, order)).total));
}

function previewPlace(view: ShelfieView, action: PlaceShelfieTiles): Preview | null {
  const tiles = orderedTiles(view.hand, action.order);
  if (roomIn(view.players[view.seat!]!.shelf, action.column) < tiles.length) return null;
  return previewColumn(view, action.column, tiles);
}

/** What tiles in a column of the own shelf bring, the first one lowest. */
export function previewColumn(view: ShelfieView, column: number, tiles: string): Preview {
  const gain = gainOf(view, column, tiles);
  const badge = words.signed(gain.total);
  return { badge, title: `${words.column(column)}: ${groupText(gain)}, ${badge}`, sentence: gainText(view, gain) };
}

function groupText({ group: { tile, size } }: Gain): string {
  return size < 2 ? "no group" : `${size} ${TILES[tile]?.many ?? tile} joined`;
}

/** Return the sources of the points, each as a short sentence; undefined without any. */
function gainText(view: ShelfieView, gain: Gain): string | undefined {
  const parts: string[] = [];
  const group = pointsOfGroup(gain.group.size);
  if (gain.groups !== 0) parts.push(`Groups ${words.signed(gain.groups)}${group > 0 ? `, this one is worth ${group}` : ""}.`);
  if (gain.secret !== 0) {
    parts.push(`Secret goal ${words.signed(gain.secret)}: ${secretCount(gain.shelf, view.personal)} of 6.`);
  }
  for (const token of gain.common) parts.push(`Common goal ${words.signed(token)}.`);
  if (gain.end > 0) parts.push(`First full shelf ${words.signed(gain.end)}.`);
  return parts.length > 0 ? parts.join(" ") : undefined;
}
