/** The decisions of an action: pieces and places in the order in which a player chooses them. */

import type { EriantysAction, EriantysView, UseCharacterCard } from "../../lib/messages";
import type { Action } from "../../lib/wire";
import type { Step } from "../pack";
import { characterName, colorName, islandAfter, islandAt, tilesText } from "./pieces";

export const DINING = "dining";
export const END_TURN = "end";

export const assistantKey = (value: number) => `assistant=${value}`;
export const cloudKey = (cloud: number) => `cloud=${cloud}`;
export const characterKey = (name: string) => `character=${name}`;
export const islandKey = (tile: number) => `island=${tile}`;
/** A student in the own entrance. */
export const entranceKey = (color: string) => `entrance=${color}`;
/** A student on a character, or a colour that its user names. */
export const cardKey = (color: string) => `card=${color}`;
/** A student in the own dining room that the Minstrel takes. */
export const tableKey = (color: string) => `table=${color}`;

export function steps(action: Action, view: EriantysView): Step[] {
  const eriantys = action as unknown as EriantysAction;
  switch (eriantys.type) {
    case "PlayAssistantCard":
      return [{ key: assistantKey(eriantys.cardValue), label: `assistant ${eriantys.cardValue}` }];
    case "MoveStudent": {
      const place = eriantys.moveTo === "SCHOOL" ? { key: DINING, label: "dining room" } : islandStep(view, eriantys.islandPosition ?? 0);
      return [{ key: entranceKey(eriantys.color), label: colorName(eriantys.color) }, place];
    }
    case "MoveMotherNature":
      return [islandStep(view, islandAfter(view, eriantys.steps).tiles[0]!)];
    case "ChooseCloud":
      return [{ key: cloudKey(eriantys.cloud), label: `cloud ${eriantys.cloud}` }];
    case "UseCharacterCard":
      return characterSteps(view, eriantys);
    case "EndTurn":
      return [{ key: END_TURN, label: "end the turn" }];
  }
}

function islandStep(view: EriantysView, tile: number): Step {
  const { tiles } = islandAt(view, tile);
  return { key: islandKey(tiles[0]!), label: `island ${tilesText(tiles)}` };
}

/** The students of a swap may be chosen in any order. */
function characterSteps(view: EriantysView, { asset, color, islandPosition, taken = [], given = [] }: UseCharacterCard): Step[] {
  const found: Step[] = [{ key: characterKey(asset), label: characterName(asset) }];
  if (color) found.push({ key: cardKey(color), label: colorName(color) });
  const takenKey = asset === "MINSTREL" ? tableKey : cardKey;
  for (const one of taken) found.push({ key: takenKey(one), label: `take ${colorName(one)}`, group: "swap" });
  for (const one of given) found.push({ key: entranceKey(one), label: `give ${colorName(one)}`, group: "swap" });
  if (typeof islandPosition === "number") found.push(islandStep(view, islandPosition));
  return found;
}
