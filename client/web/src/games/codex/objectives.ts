/** The objectives of Codex Naturalis: how often an area fulfils them, and what is missing. */

import type { CodexArea, CodexView } from "../../lib/messages";
import { by } from "../collections";
import { SYMBOLS, card, countSymbols } from "./cards";

/** A card of a pattern: the kingdom and the position within the pattern, y upwards. */
export interface PatternCell {
  kingdom: string;
  x: number;
  y: number;
}

export interface Progress {
  points: number;
  /** The symbols that the next set needs; empty for a pattern. */
  missing: string;
  /** How many cards of one more copy of the pattern are there; 0 for a set. */
  cards: number;
}

type Copy = string[];

const key = (x: number, y: number) => `${x},${y}`;

/** Return the cards of the pattern of an objective; empty for a set. */
export function pattern(objective: string): PatternCell[] {
  const text = card(objective).pattern;
  return text === "" ? [] : text.split(" ").map(([kingdom, x, y]) => ({ kingdom: kingdom!, x: Number(x), y: Number(y) }));
}

/** Return the points of one objective in this area. */
export function objectivePoints(area: CodexArea, objective: string): number {
  const { points, needs } = card(objective);
  const cells = pattern(objective);
  return points * (cells.length > 0 ? disjointCopies(area, cells).length : sets(area, needs));
}

function sets(area: CodexArea, needs: string): number {
  const counts = countSymbols(needs);
  return Math.min(...counts.flatMap((need, index) => (need > 0 ? [Math.floor(area.symbols[index]! / need)] : [])));
}

/**
 * Return a largest set of copies of a pattern that share no card. The copies form chains in which
 * only neighbours share cards, so choosing the lowest one first is optimal.
 */
function disjointCopies(area: CodexArea, cells: PatternCell[]): Copy[] {
  const kingdoms = new Map(area.placed.map(({ card: id, x, y }) => [key(x, y), card(id).kingdom]));
  const first = cells[0]!;
  const starts = area.placed.filter(({ card: id }) => card(id).kingdom === first.kingdom).sort(by(({ y }) => [y]));
  const taken = new Set<string>();
  return starts.flatMap(({ x, y }) => {
    const copy = cells.map((cell) => key(x + cell.x - first.x, y + cell.y - first.y));
    if (!copy.every((place, index) => kingdoms.get(place) === cells[index]!.kingdom && !taken.has(place))) return [];
    for (const place of copy) taken.add(place);
    return [copy];
  });
}

/** Return the points of an objective now, and what the next ones need. */
export function progress(area: CodexArea, objective: string): Progress {
  const cells = pattern(objective);
  const points = objectivePoints(area, objective);
  if (cells.length === 0) return { points, missing: missingSymbols(area, card(objective).needs), cards: 0 };
  return { points, missing: "", cards: bestPart(area, cells) };
}

function missingSymbols(area: CodexArea, needs: string): string {
  const next = sets(area, needs) + 1;
  return countSymbols(needs)
    .map((need, index) => SYMBOLS[index]!.repeat(Math.max(0, need * next - area.symbols[index]!)))
    .join("");
}

/** Return the largest part of one more copy of the pattern; cards of complete copies do not count. */
function bestPart(area: CodexArea, cells: PatternCell[]): number {
  const used = new Set(disjointCopies(area, cells).flat());
  const free = new Map(area.placed.map(({ card: id, x, y }) => [key(x, y), card(id).kingdom]));
  for (const place of used) free.delete(place);
  let best = 0;
  for (const { x, y } of area.placed) {
    for (const start of cells) {
      const part = cells.filter((cell) => free.get(key(x + cell.x - start.x, y + cell.y - start.y)) === cell.kingdom);
      best = Math.max(best, part.length);
    }
  }
  return best;
}

/** Return the objectives that count for the seat, as far as it knows them. */
export function ownObjectives(view: CodexView): string[] {
  return view.objective === null ? view.common : [...view.common, view.objective];
}
