/** The places of the last move, to be marked without motion. */

import type { EriantysChange, EriantysView } from "../../lib/messages";
import type { Change } from "../../lib/wire";
import { characterKey, cloudKey, islandKey } from "./steps";
import { islandAt } from "./pieces";

/** Return the keys of the islands, clouds, characters and tables that the changes touched. */
export function lastPlaces(last: Change[], view: EriantysView): Set<string> {
  return new Set(last.flatMap((change) => place(change as unknown as EriantysChange, view)));
}

/** The key of a table in a school, for marks only. */
export const seatTable = (seat: number, color: string) => `school=${seat} ${color}`;

function place(change: EriantysChange, view: EriantysView): string[] {
  switch (change.kind) {
    case "StudentMoved":
      return change.target === "SCHOOL" ? [seatTable(change.seat, change.color)] : island(view, change.islandPosition!);
    case "MotherNatureMoved":
    case "NoEntryPlaced":
    case "NoEntryRemoved":
    case "IslandConquered":
      return island(view, change.islandPosition);
    case "IslandsMerged":
      return island(view, change.tiles[0]!);
    case "CloudTaken":
      return [cloudKey(change.cloud)];
    case "CharacterUsed":
      return [characterKey(change.character)];
    case "ProfessorMoved":
      return [seatTable(change.seat, change.color)];
  }
  return [];
}

function island(view: EriantysView, tile: number): string[] {
  return [islandKey(islandAt(view, tile).tiles[0]!)];
}
