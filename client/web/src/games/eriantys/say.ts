/** The sentences of Eriantys. Changes are told in the past tense, so "You" and a name go with the same verb. */

import type { EriantysAction, EriantysChange, EriantysPrompt, EriantysView, UseCharacterCard } from "../../lib/messages";
import { capital } from "../../lib/text";
import type { Action, Change, Prompt } from "../../lib/wire";
import type { Question, Say, SeatNote, Table } from "../pack";
import {
  amount, character, characterName, colorName, islandAfter, islandAt, professorsOf, studentsText, tilesText, towersBuilt, towersLeft,
} from "./pieces";
import { words } from "./words";

/** A character of this price or more is asked for twice. */
const COSTLY = 3;

function change(happened: Change, table: Table): string | null {
  const eriantys = happened as unknown as EriantysChange;
  return ofRound(eriantys, table) ?? ofIsland(eriantys) ?? ofPlayer(eriantys, table);
}

const joined = (colors: string[]) => colors.map(colorName).join(" and ");

/** Return a reason of the server without its full stop, and the names of towers in lower case. */
function reason(text: string): string {
  return text.replace(/\.$/, "").replace(/\b(WHITE|BLACK|GREY)\b/g, (name) => name.toLowerCase());
}

function ofRound(happened: EriantysChange, { whom }: Table): string | null {
  const names = (order: number[]) => order.map(whom).join(", ");
  switch (happened.kind) {
    case "RoundStarted":
      return `Round ${happened.round}: assistants are played by ${names(happened.order)}.`;
    case "ActionPhaseStarted":
      return `The order of this round: ${names(happened.order)}.`;
    case "CloudFilled":
      return `Cloud ${happened.cloud} got ${studentsText(happened.students)}; ${happened.bag} are left in the bag.`;
    case "CardRefilled":
      return `A ${colorName(happened.color)} student came from the bag to the ${characterName(happened.character)}.`;
    case "StudentsReturned":
      return `Back in the bag went ${colorName(happened.color)} students: ${happened.counts.map((count, seat) => `${whom(seat)} ${count}`).join(", ")}.`;
    case "LastRound":
      return `This is the last round: ${reason(happened.reason)}.${happened.clouds ? "" : " Nobody takes a cloud in it."}`;
    case "GameOver":
      return `The match is over: ${reason(happened.reason)}.`;
  }
  return null;
}

function ofIsland(happened: EriantysChange): string | null {
  switch (happened.kind) {
    case "MotherNatureMoved":
      return `Mother nature went ${amount(happened.steps, "step")} to island ${happened.islandPosition}.`;
    case "NoEntryPlaced":
      return `A no-entry tile lies on island ${happened.islandPosition}.`;
    case "NoEntryRemoved":
      return `The no-entry tile of island ${happened.islandPosition} is used up; nothing else happened.`;
    case "IslandConquered": {
      const towers = happened.towers === 1 ? "a tower" : `${happened.towers} towers`;
      const instead = happened.previous === null ? "" : ` in place of ${words.towers[happened.previous]}`;
      return `${capital(words.towers[happened.tower])} built ${towers} on island ${happened.islandPosition}${instead}.`;
    }
    case "IslandsMerged":
      return `Islands ${happened.tiles.join(", ")} are one island now.`;
  }
  return null;
}

function ofPlayer(happened: EriantysChange, { who, whom }: Table): string | null {
  switch (happened.kind) {
    case "AssistantPlayed":
      return `${who(happened.seat)} played assistant ${happened.cardValue}.`;
    case "StudentMoved": {
      const origin = happened.character === null ? "" : ` from the ${characterName(happened.character)}`;
      const target = happened.target === "SCHOOL" ? "the dining room" : `island ${happened.islandPosition}`;
      return `${who(happened.seat)} moved a ${colorName(happened.color)} student${origin} to ${target}.`;
    }
    case "StudentsSwapped": {
      const source = happened.where === "CARD" ? "the card" : "the dining room";
      return `${who(happened.seat)} swapped ${joined(happened.given)} of the entrance for ${joined(happened.taken)} of ${source}.`;
    }
    case "ProfessorMoved": {
      const from = happened.previous === null ? "" : ` from ${whom(happened.previous)}`;
      return `${who(happened.seat)} took the ${colorName(happened.color)} professor${from}.`;
    }
    case "CoinTaken":
      return `${who(happened.seat)} earned ${amount(happened.coins, "coin")}.`;
    case "CloudTaken":
      return `${who(happened.seat)} took cloud ${happened.cloud}.`;
    case "CharacterUsed": {
      const color = happened.color === null ? "" : `, ${colorName(happened.color)}`;
      const island = happened.islandPosition === null ? "" : `, island ${happened.islandPosition}`;
      return `${who(happened.seat)} used the ${characterName(happened.character)} for ${amount(happened.price, "coin")}${color}${island}.`;
    }
    case "SeatGone":
      return `${who(happened.seat)} left the match for good.`;
  }
  return null;
}

function ask(prompt: Prompt, view: EriantysView): Question {
  const eriantys = prompt as unknown as EriantysPrompt;
  switch (eriantys.type) {
    case "SelectAssistantCard":
      return { title: "Play an assistant", detail: "Low ones act first, high ones take mother nature further." };
    case "SelectStudent": {
      const left = eriantys.studentsLeft === 1 ? "one more student" : `${eriantys.studentsLeft} more students`;
      return { title: `Move ${left}`, detail: "To your dining room or to an island." };
    }
    case "SelectSteps": {
      const steps = eriantys.maxSteps === 1 ? "1 step" : `1 to ${eriantys.maxSteps} steps`;
      return { title: `Move mother nature ${steps}`, detail: "Choose the island on which she stops." };
    }
    case "SelectCloud":
      return { title: "Take a cloud", detail: "Its students come to your entrance, and your turn ends." };
    case "SelectEndOfTurn":
      return { title: "End your turn", detail: view.characterUsed ? "There is no cloud to take in this round." : "There is no cloud to take; you may still use a character." };
  }
}

function action(chosen: Action, view: EriantysView): string {
  const eriantys = chosen as unknown as EriantysAction;
  const island = (tile: number) => tilesText(islandAt(view, tile).tiles);
  switch (eriantys.type) {
    case "PlayAssistantCard":
      return `Play ${eriantys.cardValue}`;
    case "MoveStudent":
      return eriantys.moveTo === "SCHOOL" ? "To the dining room" : `Place on ${island(eriantys.islandPosition ?? 0)}`;
    case "MoveMotherNature":
      return `Move to ${tilesText(islandAfter(view, eriantys.steps).tiles)}`;
    case "ChooseCloud":
      return `Take cloud ${eriantys.cloud}`;
    case "UseCharacterCard":
      return use(eriantys, island);
    case "EndTurn":
      return words.endTurn;
  }
}

function use({ asset, color, islandPosition, taken = [], given = [] }: UseCharacterCard, island: (tile: number) => string): string {
  if (taken.length > 0) return `Swap ${given.map(colorName).join(", ")} for ${taken.map(colorName).join(", ")}`;
  const name = capital(characterName(asset));
  const target = [color ? colorName(color) : "", typeof islandPosition === "number" ? `island ${island(islandPosition)}` : ""];
  return [name, ...target].filter(Boolean).join(", ");
}

function confirm(chosen: Action, view: EriantysView): string | null {
  const { type, asset } = chosen as unknown as EriantysAction & { asset?: string };
  if (type !== "UseCharacterCard") return null;
  const { price } = character(view, asset!);
  return price >= COSTLY ? `Really pay ${amount(price, "coin")}?` : null;
}

function subtitle({ expert, round, bag, lastRound, phase }: EriantysView): string {
  const last = lastRound && phase !== "OVER" ? [words.lastRound] : [];
  return [expert ? "Expert" : "Base game", `round ${round}`, ...last, `${bag} in the bag`].join(" · ");
}

function seat(view: EriantysView, index: number): SeatNote {
  const { tower, coins, gone, played } = view.schools[index]!;
  const notes = [words.towers[tower], view.expert ? amount(coins, "coin") : "", gone ? words.gone : played === null ? "" : words.played(played)];
  return { note: notes.filter(Boolean).join(" · "), score: towersLeft(view, tower) };
}

export const say: Say<EriantysView> = {
  change,
  ask,
  action,
  confirm,
  subtitle,
  seat,
  scores: (view) => view.schools.map(({ tower }) => towersBuilt(view, tower)),
  points: (view) => ({
    columns: words.columns,
    rows: view.schools.map(({ tower }, index) => [professorsOf(view, index).length, towersBuilt(view, tower)]),
  }),
  rules: words.rules,
};
