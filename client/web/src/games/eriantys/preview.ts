/** What an action would do: the title and the sentence of the ask bar, and the badge at the target. */

import type {
  EriantysAction, EriantysChange, EriantysTower, EriantysView, IslandView, ProfessorMoved, UseCharacterCard,
} from "../../lib/messages";
import { capital } from "../../lib/text";
import type { Action } from "../../lib/wire";
import type { Preview, Table } from "../pack";
import { applied, forecast } from "./forecast";
import {
  amount, character, characterName, colorName, influence, islandAfter, islandAt, parties, stepsOf, studentsText, tilesText, towersLeft,
} from "./pieces";
import { words } from "./words";

/** The match ends when this number of islands, or fewer, are left. */
const ISLANDS_AT_END = 3;
const POSTMAN_STEPS = 2;

export function preview(action: Action, view: EriantysView, table: Table): Preview | null {
  const eriantys = action as unknown as EriantysAction;
  switch (eriantys.type) {
    case "PlayAssistantCard":
      return assistant(view, table, eriantys.cardValue);
    case "MoveStudent":
      return eriantys.moveTo === "SCHOOL"
        ? dining(view, table, eriantys, eriantys.color)
        : onIsland(view, table, eriantys, eriantys.islandPosition ?? 0);
    case "MoveMotherNature":
      return arrival(view, table, eriantys, islandAfter(view, eriantys.steps));
    case "ChooseCloud":
      return cloud(view, eriantys.cloud);
    case "UseCharacterCard":
      return characterPreview(view, table, eriantys);
    case "EndTurn":
      return { title: "End of your turn", sentence: "Nobody takes a cloud in this round." };
  }
}

function assistant({ schools }: EriantysView, table: Table, value: number): Preview {
  const seats = (test: (other: number) => boolean) =>
    schools.flatMap(({ played }, seat) => (played !== null && test(played) ? [table.whom(seat)] : [])).join(", ");
  const [before, after] = [seats((other) => other <= value), seats((other) => other > value)];
  const order = [before && `after ${before}`, after && `before ${after}`].filter(Boolean).join(", ");
  const steps = stepsOf(value);
  return {
    title: `Assistant ${value}`,
    sentence: `Mother nature may move ${steps === 1 ? "1 step" : `up to ${steps} steps`}.${order && ` You act ${order}.`}`,
  };
}

function cloud(view: EriantysView, index: number): Preview {
  const after = applied(view, forecast(view, { type: "ChooseCloud", cloud: index }));
  const entrance = studentsText(after.schools[view.turn ?? 0]!.entrance);
  return { title: `Cloud ${index}: ${studentsText(view.clouds[index]!)}`, sentence: `Your entrance is then ${entrance}, and your turn ends.` };
}

// --- islands ----------------------------------------------------------------------------------

/** Return "you", the nickname of a player, or the colour of a team. */
export function partyName(view: EriantysView, table: Table, party: EriantysTower): string {
  const seats = [...view.schools.keys()].filter((seat) => view.schools[seat]!.tower === party);
  if (seats.length === 1) return table.whom(seats[0]);
  return view.seat !== null && seats.includes(view.seat) ? "your team" : party.toLowerCase();
}

/** Return "3 : 2", the own party first. */
export function balance(view: EriantysView, island: IslandView): string {
  return [...influence(view, island).values()].join(view.schools.length === 3 ? ":" : " : ");
}

/** Return "you 2 → 3, bob 2". */
function strengths(view: EriantysView, table: Table, island: IslandView, after = view, grown = island): string {
  const [before, later] = [influence(view, island), influence(after, grown)];
  return parties(view)
    .map((party) => {
      const [from, to] = [before.get(party)!, later.get(party)!];
      return `${partyName(view, table, party)} ${from === to ? to : `${from} → ${to}`}`;
    })
    .join(", ");
}

function onIsland(view: EriantysView, table: Table, action: EriantysAction, tile: number): Preview {
  const after = applied(view, forecast(view, action));
  const [island, grown] = [islandAt(view, tile), islandAt(after, tile)];
  return {
    badge: balance(after, grown),
    title: `Island ${tilesText(island.tiles)}: ${strengths(view, table, island, after, grown)}`,
    sentence: wouldStop(after, table, grown),
  };
}

/** Return what mother nature would cause on the island. */
function wouldStop(view: EriantysView, table: Table, island: IslandView): string {
  const steps = view.islands.indexOf(island) - view.islands.indexOf(islandAt(view, view.motherNature));
  const changes = forecast(view, { type: "MoveMotherNature", steps: (steps + view.islands.length) % view.islands.length });
  const built = changes.find(({ kind }) => kind === "IslandConquered");
  if (built?.kind !== "IslandConquered") return `${capital(unchanged(view, table, island))} if mother nature stops here.`;
  const towers = built.towers === 1 ? "A tower" : `${built.towers} towers`;
  return `${towers} for ${partyName(view, table, built.tower)} if mother nature stops here.`;
}

function arrival(view: EriantysView, table: Table, action: EriantysAction, island: IslandView): Preview {
  const changes = forecast(view, action);
  return { ...resolution(view, table, changes, island), badge: island.noEntry > 0 ? "no entry" : balance(view, island) };
}

function resolution(view: EriantysView, table: Table, changes: EriantysChange[], island: IslandView): Preview {
  const title = `Island ${tilesText(island.tiles)}: ${strengths(view, table, island)}`;
  const built = changes.find(({ kind }) => kind === "IslandConquered");
  if (built?.kind !== "IslandConquered") return { title, sentence: `${capital(unchanged(view, table, island))}.` };
  const winner = partyName(view, table, built.tower);
  const towers = built.towers === 1 ? "a tower" : `${built.towers} towers`;
  const from = built.previous === null ? "" : ` in place of ${partyName(view, table, built.previous)}`;
  const verb = winner === "you" ? "build" : "builds";
  return { title, sentence: [`${winner === "you" ? "You" : winner} ${verb} ${towers}${from}.`, ...consequences(view, changes)].join(" ") };
}

/** Return merged islands and the end of the match. */
function consequences(view: EriantysView, changes: EriantysChange[]): string[] {
  const after = applied(view, changes);
  const merged = changes.flatMap((change) => (change.kind === "IslandsMerged" ? [`Islands ${tilesText(change.tiles)} become one.`] : []));
  const ends = after.islands.length <= ISLANDS_AT_END || parties(after).some((party) => towersLeft(after, party) === 0);
  return ends ? [...merged, "The match ends."] : merged;
}

/** Return why nothing is built on an island. */
function unchanged(view: EriantysView, table: Table, island: IslandView): string {
  if (island.noEntry > 0) return "a no-entry tile is used up and nothing is built";
  const counts = [...influence(view, island).values()];
  const highest = Math.max(...counts);
  if (counts.filter((count) => count === highest).length > 1) {
    return highest === 0 ? "nobody has influence, so nothing changes" : "a tie, so nothing changes";
  }
  const owner = partyName(view, table, island.tower!);
  return `${owner} ${owner === "you" ? "keep" : "keeps"} it`;
}

// --- schools ----------------------------------------------------------------------------------

function dining(view: EriantysView, table: Table, action: EriantysAction, color: string): Preview {
  const changes = forecast(view, action);
  const seat = view.turn ?? 0;
  const [before, after] = [view, applied(view, changes)].map(({ schools }) => schools[seat]!.dining[color as "RED"] ?? 0);
  const gains = gained(table, changes);
  return {
    badge: coins(changes) > 0 ? `+${coins(changes)} coin` : undefined,
    title: `Dining room: ${colorName(color)} ${before} → ${after}`,
    sentence: gains.length > 0 ? gains.join(" ") : "No professor moves.",
  };
}

const coins = (changes: EriantysChange[]) => changes.reduce((sum, change) => sum + (change.kind === "CoinTaken" ? change.coins : 0), 0);

/** Return the sentences about coins and professors. */
function gained(table: Table, changes: EriantysChange[]): string[] {
  const earned = coins(changes);
  const moves = changes.filter((change): change is ProfessorMoved => change.kind === "ProfessorMoved");
  return [...(earned > 0 ? [`You earn ${amount(earned, "coin")}.`] : []), ...moves.map((move) => professor(table, move))];
}

function professor({ who, whom, seat: own }: Table, { color, seat, previous }: ProfessorMoved): string {
  const from = previous === null || previous === undefined ? "" : ` from ${whom(previous)}`;
  return `${who(seat)} ${seat === own ? "take" : "takes"} the ${colorName(color)} professor${from}.`;
}

// --- characters -------------------------------------------------------------------------------

function characterPreview(view: EriantysView, table: Table, use: UseCharacterCard): Preview {
  const { price } = character(view, use.asset);
  const { badge, title, sentence } = effect(view, table, use);
  const head = `${capital(characterName(use.asset))} for ${amount(price, "coin")}`;
  return { badge, title: title === "" ? head : `${head}. ${title}`, sentence };
}

function effect(view: EriantysView, table: Table, use: UseCharacterCard): Preview {
  const changes = forecast(view, use);
  const gains = gained(table, changes).join(" ");
  switch (use.asset) {
    case "MONK":
      return onIsland(view, table, use, use.islandPosition ?? 0);
    case "PRINCESS":
      return dining(view, table, use, use.color ?? "RED");
    case "HERALD":
      return arrival(view, table, use, islandAt(view, use.islandPosition ?? 0));
    case "GRANDMA":
      return { title: "", sentence: `A no-entry tile on island ${tilesText(islandAt(view, use.islandPosition ?? 0).tiles)}: mother nature's next stop there changes nothing.` };
    case "JESTER":
    case "MINSTREL":
      return { title: "", sentence: [swap(use), gains].filter(Boolean).join(" ") };
    case "THIEF":
      return { title: "", sentence: [losses(table, changes), gains].filter(Boolean).join(" ") };
    case "FARMER":
      return { title: "", sentence: `This turn you take professors on a tie, too. ${gains}`.trim() };
    case "POSTMAN":
      return { title: "", sentence: view.maxSteps > 0 ? `Mother nature may move up to ${view.maxSteps + POSTMAN_STEPS} steps.` : `${words.effects.POSTMAN}.` };
    case "MUSHROOM_HUNTER":
      return { title: "", sentence: `${capital(colorName(use.color ?? ""))} students give no influence this turn.` };
  }
  return { title: "", sentence: `${words.effects[use.asset as "KNIGHT"]}.` };
}

function swap({ asset, taken = [], given = [] }: UseCharacterCard): string {
  const list = (colors: string[]) => colors.map(colorName).join(" and ");
  return `You give ${list(given)} and take ${list(taken)} from ${asset === "MINSTREL" ? "your dining room" : "the card"}.`;
}

function losses({ whom }: Table, changes: EriantysChange[]): string {
  const returned = changes.find(({ kind }) => kind === "StudentsReturned");
  if (returned?.kind !== "StudentsReturned") return "";
  const parts = returned.counts.flatMap((count, seat) => (count > 0 ? [`${whom(seat)} ${count}`] : []));
  return `Back to the bag: ${parts.join(", ") || "nothing"}.`;
}
