/** The sentences of My Shelfie. */

import type { ShelfieAction, ShelfieChange, ShelfiePrompt, ShelfieView } from "../../lib/messages";
import type { Action, Change, Prompt } from "../../lib/wire";
import type { Question, Say, SeatNote, Table } from "../pack";
import { tileAt } from "./actions";
import { pointsOf } from "./points";
import { GOAL_TEXTS, RULES, cellNames, tileAmount, tileCount, words } from "./words";

function sayChange(change: ShelfieChange, table: Table): string | null {
  switch (change.kind) {
    case "ShelfieTilesMarked":
    case "ShelfieTilesSorted":
    case "ShelfieTurnStarted":
      return null;
    case "ShelfieTilesTaken":
      return `${table.who(change.seat)} took ${tileAmount(change.hand)} from ${cellNames(change.cells)}.`;
    case "ShelfieTilesPlaced":
      return `${table.who(change.seat)} put ${tileAmount(change.tiles)} into column ${change.column + 1}.`;
    case "ShelfieTokenTaken":
      return `${table.who(change.seat)} had ${GOAL_TEXTS[change.goal]} and got ${words.points(change.points)}.`;
    case "ShelfieEndTokenTaken":
      return `${table.who(change.seat)} filled the shelf first: this is the last round.`;
    case "ShelfieBoardRefilled":
      return `The living room was filled up; ${change.bag} tiles are left in the bag.`;
    case "ShelfieTurnLost":
      return `${table.who(change.seat)} took too long and lost the turn.`;
    case "ShelfieSeatGone":
      return `${table.who(change.seat)} left the match for good; the shelf does not count.`;
    case "ShelfieGameEnded":
      return `The match is over: ${change.reason.replace(/\.$/, "")}.`;
  }
}

function sayAsk(prompt: ShelfiePrompt): Question {
  if (prompt.type === "SelectShelfieColumn") {
    const columns = prompt.columns.map((column) => column + 1).join(", ");
    const order = new Set(prompt.hand).size > 1 ? " The first tile falls lowest." : "";
    return { title: `Put ${tileAmount(prompt.hand)} into a column`, detail: `Column ${columns}.${order}` };
  }
  if (prompt.limit === 1) return { title: "Take one tile", detail: "Your shelf has no room for more." };
  return { title: `Take up to ${prompt.limit} tiles`, detail: "In one line, each with a free side." };
}

function sayAction(action: ShelfieAction, view: ShelfieView): string {
  switch (action.type) {
    case "TakeShelfieTiles":
      return `Take ${tileCount(tilesOf(action.cells, view))}`;
    case "PlaceShelfieTiles":
      return `Put ${tileCount(view.hand)} into column ${action.column + 1}`;
    case "SortShelfieTiles":
      return words.order;
    case "MarkShelfieTiles":
      return "Mark tiles";
  }
}

function tilesOf(cells: readonly number[], view: ShelfieView): string {
  return cells.map((cell) => tileAt(view, cell)).join("");
}

function seat(view: ShelfieView, index: number): SeatNote {
  const { tokens, endToken } = view.players[index]!;
  const taken = tokens.filter((points) => points > 0);
  const notes = [
    index === view.first ? words.firstPlayer : "",
    taken.length > 0 ? words.token(taken) : "",
    endToken ? words.firstFull : "",
  ];
  return { note: notes.filter(Boolean).join(", "), score: pointsOf(view, index).total };
}

function subtitle(view: ShelfieView): string {
  const parts = [words.players(view.players.length), words.bag(view.bag)];
  if (view.step === "OVER") parts.push(words.over);
  else if (view.players.some(({ endToken }) => endToken)) parts.push(words.lastRound);
  return parts.join(" · ");
}

/** The final points by kind; null before the end. */
function points(view: ShelfieView) {
  if (view.results.length === 0) return null;
  return {
    columns: ["common goals", "secret goal", "groups", "first full shelf", "total"],
    rows: view.results.map(({ common, personal, adjacency, end, total }) => [common, personal, adjacency, end, total]),
  };
}

export const say: Say<ShelfieView> = {
  change: (change: Change, table) => sayChange(change as unknown as ShelfieChange, table),
  ask: (prompt: Prompt) => sayAsk(prompt as unknown as ShelfiePrompt),
  action: (action: Action, view) => sayAction(action as unknown as ShelfieAction, view),
  confirm: (action: Action, view) =>
    action.type === "TakeShelfieTiles" ? `Really take ${tileCount(tilesOf(action.cells as number[], view))}?` : null,
  subtitle,
  seat,
  scores: (view) => view.players.map((_, index) => pointsOf(view, index).total),
  points,
  rules: RULES,
};
