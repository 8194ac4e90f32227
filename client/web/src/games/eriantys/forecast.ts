/**
 * The public changes of an action, computed from a view. Students from the bag, the next question and
 * the end of the match are left out. The server decides what really happens; a test compares both.
 */

import type {
  EriantysAction, EriantysChange, EriantysColor, EriantysTower, EriantysView, IslandView, StudentMoved, UseCharacterCard,
} from "../../lib/messages";
import { mirror } from "./mirror";
import { character, COIN_PLACES, COLORS, influence, islandAfter, islandAt, towersLeft } from "./pieces";

/** The Thief takes at most this number of students from each player. */
const THIEF_LIMIT = 3;

/** Return the changes of a legal action of the player on turn. */
export function forecast(view: EriantysView, action: EriantysAction): EriantysChange[] {
  const seat = view.turn ?? 0;
  switch (action.type) {
    case "PlayAssistantCard":
      return [{ kind: "AssistantPlayed", seat, cardValue: action.cardValue }];
    case "MoveStudent": {
      if (action.moveTo === "SCHOOL") return toDining(view, moved(seat, action.color));
      const [tile] = islandAt(view, action.islandPosition ?? 0).tiles;
      return [moved(seat, action.color, { target: "ISLAND", islandPosition: tile })];
    }
    case "MoveMotherNature": {
      const island = islandAfter(view, action.steps);
      return [{ kind: "MotherNatureMoved", steps: action.steps, islandPosition: island.tiles[0]! }, ...resolve(view, island)];
    }
    case "ChooseCloud":
      return [{ kind: "CloudTaken", seat, cloud: action.cloud }];
    case "UseCharacterCard":
      return use(view, seat, action);
    case "EndTurn":
      return [];
  }
}

/** Return a copy of the view after the changes. */
export function applied(view: EriantysView, changes: EriantysChange[]): EriantysView {
  const after = structuredClone(view);
  for (const change of changes) mirror[change.kind]!(after, structuredClone(change) as never);
  return after;
}

function moved(seat: number, color: EriantysColor, more: Partial<StudentMoved> = {}): StudentMoved {
  return { kind: "StudentMoved", seat, color, source: "ENTRANCE", target: "SCHOOL", islandPosition: null, character: null, ...more };
}

/** Return the party that would build on the island now; null on a tie, or if the owner is strongest. */
function conqueror(view: EriantysView, island: IslandView): EriantysTower | null {
  const strengths = [...influence(view, island)];
  const highest = Math.max(...strengths.map(([, strength]) => strength));
  const leaders = strengths.filter(([, strength]) => strength === highest);
  const [party] = leaders[0]!;
  return leaders.length === 1 && party !== island.tower ? party : null;
}

function resolve(view: EriantysView, island: IslandView): EriantysChange[] {
  const islandPosition = island.tiles[0]!;
  if (island.noEntry > 0) return [{ kind: "NoEntryRemoved", islandPosition }];
  const tower = conqueror(view, island);
  if (tower === null) return [];
  const towers = Math.min(island.tiles.length, towersLeft(view, tower));
  return [{ kind: "IslandConquered", islandPosition, tower, towers, previous: island.tower }, ...merged(view, island, tower)];
}

/** Return the merge with the neighbours of the same owner, if there are any. */
function merged({ islands }: EriantysView, island: IslandView, owner: EriantysTower): EriantysChange[] {
  const [count, index] = [islands.length, islands.indexOf(island)];
  const around = [islands[(index + count - 1) % count]!, island, islands[(index + 1) % count]!];
  const parts = around.filter((part) => part === island || part.tower === owner);
  return parts.length > 1 ? [{ kind: "IslandsMerged", tiles: parts.flatMap(({ tiles }) => tiles) }] : [];
}

function toDining(view: EriantysView, move: StudentMoved): EriantysChange[] {
  const after = applied(view, [move]);
  const earns = view.supply > 0 && COIN_PLACES.includes(after.schools[move.seat]!.dining[move.color]!);
  const coin: EriantysChange[] = earns ? [{ kind: "CoinTaken", seat: move.seat, coins: 1 }] : [];
  return [move, ...coin, ...claimed(after, move.seat, [move.color])];
}

/** Return the professors that the seat takes; with the Farmer also on a tie. */
function claimed(view: EriantysView, seat: number, colors: EriantysColor[]): EriantysChange[] {
  const bonus = view.effect === "FARMER" ? 1 : 0;
  return colors.flatMap((color): EriantysChange[] => {
    const counts = view.schools.map(({ dining }) => dining[color] ?? 0);
    const others = Math.max(...counts.toSpliced(seat, 1));
    const holder = view.professors[color] ?? null;
    const takes = counts[seat]! > 0 && counts[seat]! + bonus > others && holder !== seat;
    return takes ? [{ kind: "ProfessorMoved", color, seat, previous: holder }] : [];
  });
}

/** Return the professors that move to the only seat with the most students; on a tie they stay. */
function reassigned(view: EriantysView): EriantysChange[] {
  return COLORS.flatMap((color): EriantysChange[] => {
    const counts = view.schools.map(({ dining }) => dining[color] ?? 0);
    const most = Math.max(...counts);
    const [leader, holder] = [counts.indexOf(most), view.professors[color] ?? null];
    const moves = most > 0 && counts.indexOf(most, leader + 1) < 0 && holder !== leader;
    return moves ? [{ kind: "ProfessorMoved", color, seat: leader, previous: holder }] : [];
  });
}

function use(view: EriantysView, seat: number, action: UseCharacterCard): EriantysChange[] {
  const { name, price } = character(view, action.asset);
  const tile = typeof action.islandPosition === "number" ? islandAt(view, action.islandPosition).tiles[0]! : null;
  const paid: EriantysChange = { kind: "CharacterUsed", seat, character: name, price, color: action.color ?? null, islandPosition: tile };
  return [paid, ...effect(applied(view, [paid]), seat, action)];
}

/** Return the changes that a character causes at once; the view is that after the payment. */
function effect(view: EriantysView, seat: number, { asset, color, islandPosition, taken = [], given = [] }: UseCharacterCard): EriantysChange[] {
  const island = typeof islandPosition === "number" ? islandAt(view, islandPosition) : view.islands[0]!;
  switch (asset) {
    case "MONK":
      return [moved(seat, color!, { source: "CARD", target: "ISLAND", islandPosition: island.tiles[0], character: "MONK" })];
    case "PRINCESS":
      return toDining(view, moved(seat, color!, { source: "CARD", character: "PRINCESS" }));
    case "HERALD":
      return resolve(view, island);
    case "GRANDMA":
      return [{ kind: "NoEntryPlaced", islandPosition: island.tiles[0]! }];
    case "JESTER":
      return [{ kind: "StudentsSwapped", seat, where: "CARD", taken, given }];
    case "MINSTREL":
      return minstrel(view, seat, taken, given);
    case "THIEF": {
      const counts = view.schools.map(({ dining }) => Math.min(THIEF_LIMIT, dining[color!] ?? 0));
      const bag = view.bag + counts.reduce((sum, count) => sum + count, 0);
      const returned: EriantysChange = { kind: "StudentsReturned", color: color!, counts, bag };
      return [returned, ...reassigned(applied(view, [returned]))];
    }
    case "FARMER":
      return claimed(view, seat, COLORS);
  }
  return [];
}

/** Return the swap with the dining room; each coin place that is newly covered brings a coin. */
function minstrel(view: EriantysView, seat: number, taken: EriantysColor[], given: EriantysColor[]): EriantysChange[] {
  const swapped: EriantysChange = { kind: "StudentsSwapped", seat, where: "SCHOOL", taken, given };
  const after = applied(view, [swapped]);
  const places = (state: EriantysView, color: EriantysColor) => Math.floor((state.schools[seat]!.dining[color] ?? 0) / 3);
  const covered = COLORS.map((color) => Math.max(0, places(after, color) - places(view, color)));
  const coins = Math.min(view.supply, covered.reduce((sum, count) => sum + count, 0));
  return [swapped, ...(coins > 0 ? [{ kind: "CoinTaken", seat, coins } as const] : []), ...reassigned(after)];
}
