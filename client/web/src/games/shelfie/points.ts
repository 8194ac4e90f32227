/** Points of My Shelfie, as far as a seat knows them. Only the server decides. */

import type { ShelfieView } from "../../lib/messages";
import { goalProgress } from "./goals";
import { EMPTY, drop, groupSizes, largestGroup, type Shelf } from "./shelf";

const GROUP_POINTS = [0, 0, 0, 2, 3, 5, 8];
const SECRET_POINTS = [0, 1, 2, 4, 6, 9, 12];
const END_POINTS = 1;

/** The points of a player by their source; `secret` is null if the secret goal is not known. */
export interface Points {
  common: number;
  groups: number;
  secret: number | null;
  end: number;
  total: number;
}

/** The effect of tiles in a column of the own shelf. */
export interface Gain {
  shelf: string[];
  /** The largest group with one of the tiles. */
  group: { tile: string; size: number };
  groups: number;
  secret: number;
  /** The tokens of the common goals that are met then. */
  common: number[];
  end: number;
  total: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export function pointsOfGroup(size: number): number {
  return GROUP_POINTS[Math.min(size, GROUP_POINTS.length - 1)]!;
}

export function groupPoints(shelf: Shelf): number {
  return sum(groupSizes(shelf).map(pointsOfGroup));
}

/** Return how many tiles of the secret goal are in place; 0 without a goal. */
export function secretCount(shelf: Shelf, goal: Shelf): number {
  const [tiles, wanted] = [shelf.join(""), goal.join("")];
  return [...wanted].filter((tile, place) => tile !== EMPTY && tile === tiles[place]).length;
}

export function secretPoints(shelf: Shelf, goal: Shelf): number {
  return SECRET_POINTS[Math.min(secretCount(shelf, goal), SECRET_POINTS.length - 1)]!;
}

/** Return the points of a player so far, or the result after the end of the match. */
export function pointsOf(view: ShelfieView, seat: number): Points {
  const result = view.results[seat];
  if (result !== undefined) {
    const { common, adjacency, personal, end, total } = result;
    return { common, groups: adjacency, secret: personal, end, total };
  }
  const { shelf, tokens, endToken } = view.players[seat]!;
  const [common, groups, end] = [sum(tokens), groupPoints(shelf), endToken ? END_POINTS : 0];
  const secret = seat === view.seat ? secretPoints(shelf, view.personal) : null;
  return { common, groups, secret, end, total: common + groups + (secret ?? 0) + end };
}

/** Return the effect of tiles in a column of the own shelf that has room for them, the first one lowest. */
export function gainOf(view: ShelfieView, column: number, tiles: string): Gain {
  const before = view.players[view.seat!]!.shelf;
  const shelf = drop(before, column, tiles);
  const groups = groupPoints(shelf) - groupPoints(before);
  const secret = secretPoints(shelf, view.personal) - secretPoints(before, view.personal);
  const common = newTokens(view, shelf);
  const isFull = !shelf.some((row) => row.includes(EMPTY));
  const end = isFull && !view.players.some(({ endToken }) => endToken) ? END_POINTS : 0;
  const group = largestGroup(shelf, column, tiles.length);
  return { shelf, group, groups, secret, common, end, total: groups + secret + sum(common) + end };
}

/** Return the next tokens of the goals that the shelf meets and whose token the seat does not have. */
function newTokens(view: ShelfieView, shelf: Shelf): number[] {
  const { tokens } = view.players[view.seat!]!;
  return view.goals.flatMap((goal, index) => {
    const [next] = view.stacks[index]!;
    if (next === undefined || tokens[index] !== 0) return [];
    const { have, need } = goalProgress(goal, shelf, view.squaresSameType);
    return have >= need ? [next] : [];
  });
}
