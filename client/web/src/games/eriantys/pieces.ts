/** Islands, parties and students of Eriantys: what can be read from a view. */

import type { CharacterView, EriantysCharacter, EriantysColor, EriantysTower, EriantysView, IslandView } from "../../lib/messages";

export type Color = EriantysColor;
export type Students = Partial<Record<EriantysColor, number>>;

/** The colours in the order of the tables of a school. */
export const COLORS: Color[] = ["GREEN", "RED", "YELLOW", "PINK", "BLUE"];
/** The places of a dining table that bring a coin. */
export const COIN_PLACES = [3, 6, 9];
export const TABLE_PLACES = 10;
const LAST_ASSISTANT = 10;
export const ASSISTANTS = Array.from({ length: LAST_ASSISTANT }, (_, index) => index + 1);

export const colorName = (color: string) => color.toLowerCase();
export const characterName = (name: string) => name.toLowerCase().replaceAll("_", " ");
export const amount = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** Return the steps of mother nature that an assistant allows. */
export function stepsOf(assistant: number): number {
  return Math.ceil(assistant / 2);
}

/** Return the colours of a map, each as often as it occurs. */
export function listed(students: Students): Color[] {
  return COLORS.flatMap((color) => Array<Color>(students[color] ?? 0).fill(color));
}

/** Return "2 red, 1 blue"; "no students" for none. */
export function studentsText(students: Students): string {
  const parts = COLORS.filter((color) => students[color]).map((color) => `${students[color]} ${colorName(color)}`);
  return parts.join(", ") || "no students";
}

export function islandAt(view: EriantysView, tile: number): IslandView {
  const island = view.islands.find(({ tiles }) => tiles.includes(tile));
  if (island === undefined) throw new Error(`no island ${tile}`);
  return island;
}

/** Return the island that mother nature reaches with this number of steps. */
export function islandAfter(view: EriantysView, steps: number): IslandView {
  const current = view.islands.indexOf(islandAt(view, view.motherNature));
  return view.islands[(current + steps) % view.islands.length]!;
}

/** Return the number of steps to each island by its first tile, while a player may still move mother nature. */
export function reach(view: EriantysView): Map<number, number> {
  const found = new Map<number, number>();
  for (let steps = 1; steps <= limit(view); steps += 1) {
    const [tile] = islandAfter(view, steps).tiles;
    if (!found.has(tile!)) found.set(tile!, steps);
  }
  return found;
}

function limit({ phase, turn, maxSteps, schools, effect }: EriantysView): number {
  if (phase === "MOTHER_NATURE") return maxSteps;
  if (phase !== "STUDENTS" || turn === null) return 0;
  return stepsOf(schools[turn]!.played ?? 0) + (effect === "POSTMAN" ? 2 : 0);
}

/** Return "3", or "10–1" for the tiles 10, 11, 0 and 1. */
export function tilesText(tiles: number[]): string {
  return tiles.length === 1 ? `${tiles[0]}` : `${tiles[0]}–${tiles.at(-1)}`;
}

export function character(view: EriantysView, name: EriantysCharacter | string): CharacterView {
  const card = view.characters.find((entry) => entry.name === name);
  if (card === undefined) throw new Error(`no character ${name}`);
  return card;
}

/** Return the tower colours in play: that of the reader first, then in the order of the seats. */
export function parties(view: EriantysView): EriantysTower[] {
  const own = view.seat === null ? [] : [view.schools[view.seat]!.tower];
  return [...new Set([...own, ...view.schools.map(({ tower }) => tower)])];
}

/** Return the influence of each party if the island were resolved now; no-entry tiles are ignored. */
export function influence(view: EriantysView, island: IslandView): Map<EriantysTower, number> {
  const found = new Map(parties(view).map((party) => [party, 0]));
  const add = (party: EriantysTower, count: number) => found.set(party, found.get(party)! + count);
  for (const [color, seat] of Object.entries(view.professors) as [Color, number][]) {
    if (color !== view.bannedColor) add(view.schools[seat]!.tower, island.students[color] ?? 0);
  }
  if (island.tower !== null && view.effect !== "CENTAUR") add(island.tower, island.towers);
  if (view.effect === "KNIGHT" && view.turn !== null) add(view.schools[view.turn]!.tower, 2);
  return found;
}

/** Return the towers that a party has not built; partners share them. */
export function towersLeft(view: EriantysView, party: EriantysTower): number {
  return view.schools.filter(({ tower }) => tower === party).reduce((sum, { towers }) => sum + towers, 0);
}

/** Return the number of towers of each party at the start: six with three players, else eight. */
export function towersInAll(view: EriantysView): number {
  return view.schools.length === 3 ? 6 : 8;
}

/** Return the towers that a party has on islands. */
export function towersBuilt(view: EriantysView, party: EriantysTower): number {
  return view.islands.filter(({ tower }) => tower === party).reduce((sum, { towers }) => sum + towers, 0);
}

/** Return the colours of the professors of a seat. */
export function professorsOf(view: EriantysView, seat: number): Color[] {
  return COLORS.filter((color) => view.professors[color] === seat);
}
