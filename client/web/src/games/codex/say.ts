/** The sentences of Codex Naturalis. */

import type { CodexAction, CodexCardDrawn, CodexCardPlaced, CodexChange, CodexPrompt, CodexView } from "../../lib/messages";
import type { Action, Change, Prompt } from "../../lib/wire";
import type { Question, Say, SeatNote, Table } from "../pack";
import { ownArea, spotNumber } from "./actions";
import { backFace, face } from "./cards";
import { RULES, aCard, cardName, words } from "./words";

function sayChange(change: CodexChange, table: Table): string | null {
  switch (change.kind) {
    case "CodexStarterPlaced":
      return `${table.who(change.seat)} laid the starter ${change.side.toLowerCase()} up.`;
    case "CodexColorChosen":
      return `${table.who(change.seat)} took ${words.colors[change.color]}.`;
    case "CodexObjectiveChosen":
      return `${table.who(change.seat)} kept a secret objective.`;
    case "CodexCardPlaced":
      return sayPlaced(change, table);
    case "CodexCardDrawn":
      return sayDrawn(change, table);
    case "CodexEndTriggered": {
      const reason = change.reason === "POINTS" ? "20 points are reached" : "the decks are empty";
      return `The end is near: ${reason}. After this round everybody has one more turn.`;
    }
    case "CodexTurnSkipped": {
      const reason = change.reason === "BLOCKED" ? "had no open spot" : "took too long";
      return `${table.who(change.seat)} ${reason} and lost the turn.`;
    }
    case "CodexAdditionalTurn":
      return "The additional turn: one more card for everybody.";
    case "CodexStepStarted":
      return null;
    case "CodexSeatGone":
      return `${table.who(change.seat)} left the match for good.`;
    case "CodexObjectivesScored": {
      const total = change.points.reduce((sum, points) => sum + points, 0);
      return `${table.who(change.seat)} got ${words.points(total)} for objectives (${change.points.join(" + ")}).`;
    }
    case "CodexGameEnded":
      return `The match is over: ${change.reason.replace(/\.$/, "")}.`;
  }
}

function sayPlaced({ seat, card, side, points }: CodexCardPlaced, table: Table): string {
  const name = `${aCard(face(card, side))}${side === "BACK" ? ` ${words.faceDown}` : ""}`;
  return `${table.who(seat)} placed ${name}${points > 0 ? ` for ${words.points(points)}` : ""}.`;
}

function sayDrawn({ seat, source, back }: CodexCardDrawn, table: Table): string {
  const deck = source === "RESOURCE" || source === "GOLD" ? " from the deck" : "";
  return `${table.who(seat)} drew ${aCard(backFace(back))}${deck}.`;
}

function sayAsk(prompt: CodexPrompt): Question {
  switch (prompt.type) {
    case "SelectCodexStarter":
      return { title: "Lay your starter", detail: "Choose the side that lies up." };
    case "SelectCodexColor":
      return { title: "Take a colour", detail: "It marks your points and has no effect." };
    case "SelectCodexObjective":
      return { title: "Keep one objective", detail: "Only you know it; it counts at the end." };
    case "SelectCodexCard":
      return { title: "Place a card", detail: "Choose a card, then a numbered spot." };
    case "SelectCodexDraw":
      return { title: "Draw a card", detail: "One of the visible cards, or a deck." };
  }
}

function sayAction(action: CodexAction, view: CodexView): string {
  switch (action.type) {
    case "PlaceCodexCard": {
      const area = ownArea(view);
      const number = area === undefined ? 0 : spotNumber(area, action.x, action.y);
      return `Place on ${number}`;
    }
    case "DrawCodexCard": {
      if (action.source === "RESOURCE" || action.source === "GOLD") return `Draw from the ${action.source.toLowerCase()} deck`;
      const id = view.slots[Number(action.source.slice(5)) - 1];
      return id ? `Draw the ${cardName(face(id, "FRONT"))}` : "Draw";
    }
    case "PlaceCodexStarter":
      return `Lay it ${action.side.toLowerCase()} up`;
    case "ChooseCodexColor":
      return `Take ${words.colors[action.color]}`;
    case "ChooseCodexObjective":
      return "Keep this objective";
  }
}

function total(view: CodexView, seat: number): number {
  const { score, objectivePoints } = view.players[seat]!;
  return objectivePoints.reduce((sum, points) => sum + points, score);
}

function seat(view: CodexView, index: number): SeatNote {
  const { color, ready } = view.players[index]!;
  const note = view.phase === "SETUP" && ready ? "ready" : color === null ? "" : (words.colors[color] ?? "");
  return { note, score: total(view, index) };
}

function subtitle(view: CodexView): string {
  if (view.phase === "SETUP") return words.setUp;
  if (view.phase === "OVER") return words.over;
  const end = view.additional ? words.additional : view.ending ? words.ending : words.target;
  return `${words.round(view.round)} · ${end}`;
}

/** The final points by kind; null before the end. */
function points(view: CodexView) {
  if (view.phase !== "OVER") return null;
  return {
    columns: ["cards", "first objective", "second objective", "secret objective", "total"],
    rows: view.players.map(({ score, objectivePoints }, index) => {
      const [first = 0, second = 0, secret = 0] = objectivePoints;
      return [score, first, second, secret, total(view, index)];
    }),
  };
}

export const say: Say<CodexView> = {
  change: (change: Change, table) => sayChange(change as unknown as CodexChange, table),
  ask: (prompt: Prompt) => sayAsk(prompt as unknown as CodexPrompt),
  action: (action: Action, view) => sayAction(action as unknown as CodexAction, view),
  subtitle,
  seat,
  scores: (view) => view.players.map((_, index) => total(view, index)),
  points,
  rules: RULES,
};
