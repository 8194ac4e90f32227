/**
 * The area of a player: which positions are open, which symbols are visible, and what a card scores.
 * The starter is at (0, 0), y grows upwards. The newer card lies on top.
 */

import type { CodexArea, CodexPlaced, CodexSpot, PlaceCodexCard } from "../../lib/messages";
import { COUNTED, HIDDEN, SYMBOLS, card, countSymbols, face, type Side } from "./cards";

/** The corners in the order of the list of cards; corner 3 - i of the neighbour touches corner i. */
export const CORNERS = [
  { dx: -1, dy: 1 },
  { dx: 1, dy: 1 },
  { dx: -1, dy: -1 },
  { dx: 1, dy: -1 },
];

function corners(placed: CodexPlaced): string {
  return face(placed.card, placed.side).corners;
}

export function at<T extends CodexSpot>(entries: readonly T[], x: number, y: number): T | undefined {
  return entries.find((entry) => entry.x === x && entry.y === y);
}

function removeSpot(area: CodexArea, x: number, y: number): void {
  area.spots = area.spots.filter((spot) => spot.x !== x || spot.y !== y);
}

function countSymbol(area: CodexArea, symbol: string, step: number): void {
  const index = SYMBOLS.indexOf(symbol);
  if (index >= 0) area.symbols[index]! += step;
}

/** Return true if a hidden corner of a placed card points to the position. */
function closed(area: CodexArea, x: number, y: number): boolean {
  return CORNERS.some(({ dx, dy }, corner) => {
    const neighbour = at(area.placed, x + dx, y + dy);
    return neighbour !== undefined && corners(neighbour)[3 - corner] === HIDDEN;
  });
}

/** Place a card; changes the area. */
export function place(area: CodexArea, id: string, side: Side, x: number, y: number): void {
  const placed = { card: id, side, x, y };
  const { corners: own, centre } = face(id, side);
  removeSpot(area, x, y);
  CORNERS.forEach(({ dx, dy }, corner) => {
    const [nx, ny] = [x + dx, y + dy];
    const neighbour = at(area.placed, nx, ny);
    if (neighbour !== undefined) countSymbol(area, corners(neighbour)[3 - corner]!, -1);
    else if (own[corner] === HIDDEN) removeSpot(area, nx, ny);
    else if (!closed(area, nx, ny) && !at(area.spots, nx, ny)) area.spots.push({ x: nx, y: ny });
  });
  for (const symbol of own + centre) countSymbol(area, symbol, 1);
  area.placed.push(placed);
  area.spots.sort((left, right) => left.x - right.x || left.y - right.y);
}

/** Return a copy of the area with one more card. */
export function withCard(area: CodexArea, id: string, side: Side, x: number, y: number): CodexArea {
  const copy = { placed: [...area.placed], symbols: [...area.symbols], spots: [...area.spots] };
  place(copy, id, side, x, y);
  return copy;
}

/** Return the number of corners that a card at this position covers. */
export function coveredBy(area: CodexArea, x: number, y: number): number {
  return CORNERS.filter(({ dx, dy }) => at(area.placed, x + dx, y + dy) !== undefined).length;
}

/** Return the points for a card just placed; `area` contains it already. */
export function placementPoints(area: CodexArea, { card: id, side, x, y }: Omit<PlaceCodexCard, "type">): number {
  const { points, rule } = face(id, side);
  if (rule === "per_covered_corner") return points * coveredBy(area, x, y);
  const counted = COUNTED[rule];
  return counted === undefined ? points : points * area.symbols[SYMBOLS.indexOf(counted)]!;
}

/** Return the symbols that the front of a card needs and the area lacks, as a text of letters. */
export function lacking(area: CodexArea, id: string): string {
  const needs = countSymbols(card(id).needs);
  return needs.map((need, index) => SYMBOLS[index]!.repeat(Math.max(0, need - area.symbols[index]!))).join("");
}

/**
 * Return for each placed card which of its corners later cards cover, as four flags. The area lists
 * the cards in the order of placing.
 */
export function coveredCorners(area: CodexArea): boolean[][] {
  const order = new Map(area.placed.map(({ x, y }, index) => [`${x},${y}`, index]));
  return area.placed.map(({ x, y }, index) =>
    CORNERS.map(({ dx, dy }) => (order.get(`${x + dx},${y + dy}`) ?? -1) > index),
  );
}
